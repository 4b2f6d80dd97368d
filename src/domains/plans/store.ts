/** All SQL on plans, their benefits and the services they cover. */
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { CopyRule } from '#kit/db/copy-rows.ts'
import { json } from '#kit/db/open.ts'
import type { PlanBenefitTable, PricingPlansSettingsTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Fields, type Operator } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type CursorMeta, type OffsetMeta, type WireQuery } from '#kit/query/query.ts'
import { aggregate } from '#kit/query/aggregate.ts'
import { readSearch, searchPage, type WireSearch } from '#kit/query/search.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { isFreePlan, type PlanFields, type Pricing } from './rules/plan.ts'

export interface PlanRow extends PlanFields {
  id: string
  slug: string
  archivedAt: Temporal.Instant | null
  primary: boolean
  hasOrders: boolean
  revision: number
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

const rows = (ctx: ReadContext) => ctx.db.selectFrom('plan').where('siteId', '=', ctx.siteId).selectAll()
type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const toPlan = (row: Raw): PlanRow => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  perks: row.perks as string[],
  pricing: row.pricing as Pricing,
  public: row.isVisible,
  maxPurchasesPerBuyer: row.maxPurchases,
  allowFutureStartDate: row.allowFutureStart,
  buyerCanCancel: row.buyerCanCancel,
  termsAndConditions: row.terms,
  formId: row.formId ?? undefined,
  clientData: row.clientData as Record<string, string>,
  archivedAt: row.archivedAt,
  primary: row.isPrimary,
  hasOrders: row.hasOrders,
  revision: row.revision,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const toColumns = (plan: PlanFields) => ({
  name: plan.name,
  description: plan.description,
  perks: json(plan.perks),
  pricing: json(plan.pricing),
  isFree: isFreePlan(plan.pricing),
  isVisible: plan.public,
  maxPurchases: plan.maxPurchasesPerBuyer,
  allowFutureStart: plan.allowFutureStartDate,
  buyerCanCancel: plan.buyerCanCancel,
  terms: plan.termsAndConditions,
  formId: plan.formId ?? null,
  clientData: json(plan.clientData),
})

export async function planById(ctx: ReadContext, id: string): Promise<PlanRow | undefined> {
  const row = await rows(ctx).where('id', '=', id).executeTakeFirst()
  return row && toPlan(row)
}

export async function lockPlan(ctx: TransactionContext, id: string): Promise<PlanRow | undefined> {
  const row = await rows(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPlan(row)
}

/** Changes that concern the order or the primary plan of a site go one after another. */
export const lockArrangement = (ctx: TransactionContext) => sql`select pg_advisory_xact_lock(hashtextextended(${`plans:${ctx.siteId}`}, 0))`.execute(ctx.tx)

export interface PlanFilter {
  ids?: readonly string[] | undefined
  archived?: boolean | undefined
  visible?: boolean | undefined
  name?: string | undefined
  free?: boolean | undefined
}

/** In the arranged order; archived plans last, the newest archived first. */
export async function listPlans(ctx: ReadContext, filter: PlanFilter): Promise<PlanRow[]> {
  let query = rows(ctx)
  if (filter.ids && filter.ids.length > 0) query = query.where('id', 'in', filter.ids)
  if (filter.archived !== undefined) query = query.where('archivedAt', filter.archived ? 'is not' : 'is', null)
  if (filter.visible !== undefined) query = query.where('isVisible', '=', filter.visible)
  if (filter.free !== undefined) query = query.where('isFree', '=', filter.free)
  const { name } = filter
  if (name) query = query.where((eb) => eb(eb.fn<number>('strpos', [eb.fn('lower', ['name']), eb.val(name.toLowerCase())]), '>', 0))
  const found = await query.orderBy(sql`archived_at is not null`).orderBy(sql`archived_at desc nulls last`).orderBy('position').orderBy('id').execute()
  return found.map(toPlan)
}

export async function countPlans(ctx: ReadContext): Promise<number> {
  const row = await ctx.db
    .selectFrom('plan')
    .where('siteId', '=', ctx.siteId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function slugsLike(ctx: ReadContext, slug: string): Promise<Set<string>> {
  const found = await ctx.db
    .selectFrom('plan')
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .select('slug')
    .execute()
  return new Set(found.map((row) => row.slug))
}

export async function insertPlan(ctx: TransactionContext, id: string, slug: string, plan: PlanFields): Promise<PlanRow> {
  const { position } = await ctx.tx
    .selectFrom('plan')
    .where('siteId', '=', ctx.siteId)
    .select((eb) => sql<number>`coalesce(max(${eb.ref('position')}), 0) + 1`.as('position'))
    .executeTakeFirstOrThrow()
  const row = await ctx.tx
    .insertInto('plan')
    .values({ siteId: ctx.siteId, id, slug, ...toColumns(plan), position, createdAt: ctx.now, updatedAt: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPlan(row)
}

const change = (ctx: TransactionContext, id: string, set: Record<string, unknown>) =>
  ctx.tx
    .updateTable('plan')
    .set({ ...set, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .then(toPlan)

export const updatePlan = (ctx: TransactionContext, id: string, plan: PlanFields): Promise<PlanRow> => change(ctx, id, toColumns(plan))
export const setVisible = (ctx: TransactionContext, id: string, isVisible: boolean): Promise<PlanRow> => change(ctx, id, { isVisible })
export const setPrimary = (ctx: TransactionContext, id: string, isPrimary: boolean): Promise<PlanRow> => change(ctx, id, { isPrimary })
export const setArchived = (ctx: TransactionContext, id: string): Promise<PlanRow> =>
  change(ctx, id, { archivedAt: ctx.now, isVisible: false, isPrimary: false })

export async function primaryPlan(ctx: ReadContext): Promise<PlanRow | undefined> {
  const row = await rows(ctx).where('isPrimary', '=', true).executeTakeFirst()
  return row && toPlan(row)
}

/** Gives the plans the places of the list and answers those that moved. */
export async function arrange(ctx: TransactionContext, ids: readonly string[]): Promise<PlanRow[]> {
  const moved = await ctx.tx
    .updateTable('plan')
    .from(sql<{ id: string; place: number }>`unnest(${sql.val(ids)}::uuid[]) with ordinality`.as<'n'>(sql`n(id, place)`))
    .set({ position: sql`n.place`, updatedAt: ctx.now, revision: sql`plan.revision + 1` })
    .where('plan.siteId', '=', ctx.siteId)
    .where(sql<boolean>`plan.id = n.id and plan.position <> n.place`)
    .returningAll('plan')
    .execute()
  return moved.map((row) => toPlan(row as Raw))
}

/** True the first time. */
export async function markOrdered(ctx: TransactionContext, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('plan')
    .set({ hasOrders: true })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('hasOrders', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Benefit {
  credits: number | null
  rollover: { enabled: boolean; cap?: number | undefined }
}

export async function findBenefit(ctx: ReadContext, planId: string): Promise<Benefit | undefined> {
  const row = await ctx.db.selectFrom('planBenefit').selectAll().where('siteId', '=', ctx.siteId).where('planId', '=', planId).executeTakeFirst()
  return row && { credits: row.credits, rollover: { enabled: row.rollover, cap: row.rolloverCap ?? undefined } }
}

/** Sets what a plan pays for, or takes it away; what scripts call it stays. */
export async function setBenefit(ctx: TransactionContext, planId: string, benefit: Benefit | undefined): Promise<void> {
  if (!benefit) return void (await ctx.tx.deleteFrom('planBenefit').where('siteId', '=', ctx.siteId).where('planId', '=', planId).execute())
  const columns = toBenefitColumns(benefit)
  await ctx.tx
    .insertInto('planBenefit')
    .values({ siteId: ctx.siteId, planId, ...columns })
    .onConflict((oc) => oc.columns(['siteId', 'planId']).doUpdateSet(columns))
    .execute()
}
const toBenefitColumns = ({ credits, rollover }: Benefit) => ({ credits, rollover: rollover.enabled, rolloverCap: rollover.cap ?? null })

/** What a script calls the benefit that it made. */
export interface BenefitLabels {
  displayName: string
  description?: string | undefined
  benefitKey: string
  benefitName: string
  unitType?: string | undefined
}
/** A benefit with its plan and its names; those are null when it was made in the dashboard. */
export interface PlanPool extends Benefit {
  planId: string
  labels: BenefitLabels | null
}
const toPool = (row: Selectable<PlanBenefitTable>): PlanPool => ({
  planId: row.planId,
  credits: row.credits,
  rollover: { enabled: row.rollover, cap: row.rolloverCap ?? undefined },
  labels: row.labels as BenefitLabels | null,
})
const selectPools = (ctx: ReadContext) => ctx.db.selectFrom('planBenefit').where('planBenefit.siteId', '=', ctx.siteId)

/** The benefit of a plan with its names. */
export async function findPool(ctx: ReadContext, planId: string): Promise<PlanPool | undefined> {
  const row = await selectPools(ctx).where('planId', '=', planId).selectAll().executeTakeFirst()
  return row && toPool(row)
}

/** Gives a plan its benefit; false when it has one. */
export async function insertPool(ctx: TransactionContext, { planId, labels, ...benefit }: PlanPool): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.tx
    .insertInto('planBenefit')
    .values({ siteId: ctx.siteId, planId, ...toBenefitColumns(benefit), labels: labels && json(labels) })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const poolFields = {
  id: { type: 'id', column: 'plan_benefit.plan_id', sort: true, required: true },
  programDefinitionIds: { type: 'strings', column: sql`array[plan_benefit.plan_id::text]` },
} satisfies Fields

/** A page of benefits with their plans, by the calls of the public platform. */
export async function queryPools(ctx: ReadContext, query: WireQuery | null | undefined): Promise<{ pools: PlanPool[]; meta: CursorMeta }> {
  const { rows: found, meta } = await cursorPage(selectPools(ctx).selectAll(), readQuery(query, { name: 'pools.query', fields: poolFields, paging: 'cursor' }))
  return { pools: (found as Selectable<PlanBenefitTable>[]).map(toPool), meta }
}

const itemFields = {
  itemSetId: { type: 'id', column: 'plan_service.plan_id', sort: true, required: true },
  externalId: { type: 'id', column: 'plan_service.service_id', sort: true, required: true },
} satisfies Fields

/** A page of the services that plans with a benefit cover. */
export async function queryCoverage(
  ctx: ReadContext,
  query: WireQuery | null | undefined,
): Promise<{ pairs: { planId: string; serviceId: string }[]; meta: CursorMeta }> {
  const spec = { name: 'items.query', fields: itemFields, paging: 'cursor', tieBreaker: 'externalId' } as const
  const covered = ctx.db
    .selectFrom('planService')
    .innerJoin('planBenefit', (join) => join.onRef('planBenefit.planId', '=', 'planService.planId').onRef('planBenefit.siteId', '=', 'planService.siteId'))
    .where('planService.siteId', '=', ctx.siteId)
    .select(['planService.planId', 'planService.serviceId'])
  const { rows: pairs, meta } = await cursorPage(covered, readQuery(query, { ...spec, defaultSort: [{ field: 'itemSetId', order: 'ASC' }] }))
  return { pairs, meta }
}

export async function listCoveredServices(ctx: ReadContext, planId: string): Promise<string[]> {
  const found = await ctx.db
    .selectFrom('planService')
    .where('siteId', '=', ctx.siteId)
    .where('planId', '=', planId)
    .select('serviceId')
    .orderBy('serviceId')
    .execute()
  return found.map((row) => row.serviceId)
}

/** Plans per service, for several services at once; from the cache, as a list of services or a booking asks for the same. */
export const coverage = (ctx: ReadContext, serviceIds: readonly string[]): Promise<readonly { planId: string; serviceId: string }[]> =>
  serviceIds.length === 0 ? Promise.resolve([]) : ctx.cache(['plan_service'], `plans of services ${serviceIds.join()}`, () => findCoverage(ctx, serviceIds))
const findCoverage = (ctx: ReadContext, serviceIds: readonly string[]) =>
  ctx.db
    .selectFrom('planService')
    .where('siteId', '=', ctx.siteId)
    .where('serviceId', 'in', serviceIds)
    .select(['planId', 'serviceId'])
    .orderBy('planId')
    .execute()

export const addCoverage = (ctx: TransactionContext, pairs: readonly { planId: string; serviceId: string }[]): Promise<unknown> =>
  pairs.length === 0
    ? Promise.resolve()
    : ctx.tx
        .insertInto('planService')
        .values(pairs.map((pair) => ({ siteId: ctx.siteId, ...pair })))
        .onConflict((oc) => oc.doNothing())
        .execute()

export async function removeCoverage(
  ctx: TransactionContext,
  by: { planIds?: readonly string[]; serviceId?: string; keepServices?: readonly string[] },
): Promise<void> {
  let query = ctx.tx.deleteFrom('planService').where('siteId', '=', ctx.siteId)
  if (by.planIds) query = query.where('planId', 'in', by.planIds)
  if (by.serviceId) query = query.where('serviceId', '=', by.serviceId)
  if (by.keepServices && by.keepServices.length > 0) query = query.where('serviceId', 'not in', by.keepServices)
  await query.execute()
}

const v3Fields = {
  id: { type: 'id', column: 'plan.id', sort: true, required: true },
  name: { type: 'string', column: 'plan.name', sort: true, required: true },
  slug: { type: 'string', column: 'plan.slug', sort: true, required: true },
  visibility: { type: 'enum', column: sql`(case when plan.is_visible then 'PUBLIC' else 'PRIVATE' end)`, values: ['PUBLIC', 'PRIVATE'], sort: true },
  termsAndConditions: { type: 'string', column: 'plan.terms', sort: true, required: true },
  formId: { type: 'id', column: 'plan.form_id', sort: true },
  createdDate: { type: 'instant', column: 'plan.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'plan.updated_at', sort: true, required: true },
  primary: { type: 'boolean', column: 'plan.is_primary', sort: true, required: true },
  archived: { type: 'boolean', column: sql`(plan.archived_at is not null)`, sort: true },
  displayIndex: { type: 'integer', column: 'plan.position', sort: true, required: true },
} satisfies Fields

const selectPlans = (ctx: ReadContext, onlyForSale: boolean) =>
  onlyForSale ? rows(ctx).where('isVisible', '=', true).where('archivedAt', 'is', null) : rows(ctx)

const comparisonOperators: readonly Operator[] = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$exists']
const textOperators: readonly Operator[] = [...comparisonOperators, '$startsWith']
/** What the older public query knows; the place in the shop orders a query that names no order. Source: guide pricing-plans §3.6. */
const publicFields = {
  id: { ...v3Fields.id, operators: textOperators },
  slug: { ...v3Fields.slug, operators: textOperators },
  primary: { ...v3Fields.primary, operators: ['$eq', '$ne', '$in', '$exists'] },
  createdDate: { ...v3Fields.createdDate, operators: comparisonOperators },
  updatedDate: { ...v3Fields.updatedDate, operators: comparisonOperators },
  place: { type: 'integer', column: 'plan.position', required: true, filter: false },
} satisfies Fields

/** A page of what is for sale, by the older query. */
export async function queryPublicPlans(ctx: ReadContext, query: WireQuery | null | undefined): Promise<{ plans: PlanRow[]; meta: OffsetMeta }> {
  const read = readQuery(query, {
    name: 'plans.public.query',
    fields: publicFields,
    paging: 'offset',
    minLimit: 1,
    maxLimit: 1000,
    pagingRule: 'PAGING_LIMIT_OUT_OF_RANGE',
    defaultSort: [{ field: 'place', order: 'ASC' }],
  })
  const { rows: found, meta } = await offsetPage(selectPlans(ctx, true), read)
  return { plans: (found as Raw[]).map(toPlan), meta }
}

/** A page of plans by the newer query, in the arranged order unless asked otherwise; shoppers only see what is for sale. */
export async function queryPlansV3(
  ctx: ReadContext,
  query: WireQuery | null | undefined,
  onlyForSale: boolean,
): Promise<{ plans: PlanRow[]; meta: CursorMeta }> {
  const read = readQuery(query, {
    name: 'plans.v3.query',
    fields: v3Fields,
    paging: 'cursor',
    defaultSort: [{ field: 'displayIndex', order: 'ASC' }],
  })
  const { rows: found, meta } = await cursorPage(selectPlans(ctx, onlyForSale), read)
  return { plans: (found as Raw[]).map(toPlan), meta }
}

/** The same by words in the name, with sums over what is found. */
export async function searchPlansV3(ctx: ReadContext, wire: WireSearch | null | undefined, onlyForSale: boolean) {
  const search = readSearch(wire, {
    name: 'plans.v3.search',
    fields: v3Fields,
    searchable: { name: 'plan.name' },
    aggregatable: ['visibility', 'name', 'slug', 'createdDate', 'updatedDate', 'formId'],
    defaultSort: [{ field: 'displayIndex', order: 'ASC' }],
  })
  const base = selectPlans(ctx, onlyForSale)
  const { rows: found, meta } = await searchPage(base, search)
  return { plans: (found as Raw[]).map(toPlan), meta, aggregationData: await aggregate(ctx.db, base.clearSelect().select('id'), search) }
}

export async function countPlansV3(ctx: ReadContext, filter: unknown): Promise<number> {
  const row = await ctx.db
    .selectFrom('plan')
    .where('siteId', '=', ctx.siteId)
    .where(toSql(parseFilter(filter, v3Fields, { path: 'filter' }), v3Fields))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** What a simulation takes along: all plans, for orders of archived ones run on, too. */
export const copiedPlans: CopyRule[] = [{ table: 'plan' }, { table: 'plan_benefit' }, { table: 'plan_service' }]

export type PlanSettingsRow = Selectable<PricingPlansSettingsTable>

/** The settings of the site, or the defaults while none are stored. */
export const getPlanSettings = async (ctx: ReadContext): Promise<PlanSettingsRow> =>
  (await ctx.db.selectFrom('pricingPlansSettings').selectAll().where('siteId', '=', ctx.siteId).executeTakeFirst()) ?? {
    siteId: ctx.siteId,
    extendedFields: {},
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }

/** Undefined when the revision is stale. */
export const savePlanSettings = (
  ctx: TransactionContext,
  revision: number,
  extendedFields: Insertable<PricingPlansSettingsTable>['extendedFields'],
): Promise<PlanSettingsRow | undefined> =>
  ctx.tx
    .insertInto('pricingPlansSettings')
    .values({ siteId: ctx.siteId, extendedFields, revision: 2, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc
        .column('siteId')
        .doUpdateSet({ extendedFields, revision: revision + 1, updatedAt: ctx.now })
        .where('pricingPlansSettings.revision', '=', revision),
    )
    .returningAll()
    .executeTakeFirst()
