/** What a service may look like before it is stored. Source: guide services-and-availability §3–5. */
import type { Violation } from '#kit/api/refusal.ts'
import { priceRange, type ServiceOption, type Variant } from './options.ts'

/** Of services, policies and their settings; public clients know it. */
export const bookingsAppId = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'

export type ServiceType = 'APPOINTMENT' | 'CLASS' | 'COURSE'
export interface Money {
  value: string
  currency?: string | undefined
}
export interface Payment {
  rateType?: string | undefined
  fixed?: { price?: Money; deposit?: Money | null; fullUpfrontPaymentAllowed?: boolean } | null
  varied?: { defaultPrice?: Money; deposit?: Money | null; minPrice?: Money; maxPrice?: Money; fullUpfrontPaymentAllowed?: boolean } | null
  custom?: { description?: string } | null
  options?: { online?: boolean; inPerson?: boolean; deposit?: boolean; pricingPlan?: boolean } | null
  addOnOption?: string
}
export interface ServiceLocation {
  type?: string
  business?: { id?: string } | null
  custom?: { id?: string; address?: unknown } | null
}
/** A duration that the customer chooses, in hours; days are not supported. */
export interface DurationRange {
  unitType?: string
  hourOptions?: { minDurationInMinutes?: number; maxDurationInMinutes?: number } | null
  dayOptions?: unknown
}
/** The part of a service that the owner writes, with the names of the wire. */
export interface ServiceDraft {
  type?: string
  name?: string
  sortOrder?: number
  description?: string | null
  tagLine?: string | null
  defaultCapacity?: number | null
  hidden?: boolean
  category?: { id?: string } | null
  form?: { id?: string } | null
  payment?: Payment | null
  onlineBooking?: { enabled?: boolean; requireManualApproval?: boolean; allowMultipleRequests?: boolean } | null
  conferencing?: { enabled?: boolean; guestUrl?: string } | null
  locations?: ServiceLocation[] | null
  bookingPolicy?: { id?: string } | null
  schedule?: {
    availabilityConstraints?: { sessionDurations?: number[] | null; timeBetweenSessions?: number | null; durationRange?: DurationRange | null } | null
  } | null
  staffMemberIds?: string[] | null
  serviceResources?: { resourceType?: { id?: string }; resourceIds?: { values?: string[] } }[] | null
  primaryResourceType?: string | null
  extendedFields?: { namespaces?: Record<string, unknown> } | null
  seoData?: { settings?: unknown } | null
}

/** What a service may refer to. */
export interface ServiceReferences {
  staffTypeId: string
  /** Resource ids of staff who serve customers. */
  providers: ReadonlySet<string>
  categories: ReadonlySet<string>
  policies: ReadonlySet<string>
  forms: ReadonlySet<string>
  businessLocations: ReadonlySet<string>
  resourceTypes: ReadonlySet<string>
}

const ruleViolation = (ruleName: string, field: string, description: string): Violation => ({ field, ruleName, description, violatedRule: 'OTHER', data: {} })
const parseAmount = (money: Money | null | undefined): number | undefined => {
  const text = money?.value
  return typeof text === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

/** Violations that need no look-up. */
export function findShapeViolations(draft: ServiceDraft, isNew: boolean): Violation[] {
  const list: Violation[] = []
  const name = draft.name?.trim() ?? ''
  if (name === '' || name.length > 400) list.push(ruleViolation('INVALID_SERVICE_NAME', 'service.name', 'needs 1 to 400 characters'))
  if (draft.type !== 'APPOINTMENT' && draft.type !== 'CLASS' && draft.type !== 'COURSE')
    list.push(ruleViolation('INVALID_SERVICE_TYPE', 'service.type', 'must be APPOINTMENT, CLASS or COURSE'))
  if (isNew && !draft.onlineBooking) list.push(ruleViolation('INVALID_ONLINE_BOOKING', 'service.onlineBooking', 'is required'))
  if (isNew && !draft.payment) list.push(ruleViolation('PAYMENT_REQUIRED', 'service.payment', 'is required'))
  return [...list, ...findCapacityViolations(draft), ...findDurationViolations(draft), ...findExtendedFieldViolations(draft), ...findSeoViolations(draft)]
}

const MAX_KEYWORDS = 5
function findSeoViolations({ seoData }: ServiceDraft): Violation[] {
  const { keywords } = (seoData?.settings ?? {}) as { keywords?: unknown }
  return Array.isArray(keywords) && keywords.length > MAX_KEYWORDS
    ? [{ field: 'service.seoData.settings.keywords', description: 'takes at most 5', violatedRule: 'MAX_SIZE', data: { threshold: MAX_KEYWORDS } }]
    : []
}

// decision: the fields of an app take 10 KB. Source: guide services-and-availability §3.
const MAX_NAMESPACE_LENGTH = 10 * 1024
function findExtendedFieldViolations({ extendedFields }: ServiceDraft): Violation[] {
  const tooLong = Object.entries(extendedFields?.namespaces ?? {}).filter(([, fields]) => JSON.stringify(fields).length > MAX_NAMESPACE_LENGTH)
  return tooLong.map(([name]) => ({
    field: `service.extendedFields.namespaces.${name}`,
    description: 'takes at most 10 KB',
    violatedRule: 'MAX_LENGTH',
    data: { threshold: MAX_NAMESPACE_LENGTH },
  }))
}

function findCapacityViolations({ type, defaultCapacity }: ServiceDraft): Violation[] {
  if (type === 'APPOINTMENT')
    return defaultCapacity === undefined || defaultCapacity === null || defaultCapacity === 1
      ? []
      : [ruleViolation('INVALID_APPOINTMENT_CAPACITY', 'service.defaultCapacity', 'an appointment has one place')]
  const fits = typeof defaultCapacity === 'number' && Number.isInteger(defaultCapacity) && defaultCapacity >= 1 && defaultCapacity <= 1000
  return fits ? [] : [ruleViolation('INVALID_DEFAULT_CAPACITY', 'service.defaultCapacity', 'must be from 1 to 1000')]
}

function findDurationViolations({ type, schedule }: ServiceDraft): Violation[] {
  const at = 'service.schedule.availabilityConstraints'
  const invalid = (description: string, name = 'sessionDurations') => [ruleViolation('INVALID_SESSION_DURATION', `${at}.${name}`, description)]
  const durations = schedule?.availabilityConstraints?.sessionDurations ?? []
  const range = schedule?.availabilityConstraints?.durationRange
  if (type !== 'APPOINTMENT') return durations.length === 0 && !range ? [] : invalid('only appointments have durations')
  if (range) {
    if (durations.length > 0) return invalid('exclude a range of durations')
    const { minDurationInMinutes: min, maxDurationInMinutes: max } = range.hourOptions ?? {}
    const fits = (n: number | undefined): n is number => n !== undefined && Number.isInteger(n) && n >= 30 && n <= 1440
    return range.unitType === 'HOUR' && fits(min) && fits(max) && min <= max ? [] : invalid('must be HOUR, from 30 to 1440 minutes', 'durationRange')
  }
  const valid =
    durations.length >= 1 &&
    durations.length <= 50 &&
    new Set(durations).size === durations.length &&
    durations.every((d) => Number.isInteger(d) && d >= 1 && d <= 44_639)
  return valid ? [] : invalid('needs 1 to 50 different durations of 1 to 44639 minutes')
}

/** Violations of references to other entities. */
export function findReferenceViolations(draft: ServiceDraft, references: ServiceReferences): Violation[] {
  const list: Violation[] = []
  if (draft.category?.id && !references.categories.has(draft.category.id))
    list.push(ruleViolation('INVALID_CATEGORY', 'service.category.id', 'is not a category of this site'))
  if (draft.form?.id && !references.forms.has(draft.form.id)) list.push(ruleViolation('INVALID_FORM', 'service.form.id', 'is not a form of this site'))
  if (draft.bookingPolicy?.id && !references.policies.has(draft.bookingPolicy.id))
    list.push(ruleViolation('INVALID_BOOKING_POLICY', 'service.bookingPolicy.id', 'is not a policy of this site'))
  return [...list, ...findStaffViolations(draft, references), ...findLocationViolations(draft, references), ...findResourceViolations(draft, references)]
}

function findStaffViolations(draft: ServiceDraft, references: ServiceReferences): Violation[] {
  const ids = draft.staffMemberIds ?? []
  const invalid = (why: string) => [ruleViolation('INVALID_STAFF_MEMBER_IDS', 'service.staffMemberIds', why)]
  if (draft.type !== 'APPOINTMENT') return ids.length === 0 ? [] : invalid('follow the sessions of a class or course')
  const drivenByOther = draft.primaryResourceType && draft.primaryResourceType !== references.staffTypeId
  if (ids.length === 0 && !drivenByOther) return invalid('needs at least one staff member')
  return ids.length <= 220 && ids.every((id) => references.providers.has(id)) ? [] : invalid('must be resource ids of staff who serve customers')
}

function findResourceViolations(draft: ServiceDraft, references: ServiceReferences): Violation[] {
  const invalidReference = (field: string, description: string): Violation => ({ field: `service.${field}`, description, violatedRule: 'VALIDATION', data: {} })
  const needs = draft.serviceResources ?? []
  const list = needs.flatMap(({ resourceType }, i) =>
    resourceType?.id && references.resourceTypes.has(resourceType.id)
      ? []
      : [invalidReference(`serviceResources[${i}].resourceType.id`, 'is not a type of this site')],
  )
  const primary = draft.primaryResourceType
  // decision: a service with another primary resource type must list the resources of that type. Source: guide services-and-availability §5.1.
  if (primary && primary !== references.staffTypeId && primary !== 'any' && !needs.some(({ resourceType }) => resourceType?.id === primary))
    list.push(invalidReference('primaryResourceType', 'must be among the resources that the service needs'))
  return list
}

/** A location of the business that names none is the default location of the site. Source: guide services-and-availability §5.4. */
export const completeLocations = (locations: readonly ServiceLocation[], defaultLocationId: string | undefined): ServiceLocation[] =>
  locations.map((location) =>
    location.type === 'BUSINESS' && !location.business?.id && defaultLocationId ? { ...location, business: { id: defaultLocationId } } : location,
  )

function findLocationViolations({ type, locations }: ServiceDraft, references: ServiceReferences): Violation[] {
  const list = locations ?? []
  const each = list.flatMap((location, i): Violation[] => {
    const at = `service.locations[${i}]`
    switch (location.type ?? 'CUSTOM') {
      case 'BUSINESS':
        return location.business?.id && references.businessLocations.has(location.business.id)
          ? []
          : [ruleViolation('INVALID_BUSINESS_LOCATION', `${at}.business`, 'is not a place of this site')]
      case 'CUSTOM':
        return location.custom?.address ? [] : [ruleViolation('INVALID_CUSTOM_LOCATION', `${at}.custom`, 'needs an address')]
      case 'CUSTOMER':
        return type === 'APPOINTMENT' ? [] : [ruleViolation('INVALID_CUSTOMER_LOCATION', at, 'only appointments take place at the customer')]
      default:
        return [ruleViolation('INVALID_UNKNOWN_LOCATION', `${at}.type`, 'must be BUSINESS, CUSTOM or CUSTOMER')]
    }
  })
  if (each.length > 0) return each
  if (type === 'COURSE' && list.length > 1) return [ruleViolation('INVALID_LOCATIONS', 'service.locations', 'a course has one place')]
  if (list.length > 1 && list.some((location) => location.type !== 'BUSINESS'))
    return [ruleViolation('INVALID_BUSINESS_LOCATIONS', 'service.locations', 'several places must all be places of the business')]
  const ids = list.map((location) => location.business?.id)
  return new Set(ids).size === ids.length ? [] : [ruleViolation('INVALID_LOCATIONS', 'service.locations', 'names a place twice')]
}

const plainMoney = (money: Money | null | undefined): Money | undefined => (money?.value === undefined ? undefined : { value: money.value })

/** Completes a payment: options from the rate, lowest and highest price from the variants. Source: guide services-and-availability §4. */
export function completePayment(payment: Payment, variants?: { option: ServiceOption; variants: readonly Variant[] }): Payment {
  const given = payment.options ?? {}
  const options = { online: given.online ?? false, inPerson: given.inPerson ?? false, deposit: given.deposit ?? false, pricingPlan: given.pricingPlan ?? false }
  if ((payment.rateType === 'NO_FEE' || payment.rateType === 'CUSTOM') && (given.inPerson === undefined || given.inPerson === null)) options.inPerson = true
  const upfront = (branch: { fullUpfrontPaymentAllowed?: boolean } | null | undefined) =>
    branch?.fullUpfrontPaymentAllowed === undefined ? {} : { fullUpfrontPaymentAllowed: branch.fullUpfrontPaymentAllowed }
  const deposit = (branch: { deposit?: Money | null } | null | undefined) => (plainMoney(branch?.deposit) ? { deposit: plainMoney(branch?.deposit) } : {})
  const { rateType, fixed, varied, custom, addOnOption } = payment
  const rest = { options, ...(addOnOption ? { addOnOption } : {}) }
  if (rateType === 'FIXED') return { rateType, ...(fixed ? { fixed: { price: plainMoney(fixed.price), ...deposit(fixed), ...upfront(fixed) } } : {}), ...rest }
  if (rateType === 'VARIED') {
    const span = priceRange(varied?.defaultPrice?.value ?? '0', variants)
    const prices = { defaultPrice: plainMoney(varied?.defaultPrice), minPrice: { value: span.min }, maxPrice: { value: span.max } }
    return { rateType, ...(varied ? { varied: { ...prices, ...deposit(varied), ...upfront(varied) } } : {}), ...rest }
  }
  return { rateType, ...(rateType === 'CUSTOM' ? { custom: custom ?? {} } : {}), ...rest }
}

/** The name of a clone: `… (copy)`, then `… (copy 2)`, never longer than 400. Source: guide services-and-availability §6.6. */
export function cloneName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`
    const candidate = name.slice(0, 400 - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

/** A payment names the branch of its rate and no other. Expects it as it was sent. Source: guide services-and-availability §4. */
export function findBranchViolations({ rateType, fixed, varied, custom }: Payment): Violation[] {
  const named = Object.entries({ FIXED: fixed, VARIED: varied, CUSTOM: custom }).flatMap(([rate, branch]) => (branch ? [rate] : []))
  return rateType && named.some((rate) => rate !== rateType) ? [ruleViolation('INVALID_PAYMENT_TYPE', 'service.payment', 'does not match the rate type')] : []
}

/** Checks the payment options against the rate. Expects a completed payment. Source: guide services-and-availability §4. */
export function findPaymentViolations(payment: Payment, onlineBooking: ServiceDraft['onlineBooking']): Violation[] {
  const { rateType, fixed, varied, options } = payment
  if (!['FIXED', 'VARIED', 'CUSTOM', 'NO_FEE'].includes(rateType ?? ''))
    return [ruleViolation('INVALID_RATE', 'service.payment.rateType', 'must be FIXED, VARIED, CUSTOM or NO_FEE')]
  const priced = rateType === 'FIXED' || rateType === 'VARIED'
  const branch = rateType === 'FIXED' ? fixed : varied
  if (priced && !branch) return [ruleViolation('INVALID_PAYMENT_TYPE', 'service.payment', 'does not match the rate type')]
  const price = rateType === 'FIXED' ? parseAmount(fixed?.price) : parseAmount(varied?.defaultPrice)
  if (priced && !price)
    return [
      ruleViolation(
        'INVALID_RATE',
        rateType === 'FIXED' ? 'service.payment.fixed.price' : 'service.payment.varied.defaultPrice',
        'must be an amount above zero',
      ),
    ]
  if ((payment.custom?.description?.length ?? 0) > 50)
    return [ruleViolation('INVALID_RATE', 'service.payment.custom.description', 'must be at most 50 characters')]
  const list: Violation[] = []
  const addViolation = (description: string) => list.push(ruleViolation('INVALID_PAYMENT_OPTIONS', 'service.payment.options', description))
  if (options?.online && !priced) addViolation('only a price can be paid online')
  if (priced && !options?.online && !options?.inPerson && !options?.pricingPlan) addViolation('needs a way to pay')
  if (rateType === 'NO_FEE' && !options?.inPerson) addViolation('a free service is settled in person')
  if (options?.deposit) {
    const deposit = parseAmount(branch?.deposit)
    if (!priced || !deposit || deposit >= (price ?? 0) || !options.online || options.inPerson)
      addViolation('a deposit needs an amount below the price, and payment online only')
  }
  if (options?.pricingPlan && onlineBooking?.requireManualApproval)
    list.push(ruleViolation('INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS', 'service.onlineBooking.requireManualApproval', 'does not go together with plans'))
  return list
}
