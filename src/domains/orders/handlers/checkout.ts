/** Operation → action: paying, and what follows a purchase. */
import { Temporal } from 'temporal-polyfill'
import { resolveCallerLanguage } from '#domains/identity/public.ts'
import {
  attemptsOfPayable,
  describeDecline,
  disputesOfReceipts,
  findAttempt,
  findRefund,
  refundsOfPayable,
  toDispute,
  toRefund,
  toShownState,
  trySendRefund,
  sumOwed,
} from '#domains/payments/public.ts'
import { planById, toPublicPlan } from '#domains/plans/public.ts'
import { getSetting } from '#domains/site/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { getOnlineProvider, getPaymentSetup } from '#kit/payments/providers.ts'
import { translate } from '#kit/pure/languages.ts'
import { createPayInPerson, createOnline, getSellablePlan } from '../actions/create.ts'
import { listPlansForBooking } from '../actions/plan-offer.ts'
import { listBalances } from '../actions/credits.ts'
import { changeCredits, loadCreditHistory } from '../actions/credits-by-hand.ts'
import { cancel, changeStart, decideDispute, keepRenewing, recordPayment } from '../actions/manage.ts'
import { answerChallenge, changeCard, checkPayment, isPayable, pay, type PaymentResult } from '../actions/pay.ts'
import { startOrderRefund } from '../actions/refund.ts'
import { retryNow } from '../actions/retry-now.ts'
import type { checkoutApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { boundary, endDate } from '../rules/cycles.ts'
import { draftExpiresAt, isOver, isRecurring, nextPayment, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import * as store from '../store/orders.ts'
import { findOwedOnPlans } from '../store/outstanding.ts'
import * as payments from '../store/payments.ts'
import { insertSubmission } from '../store/submissions.ts'
import { iso, toInvoice, toOrder } from '../wire.ts'

/** As it is at the end of the work, which began a moment before. */
const toCurrentOrder = (ctx: BaseContext, order: Order | undefined) => order && toOrder(order, ctx.now)

const tryAnother = {
  message: 'Try another card.',
  de: 'Bitte versuche es mit einer anderen Karte.',
  fr: 'Essayez une autre carte.',
  es: 'Prueba con otra tarjeta.',
}

async function toPayReply(ctx: OwnTransactionContext, payment: PaymentResult) {
  const { order, language, goesBack } = await ctx.transaction(async (inner) => {
    const found = await store.findOrder(inner, { id: payment.orderId })
    const attempt = payment.outcome === 'succeeded' && payment.attemptId && found && isOver(found) ? await findAttempt(inner, payment.attemptId) : undefined
    return { order: toCurrentOrder(inner, found), language: await resolveCallerLanguage(inner), goesBack: attempt?.state === 'LATE' }
  })
  return {
    outcome: payment.outcome,
    order: order ?? refuse('order_not_found'),
    ...(payment.attemptId && { attemptId: payment.attemptId }),
    ...(goesBack && { goesBack }),
    ...(payment.url && { url: payment.url }),
    ...(payment.outcome === 'declined' && {
      declineCode: payment.declineCode ?? 'generic_decline',
      message: `${describeDecline(payment.declineCode, language)} ${translate(tryAnother, language)}`,
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
const toPayInput = (ctx: BaseContext, body: { card?: CardBody | null | undefined; returnUrl?: string | null | undefined }) => ({
  card: body.card ? { ...body.card, name: body.card.name ?? undefined } : undefined,
  // The provider leads back to our own pages only.
  returnUrl: body.returnUrl?.startsWith('/') && !body.returnUrl.startsWith('//') ? `${ctx.origin}${body.returnUrl}` : undefined,
})
/** The member's own order by the name of its payment. */
const lockOwnOrderByPayment = (payOrderId: string) => async (ctx: TransactionContext) => {
  const order = (await store.lockOrder(ctx, { payOrderId })) ?? refuse('order_not_found')
  return order.memberId === ctx.caller.memberId ? order : refuse('order_not_found')
}
const lockOwnOrder = (id: string) => async (ctx: TransactionContext) => {
  const order = (await store.lockOrder(ctx, { id })) ?? refuse('order_not_found')
  return order.memberId === ctx.caller.memberId ? order : refuse('order_not_found')
}
async function getReadableOrder(ctx: ReadContext, id: string): Promise<Order> {
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
  const schedule = toSchedule(order)
  const index = order.trialDays > 0 ? 0 : 1
  const date = boundary(schedule, index)
  const end = endDate(schedule)
  return end && Temporal.Instant.compare(end, date) <= 0
    ? undefined
    : { date: iso(date), amount: findCycleTotal(order, index + 1), currency: order.snapshot.currency }
}

export const checkoutHandlers: Handlers<typeof checkoutApi> = {
  getPaymentPage: async (ctx) => ({
    page: (await getOnlineProvider(ctx))?.page ?? ('none' as const),
    testPayments: (await getPaymentSetup(ctx)).testPayments,
    payAtDesk: ctx.siteId !== '' && (await ctx.transaction((inner) => getSetting(inner, 'plans.payAtDesk'))),
  }),
  getPlanForSale: async (ctx, { params }) => ({ plan: toPublicPlan(await getSellablePlan(ctx, params.id)) }),
  listPlansForBooking: async (ctx, { params, query }) => ({ plans: await listPlansForBooking(ctx, { ...query, serviceId: params.serviceId }) }),
  async buyPlan(ctx, { body }) {
    const checkoutKey = body.rs ?? body.key ?? undefined
    const memberId = ctx.caller.memberId ?? refuse('MEMBER_REQUIRED')
    const input = { planId: body.planId, startDate: body.startDate, couponCode: body.couponCode, submissionId: body.submissionId, checkoutKey }
    const find = async (inner: TransactionContext): Promise<Order> => {
      if (checkoutKey) await store.lockPurchases(inner, memberId, checkoutKey)
      const before = checkoutKey ? await store.lockOrder(inner, { checkoutKey, memberId }) : undefined
      if (before) return before
      return body.atDesk ? createPayInPerson(inner, memberId, input) : createOnline(inner, input)
    }
    if (body.atDesk) {
      const order = await ctx.transaction(async (inner) => toCurrentOrder(inner, await find(inner)))
      return { outcome: 'succeeded' as const, order: order ?? refuse('order_not_found') }
    }
    return toPayReply(ctx, await pay(ctx, find, { ...toPayInput(ctx, body), rs: body.rs ?? undefined }))
  },
  async getPayment(ctx, { params }) {
    const order = (await store.findOrder(ctx, { payOrderId: params.wixPayOrderId })) ?? refuse('order_not_found')
    if (order.memberId !== ctx.caller.memberId) refuse('order_not_found')
    const plan = (await planById(ctx, order.planId)) ?? refuse('order_not_found')
    const next = nextCharge(order)
    const due =
      order.status === 'DRAFT'
        ? order.trialDays > 0
          ? '0'
          : findCycleTotal(order, 1)
        : order.payment === 'FAILED'
          ? findCycleTotal(order, order.cycleIndex ?? 1)
          : '0'
    return {
      order: toOrder(order, ctx.now),
      plan: toPublicPlan(plan),
      payable: isPayable(order),
      dueNow: { amount: due, currency: order.snapshot.currency },
      ...(next && { nextCharge: next }),
      ...(order.status === 'DRAFT' && { expires: iso(draftExpiresAt(order)) }),
      testPayments: (await getPaymentSetup(ctx)).testPayments,
      page: (await getOnlineProvider(ctx))?.page ?? ('none' as const),
    }
  },
  pay: async (ctx, { params, body }) => toPayReply(ctx, await pay(ctx, lockOwnOrderByPayment(params.wixPayOrderId), toPayInput(ctx, body))),
  checkPayment: async (ctx, { params }) => toPayReply(ctx, await checkPayment(ctx, lockOwnOrderByPayment(params.wixPayOrderId))),
  changeCard: async (ctx, { params, body }) =>
    toPayReply(ctx, await changeCard(ctx, lockOwnOrder(params.id), { ...toPayInput(ctx, body), forAll: body.forAll ?? false })),
  answerChallenge: async (ctx, { params, body }) =>
    toPayReply(ctx, await answerChallenge(ctx, lockOwnOrderByPayment(params.wixPayOrderId), body.attemptId, body.answer)),
  changeStartDate: async (ctx, { params, body }) => ({ order: toOrder(await changeStart(ctx, params.id, Temporal.Instant.from(body.startDate)), ctx.now) }),
  async submitForm(ctx, { body }) {
    const id = ctx.newId()
    await insertSubmission(ctx, { id, formId: body.formId, memberId: ctx.caller.memberId ?? refuse('MEMBER_REQUIRED'), data: body.answers })
    return { submissionId: id }
  },
  async getMyBalances(ctx) {
    const balances = await listBalances(ctx, ctx.caller.memberId ?? '')
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
  retryNow: async (ctx, { params }) => toPayReply(ctx, await retryNow(ctx, params.id)),
  async refundPayment(ctx, { params, body }) {
    const { id } = await ctx.transaction(async (inner) => {
      const begun = await startOrderRefund(inner, params.id, body)
      if (body.cancel) await cancel(inner, params.id, 'owner', 'IMMEDIATELY', begun.amount)
      return begun
    })
    await trySendRefund(ctx, id)
    const refund = await ctx.transaction((inner) => findRefund(inner, id))
    return { refund: toRefund(refund ?? refuse('INVOICE_NOT_REFUNDABLE')) }
  },
  async decideDispute(ctx, { params, body }) {
    await decideDispute(ctx, params.id, body.decision)
    return {}
  },
  async getInvoices(ctx, { params }) {
    const order = await getReadableOrder(ctx, params.id)
    const invoices = await payments.invoicesOfOrder(ctx, params.id)
    const language = await resolveCallerLanguage(ctx)
    const attempts = await attemptsOfPayable(ctx, 'ORDER', params.id)
    const toAttempts = (invoice: payments.Invoice) =>
      attempts
        .filter(({ invoiceId }) => invoiceId === invoice.id)
        .map((attempt) => ({
          n: attempt.n,
          at: iso(attempt.at),
          outcome: toShownState(attempt.state),
          ...(attempt.declineCode && { declineCode: attempt.declineCode, reason: describeDecline(attempt.declineCode, language) }),
        }))
    return {
      invoices: invoices.map((invoice) => ({ ...toInvoice(invoice), attempts: toAttempts(invoice) })),
      // Money that came too late has a receipt under the id of its attempt.
      refunds: (await refundsOfPayable(ctx, params.id)).map((refund) => ({
        ...toRefund(refund),
        invoiceId: attempts.find(({ id }) => id === refund.receiptId)?.invoiceId ?? refund.receiptId,
      })),
      disputes: (
        await disputesOfReceipts(
          ctx,
          invoices.map(({ id }) => id),
        )
      ).map(toDispute),
      onHold: order.onHoldSince !== null,
    }
  },
  async listOwedOnPlans(ctx, { body }) {
    const found = await findOwedOnPlans(ctx, body.contactIds)
    return {
      clients: [...new Set(found.map(({ contactId }) => contactId))].map((contactId) => ({
        contactId,
        owed: sumOwed(found.filter((one) => one.contactId === contactId)),
      })),
    }
  },
  async getCreditHistory(ctx, { params }) {
    return loadCreditHistory(ctx, await getReadableOrder(ctx, params.id))
  },
  changeCredits: (ctx, { params, body }) => changeCredits(ctx, params.id, body),
}
