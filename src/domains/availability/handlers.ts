/** Handlers of the calendar and of availability. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { Input } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { isZone, parseLocal, zoneOffsets, dayMs } from '#kit/pure/zone.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { courseFlags, servicesByIds, servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { listBookability } from './actions/bookability.ts'
import { createEvent, getEvent } from './actions/calendar.ts'
import { eventsToWire, masterToWire } from './actions/calendar-wire.ts'
import { explainTime } from './actions/explain-time.ts'
import { explainedTimeToWire } from './actions/explained-time-wire.ts'
import { listNextTimes } from './actions/next-times.ts'
import { queryAvailability } from './actions/query-availability.ts'
import { querySchedules, scheduleById } from './actions/schedules.ts'
import { changeSeries, splitSeries } from './actions/series.ts'
import { listCourseDates } from './actions/course-dates.ts'
import { findCourse, sessionsIn } from './actions/sessions.ts'
import { listHoursEvents, listHoursSeries } from './actions/working-hours.ts'
import { getEvent as getEventSlot, listEvents } from './actions/event-slots.ts'
import { listMultiSlots } from './actions/multislot.ts'
import { querySlotConfigs, showSlotConfig, updateSlotConfig } from './actions/slot-config.ts'
import { getChain, listChains } from './actions/service-chains.ts'
import { endOptions, getAppointment, listAppointments } from './actions/time-slots.ts'
import type { availabilityApi, CalendarEvent, slotConfigApi, timeSlotsApi } from './contract.ts'
import { refuse } from './errors.ts'
import { mastersIn } from './store/calendar.ts'

type OneOrMany = string | string[] | { $eq: string } | { $in: string[] } | { $hasSome: string[] } | null | undefined
/** The values of a filter. */
function filterValues(filter: OneOrMany): string[] | undefined {
  if (filter === undefined || filter === null) return undefined
  if (typeof filter === 'string' || Array.isArray(filter)) return [filter].flat()
  return '$eq' in filter ? [filter.$eq] : '$in' in filter ? filter.$in : filter.$hasSome
}

export const availabilityHandlers: Handlers<typeof availabilityApi> = {
  queryAvailability: (ctx, { body }) => queryAvailability(ctx, body),
  nextTimes: async (ctx, { query }) => ({ entries: await listNextTimes(ctx, { perService: query.perService ?? 1, days: query.days ?? 92 }) }),
  listBookability: async (ctx) => ({ services: await listBookability(ctx) }),
  explainTime: async (ctx, { params, query }) => explainedTimeToWire(await explainTime(ctx, { serviceId: params.serviceId, ...query })),
  calculateMultiSlotAvailability: (ctx, { body }) => listMultiSlots(ctx, body),
  getScheduleAvailability: async (ctx, { params }) => {
    if ((await servicesBySchedules(ctx, [params.scheduleId])).length === 0) refuse('FAILED_RESOLVING_SCHEDULE')
    const course = (await findCourse(ctx, params.scheduleId)) ?? refuse('FAILED_VALIDATING_AVAILABILITY')
    const { service } = course
    const bookingPolicyViolations = courseFlags({
      rules: service.policy,
      onlineBookingEnabled: service.onlineBooking.enabled,
      now: ctx.now.epochMilliseconds,
      sessionStarts: course.sessions.map((s) => s.start),
    })
    return {
      availability: { totalSpots: course.totalCapacity, openSpots: course.remainingCapacity, bookingPolicyViolations },
      bookingPolicySettings: { maxParticipantsPerBooking: service.policy.participantsPolicy.maxParticipantsPerBooking },
    }
  },
  listCourseSessions: async (ctx, { params }) => ({
    sessions: (await listCourseDates(ctx, params.scheduleId)) ?? refuse('FAILED_VALIDATING_AVAILABILITY'),
  }),
  createEvent: async (ctx, { body }) => ({ event: await createEvent(ctx, body.event, body.participantNotification) }),
  getEvent: async (ctx, { params }) => ({ event: await getEvent(ctx, params.id) }),
  updateEvent: async (ctx, { params, body }) => ({
    event: await changeSeries(ctx, params.id, body.event, {
      participantNotification: body.participantNotification,
      cancelBookings: body.cancelBookings ?? false,
      fromEventId: body.fromEventId,
    }),
  }),
  cancelEvent: async (ctx, { params, body }) => ({
    event: await changeSeries(ctx, params.id, {}, { cancel: true, participantNotification: body.participantNotification }),
  }),
  bulkCancelEvents: (ctx, { body }) =>
    runBulkItems(ctx, body.eventIds, (inner, id) => changeSeries(inner, id, {}, { cancel: true, participantNotification: body.participantNotification }), {
      idFrom: (id) => id,
      withItems: true,
    }),
  splitEvent: (ctx, { params, body }) => splitSeries(ctx, params.id, body.splitLocalDate),
  queryEvents: async (ctx, { body }) => ({ events: await queryEvents(ctx, body) }),
  getSchedule: async (ctx, { params }) => ({ schedule: (await scheduleById(ctx, params.id)) ?? refuseStandard('NOT_FOUND') }),
  querySchedules: async (ctx, { body }) => {
    const filter = body.query?.filter
    const schedules = await querySchedules(ctx, {
      ids: filterValues(filter?.id),
      externalIds: filterValues(filter?.externalId),
      appIds: filterValues(filter?.appId),
    })
    return { schedules, pagingMetadata: { count: schedules.length, cursors: {}, hasNext: false } }
  },
}

async function queryEvents(ctx: ReadContext, body: Input<(typeof availabilityApi)['queryEvents']>['body']): Promise<CalendarEvent[]> {
  const zone = body.timeZone ?? (await getSite(ctx)).timeZone
  const [from, to] = [parseLocal(body.fromLocalDate), parseLocal(body.toLocalDate)]
  assertNoViolations([
    ...(isZone(zone) ? [] : [{ field: 'timeZone', description: 'is not a time zone', violatedRule: 'VALIDATION' as const, data: {} }]),
    ...(from === undefined || to === undefined || to <= from || to - from > 366 * dayMs
      ? [{ field: 'toLocalDate', description: 'needs a range of at most 366 days of YYYY-MM-DDThh:mm:ss', violatedRule: 'VALIDATION' as const, data: {} }]
      : []),
  ])
  const offsets = zoneOffsets(zone)
  const range = { start: offsets.toInstant(from as number), end: offsets.toInstant(to as number) }
  const filter = body.query?.filter
  const serviceIds = filterValues(filter?.serviceId)
  const scheduleIds = serviceIds ? (await servicesByIds(ctx, serviceIds)).map((service) => service.scheduleId) : filterValues(filter?.scheduleId)
  const resourceIds = filterValues(filter?.resourceId) ?? filterValues(filter?.['resources.id'])
  const types = filterValues(filter?.type)
  const scope = { ...(scheduleIds ? { scheduleIds } : {}), ...(resourceIds ? { resourceIds } : {}) }
  const series = body.recurrenceType?.includes('MASTER') ?? false
  const isWanted = (event: CalendarEvent) =>
    (!types || types.includes(event.type)) && (!body.recurrenceType?.length || body.recurrenceType.includes(event.recurrenceType))
  const { timeZone } = await getSite(ctx)
  const hours =
    scheduleIds && (!types || types.includes('WORKING_HOURS'))
      ? [...(await listHoursEvents(ctx, scheduleIds, range, zoneOffsets(timeZone))), ...(series ? await listHoursSeries(ctx, scheduleIds) : [])]
      : []
  const masters = series ? (await mastersIn(ctx, scope, range)).map((row) => masterToWire(row, timeZone)) : []
  const sessions = await eventsToWire(ctx, await sessionsIn(ctx, scope, range, body.withCancelled ?? false))
  return [...masters, ...sessions, ...hours].filter(isWanted)
}

export const timeSlotsHandlers: Handlers<typeof timeSlotsApi> = {
  listAvailabilityTimeSlots: async (ctx, { body }) => {
    const { meta, ...found } = await listAppointments(ctx, body)
    return { ...found, cursorPagingMetadata: meta }
  },
  getAvailabilityTimeSlot: (ctx, { body }) => getAppointment(ctx, body),
  listAvailabilityTimeSlotEndOptions: (ctx, { body }) => endOptions(ctx, body),
  listEventTimeSlots: async (ctx, { body }) => {
    const { meta, ...found } = await listEvents(ctx, body)
    return { ...found, pagingMetadata: meta }
  },
  getEventTimeSlot: (ctx, { params, query }) => getEventSlot(ctx, params.eventId, query.timeZone),
  listMultiServiceAvailabilityTimeSlots: async (ctx, { body }) => {
    const { meta, ...found } = await listChains(ctx, body)
    return { ...found, cursorPagingMetadata: meta }
  },
  getMultiServiceAvailabilityTimeSlot: (ctx, { body }) => getChain(ctx, { ...body, location: { ...body.location } }),
}

export const slotConfigHandlers: Handlers<typeof slotConfigApi> = {
  getTimeSlotsConfiguration: async (ctx, { params }) => ({ timeSlotsConfiguration: await showSlotConfig(ctx, { id: params.id }) }),
  getTimeSlotsConfigurationByAppId: async (ctx, { params }) => ({ timeSlotsConfiguration: await showSlotConfig(ctx, { appId: params.appId }) }),
  queryTimeSlotsConfigurations: (ctx, { query }) => querySlotConfigs(ctx, query.query),
  queryTimeSlotsConfigurationsByPost: (ctx, { body }) => querySlotConfigs(ctx, body.query),
  updateTimeSlotsConfiguration: async (ctx, { params, body }) => ({
    timeSlotsConfiguration: await updateSlotConfig(ctx, params.id, body.timeSlotsConfiguration),
  }),
}
