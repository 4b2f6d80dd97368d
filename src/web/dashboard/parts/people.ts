/** Names of members: lists of orders and payments only contain ids. */
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { memberName } from './format.ts'

const text = currentMessages(defineDashboardMessages({ formerMember: 'Former member' }, { de: { formerMember: 'Ehemaliges Mitglied' } }))

/** Members by their ids, at most a hundred. */
export const toMemberQuery = (ids: readonly string[]) => ({
  body: { query: { filter: { id: { $in: [...new Set(ids)] } }, paging: { limit: 100, offset: 0 } }, fieldsets: ['FULL' as const] },
})

const searchedFields: ('profile.nickname' | 'loginEmail' | 'contact.firstName' | 'contact.lastName')[] = [
  'profile.nickname',
  'loginEmail',
  'contact.firstName',
  'contact.lastName',
]
/** The search of members for what was typed: a part of a name or of the email. */
export const searchMembersFor = (typed: string) => ({ expression: typed.slice(0, 100), fields: searchedFields })

/** Names for at most a hundred ids; deleted people are former members. */
export function useMemberNames(ids: readonly string[] | undefined): (id: string | undefined) => string {
  const wanted = (ids ?? []).filter(Boolean).toSorted()
  const found = useApiQuery('members.queryMembers', toMemberQuery(wanted), { enabled: wanted.length > 0, ...keepPrevious })
  const names = new Map(found.data?.members.map((member) => [member.id, memberName(member)]))
  return (id) => names.get(id ?? '') ?? (found.isPending && wanted.length > 0 ? '…' : text.formerMember)
}
