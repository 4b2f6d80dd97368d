/** SQL on staff members and the settings about them. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { StaffMemberTable, StaffSettingsTable } from '#kit/db/tables.gen.ts'
import { parseFilter, toWireName, type Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { aggregate } from '#kit/query/aggregate.ts'
import { readSearch, searchPage, type WireSearch } from '#kit/query/search.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { ConnectionTransition } from '../rules/connection-machine.ts'

export type StaffRow = Selectable<StaffMemberTable>
export type SettingsRow = Selectable<StaffSettingsTable>

const tagIds = (kind: 'tags' | 'privateTags') =>
  sql`array(select jsonb_array_elements_text(coalesce(staff_member.tags -> ${sql.lit(kind)} -> 'tagIds', '[]'::jsonb)))`
const options = sql`(select r.location_options from resource r where r.site_id = staff_member.site_id and r.id = staff_member.resource_id)`
const fields = {
  id: { type: 'id', column: 'staff_member.id', sort: true, required: true },
  name: { type: 'string', column: 'staff_member.name', sort: true, required: true },
  email: { type: 'string', column: 'staff_member.email', sort: true, ignoreCase: true },
  phone: { type: 'string', column: 'staff_member.phone', sort: true },
  description: { type: 'string', column: 'staff_member.description', sort: true },
  resourceId: { type: 'id', column: 'staff_member.resource_id', sort: true, required: true },
  'resource.id': { type: 'id', column: 'staff_member.resource_id', sort: true, required: true },
  serviceProvider: { type: 'boolean', column: 'staff_member.service_provider', sort: true, required: true },
  createdDate: { type: 'instant', column: 'staff_member.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'staff_member.updated_at', sort: true, required: true },
  'associatedWixIdentity.identificationData.wixUserId': { type: 'id', column: 'staff_member.user_id', sort: true },
  'associatedWixIdentity.identificationData.contactId': { type: 'id', column: sql`cast(null as uuid)`, sort: true },
  'tags.tags.tagIds': { type: 'strings', column: tagIds('tags') },
  'tags.privateTags.tagIds': { type: 'strings', column: tagIds('privateTags') },
  'resource.locationOptions.specificLocationOptions.businessLocations.locationId': {
    type: 'strings',
    column: sql`array(select l ->> 'locationId' from jsonb_array_elements(coalesce(${options} #> '{specificLocationOptions,businessLocations}', '[]'::jsonb)) l)`,
  },
  'resource.locationOptions.specificLocationOptions.businessLocations': {
    type: 'objects',
    column: sql`(${options} #> '{specificLocationOptions,businessLocations}')`,
    items: { locationId: 'string' },
  },
} satisfies Fields

/** Fields that only the business may filter and sort by. Source: guide services-and-availability §10.2. */
const privateFields = ['email', 'phone', 'associatedWixIdentity.', 'tags.']
const fieldNamesIn = (filter: unknown): string[] =>
  filter === null || typeof filter !== 'object'
    ? []
    : Array.isArray(filter)
      ? filter.flatMap(fieldNamesIn)
      : Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? fieldNamesIn(value) : [toWireName(key)]))
/** Refuses with 403 when a customer filters or sorts by a private field. */
function assertPublicFields(ctx: BaseContext, filter: unknown, sort: readonly { field: string }[] = []): void {
  const requested = [...fieldNamesIn(filter), ...sort.map((key) => key.field)]
  if (ctx.caller.role !== 'owner' && requested.some((name) => privateFields.some((secret) => name.startsWith(secret)))) refuseStandard('PERMISSION_DENIED')
}

const selectLive = (ctx: ReadContext) => ctx.db.selectFrom('staffMember').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null)
const selectStaff = (ctx: ReadContext, onlyProviders: boolean) => (onlyProviders ? selectLive(ctx).where('serviceProvider', '=', true) : selectLive(ctx))
const pageOptions = (onlyProviders: boolean) => ({
  fields,
  defaultLimit: onlyProviders ? 50 : 100,
  maxLimit: 100,
  defaultSort: [{ field: 'id', order: 'ASC' as const }],
})

export async function queryStaff(ctx: ReadContext, wire: WireQuery | null | undefined, onlyProviders: boolean, options: Record<string, unknown>) {
  const query = readQuery(wire, { name: `staff.query.${onlyProviders}`, paging: 'cursor', options, ...pageOptions(onlyProviders) })
  assertPublicFields(ctx, query.wireFilter, query.sort)
  return { ...(await cursorPage(selectStaff(ctx, onlyProviders).selectAll(), query)), options: query.options }
}
export async function searchStaff(ctx: ReadContext, wire: WireSearch | null | undefined, onlyProviders: boolean, options: Record<string, unknown>) {
  const names: Record<string, string> =
    ctx.caller.role === 'owner'
      ? { name: 'staff_member.name', email: 'staff_member.email', description: 'staff_member.description' }
      : { name: 'staff_member.name' }
  const search = readSearch(wire, {
    name: `staff.search.${onlyProviders}`,
    searchable: names,
    aggregatable: ['serviceProvider', 'name', 'createdDate', 'updatedDate'],
    options,
    ...pageOptions(onlyProviders),
  })
  assertPublicFields(ctx, search.query.wireFilter, search.query.sort)
  const base = selectStaff(ctx, onlyProviders)
  return { ...(await searchPage(base.selectAll(), search)), aggregationData: await aggregate(ctx.db, base.select('id'), search), options: search.query.options }
}
const selectMatching = (ctx: ReadContext, filter: unknown, onlyProviders: boolean) =>
  selectStaff(ctx, onlyProviders).where(toSql(parseFilter(filter, fields, { path: 'filter' }), fields))
export async function countStaff(ctx: ReadContext, filter: unknown, onlyProviders: boolean): Promise<number> {
  assertPublicFields(ctx, filter)
  return (await selectMatching(ctx, filter, onlyProviders).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n
}
export const listMatchingIds = async (ctx: ReadContext, filter: unknown): Promise<string[]> =>
  (await selectMatching(ctx, filter, false).select('id').orderBy('id').execute()).map((row) => row.id)

export const staffById = (ctx: ReadContext, id: string): Promise<StaffRow | undefined> => selectLive(ctx).selectAll().where('id', '=', id).executeTakeFirst()
/** Staff members whose portrait is the picture with this public id. */
export const staffShowingPicture = (ctx: ReadContext, mediaId: string): Promise<{ id: string; name: string }[]> =>
  selectLive(ctx)
    .where(sql<boolean>`main_media::text like ${`%${mediaId}%`}`)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
/** Until the transaction ends, what is decided for this staff member is decided one after the other. */
export const lockStaff = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.selectFrom('staffMember').select('id').where('siteId', '=', ctx.siteId).where('id', '=', id).forUpdate().execute()
export const staffOfUser = (ctx: ReadContext, userId: string): Promise<StaffRow | undefined> =>
  selectLive(ctx).selectAll().where('userId', '=', userId).executeTakeFirst()
/** The staff member who was invited to connect this address since then. */
export const staffInvitedAs = (ctx: ReadContext, email: string, since: Temporal.Instant): Promise<StaffRow | undefined> =>
  selectLive(ctx)
    .selectAll()
    .where('connectionStatus', '=', 'PENDING')
    .where('invitedEmail', '=', email.toLowerCase())
    .where('connectionAt', '>', since)
    .orderBy('connectionAt', 'desc')
    .executeTakeFirst()
/** Staff members who give services, by name. */
export const listProviders = (ctx: ReadContext, limit: number): Promise<StaffRow[]> =>
  selectStaff(ctx, true).selectAll().orderBy(sql`lower(name)`).orderBy('id').limit(limit).execute()
/** The first one who gives services, with a resource id in the range (both ends included). */
export const findProvider = (ctx: ReadContext, { from, to }: { from: string; to: string }): Promise<StaffRow | undefined> =>
  selectStaff(ctx, true).selectAll().where('resourceId', '>=', from).where('resourceId', '<=', to).orderBy('resourceId').limit(1).executeTakeFirst()
export const insertStaff = (ctx: TransactionContext, row: Insertable<StaffMemberTable>): Promise<unknown> =>
  ctx.tx.insertInto('staffMember').values(row).execute()
export const updateStaff = (
  ctx: TransactionContext,
  id: string,
  revision: number | undefined,
  { transition, ...change }: Omit<Updateable<StaffMemberTable>, 'connectionStatus'> & { transition?: ConnectionTransition },
): Promise<StaffRow | undefined> =>
  ctx.tx
    .updateTable('staffMember')
    .set({ ...change, ...(transition && { connectionStatus: transition.to, connectionAt: ctx.now }), updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .returningAll()
    .executeTakeFirst()

const selectTrashed = (ctx: ReadContext) => ctx.db.selectFrom('staffMember').where('siteId', '=', ctx.siteId).where('deletedAt', 'is not', null)
/** Staff members in the trash bin. */
export const queryTrash = (ctx: ReadContext, wire: WireQuery, ids: readonly string[] | undefined) =>
  cursorPage(
    ids ? selectTrashed(ctx).selectAll().where('id', 'in', ids) : selectTrashed(ctx).selectAll(),
    readQuery(wire, { name: 'staff.trash', path: '', paging: 'cursor', ...pageOptions(false) }),
  )
export const findTrashedStaff = (ctx: ReadContext, id: string): Promise<StaffRow | undefined> =>
  selectTrashed(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const deleteTrashed = (ctx: TransactionContext, id: string): Promise<StaffRow | undefined> =>
  ctx.tx.deleteFrom('staffMember').where('siteId', '=', ctx.siteId).where('id', '=', id).where('deletedAt', 'is not', null).returningAll().executeTakeFirst()
/** With a `transition`, the connection to a user ends. */
export const restoreTrashed = (ctx: TransactionContext, id: string, transition: ConnectionTransition | undefined): Promise<StaffRow | undefined> =>
  ctx.tx
    .updateTable('staffMember')
    .set({
      deletedAt: null,
      ...(transition && { connectionStatus: transition.to, connectionAt: ctx.now, userId: null }),
      updatedAt: ctx.now,
      revision: sql`revision + 1`,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** The settings of the site, or the defaults while none are stored. */
export async function getSettings(ctx: ReadContext): Promise<SettingsRow> {
  const known = await ctx.db.selectFrom('staffSettings').selectAll().where('siteId', '=', ctx.siteId).executeTakeFirst()
  return (
    known ?? {
      siteId: ctx.siteId,
      id: ctx.siteId,
      contactIsPublic: false,
      extendedFields: {},
      revision: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
  )
}
/** Undefined when the revision is stale. */
export const saveSettings = (
  ctx: TransactionContext,
  revision: number,
  change: { contactIsPublic: boolean; extendedFields: string },
): Promise<SettingsRow | undefined> =>
  ctx.tx
    .insertInto('staffSettings')
    .values({ ...change, siteId: ctx.siteId, id: ctx.siteId, revision: 2, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc
        .column('siteId')
        .doUpdateSet({ ...change, revision: revision + 1, updatedAt: ctx.now })
        .where('staffSettings.revision', '=', revision),
    )
    .returningAll()
    .executeTakeFirst()
