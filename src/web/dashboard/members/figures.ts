/** What the list says about each member beside the name: plan, visits, last visit, what is owed, badges. Each part only to who may read it. */
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Member, Order } from '../entities.ts'
import { formatInstant, formatPrice } from '../parts/format.ts'
import { useMay } from '../permissions.tsx'

export interface MemberFigures {
  plan: string
  visits: string
  lastVisit: string
  owed: string
  badges: string[]
}
/** So many running plans of one page of members are asked for. */
const MAX_ORDERS = 50

const isOwed = ({ status, type, lastPaymentStatus }: Order) => status === 'ACTIVE' && type === 'OFFLINE' && lastPaymentStatus === 'UNPAID'

/** Sums in one currency each, in the order in which the currencies come. */
function formatOwed(parts: readonly { amount: string; currency: string }[], site: Parameters<typeof formatPrice>[1]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount))
  return [...sums].map(([currency, value]) => formatPrice({ value: String(Math.round(value * 1000) / 1000), currency }, site)).join(' + ')
}

export function useMemberFigures(members: readonly Member[]): (member: Member) => MemberFigures {
  const site = useSite()
  const orders = useRunningOrders(members)
  const clients = useClientFigures(members)
  const getBadges = useBadges(members)
  return (member) => {
    const own = orders.filter(({ buyer }) => buyer.memberId === member.id)
    const figures = clients?.find(({ contactId }) => contactId === member.contactId)
    const unpaid = own.filter(isOwed).map(({ pricing }) => pricing.prices?.[0]?.price)
    return {
      plan: [...new Set(own.map(({ planName }) => planName ?? 'Plan'))].join(', '),
      visits: figures ? String(figures.visits) : '',
      lastVisit: figures?.lastVisit ? formatInstant(figures.lastVisit.startDate, site, 'date') : '',
      owed: formatOwed([...(figures?.owed ?? []), ...unpaid.flatMap((price) => (price ? [{ amount: price.total, currency: price.currency }] : []))], site),
      badges: getBadges(member.id),
    }
  }
}

function useRunningOrders(members: readonly Member[]): readonly Order[] {
  const may = useMay()
  const found = useApiQuery(
    'orders.managementListOrders',
    { query: { buyerIds: members.map(({ id }) => id), orderStatuses: ['ACTIVE', 'PAUSED'], limit: MAX_ORDERS } },
    { enabled: members.length > 0 && may('orders.managementListOrders'), ...keepPrevious },
  )
  return found.data?.orders ?? []
}

function useClientFigures(members: readonly Member[]) {
  const may = useMay()
  const contactIds = members.flatMap(({ contactId }) => contactId || [])
  return useApiQuery(
    'clients.getClientFigures',
    { body: { contactIds } },
    { enabled: contactIds.length > 0 && may('clients.getClientFigures'), ...keepPrevious },
  ).data?.clients
}

function useBadges(members: readonly Member[]): (memberId: string) => string[] {
  const may = useMay()
  const enabled = members.length > 0 && may('badges.listBadgesPerMember') && may('badges.listBadges')
  const held = useApiQuery('badges.listBadgesPerMember', { body: { memberIds: members.map(({ id }) => id) } }, { enabled, ...keepPrevious })
  const all = useApiQuery('badges.listBadges', { query: {} }, { enabled })
  const titles = new Map(all.data?.badges.map(({ id, title }) => [id, title]))
  const byMember = new Map(held.data?.memberBadgeIds.map(({ memberId, badgeIds }) => [memberId, badgeIds]))
  return (memberId) => byMember.get(memberId)?.flatMap((id) => titles.get(id) ?? []) ?? []
}
