/** Sends renewals to the provider and asks again about answers that are still open: each outside any transaction. guide: pricing-plans 9.2 */
import type { Ctx } from '#kit/api/context.ts'
import { ProviderRejectedRequest, type ChargeResult, type PaymentProvider } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { isClockOff } from '../rules/clock.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { refreshAttempt, providerMetadata } from './pay.ts'
import { settleAttempt } from './settle.ts'
import { reportOutageForAttempt } from './provider-outage.ts'

/** What a test ordered for this order, in the form of an answer; only the sandbox listens. */
function toSandboxResult(outcome: string, key: string): ChargeResult {
  const [kind, code] = outcome.split(':')
  return {
    outcome: kind as ChargeResult['outcome'],
    ref: `sandbox:0:${key}`,
    ...(kind === 'declined' && { declineCode: code ?? 'generic_decline' }),
  }
}

type ChargeTask = NonNullable<Awaited<ReturnType<typeof payments.loadAttemptToSend>>> & { outcome: string | undefined }

/** Job: sends a written-down try to the provider and books the answer. Safe to repeat: the key is the same. */
export async function sendAttempt(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<void> {
  // The try stays written down; it is sent again under its key when the clock is right.
  if (isClockOff(ctx.clockDriftMs)) return
  const task = await ctx.transaction(async (inner): Promise<ChargeTask | undefined> => {
    const found = await payments.loadAttemptToSend(inner, attemptId)
    if (found?.attempt.state !== 'SENDING') return undefined
    const isForced = found.isOutcomeForced && found.attempt.provider === 'sandbox'
    return { ...found, outcome: isForced ? await payments.takeNextOutcome(inner, found.attempt.orderId) : undefined }
  })
  if (!task) return
  const provider = findProvider(task.attempt.provider)
  if (!provider) return reportOutage(ctx, task, 'The payment provider is not set up any more.')
  try {
    const result = await requestCharge(ctx, provider, task)
    await ctx.transaction(async (inner) => {
      await settleAttempt(inner, attemptId, result)
      if (result.outcome !== 'unknown' && (await payments.hasProblem(inner, provider.id))) await payments.deleteProblem(inner, provider.id)
    })
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, task, error.message)
  }
}

const reportOutage = (ctx: Ctx, { attempt }: Pick<ChargeTask, 'attempt'>, problem: string): Promise<void> =>
  ctx.transaction(async (inner) => {
    const order = await store.findOrder(inner, { id: attempt.orderId })
    if (order) await reportOutageForAttempt(inner, order, attempt, problem)
  })

async function requestCharge(ctx: Ctx, provider: PaymentProvider, { attempt, invoice, token, customer, outcome }: ChargeTask): Promise<ChargeResult> {
  if (outcome) return toSandboxResult(outcome, attempt.key)
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

/** Asks again about a try whose answer is still open. */
export async function reconcileAttempt(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await ctx.transaction((inner) => payments.attemptById(inner, attemptId))
  if (!attempt) return
  if (attempt.state === 'SENDING' && !attempt.ref) return sendAttempt(ctx, { attemptId })
  // A test may order that the provider stays unclear.
  const outcome =
    attempt.provider === 'sandbox' && attempt.state === 'UNKNOWN'
      ? await ctx.transaction((inner) => payments.takeNextOutcome(inner, attempt.orderId))
      : undefined
  if (outcome) return ctx.transaction((inner) => settleAttempt(inner, attemptId, toSandboxResult(outcome, attempt.key)))
  if (attempt.ref) return lookUpAttempt(ctx, attempt)
  // No name of the charge came back: the same key finds it again.
  return resendAttempt(ctx, attempt)
}

/** A provider that refuses our key is no answer: the try stays open. */
async function lookUpAttempt(ctx: Ctx, attempt: payments.Attempt): Promise<void> {
  try {
    await refreshAttempt(ctx, attempt.id)
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, { attempt }, error.message)
  }
}

async function resendAttempt(ctx: Ctx, attempt: payments.Attempt): Promise<void> {
  await ctx.transaction((inner) => payments.updateAttempt(inner, attempt.id, { state: 'SENDING', checkAt: ctx.now.add({ minutes: 10 }) }))
  return sendAttempt(ctx, { attemptId: attempt.id })
}
