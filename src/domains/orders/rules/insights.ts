/**
 * Recurring revenue: what orders are worth per month, how that moves from month to month, who stays and who leaves.
 * Currencies are never added together.
 *
 * decision: an order is worth, per month, the price of its running cycle without tax and fees, from the end of its trial to its
 * end, not while it is paused; in payment grace it still counts, offline orders count. Weeks and days are stretched to a month
 * of 30.4375 days. What moves is the member, not the order: somebody who changes to a bigger plan expands.
 */
import { Temporal } from 'temporal-polyfill'
import { divideHalfUp, toMinor } from '#kit/pure/money.ts'
import { boundary, cycleAt, type PeriodUnit, type Schedule } from './cycles.ts'
import type { PriceSpan } from './price.ts'

/** A bought order as far as its worth goes. `endAt` is the end it reached or will reach. */
export interface Sold {
  memberId: string
  planId: string
  currency: string
  schedule: Schedule
  spans: readonly PriceSpan[]
  endAt: Temporal.Instant | null
}
/** A stretch of time, half open in epoch milliseconds, in which an order is worth the same per month, in minor units. */
export interface Worth {
  memberId: string
  planId: string
  currency: string
  from: number
  to: number
  perMonth: bigint
}

/** An amount per cycle as an amount per month. */
export function perMonth(amount: bigint, unit: PeriodUnit, count: number): bigint {
  switch (unit) {
    case 'YEAR':
      return divideHalfUp(amount, 12n * BigInt(count))
    case 'MONTH':
      return divideHalfUp(amount, BigInt(count))
    case 'WEEK':
      return divideHalfUp(amount * 487n, 112n * BigInt(count))
    case 'DAY':
      return divideHalfUp(amount * 487n, 16n * BigInt(count))
  }
}

/** When an order is worth what: from the end of the trial, anew where its price changes, with holes where it was paused. */
export function worthOf(order: Sold): Worth[] {
  const { schedule, currency, spans } = order
  const { model } = schedule
  if (model.kind !== 'recurring') return []
  const end = order.endAt?.epochMilliseconds ?? Infinity
  const starts = spans.map(({ duration }, at) =>
    at === 0
      ? (schedule.trialDays > 0 ? boundary(schedule, 0) : schedule.start).epochMilliseconds
      : cycleAt(schedule, duration.cycleFrom).start.epochMilliseconds,
  )
  const worth = spans.flatMap(({ price }, at): Worth[] => {
    const net = toMinor(price.subtotal, currency) - toMinor(price.discount, currency)
    const from = starts[at] ?? Infinity
    const to = Math.min(starts[at + 1] ?? Infinity, end)
    const value = perMonth(net, model.unit, model.count)
    return from < to && value > 0n ? [{ memberId: order.memberId, planId: order.planId, currency, from, to, perMonth: value }] : []
  })
  return schedule.pauses.reduce((left, pause) => withoutPause(left, pause.from.epochMilliseconds, pause.to?.epochMilliseconds ?? Infinity), worth)
}
const withoutPause = (worth: readonly Worth[], from: number, to: number): Worth[] =>
  worth.flatMap((one) => [
    ...(one.from < Math.min(one.to, from) ? [{ ...one, to: Math.min(one.to, from) }] : []),
    ...(Math.max(one.from, to) < one.to ? [{ ...one, from: Math.max(one.from, to) }] : []),
  ])

export interface Month {
  /** YYYY-MM on the wall of the site. */
  month: string
  from: number
  /** The end of the month; of the running one the next millisecond. */
  to: number
  /** Still running: its figures are so far. */
  isOpen: boolean
}
/** The last `count` months up to the one of `now`, the oldest first. */
export function lastMonths(now: Temporal.Instant, timeZone: string, count: number): Month[] {
  const first = now.toZonedDateTimeISO(timeZone).toPlainDate().with({ day: 1 })
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return Array.from({ length: count }, (_, i) => {
    const date = first.subtract({ months: count - 1 - i })
    const isOpen = i === count - 1
    return { month: date.toString().slice(0, 7), from: startOf(date), to: isOpen ? now.epochMilliseconds + 1 : startOf(date.add({ months: 1 })), isOpen }
  })
}

/** What holds just before an instant: an order that starts or ends exactly on it belongs to what follows. */
const holds = (worth: Worth, at: number): boolean => worth.from < at && worth.to >= at
const valueAt = (worth: readonly Worth[], at: number): bigint => worth.reduce((sum, one) => (holds(one, at) ? sum + one.perMonth : sum), 0n)

export interface Movement {
  month: string
  isOpen: boolean
  /** Minor units per month: start + fresh + returned + expansion − contraction − churned = end. */
  start: bigint
  fresh: bigint
  returned: bigint
  expansion: bigint
  contraction: bigint
  churned: bigint
  end: bigint
  /** People: membersStart + gained − lost = membersEnd. */
  membersStart: number
  gained: number
  lost: number
  membersEnd: number
}
const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** How the recurring revenue of one currency moved in each month. */
export function movements(worth: readonly Worth[], months: readonly Month[]): Movement[] {
  const members = [...groupBy(worth, (one) => one.memberId).values()]
  return months.map(({ month, from, to, isOpen }) => {
    const sum: Movement = {
      month,
      isOpen,
      start: 0n,
      fresh: 0n,
      returned: 0n,
      expansion: 0n,
      contraction: 0n,
      churned: 0n,
      end: 0n,
      membersStart: 0,
      gained: 0,
      lost: 0,
      membersEnd: 0,
    }
    for (const own of members) {
      const before = valueAt(own, from)
      const after = valueAt(own, to)
      sum.start += before
      sum.end += after
      if (before > 0n) sum.membersStart += 1
      if (after > 0n) sum.membersEnd += 1
      if (before === 0n && after > 0n) {
        sum.gained += 1
        if (own.some((one) => one.from < from)) sum.returned += after
        else sum.fresh += after
      } else if (before > 0n && after === 0n) {
        sum.lost += 1
        sum.churned += before
      } else if (after > before) sum.expansion += after - before
      else sum.contraction += before - after
    }
    return sum
  })
}

export interface Cohort {
  month: string
  /** People whose first paid time began in the month. */
  size: number
  /** How many of them still paid at the end of that month, of the next one, and so on; the running month so far. */
  kept: number[]
}
/** Who stays, by the month in which people began to pay, whatever the currency. Months in which nobody began are left out. */
export function cohorts(worth: readonly Worth[], months: readonly Month[]): Cohort[] {
  const members = [...groupBy(worth, (one) => one.memberId).values()].map((own) => ({ own, began: Math.min(...own.map((one) => one.from)) }))
  return months.flatMap(({ month, from, to }, at) => {
    const started = members.filter(({ began }) => began >= from && began < to)
    if (started.length === 0) return []
    return [{ month, size: started.length, kept: months.slice(at).map((end) => started.filter(({ own }) => valueAt(own, end.to) > 0n).length) }]
  })
}

export interface Trial {
  startAt: Temporal.Instant
  trialEndAt: Temporal.Instant
  endAt: Temporal.Instant | null
  /** The first cycle after the trial was paid, costs nothing, or is paid outside. */
  isPaid: boolean
}
export type TrialOutcome = 'RUNNING' | 'CONVERTED' | 'LEFT' | 'UNDECIDED'
/** What became of a trial; undecided while the first payment is being tried. */
export function trialOutcome({ trialEndAt, endAt, isPaid }: Trial, now: Temporal.Instant): TrialOutcome {
  const isOver = endAt !== null && Temporal.Instant.compare(endAt, now) <= 0
  if (isOver && Temporal.Instant.compare(endAt, trialEndAt) <= 0) return 'LEFT'
  if (Temporal.Instant.compare(now, trialEndAt) < 0) return 'RUNNING'
  if (isPaid) return 'CONVERTED'
  return isOver ? 'LEFT' : 'UNDECIDED'
}
export interface TrialMonth {
  month: string
  started: number
  running: number
  converted: number
  left: number
  undecided: number
}
/** Trials by the month in which they began. */
export function trialMonths(trials: readonly Trial[], months: readonly Month[], now: Temporal.Instant): TrialMonth[] {
  return months.map(({ month, from, to }) => {
    const outcomes = trials
      .filter(({ startAt }) => startAt.epochMilliseconds >= from && startAt.epochMilliseconds < to)
      .map((trial) => trialOutcome(trial, now))
    const count = (outcome: TrialOutcome) => outcomes.filter((one) => one === outcome).length
    return { month, started: outcomes.length, running: count('RUNNING'), converted: count('CONVERTED'), left: count('LEFT'), undecided: count('UNDECIDED') }
  })
}
