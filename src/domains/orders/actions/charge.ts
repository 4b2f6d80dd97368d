/** Sends attempts to the provider and asks again about results that are still open, each outside any transaction. Source: guide pricing-plans §9.2. */
import { clearProviderOutage, isClockOff, takeNextOutcome } from '#domains/payments/public.ts'
import type { BaseContext, OwnTransactionContext } from '#kit/api/context.ts'
import { readClockState } from '#kit/jobs/unit-of-work.ts'
import { ProviderRejectedRequest, type ChargeResult, type PaymentProvider } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { refreshAttempt, providerMetadata } from './pay.ts'
import { settleAttempt } from './settle.ts'
import { reportOutageForAttempt } from './outage.ts'

type ChargeTask = NonNullable<Awaited<ReturnType<typeof payments.loadAttemptToSend>>> & { outcome: string | undefined }

/** Job: sends an attempt to the provider and settles it with the result. Safe to repeat: the key is the same. */
export async function sendAttempt(ctx: OwnTransactionContext, { attemptId }: { attemptId: string }): Promise<void> {
  // The attempt stays; it is sent again under its key when the clock is right.
  if (isClockOff(readClockState(ctx).driftMs)) return
  const task = await ctx.transaction(async (inner): Promise<ChargeTask | undefined> => {
    const found = await payments.loadAttemptToSend(inner, attemptId)
    if (found?.attempt.state !== 'SENDING') return undefined
    const isForced = found.isOutcomeForced && findProvider(found.attempt.provider)?.forceResult !== undefined
    return { ...found, outcome: isForced ? await takeNextOutcome(inner, found.attempt.orderId) : undefined }
  })
  if (!task) return
  const provider = findProvider(task.attempt.provider)
  if (!provider) return reportOutage(ctx, task, 'The payment provider is not set up any more.')
  try {
    const result = await requestCharge(ctx, provider, task)
    await ctx.transaction(async (inner) => {
      await settleAttempt(inner, attemptId, result)
      if (result.outcome !== 'unknown') await clearProviderOutage(inner, provider.id)
    })
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, task, error.message)
  }
}

const reportOutage = (ctx: OwnTransactionContext, { attempt }: Pick<ChargeTask, 'attempt'>, problem: string): Promise<void> =>
  ctx.transaction(async (inner) => {
    const order = await store.findOrder(inner, { id: attempt.orderId })
    if (order) await reportOutageForAttempt(inner, order, attempt, problem)
  })

async function requestCharge(ctx: BaseContext, provider: PaymentProvider, { attempt, invoice, token, customer, outcome }: ChargeTask): Promise<ChargeResult> {
  if (outcome && provider.forceResult) return provider.forceResult(outcome, attempt.key)
  const request = {
    token,
    customer,
    amount: { amount: invoice.amount, currency: invoice.currency },
    key: attempt.key,
    at: ctx.now,
    meta: providerMetadata(ctx, { invoice, attempt }),
  }
  if (attempt.mode === 'renew') return provider.chargeOffSession(request)
  // The buyer pressed "Pay" and we stopped before the answer: our own page asks again, the provider's page is opened by the buyer.
  return provider.page === 'own'
    ? provider.chargeOnSession({ ...request, mode: attempt.mode })
    : { outcome: 'declined', declineCode: 'abandoned', ...(attempt.ref && { ref: attempt.ref }) }
}

/** Asks again about an attempt whose result is still open. */
export async function reconcileAttempt(ctx: OwnTransactionContext, attemptId: string): Promise<void> {
  const attempt = await ctx.transaction((inner) => payments.attemptById(inner, attemptId))
  if (!attempt) return
  if (attempt.state === 'SENDING' && !attempt.ref) return sendAttempt(ctx, { attemptId })
  // A test may order that the provider stays unclear.
  const provider = findProvider(attempt.provider)
  const outcome = provider?.forceResult && attempt.state === 'UNKNOWN' ? await ctx.transaction((inner) => takeNextOutcome(inner, attempt.orderId)) : undefined
  if (outcome && provider?.forceResult) {
    const forced = provider.forceResult(outcome, attempt.key)
    return ctx.transaction((inner) => settleAttempt(inner, attemptId, forced))
  }
  if (attempt.ref) return lookUpAttempt(ctx, attempt)
  // No name of the charge came back: the same key finds it again.
  return resendAttempt(ctx, attempt)
}

/** A provider that refuses our key is no result: the attempt stays open. */
async function lookUpAttempt(ctx: OwnTransactionContext, attempt: payments.Attempt): Promise<void> {
  try {
    await refreshAttempt(ctx, attempt.id)
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, { attempt }, error.message)
  }
}

async function resendAttempt(ctx: OwnTransactionContext, attempt: payments.Attempt): Promise<void> {
  await ctx.transaction((inner) => payments.updateAttempt(inner, attempt.id, { state: 'SENDING', checkAt: ctx.now.add({ minutes: 10 }) }))
  return sendAttempt(ctx, { attemptId: attempt.id })
}
