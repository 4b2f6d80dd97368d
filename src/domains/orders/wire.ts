import { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import { wireTime } from '#kit/pure/wire-time.ts'
import type { Order as OrderSchema } from './contract.ts'
import { currentCycle, cyclesUntil, earliestEndDate, endDate, type Cycle } from './rules/cycles.ts'
import { isRecurring, scheduleOf, statusOf, type Order } from './rules/order.ts'

export const iso = wireTime
const cycle = ({ index, start, end }: Cycle) => ({ index, startedDate: iso(start), ...(end && { endedDate: iso(end) }) })

/** The order at an instant: everything time decides is computed, so that a reader never sees yesterday's status. `cycles` on single reads and with FULL. */
export function toOrder(order: Order, now: Temporal.Instant, withCycles = false): Static<typeof OrderSchema> {
  const { snapshot } = order
  const schedule = scheduleOf(order)
  const status = statusOf(order, now)
  const end = endDate(schedule)
  const earliest = earliestEndDate(schedule)
  const running = status === 'ACTIVE' || status === 'PAUSED' ? currentCycle(schedule, now) : undefined
  return {
    id: order.id,
    planId: order.planId,
    subscriptionId: order.subscriptionId,
    ...(order.payOrderId && { wixPayOrderId: order.payOrderId }),
    buyer: { memberId: order.memberId, contactId: order.contactId },
    pricing: { ...snapshot.model, prices: snapshot.spans },
    type: order.type,
    ...(order.method && { orderMethod: order.method }),
    status,
    ...(isRecurring(order) && { autoRenewCanceled: order.autoRenewCanceled }),
    ...(status === 'CANCELED' &&
      order.cancellation && {
        cancellation: { requestedDate: iso(order.cancellation.requestedAt), cause: order.cancellation.cause, effectiveAt: order.cancellation.effectiveAt },
      }),
    lastPaymentStatus: order.payment,
    startDate: iso(order.startAt),
    ...(end && { endDate: iso(end) }),
    pausePeriods: order.pauses.map((pause) => ({
      status: pause.to ? 'ENDED' : 'ACTIVE',
      pauseDate: iso(pause.from),
      ...(pause.to && { resumeDate: iso(pause.to) }),
    })),
    ...(order.trialDays > 0 && { freeTrialDays: order.trialDays }),
    ...(earliest && { earliestEndDate: iso(earliest) }),
    ...(running && { currentCycle: cycle(running) }),
    ...(withCycles &&
      order.leftDraftAt && {
        cycles: cyclesUntil(schedule, end && Temporal.Instant.compare(end, now) < 0 ? end.subtract({ milliseconds: 1 }) : now).map(cycle),
      }),
    planName: snapshot.planName,
    planDescription: snapshot.planDescription,
    planPrice: snapshot.planPrice,
    createdDate: iso(order.createdAt),
    updatedDate: iso(order.updatedAt),
  }
}
