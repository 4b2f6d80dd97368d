/** Filters and sort orders behind the tabs and chips of the member list. */
import type { SearchOf } from '../../search-params.ts'
import type { membersSearch } from '../search-params.ts'

export type MemberSearch = SearchOf<typeof membersSearch>

const statusOf: Record<string, string | undefined> = { pending: 'PENDING', blocked: 'BLOCKED' }
/** The chips: several at once narrow further. */
export const chips = [
  { value: 'muted', label: 'Muted', filter: { activityStatus: 'MUTED' } },
  { value: 'open', label: 'Public profile', filter: { privacyStatus: 'PUBLIC' } },
  { value: 'unproven', label: 'Unverified email', filter: { loginEmailVerified: false } },
  { value: 'never', label: 'Never signed in', filter: { lastLoginDate: { $exists: false } } },
  { value: 'left', label: 'Left', filter: { status: 'OFFLINE' } },
] as const
export const sorts = [
  { value: 'newest', label: 'Newest first', sort: { fieldName: 'createdDate', order: 'DESC' } },
  { value: 'oldest', label: 'Oldest first', sort: { fieldName: 'createdDate', order: 'ASC' } },
  { value: 'name', label: 'By name', sort: { fieldName: 'profile.nickname', order: 'ASC' } },
  { value: 'seen', label: 'Last sign-in', sort: { fieldName: 'lastLoginDate', order: 'DESC' } },
] as const

export const chosenChips = (only: string | undefined): string[] => (only ?? '').split('-').filter((one) => chips.some(({ value }) => value === one))

/** The filter of the list. Actions by filter are refused for an empty one, so that it always names who is meant. */
export function toMemberFilter({ tab, only }: Pick<MemberSearch, 'tab' | 'only'>): Record<string, unknown> {
  const status = statusOf[tab ?? 'all']
  const base = status ? { status } : { status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } }
  return chosenChips(only).reduce<Record<string, unknown>>((filter, value) => ({ ...filter, ...chips.find((chip) => chip.value === value)?.filter }), base)
}
