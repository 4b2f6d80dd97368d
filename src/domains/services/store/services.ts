/** SQL on services and their slugs. */
import { createHash } from 'node:crypto'
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ServiceSlugTable, ServiceTable } from '#kit/db/tables.gen.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { operatorsOf, parseFilter, type Fields, type Operator } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { aggregate } from '#kit/query/aggregate.ts'
import { readSearch, searchPage, type WireSearch } from '#kit/query/search.ts'
import { toSql } from '#kit/query/to-sql.ts'

export type ServiceRow = Selectable<ServiceTable>
export type SlugRow = Selectable<ServiceSlugTable>

const paymentOption = (name: string) => sql`(service.payment -> 'options' ->> ${sql.lit(name)})::boolean`
/** Texts also take $contains; lists also take the operators of a single value, which match any element. Source: guide services-and-availability §7. */
const textOperators: readonly Operator[] = [...operatorsOf.string, '$contains']
const listOperators: readonly Operator[] = [...operatorsOf.strings, '$eq', '$ne', '$in', '$nin']
const few = { few: true } as const
/** A field that is made of a column which thousands of services share a few values of. */
const deriveFrom = (column: string, toValue: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  ({
    column: toValue(sql.raw(column)),
    summed: { column, toValue, few: true },
  }) as const
const serviceFields = {
  id: { type: 'id', column: 'service.id', sort: true, required: true },
  appId: { type: 'id', column: 'service.app_id', sort: true, required: true },
  type: { type: 'enum', column: 'service.type', values: ['APPOINTMENT', 'CLASS', 'COURSE'], sort: true, required: true, summed: few },
  name: { type: 'string', column: 'service.name', sort: true, required: true, operators: textOperators },
  description: { type: 'string', column: 'service.description', sort: true, operators: textOperators },
  tagLine: { type: 'string', column: 'service.tag_line', sort: true, operators: textOperators },
  level: { type: 'enum', column: 'service.level', values: ['BEGINNER', 'INTERMEDIATE', 'ADVANCED', 'ALL'], summed: few },
  hidden: { type: 'boolean', column: 'service.hidden', sort: true, required: true, summed: few },
  sortOrder: { type: 'integer', column: 'service.sort_order', sort: true, required: true },
  'category.id': { type: 'id', column: 'service.category_id', sort: true, summed: few },
  'form.id': { type: 'id', column: 'service.form_id', sort: true, required: true, summed: few },
  'bookingPolicy.id': { type: 'id', column: 'service.policy_id', summed: few },
  'payment.options.online': { type: 'boolean', column: paymentOption('online'), sort: true, summed: few },
  'payment.options.inPerson': { type: 'boolean', column: paymentOption('inPerson'), sort: true, summed: few },
  'payment.options.pricingPlan': { type: 'boolean', column: paymentOption('pricingPlan'), sort: true, summed: few },
  'onlineBooking.enabled': { type: 'boolean', column: sql`(service.online_booking ->> 'enabled')::boolean`, sort: true, summed: few },
  'mainSlug.name': { type: 'string', column: 'service.main_slug', sort: true, required: true, operators: textOperators },
  'supportedSlugs.name': {
    type: 'strings',
    operators: listOperators,
    column: sql`array(select s.name from service_slug s where s.site_id = service.site_id and s.service_id = service.id)`,
    anyOf: (names: readonly string[]) =>
      sql`exists (select 1 from service_slug s where s.site_id = service.site_id and s.service_id = service.id and s.name = any(cast(${[...names]} as text[])))`,
  },
  staffMemberIds: {
    type: 'strings',
    column: sql`service.staff_ids::text[]`,
    operators: listOperators,
    summed: { column: 'service.staff_ids' },
    // What is no guid is no one’s.
    anyOf: (ids: readonly string[]) => sql`service.staff_ids && cast(array[${sql.join(ids.filter(isGuid))}] as uuid[])`,
  },
  'locations.business.id': {
    type: 'strings',
    operators: listOperators,
    ...deriveFrom(
      'service.locations',
      (locations) => sql`array(select l -> 'business' ->> 'id' from jsonb_array_elements(${locations}) l where l ->> 'type' = 'BUSINESS')`,
    ),
  },
  'serviceResources.resourceIds.values': {
    type: 'strings',
    operators: listOperators,
    ...deriveFrom(
      'service.service_resources',
      (needs) => sql`array(select v from jsonb_array_elements(${needs}) r, jsonb_array_elements_text(r -> 'resourceIds' -> 'values') v)`,
    ),
  },
  'schedule.firstSessionStart': { type: 'instant', column: 'service.first_session_at', sort: true },
  'schedule.lastSessionEnd': { type: 'instant', column: 'service.last_session_ends_at', sort: true },
  'schedule.id': { type: 'id', column: 'service.schedule_id' },
  createdDate: { type: 'instant', column: 'service.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'service.updated_at', sort: true, required: true },
} satisfies Fields

/** A column of the business locations of a service. Not joined with the elements of the list: the nodes of a cluster do not take such a join. */
const ofLocations = (column: 'name' | 'address') =>
  sql`array(select p.${sql.raw(column)} from location p where p.site_id = service.site_id and jsonb_path_query_array(service.locations, '$[*].business.id') ? p.id::text)`
const searchFields = {
  ...serviceFields,
  'locations.type': {
    type: 'strings',
    operators: listOperators,
    ...deriveFrom('service.locations', (locations) => sql`array(select l ->> 'type' from jsonb_array_elements(${locations}) l)`),
  },
  'locations.business.name': { type: 'strings', operators: listOperators, column: ofLocations('name') },
  'locations.calculatedAddress.formattedAddress': {
    type: 'strings',
    operators: listOperators,
    column: sql`${ofLocations('address')}
      || array(select l #>> '{custom,address,formattedAddress}' from jsonb_array_elements(service.locations) l where l ->> 'type' = 'CUSTOM')`,
  },
  'addOnDetails.addOnId': {
    type: 'strings',
    operators: listOperators,
    ...deriveFrom(
      'service.add_on_groups',
      (groups) => sql`array(select a.id from jsonb_array_elements(${groups}) grp, jsonb_array_elements_text(grp -> 'addOnIds') a(id))`,
    ),
  },
  'addOnDetails.durationInMinutes': {
    type: 'strings',
    operators: listOperators,
    column: sql`array(select x.duration_minutes::text from add_on x where x.site_id = service.site_id and x.duration_minutes is not null
      and jsonb_path_query_array(service.add_on_groups, '$[*].addOnIds[*]') ? x.id::text)`,
  },
} satisfies Fields

/** Of the category of a service. The categories of the site are read once for a statement: looked up row by row they cost most of an aggregation of 10,000 services. */
const ofCategory = ({ siteId }: BaseContext, column: 'name' | 'sort_order', type: 'text' | 'integer') =>
  deriveFrom(
    'service.category_id',
    (id) =>
      sql`((select jsonb_object_agg(c.id, c.${sql.raw(column)}) from service_category c where c.site_id = cast(${siteId} as uuid)) ->> ${id}::text)::${sql.raw(type)}`,
  )
const listFields = (ctx: BaseContext) =>
  ({ ...serviceFields, 'category.name': { type: 'string', ...ofCategory(ctx, 'name', 'text'), sort: true } }) satisfies Fields
const listSearchFields = (ctx: BaseContext) =>
  ({
    ...listFields(ctx),
    ...searchFields,
    'category.sortOrder': { type: 'integer', ...ofCategory(ctx, 'sort_order', 'integer'), sort: true },
  }) satisfies Fields

const selectLive = (ctx: ReadContext) => ctx.db.selectFrom('service').where('service.siteId', '=', ctx.siteId).where('service.deletedAt', 'is', null)

/** The field names in a filter, at any depth. */
const fieldNamesIn = (filter: unknown): string[] =>
  filter === null || typeof filter !== 'object'
    ? []
    : Array.isArray(filter)
      ? filter.flatMap(fieldNamesIn)
      : Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? fieldNamesIn(value) : [key]))
/** Customers find hidden services only when they filter by id or slug. Source: guide services-and-availability §5.5. */
const canSeeHidden = (ctx: BaseContext, filter: unknown): boolean =>
  ctx.caller.role === 'owner' || fieldNamesIn(filter).some((name) => ['id', '_id', 'hidden', 'mainSlug.name', 'supportedSlugs.name'].includes(name))

export function queryServices(ctx: ReadContext, wire: WireQuery | null | undefined) {
  const query = readQuery(wire, {
    name: 'services.query',
    fields: listFields(ctx),
    paging: 'offset',
    defaultLimit: 100,
    maxLimit: 100,
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
  })
  const base = selectLive(ctx).selectAll('service')
  return offsetPage(canSeeHidden(ctx, query.wireFilter) ? base : base.where('service.hidden', '=', false), query)
}
/** A page by cursor, at most 50. */
export function queryCatalog(ctx: ReadContext, wire: WireQuery | null | undefined) {
  const query = readQuery(wire, {
    name: 'services.catalog',
    fields: listFields(ctx),
    paging: 'cursor',
    defaultLimit: 10,
    maxLimit: 50,
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
  })
  const base = selectLive(ctx).selectAll('service')
  return cursorPage(canSeeHidden(ctx, query.wireFilter) ? base : base.where('service.hidden', '=', false), query)
}
export async function searchServices(ctx: ReadContext, wire: WireSearch | null | undefined, conditionalFields: unknown) {
  const fields = listSearchFields(ctx)
  const search = readSearch(wire, {
    name: 'services.search',
    fields,
    searchable: { name: 'service.name', description: 'service.description' },
    aggregatable: Object.keys(fields).filter((name) => name !== 'supportedSlugs.name'),
    defaultLimit: 100,
    maxLimit: 100,
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    options: { conditionalFields },
  })
  const seesHidden = canSeeHidden(ctx, search.query.wireFilter)
  const base = seesHidden ? selectLive(ctx) : selectLive(ctx).where('service.hidden', '=', false)
  const [page, aggregationData] = await Promise.all([
    searchPage(base.selectAll('service'), search),
    sumUp(ctx, toSumsKey(wire, seesHidden), () => aggregate(ctx.db, base.select('service.id'), search)),
  ])
  return { ...page, aggregationData, options: search.query.options }
}
/** What the fields of a search are read from. */
const SEARCHED_TABLES = ['service', 'service_category', 'service_slug', 'location', 'add_on'] as const
/** Every visitor of a catalog asks for the same sums: worked out once for each state of the catalog. decision 0045. */
const sumUp = <T>(ctx: ReadContext, key: string, load: () => Promise<T>): Promise<T> => ctx.cache(SEARCHED_TABLES, `sums of services ${key}`, load)
/** All that the sums of a search depend on beside the rows. */
const toSumsKey = (wire: WireSearch | null | undefined, seesHidden: boolean): string =>
  createHash('sha256')
    .update(JSON.stringify([seesHidden, wire?.filter, wire?.search, wire?.aggregations, wire?.timeZone]))
    .digest('base64url')

/** Services that match a filter and that the caller may see. `path` is the position of the filter in the request. */
function selectMatching(ctx: ReadContext, filter: unknown, path = 'filter') {
  const fields = listFields(ctx)
  const base = selectLive(ctx).where(toSql(parseFilter(filter, fields, { path }), fields))
  return canSeeHidden(ctx, filter) ? base : base.where('service.hidden', '=', false)
}
export const countServices = async (ctx: ReadContext, filter: unknown): Promise<number> =>
  (await selectMatching(ctx, filter).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n
export const listMatchingIds = async (ctx: ReadContext, filter: unknown): Promise<string[]> =>
  (await selectMatching(ctx, filter).select('service.id').orderBy('service.createdAt').orderBy('service.id').execute()).map((row) => row.id)
/** Categories of the matching services. */
export const listMatchingCategoryIds = async (ctx: ReadContext, filter: unknown): Promise<string[]> =>
  (await selectMatching(ctx, filter).select('service.categoryId').distinct().execute()).flatMap((row) => row.categoryId ?? [])
/** Locations of the matching services; services with the same list count once. */
export const listMatchingLocations = async (ctx: ReadContext, filter: unknown): Promise<unknown[]> =>
  (await selectMatching(ctx, filter).select('service.locations').distinct().execute()).flatMap((row) => row.locations as unknown[])

export const servicesByIds = (ctx: ReadContext, ids: readonly string[]): Promise<ServiceRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectLive(ctx).selectAll().where('id', 'in', ids).execute()
const selectVisible = (ctx: ReadContext) => selectLive(ctx).where('hidden', '=', false).orderBy('createdAt').orderBy('id')
export const listAllVisibleServices = (ctx: ReadContext): Promise<ServiceRow[]> => selectVisible(ctx).selectAll().execute()
/** Services that visitors see, oldest first, at most `limit`; of one type only when it is named. */
export const listVisibleServices = (ctx: ReadContext, { limit, type }: { limit: number; type?: string }): Promise<ServiceRow[]> =>
  (type ? selectVisible(ctx).where('type', '=', type) : selectVisible(ctx)).selectAll().limit(limit).execute()
/** Services that are not deleted, in their order, at most `limit`. */
export const listServices = (ctx: ReadContext, limit: number): Promise<ServiceRow[]> =>
  selectLive(ctx).selectAll('service').orderBy('sortOrder').orderBy('id').limit(limit).execute()
/** Slugs of the services that visitors see, and the instants of their last change, oldest service first. */
export const listVisiblePages = (ctx: ReadContext, limit: number): Promise<{ slug: string; updatedAt: Temporal.Instant }[]> =>
  selectVisible(ctx)
    // Those that the owner keeps out of search engines are not offered to them.
    .where(sql<boolean>`not coalesce(seo_data -> 'tags' @> '[{"props": {"name": "robots", "content": "noindex"}}]'::jsonb, false)`)
    .select(['mainSlug as slug', 'updatedAt'])
    .limit(limit)
    .execute()
export const servicesBySchedules = (ctx: ReadContext, ids: readonly string[]): Promise<ServiceRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectLive(ctx).selectAll().where('scheduleId', 'in', ids).execute()
export const servicesWithResources = (ctx: ReadContext, resourceIds: readonly string[]): Promise<ServiceRow[]> =>
  selectLive(ctx)
    .selectAll()
    .where(
      sql<boolean>`(service.staff_ids && cast(${`{${resourceIds.join(',')}}`} as uuid[]) or exists (
        select 1 from jsonb_array_elements(service.service_resources) r, jsonb_array_elements_text(r -> 'resourceIds' -> 'values') v
        where v = any(cast(${`{${resourceIds.join(',')}}`} as text[]))))`,
    )
    .execute()
export const hasServiceNeedingType = async (ctx: ReadContext, typeId: string): Promise<boolean> =>
  (await selectLive(ctx)
    .select('service.id')
    .where(
      sql<boolean>`(service.primary_resource_type = ${typeId} or service.service_resources @> cast(${JSON.stringify([{ resourceType: { id: typeId } }])} as jsonb))`,
    )
    .limit(1)
    .executeTakeFirst()) !== undefined
export const servicesWithAddOn = (ctx: ReadContext, addOnId: string): Promise<ServiceRow[]> =>
  selectLive(ctx)
    .selectAll()
    .where(sql<boolean>`exists (select 1 from jsonb_array_elements(service.add_on_groups) g where g -> 'addOnIds' ? ${addOnId})`)
    .execute()
export const servicesInCategory = (ctx: ReadContext, categoryId: string): Promise<ServiceRow[]> =>
  selectLive(ctx).selectAll().where('categoryId', '=', categoryId).execute()
/** A few services of each policy, oldest first, and how many there are. */
export async function servicesOfPolicies(ctx: ReadContext, policyIds: readonly string[]): Promise<{ policyId: string; total: number; ids: string[] }[]> {
  if (policyIds.length === 0) return []
  const base = ctx.caller.role === 'owner' ? selectLive(ctx) : selectLive(ctx).where('service.hidden', '=', false)
  return base
    .where('policyId', 'in', policyIds)
    .groupBy('policyId')
    .select(['policyId', sql<number>`count(*)`.as('total'), sql<string[]>`(array_agg(id::text order by created_at, id))[1:5]`.as('ids')])
    .execute()
}
export const servicesOfForms = (ctx: ReadContext): Promise<{ formId: string; total: number; services: { id: string; name: string }[] }[]> => {
  const base = ctx.caller.role === 'owner' ? selectLive(ctx) : selectLive(ctx).where('service.hidden', '=', false)
  return base
    .groupBy('formId')
    .select([
      'formId',
      sql<number>`count(*)`.as('total'),
      sql<{ id: string; name: string }[]>`to_jsonb((array_agg(jsonb_build_object('id', id, 'name', name) order by created_at, id))[1:5])`.as('services'),
    ])
    .execute()
}
/** Every service with its form, by name. */
export const listFormIds = (ctx: ReadContext): Promise<{ id: string; name: string; formId: string }[]> =>
  selectLive(ctx).select(['id', 'name', 'formId']).orderBy('name').orderBy('id').execute()
/** Names of services that start like this one. */
export const listNamesLike = async (ctx: ReadContext, name: string): Promise<string[]> =>
  (
    await selectLive(ctx)
      .select('name')
      .where(sql<boolean>`left(service.name, 380) = left(${name}, 380) or starts_with(service.name, left(${name}, 380))`)
      .execute()
  ).map((row) => row.name)
export const insertService = (ctx: TransactionContext, row: Insertable<ServiceTable>): Promise<ServiceRow> =>
  ctx.tx.insertInto('service').values(row).returningAll().executeTakeFirstOrThrow()
export const updateService = (ctx: TransactionContext, id: string, revision: number, change: Updateable<ServiceTable>): Promise<ServiceRow | undefined> =>
  ctx.tx
    .updateTable('service')
    .set({ ...change, updatedAt: ctx.now, revision: revision + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
/** Stores derived data about sessions; revision and updatedAt stay. */
export const setSessionSummary = (
  ctx: TransactionContext,
  id: string,
  summary: { staffIds: string[]; firstSessionAt: Temporal.Instant | null; lastSessionEndsAt: Temporal.Instant | null },
): Promise<unknown> => ctx.tx.updateTable('service').set(summary).where('siteId', '=', ctx.siteId).where('id', '=', id).where('deletedAt', 'is', null).execute()
export const highestSortOrder = async (ctx: ReadContext, categoryId: string | null): Promise<number> =>
  (
    await selectLive(ctx)
      .where('categoryId', categoryId === null ? 'is' : '=', categoryId)
      .select(sql<number>`coalesce(max(sort_order), -1)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const listSlugs = (ctx: ReadContext, serviceIds: readonly string[]): Promise<SlugRow[]> =>
  serviceIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('serviceSlug')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('serviceId', 'in', serviceIds)
        .orderBy('createdAt')
        .orderBy('name')
        .execute()
export const slugByName = (ctx: ReadContext, name: string): Promise<SlugRow | undefined> =>
  ctx.db.selectFrom('serviceSlug').selectAll().where('siteId', '=', ctx.siteId).where('name', '=', name).executeTakeFirst()
/** False when another service owns the slug. */
export async function claimSlug(ctx: TransactionContext, name: string, serviceId: string, custom: boolean): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('serviceSlug')
    .values({ siteId: ctx.siteId, name, serviceId, custom, createdAt: ctx.now })
    .onConflict((oc) =>
      oc
        .columns(['siteId', 'name'])
        .doUpdateSet((eb) => ({ custom: eb.ref('excluded.custom') }))
        .where('serviceSlug.serviceId', '=', serviceId),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
export const deleteSlugs = (ctx: TransactionContext, serviceId: string, names?: readonly string[]): Promise<unknown> =>
  ctx.tx
    .deleteFrom('serviceSlug')
    .where('siteId', '=', ctx.siteId)
    .where('serviceId', '=', serviceId)
    .$if(names !== undefined, (q) => q.where('name', 'in', names as string[]))
    .execute()

/** Services and add-ons that show the picture with this public id. */
export async function showingPicture(ctx: ReadContext, mediaId: string): Promise<{ kind: 'SERVICE' | 'ADD_ON'; id: string; name: string }[]> {
  const shows = (column: 'media' | 'mainMedia') => sql<boolean>`${sql.ref(column)}::text like ${`%${mediaId}%`}`
  const services = await ctx.db.selectFrom('service').where('siteId', '=', ctx.siteId).where(shows('media')).select(['id', 'name']).orderBy('name').execute()
  const addOns = await ctx.db.selectFrom('addOn').where('siteId', '=', ctx.siteId).where(shows('mainMedia')).select(['id', 'name']).orderBy('name').execute()
  return [...services.map((one) => ({ kind: 'SERVICE' as const, ...one })), ...addOns.map((one) => ({ kind: 'ADD_ON' as const, ...one }))]
}
