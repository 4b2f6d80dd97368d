/** Saving an order: the row, its events, and the monthly revenue that follows from its dates. Source: guide pricing-plans §14. */
import type { TransactionContext } from '#kit/api/context.ts'
import { orderEvent, type OrderEventSlug } from '../events.ts'
import { endDate } from '../rules/cycles.ts'
import { monthlyRevenuePeriods } from '../rules/insights.ts'
import { isRecurring, toSchedule, type Order } from '../rules/order.ts'
import { replaceMonthlyRevenue } from '../store/insights.ts'
import * as store from '../store/orders.ts'

/** Events that say that dates moved, and with them the monthly revenue of the order. */
const dateChangingEvents: ReadonlySet<OrderEventSlug> = new Set([
  'purchased',
  'start_date_changed',
  'paused',
  'resumed',
  'end_date_postponed',
  'auto_renew_canceled',
  'canceled',
  'ended',
])
/** Stores what a bought order is worth per month, for the owner's figures. */
export const recordMonthlyRevenue = async (ctx: TransactionContext, order: Order): Promise<void> => {
  if (!order.leftDraftAt || !isRecurring(order)) return
  const { memberId, planId, snapshot } = order
  const schedule = toSchedule(order)
  await replaceMonthlyRevenue(
    ctx,
    order.id,
    monthlyRevenuePeriods({ memberId, planId, currency: snapshot.currency, spans: snapshot.spans, schedule, endAt: endDate(schedule) ?? null }),
  )
}

/** Saves the order and emits what happened to it, in publishing order. */
export async function saveAndEmit(ctx: TransactionContext, order: Order, slugs: readonly OrderEventSlug[], cycleNumber?: number): Promise<void> {
  order.updatedAt = ctx.now
  await store.saveOrder(ctx, order)
  if (slugs.some((slug) => dateChangingEvents.has(slug))) await recordMonthlyRevenue(ctx, order)
  for (const slug of slugs) ctx.emit(orderEvent(order, slug, ctx.now, slug === 'cycle_started' ? cycleNumber : undefined))
}
