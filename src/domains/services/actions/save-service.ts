/** Creating and changing services. Checks in the order of the guide: shape, references, payment, slug. guide: services-and-availability 6 */
import { isCustomSlug, slugCandidate, slugOf } from '#kit/pure/slug.ts'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { applyMask, parseMask } from '#kit/query/mask.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { addServiceToPlans, plansNotForSale, plansOfServices, removeServiceFromPlans } from '#domains/plans/public.ts'
import { places, resourcesOfType, staffTypeId } from '#domains/staff/public.ts'
import { followServiceEnd } from '../asks.ts'
import type { Service, ServiceWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { serviceEvents } from '../events.ts'
import {
  completePayment,
  paymentViolations,
  referenceViolations,
  shapeViolations,
  type Payment,
  type ServiceDraft,
  type ServiceFacts,
  type ServiceLocation,
} from '../rules/service.ts'
import * as store from '../store.ts'
import { showService } from './show-services.ts'

export const bookingsAppId = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
export const defaultFormId = '00000000-0000-0000-0000-000000000000'

async function factsOf(ctx: Ctx): Promise<ServiceFacts & { defaultPolicyId: string; defaultPlaceId: string | undefined }> {
  const staff = await resourcesOfType(ctx, staffTypeId)
  const policies = await store.policies(ctx)
  const known = await places(ctx)
  return {
    staffTypeId,
    providers: new Set(staff.filter((r) => r.staff?.serviceProvider).map((r) => r.id)),
    categories: new Set((await store.categories(ctx)).map((c) => c.id)),
    policies: new Set(policies.map((p) => p.id)),
    forms: new Set([defaultFormId]),
    places: new Set(known.map((p) => p.id)),
    defaultPolicyId: (policies.find((p) => p.isDefault) as store.PolicyRow).id,
    defaultPlaceId: known[0]?.id,
  }
}

/** The draft as it would be stored; throws every violation of the first stage that has any. */
async function checked(ctx: Ctx, draft: ServiceDraft, isNew: boolean) {
  orViolate(shapeViolations(draft, isNew))
  const facts = await factsOf(ctx)
  const locations: ServiceLocation[] = draft.locations?.length
    ? draft.locations
    : facts.defaultPlaceId
      ? [{ type: 'BUSINESS', business: { id: facts.defaultPlaceId } }]
      : []
  orViolate(referenceViolations({ ...draft, locations }, facts))
  const payment = completePayment(draft.payment as Payment)
  orViolate(paymentViolations(payment, draft.onlineBooking))
  return { facts, locations, payment }
}

const placeOf = (ctx: Ctx, location: ServiceLocation): ServiceLocation =>
  location.type === 'BUSINESS'
    ? { type: 'BUSINESS', business: { id: location.business?.id as string } }
    : location.type === 'CUSTOMER'
      ? { type: 'CUSTOMER' }
      : { type: 'CUSTOM', custom: { id: location.custom?.id ?? ctx.newId(), address: location.custom?.address } }

const columnsOf = (draft: ServiceWish & ServiceDraft, payment: Payment) => ({
  name: (draft.name as string).trim(),
  description: draft.description ?? null,
  tagLine: draft.tagLine ?? null,
  hidden: draft.hidden ?? false,
  categoryId: draft.category?.id ?? null,
  formId: draft.form?.id ?? defaultFormId,
  payment: json(payment),
  onlineBooking: json({ enabled: false, requireManualApproval: false, allowMultipleRequests: false, ...draft.onlineBooking }),
  conferencing: json({ enabled: false, ...draft.conferencing }),
  sessionDurations: draft.schedule?.availabilityConstraints?.sessionDurations ?? [],
  timeBetweenSessions: draft.schedule?.availabilityConstraints?.timeBetweenSessions ?? 0,
  serviceResources: json(
    (draft.serviceResources ?? []).map((need) => ({ resourceType: { id: need.resourceType?.id }, resourceIds: { values: need.resourceIds?.values ?? [] } })),
  ),
  primaryResourceType: draft.primaryResourceType ?? null,
  media: json(draft.media ?? {}),
  seoData: draft.seoData ? json(draft.seoData) : null,
  extendedFields: json(draft.extendedFields ?? {}),
  taxableAddress: draft.taxableAddress ? json(draft.taxableAddress) : null,
  defaultCapacity: draft.defaultCapacity ?? 1,
})

export async function createService(ctx: Ctx, wish: ServiceWish): Promise<Service> {
  const draft = wish as ServiceWish & ServiceDraft
  const { facts, locations, payment } = await checked(ctx, draft, true)
  const id = ctx.newId()
  const base = slugOf(draft.name as string)
  const slug = await freeSlug(ctx, base)
  const row = await store.insertService(ctx, {
    siteId: ctx.siteId,
    id,
    appId: draft.appId ?? bookingsAppId,
    createdByAppId: ctx.caller.appId ?? null,
    type: draft.type as string,
    scheduleId: ctx.newId(),
    ...columnsOf(draft, payment),
    staffIds: draft.staffMemberIds ?? [],
    locations: json(locations.map((location) => placeOf(ctx, location))),
    policyId: draft.bookingPolicy?.id ?? facts.defaultPolicyId,
    sortOrder: draft.sortOrder ?? (await store.highestSortOrder(ctx, draft.category?.id ?? null)) + 1,
    mainSlug: slug,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  if (!(await store.claimSlug(ctx, slug, id, false))) refuseStandard('CONFLICT')
  const service = await showService(ctx, row)
  ctx.announce(serviceEvents.created(id, service))
  return service
}

async function freeSlug(ctx: Ctx, base: string, ownerId?: string): Promise<string> {
  for (let n = 0; ; n++) {
    const name = slugCandidate(base, n)
    const taken = await store.slugByName(ctx, name)
    if (!taken || taken.serviceId === ownerId) return name
  }
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

export async function updateService(ctx: Ctx, id: string, wish: ServiceWish, mask: unknown): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  orViolate(!wish.revision ? [{ field: 'service.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD' }] : [])
  if (wish.revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  orViolate(
    wish.type && wish.type !== row.type
      ? [{ field: 'service.type', ruleName: 'INVALID_SERVICE_TYPE', description: 'of a service never changes', violatedRule: 'OTHER' }]
      : [],
  )
  const before = await showService(ctx, row)
  const sessionStaff = row.type === 'APPOINTMENT' ? {} : { staffMemberIds: [] } // read-only for classes and courses
  const stored = { ...before, ...sessionStaff } as object
  const merged = { ...applyMask(stored, onlyOneRate({ ...wish, ...sessionStaff }), parseMask(mask), readOnly), ...sessionStaff } as ServiceWish & ServiceDraft
  const { payment } = await checked(ctx, merged, false)
  const change = {
    ...columnsOf(merged, payment),
    sortOrder: merged.sortOrder ?? row.sortOrder,
    policyId: merged.bookingPolicy?.id ?? row.policyId,
    ...(row.type === 'APPOINTMENT' ? { staffIds: merged.staffMemberIds ?? [] } : {}),
  }
  const renamed = change.name === row.name ? undefined : await renameSlug(ctx, row, change.name)
  const candidate = await store.updateService(ctx, id, row.revision, { ...change, ...(renamed ? { mainSlug: renamed } : {}) })
  if (!candidate) return refuse('REVISION_MISMATCH', {})
  const after = await showService(ctx, candidate)
  ctx.announce(serviceEvents.updated(id, after))
  return after
}

/** Setting one branch of the price clears its siblings. */
function onlyOneRate(wish: ServiceWish): ServiceWish {
  const rateType = wish.payment?.rateType
  if (!wish.payment || !rateType) return wish
  const cleared = { fixed: null, varied: null, custom: null, ...wish.payment }
  return { ...wish, payment: cleared }
}

/** The new main slug after a rename, or undefined when the main slug is one the owner chose. */
async function renameSlug(ctx: Ctx, row: store.ServiceRow, name: string): Promise<string | undefined> {
  const slug = await freeSlug(ctx, slugOf(name), row.id)
  const mine = await store.slugsOf(ctx, [row.id])
  const custom = mine.find((known) => known.name === row.mainSlug)?.custom ?? false
  if (!mine.some((known) => known.name === slug)) await store.claimSlug(ctx, slug, row.id, false)
  await dropOldest(ctx, row.id, custom ? row.mainSlug : slug, mine)
  return custom ? undefined : slug
}
async function dropOldest(ctx: Ctx, serviceId: string, main: string, mine: readonly store.SlugRow[]): Promise<void> {
  if (mine.length < 100) return
  const oldest = mine.find((slug) => slug.name !== main)
  if (oldest) await store.dropSlugs(ctx, serviceId, [oldest.name])
}

export async function deleteService(ctx: Ctx, id: string, preserveFutureSessionsWithParticipants: boolean): Promise<void> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const last = await showService(ctx, row)
  await store.updateService(ctx, id, row.revision, { deletedAt: ctx.now })
  await store.dropSlugs(ctx, id)
  await removeServiceFromPlans(ctx, id)
  await followServiceEnd.ask(ctx, { serviceId: id, preserveFutureSessionsWithParticipants })
  ctx.announce({ ...serviceEvents.deleted(id, last), payload: { deletedEvent: { deletedEntity: { ...last, preserveFutureSessionsWithParticipants } } } })
}

export async function setCustomSlug(ctx: Ctx, id: string, wished: string) {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  orViolate(
    isCustomSlug(wished)
      ? []
      : [{ field: 'slug', ruleName: 'SLUG_CONTAINS_ILLEGAL_CHARACTERS', description: 'takes letters, digits and hyphens', violatedRule: 'OTHER' }],
  )
  const name = wished.toLowerCase()
  if (!(await store.claimSlug(ctx, name, id, true))) refuse('SLUG_ALREADY_EXISTS')
  const after = await store.updateService(ctx, id, row.revision, { mainSlug: name })
  if (!after) return refuseStandard('CONFLICT')
  const service = await showService(ctx, after)
  ctx.announce(serviceEvents.updated(id, service))
  return { slug: service.mainSlug, service }
}

/** Never refuses: says whether the slug could be set. */
export async function validateSlug(ctx: Ctx, wished: string, serviceId?: string | null) {
  if (!isCustomSlug(wished)) return { valid: false, errors: ['SLUG_CONTAINS_ILLEGAL_CHARACTERS'] }
  const name = wished.toLowerCase()
  const taken = await store.slugByName(ctx, name)
  if (taken && taken.serviceId !== serviceId) return { valid: false, errors: ['SLUG_ALREADY_EXISTS'] }
  return { valid: true, slugName: name, slug: { name, custom: true, createdDate: ctx.now.toString({ smallestUnit: 'millisecond' }) } }
}

/** Adds plans to a service, or takes them off (all when none is named). */
export async function changePlans(ctx: Ctx, id: string, planIds: readonly string[], add: boolean): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const linked = (await plansOfServices(ctx, [id])).get(id) ?? []
  if (add) {
    const [wrong] = await plansNotForSale(
      ctx,
      planIds.filter((planId) => !linked.includes(planId)),
    )
    if (wrong) refuse('INVALID_PRICING_PLAN', { id: wrong, message: 'This plan does not exist or is archived.' })
    orViolate(
      new Set([...linked, ...planIds]).size > 75
        ? [{ field: 'pricingPlanIds', description: 'a service takes at most 75 plans', violatedRule: 'MAX_SIZE', data: { threshold: 75 } }]
        : [],
    )
  }
  const changes = add
    ? planIds.some((planId) => !linked.includes(planId))
    : planIds.length === 0
      ? linked.length > 0
      : planIds.some((planId) => linked.includes(planId))
  if (!changes) return showService(ctx, row)
  if (add) await addServiceToPlans(ctx, id, planIds)
  else await removeServiceFromPlans(ctx, id, planIds.length === 0 ? undefined : planIds)
  return saved(ctx, await store.updateService(ctx, id, row.revision, {}))
}

async function saved(ctx: Ctx, row: store.ServiceRow | undefined): Promise<Service> {
  if (!row) return refuseStandard('CONFLICT')
  const service = await showService(ctx, row)
  ctx.announce(serviceEvents.updated(row.id, service))
  return service
}

/** New places of a service; sessions that stand at a removed place stay where they are. */
export async function setLocations(ctx: Ctx, id: string, locations: ServiceLocation[]): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  orViolate(locations.length === 0 ? [{ field: 'locations', description: 'needs at least one place', violatedRule: 'MIN_SIZE', data: { threshold: 1 } }] : [])
  const facts = await factsOf(ctx)
  orViolate(referenceViolations({ type: row.type, locations, primaryResourceType: 'any' }, { ...facts, staffTypeId: '' }))
  return saved(ctx, await store.updateService(ctx, id, row.revision, { locations: json(locations.map((location) => placeOf(ctx, location))) }))
}
