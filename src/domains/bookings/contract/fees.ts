/** Fees of late cancellations and no-shows, and the rules a booking keeps. Source: guide bookings §14; services-and-availability §9.5. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { own } from './shapes.ts'

const Text = (max: number) => Type.String({ maxLength: max })
const Price = Type.Object({ amount: Type.String(), formattedAmount: Type.String() })
export const BookingFee = Type.Object({
  id: Type.Optional(Guid),
  bookingId: Guid,
  cancellationFee: Type.Object({
    price: Type.Object({ value: Type.String(), currency: Type.String(), formattedValue: Type.String() }),
    status: Type.String(),
    trigger: Type.String(),
  }),
  policyDetails: Type.Object({
    id: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    descriptionTranslated: Type.Optional(Type.String()),
  }),
})
const BusinessNotification = Maybe(Type.Object({ notifyBusiness: Maybe(Type.Boolean()), message: Maybe(Text(5000)) }))
/** A list in a query string: repeated, or separated by commas. */
const Ids = Maybe(Type.Union([Type.Array(Type.String()), Type.String()]))

export const bookingFeesApi = operations({
  listBookingFeesByBookingIds: {
    method: 'GET',
    path: '/v1/booking-fees',
    summary: 'What cancelling costs now, and what is owed already',
    access: own,
    permission: 'BOOKINGS.BOOKING_FEES_READ',
    work: 'read',
    query: Type.Object({ bookingIds: Ids, multiServiceBookingIds: Ids }),
    reply: Type.Object({
      bookingFees: Type.Array(BookingFee),
      pagingMetadata: Type.Object({ count: Type.Integer(), cursors: Type.Object({}), hasNext: Type.Boolean() }),
    }),
    refuses: ['MISSING_BOOKING_IDS'],
  },
  applyBookingFeesToOrder: {
    method: 'POST',
    path: '/v1/booking-fees/apply',
    summary: 'Put fees on the order of their bookings',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_FEE_APPLY_TO_ORDER',
    body: Type.Object({
      bookingIds: Type.Array(Guid, { minItems: 1, maxItems: 5 }),
      priceOverride: Maybe(Type.Object({ value: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' }), currency: Type.String() })),
      businessNotification: BusinessNotification,
    }),
    reply: Type.Object({
      bookingFees: Type.Array(BookingFee),
      ecomOrderInfo: Type.Object({ orderId: Guid, additionalFeeId: Guid, additionalFeePrice: Price }),
    }),
    refuses: [
      'BOOKING_IDS_BELONG_TO_DIFFERENT_ORDERS',
      'ORDER_NOT_FOUND',
      'PRICE_OVERRIDE_EXCEEDS_MAX',
      'BOOKING_FEE_ALREADY_APPLIED',
      'BOOKING_FEE_NOT_FOUND',
      'PRICE_OVERRIDE_INSUFFICIENT_PERMISSIONS',
    ],
  },
  waiveBookingFee: {
    method: 'POST',
    path: '/api/bookings/{id}/waive-fee',
    summary: 'Let the customer off the fee of a late cancellation or a no-show',
    dryRun: true,
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({ bookingFee: BookingFee }),
    refuses: ['BOOKING_NOT_FOUND', 'BOOKING_FEE_NOT_FOUND', 'BOOKING_FEE_ALREADY_APPLIED'],
  },
  chargeBookingFee: {
    method: 'POST',
    path: '/api/bookings/{id}/charge-fee',
    summary: 'Put the fee of a booking on its order and charge the card on file for it',
    dryRun: true,
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_FEE_COLLECT',
    work: 'own',
    idempotencyKey: true,
    params: Type.Object({ id: Guid }),
    /** What the card paid; nothing when it was declined or payments of the order cover the fee. */
    reply: Type.Object({ collectedPrice: Price, isDeclined: Type.Boolean() }),
    refuses: ['ORDER_NOT_FOUND', 'BOOKING_FEE_ALREADY_APPLIED', 'BOOKING_FEE_NOT_FOUND'],
  },
  collectAppliedBookingFees: {
    method: 'POST',
    path: '/v1/booking-fees/collect',
    summary: 'Charge the card on file for fees of an order',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_FEE_COLLECT',
    work: 'own',
    idempotencyKey: true,
    body: Type.Object({ orderId: Guid, additionalFeeId: Guid, businessNotification: BusinessNotification }),
    reply: Type.Object({ collectedPrice: Price }),
    refuses: ['ORDER_NOT_FOUND', 'ADDITIONAL_FEE_NOT_FOUND', 'ORDER_BALANCE_NON_POSITIVE'],
  },
})

export const policySnapshotsApi = operations({
  listPolicySnapshotsByBookingIds: {
    method: 'GET',
    path: '/v1/policy-snapshots',
    summary: 'The rules that bookings keep, whatever becomes of the policy',
    access: own,
    permission: 'BOOKINGS.BOOKING_POLICY_SNAPSHOT_READ',
    work: 'read',
    query: Type.Object({ bookingIds: Ids }),
    reply: Type.Object({
      bookingPolicySnapshots: Type.Array(Type.Object({ id: Guid, bookingId: Guid, policy: Type.Unknown(), createdDate: Type.String() })),
    }),
    refuses: ['BOOKING_POLICY_SNAPSHOT_NOT_FOUND'],
  },
})
