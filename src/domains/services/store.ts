/** All SQL on services, slugs, categories and policies. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import type { BookingPolicyTable, ServiceCategoryTable, ServiceSlugTable, ServiceTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Fields } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'

export type ServiceRow = Selectable<ServiceTable>
export type SlugRow = Selectable<ServiceSlugTable>
export type CategoryRow = Selectable<ServiceCategoryTable>
export type PolicyRow = Selectable<BookingPolicyTable>

const option = (name: string) => sql`(service.payment -> 'options' ->> ${sql.lit(name)})::boolean`
const serviceFields = {
  id: { type: 'id', column: 'service.id', sort: true, required: true },
  appId: { type: 'id', column: 'service.app_id', sort: true, required: true },
  type: { type: 'enum', column: 'service.type', values: ['APPOINTMENT', 'CLASS', 'COURSE'], sort: true, required: true },
  name: { type: 'string', column: 'service.name', sort: true, required: true },
  description: { type: 'string', column: 'service.description', sort: true },
  tagLine: { type: 'string', column: 'service.tag_line', sort: true },
  hidden: { type: 'boolean', column: 'service.hidden', sort: true, required: true },
  sortOrder: { type: 'integer', column: 'service.sort_order', sort: true, required: true },
  'category.id': { type: 'id', column: 'service.category_id', sort: true },
  'category.name': {
    type: 'string',
    column: sql`(select c.name from service_category c where c.site_id = service.site_id and c.id = service.category_id)`,
    sort: true,
  },
  'form.id': { type: 'id', column: 'service.form_id', sort: true, required: true },
  'bookingPolicy.id': { type: 'id', column: 'service.policy_id' },
  'payment.options.online': { type: 'boolean', column: option('online'), sort: true },
  'payment.options.inPerson': { type: 'boolean', column: option('inPerson'), sort: true },
  'payment.options.pricingPlan': { type: 'boolean', column: option('pricingPlan'), sort: true },
  'onlineBooking.enabled': { type: 'boolean', column: sql`(service.online_booking ->> 'enabled')::boolean`, sort: true },
  'mainSlug.name': { type: 'string', column: 'service.main_slug', sort: true, required: true },
  'supportedSlugs.name': {
    type: 'strings',
    column: sql`array(select s.name from service_slug s where s.site_id = service.site_id and s.service_id = service.id)`,
  },
  staffMemberIds: { type: 'strings', column: sql`service.staff_ids::text[]` },
  'locations.business.id': {
    type: 'strings',
    column: sql`array(select l -> 'business' ->> 'id' from jsonb_array_elements(service.locations) l where l ->> 'type' = 'BUSINESS')`,
  },
  'serviceResources.resourceIds.values': {
    type: 'strings',
    column: sql`array(select v from jsonb_array_elements(service.service_resources) r, jsonb_array_elements_text(r -> 'resourceIds' -> 'values') v)`,
  },
  'schedule.firstSessionStart': { type: 'instant', column: 'service.first_session_at', sort: true },
  'schedule.lastSessionEnd': { type: 'instant', column: 'service.last_session_ends_at', sort: true },
  'schedule.id': { type: 'id', column: 'service.schedule_id' },
  createdDate: { type: 'instant', column: 'service.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'service.updated_at', sort: true, required: true },
} satisfies Fields

const live = (ctx: Ctx) => ctx.tx.selectFrom('service').where('service.siteId', '=', ctx.siteId).where('service.deletedAt', 'is', null)

/** Names that a filter uses, at any depth. */
const namesIn = (filter: unknown): string[] =>
  filter === null || typeof filter !== 'object'
    ? []
    : Array.isArray(filter)
      ? filter.flatMap(namesIn)
      : Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? namesIn(value) : [key]))
/** Customers find hidden services only when they ask for them by name (guide 5.5). */
const showsHidden = (ctx: Ctx, filter: unknown): boolean =>
  ctx.caller.role === 'owner' || namesIn(filter).some((name) => ['id', '_id', 'hidden', 'mainSlug.name', 'supportedSlugs.name'].includes(name))

export function servicePage(ctx: Ctx, wire: WireQuery | null | undefined) {
  const query = readQuery(wire, {
    name: 'services.query',
    fields: serviceFields,
    paging: 'offset',
    defaultLimit: 100,
    maxLimit: 100,
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
  })
  const base = live(ctx).selectAll('service')
  return offsetPage(showsHidden(ctx, query.wireFilter) ? base : base.where('service.hidden', '=', false), query)
}
function matching(ctx: Ctx, filter: unknown) {
  const base = live(ctx).where(toSql(parseFilter(filter, serviceFields, { path: 'filter' }), serviceFields))
  return showsHidden(ctx, filter) ? base : base.where('service.hidden', '=', false)
}
export const countServices = async (ctx: Ctx, filter: unknown): Promise<number> =>
  (await matching(ctx, filter).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n
export const categoriesOf = (ctx: Ctx, filter: unknown): Promise<CategoryRow[]> =>
  ctx.tx
    .selectFrom('serviceCategory')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('id', 'in', matching(ctx, filter).select('service.categoryId').$castTo<{ categoryId: string }>())
    .orderBy('sortOrder')
    .orderBy('id')
    .execute()

export const servicesByIds = (ctx: Ctx, ids: readonly string[]): Promise<ServiceRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : live(ctx).selectAll().where('id', 'in', ids).execute()
export const visibleServices = (ctx: Ctx): Promise<ServiceRow[]> =>
  live(ctx).selectAll().where('hidden', '=', false).orderBy('createdAt').orderBy('id').execute()
export const servicesBySchedules = (ctx: Ctx, ids: readonly string[]): Promise<ServiceRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : live(ctx).selectAll().where('scheduleId', 'in', ids).execute()
export const insertService = (ctx: Ctx, row: Insertable<ServiceTable>): Promise<ServiceRow> =>
  ctx.tx.insertInto('service').values(row).returningAll().executeTakeFirstOrThrow()
export const updateService = (ctx: Ctx, id: string, revision: number, change: Updateable<ServiceTable>): Promise<ServiceRow | undefined> =>
  ctx.tx
    .updateTable('service')
    .set({ ...change, updatedAt: ctx.now, revision: revision + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
export const highestSortOrder = async (ctx: Ctx, categoryId: string | null): Promise<number> =>
  (
    await live(ctx)
      .where('categoryId', categoryId === null ? 'is' : '=', categoryId)
      .select(sql<number>`coalesce(max(sort_order), -1)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const slugsOf = (ctx: Ctx, serviceIds: readonly string[]): Promise<SlugRow[]> =>
  serviceIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('serviceSlug')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('serviceId', 'in', serviceIds)
        .orderBy('createdAt')
        .orderBy('name')
        .execute()
export const slugByName = (ctx: Ctx, name: string): Promise<SlugRow | undefined> =>
  ctx.tx.selectFrom('serviceSlug').selectAll().where('siteId', '=', ctx.siteId).where('name', '=', name).executeTakeFirst()
/** False when another service owns the slug. */
export async function claimSlug(ctx: Ctx, name: string, serviceId: string, custom: boolean): Promise<boolean> {
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
export const dropSlugs = (ctx: Ctx, serviceId: string, names?: readonly string[]): Promise<unknown> =>
  ctx.tx
    .deleteFrom('serviceSlug')
    .where('siteId', '=', ctx.siteId)
    .where('serviceId', '=', serviceId)
    .$if(names !== undefined, (q) => q.where('name', 'in', names as string[]))
    .execute()

export const categories = (ctx: Ctx): Promise<CategoryRow[]> =>
  ctx.tx.selectFrom('serviceCategory').selectAll().where('siteId', '=', ctx.siteId).orderBy('sortOrder').orderBy('id').execute()
export const insertCategory = (ctx: Ctx, row: Insertable<ServiceCategoryTable>): Promise<CategoryRow> =>
  ctx.tx.insertInto('serviceCategory').values(row).returningAll().executeTakeFirstOrThrow()
export const renameCategory = (ctx: Ctx, id: string, name: string): Promise<CategoryRow | undefined> =>
  ctx.tx
    .updateTable('serviceCategory')
    .set({ name, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export const deleteCategory = (ctx: Ctx, id: string): Promise<CategoryRow | undefined> =>
  ctx.tx.deleteFrom('serviceCategory').where('siteId', '=', ctx.siteId).where('id', '=', id).returningAll().executeTakeFirst()

const policyFields = {
  id: { type: 'id', column: 'booking_policy.id', required: true },
  name: { type: 'string', column: 'booking_policy.name', sort: true, required: true },
  default: { type: 'boolean', column: 'booking_policy.is_default', sort: true, required: true },
  createdDate: { type: 'instant', column: 'booking_policy.created_at', sort: true, required: true },
  'customPolicyDescription.description': { type: 'string', column: sql`booking_policy.rules -> 'customPolicyDescription' ->> 'description'` },
  ...Object.fromEntries(
    [
      'customPolicyDescription',
      'limitEarlyBookingPolicy',
      'limitLateBookingPolicy',
      'bookAfterStartPolicy',
      'cancellationPolicy',
      'reschedulePolicy',
      'waitlistPolicy',
      'resourcesPolicy',
      'cancellationFeePolicy',
      'saveCreditCardPolicy',
    ].map((rule) => [`${rule}.enabled`, { type: 'boolean' as const, column: sql`(booking_policy.rules -> ${sql.lit(rule)} ->> 'enabled')::boolean` }]),
  ),
} satisfies Fields
export const policyPage = (ctx: Ctx, wire: WireQuery | null | undefined) =>
  cursorPage(
    ctx.tx.selectFrom('bookingPolicy').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, {
      name: 'policies.query',
      fields: policyFields,
      paging: 'cursor',
      defaultLimit: 50,
      maxLimit: 100,
      defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    }),
  )
export const policies = (ctx: Ctx, ids?: readonly string[]): Promise<PolicyRow[]> =>
  ids?.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('bookingPolicy')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .$if(ids !== undefined, (q) => q.where('id', 'in', ids as string[]))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
export const insertPolicy = (ctx: Ctx, row: Insertable<BookingPolicyTable>): Promise<PolicyRow> =>
  ctx.tx.insertInto('bookingPolicy').values(row).returningAll().executeTakeFirstOrThrow()
export const updatePolicy = (ctx: Ctx, id: string, revision: number, change: Updateable<BookingPolicyTable>): Promise<PolicyRow | undefined> =>
  ctx.tx
    .updateTable('bookingPolicy')
    .set({ ...change, updatedAt: ctx.now, revision: revision + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
export async function makeDefaultPolicy(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx.updateTable('bookingPolicy').set({ isDefault: false }).where('siteId', '=', ctx.siteId).where('isDefault', '=', true).execute()
  await ctx.tx
    .updateTable('bookingPolicy')
    .set({ isDefault: true, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}
export async function deletePolicy(ctx: Ctx, id: string, fallback: string): Promise<void> {
  await ctx.tx.updateTable('service').set({ policyId: fallback }).where('siteId', '=', ctx.siteId).where('policyId', '=', id).execute()
  await ctx.tx.deleteFrom('bookingPolicy').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
}
