/** Sends renewals to the provider and asks again about answers that are still open: each outside any transaction. guide: pricing-plans 9.2 */
import type { Ctx } from '#kit/ctx.ts'
import { ProviderRefusedUs, type ChargeResult, type PaymentProvider } from '#kit/payments/provider.ts'
import { providerOf } from '#kit/payments/providers.ts'
import { isClockSet } from '../rules/clock.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { lookAgain, metaOf } from './pay.ts'
import { settle } from './settle.ts'
import { chargesStopped } from './stopped.ts'

/** What a test ordered for this order, in the form of an answer; only the sandbox listens. */
function ordered(outcome: string, key: string): ChargeResult {
  const [kind, code] = outcome.split(':')
  return {
    outcome: kind as ChargeResult['outcome'],
    ref: `sandbox:0:${key}`,
    ...(kind === 'declined' && { declineCode: code ?? 'generic_decline' }),
  }
}

type Task = NonNullable<Awaited<ReturnType<typeof payments.chargeToSend>>> & { outcome: string | undefined }

/** Job: sends a written-down try to the provider and books the answer. Safe to repeat: the key is the same. */
export async function charge(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<void> {
  // The try stays written down; it is sent again under its key when the clock is right.
  if (isClockSet(ctx.clockDriftMs)) return
  const task = await ctx.write(async (inner): Promise<Task | undefined> => {
    const found = await payments.chargeToSend(inner, attemptId)
    if (found?.attempt.state !== 'SENDING') return undefined
    const isOrdered = found.isOrdered && found.attempt.provider === 'sandbox'
    return { ...found, outcome: isOrdered ? await payments.takeNextOutcome(inner, found.attempt.orderId) : undefined }
  })
  if (!task) return
  const provider = providerOf(task.attempt.provider)
  if (!provider) return stop(ctx, task, 'The payment provider is not set up any more.')
  try {
    const result = await ask(ctx, provider, task)
    await ctx.write(async (inner) => {
      await settle(inner, attemptId, result)
      if (result.outcome !== 'unknown' && (await payments.hasProblem(inner, provider.id))) await payments.clearProblem(inner, provider.id)
    })
  } catch (error) {
    if (!(error instanceof ProviderRefusedUs)) throw error
    await stop(ctx, task, error.message)
  }
}

const stop = (ctx: Ctx, { attempt }: Pick<Task, 'attempt'>, problem: string): Promise<void> =>
  ctx.write(async (inner) => {
    const order = await store.findOrder(inner, { id: attempt.orderId })
    if (order) await chargesStopped(inner, order, attempt, problem)
  })

async function ask(ctx: Ctx, provider: PaymentProvider, { attempt, invoice, token, customer, outcome }: Task): Promise<ChargeResult> {
  if (outcome) return ordered(outcome, attempt.key)
  const charged = {
    token,
    customer,
    amount: { amount: invoice.amount, currency: invoice.currency },
    key: attempt.key,
    at: ctx.now,
    meta: metaOf(ctx, { invoice, attempt }),
  }
  if (attempt.mode === 'renew') return provider.chargeOffSession(charged)
  // The buyer pressed "Pay" and we stopped before the answer: our own page asks again, the provider's page is opened by the buyer.
  return provider.page === 'own'
    ? provider.chargeOnSession({ ...charged, mode: attempt.mode })
    : { outcome: 'declined', declineCode: 'abandoned', ...(attempt.ref && { ref: attempt.ref }) }
}

/** Asks again about a try whose answer is still open. */
export async function reconcile(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await ctx.write((inner) => payments.attemptById(inner, attemptId))
  if (!attempt) return
  if (attempt.state === 'SENDING' && !attempt.ref) return charge(ctx, { attemptId })
  // A test may order that the provider stays unclear.
  const outcome =
    attempt.provider === 'sandbox' && attempt.state === 'UNKNOWN' ? await ctx.write((inner) => payments.takeNextOutcome(inner, attempt.orderId)) : undefined
  if (outcome) return ctx.write((inner) => settle(inner, attemptId, ordered(outcome, attempt.key)))
  if (attempt.ref) return askAbout(ctx, attempt)
  // No name of the charge came back: the same key finds it again.
  return resend(ctx, attempt)
}

/** A provider that refuses our key is no answer: the try stays open. */
async function askAbout(ctx: Ctx, attempt: payments.Attempt): Promise<void> {
  try {
    await lookAgain(ctx, attempt.id)
  } catch (error) {
    if (!(error instanceof ProviderRefusedUs)) throw error
    await stop(ctx, { attempt }, error.message)
  }
}

async function resend(ctx: Ctx, attempt: payments.Attempt): Promise<void> {
  await ctx.write((inner) => payments.setAttempt(inner, attempt.id, { state: 'SENDING', checkAt: ctx.now.add({ minutes: 10 }) }))
  return charge(ctx, { attemptId: attempt.id })
}
