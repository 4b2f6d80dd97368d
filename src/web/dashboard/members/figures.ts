/** What the list says about each member beside the name: plan, visits, last visit, what is owed, badges. Each part only to who may read it. */
import { sumOwed, type Owed } from '#domains/payments/rules/owed.ts'
import { useApiQuery } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Member, Order } from '../entities.ts'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { useMay } from '../permissions.tsx'
import { sharedMessages } from './shared.messages.ts'

export interface MemberFigures {
  plan: string
  visits: string
  lastVisit: string
  owed: string
  badges: string[]
}
/** So many running plans of one page of members are asked for. */
const MAX_ORDERS = 50

/** One sum per currency, as Money and the panel have it. */
export const formatOwed = (parts: readonly Owed[], site: Parameters<typeof formatPrice>[1]): string =>
  sumOwed(parts)
    .map(({ amount, currency }) => formatPrice({ value: amount, currency }, site))
    .join(' + ')

export function useMemberFigures(members: readonly Member[]): (member: Member) => MemberFigures {
  const shared = useMessages(sharedMessages)
  const site = useSite()
  const orders = useRunningOrders(members)
  const contactIds = members.flatMap(({ contactId }) => contactId || [])
  const clients = useClientFigures(contactIds)
  const getOwed = useOwed(contactIds)
  const getBadges = useBadges(members)
  return (member) => {
    const own = orders.filter(({ buyer }) => buyer.memberId === member.id)
    const figures = clients?.find(({ contactId }) => contactId === member.contactId)
    return {
      plan: [...new Set(own.map(({ planName }) => planName ?? shared.plan))].join(', '),
      visits: figures ? String(figures.visits) : '',
      lastVisit: figures?.lastVisit ? formatInstant(figures.lastVisit.startDate, site, 'date') : '',
      owed: formatOwed(getOwed(member.contactId).all, site),
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

function useClientFigures(contactIds: readonly string[]) {
  const may = useMay()
  return useApiQuery(
    'clients.getClientFigures',
    { body: { contactIds: [...contactIds] } },
    { enabled: contactIds.length > 0 && may('clients.getClientFigures'), ...keepPrevious },
  ).data?.clients
}

/** What clients owe: for bookings and fees to those who may read bookings, for plans to those who may read orders. */
export function useOwed(contactIds: readonly string[]) {
  const may = useMay()
  const clients = useClientFigures(contactIds)
  const plans = useApiQuery(
    'checkout.listOwedOnPlans',
    { body: { contactIds: [...contactIds] } },
    { enabled: contactIds.length > 0 && may('checkout.listOwedOnPlans'), ...keepPrevious },
  ).data?.clients
  return (contactId: string | undefined) => {
    const figures = clients?.find((one) => one.contactId === contactId)
    const [bookings, fees] = [figures?.owed ?? [], figures?.owedFees ?? []]
    const ofPlans = plans?.find((one) => one.contactId === contactId)?.owed ?? []
    return { bookings, fees, plans: ofPlans, all: [...bookings, ...fees, ...ofPlans] }
  }
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
