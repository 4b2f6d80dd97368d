/** How full classes were and who came: sessions from the calendar, people from the bookings. */
import { Temporal } from 'temporal-polyfill'
import { sessionsIn } from '#domains/availability/public.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/contract.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { houseApi } from '../contract.ts'
import { figuresBy, type Figures, type HeldSession } from '../rules/session-figures.ts'
import * as store from '../store/session-figures.ts'

const none: Figures = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }

/** Whole months back from the running one; what is still to come does not count. */
export async function sessionFigures(ctx: Ctx, count: number): Promise<Reply<typeof houseApi.getSessionFigures>> {
  const { timeZone } = await currentSite(ctx)
  const thisMonth = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate().with({ day: 1 })
  const first = thisMonth.subtract({ months: count - 1 })
  const from = first.toZonedDateTime(timeZone).toInstant()
  const monthOf = (at: number): string => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString().slice(0, 7)
  const held = (await sessionsIn(ctx, {}, { start: from.epochMilliseconds, end: ctx.now.epochMilliseconds })).filter(
    (session) => session.type !== 'EVENT' && session.end <= ctx.now.epochMilliseconds && session.start >= from.epochMilliseconds,
  )
  const services = new Map(
    (await servicesBySchedules(ctx, [...new Set(held.map(({ scheduleId }) => scheduleId))])).map((service) => [service.scheduleId, service]),
  )
  const taken = await store.peopleBySession(ctx, from)
  const sessions = held.flatMap((session): HeldSession[] => {
    const service = services.get(session.scheduleId)
    if (!service) return []
    return [
      {
        month: monthOf(session.start),
        serviceId: service.id,
        name: service.name,
        places: session.capacity ?? service.capacity,
        taken: taken.get(session.type === 'COURSE' ? session.scheduleId : session.id) ?? 0,
      },
    ]
  })
  const visits = await store.visitsByMonth(ctx, from, timeZone)
  const byMonth = figuresBy(({ month }) => month, sessions, visits)
  const byService = figuresBy(({ serviceId }) => serviceId, sessions, visits)
  const nameOf = new Map([...visits, ...sessions].map(({ serviceId, name }) => [serviceId, name]))
  return {
    months: Array.from({ length: count }, (_, i) => {
      const month = first.add({ months: i }).toString().slice(0, 7)
      return { month, isOpen: i === count - 1, ...(byMonth.get(month) ?? none) }
    }),
    services: [...byService]
      .map(([serviceId, figures]) => ({ serviceId, name: nameOf.get(serviceId) ?? '', ...figures }))
      .toSorted((a, b) => b.booked - a.booked || (a.name < b.name ? -1 : 1)),
  }
}
