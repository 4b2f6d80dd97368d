/** All SQL that queries members: visibility, filters, search, pages. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import type { Fields, Filter, Operator } from '#kit/query/filter.ts'
import { longPage } from '#kit/query/long-list.ts'
import { boundedPage, cursorPage, readQuery, type BoundedMeta, type CursorMeta, type Query, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { canSeeOthers, type PrivacySettings } from '../rules/privacy.ts'
import type { MemberStatus, PrivacyStatus } from '../rules/status.ts'
import { members, toMemberRecord, memberSelection, withContacts, type MemberRecord, type MemberRow } from './members.ts'

/** The members whom the caller may see; `canSee` is the same rule for one member. */
export function visibleTo(ctx: ReadContext, settings: PrivacySettings) {
  const { caller } = ctx
  const all = members(ctx)
  if (caller.role === 'owner') return all
  if (!canSeeOthers(caller, settings)) return all.where(sql<SqlBool>`false`)
  const open = all.where('member.status', '=', 'APPROVED').where('member.awaitsEmailVerification', '=', false).where('member.privacyStatus', '=', 'PUBLIC')
  const me = caller.memberId
  if (me === undefined) return open
  // A block hides both members from each other.
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
export type VisibleMembersQuery = ReturnType<typeof visibleTo>

const statuses = ['PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE'] as const
/** System roles, which are not assigned. */
const builtInRoles = new Set(['MEMBER', 'OWNER', 'CONTRIBUTOR'])
const equalityOperators: readonly Operator[] = ['$eq', '$ne', '$in', '$nin', '$exists']
const activity = (column: string) => ({ column: `client_activity.${column}` })
/**
 * decision: how a member uses the business, for filters of the business alone. Bookings are confirmed ones, past and to come; plans run
 * while active or paused; `birthday` is `MM-DD`. Source: guide members §6.4.
 */
export const clientFields = {
  'business.bookings': { type: 'integer', ...activity('bookings'), required: true },
  'business.lastBookingEnd': { type: 'instant', ...activity('last_end_at') },
  'business.noShows': { type: 'integer', ...activity('no_shows'), required: true },
  'business.runningPlans': { type: 'integer', ...activity('running_plans'), required: true },
  /** Bookings, fees and plans. */
  'business.unpaid': { type: 'integer', ...activity('unpaid'), required: true },
  'business.birthday': { type: 'string', ...activity('birthday') },
} satisfies Fields
/** Fields by which the business may filter and sort. */
export const ownerFields = {
  id: { type: 'id', column: 'member.id', required: true },
  contactId: { type: 'id', column: 'member.contact_id', required: true },
  loginEmail: { type: 'string', column: 'member.login_email', required: true, ignoreCase: true },
  status: { type: 'enum', column: 'member.status', values: statuses, required: true, operators: equalityOperators },
  privacyStatus: { type: 'enum', column: 'member.privacy_status', values: ['PRIVATE', 'PUBLIC'], required: true, operators: equalityOperators },
  activityStatus: { type: 'enum', column: 'member.activity_status', values: ['ACTIVE', 'MUTED'], required: true, operators: equalityOperators },
  'contact.firstName': { type: 'string', column: 'member.first_name', byCodePoint: true, sort: true },
  'contact.lastName': { type: 'string', column: 'member.last_name', byCodePoint: true, sort: true },
  'profile.nickname': { type: 'string', column: 'member.nickname', required: true, byCodePoint: true, sort: true },
  'profile.slug': { type: 'string', column: 'member.slug', required: true, byCodePoint: true },
  'profile.title': { type: 'string', column: 'member.title', emptyIsAbsent: true },
  createdDate: { type: 'instant', column: 'member.created_at', required: true, sort: true },
  updatedDate: { type: 'instant', column: 'member.updated_at', required: true, sort: true },
  lastLoginDate: { type: 'instant', column: 'member.last_login_at', sort: true },
  loginEmailVerified: { type: 'boolean', column: 'member.login_email_verified', required: true },
  roleKey: {
    type: 'strings',
    anyOf: (keys: readonly string[]) => {
      const own = keys.filter((key) => !builtInRoles.has(key))
      const assigned =
        own.length > 0 &&
        sql`exists (select from member_role r where r.site_id = member.site_id and r.member_id = member.id and r.role_key in (${sql.join(own)}))`
      const community = keys.filter((key) => key === 'OWNER' || key === 'CONTRIBUTOR')
      if (keys.includes('MEMBER')) return sql`true`
      if (community.length === 0) return assigned || sql`false`
      const byCommunityRole = sql`member.community_role in (${sql.join(community)})`
      return assigned ? sql`(${byCommunityRole} or ${assigned})` : byCommunityRole
    },
    column: sql`array_cat(array['MEMBER', member.community_role], (select array_agg(distinct r.role_key) from member_role r where r.site_id = member.site_id and r.member_id = member.id))`,
    operators: ['$eq', '$ne', '$in', '$nin', '$hasSome', '$hasAll'],
  },
  ...clientFields,
} satisfies Fields
/**
 * Fields by which visitors and members may filter; others would let a visitor test whether an email exists. All members they
 * see is approved and public, so a filter that asks for this passes and any other finds no members.
 */
export const publicFields: Fields = {
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
  'contact.firstName': 'member.first_name',
  'contact.lastName': 'member.last_name',
  'profile.title': 'member.title',
  'profile.nickname': 'member.nickname',
  'profile.slug': 'member.slug',
} as const
export type SearchField = keyof typeof searchColumns

/** The expression of the index on letter pairs. */
const searchText = sql`member_texts(member.nickname, member.first_name, member.last_name, member.login_email, member.slug, member.title)`
const containsWord = (field: SearchField, word: string) =>
  sql`plain_text(${sql.ref(searchColumns[field])}) like plain_text(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`
/** Every word occurs in one of the fields, ignoring case and accents. The condition on letter pairs only lets the index be used. */
export function matchesWords(expression: string, fields: readonly SearchField[]): Expression<SqlBool> {
  const words = expression.split(/\s+/).filter(Boolean)
  const pairs = words.filter((word) => word.length > 1).map((word) => sql`word_bigrams(${word})`)
  const conditions = [
    ...words.map(
      (word) =>
        sql`(${sql.join(
          fields.map((field) => containsWord(field, word)),
          sql` or `,
        )})`,
    ),
    ...(pairs.length > 0 ? [sql`text_bigrams(plain_text(${searchText})) @> (${sql.join(pairs, sql` || `)})`] : []),
  ]
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
/** The fields that a filter names. */
export const filterFieldNames = (filter: Filter): string[] =>
  'all' in filter
    ? filter.all.flatMap(filterFieldNames)
    : 'any' in filter
      ? filter.any.flatMap(filterFieldNames)
      : 'not' in filter
        ? filterFieldNames(filter.not)
        : [filter.field]
/** Joined with what the filter asks of a client, where it does: every contact has a row of it. */
const withActivity = (query: VisibleMembersQuery, filter: Filter): VisibleMembersQuery =>
  filterFieldNames(filter).some((name) => name in clientFields)
    ? query.innerJoin('clientActivity', (join) =>
        join.onRef('clientActivity.siteId', '=', 'member.siteId').onRef('clientActivity.contactId', '=', 'member.contactId'),
      )
    : query

export const excludeOffline = (query: VisibleMembersQuery): VisibleMembersQuery => query.where('member.status', '<>', 'OFFLINE')

/** decision: more are never counted, so that the first page of a million is fast. Source: guide members §19. */
const MAX_COUNTED = 10_000
/** Up to this many members any query plan is fast. */
const SHORT_LIST_SIZE = 2000
/** Whether there are so many members that the query plan matters. */
const isLongList = (ctx: ReadContext): Promise<boolean> =>
  ctx.cache(
    ['member'],
    'members are many',
    async () =>
      (
        await ctx.db
          .selectFrom('member')
          .select(sql`1`.as('one'))
          .where('siteId', '=', ctx.siteId)
          .where('deletedAt', 'is', null)
          .orderBy('createdAt')
          .offset(SHORT_LIST_SIZE)
          .limit(1)
          .execute()
      ).length > 0,
  )

/** A page of members who match filter and search. */
export async function findMembersPage(
  ctx: ReadContext,
  seen: VisibleMembersQuery,
  query: Query,
  words?: Expression<SqlBool>,
): Promise<{ members: MemberRecord[]; meta: BoundedMeta | CursorMeta }> {
  const visible = withActivity(seen, query.filter)
  const whole = (found: VisibleMembersQuery) => withContacts(found).select(memberSelection)
  const list = { candidates: visible, selectRows: whole, query, condition: words, maxCounted: MAX_COUNTED }
  const { rows, meta } = (await isLongList(ctx))
    ? await longPage({ ...list, db: ctx.db })
    : query.kind === 'cursor'
      ? await cursorPage(whole(words ? visible.where(words) : visible), query)
      : await boundedPage(list)
  return { members: (rows as MemberRow[]).map(toMemberRecord), meta }
}

/** The ids of members who match a filter, oldest first. */
export const listMemberIds = async (query: VisibleMembersQuery, filter: Filter): Promise<string[]> =>
  (await withActivity(query, filter).where(toSql(filter, ownerFields)).select('member.id').orderBy('member.createdAt').orderBy('member.id').execute()).map(
    (row) => row.id,
  )

/** Filter fields of the role query. */
export const roleFilterFields: Fields = {
  id: ownerFields.id,
  memberId: ownerFields.id,
  roleKey: ownerFields.roleKey,
  status: ownerFields.status,
}
/** The first members who match a filter, oldest first. */
export const findFirstMembers = async (query: VisibleMembersQuery, filter: Filter, limit: number): Promise<MemberRecord[]> =>
  (
    await withContacts(query.where(toSql(filter, roleFilterFields)))
      .select(memberSelection)
      .orderBy('member.createdAt')
      .orderBy('member.id')
      .limit(limit)
      .execute()
  ).map(toMemberRecord)

const userFields = {
  userId: { type: 'id', column: 'member.user_id' },
  memberId: { type: 'id', column: 'member.id', required: true },
  contactId: { type: 'id', column: 'member.contact_id', required: true },
  createdDate: { type: 'instant', column: 'member.created_at', sort: true, required: true },
  id: { type: 'id', column: 'member.id', required: true },
} satisfies Fields
/** Members of dashboard users. */
export async function findUserMembers(ctx: ReadContext, wire: WireQuery) {
  const query = readQuery(wire, { name: 'members.users', fields: userFields, paging: 'cursor', defaultSort: [{ field: 'createdDate', order: 'ASC' }] })
  const base = members(ctx)
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
