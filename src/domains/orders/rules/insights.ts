/**
 * Recurring revenue: what orders are worth per month, how that moves from month to month, who stays and who leaves.
 * Currencies are never added together.
 *
 * decision: an order is worth, per month, the price of its running cycle without tax and fees, from the end of its trial to its
 * end, not while it is paused; in payment grace it still counts, offline orders count. Weeks and days are stretched to a month
 * of 30.4375 days. Movements count members, not orders: a member who changes to a bigger plan expands.
 */
import { Temporal } from 'temporal-polyfill'
import { divideHalfUp, toMinor } from '#kit/pure/money.ts'
import { boundary, cycleAt, type PeriodUnit, type Schedule } from './cycles.ts'
import type { PriceSpan } from './price.ts'

/** A bought order as far as its worth goes. `endAt` is the end it reached or will reach. */
export interface RevenueOrder {
  memberId: string
  planId: string
  currency: string
  schedule: Schedule
  spans: readonly PriceSpan[]
  endAt: Temporal.Instant | null
}
/** A period, half open in epoch milliseconds, in which an order is worth the same per month, in minor units. */
export interface RevenuePeriod {
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

/** The revenue of an order over time: from the end of the trial, a new span where its price changes, gaps where it was paused. */
export function monthlyRevenuePeriods(order: RevenueOrder): RevenuePeriod[] {
  const { schedule, currency, spans } = order
  const { model } = schedule
  if (model.kind !== 'recurring') return []
  const end = order.endAt?.epochMilliseconds ?? Infinity
  const starts = spans.map(({ duration }, at) =>
    at === 0
      ? (schedule.trialDays > 0 ? boundary(schedule, 0) : schedule.start).epochMilliseconds
      : cycleAt(schedule, duration.cycleFrom).start.epochMilliseconds,
  )
  const periods = spans.flatMap(({ price }, at): RevenuePeriod[] => {
    const net = toMinor(price.subtotal, currency) - toMinor(price.discount, currency)
    const from = starts[at] ?? Infinity
    const to = Math.min(starts[at + 1] ?? Infinity, end)
    const value = perMonth(net, model.unit, model.count)
    return from < to && value > 0n ? [{ memberId: order.memberId, planId: order.planId, currency, from, to, perMonth: value }] : []
  })
  return schedule.pauses.reduce((left, pause) => excludePause(left, pause.from.epochMilliseconds, pause.to?.epochMilliseconds ?? Infinity), periods)
}
const excludePause = (periods: readonly RevenuePeriod[], from: number, to: number): RevenuePeriod[] =>
  periods.flatMap((one) => [
    ...(one.from < Math.min(one.to, from) ? [{ ...one, to: Math.min(one.to, from) }] : []),
    ...(Math.max(one.from, to) < one.to ? [{ ...one, from: Math.max(one.from, to) }] : []),
  ])

export interface Month {
  /** YYYY-MM in the time zone of the site. */
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
  const toEpochStart = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return Array.from({ length: count }, (_, i) => {
    const date = first.subtract({ months: count - 1 - i })
    const isOpen = i === count - 1
    return {
      month: date.toString().slice(0, 7),
      from: toEpochStart(date),
      to: isOpen ? now.epochMilliseconds + 1 : toEpochStart(date.add({ months: 1 })),
      isOpen,
    }
  })
}

/**
 * People who stood alike: what each was worth per month just before every bound, and after how many bounds they first paid.
 * The bounds are the beginning of the first month and the end of each; an order that starts or ends exactly on one belongs to what
 * follows it.
 */
export interface RetentionGroup {
  /** 0: before the first month; k: within month k of the list. */
  began: number
  values: readonly bigint[]
  people: number
}
/** The beginning of the first month and the end of each, in epoch milliseconds. */
export const monthBounds = (months: readonly Month[]): number[] => [...months.slice(0, 1).map(({ from }) => from), ...months.map(({ to }) => to)]

export interface Movement {
  month: string
  isOpen: boolean
  /** Minor units per month: start + fresh + returned + expansion − contraction − churned = end. */
  start: bigint
  added: bigint
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
/** How the recurring revenue of one currency moved in each month. */
export const revenueMovements = (groups: readonly RetentionGroup[], months: readonly Month[]): Movement[] =>
  months.map(({ month, isOpen }, at) => {
    const sum: Movement = {
      month,
      isOpen,
      start: 0n,
      added: 0n,
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
    for (const { began, values, people } of groups) {
      const count = BigInt(people)
      const before = values[at] ?? 0n
      const after = values[at + 1] ?? 0n
      sum.start += before * count
      sum.end += after * count
      if (before > 0n) sum.membersStart += people
      if (after > 0n) sum.membersEnd += people
      if (before === 0n && after > 0n) {
        sum.gained += people
        if (began <= at) sum.returned += after * count
        else sum.added += after * count
      } else if (before > 0n && after === 0n) {
        sum.lost += people
        sum.churned += before * count
      } else if (after > before) sum.expansion += (after - before) * count
      else sum.contraction += (before - after) * count
    }
    return sum
  })

export interface Cohort {
  month: string
  /** People whose first paid time began in the month. */
  size: number
  /** How many of them still paid at the end of that month, of the next one, and so on; the running month so far. */
  kept: number[]
}
/** Retention by the month of the first payment, in all currencies. Months without a first payment are left out. */
export const retentionCohorts = (groups: readonly RetentionGroup[], months: readonly Month[]): Cohort[] =>
  months.flatMap(({ month }, at) => {
    const started = groups.filter(({ began }) => began === at + 1)
    if (started.length === 0) return []
    const count = (which: readonly RetentionGroup[]) => which.reduce((all, { people }) => all + people, 0)
    return [
      { month, size: count(started), kept: months.slice(at).map((_, later) => count(started.filter(({ values }) => (values[at + later + 1] ?? 0n) > 0n))) },
    ]
  })

/** Trials that began in one month and stand alike now. */
export interface TrialGroup {
  /** Place in the list of months. */
  month: number
  /** The order is over now, and was over when the trial ended. */
  isOver: boolean
  hasLeftInTrial: boolean
  /** The trial goes on. */
  isRunning: boolean
  /** The first cycle after the trial was paid, costs nothing, or is paid outside. */
  isPaid: boolean
  count: number
}
export type TrialOutcome = 'RUNNING' | 'CONVERTED' | 'LEFT' | 'UNDECIDED'
/** What became of a trial; undecided while the first payment is being tried. */
export function trialOutcome({ isOver, hasLeftInTrial, isRunning, isPaid }: Omit<TrialGroup, 'month' | 'count'>): TrialOutcome {
  if (isOver && hasLeftInTrial) return 'LEFT'
  if (isRunning) return 'RUNNING'
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
export const trialMonths = (trials: readonly TrialGroup[], months: readonly Month[]): TrialMonth[] =>
  months.map(({ month }, at) => {
    const own = trials.filter((one) => one.month === at)
    const count = (which: readonly TrialGroup[]) => which.reduce((all, one) => all + one.count, 0)
    const of = (outcome: TrialOutcome) => count(own.filter((one) => trialOutcome(one) === outcome))
    return { month, started: count(own), running: of('RUNNING'), converted: of('CONVERTED'), left: of('LEFT'), undecided: of('UNDECIDED') }
  })
