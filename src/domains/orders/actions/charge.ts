/** Calls the provider and books its answer: renewals in jobs, first payments on the hosted page. guide: pricing-plans 9.2, 10 */
import { planById } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import type { CardDetails, ChargeResult } from '#kit/payments/provider.ts'
import { sandbox } from '#kit/payments/sandbox.ts'
import { firstCycleOf, isOver, isZero, totalOf, type Order } from '../rules/order.ts'
import { spanOf } from '../rules/price.ts'
import * as store from '../store.ts'
import { applyDue, leaveDraft, receipt, saved, settleDecline, settlePaid } from './life.ts'

const attemptState = { succeeded: 'SUCCEEDED', declined: 'DECLINED', requires_action: 'REQUIRES_ACTION', processing: 'PROCESSING', unknown: 'UNKNOWN' } as const
const final = new Set(['SUCCEEDED', 'DECLINED'])

/** What a test ordered for this order, in the form of an answer. */
function ordered(outcome: string, key: string): ChargeResult {
  const [kind, code] = outcome.split(':')
  return { outcome: kind as ChargeResult['outcome'], ref: `sandbox:0:${key}`, declineCode: kind === 'declined' ? (code ?? 'generic_decline') : undefined }
}

/** Job: sends a written-down try to the provider, outside any transaction, and books the answer. Safe to repeat: the key is the same. */
export async function charge(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<void> {
  const task = await ctx.write(async (inner) => {
    const attempt = await store.attemptById(inner, attemptId)
    if (!attempt || attempt.state !== 'SENDING') return undefined
    const method = await store.methodById(inner, attempt.paymentMethodId)
    const invoice = await store.invoiceById(inner, attempt.invoiceId)
    return { attempt, token: method?.token ?? '', invoice, outcome: await store.takeNextOutcome(inner, attempt.orderId) }
  })
  if (!task) return
  const { attempt, invoice } = task
  const result = task.outcome
    ? ordered(task.outcome, attempt.key)
    : await sandbox.chargeOffSession({ token: task.token, amount: { amount: invoice.amount, currency: invoice.currency }, key: attempt.key, at: ctx.now })
  await ctx.write((inner) => settle(inner, attemptId, result))
}

/** Asks again about charges whose answer is still open. */
export async function reconcile(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await store.attemptById(ctx, attemptId)
  if (attempt?.ref) await settle(ctx, attemptId, await sandbox.lookUp(attempt.ref, ctx.now))
}

/** Books the answer of the provider on the attempt, the invoice and the order; answers only move forward. */
export async function settle(ctx: Ctx, attemptId: string, result: ChargeResult): Promise<void> {
  const orderId = (await store.attemptById(ctx, attemptId))?.orderId
  const order = orderId && (await store.lockOrder(ctx, { id: orderId }))
  const attempt = await store.attemptById(ctx, attemptId)
  if (!order || !attempt || final.has(attempt.state)) return
  const open = result.outcome === 'processing' || result.outcome === 'unknown'
  const tooOld = open && attempt.at.add({ hours: 24 }).epochMilliseconds <= ctx.now.epochMilliseconds
  const answer: ChargeResult = tooOld ? { outcome: 'declined', ref: result.ref, declineCode: 'processing_error' } : result
  const checkAt = open && !tooOld ? ctx.now.add(result.outcome === 'processing' ? { seconds: 60 } : { minutes: 10 }) : null
  await store.setAttempt(ctx, attempt.id, { state: attemptState[answer.outcome], ref: answer.ref, declineCode: answer.declineCode ?? null, checkAt })
  const invoice = await store.invoiceById(ctx, attempt.invoiceId)
  if (order.status === 'DRAFT') return settleFirst(ctx, order, invoice, attempt, answer)
  if (isOver(order)) {
    // decision: money that arrives for an order that is over goes back.
    if (answer.outcome === 'succeeded') await store.setInvoice(ctx, invoice.id, 'REFUNDED', ctx.now)
    return
  }
  switch (answer.outcome) {
    case 'succeeded':
      order.paymentMethodId = attempt.paymentMethodId
      return settlePaid(ctx, order, invoice)
    case 'declined':
      return settleDecline(ctx, order, invoice, answer.declineCode ?? 'generic_decline', false)
    case 'requires_action':
      return attempt.mode === 'renew' ? settleDecline(ctx, order, invoice, 'authentication_required', true) : undefined
    case 'processing':
    case 'unknown':
      if (order.payment === 'PENDING') return
      order.payment = 'PENDING'
      return saved(ctx, order, ['updated'])
  }
}

/** The first payment or the set-up of a draft (rows 6 to 8). */
async function settleFirst(ctx: Ctx, order: Order, invoice: store.Invoice, attempt: store.Attempt, answer: ChargeResult): Promise<void> {
  if (answer.outcome === 'succeeded') {
    order.paymentMethodId = attempt.paymentMethodId
    await store.setInvoice(ctx, invoice.id, 'PAID', ctx.now)
    await leaveDraft(ctx, order, order.trialDays > 0 ? 'PENDING' : isZero(invoice.amount) ? 'NOT_APPLICABLE' : 'PAID')
    if (!isZero(invoice.amount)) await receipt(ctx, order, invoice)
  } else if (answer.outcome === 'declined') {
    order.payment = 'FAILED'
    await saved(ctx, order, ['updated'])
  } else if (answer.outcome === 'processing' || answer.outcome === 'unknown') {
    order.payment = 'PENDING'
    await saved(ctx, order, ['updated'])
  }
}

export interface Payment {
  outcome: ChargeResult['outcome']
  declineCode?: string | undefined
  attemptId: string
}

/** Whether a card may pay for the order now: an unpaid draft, or a running order whose renewal was declined. */
export const isPayable = (order: Order): boolean =>
  order.status === 'DRAFT' || (order.type === 'ONLINE' && order.status === 'ACTIVE' && order.payment === 'FAILED')

async function checkedAgain(ctx: Ctx, order: Order): Promise<void> {
  if (!isPayable(order)) refuse('ORDER_NOT_PAYABLE', { status: order.status })
  if (order.status !== 'DRAFT') return
  const plan = (await planById(ctx, order.planId)) ?? refuse('plan_not_found', { planId: order.planId })
  if (plan.archivedAt) refuse('archived_plan', { planId: plan.id })
  await store.lockPurchases(ctx, order.memberId, plan.id)
  if (plan.maxPurchasesPerBuyer > 0 && (await store.countPurchases(ctx, order.memberId, plan.id)) >= plan.maxPurchasesPerBuyer)
    refuse('purchases_limit_reached', { planId: plan.id })
  // Somebody who bought the plan meanwhile has had the trial (guide 6.2).
  if (order.trialDays > 0 && (await store.countPurchases(ctx, order.memberId, plan.id)) > 0) {
    order.trialDays = 0
    await store.saveOrder(ctx, order)
  }
}

async function invoiceToPay(ctx: Ctx, order: Order): Promise<store.Invoice> {
  const cycle = order.status === 'DRAFT' ? firstCycleOf(order) : (order.cycleIndex ?? 1)
  const found = await store.invoiceOfCycle(ctx, order.id, cycle)
  if (found) return found
  const invoice: store.Invoice = {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: cycle,
    amount: cycle === 0 ? '0' : totalOf(order, cycle),
    currency: order.snapshot.currency,
    price: cycle === 0 ? null : (spanOf(order.snapshot.spans, cycle)?.price ?? null),
    dueAt: ctx.now,
    state: 'OPEN',
    paidAt: null,
  }
  return (await store.insertInvoice(ctx, invoice)) ?? invoice
}

/** The buyer presses "Pay". The order must be locked. Only the sandbox is called here; it answers at once and never leaves the house. */
export async function payWithCard(ctx: Ctx, order: Order, card: CardDetails): Promise<Payment> {
  await applyDue(ctx, order)
  await checkedAgain(ctx, order)
  const kept = sandbox.saveCard(card, ctx.now)
  if ('field' in kept) orViolate([{ field: `card.${kept.field}`, description: kept.message, violatedRule: 'VALIDATION' }])
  const invoice = await invoiceToPay(ctx, order)
  const attempts = await store.attemptsOf(ctx, invoice.id)
  // Two presses at once: the second one sees the first and waits for its answer.
  const inFlight = attempts.find((attempt) => ['SENDING', 'UNKNOWN', 'PROCESSING'].includes(attempt.state))
  if (inFlight) return { outcome: 'processing', attemptId: inFlight.id }
  const paymentMethodId = await store.insertMethod(ctx, order.memberId, sandbox.id, (kept as { saved: Parameters<typeof store.insertMethod>[3] }).saved)
  const n = attempts.length + 1
  const attempt: store.Attempt = {
    id: ctx.newId(),
    invoiceId: invoice.id,
    orderId: order.id,
    n,
    key: `order:${order.id}:cycle:${invoice.cycleIndex}:attempt:${n}`,
    mode: isZero(invoice.amount) ? 'setup' : 'pay',
    paymentMethodId,
    state: 'SENDING',
    ref: null,
    declineCode: null,
    checkAt: null,
    at: ctx.now,
  }
  await store.insertAttempt(ctx, attempt)
  return sendOnSession(ctx, invoice, attempt)
}

/** The buyer answered the bank's question. */
export async function answerChallenge(ctx: Ctx, order: Order, attemptId: string, answer: 'approve' | 'reject'): Promise<Payment> {
  await applyDue(ctx, order)
  await checkedAgain(ctx, order)
  const attempt = await store.attemptById(ctx, attemptId)
  if (!attempt || attempt.orderId !== order.id || attempt.state !== 'REQUIRES_ACTION') return refuse('ORDER_NOT_PAYABLE', { status: order.status })
  return sendOnSession(ctx, await store.invoiceById(ctx, attempt.invoiceId), attempt, answer)
}

async function sendOnSession(ctx: Ctx, invoice: store.Invoice, attempt: store.Attempt, challenge?: 'approve' | 'reject'): Promise<Payment> {
  const method = await store.methodById(ctx, attempt.paymentMethodId)
  const result = await sandbox.chargeOnSession({
    token: method?.token ?? '',
    amount: { amount: invoice.amount, currency: invoice.currency },
    key: attempt.key,
    at: ctx.now,
    mode: attempt.mode === 'setup' ? 'setup' : 'pay',
    challenge,
  })
  await settle(ctx, attempt.id, result)
  return { outcome: result.outcome, declineCode: result.declineCode, attemptId: attempt.id }
}
