/** Creates and updates services. Checks in order shape, references, payment and slug. Source: guide services-and-availability §6. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { toSlug } from '#kit/pure/slug.ts'
import { applyMask, parseMask } from '#kit/query/mask.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { defaultFormId, listForms } from '#domains/forms/public.ts'
import { listLocations, resourcesOfType, resourceTypes, staffTypeId } from '#domains/staff/public.ts'
import { onCapacityChanged } from '../hooks.ts'
import type { Service, ServiceInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { serviceEvents } from '../events.ts'
import {
  bookingsAppId,
  completeLocations,
  completePayment,
  findBranchViolations,
  findPaymentViolations,
  findReferenceViolations,
  findShapeViolations,
  type Payment,
  type ServiceDraft,
  type ServiceReferences,
  type ServiceLocation,
} from '../rules/service.ts'
import { listCategories } from '../store/categories.ts'
import { optionsOfServices } from '../store/options.ts'
import { listPolicies as allPolicies, type PolicyRow } from '../store/policies.ts'
import { resolveMedia } from './service-media.ts'
import * as store from '../store/services.ts'
import { parseOptionsRow, syncStaffVariants } from './options.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'
import { findFreeSlug, renameSlug } from './slugs.ts'

/** Loads what a service may refer to. */
export async function loadReferences(ctx: ReadContext): Promise<ServiceReferences & { defaultPolicyId: string; defaultPlaceId: string | undefined }> {
  const staff = await resourcesOfType(ctx, staffTypeId)
  const policies = await allPolicies(ctx)
  const known = await listLocations(ctx)
  return {
    staffTypeId,
    providers: new Set(staff.filter((r) => r.staff?.serviceProvider).map((r) => r.id)),
    categories: new Set((await listCategories(ctx)).map((c) => c.id)),
    policies: new Set(policies.map((p) => p.id)),
    forms: new Set((await listForms(ctx)).filter(({ kind, archivedAt }) => kind === 'BOOKING' && archivedAt === null).map(({ id }) => id)),
    businessLocations: new Set(known.map((p) => p.id)),
    resourceTypes: new Set((await resourceTypes(ctx)).map((type) => type.id)),
    defaultPolicyId: (policies.find((p) => p.isDefault) as PolicyRow).id,
    defaultPlaceId: known[0]?.id,
  }
}

/** Completes and checks a draft; throws all violations of the first stage that has any. */
async function validateDraft(ctx: ReadContext, draft: ServiceDraft, before?: store.ServiceRow) {
  if (draft.payment?.rateType === 'SUBSCRIPTION') refuse('SUBSCRIPTION_SERVICE_NOT_SUPPORTED')
  assertNoViolations(findShapeViolations(draft, before === undefined))
  const known = await loadReferences(ctx)
  // Staff already on the service may stay, even if they no longer serve customers; so may a form that was archived since.
  const references = before
    ? { ...known, providers: new Set([...known.providers, ...before.staffIds]), forms: new Set([...known.forms, before.formId]) }
    : known
  const named = draft.locations?.length ? draft.locations : references.defaultPlaceId ? [{ type: 'BUSINESS' }] : []
  const locations = completeLocations(named, references.defaultPlaceId)
  assertNoViolations(findReferenceViolations({ ...draft, locations }, references))
  const [options] = before ? await optionsOfServices(ctx, [before.id]) : []
  const payment = completePayment(draft.payment as Payment, options && parseOptionsRow(options))
  assertNoViolations([...findBranchViolations(draft.payment as Payment), ...findPaymentViolations(payment, draft.onlineBooking)])
  return { references, locations, payment }
}

/** A location of a service as it is stored; custom ones get an id. */
export const toStoredLocation = (ctx: BaseContext, location: ServiceLocation): ServiceLocation =>
  location.type === 'BUSINESS'
    ? { type: 'BUSINESS', business: { id: location.business?.id as string } }
    : location.type === 'CUSTOMER'
      ? { type: 'CUSTOMER' }
      : { type: 'CUSTOM', custom: { id: location.custom?.id ?? ctx.newId(), address: location.custom?.address } }

const toColumns = (draft: ServiceInput & ServiceDraft, payment: Payment) => ({
  name: (draft.name as string).trim(),
  description: draft.description ?? null,
  tagLine: draft.tagLine ?? null,
  level: draft.level ?? null,
  hidden: draft.hidden ?? false,
  categoryId: draft.category?.id ?? null,
  formId: draft.form?.id ?? defaultFormId,
  payment: json(payment),
  onlineBooking: json({ enabled: false, requireManualApproval: false, allowMultipleRequests: false, ...draft.onlineBooking }),
  conferencing: json({ enabled: false, ...draft.conferencing }),
  sessionDurations: draft.schedule?.availabilityConstraints?.sessionDurations ?? [],
  timeBetweenSessions: draft.schedule?.availabilityConstraints?.timeBetweenSessions ?? 0,
  durationRange: draft.schedule?.availabilityConstraints?.durationRange ? json(draft.schedule.availabilityConstraints.durationRange) : null,
  serviceResources: json(
    (draft.serviceResources ?? []).map((need) => ({ resourceType: { id: need.resourceType?.id }, resourceIds: { values: need.resourceIds?.values ?? [] } })),
  ),
  primaryResourceType: draft.primaryResourceType ?? null,
  media: json(draft.media ?? {}),
  seoData: draft.seoData ? json(draft.seoData) : null,
  extendedFields: json(draft.extendedFields ?? {}),
  taxableAddress: json(draft.taxableAddress ?? { taxableAddressType: 'BUSINESS' }),
  defaultCapacity: draft.defaultCapacity ?? 1,
})

const resolveDraftMedia = async <D extends ServiceInput>(ctx: ReadContext, draft: D): Promise<D> =>
  draft.media ? { ...draft, media: await resolveMedia(ctx, draft.media) } : draft

/** Refuses with every violation of the first stage of checks that finds one, and with CONFLICT when the slug was taken meanwhile. */
export async function createService(ctx: TransactionContext, input: ServiceInput): Promise<Service> {
  const draft = input as ServiceInput & ServiceDraft
  const { references, locations, payment } = await validateDraft(ctx, draft)
  const id = ctx.newId()
  const base = toSlug(draft.name as string)
  const slug = await findFreeSlug(ctx, base)
  const row = await store.insertService(ctx, {
    siteId: ctx.siteId,
    id,
    appId: draft.appId ?? bookingsAppId,
    createdByAppId: ctx.caller.appId ?? null,
    type: draft.type as string,
    scheduleId: ctx.newId(),
    ...toColumns(await resolveDraftMedia(ctx, draft), payment),
    staffIds: draft.staffMemberIds ?? [],
    locations: json(locations.map((location) => toStoredLocation(ctx, location))),
    policyId: draft.bookingPolicy?.id ?? references.defaultPolicyId,
    sortOrder: draft.sortOrder ?? (await store.highestSortOrder(ctx, draft.category?.id ?? null)) + 1,
    mainSlug: slug,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  if (!(await store.claimSlug(ctx, slug, id, false))) refuseStandard('CONFLICT')
  const service = await showService(ctx, row)
  ctx.emit(serviceEvents.created(id, service))
  return service
}

const readOnly = [
  'id',
  'appId',
  'type',
  'locations',
  'supportedSlugs',
  'mainSlug',
  'addOnGroups',
  'schedule.id',
  'payment.pricingPlanIds',
  'createdDate',
  'updatedDate',
  'revision',
  'urls',
]

/** Changes what input and mask name. Refuses with NOT_FOUND, REVISION_MISMATCH; violates as at creation. */
export async function updateService(ctx: TransactionContext, id: string, input: ServiceInput, mask: unknown): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  assertNoViolations(!input.revision ? [{ field: 'service.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }] : [])
  if (input.revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  assertNoViolations(
    input.type && input.type !== row.type
      ? [{ field: 'service.type', ruleName: 'INVALID_SERVICE_TYPE', description: 'of a service never changes', violatedRule: 'OTHER' }]
      : [],
  )
  const shown = await showService(ctx, row)
  const before = { ...shown, media: row.media }
  const sessionStaff = row.type === 'APPOINTMENT' ? {} : { staffMemberIds: [] } // read-only for classes and courses
  const stored = { ...before, ...sessionStaff } as object
  const merged = {
    ...applyMask(stored, clearOtherRates(clearOtherDuration({ ...input, ...sessionStaff })), parseMask(mask), readOnly),
    ...sessionStaff,
  } as ServiceInput & ServiceDraft
  const { payment } = await validateDraft(ctx, merged, row)
  const change = {
    ...toColumns(await resolveDraftMedia(ctx, merged), payment),
    sortOrder: merged.sortOrder ?? row.sortOrder,
    policyId: merged.bookingPolicy?.id ?? row.policyId,
    ...(row.type === 'APPOINTMENT' ? { staffIds: merged.staffMemberIds ?? [] } : {}),
  }
  if (hasNoChanges(row, change)) return shown
  const renamed = change.name === row.name ? undefined : await renameSlug(ctx, row, change.name)
  const candidate = await store.updateService(ctx, id, row.revision, { ...change, ...(renamed ? { mainSlug: renamed } : {}) })
  if (!candidate) return refuse('REVISION_MISMATCH', {})
  if (candidate.defaultCapacity !== row.defaultCapacity) await onCapacityChanged.call(ctx, { scheduleId: row.scheduleId })
  return emitServiceUpdated(ctx, await syncStaffVariants(ctx, candidate), shown)
}

/** JSON with sorted keys, for comparison. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
const jsonColumns = ['payment', 'onlineBooking', 'conferencing', 'serviceResources', 'media', 'seoData', 'extendedFields', 'taxableAddress', 'durationRange']
/** Whether the change leaves the row as it is; such an update has no new revision and no event. Source: guide services-and-availability §6.2. */
function hasNoChanges(row: store.ServiceRow, change: Record<string, unknown>): boolean {
  return Object.entries(change).every(([column, value]) => {
    const next = jsonColumns.includes(column) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value
    return canonicalJson(next) === canonicalJson(row[column as keyof store.ServiceRow])
  })
}

/** A list of durations and a range exclude each other: setting one clears the other. */
function clearOtherDuration(input: ServiceInput): ServiceInput {
  const constraints = input.schedule?.availabilityConstraints
  if (!constraints) return input
  const cleared = constraints.durationRange
    ? { ...constraints, sessionDurations: [], durations: null }
    : constraints.sessionDurations?.length
      ? { ...constraints, durationRange: null }
      : constraints
  return { ...input, schedule: { ...input.schedule, availabilityConstraints: cleared } }
}

/** Setting one rate clears the other rates. */
function clearOtherRates(input: ServiceInput): ServiceInput {
  const rateType = input.payment?.rateType
  if (!input.payment || !rateType) return input
  const cleared = { fixed: null, varied: null, custom: null, ...input.payment }
  return { ...input, payment: cleared }
}
