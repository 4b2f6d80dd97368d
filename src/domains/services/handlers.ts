/** Handlers of services, categories, policies, options, add-ons and settings. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { getSite } from '#domains/site/public.ts'
import * as addOns from './actions/add-ons.ts'
import * as related from './actions/related-queries.ts'
import * as categories from './actions/categories.ts'
import * as completeServices from './actions/complete-services.ts'
import { cloneService } from './actions/clone-service.ts'
import { deleteService } from './actions/delete-service.ts'
import * as options from './actions/options.ts'
import * as policies from './actions/policies.ts'
import { calculatePrice, previewPrice } from './actions/prices.ts'
import { createService, updateService } from './actions/save-service.ts'
import { changePlans } from './actions/service-plans.ts'
import { setLocations, type SetLocationsInput } from './actions/set-locations.ts'
import { showSettings, updateSettings } from './actions/settings.ts'
import { showService, showServices } from './actions/show-services.ts'
import { deleteDisplaySettings, getDisplaySettings, upsertDisplaySettings } from './actions/display-settings.ts'
import { setCustomSlug, validateSlug } from './actions/slugs.ts'
import type { addOnsApi, bookingsSettingsApi, displaySettingsApi, optionsApi, Service, ServiceInput, servicesApi } from './contract.ts'
import * as categoryStore from './store/categories.ts'
import * as addOnStore from './store/add-ons.ts'
import * as optionStore from './store/options.ts'
import * as policyStore from './store/policies.ts'
import * as store from './store/services.ts'
import { categoryToWire, plainCategoryToWire, policyToWire } from './wire.ts'

const requiredViolation = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })
const assertFilter = (filter: unknown) => assertNoViolations(filter === undefined || filter === null ? [requiredViolation('filter')] : [])

const readId = (input: ServiceInput): string | undefined => (typeof input.id === 'string' ? input.id : undefined)
/** Refuses with 400 when an item of a bulk update names no service, or one that another item names. */
function assertDistinctServices(inputs: readonly { service: ServiceInput }[]): void {
  const ids = inputs.map(({ service }) => readId(service))
  assertNoViolations(
    ids.flatMap((id, i) =>
      id
        ? ids.indexOf(id) < i
          ? [{ ...requiredViolation(`services[${i}].service.id`), description: 'is named twice', violatedRule: 'VALIDATION' as const }]
          : []
        : [requiredViolation(`services[${i}].service.id`)],
    ),
  )
}
/** Applies a change to every match. Items that are refused do not stop the others and are not reported. Source: guide services-and-availability §6.3. */
async function applyToMatching(
  ctx: OwnTransactionContext,
  filter: unknown,
  apply: (ctx: TransactionContext, id: string) => Promise<Service>,
): Promise<{ jobId: string }> {
  assertFilter(filter)
  const ids = await ctx.transaction((inner) => store.listMatchingIds(inner, filter))
  await runBulkItems(ctx, ids, apply, { idFrom: (id) => id })
  return { jobId: ctx.newId() }
}
async function getServiceRow(ctx: ReadContext, id: string): Promise<store.ServiceRow> {
  return (await store.servicesByIds(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}

export const servicesHandlers: Handlers<typeof servicesApi> = {
  createService: async (ctx, { body }) => ({ service: await createService(ctx, body.service) }),
  getService: async (ctx, { params, query }) => ({
    service: await showService(ctx, await getServiceRow(ctx, params.serviceId), query.conditionalFields ?? []),
  }),
  updateService: async (ctx, { params, body }) => ({ service: await updateService(ctx, params.id, body.service, body.mask) }),
  deleteService: async (ctx, { params, query }) => {
    await deleteService(ctx, params.serviceId, query)
    return {}
  },
  queryServices: async (ctx, { body }) => {
    const { rows, meta } = await store.queryServices(ctx, body.query)
    return { services: await showServices(ctx, rows, body.conditionalFields ?? []), pagingMetadata: meta }
  },
  searchServices: async (ctx, { body }) => {
    const { rows, meta, aggregationData, options: searchOptions } = await store.searchServices(ctx, body.search, body.conditionalFields ?? undefined)
    return { services: await showServices(ctx, rows, searchOptions.conditionalFields ?? []), pagingMetadata: meta, aggregationData }
  },
  countServices: async (ctx, { body }) => {
    assertFilter(body.filter)
    return { count: await store.countServices(ctx, body.filter) }
  },
  bulkCreateServices: (ctx, { body }) => runBulkItems(ctx, body.services, createService, { withItems: body.returnEntity === true }),
  bulkUpdateServices: (ctx, { body }) => {
    assertDistinctServices(body.services)
    return runBulkItems(ctx, body.services, (inner, { service, mask }) => updateService(inner, readId(service) as string, service, mask), {
      idFrom: ({ service }) => readId(service),
      withItems: body.returnEntity === true,
    })
  },
  bulkUpdateServicesByFilter: (ctx, { body }) =>
    applyToMatching(ctx, body.filter, async (inner, id) =>
      updateService(inner, id, { ...body.service, revision: String((await getServiceRow(inner, id)).revision) }, body.mask),
    ),
  bulkDeleteServices: (ctx, { body }) => runBulkItems(ctx, body.ids, (inner, id) => deleteService(inner, id, body), { idFrom: (id) => id }),
  bulkDeleteServicesByFilter: (ctx, { body }) => applyToMatching(ctx, body.filter, (inner, id) => deleteService(inner, id, body)),
  cloneService: (ctx, { body }) => cloneService(ctx, body.sourceServiceId),
  setCustomSlug: (ctx, { params, body }) => setCustomSlug(ctx, params.serviceId, body.slug ?? body.slugName ?? ''),
  validateSlug: (ctx, { body }) => validateSlug(ctx, body.slug ?? body.slugName ?? '', body.serviceId),
  enablePricingPlansForService: async (ctx, { params, body }) => ({ service: await changePlans(ctx, params.serviceId, body.pricingPlanIds ?? [], true) }),
  disablePricingPlansForService: async (ctx, { params, body }) => ({ service: await changePlans(ctx, params.serviceId, body.pricingPlanIds ?? [], false) }),
  setServiceLocations: async (ctx, { params, body }) => ({ service: await setLocations(ctx, params.serviceId, body as SetLocationsInput) }),
  getCompleteService: (ctx, { params }) => completeServices.getCompleteService(ctx, params.serviceId),
  createCompleteService: (ctx, { body }) => completeServices.createCompleteService(ctx, body),
  updateCompleteService: (ctx, { params, body }) => completeServices.updateCompleteService(ctx, params.serviceId, body),
  queryServiceCategories: async (ctx, { body }) => ({ categories: await related.listCategoriesInUse(ctx, body.filter) }),
  queryServiceLocations: (ctx, { body }) => related.listLocationsInUse(ctx, body.filter),
  queryServicePolicies: (ctx, { body }) => related.queryPoliciesWithServices(ctx, body.query),
  queryServiceBookingForms: (ctx, { body }) => related.queryFormsWithServices(ctx, body.query, body.conditionalFields),

  createCategoryV2: async (ctx, { body }) => ({ category: categoryToWire(await categories.createCategory(ctx, body.category)) }),
  getCategoryV2: async (ctx, { params }) => ({ category: categoryToWire(await categories.categoryById(ctx, params.id)) }),
  updateCategoryV2: async (ctx, { params, body }) => ({ category: categoryToWire(await categories.updateCategory(ctx, params.id, body.category, true)) }),
  deleteCategoryV2: async (ctx, { params }) => {
    await categories.deleteCategory(ctx, params.id)
    return {}
  },
  removeCategory: async (ctx, { params, body }) => ({ movedServices: await categories.removeCategory(ctx, params.id, body.moveServicesTo ?? null) }),
  queryCategoriesV2: (ctx, { query }) => queryCategories(ctx, query.query),
  queryCategoriesV2ByPost: (ctx, { body }) => queryCategories(ctx, body.query),
  countCategoriesV2: async (ctx, { body }) => ({ count: await categoryStore.countCategories(ctx, body.filter) }),
  moveCategoryV2: async (ctx, { params, body }) => ({
    category: categoryToWire(await categories.moveCategory(ctx, params.id, body.position, body.afterCategoryId)),
  }),
  listCategories: async (ctx, { query }) => {
    const all = query.includeDeleted ? await categoryStore.listAllCategories(ctx) : await categoryStore.listCategories(ctx)
    const wanted = query.categoryIds === undefined ? undefined : [query.categoryIds].flat()
    return { categories: all.filter((row) => !wanted || wanted.includes(row.id)).map(plainCategoryToWire) }
  },
  createCategory: async (ctx, { body }) => ({ category: plainCategoryToWire(await categories.createCategory(ctx, body.category)) }),
  updateCategory: async (ctx, { params, body }) => ({
    category: plainCategoryToWire(await categories.updateCategory(ctx, params.id, { name: body.category.name ?? null }, false)),
  }),
  deleteCategory: async (ctx, { params, query }) => {
    await categories.deleteCategory(ctx, params.id, query.deleteServices ?? false)
    return { id: params.id }
  },

  createBookingPolicy: async (ctx, { body }) => ({ bookingPolicy: await policies.createPolicy(ctx, body.bookingPolicy) }),
  getBookingPolicy: async (ctx, { params }) => ({ bookingPolicy: policyToWire(await policies.policyById(ctx, params.id)) }),
  updateBookingPolicy: async (ctx, { params, body }) => ({ bookingPolicy: await policies.updatePolicy(ctx, params.id, body.bookingPolicy, body.mask) }),
  deleteBookingPolicy: async (ctx, { params }) => {
    await policies.deletePolicy(ctx, params.id)
    return {}
  },
  setDefaultBookingPolicy: (ctx, { params }) => policies.setDefaultPolicy(ctx, params.id),
  countBookingPolicies: async (ctx, { body }) => ({ count: await policyStore.countPolicies(ctx, body.filter) }),
  getStrictestBookingPolicy: async (ctx, { body }) => ({ bookingPolicy: await policies.getStrictestPolicy(ctx, body.bookingPolicyIds) }),
  queryBookingPolicies: async (ctx, { body }) => {
    const { rows, meta } = await policyStore.queryPolicies(ctx, body.query)
    return { bookingPolicies: rows.map(policyToWire), pagingMetadata: meta }
  },
}

async function queryCategories(ctx: ReadContext, query: Parameters<typeof categoryStore.queryCategories>[1]) {
  const { rows, meta } = await categoryStore.queryCategories(ctx, query)
  return { categories: rows.map(categoryToWire), pagingMetadata: meta }
}

export const optionsHandlers: Handlers<typeof optionsApi> = {
  createServiceOptionsAndVariants: async (ctx, { body }) => ({
    serviceOptionsAndVariants: await options.createOptions(ctx, body.serviceOptionsAndVariants),
  }),
  getServiceOptionsAndVariants: async (ctx, { params }) => ({
    serviceOptionsAndVariants: await options.showOptions(ctx, await options.optionsById(ctx, params.id)),
  }),
  getServiceOptionsAndVariantsByServiceId: async (ctx, { params }) => ({
    serviceVariants: await options.showOptions(ctx, await options.optionsOfService(ctx, params.serviceId)),
  }),
  updateServiceOptionsAndVariants: async (ctx, { params, body }) => ({
    serviceOptionsAndVariants: await options.updateOptions(ctx, params.id, body.serviceOptionsAndVariants),
  }),
  deleteServiceOptionsAndVariants: async (ctx, { params, query }) => {
    await options.deleteOptions(ctx, params.id, query.revision)
    return {}
  },
  cloneServiceOptionsAndVariants: async (ctx, { params, body }) => ({
    serviceOptionsAndVariants: await options.cloneOptions(ctx, params.cloneFromId, body.targetServiceId),
  }),
  queryServiceOptionsAndVariants: async (ctx, { body }) => {
    const { rows, meta } = await optionStore.queryOptions(ctx, body.query)
    return { serviceOptionsAndVariantsList: await Promise.all(rows.map((row) => options.showOptions(ctx, row))), pagingMetadata: meta }
  },
  previewBookingPrice: async (ctx, { body }) => ({ priceInfo: await previewPrice(ctx, body.bookingLineItems) }),
  calculateBookingPrice: async (ctx, { body }) => ({ priceInfo: await calculatePrice(ctx, body.bookings ?? (body.booking ? [body.booking] : [])) }),
}

async function queryAddOns(ctx: ReadContext, query: WireQuery | null | undefined) {
  const { currency } = await getSite(ctx)
  const { rows, meta } = await addOnStore.queryAddOns(ctx, currency, query)
  return { addOns: await addOns.showAddOns(ctx, rows), pagingMetadata: meta }
}
export const addOnsHandlers: Handlers<typeof addOnsApi> = {
  createAddOn: async (ctx, { body }) => ({ addOn: await addOns.createAddOn(ctx, body.addOn) }),
  getAddOn: async (ctx, { params }) => ({ addOn: await addOns.addOnById(ctx, params.addOnId) }),
  updateAddOn: async (ctx, { params, body }) => ({ addOn: await addOns.updateAddOn(ctx, params.addOnId, body.addOn) }),
  deleteAddOn: async (ctx, { params }) => {
    await addOns.deleteAddOn(ctx, params.addOnId)
    return {}
  },
  queryAddOns: (ctx, { query }) => queryAddOns(ctx, query.query),
  queryAddOnsByPost: (ctx, { body }) => queryAddOns(ctx, body.query),
  bulkCreateAddOns: (ctx, { body }) => runBulkItems(ctx, body.addOns, addOns.createAddOn, { withItems: body.returnEntity === true }),
  bulkUpdateAddOns: (ctx, { body }) =>
    runBulkItems(ctx, body.addOns, (inner, { addOn }) => addOns.updateAddOn(inner, typeof addOn.id === 'string' ? addOn.id : '', addOn), {
      idFrom: ({ addOn }) => (typeof addOn.id === 'string' ? addOn.id : undefined),
      withItems: body.returnEntity === true,
    }),
  bulkDeleteAddOns: (ctx, { body }) => runBulkItems(ctx, body.addOnIds, addOns.deleteAddOn, { idFrom: (id) => id }),
  createAddOnGroup: async (ctx, { body }) => ({ addOnGroup: await addOns.createGroup(ctx, body.serviceId, body.addOnGroup) }),
  updateAddOnGroup: async (ctx, { body }) => ({ addOnGroup: await addOns.updateGroup(ctx, body.serviceId, body.addOnGroup) }),
  deleteAddOnGroup: async (ctx, { body }) => {
    await addOns.deleteGroup(ctx, body.serviceId, body.addOnGroupId)
    return {}
  },
  setAddOnsForGroup: async (ctx, { body }) => ({ addOnGroup: await addOns.setAddOns(ctx, body.serviceId, body.groupId, body.addOnIds) }),
  listAddOnGroupsByServiceId: async (ctx, { body }) => ({ addOnGroupsDetails: await addOns.listGroups(ctx, body.serviceId, body.groupIds) }),
}

export const bookingsSettingsHandlers: Handlers<typeof bookingsSettingsApi> = {
  getBookingsSettings: async (ctx) => ({ bookingsSettings: await showSettings(ctx) }),
  updateBookingsSettings: async (ctx, { body }) => ({ bookingsSettings: await updateSettings(ctx, body.bookingsSettings) }),
}

export const displaySettingsHandlers: Handlers<typeof displaySettingsApi> = {
  getBookingsDisplaySettings: async (ctx, { params, query }) => ({ bookingsDisplaySettings: await getDisplaySettings(ctx, { ...query, ...params }) }),
  upsertBookingsDisplaySettings: async (ctx, { params, body }) => ({
    bookingsDisplaySettings: await upsertDisplaySettings(ctx, { ...body.bookingsDisplaySettings, ...params }),
  }),
  deleteBookingsDisplaySettings: async (ctx, { params }) => {
    await deleteDisplaySettings(ctx, params.bookingsDisplaySettingsId)
    return {}
  },
}
