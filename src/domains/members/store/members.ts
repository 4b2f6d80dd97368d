/** All SQL on contacts, members, slugs and custom fields. */
import { sql, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { Fields, Filter, Operator } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type OffsetMeta, type Query, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Picture } from '../rules/change.ts'
import { emailKey, emailKeys, emptyContact, type Address, type ContactData } from '../rules/contact.ts'
import { defaultPrivacySettings, seesOthers, type PrivacySettings } from '../rules/privacy.ts'
import type { ActivityStatus, CommunityRole, MemberStatus, PrivacyStatus } from '../rules/status.ts'

export type { Picture } from '../rules/change.ts'
export interface ContactRecord extends ContactData {
  id: string
}
export interface MemberRecord {
  id: string
  contactId: string
  loginEmail: string
  loginEmailVerified: boolean
  status: MemberStatus
  privacyStatus: PrivacyStatus
  activityStatus: ActivityStatus
  awaitsEmailProof: boolean
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
/** A malformed id is an unknown id: one behaviour for guesses. */

const memberColumns = [
  'member.id',
  'member.contactId',
  'member.loginEmail',
  'member.loginEmailVerified',
  'member.status',
  'member.privacyStatus',
  'member.activityStatus',
  'member.awaitsEmailProof',
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
const contactColumns = [
  'contact.firstName',
  'contact.lastName',
  'contact.phones',
  'contact.emails',
  'contact.addresses',
  'contact.birthdate',
  'contact.company',
  'contact.jobTitle',
  'contact.customValues',
] as const

const live = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('member')
    .innerJoin('contact', (join) => join.onRef('contact.siteId', '=', 'member.siteId').onRef('contact.id', '=', 'member.contactId'))
    .where('member.siteId', '=', ctx.siteId)
    .where('member.deletedAt', 'is', null)

const selection = [...memberColumns, ...contactColumns] as const
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (ctx: Ctx) => live(ctx).select(selection).execute()

function recordOf(row: Row): MemberRecord {
  // Written out: lists make many of these, and gathering "the rest" of a row costs as much as reading it.
  return {
    id: row.id,
    contactId: row.contactId,
    loginEmail: row.loginEmail,
    loginEmailVerified: row.loginEmailVerified,
    status: row.status as MemberStatus,
    privacyStatus: row.privacyStatus as PrivacyStatus,
    activityStatus: row.activityStatus as ActivityStatus,
    awaitsEmailProof: row.awaitsEmailProof,
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

/** The member, unless unknown or deleted. */
export async function memberById(ctx: Ctx, id: string): Promise<MemberRecord | undefined> {
  if (!isGuid(id)) return undefined
  const row = await live(ctx).where('member.id', '=', id).select(selection).executeTakeFirst()
  return row && recordOf(row)
}

/** The member, locked until commit: everything that changes a member starts here. */
export async function lockMember(ctx: Ctx, id: string): Promise<MemberRecord | undefined> {
  if (!isGuid(id)) return undefined
  const row = await live(ctx).where('member.id', '=', id).select(selection).forUpdate('member').executeTakeFirst()
  return row && recordOf(row)
}

export async function membersByIds(ctx: Ctx, ids: readonly string[]): Promise<MemberRecord[]> {
  const known = ids.filter(isGuid)
  if (known.length === 0) return []
  return (await live(ctx).where('member.id', 'in', known).select(selection).execute()).map(recordOf)
}

/** The member who holds this login email: pending, approved or blocked. */
export async function memberByEmail(ctx: Ctx, email: string): Promise<MemberRecord | undefined> {
  const row = await live(ctx)
    .where(sql<SqlBool>`lower(member.login_email) = ${emailKey(email)}`)
    .where('member.status', '<>', 'OFFLINE')
    .select(selection)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** The live member that a dashboard user is. */
export async function memberByUser(ctx: Ctx, userId: string): Promise<MemberRecord | undefined> {
  const row = await live(ctx).where('member.userId', '=', userId).select(selection).executeTakeFirst()
  return row && recordOf(row)
}

/** The member with this slug, or the one who had it and may still be found under it. */
export async function memberBySlug(ctx: Ctx, slug: string, heldSince: Temporal.Instant): Promise<MemberRecord | undefined> {
  const row = await live(ctx)
    .innerJoin('memberSlug', (join) => join.onRef('memberSlug.siteId', '=', 'member.siteId').onRef('memberSlug.memberId', '=', 'member.id'))
    .where('memberSlug.slugKey', '=', slug.toLowerCase())
    .where((eb) => eb.or([eb('memberSlug.freedAt', 'is', null), eb('memberSlug.freedAt', '>', heldSince)]))
    .select(selection)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Which members the caller may see; `maySee` says the same in words. */
export function visibleTo(ctx: Ctx, settings: PrivacySettings) {
  const { caller } = ctx
  const all = live(ctx)
  if (caller.role === 'owner') return all
  if (!seesOthers(caller, settings)) return all.where(sql<SqlBool>`false`)
  const open = all.where('member.status', '=', 'APPROVED').where('member.awaitsEmailProof', '=', false).where('member.privacyStatus', '=', 'PUBLIC')
  const me = caller.memberId
  if (me === undefined) return open
  // Neither sees the other, whoever of the two made the block.
  return open.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('memberBlock')
          .select('memberBlock.blockedId')
          .whereRef('memberBlock.siteId', '=', 'member.siteId')
          .where((or) =>
            or.or([
              or.and([or('memberBlock.blockerId', '=', me), or('memberBlock.blockedId', '=', or.ref('member.id'))]),
              or.and([or('memberBlock.blockedId', '=', me), or('memberBlock.blockerId', '=', or.ref('member.id'))]),
            ]),
          ),
      ),
    ),
  )
}
export type VisibleMembers = ReturnType<typeof visibleTo>

const statuses = ['PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE'] as const
const fixed: readonly Operator[] = ['$eq', '$ne', '$in', '$nin', '$exists']
/** What the business may filter and sort by. */
export const ownerFields = {
  id: { type: 'id', column: 'member.id', required: true },
  contactId: { type: 'id', column: 'member.contact_id', required: true },
  loginEmail: { type: 'string', column: 'member.login_email', required: true, ignoreCase: true },
  status: { type: 'enum', column: 'member.status', values: statuses, required: true, operators: fixed },
  privacyStatus: { type: 'enum', column: 'member.privacy_status', values: ['PRIVATE', 'PUBLIC'], required: true, operators: fixed },
  activityStatus: { type: 'enum', column: 'member.activity_status', values: ['ACTIVE', 'MUTED'], required: true, operators: fixed },
  'contact.firstName': { type: 'string', column: 'contact.first_name', emptyIsAbsent: true, sort: true },
  'contact.lastName': { type: 'string', column: 'contact.last_name', emptyIsAbsent: true, sort: true },
  'profile.nickname': { type: 'string', column: 'member.nickname', required: true, sort: true },
  'profile.slug': { type: 'string', column: 'member.slug', required: true },
  'profile.title': { type: 'string', column: 'member.title', emptyIsAbsent: true },
  createdDate: { type: 'instant', column: 'member.created_at', required: true, sort: true },
  updatedDate: { type: 'instant', column: 'member.updated_at', required: true, sort: true },
  lastLoginDate: { type: 'instant', column: 'member.last_login_at', sort: true },
  loginEmailVerified: { type: 'boolean', column: 'member.login_email_verified', required: true },
  roleKey: {
    type: 'strings',
    column: sql`array_cat(array['MEMBER', member.community_role], (select array_agg(r.role_key) from member_role r where r.site_id = member.site_id and r.member_id = member.id))`,
    operators: ['$eq', '$ne', '$in', '$nin', '$hasSome', '$hasAll'],
  },
} satisfies Fields
/**
 * What visitors and members may ask about; anything else would let a stranger test whether an email exists. Everyone they
 * see is approved and public, so a filter that asks for this passes and any other finds nobody.
 */
export const strangerFields: Fields = {
  id: ownerFields.id,
  contactId: ownerFields.contactId,
  'profile.nickname': ownerFields['profile.nickname'],
  'profile.slug': ownerFields['profile.slug'],
  'profile.title': ownerFields['profile.title'],
  createdDate: { ...ownerFields.createdDate, filter: false },
  status: { ...ownerFields.status, column: sql`'APPROVED'` },
  privacyStatus: { ...ownerFields.privacyStatus, column: sql`'PUBLIC'` },
}

const searchColumns = {
  loginEmail: 'member.login_email',
  'contact.firstName': 'contact.first_name',
  'contact.lastName': 'contact.last_name',
  'profile.title': 'member.title',
  'profile.nickname': 'member.nickname',
  'profile.slug': 'member.slug',
} as const
export type SearchField = keyof typeof searchColumns

/** Narrows to members in whom every word occurs in one of the fields, whatever its case and accents. */
export function searched(query: VisibleMembers, expression: string, fields: readonly SearchField[]): VisibleMembers {
  let narrowed = query
  for (const word of expression.split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    narrowed = narrowed.where((eb) => eb.or(fields.map((field) => sql<SqlBool>`plain_text(${sql.ref(searchColumns[field])}) like plain_text(${pattern})`)))
  }
  return narrowed
}
export const exceptOffline = (query: VisibleMembers): VisibleMembers => query.where('member.status', '<>', 'OFFLINE')

export async function page(query: VisibleMembers, read: Query): Promise<{ members: MemberRecord[]; meta: OffsetMeta }> {
  const { rows, meta } = await offsetPage(query.select(selection), read)
  return { members: (rows as Row[]).map(recordOf), meta }
}

/** The members a filter finds now, in the order of their creation. */
export const idsOf = async (query: VisibleMembers, filter: Filter): Promise<string[]> =>
  (await query.where(toSql(filter, ownerFields)).select('member.id').orderBy('member.createdAt').orderBy('member.id').execute()).map((row) => row.id)

export const eventsOf = (ctx: Ctx, id: string, limit: number) =>
  ctx.tx
    .selectFrom('event')
    .select(['id', 'type', 'slug', 'happenedAt', 'identity'])
    .where('siteId', '=', ctx.siteId)
    .where('entityId', '=', id)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

export const countByStatus = (ctx: Ctx) =>
  live(ctx)
    .select(['member.status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('member.status')
    .execute()

export type NewMemberRow = Omit<MemberRecord, 'contact' | 'updatedAt' | 'lastLoginAt' | 'activityStatus'>
export const insertMember = (ctx: Ctx, row: NewMemberRow): Promise<unknown> =>
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
    | 'awaitsEmailProof'
    | 'communityRole'
    | 'userId'
    | 'nickname'
    | 'slug'
    | 'title'
    | 'photo'
    | 'cover'
  >
>
export const updateMember = (ctx: Ctx, id: string, { photo, cover, ...change }: MemberChange): Promise<unknown> =>
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

/** Before the contact it had is removed. */
export const moveMemberToContact = (ctx: Ctx, id: string, contactId: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ contactId }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Signing in is no change of the member: `updatedAt` stays. */
export const setLastLogin = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ lastLoginAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

export const markDeleted = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.updateTable('member').set({ deletedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Which of the addresses are login emails already, in lower case. */
export async function emailsTaken(ctx: Ctx, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select lower(login_email) as key from member
    where site_id = ${ctx.siteId} and status <> 'OFFLINE' and deleted_at is null and lower(login_email) = any(${emails.map(emailKey)}::text[])`.execute(ctx.tx)
  return new Set(rows.map((row) => row.key))
}
/** Everybody for a file, oldest first; disconnected members are left out. */
export const everyMember = async (ctx: Ctx): Promise<MemberRecord[]> =>
  (await live(ctx).where('member.status', '<>', 'OFFLINE').select(selection).orderBy('member.createdAt').orderBy('member.id').execute()).map(recordOf)

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
    .select(['id', 'contactId'])
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
    .select(['id', 'contactId'])
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
  await ctx.tx
    .updateTable('member')
    .set({
      purgedAt: ctx.now,
      loginEmail: `${id}@deleted.invalid`,
      nickname: 'Deleted member',
      slug: id,
      title: '',
      photo: null,
      cover: null,
      lastLoginAt: null,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
  await ctx.tx.deleteFrom('memberSlug').where('siteId', '=', ctx.siteId).where('memberId', '=', id).execute()
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

// Slugs

/** Takes a slug that is free, was the member's own, or was given up long enough ago. Two who want it at once: one gets it. */
export async function claimSlug(ctx: Ctx, memberId: string, slug: string, heldSince: Temporal.Instant): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('memberSlug')
    .values({ siteId: ctx.siteId, slugKey: slug.toLowerCase(), memberId, takenAt: ctx.now })
    .onConflict((oc) =>
      oc
        .columns(['siteId', 'slugKey'])
        .doUpdateSet({ memberId, takenAt: ctx.now, freedAt: null })
        .where((eb) => eb.or([eb('memberSlug.memberId', '=', memberId), eb('memberSlug.freedAt', '<=', heldSince)])),
    )
    .returning('slugKey')
    .executeTakeFirst()
  return row !== undefined
}
export const freeSlugs = (ctx: Ctx, memberId: string, exceptSlug?: string): Promise<unknown> => {
  const mine = ctx.tx
    .updateTable('memberSlug')
    .set({ freedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('freedAt', 'is', null)
  return (exceptSlug === undefined ? mine : mine.where('slugKey', '<>', exceptSlug.toLowerCase())).execute()
}
export const countSlugsTakenSince = async (ctx: Ctx, memberId: string, since: Temporal.Instant): Promise<number> => {
  const row = await ctx.tx
    .selectFrom('memberSlug')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('takenAt', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

// Contacts

const contacts = (ctx: Ctx) => ctx.tx.selectFrom('contact').where('contact.siteId', '=', ctx.siteId)
type ContactRow = {
  id: string
  firstName: string
  lastName: string
  phones: string[]
  emails: string[]
  addresses: unknown
  birthdate: Temporal.PlainDate | null
  company: string
  jobTitle: string
  customValues: unknown
}
const contactOf = (row: ContactRow): ContactRecord => ({
  ...row,
  addresses: row.addresses as Address[],
  birthdate: row.birthdate?.toString() ?? null,
  customValues: row.customValues as Record<string, unknown>,
})

export async function contactById(ctx: Ctx, id: string): Promise<ContactRecord | undefined> {
  if (!isGuid(id)) return undefined
  const row = await contacts(ctx)
    .where('contact.id', '=', id)
    .select(['contact.id', ...contactColumns])
    .executeTakeFirst()
  return row && contactOf(row)
}

/** One at a time per address: until commit nobody else looks up or makes a contact with this email. */
export const lockEmail = (ctx: Ctx, email: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${emailKey(email)}`}, 20))`.execute(ctx.tx)

/** The contact with this email, and the live member it belongs to, if any. Provisional ones do not count. */
export async function contactByEmail(ctx: Ctx, email: string): Promise<{ contact: ContactRecord; memberId: string | null } | undefined> {
  const row = await contacts(ctx)
    .leftJoin('member', (join) =>
      join
        .onRef('member.siteId', '=', 'contact.siteId')
        .onRef('member.contactId', '=', 'contact.id')
        .on('member.status', '<>', 'OFFLINE')
        .on('member.deletedAt', 'is', null),
    )
    .where(sql<SqlBool>`contact.email_keys @> array[${emailKey(email)}]::text[]`)
    .where('contact.isProvisional', '=', false)
    .select(['contact.id', ...contactColumns, 'member.id as memberId'])
    .orderBy(sql`member.id is null`)
    .orderBy('contact.createdAt')
    .executeTakeFirst()
  if (!row) return undefined
  const { memberId, ...contact } = row
  return { contact: contactOf(contact), memberId }
}

const contactValues = (contact: ContactData, loginEmail: string | undefined) => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  phones: contact.phones,
  emails: contact.emails,
  emailKeys: emailKeys([...contact.emails, ...(loginEmail === undefined ? [] : [loginEmail])]),
  addresses: json(contact.addresses),
  birthdate: contact.birthdate,
  company: contact.company,
  jobTitle: contact.jobTitle,
  customValues: json(contact.customValues),
})
export const insertContact = (
  ctx: Ctx,
  id: string,
  contact: ContactData,
  of: { loginEmail?: string | undefined; isProvisional?: boolean | undefined } = {},
): Promise<unknown> =>
  ctx.tx
    .insertInto('contact')
    .values({
      siteId: ctx.siteId,
      id,
      ...contactValues(contact, of.loginEmail),
      isProvisional: of.isProvisional ?? false,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
export const updateContact = (
  ctx: Ctx,
  id: string,
  contact: ContactData,
  of: { loginEmail?: string | undefined; isProvisional?: boolean | undefined } = {},
): Promise<unknown> =>
  ctx.tx
    .updateTable('contact')
    .set({ ...contactValues(contact, of.loginEmail), ...(of.isProvisional !== undefined && { isProvisional: of.isProvisional }), updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export const deleteContact = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('contact').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

// Settings and custom fields

const PRIVACY = 'members.privacy'
/** The settings with their two revisions: of the default, and of who may be public. */
export interface StoredPrivacy extends PrivacySettings {
  defaultRevision: number
  revision: number
  updatedAt?: string | undefined
}

export const privacySettings = (ctx: Ctx): Promise<StoredPrivacy> => ctx.remember(['site_setting', 'site'], PRIVACY, () => storedPrivacy(ctx))
async function storedPrivacy(ctx: Ctx): Promise<StoredPrivacy> {
  const row = await ctx.tx.selectFrom('siteSetting').select('value').where('siteId', '=', ctx.siteId).where('key', '=', PRIVACY).executeTakeFirst()
  return { ...defaultPrivacySettings, defaultRevision: 1, revision: 1, ...(row?.value as Partial<StoredPrivacy> | undefined) }
}
/** The settings, locked until commit. */
export async function lockPrivacySettings(ctx: Ctx): Promise<StoredPrivacy> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${PRIVACY}`}, 20))`.execute(ctx.tx)
  return storedPrivacy(ctx)
}
export const savePrivacySettings = (ctx: Ctx, value: StoredPrivacy): Promise<unknown> =>
  ctx.tx
    .insertInto('siteSetting')
    .values({ siteId: ctx.siteId, key: PRIVACY, value: json(value) })
    .onConflict((oc) => oc.columns(['siteId', 'key']).doUpdateSet({ value: json(value) }))
    .execute()

export const publicMemberIds = async (ctx: Ctx, limit: number): Promise<string[]> =>
  (await live(ctx).where('member.privacyStatus', '=', 'PUBLIC').select('member.id').orderBy('member.id').limit(limit).execute()).map((row) => row.id)

/** What members may be found by when their roles are asked for. */
export const roleFilterFields: Fields = {
  id: ownerFields.id,
  memberId: ownerFields.id,
  roleKey: ownerFields.roleKey,
  status: ownerFields.status,
}
/** The first members a filter finds, by age. */
export const firstOf = async (query: VisibleMembers, filter: Filter, limit: number): Promise<MemberRecord[]> =>
  (await query.where(toSql(filter, roleFilterFields)).select(selection).orderBy('member.createdAt').orderBy('member.id').limit(limit).execute()).map(recordOf)

const userFields = {
  userId: { type: 'id', column: 'member.user_id' },
  memberId: { type: 'id', column: 'member.id', required: true },
  contactId: { type: 'id', column: 'member.contact_id', required: true },
  createdDate: { type: 'instant', column: 'member.created_at', sort: true, required: true },
  id: { type: 'id', column: 'member.id', required: true },
} satisfies Fields
/** The members that are dashboard users. */
export async function userMembers(ctx: Ctx, wire: WireQuery) {
  const query = readQuery(wire, { name: 'members.users', fields: userFields, paging: 'cursor', defaultSort: [{ field: 'createdDate', order: 'ASC' }] })
  const base = live(ctx)
    .where('member.userId', 'is not', null)
    .select([
      'member.id',
      'member.userId',
      'member.contactId',
      'member.nickname',
      'member.privacyStatus',
      'member.status',
      'member.createdAt',
      'member.updatedAt',
    ])
  const { rows, meta } = await cursorPage(base, query)
  return {
    users: rows.map(({ id, userId, privacyStatus, status, ...row }) => ({
      ...row,
      memberId: id,
      userId: userId ?? '',
      privacyStatus: privacyStatus as PrivacyStatus,
      status: status as MemberStatus,
    })),
    meta,
  }
}
