import { Type, type TSchema } from 'typebox'
import { operations } from '#kit/contract.ts'
import { PublicPlan } from '#domains/plans/contract.ts'

const Maybe = <T extends TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]))
const Guid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const OrderId = Type.Object({ id: Guid })
const Text = Type.String()

const Price = Type.Object({
  subtotal: Text, coupon: Type.Optional(Type.Object({ id: Text, code: Text, amount: Text })), discount: Text,
  fees: Type.Optional(Type.Array(Type.Object({ name: Text, amount: Text }))),
  tax: Type.Optional(Type.Object({ name: Text, includedInPrice: Type.Boolean(), rate: Text, amount: Text })),
  total: Text, currency: Text, proration: Text,
})
const Span = Type.Object({ duration: Type.Object({ cycleFrom: Type.Integer(), numberOfCycles: Type.Optional(Type.Integer()) }), price: Price })
const Duration = Type.Object({ count: Type.Integer(), unit: Text })
const Cycle = Type.Object({ index: Type.Integer(), startedDate: Text, endedDate: Type.Optional(Text) })

/** One purchase. Every order is also called a subscription. */
export const Order = Type.Object({
  id: Text, planId: Text, subscriptionId: Text, wixPayOrderId: Type.Optional(Text), buyer: Type.Object({ memberId: Text, contactId: Text }),
  pricing: Type.Object({
    subscription: Type.Optional(Type.Object({ cycleDuration: Duration, cycleCount: Type.Integer() })), singlePaymentForDuration: Type.Optional(Duration),
    singlePaymentUnlimited: Type.Optional(Type.Boolean()), prices: Type.Array(Span),
  }),
  type: Text, orderMethod: Type.Optional(Text), status: Text, autoRenewCanceled: Type.Optional(Type.Boolean()),
  cancellation: Type.Optional(Type.Object({ requestedDate: Text, cause: Text, effectiveAt: Text })),
  lastPaymentStatus: Text, startDate: Text, endDate: Type.Optional(Text),
  pausePeriods: Type.Array(Type.Object({ status: Text, pauseDate: Text, resumeDate: Type.Optional(Text) })),
  freeTrialDays: Type.Optional(Type.Integer()), earliestEndDate: Type.Optional(Text), currentCycle: Type.Optional(Cycle), cycles: Type.Optional(Type.Array(Cycle)),
  planName: Text, planDescription: Text, planPrice: Text, createdDate: Text, updatedDate: Text,
})
const OneOrder = Type.Object({ order: Order })
const Paging = Type.Object({ count: Type.Integer(), offset: Type.Integer(), total: Type.Integer(), tooManyToCount: Type.Boolean() })
const OrderPage = Type.Object({ orders: Type.Array(Order), pagingMetadata: Paging })
const listing = {
  planIds: Type.Optional(Type.Array(Guid)), autoRenewCanceled: Maybe(Type.Boolean()), orderStatuses: Type.Optional(Type.Array(Text)), paymentStatuses: Type.Optional(Type.Array(Text)),
  limit: Maybe(Type.Integer({ minimum: 1, maximum: 50 })), offset: Maybe(Type.Integer({ minimum: 0 })), fieldSet: Type.Optional(Text),
  sorting: Maybe(Type.Object({ fieldName: Type.Optional(Text), order: Type.Optional(Text), direction: Type.Optional(Text) })),
}
const Coupon = Maybe(Type.String({ minLength: 1, maxLength: 20 }))
const Preview = Type.Object({ order: Type.Optional(Order), purchaseLimitExceeded: Type.Boolean() })
const CancelBody = Type.Object({ effectiveAt: Maybe(Text) })
const checkoutRefusals = ['MEMBER_REQUIRED', 'member_not_found', 'plan_not_found', 'archived_plan', 'purchases_limit_reached', 'buyer_can_not_pick_future_start_date', 'invalid_start_date', 'accept_payment_feature_missing', 'ERROR_COUPON_DOES_NOT_EXIST'] as const
const owner = { owner: 'any' } as const

const CardBody = Type.Object({ number: Type.String({ maxLength: 30 }), expMonth: Type.Integer(), expYear: Type.Integer(), cvc: Type.String({ maxLength: 4 }), name: Maybe(Type.String({ maxLength: 100 })) })
/** What came of pressing "Pay". A decline is an answer, not an error: the order stays and another card may be tried. */
const PayReply = Type.Object({
  outcome: Type.Union([Type.Literal('succeeded'), Type.Literal('declined'), Type.Literal('requires_action'), Type.Literal('processing'), Type.Literal('unknown')]),
  declineCode: Type.Optional(Text), message: Type.Optional(Text), attemptId: Type.Optional(Text), order: Order,
})

export const ordersApi = operations({
  getPricePreview: { method: 'POST', path: '/v2/checkout/orders/price-preview', summary: 'What a plan costs, for nobody in particular', may: { visitor: 'any', member: 'any', owner: 'any' }, permission: 'PRICING_PLANS.READ_PUBLIC_PLANS', work: 'read', body: Type.Object({ planId: Guid, couponCode: Coupon }), reply: Type.Object({ prices: Type.Array(Span) }), refuses: ['plan_not_found', 'archived_plan', 'ERROR_COUPON_DOES_NOT_EXIST'] },
  createOnlineOrder: {
    method: 'POST', path: '/v2/checkout/orders/online', summary: 'Order a plan', may: { visitor: 'own', member: 'own', owner: 'any' }, permission: 'PRICING_PLANS.PURCHASE_PLANS',
    body: Type.Object({ planId: Guid, startDate: Maybe(Instant), couponCode: Coupon, onBehalf: Maybe(Type.Object({ memberId: Maybe(Guid), orderMethod: Maybe(Text) })), submissionId: Maybe(Guid) }),
    reply: OneOrder, refuses: checkoutRefusals, about: 'order',
  },
  getOnlineOrderPreview: { method: 'POST', path: '/v2/checkout/orders/preview-online', summary: 'The order as it would be', may: { member: 'own' }, permission: 'PRICING_PLANS.PURCHASE_PLANS', work: 'read', body: Type.Object({ planId: Guid, startDate: Maybe(Instant), couponCode: Coupon }), reply: Preview, refuses: checkoutRefusals },
  createOfflineOrder: { method: 'POST', path: '/v2/checkout/orders/offline', summary: 'Record a sale that is paid outside', may: owner, permission: 'PRICING_PLANS.REGISTER_OFFLINE_ORDERS', body: Type.Object({ planId: Guid, memberId: Guid, startDate: Maybe(Instant), paid: Maybe(Type.Boolean()), couponCode: Coupon, submissionId: Maybe(Guid) }), reply: OneOrder, refuses: checkoutRefusals, about: 'order' },
  getOfflineOrderPreview: { method: 'POST', path: '/v2/checkout/orders/preview-offline', summary: 'The offline order as it would be', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', work: 'read', body: Type.Object({ planId: Guid, memberId: Guid, startDate: Maybe(Instant), couponCode: Coupon }), reply: Preview, refuses: checkoutRefusals },
  memberListOrders: { method: 'GET', path: '/v2/member/orders', summary: 'My plans', may: { member: 'own' }, permission: 'PRICING_PLANS.READ_OWN_ORDERS', query: Type.Object(listing), reply: OrderPage, refuses: ['undefined_not_allowed'] },
  memberGetOrder: { method: 'GET', path: '/v2/member/orders/{id}', summary: 'One of my plans', may: { member: 'own' }, permission: 'PRICING_PLANS.READ_OWN_ORDERS', params: OrderId, query: Type.Object({ fieldSet: Type.Optional(Text) }), reply: OneOrder, refuses: ['order_not_found'] },
  requestCancellation: { method: 'POST', path: '/v2/member/orders/{id}/cancel', summary: 'Cancel my plan', may: { member: 'own' }, permission: 'PRICING_PLANS.MANAGE_OWN_ORDERS', params: OrderId, body: CancelBody, reply: Type.Object({}), refuses: ['order_not_found', 'undefined_not_allowed', 'ORDER_NOT_CANCELABLE', 'CANCELLATION_TIME_NOT_SUPPORTED', 'BUYER_CANCELLATION_NOT_ALLOWED'], about: 'order' },
  managementListOrders: { method: 'GET', path: '/v2/orders', summary: 'All orders', may: owner, permission: 'PRICING_PLANS.READ_ORDERS', query: Type.Object({ ...listing, buyerIds: Type.Optional(Type.Array(Guid)), orderIds: Type.Optional(Type.Array(Guid)) }), reply: OrderPage, refuses: ['undefined_not_allowed'] },
  managementGetOrder: { method: 'GET', path: '/v2/orders/{id}', summary: 'One order', may: owner, permission: 'PRICING_PLANS.READ_ORDERS', params: OrderId, query: Type.Object({ fieldSet: Type.Optional(Text) }), reply: OneOrder, refuses: ['order_not_found'] },
  postponeEndDate: { method: 'PATCH', path: '/v2/orders/{id}', summary: 'Let an order end later', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', params: OrderId, body: Type.Object({ endDate: Instant }), reply: Type.Object({}), refuses: ['order_not_found', 'END_DATE_NOT_POSTPONABLE', 'END_DATE_NOT_LATER'], about: 'order' },
  cancelOrder: { method: 'POST', path: '/v2/orders/{id}/cancel', summary: 'Cancel an order', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', params: OrderId, body: CancelBody, reply: Type.Object({}), refuses: ['order_not_found', 'undefined_not_allowed', 'ORDER_NOT_CANCELABLE', 'CANCELLATION_TIME_NOT_SUPPORTED'], about: 'order' },
  markAsPaid: { method: 'POST', path: '/v2/orders/{id}/mark-as-paid', summary: 'The offline order was paid', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', params: OrderId, reply: Type.Object({}), refuses: ['order_not_found', 'ORDER_NOT_OFFLINE', 'ORDER_ALREADY_PAID', 'ORDER_NOT_PAYABLE'], about: 'order' },
  pauseOrder: { method: 'POST', path: '/v2/orders/{id}/pause', summary: 'Suspend an order', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', params: OrderId, reply: Type.Object({}), refuses: ['order_not_found', 'ORDER_NOT_SUSPENDABLE'], about: 'order' },
  resumeOrder: { method: 'POST', path: '/v2/orders/{id}/resume', summary: 'Let a suspended order go on', may: owner, permission: 'PRICING_PLANS.MANAGE_ORDERS', params: OrderId, reply: Type.Object({}), refuses: ['order_not_found', 'ORDER_NOT_PAUSED'], about: 'order' },
  getAvailableActions: { method: 'GET', path: '/v2/orders/{id}/available-actions', summary: 'What may be done with an order', may: { member: 'own', owner: 'any' }, work: 'read', params: OrderId, reply: Type.Object({ suspendable: Type.Boolean(), notSuspendableReason: Type.Optional(Text), cancelableByBuyer: Type.Boolean() }), refuses: ['order_not_found'] },
})

export const checkoutApi = operations({
  buyPlan: {
    method: 'POST', path: '/api/checkout/plans', summary: 'Order a plan and pay for it in one go', may: { member: 'own' }, house: true,
    body: Type.Object({ planId: Guid, startDate: Maybe(Instant), couponCode: Coupon, rs: Maybe(Type.String({ maxLength: 100 })), key: Maybe(Type.String({ maxLength: 100 })), card: Maybe(CardBody), challenge: Maybe(Text) }),
    reply: PayReply, refuses: [...checkoutRefusals, 'ORDER_NOT_PAYABLE'], about: 'order',
  },
  getPayment: {
    method: 'GET', path: '/api/pay/{wixPayOrderId}', summary: 'What is to be paid for an order', may: { member: 'own' }, house: true, work: 'read', params: Type.Object({ wixPayOrderId: Guid }),
    reply: Type.Object({ order: Order, plan: PublicPlan, payable: Type.Boolean(), dueNow: Type.Object({ amount: Text, currency: Text }), nextCharge: Type.Optional(Type.Object({ date: Text, amount: Text, currency: Text })), expires: Type.Optional(Text), testPayments: Type.Boolean() }),
    refuses: ['order_not_found'],
  },
  pay: { method: 'POST', path: '/api/pay/{wixPayOrderId}', summary: 'Pay an order with a card', may: { member: 'own' }, house: true, params: Type.Object({ wixPayOrderId: Guid }), body: Type.Object({ card: CardBody }), reply: PayReply, refuses: ['order_not_found', 'ORDER_NOT_PAYABLE', 'archived_plan', 'plan_not_found', 'purchases_limit_reached'], about: 'order' },
  answerChallenge: { method: 'POST', path: '/api/pay/{wixPayOrderId}/challenge', summary: "Answer the bank's question", may: { member: 'own' }, house: true, params: Type.Object({ wixPayOrderId: Guid }), body: Type.Object({ attemptId: Guid, answer: Type.Union([Type.Literal('approve'), Type.Literal('reject')]) }), reply: PayReply, refuses: ['order_not_found', 'ORDER_NOT_PAYABLE', 'archived_plan', 'plan_not_found', 'purchases_limit_reached'], about: 'order' },
  getMyBalances: {
    method: 'GET', path: '/api/my/plan-balances', summary: 'Credits left on my plans', may: { member: 'own' }, house: true, work: 'read',
    reply: Type.Object({ balances: Type.Array(Type.Object({ orderId: Text, planId: Text, planName: Text, status: Text, unlimited: Type.Boolean(), balance: Type.Optional(Text), total: Type.Optional(Text), expires: Type.Optional(Text) })) }), refuses: [],
  },
  keepRenewing: { method: 'POST', path: '/api/plan-orders/{id}/keep-renewing', summary: 'Take a cancelled renewal back', may: owner, house: true, params: OrderId, reply: Type.Object({}), refuses: ['order_not_found', 'ORDER_NOT_CANCELABLE'], about: 'order' },
  recordPayment: { method: 'POST', path: '/api/plan-orders/{id}/record-payment', summary: 'A declined renewal was paid outside', may: owner, house: true, params: OrderId, reply: Type.Object({}), refuses: ['order_not_found', 'ORDER_NOT_PAYABLE'], about: 'order' },
  getInvoices: {
    method: 'GET', path: '/api/plan-orders/{id}/invoices', summary: 'Invoices of an order with every try', may: owner, house: true, work: 'read', params: OrderId,
    reply: Type.Object({ invoices: Type.Array(Type.Object({ cycleIndex: Type.Integer(), amount: Text, currency: Text, dueDate: Text, state: Text, attempts: Type.Array(Type.Object({ n: Type.Integer(), at: Text, outcome: Text, declineCode: Type.Optional(Text) })) })) }), refuses: ['order_not_found'],
  },
})
