/** The classes and course sessions of today, each with its teacher, its room and who is there. */
import { Temporal } from 'temporal-polyfill'
import { sessionsIn } from '#domains/availability/public.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { resourcesByIds, staffTypeId } from '#domains/staff/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { countCheckedIn, countPeople } from '../store/today-sessions.ts'

/** In the order of time, on the day of the business; cancelled ones are left out. */
export async function loadTodaySessions(ctx: ReadContext): Promise<Reply<typeof reportsApi.getToday>['todaySessions']> {
  const { timeZone } = await getSite(ctx)
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate()
  const [from, to] = [today.toZonedDateTime(timeZone).toInstant(), today.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()]
  const range = { start: from.epochMilliseconds, end: to.epochMilliseconds }
  const sessions = (await sessionsIn(ctx, {}, range)).filter((session) => session.type !== 'EVENT' && session.start >= range.start)
  const services = await servicesBySchedules(
    ctx,
    sessions.map(({ scheduleId }) => scheduleId),
  )
  const resources = await resourcesByIds(
    ctx,
    sessions.flatMap(({ resourceIds }) => resourceIds),
  )
  const courses = sessions.filter(({ type }) => type === 'COURSE').map(({ scheduleId }) => scheduleId)
  const booked = await countPeople(ctx, { from, to }, courses)
  const here = await countCheckedIn(
    ctx,
    sessions.map(({ id }) => id),
  )
  const formatTime = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
  return sessions.map((session) => {
    const service = services.find(({ scheduleId }) => scheduleId === session.scheduleId)
    const own = resources.filter(({ id }) => session.resourceIds.includes(id))
    return {
      id: session.id,
      title: session.title || service?.name || '',
      start: formatTime(session.start),
      end: formatTime(session.end),
      staff: own.filter(({ typeId }) => typeId === staffTypeId).map(({ name }) => name),
      rooms: own.filter(({ typeId }) => typeId !== staffTypeId).map(({ name }) => name),
      people: booked.get(session.type === 'COURSE' ? session.scheduleId : session.id) ?? 0,
      capacity: session.capacity ?? service?.capacity ?? 1,
      checkedIn: here.get(session.id) ?? 0,
    }
  })
}
