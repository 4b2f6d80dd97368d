/** Coupons for plans and bookings, as the public coupon package has them. Source: guide pricing-plans §4.2. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { QueryWire } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'
import { OrderId, owner, Text } from './shapes.ts'

/** A coupon as the public coupon calls show it: amounts are numbers, times are milliseconds in text. */
export const Coupon = Type.Object({
  id: Text,
  specification: Type.Object({
    name: Text,
    code: Text,
    startTime: Text,
    expirationTime: Type.Optional(Text),
    usageLimit: Type.Optional(Type.Integer()),
    limitPerCustomer: Type.Optional(Type.Integer()),
    discountedCycleCount: Type.Optional(Type.Integer()),
    appliesToSubscriptions: Type.Boolean(),
    /** Ours: the scope of the public coupon names one of the two. */
    appliesTo: Type.Enum(['PLANS', 'BOOKINGS', 'BOTH']),
    active: Type.Boolean(),
    percentOffRate: Type.Optional(Type.Number()),
    moneyOffAmount: Type.Optional(Type.Number()),
    minimumSubtotal: Type.Optional(Type.Number()),
    scope: Type.Optional(Type.Object({ namespace: Text, group: Type.Optional(Type.Object({ name: Text, entityId: Type.Optional(Text) })) })),
  }),
  dateCreated: Text,
  expired: Type.Boolean(),
  numberOfUsages: Type.Integer(),
})

const mask = Maybe(Type.Union([Type.Array(Text), Text, Type.Object({ paths: Type.Array(Text) })]))
/** Bounds are checked by rules/coupon.ts, all at once. */
const Specification = Type.Record(Type.String(), Type.Unknown())
const couponPath = { method: 'GET', path: '/stores/v2/coupons/{id}', access: owner, params: OrderId } as const

export const couponsApi = operations({
  createCoupon: {
    method: 'POST',
    path: '/stores/v2/coupons',
    summary: 'Create a coupon for plans, bookings or both',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    body: Type.Object({ specification: Specification }),
    reply: Type.Object({ id: Text }),
    refuses: [],
  },
  queryCoupons: {
    method: 'POST',
    path: '/stores/v2/coupons/query',
    summary: 'Coupons by filter, the newest first',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    body: Type.Object({ query: Maybe(QueryWire) }),
    reply: Type.Object({ coupons: Type.Array(Coupon), totalResults: Type.Integer() }),
    refuses: [],
  },
  getCoupon: {
    ...couponPath,
    permission: 'PRICING_PLANS.READ_PLANS',
    summary: 'One coupon',
    work: 'read',
    reply: Type.Object({ coupon: Coupon }),
    refuses: [],
  },
  updateCoupon: {
    ...couponPath,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    method: 'PATCH',
    summary: 'Change a coupon, for new orders only',
    body: Type.Object({ specification: Specification, fieldMask: mask }),
    reply: Type.Object({}),
    refuses: [],
  },
  deleteCoupon: {
    ...couponPath,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    method: 'DELETE',
    summary: 'Delete a coupon; orders keep their price',
    reply: Type.Object({}),
    refuses: [],
  },
})
