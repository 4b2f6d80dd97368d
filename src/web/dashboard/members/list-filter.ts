/** Filters and sort orders behind the tabs and chips of the member list. */
import type { OperationName } from '#web/operations.ts'
import type { SearchOf } from '../../search-params.ts'
import { addDays, startOfDay } from '#web/kit/days.ts'
import type { membersSearch } from '../search-params.ts'

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
  { value: 'plan', label: 'Has a plan', operation: 'orders.managementListOrders', filter: () => ({ 'business.runningPlans': { $gt: 0 } }) },
  {
    value: 'lapsed',
    label: `Lapsed ${LAPSED_DAYS} days`,
    operation: 'clients.getClientFigures',
    filter: (day) => ({ 'business.lastBookingEnd': { $lt: daysAgo(LAPSED_DAYS, day) } }),
  },
  { value: 'new', label: `New in ${NEW_DAYS} days`, filter: (day) => ({ createdDate: { $gte: daysAgo(NEW_DAYS, day) } }) },
  { value: 'birthday', label: 'Birthday this week', filter: ({ today }) => ({ 'business.birthday': { $in: birthdaysFrom(today) } }) },
  {
    value: 'owes',
    label: 'Owes money',
    operation: ['clients.getClientFigures', 'checkout.listOwedOnPlans'],
    filter: () => ({ 'business.unpaid': { $gt: 0 } }),
  },
  { value: 'missed', label: 'No-show twice', operation: 'clients.getClientFigures', filter: () => ({ 'business.noShows': { $gte: 2 } }) },
  { value: 'unbooked', label: 'Never booked', operation: 'clients.getClientFigures', filter: () => ({ 'business.bookings': 0 }) },
  { value: 'muted', label: 'Muted', filter: () => ({ activityStatus: 'MUTED' }) },
  { value: 'open', label: 'Public profile', filter: () => ({ privacyStatus: 'PUBLIC' }) },
  { value: 'unproven', label: 'Unverified email', filter: () => ({ loginEmailVerified: false }) },
  { value: 'never', label: 'Never signed in', filter: () => ({ lastLoginDate: { $exists: false } }) },
  { value: 'left', label: 'Left', filter: () => ({ status: 'OFFLINE' }) },
]
export const sorts = [
  { value: 'newest', label: 'Newest first', sort: { fieldName: 'createdDate', order: 'DESC' } },
  { value: 'oldest', label: 'Oldest first', sort: { fieldName: 'createdDate', order: 'ASC' } },
  { value: 'name', label: 'By name', sort: { fieldName: 'profile.nickname', order: 'ASC' } },
  { value: 'seen', label: 'Last sign-in', sort: { fieldName: 'lastLoginDate', order: 'DESC' } },
] as const

export const chosenChips = (only: string | undefined): string[] => (only ?? '').split('-').filter((one) => chips.some(({ value }) => value === one))

/** The filter of the list. Actions by filter are refused for an empty one, so that it always names who is meant. */
export function toMemberFilter({ tab, only }: Pick<MemberSearch, 'tab' | 'only'>, day: FilterDay): Record<string, unknown> {
  const status = statusOf[tab ?? 'all']
  const base = status ? { status } : { status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } }
  return chosenChips(only).reduce<Record<string, unknown>>((filter, value) => ({ ...filter, ...chips.find((chip) => chip.value === value)?.filter(day) }), base)
}
