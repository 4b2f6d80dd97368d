/** An order is bought. Every function works on a locked order. Source: guide pricing-plans §8. */
import { Temporal } from 'temporal-polyfill'
import { findBenefit, markOrdered } from '#domains/plans/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { Language } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { OrderEventSlug } from '../events.ts'
import { orderMailer } from '../mailer.ts'
import { boundary, cycleIndexAt, endDate } from '../rules/cycles.ts'
import { nextPayment, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import { formatPriceSummary } from '../rules/price-summary.ts'
import { moveOrder } from '../rules/states.ts'
import * as coupons from '../store/coupons.ts'
import * as store from '../store/orders.ts'
import { grantCredits } from './cycle-credits.ts'
import { scheduleReminders } from './reminders.ts'
import { saveAndEmit } from './save.ts'

/** The order is bought: it starts now or waits for its date (rows 2 to 7). */
export async function completePurchase(ctx: TransactionContext, order: Order, payment: Order['payment'], isNew = false): Promise<void> {
  const startsLater = order.isStartGiven && Temporal.Instant.compare(order.startAt, ctx.now) > 0
  if (!startsLater && order.type === 'ONLINE') order.startAt = ctx.now
  order.payment = payment
  order.leftDraftAt = ctx.now
  moveOrder(order, 'pay', startsLater ? 'PENDING' : 'ACTIVE')
  // An offline order may start in the past: its first cycles have passed by then.
  order.cycleIndex = startsLater ? null : cycleIndexAt(toSchedule(order), ctx.now)
  order.snapshot = { ...order.snapshot, benefit: (await findBenefit(ctx, order.planId)) ?? null }
  if (isNew) await store.insertOrder(ctx, order)
  const first: OrderEventSlug[] = isNew ? ['created', 'purchased'] : ['purchased']
  const started: OrderEventSlug[] = startsLater ? [] : order.type === 'ONLINE' ? ['started', 'cycle_started'] : ['started']
  await saveAndEmit(ctx, order, [...first, ...started, ...(isNew ? [] : ['updated' as const])], order.cycleIndex ?? undefined)
  await coupons.countUse(ctx, order.id)
  await grantCredits(ctx, order)
  await markOrdered(ctx, order.planId)
  await queuePurchaseEmails(ctx, order)
  await scheduleReminders(ctx, order)
}

async function queuePurchaseEmails(ctx: TransactionContext, order: Order): Promise<void> {
  const { day, money, language, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  const price = (locale: Language) =>
    formatPriceSummary({ ...order.snapshot, trialDays: order.trialDays }, (amount, currency) => formatMoney(amount, currency, locale), locale)
  const startDate = day(order.startAt)
  if (order.type === 'OFFLINE')
    emailBuyer('offline-order-created', { startDate, ...(order.payment === 'UNPAID' && { amountDue: money(findCycleTotal(order, 1)) }) })
  else {
    const next = nextPayment(order)
    emailBuyer('plan-purchased', {
      priceSummary: price(language),
      startDate,
      endDate: day(endDate(toSchedule(order))),
      ...(next && { nextPaymentDate: day(next.at), nextPaymentAmount: money(next.amount) }),
      ...(order.snapshot.terms && { terms: order.snapshot.terms }),
    })
  }
  emailOwners('new-order', { amount: price(owner.language) })
  await queueTrialEmail(ctx, order)
}

/** Queues the email about a trial that has begun. */
export async function queueTrialEmail(ctx: TransactionContext, order: Order): Promise<void> {
  if (order.status !== 'ACTIVE' || order.trialDays === 0 || order.cycleIndex !== 0) return
  const { day, money, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('trial-started', { trialEndDate: day(boundary(toSchedule(order), 0)), firstPaymentAmount: money(findCycleTotal(order, 1)) })
}
