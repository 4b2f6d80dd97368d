/** What other domains may call: services, their policies, options and prices. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { json } from '#kit/db/open.ts'
import { translate, type LocalizedText } from '#kit/pure/languages.ts'
import { getSite, getSiteLanguage } from '#domains/site/public.ts'
import { businessScheduleId, listHours, seedSiteStaff } from '#domains/staff/public.ts'
import { showService, showServices } from './actions/show-services.ts'
import type { Service } from './contract.ts'
import { completeRules, newSitePolicyRules, type PolicyRules } from './rules/policy.ts'
import type { DurationRange, Payment, ServiceLocation, ServiceType } from './rules/service.ts'
import { listPolicies as policiesById, insertPolicy, type PolicyRow } from './store/policies.ts'
import { listCategories } from './store/categories.ts'
import { getBookingsSettings } from './store/settings.ts'
import * as store from './store/services.ts'
import { parseOptionsRow, syncStaffVariants } from './actions/options.ts'
import { emitServiceUpdated } from './actions/emit-service-updated.ts'
import type { ServiceOption, Variant } from './rules/options.ts'
import { addOnsByIds as listAddOnRows } from './store/add-ons.ts'
import { optionsOfServices } from './store/options.ts'

export type { LocationsChange } from './hooks.ts'
export type { Service } from './contract.ts'
export { courseFlags, earliestBookingAt, hasFlag, policyFlags, type PolicyFlags, type PolicyRules } from './rules/policy.ts'
export type { Payment, ServiceLocation, ServiceType } from './rules/service.ts'
export { createService } from './actions/save-service.ts'
export { payServiceByPlan } from './actions/service-plans.ts'
export { bookingsAppId } from './rules/service.ts'
export { calculateBookingPrice } from './actions/prices.ts'

/** A page of services as they are shown, by cursor. Visitors see no hidden ones. */
export async function searchCatalog(ctx: ReadContext, query: WireQuery | null | undefined) {
  const { rows, meta } = await store.queryCatalog(ctx, query)
  return { services: await showServices(ctx, rows), meta }
}

/** A service as other domains need it. */
export interface ServiceDefinition {
  id: string
  /** The app that the service belongs to. */
  appId: string
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
  /** The range of durations that the customer chooses from, in minutes; null for a list of durations. */
  durationRange: { min: number; max: number } | null
  /** Add-ons of all its groups. */
  addOnIds: string[]
}

const toDurationRange = (stored: unknown): ServiceDefinition['durationRange'] => {
  const { minDurationInMinutes: min, maxDurationInMinutes: max } = (stored as DurationRange | null)?.hourOptions ?? {}
  return min && max ? { min, max } : null
}
async function loadDefinitions(ctx: ReadContext, rows: readonly store.ServiceRow[]): Promise<ServiceDefinition[]> {
  const ids = [...new Set(rows.map((row) => row.policyId))].toSorted()
  const policies = await ctx.cache(['booking_policy'], `policies ${ids.join()}`, () => policiesById(ctx, ids))
  return rows.map((row) => {
    const policy = policies.find((known) => known.id === row.policyId) as PolicyRow
    return {
      id: row.id,
      appId: row.appId,
      type: row.type as ServiceType,
      name: row.name,
      scheduleId: row.scheduleId,
      capacity: row.defaultCapacity,
      hidden: row.hidden,
      categoryId: row.categoryId,
      formId: row.formId,
      payment: row.payment as Payment,
      onlineBooking: row.onlineBooking as ServiceDefinition['onlineBooking'],
      conferencing: row.conferencing as ServiceDefinition['conferencing'],
      locations: row.locations as ServiceLocation[],
      sessionDurations: row.sessionDurations,
      timeBetweenSessions: row.timeBetweenSessions,
      staffIds: row.staffIds,
      serviceResources: row.serviceResources as ServiceDefinition['serviceResources'],
      primaryResourceType: row.primaryResourceType,
      policyId: policy.id,
      policyRevision: policy.revision,
      policyName: policy.name,
      policy: completeRules(policy.rules as object),
      mainSlug: row.mainSlug,
      revision: row.revision,
      durationRange: toDurationRange(row.durationRange),
      addOnIds: (row.addOnGroups as { addOnIds: string[] }[]).flatMap((group) => group.addOnIds),
    }
  })
}
const cachedTables = ['service', 'booking_policy'] as const
/** A service that is not deleted; undefined otherwise. */
export const serviceById = (ctx: ReadContext, id: string): Promise<ServiceDefinition | undefined> =>
  ctx.cache(cachedTables, `service ${id}`, async () => (await servicesByIds(ctx, [id]))[0])
/** The service of a schedule; undefined when it is deleted. */
export const serviceBySchedule = (ctx: ReadContext, scheduleId: string): Promise<ServiceDefinition | undefined> =>
  ctx.cache(cachedTables, `service of ${scheduleId}`, async () => (await servicesBySchedules(ctx, [scheduleId]))[0])
/** Services that are not deleted; unknown ids are left out. */
export const servicesByIds = async (ctx: ReadContext, ids: readonly string[]): Promise<ServiceDefinition[]> =>
  loadDefinitions(ctx, await store.servicesByIds(ctx, [...new Set(ids)]))
/** Services of schedules; unknown ids are left out. */
export const servicesBySchedules = async (ctx: ReadContext, ids: readonly string[]): Promise<ServiceDefinition[]> =>
  loadDefinitions(ctx, await store.servicesBySchedules(ctx, [...new Set(ids)]))
/** Whether customers may book several services in one visit. */
export const hasMultiServiceBooking = (ctx: ReadContext): Promise<boolean> =>
  ctx.cache(['bookings_settings'], 'several services in a visit', async () => (await getBookingsSettings(ctx)).multiServiceAppointments)
/** A service as visitors see it; undefined when it is deleted. */
export async function findServiceForDisplay(ctx: ReadContext, id: string, conditionalFields: unknown = []): Promise<Service | undefined> {
  const [row] = await store.servicesByIds(ctx, [id])
  return row && showService(ctx, row, conditionalFields)
}
/** Services that visitors see, oldest first, at most `limit`; of one type only when it is named. */
export const listServicesForDisplay = async (ctx: ReadContext, options: { limit: number; type?: ServiceType }): Promise<Service[]> =>
  showServices(ctx, await store.listVisibleServices(ctx, options))
/** Slugs of the services that visitors see, and the instants of their last change. */
export const listServicePages = store.listVisiblePages
/** The service with this id, or with this current or former slug; undefined when it is deleted. */
export async function serviceBySlug(ctx: ReadContext, slugOrId: string): Promise<ServiceDefinition | undefined> {
  const id = (await store.slugByName(ctx, slugOrId.toLowerCase()))?.serviceId ?? (isGuid(slugOrId) ? slugOrId : undefined)
  return id ? serviceById(ctx, id.toLowerCase()) : undefined
}
const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** Services that are not hidden, oldest first. */
export const loadVisibleServices = async (ctx: ReadContext): Promise<ServiceDefinition[]> => loadDefinitions(ctx, await store.listAllVisibleServices(ctx))

/** All services, hidden ones too, in their order; at most `limit`. */
export const listServices = async (ctx: ReadContext, limit: number): Promise<ServiceDefinition[]> => loadDefinitions(ctx, await store.listServices(ctx, limit))

/** Stores what follows from the sessions of a class or course. It is derived data: the revision stays, so that an open editor can still save. */
export const setSessionSummary = store.setSessionSummary

const formatClock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** Opening hours for the pages of the site; day 0 is Sunday. */
export async function listOpeningHours(ctx: ReadContext): Promise<{ day: number; from: string; to: string }[]> {
  const hours = (await listHours(ctx, [await businessScheduleId(ctx)])).filter((row) => row.recurrenceType === 'MASTER')
  return hours.map((row) => ({
    day: row.weekday % 7,
    from: formatClock(row.startMinute),
    to: formatClock(row.endMinute > 1440 ? row.endMinute - 1440 : row.endMinute),
  }))
}

const defaultPolicyName: LocalizedText = { message: 'Default policy', de: 'Standardregeln', fr: 'Règles par défaut', es: 'Reglas predeterminadas' }
/** Seeds a new site: business hours, one location, the staff type and the default policy, named in the language of the site. */
export async function seedSiteServices(ctx: TransactionContext): Promise<void> {
  const { name } = await getSite(ctx)
  await seedSiteStaff(ctx, name)
  await insertPolicy(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    name: translate(defaultPolicyName, await getSiteLanguage(ctx)),
    isDefault: true,
    rules: json(newSitePolicyRules),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

/** Removes deleted resources from services. A service without any stays and cannot be booked. Source: guide services-and-availability §10.2, §11. */
export async function removeResources(ctx: TransactionContext, resourceIds: readonly string[]): Promise<void> {
  for (const row of await store.servicesWithResources(ctx, resourceIds)) {
    const needs = row.serviceResources as ServiceDefinition['serviceResources']
    const left = needs.map((need) => ({ ...need, resourceIds: { values: need.resourceIds.values.filter((id) => !resourceIds.includes(id)) } }))
    const change = { staffIds: row.staffIds.filter((id) => !resourceIds.includes(id)), serviceResources: json(left) }
    const before = await showService(ctx, row)
    const after = await store.updateService(ctx, row.id, row.revision, change)
    await emitServiceUpdated(ctx, after && (await syncStaffVariants(ctx, after)), before)
  }
}
/** Categories in their order. */
export const listServiceCategories = async (ctx: ReadContext): Promise<{ id: string; name: string }[]> =>
  (await listCategories(ctx)).map(({ id, name }) => ({ id, name }))
export const isResourceTypeUsed = store.hasServiceNeedingType

/** What customers choose when they book: the variant of the option, and add-ons. */
export interface ServiceChoices {
  option?: ServiceOption | undefined
  variants: Variant[]
  addOnGroups: { id: string; addOnIds: string[]; maxNumberOfAddOns?: number | undefined }[]
}
/** The choices of a service; empty when it has none. */
export async function loadServiceChoices(ctx: ReadContext, serviceId: string): Promise<ServiceChoices> {
  const [row] = await optionsOfServices(ctx, [serviceId])
  const [service] = await store.servicesByIds(ctx, [serviceId])
  return { ...(row ? parseOptionsRow(row) : { variants: [] }), addOnGroups: (service?.addOnGroups ?? []) as ServiceChoices['addOnGroups'] }
}

/** Add-ons by id, with price and duration. */
export const addOnsByIds = async (
  ctx: ReadContext,
  ids: readonly string[],
): Promise<{ id: string; name: string; price: string; minutes: number | null; maxQuantity: number | null }[]> =>
  (await listAddOnRows(ctx, ids)).map((row) => ({ id: row.id, name: row.name, price: row.price, minutes: row.durationMinutes, maxQuantity: row.maxQuantity }))
