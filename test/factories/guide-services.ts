/**
 * Services that the rules of the guide allow or refuse, by the row of its tables; asked of the rules alone, and through HTTP, where names stand for ids
 * (`refersTo`). Source: guide services-and-availability §4, §5.1, §5.4.
 */
import type { Payment, ServiceDraft, ServiceLocation } from '#domains/services/rules/service.ts'

/** What the drafts name: all else is unknown. */
export const refersTo = { staff: 'ana', places: ['east', 'west'], unknown: ['gone', 'nina', 'north'] } as const
export const appointment: ServiceDraft = {
  type: 'APPOINTMENT',
  name: 'Massage',
  onlineBooking: { enabled: true },
  payment: { rateType: 'NO_FEE' },
  schedule: { availabilityConstraints: { sessionDurations: [60] } },
  staffMemberIds: ['ana'],
}
export const klass: ServiceDraft = { ...appointment, type: 'CLASS', defaultCapacity: 5, schedule: null, staffMemberIds: [] }

export const at = (draft: ServiceDraft, change: object): ServiceDraft => ({ ...draft, ...change })
export const pay = (payment: Payment, draft = appointment) => at(draft, { payment })
const places = (draft: ServiceDraft, ...locations: ServiceLocation[]) => at(draft, { locations })
const business = (id: string): ServiceLocation => ({ type: 'BUSINESS', business: { id } })
const custom: ServiceLocation = { type: 'CUSTOM', custom: { address: { formattedAddress: 'Park 1' } } }
const customer: ServiceLocation = { type: 'CUSTOMER' }
const withDurations = (draft: ServiceDraft, availabilityConstraints: object) => at(draft, { schedule: { availabilityConstraints } })

/** Rule of §5.1 → services that break it, with the field that is named. */
export const broken: Record<string, (readonly [ServiceDraft, string])[]> = {
  INVALID_SERVICE_NAME: [undefined, ' ', 'x'.repeat(401)].map((name) => [at(appointment, { name }), 'service.name'] as const),
  INVALID_SERVICE_TYPE: [[at(klass, { type: 'RETREAT' }), 'service.type']],
  INVALID_ONLINE_BOOKING: [[at(appointment, { onlineBooking: null }), 'service.onlineBooking']],
  PAYMENT_REQUIRED: [[at(appointment, { payment: null }), 'service.payment']],
  INVALID_PAYMENT_TYPE: [
    [pay({ rateType: 'FIXED', options: { inPerson: true } }), 'service.payment'],
    [pay({ rateType: 'NO_FEE', fixed: { price: { value: '5' } } }), 'service.payment'],
  ],
  INVALID_RATE: [
    [pay({ rateType: 'UNKNOWN_RATE_TYPE' }), 'service.payment.rateType'],
    [pay({ rateType: 'FIXED', fixed: { price: { value: '0' } }, options: { inPerson: true } }), 'service.payment.fixed.price'],
    [pay({ rateType: 'FIXED', fixed: { price: { value: '9.999' } }, options: { inPerson: true } }), 'service.payment.fixed.price'],
    [pay({ rateType: 'VARIED', varied: { defaultPrice: { value: '0' } }, options: { inPerson: true } }), 'service.payment.varied.defaultPrice'],
  ],
  INVALID_PAYMENT_OPTIONS: [[pay({ rateType: 'NO_FEE', options: { online: true } }), 'service.payment.options']],
  INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS: [
    [
      at(appointment, { payment: { rateType: 'NO_FEE', options: { pricingPlan: true } }, onlineBooking: { requireManualApproval: true } }),
      'service.onlineBooking.requireManualApproval',
    ],
  ],
  INVALID_DEFAULT_CAPACITY: [undefined, 0, 1001].map((defaultCapacity) => [at(klass, { defaultCapacity }), 'service.defaultCapacity'] as const),
  INVALID_APPOINTMENT_CAPACITY: [[at(appointment, { defaultCapacity: 2 }), 'service.defaultCapacity']],
  INVALID_SESSION_DURATION: [
    ...[[], [0], [44_640], [60, 60], Array.from({ length: 51 }, (_, n) => n + 1)].map((sessionDurations) => withDurations(appointment, { sessionDurations })),
    withDurations(klass, { sessionDurations: [60] }),
  ].map((draft) => [draft, 'service.schedule.availabilityConstraints.sessionDurations'] as const),
  INVALID_STAFF_MEMBER_IDS: [
    [at(appointment, { staffMemberIds: [] }), 'service.staffMemberIds'],
    [at(appointment, { staffMemberIds: ['nina'] }), 'service.staffMemberIds'],
    [at(klass, { staffMemberIds: ['ana'] }), 'service.staffMemberIds'],
  ],
  'INVALID_CATEGORY, INVALID_FORM, INVALID_BOOKING_POLICY': [
    [at(appointment, { category: { id: 'gone' } }), 'service.category.id'],
    [at(appointment, { form: { id: 'gone' } }), 'service.form.id'],
    [at(appointment, { bookingPolicy: { id: 'gone' } }), 'service.bookingPolicy.id'],
  ],
  INVALID_LOCATIONS: [
    [places(klass, business('east'), business('east')), 'service.locations'],
    [places(at(klass, { type: 'COURSE' }), business('east'), business('west')), 'service.locations'],
  ],
  INVALID_BUSINESS_LOCATIONS: [[places(klass, business('east'), custom), 'service.locations']],
  INVALID_BUSINESS_LOCATION: [[places(klass, business('east'), business('north')), 'service.locations[1].business']],
  INVALID_CUSTOM_LOCATION: [[places(klass, { type: 'CUSTOM', custom: {} }), 'service.locations[0].custom']],
  INVALID_CUSTOMER_LOCATION: [
    [places(klass, customer), 'service.locations[0]'],
    [places(at(klass, { type: 'COURSE' }), customer), 'service.locations[0]'],
  ],
  INVALID_UNKNOWN_LOCATION: [[places(klass, { type: 'MOON' }), 'service.locations[0].type']],
}
/** Combination of §5.4 → [service, its refusal]. */
export const combinations: Record<string, (readonly [ServiceDraft, string | undefined])[]> = {
  'one location of any type': [
    [places(appointment, business('east')), undefined],
    [places(klass, custom), undefined],
    [places(appointment, customer), undefined],
    [places(klass, customer), 'INVALID_CUSTOMER_LOCATION'],
  ],
  'several BUSINESS': [
    [places(klass, business('east'), business('west')), undefined],
    [places(at(klass, { type: 'COURSE' }), business('east'), business('west')), 'INVALID_LOCATIONS'],
  ],
  'BUSINESS + CUSTOMER, BUSINESS + CUSTOM, two CUSTOM': [
    [places(appointment, business('east'), customer), 'INVALID_BUSINESS_LOCATIONS'],
    [places(klass, business('east'), custom), 'INVALID_BUSINESS_LOCATIONS'],
    [places(klass, custom, custom), 'INVALID_BUSINESS_LOCATIONS'],
  ],
  none: [[places(klass), undefined]],
  'BUSINESS without business.id': [
    [places(klass, { type: 'BUSINESS' }), undefined],
    [places(klass, { type: 'BUSINESS' }, business('west')), undefined],
    // The default location twice.
    [places(klass, { type: 'BUSINESS' }, { type: 'BUSINESS' }), 'INVALID_LOCATIONS'],
  ],
}
const price = { value: '20' }
const fixed = (options: object, more: object = {}): Payment => ({ rateType: 'FIXED', fixed: { price, ...more }, options })
/** Rate type of §4 → payments, each with its refusal. */
export const rates: Record<string, (readonly [Payment, string | undefined])[]> = {
  FIXED: [
    [fixed({ online: true }), undefined],
    [{ rateType: 'FIXED', fixed: { price: { value: '-1' } }, options: { online: true } }, 'INVALID_RATE'],
  ],
  VARIED: [
    [{ rateType: 'VARIED', varied: { defaultPrice: price }, options: { inPerson: true } }, undefined],
    [{ rateType: 'VARIED', varied: {}, options: { inPerson: true } }, 'INVALID_RATE'],
  ],
  CUSTOM: [
    [{ rateType: 'CUSTOM', custom: { description: 'x'.repeat(50) } }, undefined],
    [{ rateType: 'CUSTOM', custom: { description: 'x'.repeat(51) } }, 'INVALID_RATE'],
  ],
  NO_FEE: [[{ rateType: 'NO_FEE' }, undefined]],
  // The refusal of the operation, before this rule: see the tests of services.
  SUBSCRIPTION: [[{ rateType: 'SUBSCRIPTION' }, 'INVALID_RATE']],
  UNKNOWN_RATE_TYPE: [[{ rateType: 'UNKNOWN_RATE_TYPE' }, 'INVALID_RATE']],
}
/** Rule of the option matrix of §4 → payments, each with its refusal. */
export const optionMatrix: Record<string, (readonly [Payment, string | undefined])[]> = {
  online: [
    [fixed({ online: true }), undefined],
    [{ rateType: 'CUSTOM', custom: { description: 'Ask us' }, options: { online: true } }, 'INVALID_PAYMENT_OPTIONS'],
  ],
  'FIXED, VARIED': [
    ...(['online', 'inPerson', 'pricingPlan'] as const).map((name) => [fixed({ [name]: true }), undefined] as const),
    [fixed({}), 'INVALID_PAYMENT_OPTIONS'],
    [{ rateType: 'VARIED', varied: { defaultPrice: price }, options: {} }, 'INVALID_PAYMENT_OPTIONS'],
  ],
  NO_FEE: [
    [{ rateType: 'NO_FEE' }, undefined],
    [{ rateType: 'NO_FEE', options: { inPerson: false } }, 'INVALID_PAYMENT_OPTIONS'],
    [{ rateType: 'NO_FEE', options: { online: true } }, 'INVALID_PAYMENT_OPTIONS'],
  ],
  CUSTOM: [[{ rateType: 'CUSTOM', custom: { description: 'Ask us' } }, undefined]],
  deposit: [
    [fixed({ online: true, deposit: true }, { deposit: { value: '5' } }), undefined],
    [fixed({ online: true, deposit: true }), 'INVALID_PAYMENT_OPTIONS'],
    [fixed({ online: true, deposit: true }, { deposit: { value: '0' } }), 'INVALID_PAYMENT_OPTIONS'],
    [fixed({ online: true, deposit: true }, { deposit: price }), 'INVALID_PAYMENT_OPTIONS'],
    [fixed({ inPerson: true, deposit: true }, { deposit: { value: '5' } }), 'INVALID_PAYMENT_OPTIONS'],
    [fixed({ online: true, inPerson: true, deposit: true }, { deposit: { value: '5' } }), 'INVALID_PAYMENT_OPTIONS'],
    [{ rateType: 'NO_FEE', options: { deposit: true } }, 'INVALID_PAYMENT_OPTIONS'],
  ],
  pricingPlan: [
    [{ rateType: 'NO_FEE', options: { pricingPlan: true } }, undefined],
    [fixed({ pricingPlan: true }), undefined],
  ],
  'onlineBooking.enabled false': [[fixed({ online: true }), undefined]],
  'pricingPlan true without plan ids': [[fixed({ pricingPlan: true }), undefined]],
  'a plan-only service after all plans were removed': [[fixed({ pricingPlan: true }), undefined]],
}
