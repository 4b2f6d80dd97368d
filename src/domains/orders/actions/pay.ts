/**
 * The buyer pays. Three steps, so that no transaction is open while the provider works: the attempt is written down, the
 * provider is asked under its key, the answer is recorded (settle.ts). Source: guide pricing-plans §6.3, §9.2, §10
 */
import {
  assertDeclineLimit,
  attemptsOfInvoice,
  attemptsOfPayable,
  changeCardUse,
  chargeOnOwnPage,
  createAttempt,
  findAttempt,
  findCustomer,
  findPaymentMethod,
  isInFlight,
  isOnPage,
  openProviderPage,
  refreshAttempt,
  savePaymentMethod,
  toOutcome,
  type Attempt,
} from '#domains/payments/public.ts'
import { assertPlansEnabled, planById } from '#domains/plans/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { CardDetails, ChargeResult, HostedPageProvider, OwnPageProvider } from '#kit/payments/provider.ts'
import { getOnlineProvider, findProvider } from '#kit/payments/providers.ts'
import { refuseStandard, refuseViolation } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { dropUsedTrial, isOver, isRecurring, isZero, findCycleTotal, startsWithCardAlone, type Order } from '../rules/order.ts'
import { findSpan } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { describeAttempt } from './describe-attempt.ts'
import { applyDueTransitions } from './due.ts'

export interface PaymentResult {
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

/** Everything that may have changed since the draft was made. Locks the purchases of the buyer. Source: guide pricing-plans §10.5. */
async function assertStillPayable(ctx: TransactionContext, order: Order): Promise<void> {
  if (!isPayable(order)) refuse('ORDER_NOT_PAYABLE', { status: order.status })
  if (order.status !== 'DRAFT') return
  await assertPlansEnabled(ctx)
  const plan = (await planById(ctx, order.planId)) ?? refuse('plan_not_found', { planId: order.planId })
  if (plan.archivedAt) refuse('archived_plan', { planId: plan.id })
  await store.lockPurchases(ctx, order.memberId, plan.id)
  const purchaseCount = await store.countPurchases(ctx, order.memberId, plan.id)
  if (plan.maxPurchasesPerBuyer > 0 && purchaseCount + (await store.countBeingPaid(ctx, order.memberId, plan.id, order.id)) >= plan.maxPurchasesPerBuyer)
    refuse('purchases_limit_reached', { planId: plan.id })
  if (dropUsedTrial(order, purchaseCount)) await store.saveOrder(ctx, order)
}

/** Set-ups (a trial, a first cycle for nothing) are invoice 0 over nothing; else the cycle that is to be paid. */
async function getInvoiceToPay(ctx: TransactionContext, order: Order): Promise<payments.Invoice> {
  const isSetUp = order.status === 'DRAFT' && startsWithCardAlone(order)
  const cycle = isSetUp ? 0 : order.status === 'DRAFT' ? 1 : (order.cycleIndex ?? 1)
  const found = await payments.invoiceOfCycle(ctx, order.id, cycle)
  if (found) return found
  const made = await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: cycle,
    amount: isSetUp ? '0' : findCycleTotal(order, cycle),
    currency: order.snapshot.currency,
    price: isSetUp ? null : (findSpan(order.snapshot.spans, cycle)?.price ?? null),
    dueAt: ctx.now,
    state: 'OPEN',
    paidAt: null,
  })
  return made ?? refuse('ORDER_NOT_PAYABLE')
}

/** New cards are tried on invoice 0, so that a renewal may be under way meanwhile. */
async function getSetupInvoice(ctx: TransactionContext, order: Order): Promise<payments.Invoice> {
  const found = await payments.invoiceOfCycle(ctx, order.id, 0)
  const invoice = { id: ctx.newId(), orderId: order.id, cycleIndex: 0, amount: '0', currency: order.snapshot.currency, price: null, dueAt: ctx.now }
  return found ?? (await payments.insertInvoice(ctx, { ...invoice, state: 'PAID', paidAt: ctx.now })) ?? refuse('ORDER_NOT_PAYABLE')
}

/** What the second step needs; nothing in it is looked up again. */
interface AttemptIntent {
  order: Order
  attempt: Attempt
  token: string
  customer: string | undefined
}

/** Writes the attempt down. Answers the attempt that is under way instead, if there is one: of two presses the second waits for the first. */
async function createIntent(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  of: { provider: string; card?: Attempt['paymentMethodId']; cardFor?: 'ORDER' | 'ALL' },
): Promise<AttemptIntent | Attempt> {
  const attempts = await attemptsOfInvoice(ctx, invoice.id)
  const underWay = attempts.find((one) => isInFlight(one.state) || (one.state === 'REQUIRES_ACTION' && isOnPage(one)))
  if (underWay) return of.cardFor && of.cardFor !== underWay.cardFor ? changeCardUse(ctx, underWay, of.cardFor) : underWay
  const attempt = await createAttempt(ctx, {
    ...describeAttempt(order, invoice, attempts.length + 1),
    mode: isZero(invoice.amount) || of.cardFor ? 'setup' : 'pay',
    provider: of.provider,
    paymentMethodId: of.card ?? null,
    cardFor: of.cardFor ?? null,
  })
  return buildIntent(ctx, order, attempt)
}

async function buildIntent(ctx: ReadContext, order: Order, attempt: Attempt): Promise<AttemptIntent> {
  const method = attempt.paymentMethodId ? await findPaymentMethod(ctx, attempt.paymentMethodId) : undefined
  return { order, attempt, token: method?.token ?? '', customer: await findCustomer(ctx, order.memberId, attempt.provider) }
}

/** Finds and locks the order to be paid, and applies due transitions. */
export type OrderLookup = (ctx: TransactionContext) => Promise<Order>

export interface PayInput {
  /** Typed on our page; the provider's own page takes none. */
  card?: CardDetails | undefined
  /** Where the provider's page leads back to. */
  returnUrl?: string | undefined
  /** The flow of the storefront that sent the buyer here; the return continues it. */
  rs?: string | undefined
}

/** Our own page after the provider's: it asks what became of the payment before it says anything. Source: guide pricing-plans §10.4, rule 6. */
const paymentReturnUrl = (ctx: BaseContext, order: Order, rs: string | undefined): string =>
  `${ctx.origin}/checkout/pay/${order.payOrderId}?${new URLSearchParams({ returned: 'yes', ...(rs && { rs }) })}`

/** The buyer presses "Pay". Needs a context without a transaction; pressing again while it runs is fine. */
export async function pay(ctx: OwnTransactionContext, find: OrderLookup, input: PayInput): Promise<PaymentResult> {
  return startPayment(ctx, input, async (inner) => {
    const order = await find(inner)
    // Nothing to pay any more: the first press is done.
    if (order.status !== 'DRAFT' && order.payment !== 'FAILED' && order.type === 'ONLINE' && !isOver(order)) return order
    await applyDueTransitions(inner, order)
    await assertStillPayable(inner, order)
    await assertDeclineLimit(inner, order.memberId)
    const provider = (await getOnlineProvider(inner)) ?? refuse('accept_payment_feature_missing')
    const card = provider.page === 'own' ? await saveTypedCard(inner, order, provider, input.card) : null
    return createIntent(inner, order, await getInvoiceToPay(inner, order), { provider: provider.id, card })
  })
}

/** The buyer gives another card for an order, or for all of theirs, without paying. */
export async function changeCard(ctx: OwnTransactionContext, find: OrderLookup, input: PayInput & { forAll: boolean }): Promise<PaymentResult> {
  return startPayment(ctx, input, async (inner) => {
    const order = await find(inner)
    if (order.type !== 'ONLINE' || isOver(order) || order.status === 'DRAFT' || !isRecurring(order)) refuse('ORDER_NOT_PAYABLE', { status: order.status })
    await assertDeclineLimit(inner, order.memberId)
    const provider = (await getOnlineProvider(inner)) ?? refuse('accept_payment_feature_missing')
    const card = provider.page === 'own' ? await saveTypedCard(inner, order, provider, input.card) : null
    return createIntent(inner, order, await getSetupInvoice(inner, order), { provider: provider.id, card, cardFor: input.forAll ? 'ALL' : 'ORDER' })
  })
}

/** Writes the intent in one transaction, then goes to the provider without any. */
async function startPayment(
  ctx: OwnTransactionContext,
  input: PayInput,
  write: (inner: TransactionContext) => Promise<AttemptIntent | Attempt | Order>,
): Promise<PaymentResult> {
  const started = await ctx.transaction(write)
  if ('snapshot' in started) return { outcome: 'succeeded', orderId: started.id }
  const attempt = 'token' in started ? started.attempt : started
  const provider = (await findProvider(ctx, attempt.provider)) ?? refuse('accept_payment_feature_missing')
  if ('token' in started) return provider.page === 'own' ? chargeIntent(ctx, provider, started) : openPage(ctx, provider, started, input)
  return provider.page === 'own' ? { outcome: 'processing', orderId: attempt.payableId, attemptId: attempt.id } : resumePage(ctx, attempt, input)
}

async function saveTypedCard(ctx: TransactionContext, order: Order, provider: OwnPageProvider, card: CardDetails | undefined): Promise<string> {
  if (!card) return refuseViolation({ field: 'card', description: 'is required', violatedRule: 'REQUIRED_FIELD' })
  const result = provider.saveCard(card, ctx.now)
  if ('saved' in result) return savePaymentMethod(ctx, order.memberId, provider.id, result.saved)
  return refuseViolation({ field: `card.${result.field}`, description: result.message, violatedRule: 'VALIDATION' })
}

async function chargeIntent(
  ctx: OwnTransactionContext,
  provider: OwnPageProvider,
  { attempt, token }: AttemptIntent,
  challenge?: 'approve' | 'reject',
): Promise<PaymentResult> {
  const { result } = await chargeOnOwnPage(ctx, provider, attempt, { token, challenge })
  return { outcome: result.outcome, declineCode: result.declineCode, attemptId: attempt.id, orderId: attempt.payableId }
}

/** Opens the provider's page; the same attempt opens the same page. When none opens, the next press asks for it again. */
async function openPage(
  ctx: OwnTransactionContext,
  provider: HostedPageProvider,
  { order, attempt, customer }: AttemptIntent,
  input: PayInput,
): Promise<PaymentResult> {
  const member = await ctx.transaction((inner) => findMemberById(inner, order.memberId))
  const opened = await openProviderPage(ctx, provider, attempt, {
    keepsCard: isRecurring(order),
    title: order.snapshot.planName,
    buyer: { memberId: order.memberId, email: member?.loginEmail ?? '', name: member?.contact.firstName ?? '' },
    customer,
    returnUrl: input.returnUrl ?? paymentReturnUrl(ctx, order, input.rs),
  })
  if ('url' in opened) return { outcome: 'requires_action', attemptId: attempt.id, orderId: order.id, url: opened.url }
  return opened.failed === 'unreachable' ? refuseStandard('UNAVAILABLE') : refuse('accept_payment_feature_missing')
}

/** The buyer left the provider's page and presses "Pay" again: what became of it is asked, then the same page opens. */
async function resumePage(ctx: OwnTransactionContext, attempt: Attempt, input: PayInput): Promise<PaymentResult> {
  const { attempt: current } = await refreshAttempt(ctx, attempt)
  // Without a name of the provider no page was seen: asking again with the same key opens it.
  const wasNeverOpened = current.ref === null && toResult(current).outcome === 'unknown'
  if (current.state !== 'REQUIRES_ACTION' && !wasNeverOpened) return toResult(current)
  const provider = await findProvider(ctx, attempt.provider)
  const intent = await ctx.transaction(async (inner) => {
    const order = await store.findOrder(inner, { id: attempt.payableId })
    return order && buildIntent(inner, order, current)
  })
  return intent && provider?.page === 'hosted' ? openPage(ctx, provider, intent, input) : toResult(current)
}

/** What is known of an attempt by now. Money that came too late has been paid, too: the reply says that it goes back. */
function toResult({ id, payableId, state, declineCode }: Attempt): PaymentResult {
  const outcome = toOutcome(state)
  return { outcome: outcome === 'refunded' ? 'succeeded' : outcome, orderId: payableId, attemptId: id, declineCode: declineCode ?? undefined }
}

/** The same for one that was sent a moment ago. */
export async function findPaymentResult(ctx: ReadContext, attemptId: string): Promise<PaymentResult | undefined> {
  const attempt = await findAttempt(ctx, attemptId)
  return attempt && toResult(attempt)
}

/** The buyer came back from the provider's page: it does not decide, it asks once. Source: guide pricing-plans §10.4, rule 6. */
export async function checkPayment(ctx: OwnTransactionContext, find: OrderLookup): Promise<PaymentResult> {
  const last = await ctx.transaction(async (inner) => {
    const order = await find(inner)
    const attempts = await attemptsOfPayable(inner, 'ORDER', order.id)
    const [latest] = attempts.filter((one) => one.mode !== 'off-session').sort((a, b) => b.at.epochMilliseconds - a.at.epochMilliseconds || b.n - a.n)
    return latest ?? order
  })
  if ('snapshot' in last) return { outcome: last.status === 'DRAFT' ? 'unknown' : 'succeeded', orderId: last.id }
  const payment = toResult((await refreshAttempt(ctx, last)).attempt)
  // An older payment that went through says nothing about a renewal that was declined since; a saved card alone buys nothing once the trial was used elsewhere.
  const order = payment.outcome === 'succeeded' && !last.cardFor ? await ctx.transaction((inner) => store.findOrder(inner, { id: last.payableId })) : undefined
  const isOpen = order && (order.status === 'DRAFT' || (order.status === 'ACTIVE' && order.payment === 'FAILED'))
  return isOpen ? { ...payment, outcome: 'requires_action' } : payment
}

/** The buyer answered the bank's question on our test page. */
export async function answerChallenge(ctx: OwnTransactionContext, find: OrderLookup, attemptId: string, answer: 'approve' | 'reject'): Promise<PaymentResult> {
  const intent = await ctx.transaction(async (inner) => {
    const order = await find(inner)
    await applyDueTransitions(inner, order)
    const attempt = await findAttempt(inner, attemptId)
    if (attempt?.payableId !== order.id || attempt.state !== 'REQUIRES_ACTION') return refuse('ORDER_NOT_PAYABLE', { status: order.status })
    if (!attempt.cardFor) await assertStillPayable(inner, order)
    // The card was to begin a trial that was used elsewhere meanwhile.
    const isTooLittle = order.status === 'DRAFT' && isZero(attempt.amount) && !startsWithCardAlone(order)
    return isTooLittle ? refuse('ORDER_NOT_PAYABLE', { status: order.status }) : buildIntent(inner, order, attempt)
  })
  const provider = await findProvider(ctx, intent.attempt.provider)
  if (provider?.page !== 'own') return refuse('ORDER_NOT_PAYABLE')
  // A question of the bank can be answered for ten minutes. Source: guide pricing-plans §10.3.
  const isLate = intent.attempt.at.add({ minutes: 10 }).epochMilliseconds < ctx.now.epochMilliseconds
  return chargeIntent(ctx, provider, intent, isLate ? 'reject' : answer)
}
