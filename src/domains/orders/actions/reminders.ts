/** Reminders that become due: each is a job that reads the order again before it queues an email. Source: guide pricing-plans §15. */
import { Temporal } from 'temporal-polyfill'
import { planById } from '#domains/plans/public.ts'
import { getAutomation } from '#domains/notifications/public.ts'
import type { DueRecipient, DueToday } from '#domains/notifications/hooks.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { orderMailer } from '../mailer.ts'
import { boundary, endDate } from '../rules/cycles.ts'
import { cardReminderAt, lastsSixMonths } from '../rules/reminders.ts'
import { nextPayment, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import * as store from '../store/orders.ts'
import { cardLoader } from './cards.ts'

type Reminder = 'trial-ending' | 'plan-ending' | 'renewal-reminder' | 'card-expiring'
/** Shorter plans end without notice. */
const LONG_ENOUGH_HOURS = 14 * 24
const hours = (n: number): Temporal.Duration => Temporal.Duration.from({ hours: n })
const hasReached = (at: Temporal.Instant, now: Temporal.Instant): boolean => Temporal.Instant.compare(at, now) <= 0

/** When a reminder of the order is due as things stand; undefined when there is none. */
async function reminderDueAt(ctx: ReadContext, order: Order, notice: Reminder, loadCard: ReturnType<typeof cardLoader>): Promise<Temporal.Instant | undefined> {
  const schedule = toSchedule(order)
  switch (notice) {
    case 'trial-ending':
      return order.trialDays > 3 && (order.cycleIndex ?? 0) === 0 && !order.autoRenewCanceled ? boundary(schedule, 0).subtract(hours(72)) : undefined
    case 'plan-ending': {
      const end = endDate(schedule)
      return end && end.epochMilliseconds - order.startAt.epochMilliseconds > LONG_ENOUGH_HOURS * 3_600_000
        ? end.subtract(hours((await getAutomation(ctx, 'PLAN_ENDING')).amount * 24))
        : undefined
    }
    case 'renewal-reminder': {
      const next = lastsSixMonths(order.snapshot.model) && (order.cycleIndex ?? 0) > 0 ? nextPayment(order) : undefined
      return next && /[1-9]/.test(next.amount) ? next.at.subtract(hours(168)) : undefined
    }
    case 'card-expiring': {
      const card = nextPayment(order) ? await loadCard() : undefined
      return card && cardReminderAt(card, order.timeZone)
    }
  }
}

/** Puts off the reminders of an order that are still to come. Calling it again, after dates moved, is fine: a date is kept once. */
export async function scheduleReminders(ctx: TransactionContext, order: Order, loadCard = cardLoader(ctx, order)): Promise<void> {
  for (const notice of ['trial-ending', 'plan-ending', 'renewal-reminder', 'card-expiring'] as const) {
    const at = await reminderDueAt(ctx, order, notice, loadCard)
    if (at && !hasReached(at, ctx.now))
      ctx.enqueue({ kind: 'orders.notice', key: `${notice}:${order.id}:${at.epochMilliseconds}`, data: { orderId: order.id, notice }, dueAt: at })
  }
}

/** How many members would get a reminder of an ending plan today. */
export const countEndingPlans = async (ctx: ReadContext, due: DueToday): Promise<number | undefined> =>
  due.kind === 'PLAN_ENDING' ? store.countOrdersEndingBetween(ctx, toEndingPlans(due)) : undefined
/** Who they are. */
export async function listEndingPlanRecipients(ctx: ReadContext, due: DueToday & { limit: number }): Promise<DueRecipient[] | undefined> {
  if (due.kind !== 'PLAN_ENDING') return undefined
  const orders = await store.listOrdersEndingBetween(ctx, toEndingPlans(due), due.limit)
  return orders.map(({ id, memberId, planName }) => ({ memberId, name: '', about: planName, orderId: id }))
}
const toEndingPlans = ({ automation, from, to }: DueToday): store.EndingPlans => {
  const lead = hours(automation.amount * 24)
  return { from: from.add(lead), to: to.add(lead), longerThanHours: LONG_ENOUGH_HOURS }
}

/** Job: writes a reminder whose time has come; puts it off when the date has moved, drops it when it no longer applies. */
export async function queueReminderEmail(ctx: TransactionContext, { orderId, notice }: { orderId: string; notice: Reminder }): Promise<void> {
  const order = await store.findOrder(ctx, { id: orderId })
  if (order?.status !== 'ACTIVE') return
  const loadCard = cardLoader(ctx, order)
  const at = await reminderDueAt(ctx, order, notice, loadCard)
  if (!at) return
  if (!hasReached(at, ctx.now)) return scheduleReminders(ctx, order, loadCard)
  if (notice === 'plan-ending' && !(await getAutomation(ctx, 'PLAN_ENDING')).isOn) return
  const { day, money, emailBuyer } = await orderMailer(ctx, order)
  const schedule = toSchedule(order)
  const link = `${ctx.origin}/account?tab=plans`
  switch (notice) {
    case 'trial-ending': {
      const mayCancel = (await planById(ctx, order.planId))?.buyerCanCancel
      return emailBuyer(notice, {
        trialEndDate: day(boundary(schedule, 0)),
        firstPaymentAmount: money(findCycleTotal(order, 1)),
        ...(mayCancel && { cancelLink: link }),
      })
    }
    case 'plan-ending': {
      const end = endDate(schedule)
      return emailBuyer(notice, { endDate: day(end), buyAgainLink: `${ctx.origin}/plans` }, `${end?.epochMilliseconds ?? 0}`)
    }
    case 'renewal-reminder': {
      const next = nextPayment(order)
      return next && emailBuyer(notice, { nextPaymentDate: day(next.at), nextPaymentAmount: money(next.amount) }, order.cycleIndex ?? 0)
    }
    case 'card-expiring': {
      const card = await loadCard()
      if (!card) return
      const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
      return emailBuyer(notice, { cardLast4: card.last4, expiry, updateCardLink: link }, `${card.id}:${expiry}`)
    }
  }
}
