/**
 * Attempts to charge a payable: stored before the provider is called, settled once by webhook, return or poll. Source: guide
 * pricing-plans §9.2, §10.4, bookings §7.2, §12.6.
 */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import { hasHostedPage } from '#kit/payments/providers.ts'
import { toMinor } from '#kit/pure/money.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findAttemptHandlers } from '../hooks.ts'
import { calculateNextCheck, isTooOld } from '../rules/attempt-checks.ts'
import { isOpen, nextAttemptState, toAttemptStep, type AttemptState, type AttemptStep } from '../rules/attempt-machine.ts'
import { saveCustomer, savePaymentMethod } from '../store/methods.ts'
import * as store from '../store/attempts.ts'
import { enqueueFollowUps } from './follow-ups.ts'
import { recordUnclaimed } from './unclaimed.ts'

type Attempt = store.Attempt
type Optional = 'id' | 'invoiceId' | 'memberId' | 'paymentMethodId' | 'cardFor' | 'card' | 'details'
export type NewAttempt = Omit<Attempt, Optional | 'state' | 'ref' | 'pageUrl' | 'declineCode' | 'at' | 'checkAt'> &
  Partial<Pick<Attempt, Optional>> & {
    /** When to ask or send again should the answer get lost in a crash. */
    checkAfterMinutes: number
  }

/** Writes an attempt down. Call it with the payable locked; a unique index forbids a second one in flight. */
export async function createAttempt(ctx: TransactionContext, { checkAfterMinutes, ...input }: NewAttempt): Promise<Attempt> {
  const attempt: Attempt = {
    id: ctx.newId(),
    invoiceId: null,
    memberId: null,
    paymentMethodId: null,
    cardFor: null,
    card: null,
    details: {},
    ...input,
    state: 'SENDING',
    ref: null,
    pageUrl: null,
    declineCode: null,
    checkAt: ctx.now.add({ minutes: checkAfterMinutes }),
    at: ctx.now,
  }
  await store.insertAttempt(ctx, attempt)
  return attempt
}

/** The job sends it after the commit, so that a crash never makes a second charge. */
export const enqueueAttempt = (ctx: TransactionContext, { key, id }: Pick<Attempt, 'key' | 'id'>): void =>
  ctx.enqueue({ kind: 'payments.charge', key, data: { attemptId: id } })

/** Whether the buyer pays on the provider's own page. */
export const isOnPage = ({ mode, provider }: Attempt): boolean => mode !== 'off-session' && hasHostedPage(provider)

/** Takes a step through the table of states. Undefined when it is no news. */
export async function takeAttemptStep(
  ctx: TransactionContext,
  attempt: Attempt,
  step: AttemptStep,
  change: Omit<store.AttemptChange, 'state' | 'checkAt'> = {},
): Promise<Attempt | undefined> {
  const state = nextAttemptState(attempt.state, step)
  if (!state) return undefined
  const next = { ...change, state, checkAt: calculateNextCheck({ kind: attempt.kind, state, isOnPage: isOnPage(attempt) }, ctx.now) }
  await store.updateAttempt(ctx, attempt.id, next)
  return { ...attempt, ...next }
}

/**
 * Records the answer of a provider: page, return, webhook and follow-up may bring it in any order, any number of times. The domain
 * of what was paid learns of every change. The attempt as it is afterwards; undefined for an unknown one.
 */
export async function settleAttempt(ctx: TransactionContext, known: Attempt, result: ChargeResult): Promise<Attempt | undefined> {
  const handlers = findAttemptHandlers(known.kind)
  // Always in this order: what is paid for, then its attempt.
  const locked = await handlers.lockAttempted(ctx, known)
  const attempt = await store.lockAttempt(ctx, known.id)
  if (!attempt) return undefined
  if (locked === undefined) return keepOrphan(ctx, attempt, result)
  const isWaiting = result.outcome === 'processing' || result.outcome === 'unknown'
  const answer: ChargeResult = isWaiting && isTooOld(attempt.at, ctx.now) ? { ...result, outcome: 'declined', declineCode: 'processing_error' } : result
  const step = answer.outcome === 'succeeded' && !isExpectedAmount(attempt, answer) ? 'mismatch' : toAttemptStep(answer)
  const state = nextAttemptState(attempt.state, step)
  if (!state) {
    // The provider gives no answer: the buyer may be paying all the same.
    if (isWaiting && isOpen(attempt.state)) await handlers.onWaiting?.(ctx, locked, { attempt, from: attempt.state, answer })
    return keepWaiting(ctx, attempt)
  }
  const next = (await takeAttemptStep(ctx, attempt, step, await toChange(ctx, attempt, answer, state))) ?? attempt
  if (step === 'mismatch') return keepMismatch(ctx, next, answer)
  if (state === attempt.state) {
    await handlers.onWaiting?.(ctx, locked, { attempt: next, from: attempt.state, answer })
    return next
  }
  // The page of a declined card was closed: what the decline meant is done.
  if (attempt.state === 'DECLINED' && state === 'EXPIRED') return next
  if (state === 'SUCCEEDED') enqueueFollowUps(ctx, attempt.provider, answer)
  const verdict = await handlers.onAnswer(ctx, locked, { attempt: next, from: attempt.state, answer })
  return verdict === 'LATE' ? ((await takeAttemptStep(ctx, next, 'return')) ?? next) : next
}

/** What was to be paid is gone: money that comes all the same is kept and reported. */
async function keepOrphan(ctx: TransactionContext, attempt: Attempt, { outcome, ref, movedAmount, card }: ChargeResult): Promise<Attempt> {
  if (outcome !== 'succeeded') return (await takeAttemptStep(ctx, attempt, 'expire', { declineCode: 'abandoned' })) ?? attempt
  const { provider, amount, currency } = attempt
  await recordUnclaimed(ctx, { provider, ref: ref ?? attempt.id, movedAmount: movedAmount ?? { amount, currency }, card })
  return (await takeAttemptStep(ctx, attempt, 'mismatch')) ?? attempt
}

/** An answer that brings nothing new: an open attempt is asked about again later. */
async function keepWaiting(ctx: TransactionContext, attempt: Attempt): Promise<Attempt> {
  const checkAt = attempt.checkAt && calculateNextCheck({ kind: attempt.kind, state: attempt.state, isOnPage: isOnPage(attempt) }, ctx.now)
  if (checkAt) await store.updateAttempt(ctx, attempt.id, { checkAt })
  return attempt
}

/** What a provider's result says about the attempt itself. The name of a page stays until the charge has ended on it: it can be closed by it. */
async function toChange(ctx: TransactionContext, attempt: Attempt, answer: ChargeResult, state: AttemptState): Promise<store.AttemptChange> {
  const { card, customer, declineCode } = answer
  const { memberId, provider } = attempt
  if (memberId && customer) await saveCustomer(ctx, memberId, provider, customer)
  const keepsPage = attempt.pageUrl !== null && state !== 'SUCCEEDED'
  return {
    ref: keepsPage ? (attempt.ref ?? answer.ref ?? null) : (answer.ref ?? attempt.ref),
    declineCode: declineCode ?? null,
    ...(memberId && card && { paymentMethodId: await savePaymentMethod(ctx, memberId, provider, card) }),
    ...(!memberId && card && { card: { brand: card.brand, last4: card.last4 } }),
  }
}

const isExpectedAmount = ({ amount, currency }: Attempt, { movedAmount: moved }: ChargeResult): boolean =>
  !moved || toMinor(amount, currency) === 0n || (moved.currency === currency && toMinor(moved.amount, currency) === toMinor(amount, currency))

/** Another amount than ours was moved: it pays for nothing, is kept, and the owners are notified. Source: guide pricing-plans §10.4, rule 7. */
async function keepMismatch(ctx: TransactionContext, attempt: Attempt, answer: ChargeResult): Promise<Attempt> {
  await store.updateAttempt(ctx, attempt.id, { declineCode: 'amount_mismatch' })
  await recordUnclaimed(ctx, { provider: attempt.provider, ref: answer.ref ?? attempt.id, movedAmount: answer.movedAmount, card: answer.card })
  return { ...attempt, declineCode: 'amount_mismatch' }
}

/** The customer can no longer pay this attempt: its page was never shown, or another payment replaced it. */
export const expireAttempt = async (ctx: TransactionContext, attempt: Attempt, declineCode: string): Promise<void> =>
  void (await takeAttemptStep(ctx, attempt, 'expire', { declineCode }))

/** After a decline another card is tried on the same page. */
export const reopenAttempt = async (ctx: TransactionContext, id: string): Promise<void> => {
  const attempt = await store.lockAttempt(ctx, id)
  if (attempt) await takeAttemptStep(ctx, attempt, 'reopen', { declineCode: null })
}

/** The buyer chose anew what the card of an open page is to pay for. */
export async function changeCardUse(ctx: TransactionContext, attempt: Attempt, cardFor: Attempt['cardFor']): Promise<Attempt> {
  await store.updateAttempt(ctx, attempt.id, { cardFor })
  return { ...attempt, cardFor }
}

const maxDeclinesPerHour = 10
const tooManyDeclines = {
  message: 'Too many cards were declined. Please try again in an hour.',
  de: 'Zu viele Karten wurden abgelehnt. Bitte versuche es in einer Stunde noch einmal.',
  fr: 'Trop de cartes ont été refusées. Réessayez dans une heure.',
  es: 'Se han rechazado demasiadas tarjetas. Inténtalo de nuevo dentro de una hora.',
}
/** Trying card after card is slowed down: ten declines an hour per member. Source: guide pricing-plans §10.3. */
export async function assertDeclineLimit(ctx: ReadContext, memberId: string): Promise<void> {
  if ((await store.countDeclines(ctx, memberId, ctx.now.subtract({ hours: 1 }))) > maxDeclinesPerHour)
    refuseStandard('RESOURCE_EXHAUSTED', { retryAfterSeconds: 3600 }, tooManyDeclines)
}
