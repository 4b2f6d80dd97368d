/** Reminders that time makes due: each is a job that looks at the order again before it writes. guide: pricing-plans 15 */
import { Temporal } from 'temporal-polyfill'
import { planById } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { voiceOf } from '../letters.ts'
import { boundary, endDate } from '../rules/cycles.ts'
import { cardNoticeAt, lastsSixMonths } from '../rules/notices.ts'
import { nextPayment, scheduleOf, totalOf, type Order } from '../rules/order.ts'
import * as store from '../store/orders.ts'
import { cardOf } from './cards.ts'

type Notice = 'trial-ending' | 'plan-ending' | 'renewal-reminder' | 'card-expiring'
const hours = (n: number): Temporal.Duration => Temporal.Duration.from({ hours: n })
const reached = (at: Temporal.Instant, now: Temporal.Instant): boolean => Temporal.Instant.compare(at, now) <= 0

/** When a reminder of the order is due as things stand; undefined when there is none. */
async function dueAt(order: Order, notice: Notice, cardOnFile: ReturnType<typeof cardOf>): Promise<Temporal.Instant | undefined> {
  const schedule = scheduleOf(order)
  switch (notice) {
    case 'trial-ending':
      return order.trialDays > 3 && (order.cycleIndex ?? 0) === 0 && !order.autoRenewCanceled ? boundary(schedule, 0).subtract(hours(72)) : undefined
    case 'plan-ending': {
      const end = endDate(schedule)
      return end && end.epochMilliseconds - order.startAt.epochMilliseconds > 14 * 86_400_000 ? end.subtract(hours(168)) : undefined
    }
    case 'renewal-reminder': {
      const next = lastsSixMonths(order.snapshot.model) && (order.cycleIndex ?? 0) > 0 ? nextPayment(order) : undefined
      return next && /[1-9]/.test(next.amount) ? next.at.subtract(hours(168)) : undefined
    }
    case 'card-expiring': {
      const card = nextPayment(order) ? await cardOnFile() : undefined
      return card && cardNoticeAt(card, order.timeZone)
    }
  }
}

/** Puts off the reminders of an order that lie ahead. Calling it again, after dates moved, is fine: a date is kept once. */
export async function planNotices(ctx: Ctx, order: Order, cardOnFile = cardOf(ctx, order)): Promise<void> {
  for (const notice of ['trial-ending', 'plan-ending', 'renewal-reminder', 'card-expiring'] as const) {
    const at = await dueAt(order, notice, cardOnFile)
    if (at && !reached(at, ctx.now))
      ctx.later({ kind: 'orders.notice', key: `${notice}:${order.id}:${at.epochMilliseconds}`, data: { orderId: order.id, notice }, dueAt: at })
  }
}

/** Job: writes a reminder whose time has come; puts it off when the date has moved, drops it when it no longer applies. */
export async function remind(ctx: Ctx, { orderId, notice }: { orderId: string; notice: Notice }): Promise<void> {
  const order = await store.findOrder(ctx, { id: orderId })
  if (order?.status !== 'ACTIVE') return
  const cardOnFile = cardOf(ctx, order)
  const at = await dueAt(order, notice, cardOnFile)
  if (!at) return
  if (!reached(at, ctx.now)) return planNotices(ctx, order, cardOnFile)
  const { day, money, send } = await voiceOf(ctx, order)
  const schedule = scheduleOf(order)
  const link = `${ctx.origin}/account?tab=plans`
  switch (notice) {
    case 'trial-ending': {
      const mayCancel = (await planById(ctx, order.planId))?.buyerCanCancel
      return send(notice, {
        trialEndDate: day(boundary(schedule, 0)),
        firstPaymentAmount: money(totalOf(order, 1)),
        ...(mayCancel && { cancelLink: link }),
      })
    }
    case 'plan-ending': {
      const end = endDate(schedule)
      return send(notice, { endDate: day(end), buyAgainLink: `${ctx.origin}/plans` }, `${end?.epochMilliseconds ?? 0}`)
    }
    case 'renewal-reminder': {
      const next = nextPayment(order)
      return next && send(notice, { nextPaymentDate: day(next.at), nextPaymentAmount: money(next.amount) }, order.cycleIndex ?? 0)
    }
    case 'card-expiring': {
      const card = await cardOnFile()
      if (!card) return
      const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
      return send(notice, { cardLast4: card.last4, expiry, updateCardLink: link }, `${card.id}:${expiry}`)
    }
  }
}
