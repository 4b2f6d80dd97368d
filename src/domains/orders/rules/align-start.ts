/** Where a subscription that another system began must start so that its next payment falls on the day that it had there. */
import { Temporal } from 'temporal-polyfill'
import { boundary, cycleIndexAt, type Model, type PeriodUnit, type Schedule } from './cycles.ts'

const units: Readonly<Record<PeriodUnit, 'days' | 'weeks' | 'months' | 'years'>> = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' }
/** The anchor of a month may only be found in a longer one: from 31 March back over February to 31 January. */
const MAX_CYCLES_BACK = 48

/**
 * The start from which `nextPaymentAt` is the end of a cycle. The start that was given stays when its own cycles meet that day; otherwise it is
 * the first one after it (a pause moved the days), or else the one that lies fewest cycles back. Undefined when no cycle can end on that day.
 */
export function alignStart(
  { model, timeZone }: { model: Model; timeZone: string },
  { start, nextPaymentAt }: { start: Temporal.Instant; nextPaymentAt: Temporal.Instant },
): { start: Temporal.Instant; cyclesBefore: number } | undefined {
  if (model.kind !== 'recurring' || Temporal.Instant.compare(nextPaymentAt, start) <= 0) return undefined
  const toDay = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  const scheduleFrom = (from: Temporal.Instant): Schedule => ({ start: from, timeZone, model: { ...model, cycleCount: 0 }, trialDays: 0, pauses: [] })
  const meets = (from: Temporal.Instant, cycles: number) => toDay(boundary(scheduleFrom(from), cycles)).equals(toDay(nextPaymentAt))
  // A day before and after: the given start may stand at another time of the day.
  const elapsed = cycleIndexAt(scheduleFrom(start), nextPaymentAt.subtract({ hours: 24 }))
  const near = [elapsed, elapsed + 1].find((cycles) => meets(start, cycles))
  if (near !== undefined) return { start, cyclesBefore: near }
  const back = (cycles: number): Temporal.Instant =>
    nextPaymentAt
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .subtract({ [units[model.unit]]: cycles * model.count })
      .toZonedDateTime(timeZone)
      .toInstant()
  const isAfterStart = (cycles: number) => cycles >= 1 && Temporal.Instant.compare(back(cycles), start) >= 0
  const candidates = [...[elapsed + 1, elapsed, elapsed - 1].filter(isAfterStart), ...Array.from({ length: MAX_CYCLES_BACK }, (_, n) => n + 1)]
  const cycles = candidates.find((one) => meets(back(one), one))
  return cycles === undefined ? undefined : { start: back(cycles), cyclesBefore: cycles }
}
