/** All SQL on deleted members: marked, restored, erased. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { emptyContact } from '../rules/contact.ts'
import { deleteBlocksOfMember } from './blocks.ts'
import { contactValues } from './contacts.ts'
import { deleteNotesOfMember } from './notes.ts'

export const markDeleted = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ deletedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** A person whose data is erased. */
export interface DeletedPerson {
  id: string
  contactId: string
  /** Every address to which emails were sent. */
  emails: string[]
  /** Every number of theirs, as typed. Work queued by an earlier version has none. */
  phones?: string[]
}
const deletedPersonColumns = [
  'member.id',
  'member.contactId',
  'contact.phones',
  sql<string[]>`array_prepend(member.login_email, contact.emails)`.as('emails'),
] as const
const membersWithContact = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('member')
    .innerJoin('contact', (join) => join.onRef('contact.siteId', '=', 'member.siteId').onRef('contact.id', '=', 'member.contactId'))
    .where('member.siteId', '=', ctx.siteId)

/** A deleted member who is not erased yet, locked. */
export async function lockDeletedMember(
  ctx: TransactionContext,
  id: string,
): Promise<(DeletedPerson & { loginEmail: string; slug: string; userId: string | null }) | undefined> {
  if (!isGuid(id)) return undefined
  return membersWithContact(ctx)
    .select([...deletedPersonColumns, 'member.loginEmail', 'member.slug', 'member.userId'])
    .where('member.id', '=', id)
    .where('member.deletedAt', 'is not', null)
    .where('member.purgedAt', 'is', null)
    .forUpdate('member')
    .executeTakeFirst()
}
/** Deleted members who can be restored, the latest first. */
export const listDeletedMembers = (ctx: ReadContext, limit: number) =>
  ctx.db
    .selectFrom('member')
    .select(['id', 'loginEmail', 'nickname', 'deletedAt'])
    .where('siteId', '=', ctx.siteId)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .orderBy('deletedAt', 'desc')
    .limit(limit)
    .execute()
export const markRestored = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ deletedAt: null }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

export const listDeletedBefore = (ctx: TransactionContext, before: Temporal.Instant) =>
  membersWithContact(ctx)
    .select(deletedPersonColumns)
    .where('member.deletedAt', '<=', before)
    .where('member.purgedAt', 'is', null)
    .orderBy('member.deletedAt')
    .limit(100)
    .forUpdate('member')
    .skipLocked()
    .execute()
export const listUnverifiedBefore = (ctx: TransactionContext, before: Temporal.Instant) =>
  membersWithContact(ctx)
    .select(deletedPersonColumns)
    .where('member.deletedAt', 'is', null)
    .where('member.status', '=', 'PENDING')
    .where('member.awaitsEmailVerification', '=', true)
    .where('member.createdAt', '<=', before)
    .limit(100)
    .forUpdate('member')
    .skipLocked()
    .execute()

/** Erases the member and, unless another member has it, the contact. Orders and bookings keep the ids. */
export async function eraseMemberRows(ctx: TransactionContext, id: string, contactId: string): Promise<void> {
  await ctx.tx.deleteFrom('memberRole').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
  await ctx.tx.deleteFrom('memberNote').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
  await deleteBlocksOfMember(ctx, id)
  await ctx.tx
    .updateTable('member')
    .set({
      purgedAt: ctx.now,
      loginEmail: `${id}@deleted.invalid`,
      nickname: 'Deleted member',
      slug: id,
      title: '',
      firstName: null,
      lastName: null,
      photo: null,
      cover: null,
      lastLoginAt: null,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
  await ctx.tx.deleteFrom('memberSlug').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
  await deleteNotesOfMember(ctx, id)
  await clearContact(ctx, contactId)
}

/** Clears a contact, unless a member has it. False when it was not cleared. */
export const clearContact = async (ctx: TransactionContext, contactId: string): Promise<boolean> =>
  (await ctx.tx
    .updateTable('contact')
    .set({ ...contactValues(emptyContact, undefined), updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', contactId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('member')
            .select('member.id')
            .whereRef('member.siteId', '=', 'contact.siteId')
            .whereRef('member.contactId', '=', 'contact.id')
            .where('member.purgedAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Members to erase, and sign-ups never verified, from before an instant: conditions on a row of `site`. */
export const hasDeletedBefore = (before: Temporal.Instant) => sql<boolean>`
  exists (select from member as one where one.site_id = site.id and one.deleted_at <= ${before} and one.deleted_at is not null and one.purged_at is null)`
export const hasUnverifiedBefore = (before: Temporal.Instant) => sql<boolean>`
  exists (select from member as one where one.site_id = site.id and one.deleted_at is null and one.status = 'PENDING'
    and one.awaits_email_verification and one.created_at <= ${before})`
