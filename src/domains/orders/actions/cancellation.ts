/** An order ends at once, or is not renewed. Every function works on a locked order. Source: guide pricing-plans §8. */
import type { TransactionContext } from '#kit/api/context.ts'
import { onPlanEnded } from '../hooks.ts'
import { orderMailer } from '../mailer.ts'
import { cycleIndexAt, endDate } from '../rules/cycles.ts'
import { toSchedule, type CancelCause, type Order } from '../rules/order.ts'
import { moveOrder, type CancelTime } from '../rules/states.ts'
import * as coupons from '../store/coupons.ts'
import * as payments from '../store/payments.ts'
import { expireCredits } from './cycle-credits.ts'
import { scheduleReminders } from './reminders.ts'
import { saveAndEmit } from './save.ts'

/** Ends the order at once. A running pause is closed; nothing is refunded automatically. */
export async function cancelNow(ctx: TransactionContext, order: Order, cause: CancelCause, effectiveAt: CancelTime = 'IMMEDIATELY'): Promise<void> {
  const wasDraft = order.status === 'DRAFT'
  order.pauses = order.pauses.map((pause) => (pause.to ? pause : { ...pause, to: ctx.now }))
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt }
  order.canceledAt = ctx.now
  moveOrder(order, wasDraft && cause === 'PAYMENT_SETUP_FAILURE' ? 'expire' : 'cancel')
  order.retryAt = order.graceEndAt = order.onHoldSince = null
  await payments.closeInvoices(ctx, order.id, cause === 'PAYMENT_FAILURE' ? 'giveUp' : 'void')
  await expireCredits(ctx, order)
  if (wasDraft) await coupons.releaseUse(ctx, order.id)
  await saveAndEmit(ctx, order, wasDraft ? ['canceled', 'updated'] : ['canceled', 'ended', 'updated'])
  if (!wasDraft) await onPlanEnded.call(ctx, { orderId: order.id })
}

/** Lets the order run to the end of its cycle and no further (rows 15, 30, 32, 34, 35). */
export async function stopRenewal(ctx: TransactionContext, order: Order, cause: CancelCause): Promise<void> {
  order.cancelAfterCycle = cycleIndexAt(toSchedule(order), ctx.now)
  order.autoRenewCanceled = true
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt: 'NEXT_PAYMENT_DATE' }
  await saveAndEmit(ctx, order, ['auto_renew_canceled', 'updated'])
  await scheduleReminders(ctx, order)
  const { day, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  const end = endDate(toSchedule(order))
  emailBuyer('renewal-canceled', { endDate: day(end) }, ctx.now.toString())
  if (cause === 'MEMBER_ACTION') emailOwners('member-canceled', { endDate: owner.day(end) }, ctx.now.toString())
}
