/** Services, categories and booking policies on the wire. Source: guide services-and-availability 2–9, contract operations (area services). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'
import { CursorMetaWire, filterSchema, OffsetMetaWire, queryBody } from '#kit/query/wire.ts'

const Id = Type.String({ format: 'uuid' })
const ById = Type.Object({ id: Id })
const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Free = Type.Record(Type.String(), Type.Unknown())
const Money = Type.Object({ value: Type.String(), currency: Type.Optional(Type.String()), formattedValue: Type.Optional(Type.String()) })
const MoneyWish = Type.Object({ value: Type.String({ maxLength: 20 }), currency: Type.Optional(Type.String()) })
const flag = Type.Optional(Type.Boolean())

export const Category = Type.Object({ id: Id, name: Type.Optional(Type.String()), sortOrder: Type.Optional(Type.Integer()), revision: Type.Optional(Type.String()) })
export type Category = Static<typeof Category>
export const BookingPolicy = Type.Object({
  id: Type.Union([Id, Type.Null()]), revision: Type.Optional(Type.String()), createdDate: Type.Optional(Type.String()), updatedDate: Type.Optional(Type.String()), name: Type.Optional(Type.String()), default: flag,
  customPolicyDescription: Type.Optional(Free), limitEarlyBookingPolicy: Type.Optional(Free), limitLateBookingPolicy: Type.Optional(Free), bookAfterStartPolicy: Type.Optional(Free),
  cancellationPolicy: Type.Optional(Free), reschedulePolicy: Type.Optional(Free), waitlistPolicy: Type.Optional(Free), participantsPolicy: Type.Optional(Free), resourcesPolicy: Type.Optional(Free),
  cancellationFeePolicy: Type.Optional(Free), saveCreditCardPolicy: Type.Optional(Free), staffSortingPolicy: Type.Optional(Free), intakeFormPolicy: Type.Optional(Free), extendedFields: Type.Optional(Free),
})
export type BookingPolicy = Static<typeof BookingPolicy>
const Slug = Type.Object({ name: Type.String(), custom: Type.Boolean(), createdDate: Type.String() })
const Address = Type.Object({ addressLine: Type.Optional(Type.String()), formattedAddress: Type.Optional(Type.String()), formatted: Type.Optional(Type.String()), city: Type.Optional(Type.String()), country: Type.Optional(Type.String()), postalCode: Type.Optional(Type.String()) })
const ServiceLocation = Type.Object({
  id: Type.Optional(Type.String()), type: Type.Enum(['BUSINESS', 'CUSTOM', 'CUSTOMER']),
  business: Type.Optional(Type.Object({ id: Id, name: Type.Optional(Type.String()), default: flag, address: Type.Optional(Address) })),
  custom: Type.Optional(Type.Object({ id: Type.Optional(Type.String()), address: Type.Optional(Type.Unknown()) })), calculatedAddress: Type.Optional(Type.Unknown()),
})
const Url = Type.Object({ relativePath: Type.String(), url: Type.String() })

export const Service = Type.Object({
  id: Id, appId: Id, createdByAppId: Type.Optional(Id), type: Type.Enum(['APPOINTMENT', 'CLASS', 'COURSE']), sortOrder: Type.Integer(), name: Type.String(),
  description: Type.Optional(Type.String()), tagLine: Type.Optional(Type.String()), defaultCapacity: Type.Integer(), media: Type.Optional(Type.Unknown()), hidden: Type.Boolean(),
  category: Type.Optional(Category), form: Type.Object({ id: Type.String() }),
  payment: Type.Object({
    rateType: Type.String(), fixed: Type.Optional(Type.Object({ price: Money, deposit: Type.Optional(Money), fullUpfrontPaymentAllowed: flag })),
    varied: Type.Optional(Type.Object({ defaultPrice: Money, deposit: Type.Optional(Money), minPrice: Type.Optional(Money), maxPrice: Type.Optional(Money), fullUpfrontPaymentAllowed: flag })),
    custom: Type.Optional(Type.Object({ description: Type.Optional(Type.String()) })),
    options: Type.Object({ online: Type.Boolean(), inPerson: Type.Boolean(), deposit: Type.Boolean(), pricingPlan: Type.Boolean() }), pricingPlanIds: Type.Array(Id), addOnOption: Type.Optional(Type.String()),
  }),
  onlineBooking: Type.Object({ enabled: Type.Boolean(), requireManualApproval: Type.Boolean(), allowMultipleRequests: Type.Boolean() }),
  conferencing: Type.Object({ enabled: Type.Boolean(), guestUrl: Type.Optional(Type.String()) }), locations: Type.Array(ServiceLocation), bookingPolicy: BookingPolicy,
  schedule: Type.Object({
    id: Id, firstSessionStart: Type.Optional(Type.String()), lastSessionEnd: Type.Optional(Type.String()),
    availabilityConstraints: Type.Object({ durations: Type.Array(Type.Object({ minutes: Type.Integer() })), sessionDurations: Type.Array(Type.Integer()), timeBetweenSessions: Type.Integer(), durationRange: Type.Optional(Type.Unknown()) }),
  }),
  staffMemberIds: Type.Array(Id), staffMemberDetails: Type.Optional(Type.Object({ staffMembers: Type.Array(Type.Object({ staffMemberId: Id, name: Type.String(), mainMedia: Type.Optional(Type.Unknown()) })) })),
  serviceResources: Type.Array(Type.Object({ resourceType: Type.Object({ id: Id, name: Type.Optional(Type.String()) }), resourceIds: Type.Object({ values: Type.Array(Id) }) })),
  primaryResourceType: Type.Optional(Id), supportedSlugs: Type.Array(Slug), mainSlug: Slug, urls: Type.Object({ servicePage: Url, bookingPage: Url, calendarPage: Type.Optional(Url) }),
  extendedFields: Type.Optional(Free), seoData: Type.Optional(Type.Unknown()), addOnGroups: Type.Array(Type.Unknown()), addOnDetails: Type.Array(Type.Unknown()), taxableAddress: Type.Object({ taxableAddressType: Type.String() }),
  createdDate: Type.String(), updatedDate: Type.String(), revision: Type.String(),
})
export type Service = Static<typeof Service>

/** A service as an owner writes it; the rules of a service name what is wrong with it. */
export const ServiceWish = Type.Object({
  id: Type.Optional(Type.Unknown()), revision: Maybe(Type.String()), appId: Maybe(Id), type: Type.Optional(Type.String()), name: Maybe(Type.String()), sortOrder: Type.Optional(Type.Integer()),
  description: Maybe(Type.String({ maxLength: 7000 })), tagLine: Maybe(Type.String({ maxLength: 6000 })), defaultCapacity: Maybe(Type.Number()), media: Type.Optional(Type.Unknown()), hidden: flag,
  category: Maybe(Type.Object({ id: Type.Optional(Type.String()) })), form: Maybe(Type.Object({ id: Type.Optional(Type.String()) })),
  payment: Maybe(Type.Object({
    rateType: Type.Optional(Type.String()), fixed: Maybe(Type.Object({ price: Type.Optional(MoneyWish), deposit: Maybe(MoneyWish), fullUpfrontPaymentAllowed: flag })),
    varied: Maybe(Type.Object({ defaultPrice: Type.Optional(MoneyWish), deposit: Maybe(MoneyWish), fullUpfrontPaymentAllowed: flag })), custom: Maybe(Type.Object({ description: Type.Optional(Type.String()) })),
    options: Maybe(Type.Object({ online: flag, inPerson: flag, deposit: flag, pricingPlan: flag })), addOnOption: Type.Optional(Type.String()),
  })),
  onlineBooking: Maybe(Type.Object({ enabled: flag, requireManualApproval: flag, allowMultipleRequests: flag })), conferencing: Maybe(Type.Object({ enabled: flag, guestUrl: Type.Optional(Type.String({ maxLength: 2000 })) })),
  locations: Maybe(Type.Array(Type.Object({ id: Type.Optional(Type.Unknown()), type: Type.Optional(Type.String()), business: Maybe(Type.Object({ id: Type.Optional(Type.String()) })), custom: Maybe(Type.Object({ id: Type.Optional(Type.String()), address: Type.Optional(Type.Unknown()) })) }), { maxItems: 500 })),
  bookingPolicy: Maybe(Type.Object({ id: Type.Optional(Type.String()) })),
  schedule: Maybe(Type.Object({ availabilityConstraints: Maybe(Type.Object({ sessionDurations: Maybe(Type.Array(Type.Number())), timeBetweenSessions: Maybe(Type.Integer({ minimum: 0, maximum: 720 })) })) })),
  staffMemberIds: Maybe(Type.Array(Type.String())),
  serviceResources: Maybe(Type.Array(Type.Object({ resourceType: Type.Optional(Type.Object({ id: Type.Optional(Id) })), resourceIds: Type.Optional(Type.Object({ values: Type.Optional(Type.Array(Id, { maxItems: 100 })) })) }), { maxItems: 8 })),
  primaryResourceType: Maybe(Id), seoData: Type.Optional(Type.Unknown()), extendedFields: Maybe(Type.Object({ namespaces: Type.Optional(Free) })), taxableAddress: Type.Optional(Type.Unknown()),
})
export type ServiceWish = Static<typeof ServiceWish>

const PolicyWish = Type.Object({
  revision: Maybe(Type.String()), name: Type.Optional(Type.String({ maxLength: 400 })), customPolicyDescription: Maybe(Free), limitEarlyBookingPolicy: Maybe(Free), limitLateBookingPolicy: Maybe(Free), bookAfterStartPolicy: Maybe(Free),
  cancellationPolicy: Maybe(Free), reschedulePolicy: Maybe(Free), waitlistPolicy: Maybe(Free), participantsPolicy: Maybe(Free), resourcesPolicy: Maybe(Free), cancellationFeePolicy: Maybe(Free),
  saveCreditCardPolicy: Maybe(Free), staffSortingPolicy: Maybe(Free), intakeFormPolicy: Maybe(Free),
})
export type PolicyWish = Static<typeof PolicyWish>

const owner = { owner: 'any' } as const
const ConditionalFields = Type.Optional(Type.Union([Type.Array(Type.String(), { maxItems: 5 }), Type.String(), Type.Null()]))
const OneService = Type.Object({ service: Service })
const OneCategory = Type.Object({ category: Category })
const OnePolicy = Type.Object({ bookingPolicy: BookingPolicy })
const PlanIds = (maxItems: number) => Maybe(Type.Array(Id, { maxItems }))

export const servicesApi = operations({
  createService: { method: 'POST', path: '/v2/services', summary: 'Add a service', may: owner, permission: 'BOOKINGS.SERVICES_CREATE', body: Type.Object({ service: ServiceWish }), reply: OneService, refuses: [], about: 'service' },
  getService: { method: 'GET', path: '/v2/services/{serviceId}', summary: 'One service', may: 'anyone', permission: 'BOOKINGS.SERVICES_READ', work: 'read', params: Type.Object({ serviceId: Id }), query: Type.Object({ conditionalFields: ConditionalFields }), reply: OneService, refuses: [] },
  updateService: { method: 'PATCH', path: '/v2/services/{id}', summary: 'Change a service', may: owner, permission: 'BOOKINGS.SERVICES_UPDATE', params: ById, body: Type.Object({ service: ServiceWish, mask: Type.Optional(Type.Unknown()) }), reply: OneService, refuses: ['REVISION_MISMATCH'], about: 'service' },
  deleteService: { method: 'DELETE', path: '/v2/services/{serviceId}', summary: 'Remove a service', may: owner, permission: 'BOOKINGS.SERVICES_DELETE', params: Type.Object({ serviceId: Id }), query: Type.Object({ preserveFutureSessionsWithParticipants: flag }), reply: Type.Object({}), refuses: [], about: 'service' },
  queryServices: { method: 'POST', path: '/v2/services/query', summary: 'Services by filter', may: 'anyone', permission: 'BOOKINGS.SERVICES_READ', work: 'read', body: queryBody({ conditionalFields: ConditionalFields }), reply: Type.Object({ services: Type.Array(Service), pagingMetadata: OffsetMetaWire }), refuses: [] },
  countServices: { method: 'POST', path: '/v2/services/count', summary: 'How many services match', may: 'anyone', permission: 'BOOKINGS.SERVICES_COUNT', work: 'read', body: Type.Object({ filter: filterSchema }), reply: Type.Object({ count: Type.Integer() }), refuses: [] },
  setCustomSlug: { method: 'POST', path: '/v2/services/{serviceId}/slugs/custom', summary: 'Give a service an address of your own', may: owner, permission: 'BOOKINGS.SERVICES_CUSTOM_SLUGS_SET', params: Type.Object({ serviceId: Id }), body: Type.Object({ slug: Type.Optional(Type.String()), slugName: Type.Optional(Type.String()) }), reply: Type.Object({ slug: Slug, service: Service }), refuses: ['SLUG_ALREADY_EXISTS'], about: 'service' },
  validateSlug: { method: 'POST', path: '/v2/services/slugs/validate', summary: 'Whether an address could be used', may: owner, work: 'read', body: Type.Object({ serviceId: Maybe(Id), slug: Type.Optional(Type.String()), slugName: Type.Optional(Type.String()) }), reply: Type.Object({ valid: Type.Boolean(), slug: Type.Optional(Slug), slugName: Type.Optional(Type.String()), errors: Type.Optional(Type.Array(Type.String())) }), refuses: [] },
  enablePricingPlansForService: { method: 'POST', path: '/v2/services/{serviceId}/pricing-plans/add', summary: 'Let holders of plans book a service', may: owner, permission: 'BOOKINGS.SERVICES_PRICING_PLANS_ADD', params: Type.Object({ serviceId: Id }), body: Type.Object({ pricingPlanIds: PlanIds(100) }), reply: OneService, refuses: ['INVALID_PRICING_PLAN'], about: 'service' },
  disablePricingPlansForService: { method: 'POST', path: '/v2/services/{serviceId}/pricing-plans/remove', summary: 'Take plans off a service; all of them when none is named', may: owner, permission: 'BOOKINGS.SERVICES_PRICING_PLANS_REMOVE', params: Type.Object({ serviceId: Id }), body: Type.Object({ pricingPlanIds: PlanIds(75) }), reply: OneService, refuses: [], about: 'service' },
  setServiceLocations: { method: 'POST', path: '/v2/services/{serviceId}/locations', summary: 'Change where a service takes place', may: owner, permission: 'BOOKINGS.SERVICES_UPDATE', params: Type.Object({ serviceId: Id }), body: Type.Object({ locations: ServiceWish.properties.locations }), reply: OneService, refuses: [], about: 'service' },
  queryServiceCategories: { method: 'POST', path: '/v2/services/categories/query', summary: 'Categories that hold services', may: 'anyone', work: 'read', body: Type.Object({ filter: filterSchema }), reply: Type.Object({ categories: Type.Array(Category) }), refuses: [] },

  createCategoryV2: { method: 'POST', path: '/v2/categories', summary: 'Add a category', may: owner, body: Type.Object({ category: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }) }), reply: OneCategory, refuses: ['CATEGORY_LIMIT_REACHED'], about: 'category' },
  getCategoryV2: { method: 'GET', path: '/v2/categories/{id}', summary: 'One category', may: 'anyone', work: 'read', params: ById, reply: OneCategory, refuses: [] },
  updateCategoryV2: { method: 'PATCH', path: '/v2/categories/{id}', summary: 'Rename a category', may: owner, params: ById, body: Type.Object({ category: Type.Object({ name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }) }), reply: OneCategory, refuses: [], about: 'category' },
  deleteCategoryV2: { method: 'DELETE', path: '/v2/categories/{id}', summary: 'Remove a category; its services keep the dead one', may: owner, params: ById, reply: Type.Object({}), refuses: [], about: 'category' },
  queryCategoriesV2: { method: 'GET', path: '/v2/categories/query', summary: 'All categories in order', may: 'anyone', work: 'read', query: Type.Object({ query: Type.Optional(Type.Unknown()) }), reply: Type.Object({ categories: Type.Array(Category), pagingMetadata: CursorMetaWire }), refuses: [] },
  listCategories: { method: 'GET', path: '/v1/categories', summary: 'All categories in order', may: 'anyone', work: 'read', reply: Type.Object({ categories: Type.Array(Category) }), refuses: [] },

  createBookingPolicy: { method: 'POST', path: '/v1/booking-policies', summary: 'Add a booking policy', may: owner, body: Type.Object({ bookingPolicy: PolicyWish }), reply: OnePolicy, refuses: [], about: 'policy' },
  getBookingPolicy: { method: 'GET', path: '/v1/booking-policies/{id}', summary: 'One booking policy', may: 'anyone', work: 'read', params: ById, reply: OnePolicy, refuses: [] },
  updateBookingPolicy: { method: 'PATCH', path: '/v1/booking-policies/{id}', summary: 'Change a booking policy; for new bookings', may: owner, params: ById, body: Type.Object({ bookingPolicy: PolicyWish }), reply: OnePolicy, refuses: ['REVISION_MISMATCH'], about: 'policy' },
  deleteBookingPolicy: { method: 'DELETE', path: '/v1/booking-policies/{id}', summary: 'Remove a booking policy; its services follow the default one', may: owner, params: ById, reply: Type.Object({}), refuses: ['DEFAULT_POLICY_CANNOT_BE_DELETED'], about: 'policy' },
  setDefaultBookingPolicy: { method: 'POST', path: '/v1/booking-policies/{id}:setDefault', summary: 'Make a policy the default', may: owner, params: ById, reply: Type.Object({ currentDefaultBookingPolicy: BookingPolicy, previousDefaultBookingPolicy: BookingPolicy }), refuses: [], about: 'policy' },
  queryBookingPolicies: { method: 'POST', path: '/v1/booking-policies/query', summary: 'Booking policies', may: 'anyone', work: 'read', body: queryBody({}), reply: Type.Object({ bookingPolicies: Type.Array(BookingPolicy), pagingMetadata: CursorMetaWire }), refuses: [] },
})
