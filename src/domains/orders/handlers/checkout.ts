/** Operation → action: paying, and what follows a purchase. */
import { Temporal } from 'temporal-polyfill'
import { languageOfCaller } from '#domains/identity/public.ts'
import { planById, toPublicPlan } from '#domains/plans/public.ts'
import { setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { onlineProvider, paymentSetUp } from '#kit/payments/providers.ts'
import { said } from '#kit/pure/languages.ts'
import { createAtDesk, createOnline, planForSale } from '../actions/create.ts'
import { balancesOf } from '../actions/credits.ts'
import { cancel, changeStart, decideDispute, keepRenewing, recordPayment } from '../actions/manage.ts'
import { answerChallenge, changeCard, checkPayment, isPayable, pay, type Payment } from '../actions/pay.ts'
import { beginRefund, sendRefund } from '../actions/refund.ts'
import { tryAgain } from '../actions/try-again.ts'
import type { checkoutApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { inPlainWords } from '../letters.ts'
import { boundary, endDate } from '../rules/cycles.ts'
import { draftEnds, isRecurring, nextPayment, scheduleOf, totalOf, type Order } from '../rules/order.ts'
import * as credits from '../store/credits.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { insertSubmission } from '../store/submissions.ts'
import { iso, toDispute, toInvoice, toOrder, toRefund } from '../wire.ts'

/** As it is at the end of the work, which began a moment before. */
const shown = (ctx: Ctx, order: Order | undefined) => order && toOrder(order, ctx.now)

const tryAnother = { message: 'Try another card.', de: 'Versuche es mit einer anderen Karte.' }

async function payReply(ctx: Ctx, payment: Payment) {
  const { order, language } = await ctx.write(async (inner) => ({
    order: shown(inner, await store.findOrder(inner, { id: payment.orderId })),
    language: await languageOfCaller(inner),
  }))
  return {
    outcome: payment.outcome,
    order: order ?? refuse('order_not_found'),
    ...(payment.attemptId && { attemptId: payment.attemptId }),
    ...(payment.url && { url: payment.url }),
    ...(payment.outcome === 'declined' && {
      declineCode: payment.declineCode ?? 'generic_decline',
      message: `${inPlainWords(payment.declineCode, language)} ${said(tryAnother, language)}`,
    }),
  }
}

interface CardBody {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  name?: string | null | undefined
}
const wishOf = (ctx: Ctx, body: { card?: CardBody | null | undefined; returnUrl?: string | null | undefined }) => ({
  card: body.card ? { ...body.card, name: body.card.name ?? undefined } : undefined,
  // The provider leads back to our own pages only.
  returnUrl: body.returnUrl?.startsWith('/') && !body.returnUrl.startsWith('//') ? `${ctx.origin}${body.returnUrl}` : undefined,
})
/** The member's own order by the name of its payment. */
const byPayment = (payOrderId: string) => async (ctx: Ctx) => {
  const order = (await store.lockOrder(ctx, { payOrderId })) ?? refuse('order_not_found')
  return order.memberId === ctx.caller.memberId ? order : refuse('order_not_found')
}
const byId = (id: string) => async (ctx: Ctx) => {
  const order = (await store.lockOrder(ctx, { id })) ?? refuse('order_not_found')
  return order.memberId === ctx.caller.memberId ? order : refuse('order_not_found')
}
async function readable(ctx: Ctx, id: string): Promise<Order> {
  const order = (await store.findOrder(ctx, { id })) ?? refuse('order_not_found')
  return ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId ? refuse('order_not_found') : order
}

/** The next amount after what is due now: the first payment after a trial, else the second cycle. */
function nextCharge(order: Order) {
  if (order.status !== 'DRAFT') {
    const next = nextPayment(order)
    return next && { date: iso(next.at), amount: next.amount, currency: order.snapshot.currency }
  }
  if (!isRecurring(order) || order.autoRenewCanceled) return undefined
  const schedule = scheduleOf(order)
  const index = order.trialDays > 0 ? 0 : 1
  const date = boundary(schedule, index)
  const end = endDate(schedule)
  return end && Temporal.Instant.compare(end, date) <= 0 ? undefined : { date: iso(date), amount: totalOf(order, index + 1), currency: order.snapshot.currency }
}

export const checkoutHandlers: Handlers<typeof checkoutApi> = {
  getPaymentPage: async (ctx) => ({
    page: onlineProvider()?.page ?? ('none' as const),
    testPayments: paymentSetUp().testPayments,
    payAtDesk: ctx.siteId !== '' && (await ctx.write((inner) => setting(inner, 'plans.payAtDesk'))),
  }),
  getPlanForSale: async (ctx, { params }) => ({ plan: toPublicPlan(await planForSale(ctx, params.id)) }),
  async buyPlan(ctx, { body }) {
    const checkoutKey = body.rs ?? body.key ?? undefined
    const memberId = ctx.caller.memberId ?? refuse('MEMBER_REQUIRED')
    const wish = { planId: body.planId, startDate: body.startDate, couponCode: body.couponCode, submissionId: body.submissionId, checkoutKey }
    const find = async (inner: Ctx): Promise<Order> => {
      if (checkoutKey) await store.lockPurchases(inner, memberId, checkoutKey)
      const before = checkoutKey ? await store.lockOrder(inner, { checkoutKey, memberId }) : undefined
      if (before) return before
      return body.atDesk ? createAtDesk(inner, memberId, wish) : createOnline(inner, wish)
    }
    if (body.atDesk) {
      const order = await ctx.write(async (inner) => shown(inner, await find(inner)))
      return { outcome: 'succeeded' as const, order: order ?? refuse('order_not_found') }
    }
    return payReply(ctx, await pay(ctx, find, { ...wishOf(ctx, body), rs: body.rs ?? undefined }))
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
      testPayments: paymentSetUp().testPayments,
      page: onlineProvider()?.page ?? ('none' as const),
    }
  },
  pay: async (ctx, { params, body }) => payReply(ctx, await pay(ctx, byPayment(params.wixPayOrderId), wishOf(ctx, body))),
  checkPayment: async (ctx, { params }) => payReply(ctx, await checkPayment(ctx, byPayment(params.wixPayOrderId))),
  changeCard: async (ctx, { params, body }) => payReply(ctx, await changeCard(ctx, byId(params.id), { ...wishOf(ctx, body), forAll: body.forAll ?? false })),
  answerChallenge: async (ctx, { params, body }) => payReply(ctx, await answerChallenge(ctx, byPayment(params.wixPayOrderId), body.attemptId, body.answer)),
  changeStartDate: async (ctx, { params, body }) => ({ order: toOrder(await changeStart(ctx, params.id, Temporal.Instant.from(body.startDate)), ctx.now) }),
  async submitForm(ctx, { body }) {
    const id = ctx.newId()
    await insertSubmission(ctx, { id, formId: body.formId, memberId: ctx.caller.memberId ?? refuse('MEMBER_REQUIRED'), data: body.answers })
    return { submissionId: id }
  },
  async getMyBalances(ctx) {
    const balances = await balancesOf(ctx, ctx.caller.memberId ?? '')
    return { balances: balances.map(({ expires, ...balance }) => ({ ...balance, ...(expires && { expires: iso(expires) }) })) }
  },
  async keepRenewing(ctx, { params }) {
    await keepRenewing(ctx, params.id)
    return {}
  },
  async recordPayment(ctx, { params, body }) {
    await recordPayment(ctx, params.id, body.invoiceId)
    return {}
  },
  tryNow: async (ctx, { params }) => payReply(ctx, await tryAgain(ctx, params.id)),
  async refundPayment(ctx, { params, body }) {
    const { id } = await ctx.write(async (inner) => {
      const begun = await beginRefund(inner, params.id, body)
      if (body.cancel) await cancel(inner, params.id, 'owner', 'IMMEDIATELY', begun.amount)
      return begun
    })
    await sendRefund(ctx, { refundId: id })
    const refund = (await ctx.write((inner) => payments.lockRefund(inner, id))) ?? refuse('INVOICE_NOT_REFUNDABLE')
    return { refund: toRefund(refund) }
  },
  async decideDispute(ctx, { params, body }) {
    await decideDispute(ctx, params.id, body.decision)
    return {}
  },
  async getInvoices(ctx, { params }) {
    const order = await readable(ctx, params.id)
    const invoices = await payments.invoicesOfOrder(ctx, params.id)
    const language = await languageOfCaller(ctx)
    const tries = async (invoice: payments.Invoice) =>
      (await payments.attemptsOf(ctx, invoice.id)).map((attempt) => ({
        n: attempt.n,
        at: iso(attempt.at),
        outcome: attempt.state,
        ...(attempt.declineCode && { declineCode: attempt.declineCode, reason: inPlainWords(attempt.declineCode, language) }),
      }))
    return {
      invoices: await Promise.all(invoices.map(async (invoice) => ({ ...toInvoice(invoice), attempts: await tries(invoice) }))),
      refunds: (await payments.refundsOfOrder(ctx, params.id)).map(toRefund),
      disputes: (await payments.disputesOfOrder(ctx, params.id)).map(toDispute),
      onHold: order.onHoldSince !== null,
    }
  },
  async getCreditHistory(ctx, { params }) {
    const order = await readable(ctx, params.id)
    const isUnlimited = order.snapshot.benefit?.credits == null
    const entries = await credits.ledgerOf(ctx, params.id)
    return {
      unlimited: isUnlimited,
      ...(!isUnlimited && { balance: order.creditBalance ?? 0 }),
      entries: entries.map((entry) => ({
        at: iso(entry.at),
        kind: entry.kind,
        amount: entry.amount,
        ...(entry.reason !== null && { reason: entry.reason }),
        ...(entry.cycleIndex !== null && { cycleIndex: entry.cycleIndex }),
        ...(entry.bookingId !== null && { bookingId: entry.bookingId }),
      })),
    }
  },
}
