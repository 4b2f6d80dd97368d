/** What time makes due on a locked order. Source: guide pricing-plans §8, §9. */
import { Temporal } from 'temporal-polyfill'
import { isClockOff } from '#domains/payments/public.ts'
import { getSetting } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { readClockState } from '#kit/jobs/unit-of-work.ts'
import { onPlanEnded } from '../hooks.ts'
import { orderMailer } from '../mailer.ts'
import { cycleAt, endDate } from '../rules/cycles.ts'
import { getFirstCycle, isZero, nextDue, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import { findSpan } from '../rules/price.ts'
import { moveOrder } from '../rules/states.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { cancelNow } from './cancellation.ts'
import { cardLoader } from './cards.ts'
import { expireCredits, grantCredits } from './cycle-credits.ts'
import { queueTrialEmail } from './purchase.ts'
import { scheduleReminders } from './reminders.ts'
import { cancelUnpaid, createRenewalAttempt, findChargeOnItsWay } from './renewals.ts'
import { saveAndEmit } from './save.ts'

const hasReached = (at: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean =>
  at instanceof Temporal.Instant && Temporal.Instant.compare(at, now) <= 0

/**
 * Does everything that time has made due, one step after another. `reader`: only what needs no payment (rows 9, 12, 13,
 * 21, 22), so that a read never sees yesterday's status and never charges. Answers how many steps there were.
 */
export async function applyDueTransitions(ctx: TransactionContext, order: Order, by: 'engine' | 'reader' = 'engine'): Promise<number> {
  // By a wrong clock nothing is due.
  if (isClockOff(readClockState(ctx).driftMs)) return 0
  let steps = 0
  for (; steps < 5000 && hasReached(nextDue(order), ctx.now); steps++) {
    if (order.status === 'DRAFT') await cancelNow(ctx, order, 'PAYMENT_SETUP_FAILURE')
    else if (order.status === 'PENDING') await startOrder(ctx, order)
    else if (hasEnded(order)) await finishOrder(ctx, order)
    else if (by === 'reader' && order.type === 'ONLINE') return steps
    else if (!order.onHoldSince && hasReached(order.retryAt, ctx.now)) await retryPayment(ctx, order)
    else if (!order.onHoldSince && hasReached(order.graceEndAt, ctx.now)) await endGrace(ctx, order)
    else await startNextCycle(ctx, order)
  }
  return steps

  /** The running cycle is the last one and has passed; what was due before it (a retry, the end of grace) has its turn first. */
  function hasEnded(of: Order): boolean {
    const end = cycleAt(toSchedule(of), of.cycleIndex ?? getFirstCycle(of)).end
    const last = endDate(toSchedule(of))
    const before = !of.onHoldSince && [of.retryAt, of.graceEndAt].some((at) => at && end && Temporal.Instant.compare(at, end) < 0)
    return hasReached(end, ctx.now) && last !== undefined && end !== undefined && Temporal.Instant.compare(last, end) <= 0 && !before
  }
}

async function startOrder(ctx: TransactionContext, order: Order): Promise<void> {
  moveOrder(order, 'start')
  order.cycleIndex = getFirstCycle(order)
  await saveAndEmit(ctx, order, order.type === 'ONLINE' ? ['started', 'cycle_started', 'updated'] : ['started', 'updated'], order.cycleIndex)
  await grantCredits(ctx, order)
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-started', { startDate: day(order.startAt) })
  await queueTrialEmail(ctx, order)
  await scheduleReminders(ctx, order)
}

/** The order reached its end (rows 21 and 22). */
async function finishOrder(ctx: TransactionContext, order: Order): Promise<void> {
  const end = endDate(toSchedule(order))
  const wasStopped = order.autoRenewCanceled && order.cancelAfterCycle !== null
  moveOrder(order, 'finish', wasStopped ? 'CANCELED' : 'ENDED')
  order.retryAt = order.graceEndAt = order.onHoldSince = null
  await payments.closeInvoices(ctx, order.id, 'giveUp')
  await expireCredits(ctx, order)
  await saveAndEmit(ctx, order, wasStopped ? ['canceled', 'ended', 'updated'] : ['ended', 'updated'])
  await onPlanEnded.call(ctx, { orderId: order.id })
  if (wasStopped) return
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-ended', { endDate: day(end), buyAgainLink: `${ctx.origin}/plans` })
}

/** The end of the running cycle: the next one begins (rows 16 to 20). */
async function startNextCycle(ctx: TransactionContext, order: Order): Promise<void> {
  const schedule = toSchedule(order)
  const index = order.cycleIndex ?? getFirstCycle(order)
  const next = index + 1
  const loadCard = cardLoader(ctx, order)
  await enterCycle(
    ctx,
    order,
    { index: next, due: cycleAt(schedule, index).end ?? ctx.now, isMissed: hasReached(cycleAt(schedule, next).end, ctx.now) },
    loadCard,
  )
  await scheduleReminders(ctx, order, loadCard)
}

async function enterCycle(
  ctx: TransactionContext,
  order: Order,
  { index, due, isMissed }: { index: number; due: Temporal.Instant; isMissed: boolean },
  loadCard: ReturnType<typeof cardLoader>,
): Promise<void> {
  order.cycleIndex = index
  order.retryAt = order.graceEndAt = null
  const amount = findCycleTotal(order, index)
  const isFree = isZero(amount)
  // decision: after a long stop only the running cycle is charged; missed ones are listed for the owner, unless the business wants all.
  const isSkipped = isMissed && order.type === 'ONLINE' && (await getSetting(ctx, 'plans.catchUp')) === 'current-only'
  const invoice = await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: index,
    amount,
    currency: order.snapshot.currency,
    price: findSpan(order.snapshot.spans, index)?.price ?? null,
    dueAt: due,
    state: isFree ? 'PAID' : isSkipped ? 'SKIPPED' : 'OPEN',
    paidAt: isFree ? ctx.now : null,
  })
  if (order.type === 'ONLINE' && isFree) order.payment = 'NOT_APPLICABLE'
  if (order.type === 'OFFLINE' || isFree) {
    await saveAndEmit(ctx, order, ['cycle_started', 'updated'], index)
    return grantCredits(ctx, order)
  }
  if (isSkipped || !invoice) return saveAndEmit(ctx, order, ['cycle_started', 'updated'], index)
  order.payment = 'PENDING'
  await saveAndEmit(ctx, order, order.onHoldSince ? ['cycle_started', 'updated'] : ['cycle_started'], index)
  if (!order.onHoldSince) await createRenewalAttempt(ctx, order, invoice, { loadCard, isFirst: true })
}

/** While a charge is on its way, and the buyer is at it, the clock waits so long for its answer. */
const WAIT_MINUTES = 10

/** Tries the saved card of the order again. A charge that is on its way comes first: its result decides what follows. */
async function retryPayment(ctx: TransactionContext, order: Order): Promise<void> {
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  const underWay = invoice && (await findChargeOnItsWay(ctx, invoice))
  const later = underWay && underWay.mode !== 'off-session' ? ctx.now.add({ minutes: WAIT_MINUTES }) : null
  // The last retry is also the end of grace: its result decides, not the clock.
  if (hasReached(order.graceEndAt, ctx.now)) order.graceEndAt = later
  order.retryAt = later
  await store.saveOrder(ctx, order)
  if (invoice && !underWay) await createRenewalAttempt(ctx, order, invoice)
}

/** The grace period is over, unless a card that was given before is being charged: then its result decides, as that of the last retry. */
async function endGrace(ctx: TransactionContext, order: Order): Promise<void> {
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  const underWay = invoice && (await findChargeOnItsWay(ctx, invoice))
  if (underWay?.mode !== 'off-session') return cancelUnpaid(ctx, order)
  order.graceEndAt = null
  await store.saveOrder(ctx, order)
}
