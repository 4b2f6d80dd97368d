/** All SQL on members who are deleted: kept for a while, taken back, erased. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { emptyContact } from '../rules/contact.ts'
import { deleteBlocksOf } from './blocks.ts'
import { contactValues } from './contacts.ts'
import { deleteNotesOn } from './notes.ts'

export const markDeleted = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ deletedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Whose data is erased. */
export interface Leaver {
  id: string
  contactId: string
  loginEmail: string
}

/** A deleted member whose personal data is still there, locked. */
export async function lockDeleted(
  ctx: Ctx,
  id: string,
): Promise<{ id: string; contactId: string; loginEmail: string; slug: string; userId: string | null } | undefined> {
  if (!isGuid(id)) return undefined
  return ctx.tx
    .selectFrom('member')
    .select(['id', 'contactId', 'loginEmail', 'slug', 'userId'])
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
/** Those who were deleted and can still come back, the latest first. */
export const deletedMembers = (ctx: Ctx, limit: number) =>
  ctx.tx
    .selectFrom('member')
    .select(['id', 'loginEmail', 'nickname', 'deletedAt'])
    .where('siteId', '=', ctx.siteId)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .orderBy('deletedAt', 'desc')
    .limit(limit)
    .execute()
export const markRestored = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ deletedAt: null }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

export const deletedBefore = (ctx: Ctx, before: Temporal.Instant) =>
  ctx.tx
    .selectFrom('member')
    .select(['id', 'contactId', 'loginEmail'])
    .where('siteId', '=', ctx.siteId)
    .where('deletedAt', '<=', before)
    .where('purgedAt', 'is', null)
    .orderBy('deletedAt')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
export const unprovenSince = (ctx: Ctx, since: Temporal.Instant) =>
  ctx.tx
    .selectFrom('member')
    .select(['id', 'contactId', 'loginEmail'])
    .where('siteId', '=', ctx.siteId)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'PENDING')
    .where('awaitsEmailProof', '=', true)
    .where('createdAt', '<=', since)
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()

/** Blanks the member and, unless somebody else lives in it, the contact. Orders and bookings keep pointing to the ids. */
export async function erase(ctx: Ctx, id: string, contactId: string): Promise<void> {
  await ctx.tx.deleteFrom('memberRole').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
  await ctx.tx.deleteFrom('memberNote').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
  await deleteBlocksOf(ctx, id)
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
  await deleteNotesOn(ctx, id)
  await ctx.tx
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
    .execute()
}
