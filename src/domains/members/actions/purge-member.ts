/** Erases the personal data of a deleted member; the row stays for the books. Source: guide members 10.3. */
import type { Ctx } from '#kit/ctx.ts'
import { followStanding, typedAddresses, typedContacts } from '../asks.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { marked } from '#kit/work/marked.ts'
import { forgetEvents, forgetJob, forgetLetters } from '#kit/work/forget.ts'
import { contentDeletionRequested, memberDeleted } from '../events.ts'
import { refuse } from '../errors.ts'
import { deleteMember } from './delete-member.ts'
import * as contacts from '../store/contacts.ts'
import * as leaving from '../store/leaving.ts'
import * as store from '../store/members.ts'

const DAYS_KEPT = 30
const daysAgo = (ctx: Ctx, days: number) => ctx.now.subtract({ hours: 24 * days })

/** Profile, contact and sign-in lose all that is personal; nobody finds them under the ids that orders and bookings keep. */
async function erase(ctx: Ctx, { id, contactId, emails: known }: leaving.Leaver): Promise<void> {
  const emails = [...known, ...(await typedBy(ctx, { id, contactId }))]
  const typed = (await typedContacts.ask(ctx, { memberId: id, contactId })).flat()
  await followStanding.ask(ctx, { memberId: id, change: 'erased', byMember: false, contactId, emails })
  await leaving.erase(ctx, id, contactId)
  // decision: whom the person booked for under another address goes with them, unless somebody else knows that contact, too.
  for (const one of typed) await leaving.blankContact(ctx, one)
  // What this very work announces and sends has to reach its readers first.
  ctx.later({ kind: 'members.forget', key: id, data: { id, contactId, emails } satisfies leaving.Leaver, dueAt: ctx.now.add({ hours: 1 }) })
}

/** What a person typed as their address elsewhere, as far as no other member is known under it: a friend's letters stay the friend's. */
async function typedBy(ctx: Ctx, { id, contactId }: { id: string; contactId: string }): Promise<string[]> {
  const typed = new Set((await typedAddresses.ask(ctx, { memberId: id, contactId })).flat())
  const own: string[] = []
  for (const email of typed) {
    const holder = await contacts.contactByEmail(ctx, email)
    if (!holder || holder.contact.id === contactId || holder.memberId === null) own.push(email)
  }
  return own
}

/** Letters and events lose what they said about an erased member; and once more all that others keep, should something have come in between. */
export async function forget(ctx: Ctx, { id, contactId, emails }: leaving.Leaver): Promise<void> {
  await followStanding.ask(ctx, { memberId: id, change: 'erased', byMember: false, contactId, emails })
  for (const email of new Set(emails)) await forgetLetters(ctx, email, ctx.now)
  await forgetEvents(ctx, [id])
  await forgetJob(ctx, 'members.forget', id)
}

/** Members who were deleted long enough ago. The slug stays held as long: both end on the same day. */
export async function purgeDeleted(ctx: Ctx): Promise<number> {
  const due = await leaving.deletedBefore(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const leaver of due) await erase(ctx, leaver)
  return due.length
}

/** Erases a person at once, deleted before or not: for those who may ask for it by law (guide: members 10.3). */
export async function eraseNow(ctx: Ctx, id: string): Promise<void> {
  const erasing = marked(ctx, { anonymizing: true })
  if (await store.lockMember(ctx, id)) await deleteMember(erasing, id, { byMember: false })
  const deleted = (await leaving.lockDeleted(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await erase(ctx, deleted)
  erasing.announce(contentDeletionRequested(id))
}

/**
 * Erases somebody who booked or bought and is no member: upcoming bookings are cancelled, past ones stay for the books
 * without a name. A contact that has a member, were it a disconnected or deleted one, goes with that member.
 */
export async function eraseContact(ctx: Ctx, id: string): Promise<void> {
  const [contact] = await contacts.lockContacts(ctx, [id])
  const known = contact ?? refuseStandard('NOT_FOUND')
  if (!(await leaving.blankContact(ctx, known.id))) refuse('CONTACT_HAS_MEMBER', { contactId: known.id, memberId: known.memberId })
  const person = { memberId: known.id, contactId: known.id, byMember: false }
  const emails = [...known.emails, ...(await typedBy(ctx, { id: known.id, contactId: known.id }))]
  await followStanding.ask(ctx, { ...person, change: 'deleted' })
  await followStanding.ask(ctx, { ...person, change: 'erased', emails })
  const leaver: leaving.Leaver = { id: known.id, contactId: known.id, emails }
  ctx.later({ kind: 'members.forget', key: known.id, data: leaver, dueAt: ctx.now.add({ hours: 1 }) })
}

/** Sign-ups whose email was never proven: nobody knows whose they are, so nothing of them is kept (guide: members 5.2 row 29). */
export async function dropUnproven(ctx: Ctx): Promise<number> {
  const due = await leaving.unprovenSince(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const leaver of due) {
    const { id } = leaver
    await followStanding.ask(ctx, { memberId: id, change: 'deleted', byMember: false })
    await leaving.markDeleted(ctx, id)
    await erase(ctx, leaver)
    marked(ctx, { anonymizing: true }).announce(memberDeleted(id))
  }
  return due.length
}
