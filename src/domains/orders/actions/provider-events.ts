/** What providers report: the name is taken from the event, the truth is asked for. Any order, any number of times. guide: pricing-plans 10.4, 11 */
import type { Ctx } from '#kit/ctx.ts'
import type { ProviderEvent } from '#kit/payments/provider.ts'
import { providerOf } from '#kit/payments/providers.ts'
import { voiceOf } from '../letters.ts'
import type { Order } from '../rules/order.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { bookDispute } from './books.ts'
import { saved, sendCharge } from './life.ts'
import { planNotices } from './notices.ts'
import { followPayableEvent } from './payable-events.ts'
import { noteForeignRefund, remainingOf, settleRefund } from './refund.ts'
import { settle } from './settle.ts'

/** Takes an event in: false when it was here before. The rest is a job, so that the provider has its answer at once. */
export async function receive(ctx: Ctx, provider: string, event: ProviderEvent): Promise<boolean> {
  if (!(await payments.noteProviderEvent(ctx, provider, event.id, event.kind))) return false
  ctx.later({ kind: 'orders.provider-event', key: `${provider}:${event.id}`, data: { provider, event } })
  return true
}

/** Job: follows an event. */
export async function follow(ctx: Ctx, { provider, event }: { provider: string; event: ProviderEvent }): Promise<void> {
  if (event.kind === 'card') return ctx.write((inner) => followCard(inner, event))
  const attempt = await ctx.write(
    async (inner) => (event.attemptId ? await payments.attemptById(inner, event.attemptId) : undefined) ?? (await payments.attemptByRef(inner, event.ref)),
  )
  if (!attempt) return followPayableEvent(ctx, provider, event)
  switch (event.kind) {
    case 'payment': {
      const result = event.result ?? (await providerOf(provider)?.lookUp(event.ref, ctx.now))
      return result && ctx.write((inner) => settle(inner, attempt.id, result))
    }
    case 'refund':
      return followRefunds(ctx, provider, event, attempt)
    case 'dispute':
      return ctx.write((inner) => followDispute(inner, provider, event, attempt))
  }
}

async function locked(ctx: Ctx, attempt: payments.Attempt): Promise<{ order: Order; invoice: payments.Invoice } | undefined> {
  const order = await store.lockOrder(ctx, { id: attempt.orderId })
  return order && { order, invoice: await payments.invoiceById(ctx, attempt.invoiceId) }
}

/** Refunds of a charge as the provider knows them now: ours are settled, others are noted. */
async function followRefunds(ctx: Ctx, provider: string, event: ProviderEvent, attempt: payments.Attempt): Promise<void> {
  const known = (await providerOf(provider)?.refundsOf(attempt.ref ?? event.ref)) ?? []
  await ctx.write(async (inner) => {
    const found = await locked(inner, attempt)
    if (!found) return
    // The sandbox keeps no books: its event stands for a refund of all that is left.
    if (provider === 'sandbox')
      return noteForeignRefund(inner, found.invoice, { amount: remainingOf(found.invoice), provider, ref: `sandbox:refund:${event.id}`, reason: 'PROVIDER' })
    for (const refund of known) {
      const ours = refund.meta['refundId'] ?? (await payments.refundByRef(inner, provider, refund.ref))?.id
      if (ours) {
        if (refund.state !== 'processing')
          await settleRefund(
            inner,
            ours,
            refund.state === 'failed'
              ? { outcome: 'failed', ref: refund.ref, problem: 'The bank did not take it back.' }
              : { outcome: 'succeeded', ref: refund.ref },
          )
      } else if (refund.state === 'succeeded') {
        const invoice = await payments.invoiceById(inner, attempt.invoiceId)
        await noteForeignRefund(inner, invoice, { amount: refund.amount.amount, provider, ref: refund.ref, reason: 'PROVIDER' })
      }
    }
  })
}

/** Opened: the owner is told and nothing more is charged. Won: the money is ours again. Lost: the invoice is refunded. */
async function followDispute(ctx: Ctx, provider: string, event: ProviderEvent, attempt: payments.Attempt): Promise<void> {
  const found = await locked(ctx, attempt)
  if (!found) return
  const { order, invoice } = found
  const facts = event.dispute ?? {
    ref: `sandbox:dispute:${attempt.id}`,
    amount: { amount: invoice.amount, currency: invoice.currency },
    state: 'OPEN' as const,
  }
  const dispute: payments.Dispute = {
    id: ctx.newId(),
    invoiceId: invoice.id,
    orderId: order.id,
    ref: facts.ref,
    amount: facts.amount.amount,
    currency: facts.amount.currency,
    state: 'OPEN',
    openedAt: ctx.now,
    closedAt: null,
  }
  if (await payments.insertDispute(ctx, dispute)) {
    await bookDispute(ctx, dispute, invoice, provider)
    order.onHoldSince = ctx.now
    await store.saveOrder(ctx, order)
    const { owner, tell } = await voiceOf(ctx, order)
    tell('dispute-opened', { amount: owner.money(dispute.amount) }, facts.ref)
  }
  const kept = await payments.lockDispute(ctx, facts.ref)
  if (kept?.state !== 'OPEN' || facts.state === 'OPEN') return
  await payments.closeDispute(ctx, kept.id, facts.state)
  if (facts.state === 'WON') return bookDispute(ctx, { ...kept, state: 'WON' }, invoice, provider)
  await noteForeignRefund(ctx, invoice, { amount: kept.amount, provider, ref: facts.ref, reason: 'DISPUTE' })
}

/** The owner decided that a disputed order goes on: what was due meanwhile is charged now. */
export async function goOn(ctx: Ctx, order: Order): Promise<void> {
  if (!order.onHoldSince) return
  order.onHoldSince = null
  await saved(ctx, order, [])
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  if (invoice?.state === 'OPEN' && order.type === 'ONLINE' && order.status === 'ACTIVE' && (await payments.attemptsOf(ctx, invoice.id)).length === 0)
    await sendCharge(ctx, order, invoice)
}

/** The bank replaced a card, or it was taken away over there. */
async function followCard(ctx: Ctx, event: ProviderEvent): Promise<void> {
  const { card } = event
  if (!card) return
  for (const method of await payments.methodsOfToken(ctx, event.ref)) {
    await payments.changeMethod(ctx, method.id, card.gone ? { detachedAt: ctx.now } : { last4: card.last4, expMonth: card.expMonth, expYear: card.expYear })
    for (const order of await store.openOrdersOfMethod(ctx, method.id)) await planNotices(ctx, order)
  }
}
