/** What several parts of this contract share: the order on the wire, its price, the refusals of buying. Source: guide pricing-plans §4.4, §5, §6.1. */
import { Type } from 'typebox'
import { Guid, Maybe } from '#kit/api/wire.ts'

export const Instant = Type.String({ format: 'date-time' })
export const OrderId = Type.Object({ id: Guid })
export const Text = Type.String()

const Price = Type.Object({
  subtotal: Text,
  coupon: Type.Optional(Type.Object({ id: Text, code: Text, amount: Text })),
  discount: Text,
  fees: Type.Optional(Type.Array(Type.Object({ name: Text, amount: Text }))),
  tax: Type.Optional(Type.Object({ name: Text, includedInPrice: Type.Boolean(), rate: Text, amount: Text })),
  total: Text,
  currency: Text,
  proration: Text,
})
export const Span = Type.Object({ duration: Type.Object({ cycleFrom: Type.Integer(), numberOfCycles: Type.Optional(Type.Integer()) }), price: Price })
const Duration = Type.Object({ count: Type.Integer(), unit: Text })
const Cycle = Type.Object({ index: Type.Integer(), startedDate: Text, endedDate: Type.Optional(Text) })

/** One purchase. Every order is also called a subscription. */
export const Order = Type.Object({
  id: Text,
  planId: Text,
  subscriptionId: Text,
  wixPayOrderId: Type.Optional(Text),
  buyer: Type.Object({ memberId: Text, contactId: Text }),
  pricing: Type.Object({
    subscription: Type.Optional(Type.Object({ cycleDuration: Duration, cycleCount: Type.Integer() })),
    singlePaymentForDuration: Type.Optional(Duration),
    singlePaymentUnlimited: Type.Optional(Type.Boolean()),
    prices: Type.Array(Span),
  }),
  type: Text,
  orderMethod: Type.Optional(Text),
  status: Text,
  autoRenewCanceled: Type.Optional(Type.Boolean()),
  cancellation: Type.Optional(Type.Object({ requestedDate: Text, cause: Text, effectiveAt: Text })),
  lastPaymentStatus: Text,
  startDate: Text,
  endDate: Type.Optional(Text),
  pausePeriods: Type.Array(Type.Object({ status: Text, pauseDate: Text, resumeDate: Type.Optional(Text) })),
  freeTrialDays: Type.Optional(Type.Integer()),
  earliestEndDate: Type.Optional(Text),
  currentCycle: Type.Optional(Cycle),
  cycles: Type.Optional(Type.Array(Cycle)),
  planName: Text,
  planDescription: Text,
  planPrice: Text,
  createdDate: Text,
  updatedDate: Text,
  formData: Type.Optional(Type.Object({ formId: Text, submissionId: Text, submissionData: Type.Optional(Type.Record(Type.String(), Type.Unknown())) })),
})
export const OneOrder = Type.Object({ order: Order })
export const CouponCode = Maybe(Type.String({ minLength: 1, maxLength: 20 }))
export const priceRefusals = [
  'PRICING_PLANS_NOT_INSTALLED',
  'ERROR_COUPON_DOES_NOT_EXIST',
  'ERROR_COUPON_IS_DISABLED',
  'ERROR_COUPON_IS_NOT_ACTIVE_YET',
  'ERROR_COUPON_HAS_EXPIRED',
  'ERROR_COUPON_USAGE_EXCEEDED',
  'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED',
  'ERROR_COUPON_NOT_APPLICABLE_FOR_PLAN',
  'ERROR_INVALID_SUBTOTAL',
  'MISSING_BUSINESS_ADDRESS_COUNTRY',
  'MISSING_BUSINESS_ADDRESS_STATE',
] as const
export const checkoutRefusals = [
  'MEMBER_REQUIRED',
  'member_not_found',
  'plan_not_found',
  'archived_plan',
  'purchases_limit_reached',
  'buyer_can_not_pick_future_start_date',
  'invalid_start_date',
  'accept_payment_feature_missing',
  'PAYMENT_AMOUNT_NOT_SUPPORTED',
  ...priceRefusals,
] as const
export const owner = { owner: 'any' } as const
