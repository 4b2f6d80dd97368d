/**
 * The buyer pays. Three steps, so that no transaction is open while the provider works: the intent is written down, the
 * provider is asked under its key, the answer is booked (settle.ts). guide: pricing-plans 6.3, 9.2, 10
 */
import { mustSellPlans, planById } from '#domains/plans/public.ts'
import { memberById } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import {
  ProviderRefusedUs,
  ProviderUnreachable,
  type CardDetails,
  type ChargeResult,
  type HostedPageProvider,
  type OwnPageProvider,
} from '#kit/payments/provider.ts'
import { onlineProvider, providerOf } from '#kit/payments/providers.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { firstCycleOf, isOver, isRecurring, isZero, totalOf, type Order } from '../rules/order.ts'
import { isInFlight } from '../rules/payments.ts'
import { spanOf } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { applyDue } from './life.ts'
import { settle } from './settle.ts'
import { chargesStopped } from './stopped.ts'

export interface Payment {
  outcome: ChargeResult['outcome']
  orderId: string
  attemptId?: string | undefined
  declineCode?: string | undefined
  /** The provider's own page, where the buyer goes on. */
  url?: string | undefined
}

/** Whether a card may pay for the order now: an unpaid draft, or a running order whose renewal was declined. */
export const isPayable = (order: Order): boolean =>
  order.status === 'DRAFT' || (order.type === 'ONLINE' && order.status === 'ACTIVE' && order.payment === 'FAILED')

/** Everything that may have changed since the draft was made (guide 10.5). Locks the purchases of the buyer. */
async function checkedAgain(ctx: Ctx, order: Order): Promise<void> {
  if (!isPayable(order)) refuse('ORDER_NOT_PAYABLE', { status: order.status })
  if (order.status !== 'DRAFT') return
  await mustSellPlans(ctx)
  const plan = (await planById(ctx, order.planId)) ?? refuse('plan_not_found', { planId: order.planId })
  if (plan.archivedAt) refuse('archived_plan', { planId: plan.id })
  await store.lockPurchases(ctx, order.memberId, plan.id)
  const bought = await store.countPurchases(ctx, order.memberId, plan.id)
  if (plan.maxPurchasesPerBuyer > 0 && bought + (await store.countBeingPaid(ctx, order.memberId, plan.id, order.id)) >= plan.maxPurchasesPerBuyer)
    refuse('purchases_limit_reached', { planId: plan.id })
  // Somebody who bought the plan meanwhile has had the trial (guide 6.2).
  if (order.trialDays > 0 && bought > 0) {
    order.trialDays = 0
    await store.saveOrder(ctx, order)
  }
}

/** Set-ups (a trial, a first cycle for nothing) are invoice 0 over nothing; else the cycle that is to be paid. */
async function invoiceToPay(ctx: Ctx, order: Order): Promise<payments.Invoice> {
  const first = firstCycleOf(order)
  const isSetUp = order.status === 'DRAFT' && (first === 0 || isZero(totalOf(order, 1)))
  const cycle = isSetUp ? 0 : order.status === 'DRAFT' ? first : (order.cycleIndex ?? 1)
  const found = await payments.invoiceOfCycle(ctx, order.id, cycle)
  if (found) return found
  const made = await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: cycle,
    amount: isSetUp ? '0' : totalOf(order, cycle),
    currency: order.snapshot.currency,
    price: isSetUp ? null : (spanOf(order.snapshot.spans, cycle)?.price ?? null),
    dueAt: ctx.now,
    state: 'OPEN',
    paidAt: null,
  })
  return made ?? refuse('ORDER_NOT_PAYABLE')
}

/** New cards are tried on invoice 0, so that a renewal may be under way meanwhile. */
async function setUpInvoice(ctx: Ctx, order: Order): Promise<payments.Invoice> {
  const found = await payments.invoiceOfCycle(ctx, order.id, 0)
  const invoice = { id: ctx.newId(), orderId: order.id, cycleIndex: 0, amount: '0', currency: order.snapshot.currency, price: null, dueAt: ctx.now }
  return found ?? (await payments.insertInvoice(ctx, { ...invoice, state: 'PAID', paidAt: ctx.now })) ?? refuse('ORDER_NOT_PAYABLE')
}

const mostDeclinesPerHour = 10
const declinedTooOften = {
  message: 'Too many cards were declined. Please try again in an hour.',
  de: 'Zu viele Karten wurden abgelehnt. Bitte versuche es in einer Stunde noch einmal.',
}

/** Trying card after card is slowed down: ten declines an hour per member (guide 10.3). */
export async function notTooOften(ctx: Ctx, order: Order): Promise<void> {
  if ((await payments.countDeclines(ctx, order.memberId, ctx.now.subtract({ hours: 1 }))) > mostDeclinesPerHour)
    refuseStandard('RESOURCE_EXHAUSTED', { retryAfterSeconds: 3600 }, declinedTooOften)
}

/** What the second step needs; nothing in it is looked up again. */
interface Intent {
  order: Order
  invoice: payments.Invoice
  attempt: payments.Attempt
  token: string
  customer: string | undefined
}

/** Writes the try down. Answers the try that is under way instead, if there is one: of two presses the second waits for the first. */
async function intend(
  ctx: Ctx,
  order: Order,
  invoice: payments.Invoice,
  of: { provider: string; card?: payments.Attempt['paymentMethodId']; cardFor?: 'ORDER' | 'ALL' },
): Promise<Intent | payments.Attempt> {
  const attempts = await payments.attemptsOf(ctx, invoice.id)
  const underWay = attempts.find((one) => isInFlight(one.state) || (one.provider !== 'sandbox' && one.state === 'REQUIRES_ACTION' && one.mode !== 'renew'))
  if (underWay) return underWay
  const n = attempts.length + 1
  const attempt: payments.Attempt = {
    id: ctx.newId(),
    invoiceId: invoice.id,
    orderId: order.id,
    n,
    key: `order:${order.id}:cycle:${invoice.cycleIndex}:attempt:${n}`,
    mode: isZero(invoice.amount) || of.cardFor ? 'setup' : 'pay',
    provider: of.provider,
    paymentMethodId: of.card ?? null,
    cardFor: of.cardFor ?? null,
    state: 'SENDING',
    ref: null,
    declineCode: null,
    // Should the answer get lost in a crash, the same key is sent again.
    checkAt: ctx.now.add({ minutes: 10 }),
    at: ctx.now,
  }
  await payments.insertAttempt(ctx, attempt)
  return intentOf(ctx, order, invoice, attempt)
}

async function intentOf(ctx: Ctx, order: Order, invoice: payments.Invoice, attempt: payments.Attempt): Promise<Intent> {
  const method = attempt.paymentMethodId ? await payments.methodById(ctx, attempt.paymentMethodId) : undefined
  return { order, invoice, attempt, token: method?.token ?? '', customer: await payments.customerOf(ctx, order.memberId, attempt.provider) }
}

export const metaOf = (ctx: Ctx, { invoice, attempt }: { invoice: payments.Invoice; attempt: payments.Attempt }): Record<string, string> => ({
  siteId: ctx.siteId,
  orderId: invoice.orderId,
  cycleIndex: String(invoice.cycleIndex),
  invoiceId: invoice.id,
  attempt: String(attempt.n),
  attemptId: attempt.id,
})

/** Finds, locks and brings up to now the order that somebody wants to pay. */
export type FindOrder = (ctx: Ctx) => Promise<Order>

export interface Wish {
  /** Typed on our page; the provider's own page takes none. */
  card?: CardDetails | undefined
  /** Where the provider's page leads back to. */
  returnUrl?: string | undefined
  /** The flow of a storefront that brought the buyer here; the way back goes on with it. */
  rs?: string | undefined
}

/** Our own page after the provider's: it asks what became of the payment before it says anything (guide 10.4, rule 6). */
const returnPage = (ctx: Ctx, order: Order, rs: string | undefined): string =>
  `${ctx.origin}/checkout/pay/${order.payOrderId}?${new URLSearchParams({ returned: 'yes', ...(rs && { rs }) })}`

/** The buyer presses "Pay". Needs a context without a transaction; pressing again while it runs is fine. */
export async function pay(ctx: Ctx, find: FindOrder, wish: Wish): Promise<Payment> {
  return begin(ctx, wish, async (inner) => {
    const order = await find(inner)
    // Nothing to pay any more: the first press is done.
    if (order.status !== 'DRAFT' && order.payment !== 'FAILED' && order.type === 'ONLINE' && !isOver(order)) return order
    await applyDue(inner, order)
    await checkedAgain(inner, order)
    await notTooOften(inner, order)
    const provider = onlineProvider() ?? refuse('accept_payment_feature_missing')
    const card = provider.page === 'own' ? await cardOf(inner, order, provider, wish.card) : null
    return intend(inner, order, await invoiceToPay(inner, order), { provider: provider.id, card })
  })
}

/** The buyer gives another card for an order, or for all of theirs, without paying. */
export async function changeCard(ctx: Ctx, find: FindOrder, wish: Wish & { forAll: boolean }): Promise<Payment> {
  return begin(ctx, wish, async (inner) => {
    const order = await find(inner)
    if (order.type !== 'ONLINE' || isOver(order) || order.status === 'DRAFT' || !isRecurring(order)) refuse('ORDER_NOT_PAYABLE', { status: order.status })
    await notTooOften(inner, order)
    const provider = onlineProvider() ?? refuse('accept_payment_feature_missing')
    const card = provider.page === 'own' ? await cardOf(inner, order, provider, wish.card) : null
    return intend(inner, order, await setUpInvoice(inner, order), { provider: provider.id, card, cardFor: wish.forAll ? 'ALL' : 'ORDER' })
  })
}

/** Writes the intent in one transaction, then goes to the provider without any. */
async function begin(ctx: Ctx, wish: Wish, write: (inner: Ctx) => Promise<Intent | payments.Attempt | Order>): Promise<Payment> {
  const begun = await ctx.write(write)
  if ('snapshot' in begun) return { outcome: 'succeeded', orderId: begun.id }
  const attempt = 'token' in begun ? begun.attempt : begun
  const provider = providerOf(attempt.provider) ?? refuse('accept_payment_feature_missing')
  if ('token' in begun) return provider.page === 'own' ? sendOnSession(ctx, provider, begun) : openPage(ctx, provider, begun, wish)
  return provider.page === 'own' ? { outcome: 'processing', orderId: attempt.orderId, attemptId: attempt.id } : resumePage(ctx, attempt, wish)
}

async function cardOf(ctx: Ctx, order: Order, provider: OwnPageProvider, card: CardDetails | undefined): Promise<string> {
  if (!card) return orViolate([{ field: 'card', description: 'is required', violatedRule: 'REQUIRED_FIELD' }]) as never
  const kept = provider.saveCard(card, ctx.now)
  if ('saved' in kept) return payments.keepMethod(ctx, order.memberId, provider.id, kept.saved)
  return orViolate([{ field: `card.${kept.field}`, description: kept.message, violatedRule: 'VALIDATION' }]) as never
}

async function sendOnSession(ctx: Ctx, provider: OwnPageProvider, intent: Intent, challenge?: 'approve' | 'reject'): Promise<Payment> {
  const { invoice, attempt, token } = intent
  const result = await provider.chargeOnSession({
    token,
    amount: { amount: invoice.amount, currency: invoice.currency },
    key: attempt.key,
    at: ctx.now,
    mode: attempt.mode === 'setup' ? 'setup' : 'pay',
    challenge,
    meta: metaOf(ctx, intent),
  })
  await ctx.write((inner) => settle(inner, attempt.id, result))
  return { outcome: result.outcome, declineCode: result.declineCode, attemptId: attempt.id, orderId: attempt.orderId }
}

/** Opens the provider's page; the same try opens the same page. */
async function openPage(ctx: Ctx, provider: HostedPageProvider, intent: Intent, wish: Wish): Promise<Payment> {
  const { order, invoice, attempt } = intent
  const member = await ctx.write((inner) => memberById(inner, order.memberId))
  try {
    const page = await provider.startCheckout({
      mode: attempt.mode === 'setup' ? 'setup' : 'pay',
      keepsCard: isRecurring(order),
      title: order.snapshot.planName,
      amount: { amount: invoice.amount, currency: invoice.currency },
      buyer: { memberId: order.memberId, email: member?.loginEmail ?? '', name: member?.contact.firstName ?? '' },
      customer: intent.customer,
      key: attempt.key,
      at: ctx.now,
      returnUrl: wish.returnUrl ?? returnPage(ctx, order, wish.rs),
      meta: metaOf(ctx, intent),
    })
    await ctx.write((inner) => settle(inner, attempt.id, { outcome: 'requires_action', ref: page.ref, customer: page.customer }))
    return { outcome: 'requires_action', attemptId: attempt.id, orderId: order.id, url: page.url }
  } catch (error) {
    // Nobody has seen a page. The next press asks for the same one again.
    if (error instanceof ProviderUnreachable) return refuseStandard('UNAVAILABLE')
    if (!(error instanceof ProviderRefusedUs)) throw error
    await ctx.write((inner) => chargesStopped(inner, order, attempt, error.message))
    return refuse('accept_payment_feature_missing')
  }
}

/** The buyer left the provider's page and presses "Pay" again: what became of it is asked, then the same page opens. */
async function resumePage(ctx: Ctx, attempt: payments.Attempt, wish: Wish): Promise<Payment> {
  const looked = await lookAgain(ctx, attempt.id)
  // Without a name of the provider no page was seen: asking again with the same key opens it.
  const wasNeverShown = attempt.ref === null && looked.outcome === 'unknown'
  if (looked.outcome !== 'requires_action' && !wasNeverShown) return looked
  const provider = providerOf(attempt.provider)
  const intent = await ctx.write(async (inner) => {
    const order = await store.findOrder(inner, { id: attempt.orderId })
    const fresh = await payments.attemptById(inner, attempt.id)
    return order && fresh ? intentOf(inner, order, await payments.invoiceById(inner, attempt.invoiceId), fresh) : undefined
  })
  return intent && provider?.page === 'hosted' ? openPage(ctx, provider, intent, wish) : looked
}

/** Asks the provider what became of a try, outside any transaction, and books it. The buyer's return and the reconciliation do the same. */
export async function lookAgain(ctx: Ctx, attemptId: string): Promise<Payment> {
  const attempt = (await ctx.write((inner) => payments.attemptById(inner, attemptId))) ?? refuse('ORDER_NOT_PAYABLE')
  const provider = providerOf(attempt.provider)
  if (attempt.ref && provider && attempt.state !== 'SUCCEEDED') {
    const result = await provider.lookUp(attempt.ref, ctx.now)
    await ctx.write((inner) => settle(inner, attempt.id, result))
  }
  return (await ctx.write((inner) => paymentOf(inner, attemptId))) ?? { outcome: 'unknown', orderId: attempt.orderId, attemptId }
}

const outcomes = {
  SENDING: 'unknown',
  UNKNOWN: 'unknown',
  PROCESSING: 'processing',
  REQUIRES_ACTION: 'requires_action',
  DECLINED: 'declined',
  SUCCEEDED: 'succeeded',
} as const

/** What is known of a try by now. */
export async function paymentOf(ctx: Ctx, attemptId: string): Promise<Payment | undefined> {
  const attempt = await payments.attemptById(ctx, attemptId)
  return attempt && { outcome: outcomes[attempt.state], orderId: attempt.orderId, attemptId, declineCode: attempt.declineCode ?? undefined }
}

/** The buyer came back from the provider's page: it does not decide, it asks once (guide 10.4, rule 6). */
export async function checkPayment(ctx: Ctx, find: FindOrder): Promise<Payment> {
  const last = await ctx.write(async (inner) => {
    const order = await find(inner)
    const invoices = await payments.invoicesOfOrder(inner, order.id)
    const attempts = (await Promise.all(invoices.map((invoice) => payments.attemptsOf(inner, invoice.id)))).flat()
    const [latest] = attempts.filter((one) => one.mode !== 'renew').sort((a, b) => b.at.epochMilliseconds - a.at.epochMilliseconds || b.n - a.n)
    return latest ?? order
  })
  if ('snapshot' in last) return { outcome: last.status === 'DRAFT' ? 'unknown' : 'succeeded', orderId: last.id }
  const payment = await lookAgain(ctx, last.id)
  // An older payment that went through says nothing about a renewal that was declined since.
  const order = payment.outcome === 'succeeded' && !last.cardFor ? await ctx.write((inner) => store.findOrder(inner, { id: last.orderId })) : undefined
  return order && order.status === 'ACTIVE' && order.payment === 'FAILED' ? { ...payment, outcome: 'requires_action' } : payment
}

/** The buyer answered the bank's question on our test page. */
export async function answerChallenge(ctx: Ctx, find: FindOrder, attemptId: string, answer: 'approve' | 'reject'): Promise<Payment> {
  const intent = await ctx.write(async (inner) => {
    const order = await find(inner)
    await applyDue(inner, order)
    const attempt = await payments.attemptById(inner, attemptId)
    if (attempt?.orderId !== order.id || attempt.state !== 'REQUIRES_ACTION') return refuse('ORDER_NOT_PAYABLE', { status: order.status })
    if (!attempt.cardFor) await checkedAgain(inner, order)
    return intentOf(inner, order, await payments.invoiceById(inner, attempt.invoiceId), attempt)
  })
  const provider = providerOf(intent.attempt.provider)
  if (provider?.page !== 'own') return refuse('ORDER_NOT_PAYABLE')
  // A question of the bank can be answered for ten minutes (guide 10.3).
  const isLate = intent.attempt.at.add({ minutes: 10 }).epochMilliseconds < ctx.now.epochMilliseconds
  return sendOnSession(ctx, provider, intent, isLate ? 'reject' : answer)
}
