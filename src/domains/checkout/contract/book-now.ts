/** Operations of the booking page that pay. Own operations of this product: with those of bookings they are the group `bookingPages`. */
import { Type } from 'typebox'
import {
  AddOnInput,
  Amounts,
  Any,
  Booking,
  ChoicesInput,
  ContactDetailsInput,
  creationRefusals,
  customers,
  PaymentOptionInput,
  ScheduleInput,
  SlotInput,
  Text,
} from '#domains/bookings/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const Card = Type.Object({ number: Type.String(), expMonth: Type.Integer(), expYear: Type.Integer(), cvc: Type.String(), name: Type.Optional(Type.String()) })
const Paid = Type.Object({ outcome: Type.String(), declineCode: Type.Optional(Type.String()), url: Type.Optional(Type.String()) })
export const CouponCode = Type.String({ minLength: 1, maxLength: 20 })
/** Why a coupon cannot be used for bookings, in the order in which it is looked at. Source: guide bookings §12.9. */
export const couponRefusals = [
  'ERROR_COUPON_DOES_NOT_EXIST',
  'ERROR_COUPON_IS_DISABLED',
  'ERROR_COUPON_IS_NOT_ACTIVE_YET',
  'ERROR_COUPON_HAS_EXPIRED',
  'ERROR_COUPON_USAGE_EXCEEDED',
  'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED',
  'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING',
  'ERROR_INVALID_SUBTOTAL',
] as const
export const checkoutRefusals = [
  ...creationRefusals,
  'BOOKING_NOT_FOUND',
  'INVALID_BOOKING_STATUS',
  'PAYMENT_REQUIRED',
  'PAYMENT_UNAVAILABLE',
  'INSUFFICIENT_INVENTORY',
  'FEE_CONSENT_REQUIRED',
  'SAVED_CARD_NOT_FOUND',
  ...couponRefusals,
] as const
export const bookNowApi = operations({
  bookNow: {
    method: 'POST',
    path: '/api/checkout/bookings',
    summary: 'Book on the hosted page: hold, pay what is due, confirm',
    internal: true,
    work: 'own',
    idempotencyKey: true,
    access: customers,
    needsNoPermission: true,
    body: Type.Object({
      slot: Maybe(SlotInput),
      schedule: Maybe(ScheduleInput),
      contactDetails: Maybe(ContactDetailsInput),
      totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
      participantsChoices: Maybe(ChoicesInput),
      bookedAddOns: Maybe(Type.Array(AddOnInput, { maxItems: 21 })),
      formSubmission: Maybe(Type.Record(Type.String(), Any)),
      paymentOption: Maybe(PaymentOptionInput),
      /** Our page to which the provider returns the customer. */
      returnUrl: Maybe(Text(2000)),
      payDeposit: Maybe(Type.Boolean()),
      couponCode: Maybe(CouponCode),
      /** Agrees to the sentence about fees, where the policy keeps a card for them. */
      acceptsFees: Maybe(Type.Boolean()),
      card: Maybe(Card),
      /** One of the member's own saved cards, in place of `card`. */
      savedCardId: Maybe(Guid),
      challenge: Maybe(Type.Enum(['approve', 'reject'])),
      planOrderId: Maybe(Guid),
      /** The customer asks for text messages to the phone number among the contact details. */
      sendSmsReminder: Maybe(Type.Boolean()),
      /** A held booking whose charge failed, to be paid again. */
      bookingId: Maybe(Guid),
      /** Only holds the time, as long as a payment would: the customer buys the plan that is to pay first. */
      holdsOnly: Maybe(Type.Boolean()),
      rs: Maybe(Type.String()),
    }),
    reply: Type.Object({
      booking: Booking,
      amounts: Amounts,
      payment: Type.Optional(Paid),
      holdExpiresAt: Type.Optional(Type.String()),
    }),
    refuses: checkoutRefusals,
  },
  previewCoupon: {
    method: 'POST',
    path: '/api/checkout/bookings/coupon',
    summary: 'What a coupon takes off a booking that is being made; takes no use of it',
    internal: true,
    work: 'read',
    access: customers,
    needsNoPermission: true,
    body: Type.Object({
      couponCode: CouponCode,
      serviceId: Guid,
      /** Of the service for the whole party, without add-ons, in the currency of the site. */
      price: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,3})?$' }),
    }),
    reply: Type.Object({
      code: Type.String(),
      /** One of the two; `amountOff` as a decimal string. */
      percentOff: Type.Optional(Type.String()),
      amountOff: Type.Optional(Type.String()),
    }),
    refuses: couponRefusals,
  },
})
