/** Making orders: online, offline, and previews of both. Source: guide pricing-plans §6. */
import { Temporal } from 'temporal-polyfill'
import { findBenefit, assertPlansEnabled, planById, cachedPlan, type PlanRow } from '#domains/plans/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import { getSite, getSetting } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { PaymentProvider } from '#kit/payments/provider.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { orderEvent } from '../events.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { boundary, statusAt } from '../rules/cycles.ts'
import { decideStart, isFreeOrder, toSchedule, findCycleTotal, type Order, type WireModel } from '../rules/order.ts'
import { priceSpans, type Coupon, type PriceSpan, type Tax } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { submissionById } from '../store/submissions.ts'
import { resolveCoupon, reserveCoupon } from './coupons.ts'
import { markInvoicePaid } from './invoices.ts'
import { completePurchase } from './purchase.ts'

export interface CreateOrderInput {
  planId: string
  startDate?: string | null | undefined
  couponCode?: string | null | undefined
  submissionId?: string | null | undefined
  checkoutKey?: string | undefined
}

/** The plan to be bought: it may be hidden, but not archived. Source: guide pricing-plans §3.5. */
export async function getSellablePlan(ctx: ReadContext, planId: string, read = planById): Promise<PlanRow> {
  await assertPlansEnabled(ctx)
  const plan = (await read(ctx, planId)) ?? refuse('plan_not_found', { planId })
  if (plan.archivedAt) refuse('archived_plan', { planId })
  return plan
}

/**
 * The price of a plan in spans without a buyer, with the tax of today. A coupon that leaves an amount the provider cannot charge is refused,
 * unless the plan can be paid at the front desk; without one the price is returned as it is. Source: guide pricing-plans §4.5.
 */
export async function previewPrices(ctx: ReadContext, planId: string, couponCode?: string | null): Promise<PriceSpan[]> {
  const plan = await getSellablePlan(ctx, planId, cachedPlan)
  const coupon = await resolveCoupon(ctx, couponCode, toCouponPlan(plan))
  const spans = await planPriceSpans(ctx, plan, coupon)
  if (coupon && !(await getSetting(ctx, 'plans.payAtDesk'))) assertChargeable(await getOnlineProvider(ctx), spans, coupon.id)
  return spans
}

const toCouponPlan = (plan: PlanRow) => ({ id: plan.id, price: plan.pricing.price.value, currency: plan.pricing.price.currency })

/** The tax of today. When it goes by the address of the business, that address must say the country. Source: guide pricing-plans §4.3. */
async function loadTax(ctx: ReadContext): Promise<Tax | undefined> {
  const tax = await getSetting(ctx, 'plans.tax')
  if (!tax) return undefined
  if (tax.byBusinessAddress) {
    const address = await getSetting(ctx, 'site.address')
    if (!address?.country) refuse('MISSING_BUSINESS_ADDRESS_COUNTRY')
    if (/^(US|CA)$/i.test(address?.country ?? '') && !address?.subdivision) refuse('MISSING_BUSINESS_ADDRESS_STATE')
  }
  return { name: tax.name, rate: tax.rate, includedInPrice: tax.includedInPrice }
}

async function planPriceSpans(ctx: ReadContext, { pricing }: PlanRow, coupon?: Coupon): Promise<PriceSpan[]> {
  return priceSpans({
    price: pricing.price.value,
    currency: pricing.price.currency,
    fees: (pricing.feeConfigs ?? []).map(({ fee }) => fee),
    tax: await loadTax(ctx),
    coupon,
    cycleCount: pricing.subscription ? pricing.subscription.cycleCount : 1,
  })
}

const toWireModel = ({ subscription, singlePaymentForDuration }: PlanRow['pricing']): WireModel =>
  subscription ? { subscription } : singlePaymentForDuration ? { singlePaymentForDuration } : { singlePaymentUnlimited: true }

/** What of a plan an order keeps for good: later changes of the plan do not reach it. Source: guide pricing-plans §3.4. */
async function snapshotPlan(ctx: ReadContext, plan: PlanRow, coupon: Coupon | undefined): Promise<Order['snapshot']> {
  const { currency, value } = plan.pricing.price
  return {
    planName: plan.name,
    planDescription: plan.description,
    planPrice: fromMinor(toMinor(value, currency), currency),
    currency,
    model: toWireModel(plan.pricing),
    spans: await planPriceSpans(ctx, plan, coupon),
    benefit: (await findBenefit(ctx, plan.id)) ?? null,
    ...(plan.formId && { formId: plan.formId }),
    ...(plan.termsAndConditions && { terms: plan.termsAndConditions }),
  }
}

/** The state of an order that has not been bought: nothing has happened to it. */
const unboughtState = {
  type: 'ONLINE',
  method: null,
  status: 'DRAFT',
  payment: 'UNPAID',
  leftDraftAt: null,
  autoRenewCanceled: false,
  cancelAfterCycle: null,
  canceledAt: null,
  cancellation: null,
  postponed: null,
  cycleIndex: null,
  retryAt: null,
  graceEndAt: null,
  paymentMethodId: null,
  creditBalance: null,
  onHoldSince: null,
} as const satisfies Partial<Order>

/** A draft with the snapshot of the plan; not stored yet. */
export async function buildDraft(
  ctx: ReadContext,
  plan: PlanRow,
  buyer: { memberId: string; contactId: string },
  input: CreateOrderInput,
  startAt: Temporal.Instant,
  trialEligible: boolean,
  coupon?: Coupon,
): Promise<Order> {
  const order: Order = {
    ...unboughtState,
    id: ctx.newId(),
    planId: plan.id,
    subscriptionId: ctx.newId(),
    payOrderId: null,
    ...buyer,
    timeZone: (await getSite(ctx)).timeZone,
    snapshot: await snapshotPlan(ctx, plan, coupon),
    trialDays: trialEligible ? (plan.pricing.freeTrialDays ?? 0) : 0,
    startAt,
    isStartGiven: Boolean(input.startDate),
    pauses: [],
    submissionId: input.submissionId ?? null,
    couponId: coupon?.id ?? null,
    checkoutKey: input.checkoutKey ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  if (!isFreeOrder(order)) order.payOrderId = ctx.newId()
  return order
}

/** Who buys: the member who asks, or the member in whose name the owner asks. Source: guide pricing-plans §6.1, checks 1 and 2. */
export async function resolveBuyer(ctx: ReadContext, memberId: string | undefined): Promise<{ memberId: string; contactId: string }> {
  if (ctx.caller.role === 'member' && memberId && memberId !== ctx.caller.memberId) refuseStandard('PERMISSION_DENIED')
  const id = memberId ?? (ctx.caller.role === 'member' ? ctx.caller.memberId : undefined) ?? refuse('MEMBER_REQUIRED')
  const member = (await findMemberById(ctx, id)) ?? refuse('member_not_found', { memberId: id })
  return { memberId: member.id, contactId: member.contactId }
}

const parseOrderMethod = (method: string | null | undefined): Order['method'] => {
  if (method === null || method === undefined) return null
  if (method !== 'MOTO' && method !== 'POS')
    assertNoViolations([{ field: 'onBehalf.orderMethod', description: 'must be MOTO or POS', violatedRule: 'OTHER', ruleName: 'UNKNOWN_ORDER_METHOD' }])
  return method as Order['method']
}

/** The checks of 6.1 from the third on, in their order. */
async function prepareOnlineOrder(
  ctx: ReadContext,
  buyer: { memberId: string; contactId: string },
  input: CreateOrderInput,
  method: Order['method'] = null,
): Promise<{ order: Order; isLimitReached: boolean }> {
  await assertPlansEnabled(ctx)
  const plan = (await planById(ctx, input.planId)) ?? refuse('plan_not_found', { planId: input.planId })
  if (method === 'POS' && plan.pricing.subscription)
    assertNoViolations([
      {
        field: 'onBehalf.orderMethod',
        description: 'recurring plans cannot be sold at a terminal',
        violatedRule: 'OTHER',
        ruleName: 'RECURRING_POS_UNSUPPORTED',
      },
    ])
  if (plan.archivedAt) refuse('archived_plan', { planId: plan.id })
  const purchaseCount = await store.countPurchases(ctx, buyer.memberId, plan.id)
  const isLimitReached = plan.maxPurchasesPerBuyer > 0 && purchaseCount >= plan.maxPurchasesPerBuyer
  if (isLimitReached) return { order: await buildDraft(ctx, plan, buyer, input, ctx.now, false), isLimitReached }
  const startAt = input.startDate ? unwrapOrRefuse(decideStart(Temporal.Instant.from(input.startDate), ctx.now, plan.allowFutureStartDate)) : ctx.now
  const coupon = await resolveCoupon(ctx, input.couponCode, toCouponPlan(plan), buyer)
  return { order: await buildDraft(ctx, plan, buyer, input, startAt, purchaseCount === 0, coupon), isLimitReached }
}

/**
 * Refuses prices of which the provider cannot take some cycle: a coupon may leave less than its smallest charge, a tax a third digit.
 * Refused before the first payment: a renewal that cannot be collected would end the order. Without a provider nothing is known about amounts.
 * Source: guide pricing-plans §10.4.
 */
function assertChargeable(provider: PaymentProvider | undefined, spans: readonly PriceSpan[], couponId: string | null): void {
  if (!spans.some(({ price }) => provider?.findAmountProblem({ amount: price.total, currency: price.currency }))) return
  refuse(couponId ? 'ERROR_INVALID_SUBTOTAL' : 'PAYMENT_AMOUNT_NOT_SUPPORTED')
}

async function assertSubmission(ctx: ReadContext, order: Order): Promise<void> {
  if (!order.submissionId) return
  const submission = await submissionById(ctx, order.submissionId)
  if (!submission || submission.memberId !== order.memberId || submission.formId !== order.snapshot.formId)
    assertNoViolations([{ field: 'submissionId', description: "is not this member's answer to the form of the plan", violatedRule: 'VALIDATION' }])
}

/** Takes the use of the coupon that the order was priced with. */
async function redeemCoupon(ctx: TransactionContext, order: Order, code: string | null | undefined): Promise<void> {
  if (order.couponId && code)
    await reserveCoupon(ctx, { couponId: order.couponId, code, orderId: order.id, memberId: order.memberId, contactId: order.contactId, planId: order.planId })
}

/** An online order: ACTIVE or PENDING when nothing is to be paid, else a DRAFT for 24 hours. */
export async function createOnline(
  ctx: TransactionContext,
  input: CreateOrderInput,
  onBehalf?: { memberId?: string | null | undefined; orderMethod?: string | null | undefined } | null,
): Promise<Order> {
  const buyer = await resolveBuyer(ctx, onBehalf?.memberId ?? undefined)
  const method = parseOrderMethod(onBehalf?.orderMethod)
  await store.lockPurchases(ctx, buyer.memberId, input.planId)
  const { order, isLimitReached } = await prepareOnlineOrder(ctx, buyer, input, method)
  if (isLimitReached) refuse('purchases_limit_reached', { planId: input.planId })
  const isFree = isFreeOrder(order)
  if (!isFree) assertChargeable((await getOnlineProvider(ctx)) ?? refuse('accept_payment_feature_missing'), order.snapshot.spans, order.couponId)
  await assertSubmission(ctx, order)
  order.method = onBehalf?.memberId ? method : null
  await redeemCoupon(ctx, order, input.couponCode)
  if (isFree) await completePurchase(ctx, order, 'NOT_APPLICABLE', true)
  else {
    await store.insertOrder(ctx, order)
    ctx.emit(orderEvent(order, 'created', ctx.now))
  }
  return order
}

/** The online order as it would be, refused for what the order itself is refused for. Source: guide pricing-plans §6.6. */
export async function previewOnline(ctx: ReadContext, input: CreateOrderInput): Promise<{ order?: Order; isLimitReached: boolean }> {
  const { order, isLimitReached } = await prepareOnlineOrder(ctx, await resolveBuyer(ctx, undefined), input)
  if (isLimitReached) return { isLimitReached }
  if (isFreeOrder(order)) Object.assign(order, { status: statusAt(toSchedule(order), ctx.now), payment: 'NOT_APPLICABLE' })
  else assertChargeable(await getOnlineProvider(ctx), order.snapshot.spans, order.couponId)
  return { order: toPreview(order), isLimitReached }
}

const nilId = '00000000-0000-0000-0000-000000000000'
const toPreview = (order: Order): Order => ({ ...order, id: nilId, subscriptionId: nilId, payOrderId: null })

async function prepareOfflineOrder(
  ctx: ReadContext,
  memberId: string,
  input: CreateOrderInput,
  isPaid: boolean,
): Promise<{ order: Order; isLimitReached: boolean }> {
  const member = await findMemberById(ctx, memberId)
  if (!member) assertNoViolations([{ field: 'memberId', description: 'is not a member', violatedRule: 'OTHER', ruleName: 'MEMBER_DOESNT_EXIST' }])
  const plan = await getSellablePlan(ctx, input.planId)
  const startAt = input.startDate ? Temporal.Instant.from(input.startDate) : ctx.now
  const purchaseCount = await store.countPurchases(ctx, memberId, plan.id)
  const coupon = await resolveCoupon(ctx, input.couponCode, toCouponPlan(plan), { memberId, contactId: member?.contactId })
  const order = await buildDraft(ctx, plan, { memberId, contactId: member?.contactId ?? memberId }, input, startAt, purchaseCount === 0, coupon)
  order.type = 'OFFLINE'
  // A start in the past is fine as long as the order would not be over by now.
  if (statusAt(toSchedule(order), ctx.now) === 'ENDED') refuse('invalid_start_date')
  order.payment = isFreeOrder(order) ? 'NOT_APPLICABLE' : isPaid ? 'PAID' : 'UNPAID'
  return { order, isLimitReached: plan.maxPurchasesPerBuyer > 0 && purchaseCount >= plan.maxPurchasesPerBuyer }
}

/** A sale that is paid outside: its first invoice is open, or closed at once when it is paid. */
export async function createOffline(ctx: TransactionContext, memberId: string, input: CreateOrderInput, isPaid: boolean): Promise<Order> {
  const { order } = await prepareOfflineOrder(ctx, memberId, input, isPaid)
  await assertSubmission(ctx, order)
  await redeemCoupon(ctx, order, input.couponCode)
  await completePurchase(ctx, order, order.payment, true)
  if (isFreeOrder(order)) return order
  const invoice = await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: 1,
    amount: findCycleTotal(order, 1),
    currency: order.snapshot.currency,
    price: order.snapshot.spans[0]?.price ?? null,
    dueAt: order.trialDays > 0 ? boundary(toSchedule(order), 0) : order.startAt,
    state: 'OPEN',
    paidAt: null,
  })
  if (invoice && isPaid) await markInvoicePaid(ctx, order, invoice, { by: 'manual', attempt: null })
  return order
}

/** The offline order as it would be; `isLimitReached`: the member has bought the plan as often as allowed. */
export async function previewOffline(ctx: ReadContext, memberId: string, input: CreateOrderInput): Promise<{ order: Order; isLimitReached: boolean }> {
  const { order, isLimitReached } = await prepareOfflineOrder(ctx, memberId, input, false)
  return { order: toPreview({ ...order, status: statusAt(toSchedule(order), ctx.now) }), isLimitReached }
}

/** The buyer pays at the front desk, where the business allows it: an offline order after the checks of an online one. Source: guide pricing-plans §6.5. */
export async function createPayInPerson(ctx: TransactionContext, memberId: string, input: CreateOrderInput): Promise<Order> {
  if (!(await getSetting(ctx, 'plans.payAtDesk'))) refuse('accept_payment_feature_missing')
  await store.lockPurchases(ctx, memberId, input.planId)
  const { isLimitReached } = await prepareOnlineOrder(ctx, await resolveBuyer(ctx, memberId), input)
  if (isLimitReached) refuse('purchases_limit_reached', { planId: input.planId })
  return createOffline(ctx, memberId, input, false)
}
