/** Merges two contacts of one person. Source: guide members §9. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { onContactsMerged } from '../hooks.ts'
import { refuse } from '../errors.ts'
import { mergeContacts } from '../rules/contact.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { saveMember } from './save-member.ts'

/**
 * The contact with a member survives, otherwise the first; its values win. Bookings and orders of the other move to it.
 * Members who were disconnected or deleted keep the history of the person.
 */
export async function mergeContactPair(ctx: TransactionContext, firstId: string, secondId: string): Promise<contacts.ListedContact> {
  const locked = await contacts.lockContacts(ctx, [firstId, secondId])
  const getLocked = (id: string) => locked.find((one) => one.id === id.toLowerCase()) ?? refuseStandard('NOT_FOUND')
  const [first, second] = [getLocked(firstId), getLocked(secondId)]
  if (first.id === second.id) refuseStandard('NOT_FOUND')
  if (first.memberId && second.memberId) refuse('BOTH_ARE_MEMBERS', { memberIds: [first.memberId, second.memberId] })
  const [survivor, duplicate] = second.memberId ? [second, first] : [first, second]
  const member = survivor.memberId ? await store.lockMember(ctx, survivor.memberId) : undefined
  const loginEmail = member?.loginEmail
  await contacts.updateContact(ctx, survivor.id, mergeContacts(survivor, duplicate, loginEmail), { loginEmail })
  await onContactsMerged.call(ctx, { fromId: duplicate.id, toId: survivor.id })
  await store.moveMembersToContact(ctx, duplicate.id, survivor.id)
  await contacts.deleteContact(ctx, duplicate.id)
  if (member) await saveMember(ctx, member.id, {})
  const [merged] = await contacts.lockContacts(ctx, [survivor.id])
  return merged ?? refuseStandard('NOT_FOUND')
}
