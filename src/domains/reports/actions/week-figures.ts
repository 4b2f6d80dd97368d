/** The figures of the last seven days: payments, bookings and members by day, and how full the classes were. */
import { sessionsIn } from '#domains/availability/public.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { type LocalizedText, matchLanguage, translate } from '#kit/pure/languages.ts'
import { Temporal } from 'temporal-polyfill'
import type { reportsApi } from '../contract.ts'
import { visibleSources } from '../rules/notifications.ts'
import { figureNames } from '../rules/today-texts.ts'
import { type DayFigures, toWeekFigures, type WeekFigure } from '../rules/week-figures.ts'
import { countPeople } from '../store/today-sessions.ts'
import * as store from '../store/today.ts'

/** Seats and who took them, by day, of class sessions that are over. */
async function sumSeats(ctx: ReadContext, from: Temporal.Instant, timeZone: string): Promise<Pick<DayFigures, 'day' | 'taken' | 'places'>[]> {
  const [start, end] = [from.epochMilliseconds, ctx.now.epochMilliseconds]
  const sessions = (await sessionsIn(ctx, {}, { start, end })).filter((one) => one.type === 'CLASS' && one.start >= start && one.end <= end)
  const services = await servicesBySchedules(ctx, [...new Set(sessions.map(({ scheduleId }) => scheduleId))])
  const taken = await countPeople(ctx, { from, to: ctx.now }, [])
  return sessions.map((session) => ({
    day: Temporal.Instant.fromEpochMilliseconds(session.start).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    taken: taken.get(session.id) ?? 0,
    places: session.capacity ?? services.find(({ scheduleId }) => scheduleId === session.scheduleId)?.capacity ?? 1,
  }))
}

/** Revenue is left out for those who may not see payments. */
export async function loadWeekFigures(ctx: ReadContext): Promise<Pick<Reply<typeof reportsApi.getToday>, 'week' | 'numbers'>> {
  const { timeZone, currency } = await getSite(ctx)
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate()
  const days = Array.from({ length: 14 }, (_, nr) => today.subtract({ days: 13 - nr }).toString())
  const from = today.subtract({ days: 13 }).toZonedDateTime(timeZone).toInstant()
  const byDay = new Map<string, DayFigures>()
  const add = (figures: Partial<DayFigures> & { day: string }) => {
    const old = byDay.get(figures.day) ?? { day: figures.day, revenue: 0, bookings: 0, members: 0, taken: 0, places: 0 }
    byDay.set(figures.day, {
      ...old,
      ...figures,
      taken: old.taken + (figures.taken ?? 0),
      places: old.places + (figures.places ?? 0),
    })
  }
  for (const figures of await store.sumDays(ctx, { from, timeZone, currency })) add(figures)
  for (const seats of await sumSeats(ctx, from, timeZone)) add(seats)
  const { revenue, bookings, members, fill } = toWeekFigures(days, [...byDay.values()])
  const language = matchLanguage(ctx.headers['accept-language']) ?? 'en'
  const toNumber = (name: LocalizedText, unit: 'COUNT' | 'MONEY' | 'PERCENT', figure: WeekFigure) => ({ label: translate(name, language), unit, ...figure })
  return {
    week: { firstDay: days[7] ?? '', lastDay: days[13] ?? '' },
    numbers: [
      ...(visibleSources(ctx.caller.permissions).includes('charges') ? [toNumber(figureNames.revenue, 'MONEY', revenue)] : []),
      toNumber(figureNames.bookings, 'COUNT', bookings),
      toNumber(figureNames.fill, 'PERCENT', fill),
      toNumber(figureNames.members, 'COUNT', members),
    ],
  }
}
