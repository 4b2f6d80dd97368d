/** Two contacts of one person become one. Source: guide members 9. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { followContact } from '../asks.ts'
import { refuse } from '../errors.ts'
import { mergeContacts } from '../rules/contact.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { saved } from './saved.ts'

/**
 * The one with a member survives, otherwise the first; its own values win. Bookings and orders of the other follow it.
 * Members who were disconnected or deleted keep the history of the person.
 */
export async function mergeTwo(ctx: Ctx, firstId: string, secondId: string): Promise<contacts.ListedContact> {
  const known = await contacts.lockContacts(ctx, [firstId, secondId])
  const of = (id: string) => known.find((one) => one.id === id.toLowerCase()) ?? refuseStandard('NOT_FOUND')
  const [first, second] = [of(firstId), of(secondId)]
  if (first.id === second.id) refuseStandard('NOT_FOUND')
  if (first.memberId && second.memberId) refuse('BOTH_ARE_MEMBERS', { memberIds: [first.memberId, second.memberId] })
  const [stays, goes] = second.memberId ? [second, first] : [first, second]
  const member = stays.memberId ? await store.lockMember(ctx, stays.memberId) : undefined
  const loginEmail = member?.loginEmail
  await contacts.updateContact(ctx, stays.id, mergeContacts(stays, goes, loginEmail), { loginEmail })
  await followContact.ask(ctx, { fromId: goes.id, toId: stays.id })
  await store.moveMembersToContact(ctx, goes.id, stays.id)
  await contacts.deleteContact(ctx, goes.id)
  if (member) await saved(ctx, member.id, {})
  const [merged] = await contacts.lockContacts(ctx, [stays.id])
  return merged ?? refuseStandard('NOT_FOUND')
}
