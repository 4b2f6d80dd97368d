import { stringify } from 'csv-stringify/sync'
import { Temporal } from 'temporal-polyfill'
import { planById, toPublicPlan } from '#domains/plans/public.ts'
import { file, html } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { BadSignature } from '#kit/payments/provider.ts'
import { onlineProvider, paymentSetUp, providerOf } from '#kit/payments/providers.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { changeCoupon, couponOf, createCoupon, removeCoupon } from './actions/coupons.ts'
import { createAtDesk, createOffline, createOnline, previewOffline, previewOnline, pricesOf } from './actions/create.ts'
import { balancesOf } from './actions/credits.ts'
import { documentOf } from './actions/documents.ts'
import { applyDue } from './actions/life.ts'
import { cancel, changeStart, decideDispute, keepRenewing, markAsPaid, pause, postpone, recordPayment, resume, tryNow, upToDate } from './actions/manage.ts'
import { answerChallenge, changeCard, checkPayment, isPayable, pay, type Payment } from './actions/pay.ts'
import { receive } from './actions/provider-events.ts'
import { beginRefund, sendRefund } from './actions/refund.ts'
import type { checkoutApi, couponsApi, moneyApi, ordersApi } from './contract.ts'
import { refuse } from './errors.ts'
import { inPlainWords } from './letters.ts'
import { pageOf, pdfOf } from './papers.ts'
import { boundary, endDate } from './rules/cycles.ts'
import { draftEnds, factsOf, isRecurring, scheduleOf, totalOf, type Order } from './rules/order.ts'
import { invoiceStates, type InvoiceState } from './rules/payments.ts'
import { cancelableByBuyer, notSuspendable } from './rules/states.ts'
import * as books from './store/books.ts'
import * as coupons from './store/coupons.ts'
import * as credits from './store/credits.ts'
import { listInvoices } from './store/invoices.ts'
import * as store from './store/orders.ts'
import * as payments from './store/payments.ts'
import { insertSubmission, submissionById } from './store/submissions.ts'
import { iso, toCoupon, toDispute, toInvoice, toOrder, toRefund } from './wire.ts'

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

const orderStatuses = ['DRAFT', 'PENDING', 'ACTIVE', 'PAUSED', 'ENDED', 'CANCELED']
const paymentStatuses = ['PAID', 'REFUNDED', 'FAILED', 'UNPAID', 'PENDING', 'NOT_APPLICABLE']
function checkStatuses(query: ListQuery): void {
  if ([...(query.orderStatuses ?? []), ...(query.paymentStatuses ?? [])].includes('UNDEFINED')) refuse('undefined_not_allowed')
  const unknown = (field: 'orderStatuses' | 'paymentStatuses', known: readonly string[]) =>
    (query[field] ?? []).flatMap((value, i) =>
      known.includes(value)
        ? []
        : [
            {
              field: `${field}[${i}]`,
              description: 'is not one of the allowed values',
              violatedRule: 'INVALID_ENUM_VALUE' as const,
              data: { enumValues: known },
            },
          ],
    )
  orViolate([...unknown('orderStatuses', orderStatuses), ...unknown('paymentStatuses', paymentStatuses)])
}

/** Path ids come twice; the path wins and another id in the body or query string is refused (guide 1). */
function sameId(params: { id: string }, sent: { id?: string | null | undefined } | undefined): void {
  if (sent?.id && sent.id.toLowerCase() !== params.id.toLowerCase())
    orViolate([{ field: 'id', description: 'must be the id of the path', violatedRule: 'VALIDATION' }])
}

/** Statuses are always current: what time made due is applied before the list is read (guide 12). */
async function list(ctx: Ctx, query: ListQuery, who: { memberIds?: string[] | undefined; orderIds?: string[] | undefined }) {
  checkStatuses(query)
  const sort = sortOf(query)
  for (const id of await store.dueOrders(ctx, 100, { memberId: who.memberIds?.length === 1 ? who.memberIds[0] : undefined })) {
    const order = await store.lockFreeOrder(ctx, id)
    if (order) await applyDue(ctx, order, 'reader')
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
  const isFull = query.fieldSet === 'FULL'
  const shown = orders.map(async (order) => toOrder(order, ctx.now, { cycles: isFull, submissionData: isFull ? await answersOf(ctx, order) : undefined }))
  return {
    orders: await Promise.all(shown),
    pagingMetadata: { count: orders.length, offset, total, tooManyToCount: false },
  }
}

const answersOf = async (ctx: Ctx, { submissionId }: Order): Promise<Record<string, unknown> | undefined> =>
  submissionId ? (await submissionById(ctx, submissionId))?.data : undefined

async function one(ctx: Ctx, params: { id: string }, query: { id?: string | null | undefined; fieldSet?: string | undefined }) {
  sameId(params, query)
  const order = await upToDate(ctx, params, 'reader')
  return { order: toOrder(order, ctx.now, { cycles: true, submissionData: query.fieldSet === 'FULL' ? await answersOf(ctx, order) : undefined }) }
}

export const ordersHandlers: Handlers<typeof ordersApi> = {
  getPricePreview: async (ctx, { body }) => ({ prices: await pricesOf(ctx, body.planId, body.couponCode) }),
  createOnlineOrder: async (ctx, { body }) => ({ order: toOrder(await createOnline(ctx, body, body.onBehalf), ctx.now) }),
  async getOnlineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOnline(ctx, body)
    return { ...(order && { order: toOrder(order, ctx.now, { asIfBought: true }) }), purchaseLimitExceeded: isLimitReached }
  },
  createOfflineOrder: async (ctx, { body }) => ({ order: toOrder(await createOffline(ctx, body.memberId, body, body.paid ?? false), ctx.now) }),
  async getOfflineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOffline(ctx, body.memberId, body)
    return { order: toOrder(order, ctx.now, { asIfBought: true }), purchaseLimitExceeded: isLimitReached }
  },
  memberListOrders: (ctx, { query }) => list(ctx, query, { memberIds: [ctx.caller.memberId ?? ''] }),
  memberGetOrder: (ctx, { params, query }) => one(ctx, params, query),
  async requestCancellation(ctx, { params, body }) {
    sameId(params, body)
    await cancel(ctx, params.id, 'member', body.effectiveAt)
    return {}
  },
  managementListOrders: (ctx, { query }) => list(ctx, query, { memberIds: query.buyerIds, orderIds: query.orderIds }),
  managementGetOrder: (ctx, { params, query }) => one(ctx, params, query),
  async postponeEndDate(ctx, { params, body }) {
    sameId(params, body)
    await postpone(ctx, params.id, Temporal.Instant.from(body.endDate))
    return {}
  },
  async cancelOrder(ctx, { params, body }) {
    sameId(params, body)
    await cancel(ctx, params.id, 'owner', body.effectiveAt)
    return {}
  },
  async markAsPaid(ctx, { params, body }) {
    sameId(params, body)
    await markAsPaid(ctx, params.id)
    return {}
  },
  async pauseOrder(ctx, { params, body }) {
    sameId(params, body)
    await pause(ctx, params.id)
    return {}
  },
  async resumeOrder(ctx, { params, body }) {
    sameId(params, body)
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

/** As it is at the end of the work, which began a moment before. */
const shown = (ctx: Ctx, order: Order | undefined) => order && toOrder(order, ctx.now)

async function payReply(ctx: Ctx, payment: Payment) {
  const order = await ctx.write(async (inner) => shown(inner, await store.findOrder(inner, { id: payment.orderId })))
  return {
    outcome: payment.outcome,
    order: order ?? refuse('order_not_found'),
    ...(payment.attemptId && { attemptId: payment.attemptId }),
    ...(payment.url && { url: payment.url }),
    ...(payment.outcome === 'declined' && {
      declineCode: payment.declineCode ?? 'generic_decline',
      message: `${inPlainWords(payment.declineCode)} Try another card.`,
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
  if (!isRecurring(order) || order.autoRenewCanceled) return undefined
  const schedule = scheduleOf(order)
  const index = order.trialDays > 0 ? 0 : 1
  const date = boundary(schedule, index)
  const end = endDate(schedule)
  return end && Temporal.Instant.compare(end, date) <= 0 ? undefined : { date: iso(date), amount: totalOf(order, index + 1), currency: order.snapshot.currency }
}

export const checkoutHandlers: Handlers<typeof checkoutApi> = {
  getPaymentPage: async () => ({ page: onlineProvider()?.page ?? ('none' as const), testPayments: paymentSetUp().testPayments }),
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
    return payReply(ctx, await pay(ctx, find, wishOf(ctx, body)))
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
  async tryNow(ctx, { params }) {
    await tryNow(ctx, params.id)
    return {}
  },
  async refundPayment(ctx, { params, body }) {
    const { id } = await ctx.write(async (inner) => {
      const begun = await beginRefund(inner, params.id, body)
      if (body.cancel) await cancel(inner, params.id, 'owner', 'IMMEDIATELY')
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
    const tries = async (invoice: payments.Invoice) =>
      (await payments.attemptsOf(ctx, invoice.id)).map((attempt) => ({
        n: attempt.n,
        at: iso(attempt.at),
        outcome: attempt.state,
        ...(attempt.declineCode && { declineCode: attempt.declineCode, reason: inPlainWords(attempt.declineCode) }),
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
        ...(entry.cycleIndex !== null && { cycleIndex: entry.cycleIndex }),
        ...(entry.bookingId !== null && { bookingId: entry.bookingId }),
      })),
    }
  },
}

const columns = ['at', 'from', 'to', 'amount', 'currency', 'orderId', 'invoiceId', 'refundId'] as const
const toMove = (move: Awaited<ReturnType<typeof books.listMoves>>[number]) => ({
  at: iso(move.at),
  from: move.fromAccount,
  to: move.toAccount,
  amount: move.amount,
  currency: move.currency,
  orderId: move.orderId,
  invoiceId: move.invoiceId,
  ...(move.refundId && { refundId: move.refundId }),
})

export const moneyHandlers: Handlers<typeof moneyApi> = {
  async getPaymentSetUp(ctx) {
    const { provider, testPayments, problem } = paymentSetUp()
    const noted = await payments.problemOf(ctx, provider)
    const why = problem ?? noted?.problem
    return { provider, testPayments, ...(why && { problem: why }), ...(noted && { since: iso(noted.since) }) }
  },
  async listInvoices(ctx, { query }) {
    const limit = query.limit ?? 50
    const unknown = (query.states ?? []).filter((state) => !(invoiceStates as readonly string[]).includes(state))
    orViolate(unknown.map((state) => ({ field: 'states', description: `${state} is not a state of invoices`, violatedRule: 'INVALID_ENUM_VALUE' as const })))
    const found = await listInvoices(ctx, query.states as InvoiceState[] | undefined, limit + 1, query.offset ?? 0)
    return {
      invoices: found
        .slice(0, limit)
        .map((invoice) => ({ ...toInvoice(invoice), orderId: invoice.orderId, memberId: invoice.memberId, planName: invoice.planName })),
      hasMore: found.length > limit,
    }
  },
  async getBooks(ctx, { query }) {
    const balances = await books.balances(ctx)
    const moves = await books.listMoves(ctx, query.limit ?? 50, query.offset ?? 0)
    return {
      balances,
      moves: moves.map(toMove),
    }
  },
  async exportBooks(ctx) {
    const moves = await books.listMoves(ctx, 100_000, 0)
    return file('books.csv', 'text/csv; charset=utf-8', stringify(moves.map(toMove), { header: true, columns: [...columns] }))
  },
  getInvoiceDocument: (ctx, { params }) => documentOf(ctx, params.id),
  getInvoicePage: async (ctx, { params }) => html(200, pageOf(await documentOf(ctx, params.id))),
  async getInvoicePdf(ctx, { params }) {
    const document = await documentOf(ctx, params.id)
    return file(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await pdfOf(document))
  },
  async receiveWebhook(ctx, { params, body }) {
    const provider = providerOf(params.provider)
    if (provider?.page !== 'hosted') return refuseStandard('NOT_FOUND')
    try {
      for (const event of await provider.readWebhook(body, ctx.headers)) {
        // Events about things that are not ours (or of no site) are none of our business.
        const siteId = event.siteId ?? (event.kind === 'card' ? await payments.siteOfToken(ctx, event.ref) : undefined)
        if (siteId && (await siteExists(ctx, siteId))) await ctx.write((inner) => receive(inner, provider.id, event), siteId)
      }
    } catch (error) {
      if (error instanceof BadSignature) return refuse('BAD_SIGNATURE')
      throw error
    }
    return { received: true }
  },
}

/** The account of the provider may serve other houses, too. */
const siteExists = async (ctx: Ctx, siteId: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/i.test(siteId) && (await ctx.write((inner) => payments.isOurSite(inner, siteId)))

const maskPaths = (mask: string | string[] | { paths: string[] } | null | undefined): string[] | undefined =>
  mask === null || mask === undefined
    ? undefined
    : typeof mask === 'string'
      ? mask.split(',').map((path) => path.trim())
      : Array.isArray(mask)
        ? mask
        : mask.paths

/** The older spelling of the coupon query carries its filter as JSON text. */
function couponQuery<Q extends { filter?: unknown }>(query: Q | null | undefined): Q | undefined {
  if (typeof query?.filter !== 'string') return query ?? undefined
  try {
    return { ...query, filter: query.filter === '' ? undefined : JSON.parse(query.filter) }
  } catch {
    return orViolate([{ field: 'query.filter', description: 'is not JSON', violatedRule: 'FORMAT' }]) as never
  }
}

export const couponsHandlers: Handlers<typeof couponsApi> = {
  createCoupon: async (ctx, { body }) => ({ id: await createCoupon(ctx, body.specification) }),
  async getCoupon(ctx, { params }) {
    const coupon = await couponOf(ctx, params.id)
    return { coupon: toCoupon(coupon, (await coupons.countedUses(ctx, [coupon.id])).get(coupon.id) ?? 0, ctx.now) }
  },
  async updateCoupon(ctx, { params, body }) {
    await changeCoupon(ctx, params.id, body.specification, maskPaths(body.fieldMask))
    return {}
  },
  async deleteCoupon(ctx, { params }) {
    await removeCoupon(ctx, params.id)
    return {}
  },
  async queryCoupons(ctx, { body }) {
    const { coupons: found, total } = await coupons.queryCoupons(ctx, couponQuery(body.query))
    const uses = await coupons.countedUses(
      ctx,
      found.map((coupon) => coupon.id),
    )
    return { coupons: found.map((coupon) => toCoupon(coupon, uses.get(coupon.id) ?? 0, ctx.now)), totalResults: total }
  },
}
