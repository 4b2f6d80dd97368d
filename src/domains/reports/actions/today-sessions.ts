/** The classes, course sessions and appointments of today, each with its staff, its room and who is there. */
import { Temporal } from 'temporal-polyfill'
import { sessionsIn } from '#domains/availability/public.ts'
import { getViewer, resolveReaderLanguage, unnamedClient } from '#domains/bookings/public.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { resourcesByIds, staffTypeId } from '#domains/staff/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { translate } from '#kit/pure/languages.ts'
import type { reportsApi } from '../contract.ts'
import { visibleSources } from '../rules/notifications.ts'
import { listOngoingAppointments } from '../store/today-appointments.ts'
import { countCheckedIn, countPeople } from '../store/today-sessions.ts'

/** When the day of the business begins and ends. */
export async function findToday(ctx: ReadContext): Promise<{ from: Temporal.Instant; to: Temporal.Instant }> {
  const { timeZone } = await getSite(ctx)
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate()
  return { from: today.toZonedDateTime(timeZone).toInstant(), to: today.add({ days: 1 }).toZonedDateTime(timeZone).toInstant() }
}

type Resources = Awaited<ReturnType<typeof resourcesByIds>>
/** The names of the people and of the rooms among these. */
const splitNames = (resources: Resources, ids: readonly string[]) => {
  const own = resources.filter(({ id }) => ids.includes(id))
  return {
    staff: own.filter(({ typeId }) => typeId === staffTypeId).map(({ name }) => name),
    rooms: own.filter(({ typeId }) => typeId !== staffTypeId).map(({ name }) => name),
  }
}

/** In the order of time, on the day of the business; cancelled ones are left out. */
export async function loadTodaySessions(ctx: ReadContext): Promise<Reply<typeof reportsApi.getToday>['todaySessions']> {
  const { from, to } = await findToday(ctx)
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
    return {
      id: session.id,
      title: session.title || service?.name || '',
      start: formatTime(session.start),
      end: formatTime(session.end),
      ...splitNames(resources, session.resourceIds),
      people: booked.get(session.type === 'COURSE' ? session.scheduleId : session.id) ?? 0,
      capacity: session.capacity ?? service?.capacity ?? 1,
      checkedIn: here.get(session.id) ?? 0,
    }
  })
}

const MOST_APPOINTMENTS = 12
/** Appointments of today that are not over, confirmed or requested, in the order of time; of those the ones that the caller may see. */
export async function loadTodayAppointments(ctx: ReadContext): Promise<Reply<typeof reportsApi.getToday>['todayAppointments']> {
  if (!visibleSources(ctx.caller.permissions).includes('bookings')) return { total: 0, appointments: [] }
  const { resourceId } = await getViewer(ctx)
  const { total, rows } = await listOngoingAppointments(ctx, { ...(await findToday(ctx)), resourceId }, MOST_APPOINTMENTS)
  const resources = await resourcesByIds(
    ctx,
    rows.flatMap(({ resourceIds }) => resourceIds),
  )
  return {
    total,
    appointments: rows.map(({ start, end, client, resourceIds, attendance, ...row }) => ({
      ...row,
      start: start.toString(),
      end: end.toString(),
      client: client || translate(unnamedClient, resolveReaderLanguage(ctx)),
      ...splitNames(resources, resourceIds),
      ...(attendance && { attendance }),
    })),
  }
}
