import { Temporal } from 'temporal-polyfill'
import { planById, toPublicPlan } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { orViolate } from '#kit/refusal.ts'
import { answerChallenge, isPayable, payWithCard, type Payment } from './actions/charge.ts'
import { createOffline, createOnline, previewOffline, previewOnline, pricesOf } from './actions/create.ts'
import { balancesOf } from './actions/credits.ts'
import { applyDue } from './actions/life.ts'
import { cancel, keepRenewing, markAsPaid, pause, postpone, recordPayment, resume, upToDate } from './actions/manage.ts'
import type { checkoutApi, ordersApi } from './contract.ts'
import { refuse } from './errors.ts'
import { inPlainWords } from './letters.ts'
import { boundary, endDate } from './rules/cycles.ts'
import { draftEnds, factsOf, isRecurring, scheduleOf, totalOf, type Order } from './rules/order.ts'
import { cancelableByBuyer, notSuspendable } from './rules/states.ts'
import * as store from './store.ts'
import { iso, toOrder } from './wire.ts'

interface ListQuery {
  planIds?: string[] | undefined
  autoRenewCanceled?: boolean | null | undefined
  orderStatuses?: string[] | undefined
  paymentStatuses?: string[] | undefined
  limit?: number | null | undefined
  offset?: number | null | undefined
  fieldSet?: string | undefined
  sorting?: { fieldName?: string | undefined; order?: string | undefined; direction?: string | undefined } | null | undefined
}
const sortColumns: Record<string, 'createdAt' | 'endAt'> = { createdDate: 'createdAt', _createdDate: 'createdAt', endDate: 'endAt' }

function sortOf({ sorting }: ListQuery): store.OrderSort {
  if (!sorting?.fieldName) return { by: 'createdAt', descending: true }
  const by = sortColumns[sorting.fieldName]
  if (!by) orViolate([{ field: 'sorting.fieldName', description: 'must be createdDate or endDate', violatedRule: 'OTHER', ruleName: 'invalid_sort_field' }])
  return { by: by ?? 'createdAt', descending: (sorting.order ?? sorting.direction) === 'DESC' }
}

/** Statuses are always current: what time made due is applied before the list is read (guide 12). */
async function list(ctx: Ctx, query: ListQuery, who: { memberIds?: string[] | undefined; orderIds?: string[] | undefined }) {
  if ([...(query.orderStatuses ?? []), ...(query.paymentStatuses ?? [])].includes('UNDEFINED')) refuse('undefined_not_allowed')
  const sort = sortOf(query)
  for (const id of await store.dueOrders(ctx, 100, who.memberIds?.length === 1 ? who.memberIds[0] : undefined)) {
    const order = await store.lockOrder(ctx, { id })
    if (order) await applyDue(ctx, order)
  }
  const offset = query.offset ?? 0
  const filter = {
    ...who,
    planIds: query.planIds,
    statuses: query.orderStatuses,
    payments: query.paymentStatuses,
    autoRenewCanceled: query.autoRenewCanceled ?? undefined,
  }
  const { orders, total } = await store.listOrders(ctx, filter, sort, query.limit ?? 50, offset)
  return {
    orders: orders.map((order) => toOrder(order, ctx.now, query.fieldSet === 'FULL')),
    pagingMetadata: { count: orders.length, offset, total, tooManyToCount: false },
  }
}

const one = async (ctx: Ctx, id: string) => ({ order: toOrder(await upToDate(ctx, { id }), ctx.now, true) })

export const ordersHandlers: Handlers<typeof ordersApi> = {
  getPricePreview: async (ctx, { body }) => ({ prices: await pricesOf(ctx, body.planId, body.couponCode) }),
  createOnlineOrder: async (ctx, { body }) => ({ order: toOrder(await createOnline(ctx, body, body.onBehalf), ctx.now) }),
  async getOnlineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOnline(ctx, body)
    return { ...(order && { order: toOrder(order, ctx.now) }), purchaseLimitExceeded: isLimitReached }
  },
  createOfflineOrder: async (ctx, { body }) => ({ order: toOrder(await createOffline(ctx, body.memberId, body, body.paid ?? false), ctx.now) }),
  async getOfflineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOffline(ctx, body.memberId, body)
    return { order: toOrder(order, ctx.now), purchaseLimitExceeded: isLimitReached }
  },
  memberListOrders: (ctx, { query }) => list(ctx, query, { memberIds: [ctx.caller.memberId ?? ''] }),
  memberGetOrder: (ctx, { params }) => one(ctx, params.id),
  async requestCancellation(ctx, { params, body }) {
    await cancel(ctx, params.id, 'member', body.effectiveAt)
    return {}
  },
  managementListOrders: (ctx, { query }) => list(ctx, query, { memberIds: query.buyerIds, orderIds: query.orderIds }),
  managementGetOrder: (ctx, { params }) => one(ctx, params.id),
  async postponeEndDate(ctx, { params, body }) {
    await postpone(ctx, params.id, Temporal.Instant.from(body.endDate))
    return {}
  },
  async cancelOrder(ctx, { params, body }) {
    await cancel(ctx, params.id, 'owner', body.effectiveAt)
    return {}
  },
  async markAsPaid(ctx, { params }) {
    await markAsPaid(ctx, params.id)
    return {}
  },
  async pauseOrder(ctx, { params }) {
    await pause(ctx, params.id)
    return {}
  },
  async resumeOrder(ctx, { params }) {
    await resume(ctx, params.id)
    return {}
  },
  async getAvailableActions(ctx, { params }) {
    const order = (await store.findOrder(ctx, { id: params.id })) ?? refuse('order_not_found')
    if (ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) refuse('order_not_found')
    const facts = factsOf(order, ctx.now)
    const reason = notSuspendable(facts)
    const buyerMayCancel = (await planById(ctx, order.planId))?.buyerCanCancel ?? false
    return { suspendable: !reason, ...(reason && { notSuspendableReason: reason }), cancelableByBuyer: cancelableByBuyer(facts.status, buyerMayCancel) }
  },
}

async function payReply(ctx: Ctx, orderId: string, payment: Payment) {
  const order = (await store.findOrder(ctx, { id: orderId })) ?? refuse('order_not_found')
  return {
    outcome: payment.outcome,
    attemptId: payment.attemptId,
    order: toOrder(order, ctx.now),
    ...(payment.declineCode && { declineCode: payment.declineCode, message: `${inPlainWords(payment.declineCode)} Try another card.` }),
  }
}

const cardOf = (card: { number: string; expMonth: number; expYear: number; cvc: string; name?: string | null | undefined }) => ({
  ...card,
  name: card.name ?? undefined,
})

/** The next amount after what is due now: the first payment after a trial, else the second cycle. */
function nextCharge(order: Order) {
  if (!isRecurring(order) || order.autoRenewCanceled) return undefined
  const schedule = scheduleOf(order)
  const index = order.trialDays > 0 ? 0 : 1
  const date = boundary(schedule, index)
  const end = endDate(schedule)
  return end && Temporal.Instant.compare(end, date) <= 0 ? undefined : { date: iso(date), amount: totalOf(order, index + 1), currency: order.snapshot.currency }
}

export const checkoutHandlers: Handlers<typeof checkoutApi> = {
  async buyPlan(ctx, { body }) {
    const checkoutKey = body.rs ?? body.key ?? undefined
    const memberId = ctx.caller.memberId ?? refuse('MEMBER_REQUIRED')
    if (checkoutKey) await store.lockPurchases(ctx, memberId, checkoutKey)
    const before = checkoutKey ? await store.lockOrder(ctx, { checkoutKey, memberId }) : undefined
    const order = before ?? (await createOnline(ctx, { planId: body.planId, startDate: body.startDate, couponCode: body.couponCode, checkoutKey }))
    if (order.status !== 'DRAFT') return { outcome: 'succeeded' as const, order: toOrder(order, ctx.now) }
    if (!body.card) return orViolate([{ field: 'card', description: 'is required', violatedRule: 'REQUIRED_FIELD' }]) as never
    return payReply(ctx, order.id, await payWithCard(ctx, order, cardOf(body.card)))
  },
  async getPayment(ctx, { params }) {
    const order = (await store.findOrder(ctx, { payOrderId: params.wixPayOrderId })) ?? refuse('order_not_found')
    if (order.memberId !== ctx.caller.memberId) refuse('order_not_found')
    const plan = (await planById(ctx, order.planId)) ?? refuse('order_not_found')
    const next = nextCharge(order)
    const due =
      order.status === 'DRAFT' ? (order.trialDays > 0 ? '0' : totalOf(order, 1)) : order.payment === 'FAILED' ? totalOf(order, order.cycleIndex ?? 1) : '0'
    return {
      order: toOrder(order, ctx.now),
      plan: toPublicPlan(plan),
      payable: isPayable(order),
      dueNow: { amount: due, currency: order.snapshot.currency },
      ...(next && { nextCharge: next }),
      ...(order.status === 'DRAFT' && { expires: iso(draftEnds(order)) }),
      testPayments: true,
    }
  },
  async pay(ctx, { params, body }) {
    const order = await upToDate(ctx, { payOrderId: params.wixPayOrderId })
    return payReply(ctx, order.id, await payWithCard(ctx, order, cardOf(body.card)))
  },
  async answerChallenge(ctx, { params, body }) {
    const order = await upToDate(ctx, { payOrderId: params.wixPayOrderId })
    return payReply(ctx, order.id, await answerChallenge(ctx, order, body.attemptId, body.answer))
  },
  async getMyBalances(ctx) {
    const balances = await balancesOf(ctx, ctx.caller.memberId ?? '')
    return { balances: balances.map(({ expires, ...balance }) => ({ ...balance, ...(expires && { expires: iso(expires) }) })) }
  },
  async keepRenewing(ctx, { params }) {
    await keepRenewing(ctx, params.id)
    return {}
  },
  async recordPayment(ctx, { params }) {
    await recordPayment(ctx, params.id)
    return {}
  },
  async getInvoices(ctx, { params }) {
    if (!(await store.findOrder(ctx, { id: params.id }))) refuse('order_not_found')
    const invoices = await store.invoicesOfOrder(ctx, params.id)
    return {
      invoices: await Promise.all(
        invoices.map(async (invoice) => ({
          cycleIndex: invoice.cycleIndex,
          amount: invoice.amount,
          currency: invoice.currency,
          dueDate: iso(invoice.dueAt),
          state: invoice.state,
          attempts: (await store.attemptsOf(ctx, invoice.id)).map((attempt) => ({
            n: attempt.n,
            at: iso(attempt.at),
            outcome: attempt.state,
            ...(attempt.declineCode && { declineCode: attempt.declineCode }),
          })),
        })),
      ),
    }
  },
}
