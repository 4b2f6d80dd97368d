/** Answers to what was typed, in groups: commands from here, records from the server. What the person may not see is not asked for. */
import { useDebouncedValue } from '@mantine/hooks'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { navGroups } from '../navigation.ts'
import { formatInstant } from '../parts/format-times.ts'
import { bookingState, clientName, memberName, orderState } from '../parts/format.ts'
import { searchMembersFor } from '../parts/people.ts'
import { useMay } from '../permissions.tsx'
import type { ScreenLink } from '../search-params.ts'
import { actions, type Command, places } from './commands.ts'
import { findBest } from './match.ts'

const messages = defineDashboardMessages(
  {
    actions: 'Actions',
    goTo: 'Go to',
    more: 'More',
    members: 'Members',
    bookings: 'Bookings',
    orders: 'Orders',
    services: 'Services',
    plan: 'Plan',
    since: (state: string, day: string) => `${state} · since ${day}`,
  },
  {
    de: {
      actions: 'Aktionen',
      goTo: 'Gehe zu',
      more: 'Mehr',
      members: 'Mitglieder',
      bookings: 'Buchungen',
      orders: 'Bestellungen',
      services: 'Angebote',
      plan: 'Tarif',
      since: (state, day) => `${state} · seit ${day}`,
    },
  },
)

export interface Found {
  /** Unique among all that is shown. */
  id: string
  label: string
  about?: string | undefined
  link: ScreenLink
}
export interface FoundGroup {
  title: string
  items: Found[]
}

const PER_GROUP = 5
/** A letter alone fits almost everything, and no index helps to find it. */
const MIN_LENGTH = 2
const ORDER_PEOPLE = 5

/** `isSearching`: answers for what stands in the field are still on their way. */
export function useFound(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const commands = useCommands(typed)
  const people = usePeople(settled)
  const bookings = useBookings(settled)
  const orders = useOrders(people.members)
  const services = useServices(typed)
  const groups = [...commands.best, people.group, bookings.group, orders.group, services, commands.more].filter(({ items }) => items.length > 0)
  return { groups, isSearching: typed.trim() !== settled || people.isFetching || bookings.isFetching || orders.isFetching }
}

const screens: readonly Command[] = navGroups.flatMap(([, items]) =>
  items.map(({ to, label, operation }) => ({ label, link: { to }, ...(operation ? { operation } : {}) })),
)
function useCommands(typed: string): { best: FoundGroup[]; more: FoundGroup } {
  const t = useMessages(messages)
  const may = useMay()
  const isAllowed = ({ operation }: Command) => operation === undefined || may(...[operation].flat())
  const toSearchText = ({ label, words, at }: Command) => ({ name: label, others: `${words ?? ''} ${at ?? ''}` })
  const choose = (list: readonly Command[], limit: number, min: 1 | 2): Found[] =>
    (typed.trim() === '' ? list.filter(isAllowed) : findBest(typed, list.filter(isAllowed), toSearchText, limit, min)).map(({ label, at, link }) => ({
      id: `${link.to}?${JSON.stringify(link.search ?? {})}`,
      label,
      link,
      ...(at ? { about: at } : {}),
    }))
  const everywhere = typed.trim() === '' ? screens : [...screens, ...places]
  const best = [
    { title: t.actions, items: choose(actions, PER_GROUP, 2) },
    { title: t.goTo, items: choose(everywhere, PER_GROUP + 2, 2) },
  ]
  const shown = new Set(best.flatMap(({ items }) => items.map(({ id }) => id)))
  const more = typed.trim() === '' ? [] : choose([...actions, ...everywhere], 2 * PER_GROUP, 1).filter(({ id }) => !shown.has(id))
  // What fits by another word for it stands below the people and things of that name.
  return { best, more: { title: t.more, items: more } }
}

function usePeople(settled: string) {
  const t = useMessages(messages)
  const may = useMay()
  const enabled = settled.length >= MIN_LENGTH && may('members.queryMembers')
  const found = useApiQuery(
    'members.queryMembers',
    { body: { query: { filter: {}, paging: { limit: PER_GROUP, offset: 0 } }, fieldsets: ['FULL'], search: searchMembersFor(settled) } },
    { enabled, ...keepPrevious },
  )
  const members = enabled ? (found.data?.members ?? []) : []
  const items = members.map((member) => ({
    id: member.id,
    label: memberName(member),
    about: member.loginEmail === memberName(member) ? undefined : member.loginEmail,
    link: { to: '/dashboard/members', search: { open: member.id } } as const,
  }))
  return { group: { title: t.members, items }, members, isFetching: enabled && found.isFetching }
}

function useBookings(settled: string) {
  const t = useMessages(messages)
  const may = useMay()
  const site = useSite()
  const enabled = settled.length >= MIN_LENGTH && may('extendedBookings.queryExtendedBookings')
  const found = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: {
          // Abandoned before it was made: not worth finding.
          filter: { status: { $in: ['CONFIRMED', 'PENDING', 'WAITING_LIST', 'CANCELED', 'DECLINED'] } },
          sort: [{ fieldName: 'startDate', order: 'DESC' }],
          cursorPaging: { limit: PER_GROUP },
        },
        search: { expression: settled.slice(0, 100) },
      },
    },
    { enabled, ...keepPrevious },
  )
  const items = (enabled ? (found.data?.extendedBookings ?? []) : []).map(({ booking }) => ({
    id: booking.id,
    label: `${clientName(booking)}: ${booking.bookedEntity.title}`,
    about: [formatInstant(booking.startDate, site), booking.status === 'CONFIRMED' ? '' : bookingState(booking.status)[0]].filter(Boolean).join(' · '),
    link: { to: '/dashboard/bookings', search: { open: booking.id } } as const,
  }))
  return { group: { title: t.bookings, items }, isFetching: enabled && found.isFetching }
}

/** Orders of the people found: an order has no name of its own. */
function useOrders(members: readonly { id: string; loginEmail?: string }[]) {
  const t = useMessages(messages)
  const may = useMay()
  const site = useSite()
  const enabled = members.length > 0 && may('orders.managementListOrders') && may('plans.listPlans')
  const buyerIds = members.slice(0, ORDER_PEOPLE).map(({ id }) => id)
  const found = useApiQuery(
    'orders.managementListOrders',
    { query: { limit: PER_GROUP, offset: 0, buyerIds, sorting: { fieldName: 'createdDate', order: 'DESC' } } },
    { enabled, ...keepPrevious },
  )
  const names = new Map(members.map((member) => [member.id, memberName(member as Parameters<typeof memberName>[0])]))
  const items = (enabled ? (found.data?.orders ?? []) : []).map((order) => ({
    id: order.id,
    label: `${names.get(order.buyer.memberId) ?? ''}: ${order.planName ?? t.plan}`,
    about: t.since(orderState(order)[0], formatInstant(order.startDate, site, 'date')),
    link: { to: '/dashboard/plans', search: { tab: 'subscriptions', open: order.id } } as const,
  }))
  return { group: { title: t.orders, items }, isFetching: enabled && found.isFetching }
}

/** The same list that other screens hold already. */
function useServices(typed: string): FoundGroup {
  const t = useMessages(messages)
  const may = useMay()
  const enabled = typed.trim().length >= MIN_LENGTH && may('services.queryServices')
  const all = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } }, { enabled }).data?.services ?? []
  const items = findBest(typed, enabled ? all : [], ({ name }) => ({ name }), PER_GROUP).map(({ id, name }) => ({
    id,
    label: name,
    link: { to: '/dashboard/services', search: { edit: id } } as const,
  }))
  return { title: t.services, items }
}
