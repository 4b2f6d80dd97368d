import { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { Coupon as CouponSchema, Order as OrderSchema } from './contract.ts'
import { toSpecification, type Coupon as CouponRecord } from './rules/coupon.ts'
import { currentCycle, cyclesUntil, earliestEndDate, endDate, type Cycle } from './rules/cycles.ts'
import type { Invoice } from './store/payments.ts'
import { isRecurring, toSchedule, calculateStatus, type Order } from './rules/order.ts'

export const iso = toWireTime
const cycle = ({ index, start, end }: Cycle) => ({ index, startedDate: iso(start), ...(end && { endedDate: iso(end) }) })

export interface OrderWireOptions {
  /** On single reads and with FULL. */
  cycles?: boolean
  /** A preview has the first cycle although nothing is bought yet. Source: guide pricing-plans §6.6. */
  asIfBought?: boolean
  /** The answers at checkout, with FULL only. */
  submissionData?: Record<string, unknown> | undefined
}

const cancellationToWire = ({ requestedAt, cause, effectiveAt }: NonNullable<Order['cancellation']>) => ({
  requestedDate: iso(requestedAt),
  cause,
  effectiveAt,
})
const pauseToWire = ({ from, to }: Order['pauses'][number]) => ({
  status: to ? ('ENDED' as const) : ('ACTIVE' as const),
  pauseDate: iso(from),
  ...(to && { resumeDate: iso(to) }),
})

/** The cycles until now; those of an order that is over until its end. */
function listCycles(order: Order, now: Temporal.Instant) {
  const schedule = toSchedule(order)
  const end = endDate(schedule)
  return cyclesUntil(schedule, end && Temporal.Instant.compare(end, now) < 0 ? end.subtract({ milliseconds: 1 }) : now).map(cycle)
}

/** The form of the checkout, with its answers when they are asked for. */
const formToWire = ({ snapshot: { formId }, submissionId }: Order, submissionData: OrderWireOptions['submissionData']) =>
  formId && submissionId ? { formData: { formId, submissionId, ...(submissionData && { submissionData }) } } : {}

/** The order at an instant: everything time decides is computed, so that a reader never sees yesterday's status. */
export function toOrder(order: Order, now: Temporal.Instant, options: OrderWireOptions = {}): Static<typeof OrderSchema> {
  const { snapshot } = order
  const schedule = toSchedule(order)
  const status = calculateStatus(order, now)
  const end = endDate(schedule)
  const earliest = earliestEndDate(schedule)
  const running = status === 'ACTIVE' || status === 'PAUSED' || options.asIfBought ? currentCycle(schedule, now) : undefined
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
    ...(status === 'CANCELED' && order.cancellation && { cancellation: cancellationToWire(order.cancellation) }),
    lastPaymentStatus: order.payment,
    startDate: iso(order.startAt),
    ...(end && { endDate: iso(end) }),
    pausePeriods: order.pauses.map(pauseToWire),
    ...(order.trialDays > 0 && { freeTrialDays: order.trialDays }),
    ...(earliest && { earliestEndDate: iso(earliest) }),
    ...(running && { currentCycle: cycle(running) }),
    ...(options.cycles && order.leftDraftAt && { cycles: listCycles(order, now) }),
    planName: snapshot.planName,
    planDescription: snapshot.planDescription,
    planPrice: snapshot.planPrice,
    createdDate: iso(order.createdAt),
    updatedDate: iso(order.updatedAt),
    ...formToWire(order, options.submissionData),
  }
}

/** A coupon as the public coupon calls show it. Amounts are numbers and times are milliseconds in text there. */
export const toCoupon = (coupon: CouponRecord, uses: number, now: Temporal.Instant): Static<typeof CouponSchema> => ({
  id: coupon.id,
  specification: toSpecification(coupon) as Static<typeof CouponSchema>['specification'],
  dateCreated: String(coupon.createdAt.epochMilliseconds),
  expired: coupon.expiresAt !== null && Temporal.Instant.compare(coupon.expiresAt, now) <= 0,
  numberOfUsages: uses,
})

export const toInvoice = (invoice: Invoice) => ({
  id: invoice.id,
  ...(invoice.number !== null && { number: invoice.number }),
  cycleIndex: invoice.cycleIndex,
  amount: invoice.amount,
  currency: invoice.currency,
  dueDate: iso(invoice.dueAt),
  state: invoice.state,
  ...(invoice.paidAt && { paidDate: iso(invoice.paidAt) }),
  ...(invoice.paidBy && { paidBy: invoice.paidBy }),
  refunded: invoice.refunded,
})
