/** Operations of services, categories and policies. */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { Handlers } from '#kit/mount.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import * as save from './actions/save-service.ts'
import { showService, showServices } from './actions/show-services.ts'
import type { PolicyWish, servicesApi } from './contract.ts'
import { refuse } from './errors.ts'
import { categoryEvents, policyEvents } from './events.ts'
import { completeRules, policyViolations } from './rules/policy.ts'
import type { ServiceLocation } from './rules/service.ts'
import * as store from './store.ts'
import { categoryToWire, policyToWire } from './wire.ts'

async function policyById(ctx: Ctx, id: string): Promise<store.PolicyRow> {
  return (await store.policies(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}
/** The rules of a policy after a wish: a rule that is named is taken as a whole. */
function rulesOf(wish: PolicyWish, before: object) {
  const { revision: _revision, name: _name, ...rules } = wish
  const complete = completeRules({ ...before, ...rules })
  orViolate(policyViolations(complete))
  return complete
}
const requireFilter = (filter: unknown) =>
  orViolate(filter === undefined || filter === null ? [{ field: 'filter', description: 'is required', violatedRule: 'REQUIRED_FIELD' }] : [])

export const servicesHandlers: Handlers<typeof servicesApi> = {
  createService: async (ctx, { body }) => ({ service: await save.createService(ctx, body.service) }),
  getService: async (ctx, { params, query }) => {
    const [row] = await store.servicesByIds(ctx, [params.serviceId])
    return { service: await showService(ctx, row ?? refuseStandard('NOT_FOUND'), query.conditionalFields ?? []) }
  },
  updateService: async (ctx, { params, body }) => ({ service: await save.updateService(ctx, params.id, body.service, body.mask) }),
  deleteService: async (ctx, { params, query }) => {
    await save.deleteService(ctx, params.serviceId, query.preserveFutureSessionsWithParticipants ?? false)
    return {}
  },
  queryServices: async (ctx, { body }) => {
    const { rows, meta } = await store.servicePage(ctx, body.query)
    return { services: await showServices(ctx, rows, body.conditionalFields ?? []), pagingMetadata: meta }
  },
  countServices: async (ctx, { body }) => {
    requireFilter(body.filter)
    return { count: await store.countServices(ctx, body.filter) }
  },
  setCustomSlug: (ctx, { params, body }) => save.setCustomSlug(ctx, params.serviceId, body.slug ?? body.slugName ?? ''),
  validateSlug: (ctx, { body }) => save.validateSlug(ctx, body.slug ?? body.slugName ?? '', body.serviceId),
  enablePricingPlansForService: async (ctx, { params, body }) => ({ service: await save.changePlans(ctx, params.serviceId, body.pricingPlanIds ?? [], true) }),
  disablePricingPlansForService: async (ctx, { params, body }) => ({
    service: await save.changePlans(ctx, params.serviceId, body.pricingPlanIds ?? [], false),
  }),
  setServiceLocations: async (ctx, { params, body }) => ({
    service: await save.setLocations(ctx, params.serviceId, (body.locations ?? []) as ServiceLocation[]),
  }),
  queryServiceCategories: async (ctx, { body }) => ({ categories: (await store.categoriesOf(ctx, body.filter)).map(categoryToWire) }),

  createCategoryV2: async (ctx, { body }) => {
    const all = await store.categories(ctx)
    if (all.length >= 100) refuse('CATEGORY_LIMIT_REACHED')
    const row = await store.insertCategory(ctx, {
      siteId: ctx.siteId,
      id: ctx.newId(),
      name: body.category.name,
      sortOrder: (all.at(-1)?.sortOrder ?? -1) + 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    ctx.announce(categoryEvents.created(row.id, categoryToWire(row)))
    return { category: categoryToWire(row) }
  },
  getCategoryV2: async (ctx, { params }) => ({
    category: categoryToWire((await store.categories(ctx)).find((c) => c.id === params.id) ?? refuseStandard('NOT_FOUND')),
  }),
  updateCategoryV2: async (ctx, { params, body }) => {
    const before = (await store.categories(ctx)).find((c) => c.id === params.id) ?? refuseStandard('NOT_FOUND')
    const row = (await store.renameCategory(ctx, params.id, body.category.name ?? before.name)) ?? refuseStandard('NOT_FOUND')
    ctx.announce(categoryEvents.updated(row.id, categoryToWire(row)))
    return { category: categoryToWire(row) }
  },
  deleteCategoryV2: async (ctx, { params }) => {
    const row = (await store.deleteCategory(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    ctx.announce(categoryEvents.deleted(row.id, categoryToWire(row)))
    return {}
  },
  queryCategoriesV2: async (ctx) => {
    const categories = (await store.categories(ctx)).map(categoryToWire)
    return { categories, pagingMetadata: { count: categories.length, cursors: {}, hasNext: false } }
  },
  listCategories: async (ctx) => ({ categories: (await store.categories(ctx)).map(categoryToWire) }),

  createBookingPolicy: async (ctx, { body }) => {
    orViolate(body.bookingPolicy.name ? [] : [{ field: 'bookingPolicy.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' }])
    const row = await store.insertPolicy(ctx, {
      siteId: ctx.siteId,
      id: ctx.newId(),
      name: body.bookingPolicy.name as string,
      rules: json(rulesOf(body.bookingPolicy, {})),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    ctx.announce(policyEvents.created(row.id, policyToWire(row)))
    return { bookingPolicy: policyToWire(row) }
  },
  getBookingPolicy: async (ctx, { params }) => ({ bookingPolicy: policyToWire(await policyById(ctx, params.id)) }),
  updateBookingPolicy: async (ctx, { params, body: { bookingPolicy: wish } }) => {
    const before = await policyById(ctx, params.id)
    orViolate(wish.revision ? [] : [{ field: 'bookingPolicy.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD' }])
    if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
    const row =
      (await store.updatePolicy(ctx, params.id, before.revision, { name: wish.name ?? before.name, rules: json(rulesOf(wish, before.rules as object)) })) ??
      refuse('REVISION_MISMATCH', {})
    ctx.announce(policyEvents.updated(row.id, policyToWire(row)))
    return { bookingPolicy: policyToWire(row) }
  },
  deleteBookingPolicy: async (ctx, { params }) => {
    const row = await policyById(ctx, params.id)
    if (row.isDefault) refuse('DEFAULT_POLICY_CANNOT_BE_DELETED')
    const fallback = (await store.policies(ctx)).find((policy) => policy.isDefault) as store.PolicyRow
    await store.deletePolicy(ctx, params.id, fallback.id)
    ctx.announce(policyEvents.deleted(row.id))
    return {}
  },
  setDefaultBookingPolicy: async (ctx, { params }) => {
    const wanted = await policyById(ctx, params.id)
    const previous = (await store.policies(ctx)).find((policy) => policy.isDefault) as store.PolicyRow
    if (wanted.id !== previous.id) {
      await store.makeDefaultPolicy(ctx, wanted.id)
      const body = {
        currentDefaultBookingPolicy: policyToWire(await policyById(ctx, wanted.id)),
        previousDefaultBookingPolicy: policyToWire(await policyById(ctx, previous.id)),
      }
      ctx.announce(policyEvents.did('default_booking_policy_set', wanted.id, body))
      return body
    }
    return { currentDefaultBookingPolicy: policyToWire(wanted), previousDefaultBookingPolicy: policyToWire(previous) }
  },
  queryBookingPolicies: async (ctx, { body }) => {
    const { rows, meta } = await store.policyPage(ctx, body.query)
    return { bookingPolicies: rows.map(policyToWire), pagingMetadata: meta }
  },
}
