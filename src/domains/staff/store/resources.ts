/** SQL on resources and their types. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { updateRevision } from '#kit/db/update-revision.ts'
import type { ResourceTable, ResourceTypeTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { aggregate } from '#kit/query/aggregate.ts'
import { readSearch, searchPage, type WireSearch } from '#kit/query/search.ts'
import { toSql } from '#kit/query/to-sql.ts'

export type ResourceRow = Selectable<ResourceTable>
export type ResourceTypeRow = Selectable<ResourceTypeTable>

const inAllLocations = sql`coalesce((resource.location_options ->> 'availableInAllLocations')::boolean, true)`
const inSomeLocations = sql`coalesce((resource.location_options #>> '{specificLocationOptions,availableInBusinessLocations}')::boolean, false)`
const locationIds = sql`array(select l ->> 'locationId' from jsonb_array_elements(coalesce(resource.location_options #> '{specificLocationOptions,businessLocations}', '[]'::jsonb)) l)`
const locationFields = (prefix: '' | 'singleResource.') =>
  ({
    [`${prefix}locationOptions.availableInAllLocations`]: { type: 'boolean', column: inAllLocations, sort: true, required: true },
    [`${prefix}locationOptions.specificLocationOptions.availableInBusinessLocations`]: { type: 'boolean', column: inSomeLocations, sort: true, required: true },
    [`${prefix}locationOptions.specificLocationOptions.businessLocations.locationId`]: { type: 'strings', column: locationIds },
  }) satisfies Fields
const resourceFields: Fields = {
  id: { type: 'id', column: 'resource.id', sort: true, required: true },
  name: { type: 'string', column: 'resource.name', sort: true, required: true },
  typeId: { type: 'id', column: 'resource.type_id', sort: true, required: true },
  type: { type: 'id', column: 'resource.type_id', sort: true, required: true },
  'eventsSchedule.scheduleId': { type: 'id', column: 'resource.events_schedule_id', sort: true, required: true },
  createdDate: { type: 'instant', column: 'resource.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'resource.updated_at', sort: true, required: true },
  ...locationFields(''),
  ...locationFields('singleResource.'),
}
const typeFields = {
  id: { type: 'id', column: 'resource_type.id', sort: true, required: true },
  name: { type: 'string', column: 'resource_type.name', sort: true, required: true },
  createdDate: { type: 'instant', column: 'resource_type.created_at', sort: true, required: true },
} satisfies Fields
const pageDefaults = { defaultLimit: 50, maxLimit: 100, defaultSort: [{ field: 'createdDate', order: 'ASC' as const }] }

const selectLive = (ctx: ReadContext) => ctx.db.selectFrom('resource').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null)
export const queryResources = (ctx: ReadContext, wire: WireQuery | null | undefined) =>
  cursorPage(selectLive(ctx).selectAll(), readQuery(wire, { name: 'resources.query', fields: resourceFields, paging: 'cursor', ...pageDefaults }))
export async function searchResources(ctx: ReadContext, wire: WireSearch | null | undefined) {
  const search = readSearch(wire, {
    name: 'resources.search',
    fields: resourceFields,
    searchable: { name: 'resource.name' },
    aggregatable: ['name', 'typeId', 'createdDate', 'updatedDate'],
    ...pageDefaults,
  })
  return { ...(await searchPage(selectLive(ctx).selectAll(), search)), aggregationData: await aggregate(ctx.db, selectLive(ctx).select('id'), search) }
}
export const countResources = async (ctx: ReadContext, filter: unknown): Promise<number> =>
  (
    await selectLive(ctx)
      .where(toSql(parseFilter(filter, resourceFields, { path: 'filter' }), resourceFields))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
export const resourcesByIds = (ctx: ReadContext, ids: readonly string[]): Promise<ResourceRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectLive(ctx).selectAll().where('id', 'in', ids).execute()
export const resourcesOfType = (ctx: ReadContext, typeId: string): Promise<ResourceRow[]> =>
  selectLive(ctx).selectAll().where('typeId', '=', typeId).orderBy('name').orderBy('id').execute()
const selectWithStaff = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('resource')
    .leftJoin('staffMember', (join) =>
      join.onRef('staffMember.siteId', '=', 'resource.siteId').onRef('staffMember.resourceId', '=', 'resource.id').on('staffMember.deletedAt', 'is', null),
    )
    .selectAll('resource')
    .select(['staffMember.id as staffId', 'staffMember.serviceProvider', 'staffMember.rank', 'staffMember.mainMedia', 'staffMember.email'])
    .where('resource.siteId', '=', ctx.siteId)
    .where('resource.deletedAt', 'is', null)
/** A resource with its staff member; all null for any other thing. */
export type ResourceWithStaff = Awaited<ReturnType<typeof resourcesWithStaff>>[number]
export const resourcesWithStaff = async (ctx: ReadContext, ids: readonly string[]) =>
  ids.length === 0 ? [] : selectWithStaff(ctx).where('resource.id', 'in', ids).execute()
export const resourcesOfTypeWithStaff = (ctx: ReadContext, typeId: string) =>
  selectWithStaff(ctx).where('resource.typeId', '=', typeId).orderBy('resource.name').orderBy('resource.id').execute()
/** The resource whose own schedule this is. */
export const resourceOfSchedule = (ctx: ReadContext, scheduleId: string): Promise<ResourceRow | undefined> =>
  selectLive(ctx).selectAll().where('eventsScheduleId', '=', scheduleId).executeTakeFirst()
export const insertResource = (ctx: TransactionContext, row: Insertable<ResourceTable>): Promise<unknown> => ctx.tx.insertInto('resource').values(row).execute()
export const updateResource = (
  ctx: TransactionContext,
  id: string,
  revision: number | undefined,
  change: Updateable<ResourceTable>,
): Promise<ResourceRow | undefined> =>
  ctx.tx
    .updateTable('resource')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .returningAll()
    .executeTakeFirst()
export const restoreResource = (ctx: TransactionContext, id: string): Promise<ResourceRow | undefined> =>
  ctx.tx
    .updateTable('resource')
    .set({ deletedAt: null, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const queryResourceTypes = (ctx: ReadContext, wire: WireQuery | null | undefined) =>
  cursorPage(
    ctx.db.selectFrom('resourceType').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, { name: 'resourceTypes.query', fields: typeFields, paging: 'cursor', ...pageDefaults }),
  )
export const countResourceTypes = async (ctx: ReadContext, filter: unknown): Promise<number> =>
  (
    await ctx.db
      .selectFrom('resourceType')
      .where('siteId', '=', ctx.siteId)
      .where(toSql(parseFilter(filter, typeFields, { path: 'filter' }), typeFields))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
export const listResourceTypes = (ctx: ReadContext): Promise<ResourceTypeRow[]> =>
  ctx.db.selectFrom('resourceType').selectAll().where('siteId', '=', ctx.siteId).execute()
/** Undefined when the name is taken. */
export const insertResourceType = (ctx: TransactionContext, id: string, name: string): Promise<ResourceTypeRow | undefined> =>
  ctx.tx
    .insertInto('resourceType')
    .values({ siteId: ctx.siteId, id, name, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
export const updateType = (
  ctx: TransactionContext,
  id: string,
  revision: number,
  change: Updateable<ResourceTypeTable>,
): Promise<ResourceTypeRow | undefined> => updateRevision(ctx, 'resourceType', id, revision, change)
/** Deletes a type with all its resources, including deleted ones. */
export async function deleteType(ctx: TransactionContext, id: string): Promise<void> {
  await ctx.tx.deleteFrom('resource').where('siteId', '=', ctx.siteId).where('typeId', '=', id).execute()
  await ctx.tx.deleteFrom('resourceType').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
}
