/** Whether what an order keeps for lists and schedules is what the rules say. Source: guide pricing-plans §17. */
import { Temporal } from 'temporal-polyfill'
import { endDate } from './cycles.ts'
import { nextDue, toSchedule, calculateStatus, type Order } from './order.ts'

export interface Finding {
  /** What does not fit, in words for the owner. */
  what: string
  orderId?: string | undefined
  invoiceId?: string | undefined
}
export interface DerivedColumns {
  endAt: Temporal.Instant | null
  nextDueAt: Temporal.Instant | null
}
const isSameInstant = (a: Temporal.Instant | null | undefined, b: Temporal.Instant | null | undefined): boolean => (a && b ? a.equals(b) : !a && !b)
const formatInstant = (at: Temporal.Instant | null | undefined): string => at?.toString({ smallestUnit: 'minute' }) ?? 'none'

/** Status, end and next due of the row against the schedule. What is due at this very moment is not compared: the engine is on its way. */
export function findDerivedMismatches(order: Order, { endAt, nextDueAt }: DerivedColumns, now: Temporal.Instant): Finding[] {
  const found: Finding[] = []
  const [end, due] = [endDate(toSchedule(order)), nextDue(order)]
  if (!isSameInstant(endAt, end))
    found.push({ orderId: order.id, what: `The end is noted as ${formatInstant(endAt)}; by its dates it is ${formatInstant(end)}.` })
  if (!isSameInstant(nextDueAt, due))
    found.push({ orderId: order.id, what: `The next work is noted as ${formatInstant(nextDueAt)}; by its dates it is ${formatInstant(due)}.` })
  const isDue = due !== null && Temporal.Instant.compare(due, now) <= 0
  const status = calculateStatus(order, now)
  if (!isDue && status !== order.status) found.push({ orderId: order.id, what: `The status is noted as ${order.status}; by its dates it is ${status}.` })
  return found
}
