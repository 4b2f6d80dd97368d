/** Names of members in lists of what they bought and paid. */
import type { ReadContext } from '#kit/api/context.ts'
import { findMembersByIds, type MemberRecord } from '../store/members.ts'

/** First and last name; where there is neither, what others see; at last the address. */
export const getMemberName = ({ contact, nickname, loginEmail }: MemberRecord): string =>
  [contact.firstName, contact.lastName].filter(Boolean).join(' ') || nickname || loginEmail

/** What a caller needs to learn names and addresses of members by reading lists of other things. */
const READ_MEMBERS = 'MEMBERS.MEMBER_READ'
/** The members behind the rows of a page, by id. Missing are those who were deleted, and all for a caller who may not read members. */
export async function loadMembersById(ctx: ReadContext, ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, MemberRecord>> {
  if (ctx.caller.permissions && !ctx.caller.permissions.includes(READ_MEMBERS)) return new Map()
  const members = await findMembersByIds(ctx, [...new Set(ids.flatMap((id) => id ?? []))])
  return new Map(members.map((member) => [member.id, member]))
}
