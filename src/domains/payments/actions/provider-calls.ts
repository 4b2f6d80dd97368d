/**
 * What providers are asked about attempts: charge, open and close a page, look up. No transaction is open meanwhile, and every
 * question goes under the key of its attempt, so that it is safe to repeat. Source: guide pricing-plans §9.2, §10, bookings §7.2, §12.4.
 */
import type { BaseContext, OwnTransactionContext } from '#kit/api/context.ts'
import { readClockState } from '#kit/jobs/unit-of-work.ts'
import {
  ProviderRejectedRequest,
  ProviderUnreachable,
  type ChargeResult,
  type CheckoutRequest,
  type HostedPageProvider,
  type OwnPageProvider,
  type PaymentProvider,
  type SavedCard,
} from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { findAttemptHandlers } from '../hooks.ts'
import { calculateCheckAfterOutage } from '../rules/attempt-checks.ts'
import { isOpen, isPaid } from '../rules/attempt-machine.ts'
import { isClockOff } from '../rules/clock.ts'
import * as store from '../store/attempts.ts'
import { isOnPage, settleAttempt, takeAttemptStep } from './attempts.ts'
import { clearProviderOutage, reportProviderOutage } from './provider-outage.ts'

type Attempt = store.Attempt

/** The same attempt asks in the same words every time: a provider refuses other parameters under a key. */
const toRequest = (ctx: BaseContext, { id, amount, currency, key, details }: Attempt) => ({
  amount: { amount, currency },
  key,
  at: ctx.now,
  meta: Object.fromEntries(Object.entries({ siteId: ctx.siteId, ...details, attemptId: id }).toSorted(([a], [b]) => (a < b ? -1 : 1))),
})

const settle = (ctx: OwnTransactionContext, attempt: Attempt, result: ChargeResult): Promise<Attempt | undefined> =>
  ctx.transaction((inner) => settleAttempt(inner, attempt, result))

/** The buyer is on our page. `challenge`: what they answered the bank. `card`: what they typed, where it is not saved. */
export async function chargeOnOwnPage(
  ctx: OwnTransactionContext,
  provider: OwnPageProvider,
  attempt: Attempt,
  { token, challenge, card }: { token: string; challenge?: 'approve' | 'reject' | undefined; card?: SavedCard | undefined },
): Promise<{ attempt: Attempt; result: ChargeResult }> {
  const charged = await provider.chargeOnSession({ ...toRequest(ctx, attempt), token, challenge, mode: attempt.mode === 'setup' ? 'setup' : 'pay' })
  const result = { card, ...charged }
  return { attempt: (await settle(ctx, attempt, result)) ?? attempt, result }
}

/** Why the provider cannot take the sum; a card that is only saved costs nothing. */
const findAmountProblem = (provider: PaymentProvider, { amount, currency }: Attempt): string | undefined => provider.findAmountProblem({ amount, currency })

export type PageInput = Pick<CheckoutRequest, 'title' | 'buyer' | 'keepsCard' | 'returnUrl' | 'customer'>
/** Opens the provider's page; the same attempt opens the same page. When it does not open, nothing was charged and no page was shown. */
export async function openProviderPage(
  ctx: OwnTransactionContext,
  provider: HostedPageProvider,
  attempt: Attempt,
  page: PageInput,
): Promise<{ url: string } | { failed: 'unreachable' | 'rejected' }> {
  // The sum is at fault and not the provider, which goes on charging everyone else.
  if (findAmountProblem(provider, attempt)) return { failed: 'rejected' }
  try {
    const { url, ref, customer } = await provider.startCheckout({ ...toRequest(ctx, attempt), ...page, mode: attempt.mode === 'setup' ? 'setup' : 'pay' })
    await ctx.transaction(async (inner) => {
      await store.updateAttempt(inner, attempt.id, { pageUrl: url })
      await settleAttempt(inner, attempt, { outcome: 'requires_action', ref, customer })
      await clearProviderOutage(inner, provider.id)
    })
    return { url }
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { failed: 'unreachable' }
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await ctx.transaction((inner) => reportProviderOutage(inner, provider.id, error.message))
    return { failed: 'rejected' }
  }
}

/** Job: sends an attempt to the provider and settles it with the answer. Safe to repeat: the key is the same. */
export async function sendAttempt(ctx: OwnTransactionContext, { attemptId }: { attemptId: string }): Promise<void> {
  // The attempt stays; it is sent again under its key when the clock is right.
  if (isClockOff(readClockState(ctx).driftMs)) return
  const attempt = await ctx.transaction(async (inner) => {
    const found = await store.loadAttemptToSend(inner, attemptId)
    if (found?.state !== 'SENDING') return undefined
    const card = found.token === undefined ? await findAttemptHandlers(found.kind).findCard?.(inner, found) : undefined
    return { ...found, ...card }
  })
  if (!attempt) return
  const provider = await findProvider(ctx, attempt.provider)
  if (attempt.mode === 'off-session' && attempt.token === undefined) return void (await settle(ctx, attempt, { outcome: 'declined', declineCode: 'no_method' }))
  if (!provider) return reportOutage(ctx, attempt, 'The payment provider is not set up any more.')
  if (findAmountProblem(provider, attempt)) return void (await settle(ctx, attempt, { outcome: 'declined', declineCode: 'amount_not_supported' }))
  try {
    const result = await requestCharge(ctx, provider, attempt)
    await ctx.transaction(async (inner) => {
      await settleAttempt(inner, attempt, result)
      if (result.outcome !== 'unknown') await clearProviderOutage(inner, provider.id)
    })
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, attempt, error.message)
  }
}

async function requestCharge(ctx: BaseContext, provider: PaymentProvider, attempt: store.AttemptToSend): Promise<ChargeResult> {
  const { token, customer, mode } = attempt
  if (mode === 'off-session') return provider.chargeOffSession({ ...toRequest(ctx, attempt), token: token ?? '', ...(customer && { customer }) })
  // The buyer pressed "Pay" and we stopped before the answer: our own page asks again, the provider's page is opened by the buyer.
  return provider.page === 'own' && token !== undefined
    ? provider.chargeOnSession({ ...toRequest(ctx, attempt), token, mode })
    : { outcome: 'declined', declineCode: 'abandoned', ...(attempt.ref && { ref: attempt.ref }) }
}

/** The provider rejects our key or request: the attempt stays and is asked about again, the owners are notified once. */
const reportOutage = (ctx: OwnTransactionContext, { id, provider }: Attempt, problem: string): Promise<void> =>
  ctx.transaction(async (inner) => {
    const current = await store.findAttempt(inner, id)
    if (current && isOpen(current.state)) await store.updateAttempt(inner, id, { checkAt: calculateCheckAfterOutage(current.kind, ctx.now) })
    await reportProviderOutage(inner, provider, problem)
  })

/** A provider whose card is typed on our page keeps no charges: what the buyer did not answer there, or what was declined, cannot be asked about. */
const canBeLookedUp = ({ state }: Attempt, provider: PaymentProvider): boolean =>
  !isPaid(state) && (provider.page === 'hosted' || (isOpen(state) && state !== 'REQUIRES_ACTION'))

/** Asks what became of an attempt and settles it: the buyer's return, the second press, the webhook and the reconciliation all end here. */
export async function refreshAttempt(ctx: OwnTransactionContext, attempt: Attempt, ref = attempt.ref): Promise<{ attempt: Attempt; result?: ChargeResult }> {
  const provider = await findProvider(ctx, attempt.provider)
  if (!ref || !provider || !canBeLookedUp(attempt, provider)) return { attempt }
  const result = await provider.lookUp(ref, ctx.now)
  return { attempt: (await settle(ctx, attempt, result)) ?? attempt, result }
}

/** Closes the page of an attempt; a payment made a moment ago counts. */
export async function closeAttempt(ctx: OwnTransactionContext, attempt: Attempt): Promise<{ attempt: Attempt; result?: ChargeResult }> {
  const provider = await findProvider(ctx, attempt.provider)
  if (!attempt.ref || provider?.page !== 'hosted') return refreshAttempt(ctx, attempt)
  const result = await provider.closeCheckout(attempt.ref, ctx.now)
  return { attempt: (await settle(ctx, attempt, result)) ?? attempt, result }
}

/** Asks again about an attempt whose answer is still open. */
async function reconcileAttempt(ctx: OwnTransactionContext, attemptId: string): Promise<void> {
  const attempt = await ctx.transaction((inner) => store.findAttempt(inner, attemptId))
  if (!attempt) return
  if (attempt.state === 'SENDING' && !attempt.ref) return sendAttempt(ctx, { attemptId })
  if (attempt.ref) return lookUpAgain(ctx, attempt)
  // No name of the charge came back: the same key finds it again.
  await ctx.transaction((inner) => takeAttemptStep(inner, attempt, 'resend'))
  return sendAttempt(ctx, { attemptId })
}

/** Closes a provider's page that must take no payment any more. A provider that rejects our key is no result: the attempt stays open. */
async function lookUpAgain(ctx: OwnTransactionContext, attempt: Attempt): Promise<void> {
  try {
    const { isAwaited } = findAttemptHandlers(attempt.kind)
    const isOver = isAwaited !== undefined && isOnPage(attempt) && !(await ctx.transaction((inner) => isAwaited(inner, attempt)))
    if (isOver) await closeAttempt(ctx, attempt)
    else await refreshAttempt(ctx, attempt)
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest)) throw error
    await reportOutage(ctx, attempt, error.message)
  }
}

const batch = 100
/** Schedule: asks about charges whose answer is still open. One that cannot be asked about stops no other. */
export async function reconcileAttempts(ctx: OwnTransactionContext): Promise<number> {
  if (isClockOff(readClockState(ctx).driftMs)) return 0
  const ids = await ctx.transaction((inner) => store.attemptsToCheck(inner, batch))
  const problems: unknown[] = []
  for (const id of ids)
    try {
      await reconcileAttempt(ctx, id)
    } catch (error) {
      await ctx.transaction((inner) => store.updateAttempt(inner, id, { checkAt: ctx.now.add({ minutes: 1 }) }))
      problems.push(error)
    }
  if (problems.length > 0) throw problems[0]
  return ids.length
}
