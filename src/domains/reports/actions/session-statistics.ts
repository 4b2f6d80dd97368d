/** Occupancy and attendance of classes: sessions from the calendar, participants from bookings. */
import { sessionsIn } from '#domains/availability/public.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { dayMs, formatDayNumber, hourMs, toWeekday, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import type { reportsApi } from '../contract.ts'
import { lastMonths } from '../rules/months.ts'
import { aggregateStatistics, sumByHour, type SessionStatistics, type TimedSession } from '../rules/session-statistics.ts'
import * as store from '../store/session-statistics.ts'

const none: SessionStatistics = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }

/** Month, weekday (0 is Sunday) and hour of an instant on the clock of a zone. */
function toClock(at: number, { toLocal }: ZoneOffsets): { month: string; weekday: number; hour: number } {
  const local = toLocal(at)
  const day = Math.floor(local / dayMs)
  return { month: formatDayNumber(day).slice(0, 7), weekday: toWeekday(day) % 7, hour: Math.floor((local - day * dayMs) / hourMs) }
}

/** Whole months back from the current one, without sessions in the future. */
export async function loadSessionStatistics(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getSessionStatistics>> {
  const { timeZone } = await getSite(ctx)
  const months = lastMonths(ctx.now, timeZone, count)
  const { from } = months
  const offsets = zoneOffsets(timeZone)
  const pastSessions = (await sessionsIn(ctx, {}, { start: from.epochMilliseconds, end: ctx.now.epochMilliseconds })).filter(
    (session) => session.type !== 'EVENT' && session.end <= ctx.now.epochMilliseconds && session.start >= from.epochMilliseconds,
  )
  const services = new Map(
    (await servicesBySchedules(ctx, [...new Set(pastSessions.map(({ scheduleId }) => scheduleId))])).map((service) => [service.scheduleId, service]),
  )
  const taken = await store.countPeopleBySession(ctx, from)
  const sessions = pastSessions.flatMap((session): TimedSession[] => {
    const service = services.get(session.scheduleId)
    if (!service) return []
    return [
      {
        ...toClock(session.start, offsets),
        serviceId: service.id,
        name: service.name,
        places: session.capacity ?? service.capacity,
        taken: taken.get(session.type === 'COURSE' ? session.scheduleId : session.id) ?? 0,
      },
    ]
  })
  const visits = await store.countVisitsByMonth(ctx, months)
  const byMonth = aggregateStatistics(({ month }) => month, sessions, visits)
  const byService = aggregateStatistics(({ serviceId }) => serviceId, sessions, visits)
  const names = new Map([...visits, ...sessions].map(({ serviceId, name }) => [serviceId, name]))
  return {
    months: months.names.map((month, i) => ({ month, isOpen: i === count - 1, ...(byMonth.get(month) ?? none) })),
    services: [...byService]
      .map(([serviceId, figures]) => ({ serviceId, name: names.get(serviceId) ?? '', ...figures }))
      .toSorted((a, b) => b.booked - a.booked || (a.name < b.name ? -1 : 1)),
    hours: sumByHour(sessions),
  }
}
