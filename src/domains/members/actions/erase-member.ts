/** Erases the personal data of a deleted member; the row stays for accounting. Source: guide members §10.3. */
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { onMemberDeleted, onMemberStatusChanged, listEnteredContacts, listEnteredDetails } from '../hooks.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { withEventMetadata } from '#kit/jobs/event-metadata.ts'
import { redactEmails } from '#domains/notifications/public.ts'
import { redactEvents, redactJob } from '#kit/jobs/redact.ts'
import { contentDeletionRequested, memberDeleted } from '../events.ts'
import { refuse } from '../errors.ts'
import { deleteMember } from './delete-member.ts'
import * as contacts from '../store/contacts.ts'
import * as deletions from '../store/deletions.ts'
import * as store from '../store/members.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

const RETENTION_DAYS = 30
const toLimit = (now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: 24 * RETENTION_DAYS })

/** Removes personal data from profile, contact and sign-in. Orders and bookings keep the ids, which no longer lead to a person. */
async function erasePersonalData(ctx: TransactionContext, deletedPerson: deletions.DeletedPerson): Promise<void> {
  const { id, contactId } = deletedPerson
  const details = await collectDetails(ctx, deletedPerson)
  const enteredContacts = (await listEnteredContacts.call(ctx, { memberId: id, contactId })).flat()
  await onMemberStatusChanged.call(ctx, { memberId: id, change: 'erased', byMember: false, contactId, ...details })
  await deletions.eraseMemberRows(ctx, id, contactId)
  // decision: contacts that exist only because this person booked for them are erased, too.
  for (const one of enteredContacts) await deletions.clearContact(ctx, one)
  enqueueRedaction(ctx, { id, contactId, ...details })
}

/** Events and emails of this transaction are delivered before they are redacted. */
const enqueueRedaction = (ctx: TransactionContext, person: PersonToRedact): void =>
  ctx.enqueue({ kind: 'members.redact-history', key: person.jobKey ?? person.id, data: person, dueAt: ctx.now.add({ hours: 1 }) })

interface PersonToRedact extends deletions.DeletedPerson {
  /** Of the job, where it is not the first for the person. */
  jobKey?: string
}

/** What is known of the person and what they entered elsewhere, without addresses of another member: emails to a friend stay the friend's. */
async function collectDetails(ctx: TransactionContext, { id, contactId, emails, phones = [] }: deletions.DeletedPerson) {
  const entered = await listEnteredDetails.call(ctx, { memberId: id, contactId })
  const own: string[] = []
  for (const email of new Set(entered.flatMap((details) => details.emails))) {
    const holder = await contacts.findContactByEmail(ctx, email)
    if (!holder || holder.contact.id === contactId || holder.memberId === null) own.push(email)
  }
  return { emails: [...emails, ...own], phones: [...new Set([...phones, ...entered.flatMap((details) => details.phones)])] }
}

/** Redacts emails and events about an erased person, and erases again, because requests in flight may have written in between. */
export async function redactHistory(ctx: TransactionContext, { jobKey, ...person }: PersonToRedact): Promise<void> {
  const { id, contactId, emails, phones = [] } = person
  await onMemberStatusChanged.call(ctx, { memberId: id, change: 'erased', byMember: false, contactId, emails, phones })
  let areWaiting = false
  for (const email of new Set(emails)) areWaiting = (await redactEmails(ctx, email, ctx.now)).areWaiting || areWaiting
  await redactEvents(ctx, [id])
  await redactJob(ctx, 'members.redact-history', jobKey ?? id)
  // They are sent first.
  if (areWaiting) enqueueRedaction(ctx, { ...person, jobKey: `${id}:${ctx.newId()}` })
}

/** Erases members who were deleted 30 days ago. Their slug is reserved for the same time. */
export async function eraseDeletedMembers(ctx: TransactionContext): Promise<number> {
  const due = await deletions.listDeletedBefore(ctx, toLimit(ctx.now))
  for (const deletedPerson of due) await erasePersonalData(ctx, deletedPerson)
  return due.length
}

/** Erases a member at once, deleted before or not: the right to erasure. Source: guide members §10.3. */
export async function eraseMember(ctx: TransactionContext, id: string): Promise<void> {
  const anonymizingCtx = withEventMetadata(ctx, { anonymizing: true })
  if (await store.lockMember(ctx, id)) await deleteMember(anonymizingCtx, id, { byMember: false })
  const deleted = (await deletions.lockDeletedMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await erasePersonalData(ctx, deleted)
  anonymizingCtx.emit(contentDeletionRequested(id))
}

/**
 * Erases a contact who is no member: upcoming bookings are cancelled, past ones stay for accounting
 * without a name. A contact with a member, even a disconnected or deleted one, is erased with that member only.
 */
export async function eraseContact(ctx: TransactionContext, id: string): Promise<void> {
  const [contact] = await contacts.lockContacts(ctx, [id])
  const known = contact ?? refuseStandard('NOT_FOUND')
  if (!(await deletions.clearContact(ctx, known.id))) refuse('CONTACT_HAS_MEMBER', { contactId: known.id, memberId: known.memberId })
  const person = { memberId: known.id, contactId: known.id, byMember: false }
  const details = await collectDetails(ctx, { id: known.id, contactId: known.id, emails: known.emails, phones: known.phones })
  await onMemberStatusChanged.call(ctx, { ...person, change: 'deleted' })
  await onMemberDeleted.call(ctx, person)
  await onMemberStatusChanged.call(ctx, { ...person, change: 'erased', ...details })
  enqueueRedaction(ctx, { id: known.id, contactId: known.id, ...details })
}

/** Deletes sign-ups whose email was never verified, because it is unknown whose they are. Source: guide members §5.2 row 29. */
export async function deleteUnverifiedSignUps(ctx: TransactionContext): Promise<number> {
  const due = await deletions.listUnverifiedBefore(ctx, toLimit(ctx.now))
  for (const deletedPerson of due) {
    const { id } = deletedPerson
    await onMemberStatusChanged.call(ctx, { memberId: id, change: 'deleted', byMember: false })
    await onMemberDeleted.call(ctx, { memberId: id, byMember: false })
    await deletions.markDeleted(ctx, id)
    await erasePersonalData(ctx, deletedPerson)
    withEventMetadata(ctx, { anonymizing: true }).emit(memberDeleted(id))
  }
  return due.length
}

export const hasMembersToErase: SiteCondition = ({ now }) => deletions.hasDeletedBefore(toLimit(now))
export const hasUnverifiedSignUps: SiteCondition = ({ now }) => deletions.hasUnverifiedBefore(toLimit(now))
