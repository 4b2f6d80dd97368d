/** The only door of services: what is sold, under which policy, for availability and bookings. */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { currentSite } from '#domains/site/public.ts'
import { businessScheduleId, hoursOf, seedSiteStaff } from '#domains/staff/public.ts'
import { showService } from './actions/show-services.ts'
import { completeRules, newSitePolicyRules, type PolicyRules } from './rules/policy.ts'
import type { DurationRange, Payment, ServiceLocation, ServiceType } from './rules/service.ts'
import { policies as policiesById, insertPolicy, type PolicyRow } from './store/policies.ts'
import { bookingsSettings } from './store/offers.ts'
import * as store from './store/services.ts'
import { optionsFacts, syncStaffVariants } from './actions/options.ts'
import { saved } from './actions/saved.ts'
import type { ServiceOption, Variant } from './rules/options.ts'
import { addOnsByIds as addOnRows, optionsOfServices } from './store/offers.ts'

export type { PlacesChanged } from './asks.ts'
export { courseFlags, earliestBookingAt, hasFlag, policyFlags, type PolicyFlags, type PolicyRules } from './rules/policy.ts'
export type { Payment, ServiceLocation, ServiceType } from './rules/service.ts'
export { bookingsAppId } from './actions/save-service.ts'
export { priceOfBooking } from './actions/prices.ts'

/** A service as other domains need it. */
export interface ServiceFacts {
  id: string
  type: ServiceType
  name: string
  scheduleId: string
  capacity: number
  hidden: boolean
  categoryId: string | null
  formId: string
  payment: Payment
  onlineBooking: { enabled: boolean; requireManualApproval: boolean; allowMultipleRequests: boolean }
  conferencing: { enabled: boolean; guestUrl?: string }
  locations: ServiceLocation[]
  sessionDurations: number[]
  timeBetweenSessions: number
  staffIds: string[]
  serviceResources: { resourceType: { id: string }; resourceIds: { values: string[] } }[]
  primaryResourceType: string | null
  policyId: string
  policyRevision: number
  policyName: string
  policy: PolicyRules
  mainSlug: string
  revision: number
  /** A length that the customer chooses, in minutes; absent for lists of durations. */
  durationRange: { min: number; max: number } | null
}

const rangeOf = (stored: unknown): ServiceFacts['durationRange'] => {
  const { minDurationInMinutes: min, maxDurationInMinutes: max } = (stored as DurationRange | null)?.hourOptions ?? {}
  return min && max ? { min, max } : null
}
async function factsOf(ctx: Ctx, rows: readonly store.ServiceRow[]): Promise<ServiceFacts[]> {
  const policies = await policiesById(ctx, [...new Set(rows.map((row) => row.policyId))])
  return rows.map((row) => {
    const policy = policies.find((known) => known.id === row.policyId) as PolicyRow
    return {
      id: row.id,
      type: row.type as ServiceType,
      name: row.name,
      scheduleId: row.scheduleId,
      capacity: row.defaultCapacity,
      hidden: row.hidden,
      categoryId: row.categoryId,
      formId: row.formId,
      payment: row.payment as Payment,
      onlineBooking: row.onlineBooking as ServiceFacts['onlineBooking'],
      conferencing: row.conferencing as ServiceFacts['conferencing'],
      locations: row.locations as ServiceLocation[],
      sessionDurations: row.sessionDurations,
      timeBetweenSessions: row.timeBetweenSessions,
      staffIds: row.staffIds,
      serviceResources: row.serviceResources as ServiceFacts['serviceResources'],
      primaryResourceType: row.primaryResourceType,
      policyId: policy.id,
      policyRevision: policy.revision,
      policyName: policy.name,
      policy: completeRules(policy.rules as object),
      mainSlug: row.mainSlug,
      revision: row.revision,
      durationRange: rangeOf(row.durationRange),
    }
  })
}
const SHOWN = ['service', 'booking_policy']
export const serviceById = (ctx: Ctx, id: string): Promise<ServiceFacts | undefined> =>
  ctx.remember(SHOWN, `service ${id}`, async () => (await servicesByIds(ctx, [id]))[0])
export const serviceBySchedule = (ctx: Ctx, scheduleId: string): Promise<ServiceFacts | undefined> =>
  ctx.remember(SHOWN, `service of ${scheduleId}`, async () => (await servicesBySchedules(ctx, [scheduleId]))[0])
export const servicesByIds = async (ctx: Ctx, ids: readonly string[]): Promise<ServiceFacts[]> =>
  factsOf(ctx, await store.servicesByIds(ctx, [...new Set(ids)]))
export const servicesBySchedules = async (ctx: Ctx, ids: readonly string[]): Promise<ServiceFacts[]> =>
  factsOf(ctx, await store.servicesBySchedules(ctx, [...new Set(ids)]))
/** Whether customers may book several services as one visit. */
export const sellsVisits = async (ctx: Ctx): Promise<boolean> => (await bookingsSettings(ctx)).multiServiceAppointments
/** A live service as visitors see it; undefined when it is gone. */
export async function serviceAsShown(ctx: Ctx, id: string, conditionalFields: unknown = []): Promise<unknown> {
  const [row] = await store.servicesByIds(ctx, [id])
  return row && showService(ctx, row, conditionalFields)
}
/** The service that has or had this slug, or this id; undefined when it is gone. */
export async function serviceBySlug(ctx: Ctx, slugOrId: string): Promise<ServiceFacts | undefined> {
  const id = (await store.slugByName(ctx, slugOrId.toLowerCase()))?.serviceId ?? (isGuid(slugOrId) ? slugOrId : undefined)
  return id ? serviceById(ctx, id.toLowerCase()) : undefined
}
const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** Services that are not hidden, oldest first. */
export const visibleServices = async (ctx: Ctx): Promise<ServiceFacts[]> => factsOf(ctx, await store.visibleServices(ctx))

/** The calendar tells what the sessions of a class or course add up to. These facts are derived: they raise no revision, so that an open editor can still save. */
export const setSessionFacts = store.setSessionFacts

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** Opening hours for the pages of the site; day 0 is Sunday. */
export async function openingHours(ctx: Ctx): Promise<{ day: number; from: string; to: string }[]> {
  const hours = (await hoursOf(ctx, [await businessScheduleId(ctx)])).filter((row) => row.recurrenceType === 'MASTER')
  return hours.map((row) => ({ day: row.weekday % 7, from: clock(row.startMinute), to: clock(row.endMinute > 1440 ? row.endMinute - 1440 : row.endMinute) }))
}

/** What every new site has: business hours, one place, the staff type, and the default policy. */
export async function seedSiteServices(ctx: Ctx): Promise<void> {
  await seedSiteStaff(ctx, (await currentSite(ctx)).name)
  await insertPolicy(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    name: 'Default policy',
    isDefault: true,
    rules: json(newSitePolicyRules),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

/** Resources are gone: services stop naming them. A service left without any is there and cannot be booked (guide 10.2, 11). */
export async function dropResources(ctx: Ctx, resourceIds: readonly string[]): Promise<void> {
  for (const row of await store.servicesNaming(ctx, resourceIds)) {
    const needs = row.serviceResources as ServiceFacts['serviceResources']
    const left = needs.map((need) => ({ ...need, resourceIds: { values: need.resourceIds.values.filter((id) => !resourceIds.includes(id)) } }))
    const change = { staffIds: row.staffIds.filter((id) => !resourceIds.includes(id)), serviceResources: json(left) }
    const after = await store.updateService(ctx, row.id, row.revision, change)
    await saved(ctx, after && (await syncStaffVariants(ctx, after)))
  }
}
export const typeIsNeeded = store.someServiceNeeds

/** What customers may choose besides: the option that changes the price, and groups of add-ons. */
export interface ServiceChoices {
  option?: ServiceOption | undefined
  variants: Variant[]
  addOnGroups: { id: string; addOnIds: string[]; maxNumberOfAddOns?: number | undefined }[]
}
export async function choicesOf(ctx: Ctx, serviceId: string): Promise<ServiceChoices> {
  const [row] = await optionsOfServices(ctx, [serviceId])
  const [service] = await store.servicesByIds(ctx, [serviceId])
  return { ...(row ? optionsFacts(row) : { variants: [] }), addOnGroups: (service?.addOnGroups ?? []) as ServiceChoices['addOnGroups'] }
}

/** Minutes and price of add-ons that a customer chose. */
export const addOnsByIds = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ id: string; name: string; price: string; minutes: number | null; maxQuantity: number | null }[]> =>
  (await addOnRows(ctx, ids)).map((row) => ({ id: row.id, name: row.name, price: row.price, minutes: row.durationMinutes, maxQuantity: row.maxQuantity }))
