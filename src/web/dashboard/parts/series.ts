/** From the form of a class to weekly series for the API: one per weekday, each starting on its own first date. */
import { Temporal } from 'temporal-polyfill'
import { weekdays } from '../business-time.ts'

export interface SeriesInput {
  from: string
  time: string
  minutes: number
  days: string[]
  everyWeeks: number
  until: string | undefined
  timeZone: string
}
export interface Series {
  start: { localDate: string; timeZone: string }
  end: { localDate: string; timeZone: string }
  recurrenceRule?: { frequency: 'WEEKLY'; interval: number; days: [string]; until?: { localDate: string } }
}

const WATCHED_WEEKS = 8
/** The sessions of these series in the first eight weeks, by start, as instants: what is looked at for conflicts. */
export function listFirstSessions(all: readonly Series[]): { startDate: string; endDate: string }[] {
  const sessions = all.flatMap(({ start, end, recurrenceRule }) => {
    const every = recurrenceRule?.interval ?? WATCHED_WEEKS
    const shifted = Array.from({ length: Math.ceil(WATCHED_WEEKS / every) }, (_, index) => ({ weeks: index * every }))
    const at = (local: string, by: { weeks: number }) => Temporal.PlainDateTime.from(local).add(by)
    return shifted
      .filter((by) => !recurrenceRule?.until || at(start.localDate, by).toString() <= recurrenceRule.until.localDate)
      .map((by) => ({
        startDate: at(start.localDate, by).toZonedDateTime(start.timeZone).toInstant().toString({ fractionalSecondDigits: 3 }),
        endDate: at(end.localDate, by).toZonedDateTime(end.timeZone).toInstant().toString({ fractionalSecondDigits: 3 }),
      }))
  })
  return sessions.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
}

export function toSeries(input: SeriesInput): Series[] {
  return input.days.map((day) => {
    const from = Temporal.PlainDate.from(input.from)
    const daysUntilFirst = input.everyWeeks === 0 ? 0 : (weekdays.indexOf(day as (typeof weekdays)[number]) - (from.dayOfWeek % 7) + 7) % 7
    const start = from.add({ days: daysUntilFirst }).toPlainDateTime(Temporal.PlainTime.from(input.time))
    const local = (at: Temporal.PlainDateTime) => ({ localDate: at.toString({ smallestUnit: 'second' }), timeZone: input.timeZone })
    return {
      start: local(start),
      end: local(start.add({ minutes: input.minutes })),
      ...(input.everyWeeks > 0
        ? {
            recurrenceRule: {
              frequency: 'WEEKLY' as const,
              interval: input.everyWeeks,
              days: [day] as [string],
              ...(input.until ? { until: { localDate: `${input.until}T23:59:59` } } : {}),
            },
          }
        : {}),
    }
  })
}
