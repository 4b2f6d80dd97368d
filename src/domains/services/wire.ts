/** Rows of services, categories and policies → wire entities. */
import type { BusinessLocation, BookableResource } from '#domains/staff/public.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { rewritePictureUrls } from '#domains/media/public.ts'
import type { AddOn, AddOnGroup } from './contract/add-ons.ts'
import type { BookingsSettings } from './contract/settings.ts'
import type { BookingPolicy, Category, PlainCategory, Service } from './contract.ts'
import type { ServiceLevel } from './contract/services.ts'
import { completeRules } from './rules/policy.ts'
import type { Money, Payment, ServiceLocation } from './rules/service.ts'
import type { CategoryRow } from './store/categories.ts'
import type { AddOnRow } from './store/add-ons.ts'
import type { BookingsSettingsRow } from './store/settings.ts'
import type { PolicyRow } from './store/policies.ts'
import type { ServiceRow, SlugRow } from './store/services.ts'

const formatInstant = toWireTime

export const categoryToWire = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  sortOrder: row.sortOrder,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  extendedFields: row.extendedFields as Record<string, unknown>,
})
export const plainCategoryToWire = (row: CategoryRow): PlainCategory => ({
  id: row.id,
  name: row.name,
  sortOrder: row.sortOrder,
  status: row.deletedAt === null ? 'CREATED' : 'DELETED',
})
export const addOnToWire = (row: AddOnRow, currency: string): AddOn => ({
  id: row.id,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  name: row.name,
  price: { value: row.price, currency },
  ...(row.durationMinutes !== null ? { durationInMinutes: row.durationMinutes } : {}),
  ...(row.maxQuantity !== null ? { maxQuantity: row.maxQuantity } : {}),
  ...(row.taxGroup ? { taxGroup: row.taxGroup } : {}),
  ...(row.mainMedia ? { mainMedia: row.mainMedia } : {}),
  tags: row.tags,
  extendedFields: row.extendedFields as Record<string, unknown>,
})
export const bookingsSettingsToWire = (row: BookingsSettingsRow): BookingsSettings => ({
  id: row.id,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  cartCheckout: { enabled: row.cartCheckout },
  multiServiceAppointments: { enabled: row.multiServiceAppointments },
  displayTimeZone: { basedOn: row.basedOn as 'BUSINESS_TIME_ZONE', customerCanChange: row.customerCanChange },
  extendedFields: row.extendedFields as Record<string, unknown>,
})

export const policyToWire = (row: PolicyRow): BookingPolicy => ({
  id: row.id,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  name: row.name,
  default: row.isDefault,
  ...(row.appId ? { appId: row.appId } : {}),
  ...(row.createdByAppId ? { createdByAppId: row.createdByAppId } : {}),
  ...completeRules(row.rules as object),
  extendedFields: row.extendedFields as Record<string, unknown>,
})

/** What, besides the row, a service on the wire consists of. */
export interface ServiceWireContext {
  isOwner: boolean
  currency: string
  language: string
  origin: string
  slugs: readonly SlugRow[]
  categories: readonly CategoryRow[]
  policies: readonly PolicyRow[]
  businessLocations: readonly BusinessLocation[]
  planIds: readonly string[]
  staff?: readonly BookableResource[]
  types?: readonly { id: string; name: string }[]
  /** Resources that services need, if requested. */
  resources?: readonly BookableResource[]
  addOns: readonly AddOnRow[]
}

const formats = new Map<string, Intl.NumberFormat>()
function moneyToWire(input: Money, { currency, language }: ServiceWireContext) {
  const key = `${language}|${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
  formats.set(key, format)
  return { value: input.value, currency, formattedValue: format.format(Number(input.value)) }
}

function paymentToWire(payment: Payment, context: ServiceWireContext): Service['payment'] {
  const { rateType = 'NO_FEE', fixed, varied, custom, options, addOnOption } = payment
  const upfront = (branch: { fullUpfrontPaymentAllowed?: boolean }) =>
    branch.fullUpfrontPaymentAllowed === undefined ? {} : { fullUpfrontPaymentAllowed: branch.fullUpfrontPaymentAllowed }
  const price = (value: Money | undefined) => moneyToWire(value ?? { value: '0' }, context)
  return {
    rateType,
    ...(fixed ? { fixed: { price: price(fixed.price), ...(fixed.deposit ? { deposit: price(fixed.deposit) } : {}), ...upfront(fixed) } } : {}),
    ...(varied
      ? {
          varied: {
            defaultPrice: price(varied.defaultPrice),
            minPrice: price(varied.minPrice),
            maxPrice: price(varied.maxPrice),
            ...(varied.deposit ? { deposit: price(varied.deposit) } : {}),
            ...upfront(varied),
          },
        }
      : {}),
    ...(custom ? { custom } : {}),
    options: {
      online: options?.online ?? false,
      inPerson: options?.inPerson ?? false,
      deposit: options?.deposit ?? false,
      pricingPlan: options?.pricingPlan ?? false,
    },
    pricingPlanIds: [...context.planIds],
    ...(addOnOption ? { addOnOption } : {}),
  }
}

export function locationToWire(location: ServiceLocation, businessLocations: readonly BusinessLocation[]): Service['locations'][number] {
  if (location.type === 'BUSINESS') {
    const businessLocation = businessLocations.find((known) => known.id === location.business?.id)
    const address = businessLocation?.address
      ? { addressLine: businessLocation.address, formattedAddress: businessLocation.address, formatted: businessLocation.address }
      : undefined
    return {
      id: location.business?.id ?? '',
      type: 'BUSINESS',
      business: {
        id: location.business?.id ?? '',
        ...(businessLocation ? { name: businessLocation.name, default: businessLocation.isDefault } : {}),
        ...(address ? { address } : {}),
      },
      ...(address ? { calculatedAddress: address } : {}),
    }
  }
  if (location.type === 'CUSTOMER') return { type: 'CUSTOMER' }
  return {
    type: 'CUSTOM',
    ...(location.custom?.id ? { id: location.custom.id } : {}),
    custom: { ...(location.custom?.id ? { id: location.custom.id } : {}), address: location.custom?.address },
    calculatedAddress: location.custom?.address,
  }
}

const scheduleToWire = (row: ServiceRow): Service['schedule'] => ({
  id: row.scheduleId,
  ...(row.firstSessionAt ? { firstSessionStart: formatInstant(row.firstSessionAt) } : {}),
  ...(row.lastSessionEndsAt ? { lastSessionEnd: formatInstant(row.lastSessionEndsAt) } : {}),
  availabilityConstraints: {
    durations: row.sessionDurations.map((minutes) => ({ minutes })),
    sessionDurations: row.sessionDurations,
    timeBetweenSessions: row.timeBetweenSessions,
    ...(row.durationRange ? { durationRange: row.durationRange } : {}),
  },
})

function resourcesToWire(row: ServiceRow, context: ServiceWireContext) {
  const resources = row.serviceResources as { resourceType: { id: string }; resourceIds: { values: string[] } }[]
  return {
    ...(context.staff
      ? {
          staffMemberDetails: {
            staffMembers: context.staff
              .filter((r) => row.staffIds.includes(r.id))
              .map((r) => ({
                staffMemberId: r.id,
                name: r.name,
                ...(r.staff?.mainMedia ? { mainMedia: rewritePictureUrls(r.staff.mainMedia, context.origin) } : {}),
              })),
          },
        }
      : {}),
    serviceResources: resources.map((need) => ({
      resourceType: {
        id: need.resourceType.id,
        ...(context.types ? { name: context.types.find((type) => type.id === need.resourceType.id)?.name ?? '' } : {}),
      },
      resourceIds: need.resourceIds,
      ...(context.resources
        ? {
            resourceDetails: {
              resources: context.resources.filter((r) => need.resourceIds.values.includes(r.id)).map((r) => ({ id: r.id, name: r.name })),
            },
          }
        : {}),
    })),
  }
}

function addOnsToWire(row: ServiceRow, context: ServiceWireContext) {
  const groups = row.addOnGroups as AddOnGroup[]
  return {
    addOnGroups: groups,
    addOnDetails: [...new Set(groups.flatMap((group) => group.addOnIds))].map((addOnId) => {
      const minutes = context.addOns.find((addOn) => addOn.id === addOnId)?.durationMinutes
      return { addOnId, ...(minutes ? { durationInMinutes: minutes } : {}) }
    }),
  }
}

function slugsToWire(row: ServiceRow, context: ServiceWireContext) {
  const supportedSlugs = context.slugs
    .filter((slug) => slug.serviceId === row.id)
    .map((slug) => ({ name: slug.name, custom: slug.custom, createdDate: formatInstant(slug.createdAt) }))
  const mainSlug = supportedSlugs.find(({ name }) => name === row.mainSlug) ?? { name: row.mainSlug, custom: false, createdDate: formatInstant(row.createdAt) }
  return { supportedSlugs, mainSlug, urls: urlsToWire(row, context.origin) }
}

/** The pages of a service on the public site. A course has no calendar of its own. */
function urlsToWire(row: ServiceRow, origin: string) {
  const slug = encodeURIComponent(row.mainSlug)
  const page = (relativePath: string) => ({ relativePath, url: origin + relativePath })
  return {
    servicePage: page(`/service-page/${slug}`),
    bookingPage: page(`/booking-form?service=${slug}`),
    ...(row.type === 'COURSE' ? {} : { calendarPage: page(`/booking-calendar/${slug}`) }),
  }
}

function categoryOfService({ categoryId }: ServiceRow, { categories }: ServiceWireContext) {
  if (!categoryId) return {}
  const category = categories.find(({ id }) => id === categoryId)
  return { category: category ? { id: category.id, name: category.name, sortOrder: category.sortOrder } : { id: categoryId } }
}

function onlineBookingToWire(row: ServiceRow) {
  const { enabled = false, requireManualApproval = false, allowMultipleRequests = false } = row.onlineBooking as Partial<Service['onlineBooking']>
  return { enabled, requireManualApproval, allowMultipleRequests }
}

/** Only the owner gets the link; customers get it with their booking. */
function conferencingToWire(row: ServiceRow, { isOwner }: ServiceWireContext) {
  const { enabled = false, guestUrl } = row.conferencing as { enabled?: boolean; guestUrl?: string }
  return { enabled, ...(isOwner && guestUrl ? { guestUrl } : {}) }
}

/** The service as the API shows it, to the owner with the conference link. */
export function serviceToWire(row: ServiceRow, context: ServiceWireContext): Service {
  const policy = context.policies.find((known) => known.id === row.policyId)
  return {
    id: row.id,
    appId: row.appId,
    ...(row.createdByAppId ? { createdByAppId: row.createdByAppId } : {}),
    type: row.type as Service['type'],
    sortOrder: row.sortOrder,
    name: row.name,
    ...(row.description !== null ? { description: row.description } : {}),
    ...(row.tagLine !== null ? { tagLine: row.tagLine } : {}),
    ...(row.level !== null ? { level: row.level as ServiceLevel } : {}),
    defaultCapacity: row.defaultCapacity,
    media: rewritePictureUrls(row.media, context.origin),
    hidden: row.hidden,
    ...categoryOfService(row, context),
    form: { id: row.formId },
    payment: paymentToWire(row.payment as Payment, context),
    onlineBooking: onlineBookingToWire(row),
    conferencing: conferencingToWire(row, context),
    locations: (row.locations as ServiceLocation[]).map((location) => locationToWire(location, context.businessLocations)),
    bookingPolicy: policy ? policyToWire(policy) : { id: row.policyId },
    schedule: scheduleToWire(row),
    staffMemberIds: row.staffIds,
    ...resourcesToWire(row, context),
    ...(row.primaryResourceType ? { primaryResourceType: row.primaryResourceType } : {}),
    ...slugsToWire(row, context),
    extendedFields: row.extendedFields as Record<string, unknown>,
    ...(row.seoData ? { seoData: row.seoData } : {}),
    ...addOnsToWire(row, context),
    taxableAddress: (row.taxableAddress as { taxableAddressType: string } | null) ?? { taxableAddressType: 'BUSINESS' },
    createdDate: formatInstant(row.createdAt),
    updatedDate: formatInstant(row.updatedAt),
    revision: String(row.revision),
  }
}
