/** What providers report: the name is taken from the event, the truth is asked for. Any order, any number of times. guide: pricing-plans 10.4, 11 */
import type { Ctx } from '#kit/api/context.ts'
import type { ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { orderMailer } from '../mailer.ts'
import type { Order } from '../rules/order.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { postDispute } from './ledger.ts'
import { saveAndEmit, createRenewalAttempt } from './lifecycle.ts'
import { scheduleReminders } from './reminders.ts'
import { handlePayableEvent } from './payable-events.ts'
import { recordExternalRefund, remainingAmount, settleRefund } from './refund.ts'
import { settleAttempt } from './settle.ts'

/** Takes an event in: false when it was here before. The rest is a job, so that the provider has its answer at once. */
export async function acceptProviderEvent(ctx: Ctx, provider: string, event: ProviderEvent): Promise<boolean> {
  if (!(await payments.insertProviderEvent(ctx, provider, event.id, event.kind))) return false
  ctx.enqueue({ kind: 'orders.provider-event', key: `${provider}:${event.id}`, data: { provider, event } })
  return true
}

/** Job: follows an event. */
export async function handleProviderEvent(ctx: Ctx, { provider, event }: { provider: string; event: ProviderEvent }): Promise<void> {
  if (event.kind === 'card') return ctx.transaction((inner) => handleCardEvent(inner, event))
  const attempt = await ctx.transaction(
    async (inner) => (event.attemptId ? await payments.attemptById(inner, event.attemptId) : undefined) ?? (await payments.attemptByRef(inner, event.ref)),
  )
  if (!attempt) return handlePayableEvent(ctx, provider, event)
  switch (event.kind) {
    case 'payment': {
      const result = event.result ?? (await findProvider(provider)?.lookUp(event.ref, ctx.now))
      return result && ctx.transaction((inner) => settleAttempt(inner, attempt.id, result))
    }
    case 'refund':
      return syncRefunds(ctx, provider, event, attempt)
    case 'dispute':
      return ctx.transaction((inner) => handleDispute(inner, provider, event, attempt))
  }
}

async function lockOrderAndInvoice(ctx: Ctx, attempt: payments.Attempt): Promise<{ order: Order; invoice: payments.Invoice } | undefined> {
  const order = await store.lockOrder(ctx, { id: attempt.orderId })
  return order && { order, invoice: await payments.invoiceById(ctx, attempt.invoiceId) }
}

/** Refunds of a charge as the provider knows them now: ours are settled, others are noted. */
async function syncRefunds(ctx: Ctx, provider: string, event: ProviderEvent, attempt: payments.Attempt): Promise<void> {
  const reported = (await findProvider(provider)?.listRefunds(attempt.ref ?? event.ref)) ?? []
  await ctx.transaction(async (inner) => {
    const found = await lockOrderAndInvoice(inner, attempt)
    if (!found) return
    // The sandbox keeps no books: its event stands for a refund of all that is left.
    if (provider === 'sandbox')
      return recordExternalRefund(inner, found.invoice, {
        amount: remainingAmount(found.invoice),
        provider,
        ref: `sandbox:refund:${event.id}`,
        reason: 'PROVIDER',
      })
    for (const refund of reported) {
      const ownRefundId = refund.meta['refundId'] ?? (await payments.refundByRef(inner, provider, refund.ref))?.id
      if (ownRefundId) {
        if (refund.state !== 'processing')
          await settleRefund(
            inner,
            ownRefundId,
            refund.state === 'failed'
              ? { outcome: 'failed', ref: refund.ref, problem: 'The bank did not take it back.' }
              : { outcome: 'succeeded', ref: refund.ref },
          )
      } else if (refund.state === 'succeeded') {
        const invoice = await payments.invoiceById(inner, attempt.invoiceId)
        await recordExternalRefund(inner, invoice, { amount: refund.amount.amount, provider, ref: refund.ref, reason: 'PROVIDER' })
      }
    }
  })
}

/** Opened: the owner is told and nothing more is charged. Won: the money is ours again. Lost: the invoice is refunded. */
async function handleDispute(ctx: Ctx, provider: string, event: ProviderEvent, attempt: payments.Attempt): Promise<void> {
  const found = await lockOrderAndInvoice(ctx, attempt)
  if (!found) return
  const { order, invoice } = found
  const details = event.dispute ?? {
    ref: `sandbox:dispute:${attempt.id}`,
    amount: { amount: invoice.amount, currency: invoice.currency },
    state: 'OPEN' as const,
  }
  const dispute: payments.Dispute = {
    id: ctx.newId(),
    invoiceId: invoice.id,
    orderId: order.id,
    ref: details.ref,
    amount: details.amount.amount,
    currency: details.amount.currency,
    state: 'OPEN',
    openedAt: ctx.now,
    closedAt: null,
  }
  if (await payments.insertDispute(ctx, dispute)) {
    await postDispute(ctx, dispute, invoice, provider)
    order.onHoldSince = ctx.now
    await store.saveOrder(ctx, order)
    const { owner, emailOwners } = await orderMailer(ctx, order)
    emailOwners('dispute-opened', { amount: owner.money(dispute.amount) }, details.ref)
  }
  const stored = await payments.lockDispute(ctx, details.ref)
  if (stored?.state !== 'OPEN' || details.state === 'OPEN') return
  await payments.closeDispute(ctx, stored.id, details.state)
  if (details.state === 'WON') return postDispute(ctx, { ...stored, state: 'WON' }, invoice, provider)
  await recordExternalRefund(ctx, invoice, { amount: stored.amount, provider, ref: details.ref, reason: 'DISPUTE' })
}

/** The owner decided that a disputed order goes on: what was due meanwhile is charged now. */
export async function releaseHold(ctx: Ctx, order: Order): Promise<void> {
  if (!order.onHoldSince) return
  order.onHoldSince = null
  await saveAndEmit(ctx, order, [])
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  if (invoice?.state === 'OPEN' && order.type === 'ONLINE' && order.status === 'ACTIVE' && (await payments.listAttempts(ctx, invoice.id)).length === 0)
    await createRenewalAttempt(ctx, order, invoice)
}

/** The bank replaced a card, or it was taken away over there. */
async function handleCardEvent(ctx: Ctx, event: ProviderEvent): Promise<void> {
  const { card } = event
  if (!card) return
  for (const method of await payments.methodsOfToken(ctx, event.ref)) {
    await payments.updatePaymentMethod(
      ctx,
      method.id,
      card.gone ? { detachedAt: ctx.now } : { last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
    )
    for (const order of await store.openOrdersOfMethod(ctx, method.id)) await scheduleReminders(ctx, order)
  }
}
