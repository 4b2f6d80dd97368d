/** When cycles of an order begin and end, and what its status is at an instant. No clock, no database. Source: guide pricing-plans §7. */
import { Temporal } from 'temporal-polyfill'

export type PeriodUnit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
export type Model =
  | { kind: 'recurring'; unit: PeriodUnit; count: number; cycleCount: number }
  | { kind: 'duration'; unit: PeriodUnit; count: number }
  | { kind: 'unlimited' }

export interface Pause {
  from: Temporal.Instant
  to?: Temporal.Instant | undefined
}

/** The owner moved the end: to where, when, and which cycle was the last one then. */
export interface MovedEnd {
  to: Temporal.Instant
  at: Temporal.Instant
  cycle: number
  /** The order went on renewing: the moved end is where the next cycle begins. */
  isFollowed?: boolean | undefined
  /** The one before it that cycles follow: it keeps the dates of the cycles in between. */
  before?: MovedEnd | undefined
}

/** Everything about an order that decides its dates. */
export interface Schedule {
  start: Temporal.Instant
  timeZone: string
  model: Model
  trialDays: number
  pauses: readonly Pause[]
  postponed?: MovedEnd | undefined
  /** Set when renewal was cancelled: the last cycle that will run. */
  cancelAfterCycle?: number | undefined
  /** Set when the order was cancelled at once. */
  canceledAt?: Temporal.Instant | undefined
}

export type TimedStatus = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'ENDED' | 'CANCELED'
export interface Cycle {
  index: number
  start: Temporal.Instant
  end?: Temporal.Instant | undefined
}

const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) < 0
const isAtOrBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) <= 0
const units = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' } as const

/** Counted from the anchor and never from the boundary before it, so that a short month does not shorten the following ones (7.2, rules 1 to 4). */
function nominalBoundary(s: Schedule, k: number): Temporal.Instant {
  if (k === 0 && s.trialDays === 0) return s.start
  return addCycles(s, s.start.toZonedDateTimeISO(s.timeZone).toPlainDateTime().add({ days: s.trialDays }), k)
}
function addCycles(s: Schedule, anchor: Temporal.PlainDateTime, count: number): Temporal.Instant {
  const wall = s.model.kind === 'unlimited' ? anchor : anchor.add({ [units[s.model.unit]]: count * s.model.count })
  return wall.toZonedDateTime(s.timeZone, { disambiguation: 'compatible' }).toInstant()
}

/** Moves an instant by every closed pause that started before it; a pause that starts on it belongs to what follows (rule 6). */
export function shiftByPauses(at: Temporal.Instant, pauses: readonly Pause[]): Temporal.Instant {
  let moved = at
  for (const pause of [...pauses].sort((a, b) => Temporal.Instant.compare(a.from, b.from))) {
    if (pause.to && isBefore(pause.from, moved)) moved = moved.add({ milliseconds: pause.to.epochMilliseconds - pause.from.epochMilliseconds })
  }
  return moved
}

/** How long a dispute alone kept the tries of a payment from going on, in milliseconds: a pause moves them by itself, an open one once it ends. */
export function calculateHoldLength(since: Temporal.Instant, until: Temporal.Instant, pauses: readonly Pause[]): number {
  const [from, to] = [since.epochMilliseconds, until.epochMilliseconds]
  const paused = pauses.reduce((sum, pause) => {
    const end = Math.min(to, pause.to?.epochMilliseconds ?? to)
    return sum + Math.max(0, end - Math.max(from, pause.from.epochMilliseconds))
  }, 0)
  return to - from - paused
}

/** A moved end moves on with the pauses that start after it was moved; those before are in it already (rule 9). */
const shiftMovedEnd = (s: Schedule, at: Temporal.Instant, moved: MovedEnd): Temporal.Instant =>
  shiftByPauses(
    at,
    s.pauses.filter((p) => isAtOrBefore(moved.at, p.from)),
  )

/** End of the trial (k = 0, with a trial) or of cycle k, before any cancellation and any postponement that no cycle follows. */
export function boundary(s: Schedule, k: number): Temporal.Instant {
  let moved = s.postponed
  while (moved && !(moved.isFollowed && moved.cycle <= k)) moved = moved.before
  if (!moved) return shiftByPauses(nominalBoundary(s, k), s.pauses)
  const nominal = k === moved.cycle ? moved.to : addCycles(s, moved.to.toZonedDateTimeISO(s.timeZone).toPlainDateTime(), k - moved.cycle)
  return shiftMovedEnd(s, nominal, moved)
}

/** Number of the last paid cycle the plan provides; undefined when it runs until cancelled. */
export function naturalLastCycle(model: Model): number | undefined {
  switch (model.kind) {
    case 'recurring':
      return model.cycleCount > 0 ? model.cycleCount : undefined
    case 'duration':
      return 1
    case 'unlimited':
      return undefined
  }
}

const firstCycle = (s: Schedule): number => (s.trialDays > 0 ? 0 : 1)

/** The last cycle that will run, as things stand. */
export const lastCycle = (s: Schedule): number | undefined => s.cancelAfterCycle ?? naturalLastCycle(s.model)

/** Moves the end of what is now the last cycle. */
export const moveEnd = (s: Schedule, to: Temporal.Instant, at: Temporal.Instant): MovedEnd => ({
  to,
  at,
  cycle: lastCycle(s) ?? 1,
  ...(s.postponed?.isFollowed ? { before: s.postponed } : s.postponed?.before && { before: s.postponed.before }),
})

/** What a moved end becomes when the renewal is taken up again: the days were given, so the cycle keeps them and the next one begins after them (rule 9). */
export const followMovedEnd = ({ model, postponed, cancelAfterCycle }: Schedule): MovedEnd | undefined =>
  postponed && postponed.cycle === cancelAfterCycle && postponed.cycle !== naturalLastCycle(model) ? { ...postponed, isFollowed: true } : postponed

/** The end that the plan alone gives; undefined when it runs until cancelled. */
export function earliestEndDate(s: Schedule): Temporal.Instant | undefined {
  const last = naturalLastCycle(s.model)
  return last === undefined ? undefined : boundary(s, last)
}

/** End by plan, postponement or cancelled renewal, without an immediate cancellation. */
function calculatePlannedEnd(s: Schedule): Temporal.Instant | undefined {
  const last = lastCycle(s)
  if (last === undefined) return undefined
  const { postponed } = s
  // A renewal cancelled earlier than the postponed cycle ends the order at that earlier cycle.
  return postponed && postponed.cycle === last ? shiftMovedEnd(s, postponed.to, postponed) : boundary(s, last)
}

/** When the order ends, as things stand; undefined when it runs until cancelled. */
export const endDate = (s: Schedule): Temporal.Instant | undefined => s.canceledAt ?? calculatePlannedEnd(s)

/** A cycle by its number, from 1; 0 is the trial. */
export function cycleAt(s: Schedule, index: number): Cycle {
  const start = index === 0 || (index === 1 && s.trialDays === 0) ? s.start : boundary(s, index - 1)
  const end = s.model.kind === 'unlimited' ? undefined : index === lastCycle(s) ? calculatePlannedEnd(s) : boundary(s, index)
  return { index, start, end: s.canceledAt && end && isBefore(s.canceledAt, end) ? s.canceledAt : (end ?? s.canceledAt) }
}

const openPause = (s: Schedule): Pause | undefined => s.pauses.find((p) => !p.to)

/** The cycle that contains the instant: the first one before the start, the one of the open pause while paused, the last one after the end. */
export function cycleIndexAt(s: Schedule, at: Temporal.Instant): number {
  const pause = openPause(s)
  const t = pause && isBefore(pause.from, at) ? pause.from : at
  const first = firstCycle(s)
  if (s.model.kind !== 'recurring') return first
  const last = lastCycle(s)
  const endsAfter = (k: number) => k === last || isBefore(t, boundary(s, k))
  let low = first
  let step = 1
  while (!endsAfter(low + step) && (last === undefined || low + step < last)) {
    low += step
    step *= 2
  }
  if (endsAfter(low)) return low
  let high = last === undefined ? low + step : Math.min(low + step, last)
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (endsAfter(middle)) high = middle
    else low = middle
  }
  return high
}

/** The status that the dates give at an instant. */
export function statusAt(s: Schedule, at: Temporal.Instant): TimedStatus {
  if (s.canceledAt && isAtOrBefore(s.canceledAt, at)) return 'CANCELED'
  if (isBefore(at, s.start)) return 'PENDING'
  // While a pause is open nothing moves and nothing ends (rule 7, transition 28).
  if (openPause(s)) return 'PAUSED'
  const end = calculatePlannedEnd(s)
  if (end && isAtOrBefore(end, at)) return s.cancelAfterCycle === undefined ? 'ENDED' : 'CANCELED'
  return 'ACTIVE'
}

/** The running cycle; undefined before the start and after the end. */
export function currentCycle(s: Schedule, at: Temporal.Instant): Cycle | undefined {
  const status = statusAt(s, at)
  return status === 'ACTIVE' || status === 'PAUSED' ? cycleAt(s, cycleIndexAt(s, at)) : undefined
}

/** All cycles up to the one that contains the instant; none before the start. */
export function cyclesUntil(s: Schedule, at: Temporal.Instant): Cycle[] {
  if (isBefore(at, s.start)) return []
  const t = s.canceledAt && isBefore(s.canceledAt, at) ? s.canceledAt : at
  const first = firstCycle(s)
  const last = cycleIndexAt(s, t)
  return Array.from({ length: last - first + 1 }, (_, i) => cycleAt(s, first + i))
}
