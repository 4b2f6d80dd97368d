/** Making orders: online, offline, and previews of both. guide: pricing-plans 6 */
import { Temporal } from 'temporal-polyfill'
import { benefitOf, planById, type PlanRow } from '#domains/plans/public.ts'
import { memberById } from '#domains/members/public.ts'
import { currentSite, setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { orderEvent } from '../events.ts'
import { orRefuse, refuse } from '../errors.ts'
import { statusAt } from '../rules/cycles.ts'
import { decideStart, isFreeOrder, scheduleOf, type Order, type WireModel } from '../rules/order.ts'
import { priceSpans, type PriceSpan } from '../rules/price.ts'
import * as store from '../store.ts'
import { leaveDraft } from './life.ts'

export interface Wish {
  planId: string
  startDate?: string | null | undefined
  couponCode?: string | null | undefined
  submissionId?: string | null | undefined
  checkoutKey?: string | undefined
}

async function planForSale(ctx: Ctx, planId: string): Promise<PlanRow> {
  const plan = (await planById(ctx, planId)) ?? refuse('plan_not_found', { planId })
  if (plan.archivedAt) refuse('archived_plan', { planId })
  return plan
}

/** The price of a plan in spans, with the tax of today. */
export async function pricesOf(ctx: Ctx, planId: string, couponCode?: string | null): Promise<PriceSpan[]> {
  const plan = await planForSale(ctx, planId)
  refuseCoupon(planId, couponCode)
  return spansOf(ctx, plan)
}

/** No coupons are sold by this house yet, so none exists. */
function refuseCoupon(planId: string, couponCode: string | null | undefined): void {
  if (couponCode) refuse('ERROR_COUPON_DOES_NOT_EXIST', { couponCode, planId })
}

async function spansOf(ctx: Ctx, { pricing }: PlanRow): Promise<PriceSpan[]> {
  const tax = await setting(ctx, 'plans.tax')
  return priceSpans({
    price: pricing.price.value,
    currency: pricing.price.currency,
    fees: (pricing.feeConfigs ?? []).map(({ fee }) => fee),
    tax: tax ?? undefined,
    cycleCount: pricing.subscription ? pricing.subscription.cycleCount : 1,
  })
}

/** A draft with the snapshot of the plan; not stored yet. */
async function draftOf(
  ctx: Ctx,
  plan: PlanRow,
  buyer: { memberId: string; contactId: string },
  wish: Wish,
  startAt: Temporal.Instant,
  trialEligible: boolean,
): Promise<Order> {
  const { pricing } = plan
  const model: WireModel = pricing.subscription
    ? { subscription: pricing.subscription }
    : pricing.singlePaymentForDuration
      ? { singlePaymentForDuration: pricing.singlePaymentForDuration }
      : { singlePaymentUnlimited: true }
  const { currency, value } = pricing.price
  const order: Order = {
    id: ctx.newId(),
    planId: plan.id,
    subscriptionId: ctx.newId(),
    payOrderId: null,
    ...buyer,
    type: 'ONLINE',
    method: null,
    status: 'DRAFT',
    payment: 'UNPAID',
    timeZone: (await currentSite(ctx)).timeZone,
    snapshot: {
      planName: plan.name,
      planDescription: plan.description,
      planPrice: fromMinor(toMinor(value, currency), currency),
      currency,
      model,
      spans: await spansOf(ctx, plan),
      benefit: (await benefitOf(ctx, plan.id)) ?? null,
    },
    trialDays: trialEligible ? (pricing.freeTrialDays ?? 0) : 0,
    startAt,
    isStartGiven: Boolean(wish.startDate),
    leftDraftAt: null,
    autoRenewCanceled: false,
    cancelAfterCycle: null,
    canceledAt: null,
    cancellation: null,
    postponed: null,
    pauses: [],
    cycleIndex: null,
    retryAt: null,
    graceEndAt: null,
    paymentMethodId: null,
    creditBalance: null,
    submissionId: wish.submissionId ?? null,
    checkoutKey: wish.checkoutKey ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  if (!isFreeOrder(order)) order.payOrderId = ctx.newId()
  return order
}

/** Who buys: the member who asks, or the member in whose name the owner asks (guide 6.1, checks 1 and 2). */
export async function buyerOf(ctx: Ctx, memberId: string | undefined): Promise<{ memberId: string; contactId: string }> {
  if (ctx.caller.role === 'member' && memberId && memberId !== ctx.caller.memberId) refuseStandard('PERMISSION_DENIED')
  const id = memberId ?? (ctx.caller.role === 'member' ? ctx.caller.memberId : undefined) ?? refuse('MEMBER_REQUIRED')
  const member = (await memberById(ctx, id)) ?? refuse('member_not_found', { memberId: id })
  return { memberId: member.id, contactId: member.contactId }
}

async function onlineDraft(ctx: Ctx, buyer: { memberId: string; contactId: string }, wish: Wish): Promise<{ order: Order; isLimitReached: boolean }> {
  const plan = await planForSale(ctx, wish.planId)
  const bought = await store.countPurchases(ctx, buyer.memberId, plan.id)
  const isLimitReached = plan.maxPurchasesPerBuyer > 0 && bought >= plan.maxPurchasesPerBuyer
  const startAt = wish.startDate && !isLimitReached ? orRefuse(decideStart(Temporal.Instant.from(wish.startDate), ctx.now, plan.allowFutureStartDate)) : ctx.now
  if (!isLimitReached) refuseCoupon(plan.id, wish.couponCode)
  return { order: await draftOf(ctx, plan, buyer, wish, startAt, bought === 0), isLimitReached }
}

/** An online order: ACTIVE or PENDING when nothing is to be paid, else a DRAFT for 24 hours. */
export async function createOnline(
  ctx: Ctx,
  wish: Wish,
  onBehalf?: { memberId?: string | null | undefined; orderMethod?: string | null | undefined } | null,
): Promise<Order> {
  const buyer = await buyerOf(ctx, onBehalf?.memberId ?? undefined)
  const method = onBehalf?.orderMethod ?? null
  if (method !== null && method !== 'MOTO' && method !== 'POS')
    orViolate([{ field: 'onBehalf.orderMethod', description: 'must be MOTO or POS', violatedRule: 'OTHER', ruleName: 'UNKNOWN_ORDER_METHOD' }])
  await store.lockPurchases(ctx, buyer.memberId, wish.planId)
  const { order, isLimitReached } = await onlineDraft(ctx, buyer, wish)
  if (method === 'POS' && order.snapshot.model.subscription)
    orViolate([
      {
        field: 'onBehalf.orderMethod',
        description: 'recurring plans cannot be sold at a terminal',
        violatedRule: 'OTHER',
        ruleName: 'RECURRING_POS_UNSUPPORTED',
      },
    ])
  if (isLimitReached) refuse('purchases_limit_reached', { planId: wish.planId })
  order.method = onBehalf?.memberId ? ((method as Order['method']) ?? null) : null
  if (isFreeOrder(order)) await leaveDraft(ctx, order, 'NOT_APPLICABLE', true)
  else {
    await store.insertOrder(ctx, order)
    ctx.announce(orderEvent(order, 'created', ctx.now))
  }
  return order
}

export async function previewOnline(ctx: Ctx, wish: Wish): Promise<{ order?: Order; isLimitReached: boolean }> {
  const { order, isLimitReached } = await onlineDraft(ctx, await buyerOf(ctx, undefined), wish)
  if (isLimitReached) return { isLimitReached }
  if (isFreeOrder(order)) Object.assign(order, { status: statusAt(scheduleOf(order), ctx.now), payment: 'NOT_APPLICABLE' })
  return { order: asPreview(order), isLimitReached }
}

const nobody = '00000000-0000-0000-0000-000000000000'
const asPreview = (order: Order): Order => ({ ...order, id: nobody, subscriptionId: nobody, payOrderId: null })

async function offline(ctx: Ctx, memberId: string, wish: Wish, isPaid: boolean): Promise<{ order: Order; isLimitReached: boolean }> {
  const member = await memberById(ctx, memberId)
  if (!member) orViolate([{ field: 'memberId', description: 'is not a member', violatedRule: 'OTHER', ruleName: 'MEMBER_DOESNT_EXIST' }])
  const plan = await planForSale(ctx, wish.planId)
  refuseCoupon(plan.id, wish.couponCode)
  const startAt = wish.startDate ? Temporal.Instant.from(wish.startDate) : ctx.now
  const bought = await store.countPurchases(ctx, memberId, plan.id)
  const order = await draftOf(ctx, plan, { memberId, contactId: member?.contactId ?? memberId }, wish, startAt, bought === 0)
  order.type = 'OFFLINE'
  order.status = statusAt(scheduleOf(order), ctx.now)
  // A start in the past is fine as long as the order would not be over by now.
  if (order.status === 'ENDED') refuse('invalid_start_date')
  order.payment = isFreeOrder(order) ? 'NOT_APPLICABLE' : isPaid ? 'PAID' : 'UNPAID'
  return { order, isLimitReached: plan.maxPurchasesPerBuyer > 0 && bought >= plan.maxPurchasesPerBuyer }
}

export async function createOffline(ctx: Ctx, memberId: string, wish: Wish, isPaid: boolean): Promise<Order> {
  const { order } = await offline(ctx, memberId, wish, isPaid)
  await leaveDraft(ctx, order, order.payment, true)
  return order
}

export async function previewOffline(ctx: Ctx, memberId: string, wish: Wish): Promise<{ order: Order; isLimitReached: boolean }> {
  const { order, isLimitReached } = await offline(ctx, memberId, wish, false)
  return { order: asPreview(order), isLimitReached }
}
