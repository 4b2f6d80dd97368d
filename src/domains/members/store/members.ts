/** All SQL on members: lookups and changes. */
import { sql, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json, writes } from '#kit/db/open.ts'
import { precompileColumns } from '#kit/db/precompiled-columns.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Picture } from '../rules/member-change.ts'
import { emailKey, type Address } from '../rules/contact.ts'
import type { ActivityStatus, CommunityRole, MemberStatus, PrivacyStatus } from '../rules/status.ts'
import { contactColumns, type ContactRecord } from './contacts.ts'
import { readSql } from '#kit/db/open.ts'

export type { Picture } from '../rules/member-change.ts'
export type { ContactRecord } from './contacts.ts'
export interface MemberRecord {
  id: string
  contactId: string
  loginEmail: string
  loginEmailVerified: boolean
  status: MemberStatus
  privacyStatus: PrivacyStatus
  activityStatus: ActivityStatus
  awaitsEmailVerification: boolean
  communityRole: CommunityRole
  /** The dashboard user this member is, if any. */
  userId: string | null
  nickname: string
  slug: string
  title: string
  photo: Picture | null
  cover: Picture | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  lastLoginAt: Temporal.Instant | null
  contact: ContactRecord
}
const memberColumns = [
  'member.id',
  'member.contactId',
  'member.loginEmail',
  'member.loginEmailVerified',
  'member.status',
  'member.privacyStatus',
  'member.activityStatus',
  'member.awaitsEmailVerification',
  'member.communityRole',
  'member.userId',
  'member.nickname',
  'member.slug',
  'member.title',
  'member.photo',
  'member.cover',
  'member.createdAt',
  'member.updatedAt',
  'member.lastLoginAt',
] as const
/** Members who are not deleted. */
export const members = (ctx: Pick<ReadContext, 'db' | 'siteId'>) =>
  ctx.db.selectFrom('member').where('member.siteId', '=', ctx.siteId).where('member.deletedAt', 'is', null)
/** Joined with contacts; every member has one. */
export const withContacts = (found: ReturnType<typeof members>) =>
  found.innerJoin('contact', (join) => join.onRef('contact.siteId', '=', 'member.siteId').onRef('contact.id', '=', 'member.contactId'))
const liveMembers = (ctx: Pick<ReadContext, 'db' | 'siteId'>) => withContacts(members(ctx))

export const memberSelection = precompileColumns([...memberColumns, ...contactColumns])
export type MemberRow = Awaited<ReturnType<typeof selectRows>>[number]
const selectRows = (ctx: ReadContext) => liveMembers(ctx).select(memberSelection).execute()

export function toMemberRecord(row: MemberRow): MemberRecord {
  // Listed one by one: rest properties doubled the time of long lists.
  return {
    id: row.id,
    contactId: row.contactId,
    loginEmail: row.loginEmail,
    loginEmailVerified: row.loginEmailVerified,
    status: row.status as MemberStatus,
    privacyStatus: row.privacyStatus as PrivacyStatus,
    activityStatus: row.activityStatus as ActivityStatus,
    awaitsEmailVerification: row.awaitsEmailVerification,
    communityRole: row.communityRole as CommunityRole,
    nickname: row.nickname,
    slug: row.slug,
    title: row.title,
    photo: row.photo as Picture | null,
    cover: row.cover as Picture | null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastLoginAt: row.lastLoginAt,
    userId: row.userId,
    contact: {
      id: row.contactId,
      firstName: row.firstName,
      lastName: row.lastName,
      phones: row.phones,
      emails: row.emails,
      addresses: row.addresses as Address[],
      birthdate: row.birthdate?.toString() ?? null,
      company: row.company,
      jobTitle: row.jobTitle,
      customValues: row.customValues as Record<string, unknown>,
    },
  }
}

const memberById = precompileQuery(({ siteId, id }: { siteId: string; id: string }, db) =>
  liveMembers({ db, siteId }).where('member.id', '=', id).select(memberSelection),
)
/** The member, unless unknown or deleted. */
export async function findMemberById(ctx: ReadContext, id: string): Promise<MemberRecord | undefined> {
  if (!isGuid(id)) return undefined
  const [row] = (await readSql(ctx.db, memberById({ siteId: ctx.siteId, id }))).rows
  return row && toMemberRecord(row)
}

/** The member, locked until commit. Every change starts here. */
export async function lockMember(ctx: TransactionContext, id: string): Promise<MemberRecord | undefined> {
  if (!isGuid(id)) return undefined
  const row = await liveMembers(ctx).where('member.id', '=', id).select(memberSelection).forUpdate('member').executeTakeFirst()
  return row && toMemberRecord(row)
}

export async function findMembersByIds(ctx: ReadContext, ids: readonly string[]): Promise<MemberRecord[]> {
  const validIds = ids.filter(isGuid)
  if (validIds.length === 0) return []
  return (await liveMembers(ctx).where('member.id', 'in', validIds).select(memberSelection).execute()).map(toMemberRecord)
}

/** The member who holds this login email: pending, approved or blocked. */
export async function findMemberByEmail(ctx: ReadContext, email: string): Promise<MemberRecord | undefined> {
  const row = await liveMembers(ctx)
    .where(sql<SqlBool>`lower(member.login_email) = ${emailKey(email)}`)
    .where('member.status', '<>', 'OFFLINE')
    .select(memberSelection)
    .executeTakeFirst()
  return row && toMemberRecord(row)
}

/** The members who sign in with these addresses. */
export async function listMembersByEmail(ctx: ReadContext, emails: readonly string[]): Promise<Pick<MemberRecord, 'id' | 'loginEmail'>[]> {
  if (emails.length === 0) return []
  return liveMembers(ctx)
    .where(sql<string>`lower(member.login_email)`, 'in', emails.map(emailKey))
    .where('member.status', '<>', 'OFFLINE')
    .select(['member.id', 'member.loginEmail'])
    .execute()
}

/** The active member of this contact; of several the oldest. */
export async function findMemberByContact(ctx: ReadContext, contactId: string): Promise<MemberRecord | undefined> {
  if (!isGuid(contactId)) return undefined
  const row = await liveMembers(ctx)
    .where('member.contactId', '=', contactId)
    .select(memberSelection)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .limit(1)
    .executeTakeFirst()
  return row && toMemberRecord(row)
}

/** The member of a dashboard user. */
export async function findMemberByUser(ctx: ReadContext, userId: string): Promise<MemberRecord | undefined> {
  const row = await liveMembers(ctx).where('member.userId', '=', userId).select(memberSelection).executeTakeFirst()
  return row && toMemberRecord(row)
}

/** The member of the site's owner; of several the oldest. */
export const findOwnerMemberId = async (ctx: ReadContext): Promise<string | undefined> =>
  (
    await liveMembers(ctx)
      .where('member.userId', 'is not', null)
      .where('member.communityRole', '=', 'OWNER')
      .orderBy('member.createdAt')
      .orderBy('member.id')
      .select('member.id')
      .executeTakeFirst()
  )?.id

/** The member with this slug, current or recently released. */
export async function findMemberBySlug(ctx: ReadContext, slug: string, heldSince: Temporal.Instant): Promise<MemberRecord | undefined> {
  const row = await liveMembers(ctx)
    .innerJoin('memberSlug', (join) => join.onRef('memberSlug.siteId', '=', 'member.siteId').onRef('memberSlug.memberId', '=', 'member.id'))
    .where('memberSlug.slugKey', '=', slug.toLowerCase())
    .where((eb) => eb.or([eb('memberSlug.freedAt', 'is', null), eb('memberSlug.freedAt', '>', heldSince)]))
    .select(memberSelection)
    .executeTakeFirst()
  return row && toMemberRecord(row)
}

export const listMemberEvents = (ctx: ReadContext, id: string, limit: number) =>
  ctx.db
    .selectFrom('event')
    .select(['id', 'type', 'slug', 'happenedAt', 'identity'])
    .where('siteId', '=', ctx.siteId)
    .where('entityId', '=', id)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

export const countMembersByStatus = (ctx: ReadContext) =>
  members(ctx)
    .select(['member.status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('member.status')
    .execute()

/** How many members the site has; counted no further than `limit`. */
export async function countMembersUpTo(ctx: ReadContext, limit: number): Promise<number> {
  const some = ctx.db.selectFrom('member').select('id').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null).limit(limit).as('some')
  const { count } = await ctx.db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewMemberRow = Omit<MemberRecord, 'contact' | 'updatedAt' | 'lastLoginAt' | 'activityStatus'>
export const insertMember = (ctx: TransactionContext, row: NewMemberRow): Promise<unknown> =>
  ctx.tx
    .insertInto('member')
    .values({ ...row, siteId: ctx.siteId, photo: row.photo && json(row.photo), cover: row.cover && json(row.cover), updatedAt: row.createdAt })
    .execute()

export type MemberChange = Partial<
  Pick<
    MemberRecord,
    | 'contactId'
    | 'loginEmail'
    | 'loginEmailVerified'
    | 'status'
    | 'privacyStatus'
    | 'activityStatus'
    | 'awaitsEmailVerification'
    | 'communityRole'
    | 'userId'
    | 'nickname'
    | 'slug'
    | 'title'
    | 'photo'
    | 'cover'
  >
>
export const updateMember = (ctx: TransactionContext, id: string, { photo, cover, ...change }: MemberChange): Promise<unknown> =>
  ctx.tx
    .updateTable('member')
    .set({
      ...change,
      ...(photo !== undefined && { photo: photo && json(photo) }),
      ...(cover !== undefined && { cover: cover && json(cover) }),
      updatedAt: ctx.now,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Called before the old contact is deleted. */
export const moveMemberToContact = (ctx: TransactionContext, id: string, contactId: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ contactId }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Moves all members of a contact to another one. */
export const moveMembersToContact = (ctx: TransactionContext, fromId: string, toId: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ contactId: toId }).where('siteId', '=', ctx.siteId).where('contactId', '=', fromId).execute()

/** `updatedAt` stays: a sign-in is no change of the member. */
export const setLastLogin = (ctx: TransactionContext, id: string): Promise<unknown> =>
  pipelineQuery(ctx.tx, sql`${writes('member')} update member set last_login_at = ${ctx.now} where site_id = ${ctx.siteId} and id = ${id}`)

/** Those of the addresses that are login emails, in lower case. */
export async function findTakenEmails(ctx: ReadContext, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const { rows } = await readSql(
    ctx.db,
    sql<{ key: string }>`
    select lower(login_email) as key from member
    where site_id = ${ctx.siteId} and status <> 'OFFLINE' and deleted_at is null and lower(login_email) = any(${emails.map(emailKey)}::text[])`,
  )
  return new Set(rows.map((row) => row.key))
}
/** The next members for an export, oldest first, without disconnected ones. */
export const listMembersAfter = async (
  ctx: ReadContext,
  last: { id: string; createdAt: Temporal.Instant } | undefined,
  limit: number,
): Promise<MemberRecord[]> =>
  (
    await liveMembers(ctx)
      .where('member.status', '<>', 'OFFLINE')
      .$if(last !== undefined, (q) =>
        q.where(sql<SqlBool>`(member.created_at, member.id) > (${last?.createdAt ?? null}::timestamptz, ${last?.id ?? null}::uuid)`),
      )
      .select(memberSelection)
      .orderBy('member.createdAt')
      .orderBy('member.id')
      .limit(limit)
      .execute()
  ).map(toMemberRecord)

export const listPublicMemberIds = async (ctx: ReadContext, limit: number): Promise<string[]> =>
  (await members(ctx).where('member.privacyStatus', '=', 'PUBLIC').select('member.id').orderBy('member.id').limit(limit).execute()).map((row) => row.id)
