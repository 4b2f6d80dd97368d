import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import type { Registry } from '#kit/api/contract.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { runBulkItems } from '#kit/api/bulk.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { createPlan, updatePlan } from './actions/save-plan.ts'
import { createPlanV3, deletePlanV3, updatePlanV3 } from './actions/save-plan-v3.ts'
import { showPlanSettings, updatePlanSettings } from './actions/settings.ts'
import { archivePlan, arrangePlans, clearPrimary, makePrimary, setVisibility } from './actions/display.ts'
import { assertPlansEnabled } from './actions/assert-plans-enabled.ts'
import type { plansApi, plansV3Api } from './contract.ts'
import { refuse } from './errors.ts'
import { startToCover } from './rules/start-to-cover.ts'
import * as store from './store.ts'
import { toPlan, toPublicPlan } from './wire.ts'
import { toBenefitInfo, toPlanV3 } from './wire-v3.ts'

const archivedFilters: Record<string, boolean | undefined> = { ACTIVE: false, ARCHIVED: true, ARCHIVED_AND_ACTIVE: undefined }
const visibleFilters: Record<string, boolean | undefined> = { PUBLIC_AND_HIDDEN: undefined, PUBLIC: true, HIDDEN: false }

function paginate<T>(all: readonly T[], limit: number, offset: number) {
  const items = all.slice(offset, offset + limit)
  return { items, pagingMetadata: { count: items.length, offset, total: all.length, tooManyToCount: false } }
}

/** Different spellings of a mask: a list, one text with commas, or a message with paths. */
const parseMask = (mask: unknown): string[] | undefined => {
  if (mask === undefined || mask === null) return undefined
  if (typeof mask === 'string')
    return mask
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean)
  return Array.isArray(mask) ? (mask as string[]) : (mask as { paths: string[] }).paths
}

async function getPlanBenefit(ctx: ReadContext, id: string) {
  if (!(await store.planById(ctx, id))) refuse('plan_not_found', { planId: id })
  const benefit = await store.findBenefit(ctx, id)
  const rollover = benefit && { enabled: benefit.rollover.enabled, ...(benefit.rollover.cap !== undefined && { cap: benefit.rollover.cap }) }
  return { benefit: benefit && rollover ? { credits: benefit.credits, rollover } : null, serviceIds: await store.listCoveredServices(ctx, id) }
}

/** The same handlers, which first ask whether plans are sold at all. Each gets what it got before; TypeScript does not follow a mapping over all of them. */
function withPlansEnabled<R extends Registry>(handlers: Handlers<R>): Handlers<R> {
  const guarded = Object.entries(handlers as Record<string, (ctx: never, input: never) => Promise<unknown>>).map(
    ([name, handle]) =>
      [
        name,
        async (ctx: ReadContext | OwnTransactionContext, input: never) => {
          await ('read' in ctx ? ctx.read(assertPlansEnabled) : assertPlansEnabled(ctx))
          return handle(ctx as never, input)
        },
      ] as const,
  )
  return Object.fromEntries(guarded) as unknown as Handlers<R>
}

/** The path wins, and another id in the body is refused. Source: guide pricing-plans §1. */
function assertSameId(params: { id: string }, sent: string | null | undefined, field = 'id'): void {
  if (sent && sent.toLowerCase() !== params.id.toLowerCase())
    assertNoViolations([{ field, description: 'must be the id of the path', violatedRule: 'VALIDATION' }])
}

export const plansHandlers: Handlers<typeof plansApi> = withPlansEnabled<typeof plansApi>({
  async listPublicPlans(ctx, { query }) {
    const read = async (ids?: readonly string[]) => (await store.listPlans(ctx, { archived: false, visible: true, ids })).map(toPublicPlan)
    // What every visitor of a storefront asks for is cached.
    const all = query.planIds?.length ? await read(query.planIds) : await ctx.cache(['plan'], 'public plans', () => read())
    const { items, pagingMetadata } = paginate(all, query.limit ?? 75, query.offset ?? 0)
    return { plans: items, pagingMetadata }
  },
  async queryPublicPlans(ctx, { body }) {
    const { plans, meta } = await store.queryPublicPlans(ctx, body.query as WireQuery | null | undefined)
    return { plans: plans.map(toPublicPlan), pagingMetadata: meta }
  },
  async getPlanStats(ctx) {
    return { totalPlans: await store.countPlans(ctx) }
  },
  async listPlans(ctx, { query }) {
    const archived = query.archived ?? 'ACTIVE'
    const visible = query.public ?? 'PUBLIC_AND_HIDDEN'
    assertNoViolations([
      ...(archived in archivedFilters
        ? []
        : [{ field: 'archived', description: 'is not one of the allowed values', violatedRule: 'OTHER', ruleName: 'INVALID_ARCHIVE_FILTER' } as const]),
      ...(visible in visibleFilters
        ? []
        : [{ field: 'public', description: 'is not one of the allowed values', violatedRule: 'OTHER', ruleName: 'INVALID_VISIBLE_FILTER' } as const]),
    ])
    const all = await store.listPlans(ctx, {
      archived: archivedFilters[archived],
      visible: visibleFilters[visible],
      ids: query.planIds,
      name: query.name,
      free: query.free,
    })
    const { items, pagingMetadata } = paginate(all, query.limit ?? 75, query.offset ?? 0)
    return { plans: items.map(toPlan), pagingMetadata }
  },
  async getPlan(ctx, { params }) {
    return { plan: toPlan((await store.planById(ctx, params.id)) ?? refuse('plan_not_found', { planId: params.id })) }
  },
  async createPlan(ctx, { body }) {
    return { plan: toPlan(await createPlan(ctx, body.plan)) }
  },
  async updatePlan(ctx, { params, body }) {
    if (params.id === '') assertNoViolations([{ field: 'plan.id', description: 'is required', violatedRule: 'OTHER', ruleName: 'MISSING_PLAN_ID' }])
    assertSameId(params, body.plan.id, 'plan.id')
    return { plan: toPlan(await updatePlan(ctx, params.id, body.plan, parseMask(body.fieldMask))) }
  },
  async setPlanVisibility(ctx, { params, body }) {
    assertSameId(params, body.id)
    return { plan: toPlan(await setVisibility(ctx, params.id, body.visible)) }
  },
  async makePlanPrimary(ctx, { params, body }) {
    assertSameId(params, body?.id)
    return { plan: toPlan(await makePrimary(ctx, params.id)) }
  },
  async clearPrimary(ctx) {
    await clearPrimary(ctx)
    return {}
  },
  async archivePlan(ctx, { params, body }) {
    assertSameId(params, body?.id)
    return { plan: toPlan(await archivePlan(ctx, params.id)) }
  },
  async arrangePlans(ctx, { body }) {
    await arrangePlans(ctx, body.ids)
    return {}
  },
  getPlanBenefit: (ctx, { params }) => getPlanBenefit(ctx, params.id),
  async setPlanBenefit(ctx, { params, body }) {
    if (!(await store.lockPlan(ctx, params.id))) refuse('plan_not_found', { planId: params.id })
    const { benefit } = body
    const rollover = benefit?.rollover
    await store.setBenefit(
      ctx,
      params.id,
      benefit ? { credits: benefit.credits ?? null, rollover: { enabled: rollover?.enabled ?? false, cap: rollover?.cap ?? undefined } } : undefined,
    )
    await store.removeCoverage(ctx, { planIds: [params.id], keepServices: body.serviceIds })
    await store.addCoverage(
      ctx,
      [...new Set(body.serviceIds)].map((serviceId) => ({ planId: params.id, serviceId })),
    )
    return getPlanBenefit(ctx, params.id)
  },
})

async function queryPlansV3(ctx: ReadContext, query: WireQuery | null | undefined) {
  const { plans, meta } = await store.queryPlansV3(ctx, query, ctx.caller.role !== 'owner')
  return { plans: plans.map(toPlanV3), pagingMetadata: { count: meta.count, cursors: meta.cursors } }
}

/** The app that sells sessions; other items are not covered by plans of this product. */
const bookingsApp = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const maxPlans = 100

export const plansV3Handlers: Handlers<typeof plansV3Api> = withPlansEnabled<typeof plansV3Api>({
  queryPlansByUrl: (ctx, { query }) => queryPlansV3(ctx, query.query),
  queryPlans: (ctx, { body }) => queryPlansV3(ctx, body.query),
  async searchPlans(ctx, { query }) {
    const { plans, meta, aggregationData } = await store.searchPlansV3(ctx, query.search, ctx.caller.role !== 'owner')
    return { plans: plans.map(toPlanV3), pagingMetadata: { count: meta.count, cursors: meta.cursors }, aggregationData }
  },
  countPlans: async (ctx, { body }) => ({ count: await store.countPlansV3(ctx, body.filter) }),
  async getPlan(ctx, { params }) {
    const plan = await store.planById(ctx, params.planId)
    const isShown = plan && (ctx.caller.role === 'owner' || (plan.public && plan.archivedAt === null))
    return isShown ? { plan: toPlanV3(plan) } : refuse('plan_not_found', { planId: params.planId })
  },
  createPlan: async (ctx, { body }) => ({ plan: toPlanV3(await createPlanV3(ctx, body.plan)) }),
  updatePlan: async (ctx, { params, body }) => ({ plan: toPlanV3(await updatePlanV3(ctx, params.planId, body.plan)) }),
  async deletePlan(ctx, { params }) {
    await deletePlanV3(ctx, params.planId)
    return {}
  },
  bulkUpdatePlans: (ctx, { body }) =>
    runBulkItems(ctx, body.plans, async (inner, { plan }) => toPlanV3(await updatePlanV3(inner, plan.id ?? '', plan)), {
      idFrom: ({ plan }) => plan.id ?? undefined,
      withItems: body.returnEntity === true,
    }),
  getPricingPlansSettings: async (ctx) => ({ pricingPlansSettings: await showPlanSettings(ctx) }),
  updatePricingPlansSettings: async (ctx, { body }) => ({ pricingPlansSettings: await updatePlanSettings(ctx, body.pricingPlansSettings) }),
  async listPlansByItemIdentifier(ctx, { body }) {
    const { itemIdentifier: item, count = 1 } = body
    if (item.providerAppId.toLowerCase() !== bookingsApp) return { planBenefits: [] }
    const ids = (await store.coverage(ctx, [item.externalId])).map(({ planId }) => planId)
    const plans = ids.length > 0 ? await store.listPlans(ctx, { ids, archived: false, visible: true }) : []
    const target = body.targetDate ? Temporal.Instant.from(body.targetDate) : undefined
    const { timeZone } = await getSite(ctx)
    const planBenefits = []
    for (const plan of plans) {
      const pool = await store.findPool(ctx, plan.id)
      const start = startToCover(plan, target, ctx.now, timeZone)
      if (!pool || !start || (pool.credits !== null && pool.credits < (count ?? 1))) continue
      planBenefits.push({
        planInfo: { plan: toPlanV3(plan), nextStartDate: start.toString({ fractionalSecondDigits: 3 }) },
        benefitInfo: toBenefitInfo(pool, item),
      })
    }
    return { planBenefits: planBenefits.slice(0, maxPlans) }
  },
})
