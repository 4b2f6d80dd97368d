/** Filters and sort orders behind the tabs and chips of the member list. */
import type { OperationName } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { SearchOf } from '../../search-params.ts'
import { addDays, startOfDay } from '#web/kit/days.ts'
import type { membersSearch } from '../search-params.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    hasPlan: 'Has a plan',
    lapsed: (days: number) => `Lapsed ${days} days`,
    new: (days: number) => `New in ${days} days`,
    birthday: 'Birthday this week',
    owes: 'Owes money',
    missed: 'No-show twice',
    unbooked: 'Never booked',
    unproven: 'Unverified email',
    never: 'Never signed in',
    left: 'Left',
    newest: 'Newest first',
    oldest: 'Oldest first',
    byName: 'By name',
  },
  {
    de: {
      hasPlan: 'Mit Tarif',
      lapsed: (days) => `Seit ${days} Tagen nicht da`,
      new: (days) => `Neu in den letzten ${days} Tagen`,
      birthday: 'Geburtstag diese Woche',
      owes: 'Offene Beträge',
      missed: 'Zweimal nicht erschienen',
      unbooked: 'Nie gebucht',
      unproven: 'E-Mail nicht bestätigt',
      never: 'Nie angemeldet',
      left: 'Ausgetreten',
      newest: 'Neueste zuerst',
      oldest: 'Älteste zuerst',
      byName: 'Nach Name',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

export type MemberSearch = SearchOf<typeof membersSearch>

const statusOf: Record<string, string | undefined> = { pending: 'PENDING', blocked: 'BLOCKED' }

/** The day of the business that "lapsed", "new" and "this week" are counted from. */
export interface FilterDay {
  /** YYYY-MM-DD. */
  today: string
  timeZone: string
}
interface Chip {
  value: string
  label: string
  /** What it finds out: without the permission to read that, it is not offered. */
  operation?: OperationName | readonly OperationName[]
  filter: (day: FilterDay) => Record<string, unknown>
}
const LAPSED_DAYS = 30
const NEW_DAYS = 30
const WEEK = 7

const daysAgo = (days: number, { today, timeZone }: FilterDay): string => startOfDay(addDays(today, -days), timeZone)

/** The days of the coming week as MM-DD. Who was born on 29 February celebrates on the 28th in other years. */
export function birthdaysFrom(today: string): string[] {
  const days = Array.from({ length: WEEK }, (_, at) => addDays(today, at).slice(5))
  return days.includes('02-28') && !days.includes('02-29') ? [...days, '02-29'] : days
}

/** The chips: several at once narrow further. */
export const chips: readonly Chip[] = [
  { value: 'plan', label: text.hasPlan, operation: 'orders.managementListOrders', filter: () => ({ 'business.runningPlans': { $gt: 0 } }) },
  {
    value: 'lapsed',
    label: text.lapsed(LAPSED_DAYS),
    operation: 'clients.getClientFigures',
    filter: (day) => ({ 'business.lastBookingEnd': { $lt: daysAgo(LAPSED_DAYS, day) } }),
  },
  { value: 'new', label: text.new(NEW_DAYS), filter: (day) => ({ createdDate: { $gte: daysAgo(NEW_DAYS, day) } }) },
  { value: 'birthday', label: text.birthday, filter: ({ today }) => ({ 'business.birthday': { $in: birthdaysFrom(today) } }) },
  {
    value: 'owes',
    label: text.owes,
    operation: ['clients.getClientFigures', 'checkout.listOwedOnPlans'],
    filter: () => ({ 'business.unpaid': { $gt: 0 } }),
  },
  { value: 'missed', label: text.missed, operation: 'clients.getClientFigures', filter: () => ({ 'business.noShows': { $gte: 2 } }) },
  { value: 'unbooked', label: text.unbooked, operation: 'clients.getClientFigures', filter: () => ({ 'business.bookings': 0 }) },
  { value: 'muted', label: sharedText.muted, filter: () => ({ activityStatus: 'MUTED' }) },
  { value: 'open', label: sharedText.publicProfile, filter: () => ({ privacyStatus: 'PUBLIC' }) },
  { value: 'unproven', label: text.unproven, filter: () => ({ loginEmailVerified: false }) },
  { value: 'never', label: text.never, filter: () => ({ lastLoginDate: { $exists: false } }) },
  { value: 'left', label: text.left, filter: () => ({ status: 'OFFLINE' }) },
]
export const sorts = [
  { value: 'newest', label: text.newest, sort: { fieldName: 'createdDate', order: 'DESC' } },
  { value: 'oldest', label: text.oldest, sort: { fieldName: 'createdDate', order: 'ASC' } },
  { value: 'name', label: text.byName, sort: { fieldName: 'profile.nickname', order: 'ASC' } },
  { value: 'seen', label: sharedText.lastSignIn, sort: { fieldName: 'lastLoginDate', order: 'DESC' } },
] as const

export const chosenChips = (only: string | undefined): string[] => (only ?? '').split('-').filter((one) => chips.some(({ value }) => value === one))

/** The filter of the list. Actions by filter are refused for an empty one, so that it always names who is meant. */
export function toMemberFilter({ tab, only }: Pick<MemberSearch, 'tab' | 'only'>, day: FilterDay): Record<string, unknown> {
  const status = statusOf[tab ?? 'all']
  const base = status ? { status } : { status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } }
  return chosenChips(only).reduce<Record<string, unknown>>((filter, value) => ({ ...filter, ...chips.find((chip) => chip.value === value)?.filter(day) }), base)
}
