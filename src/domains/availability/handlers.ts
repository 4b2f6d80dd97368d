/** Handlers of the calendar and of availability. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { parseMask } from '#kit/query/mask.ts'
import { courseFlags, servicesBySchedules } from '#domains/services/public.ts'
import { listBookability } from './actions/bookability.ts'
import { createEvent, getEvent } from './actions/calendar.ts'
import { searchServicesByAvailability } from './actions/catalog-search.ts'
import { explainTime } from './actions/explain-time.ts'
import { explainedTimeToWire } from './actions/explained-time-wire.ts'
import { listNextTimes } from './actions/next-times.ts'
import { queryAvailability } from './actions/query-availability.ts'
import { filterValues, queryEventsUpTo } from './actions/query-events.ts'
import { querySchedules, scheduleById } from './actions/schedules.ts'
import { changeSeries, splitSeries } from './actions/series.ts'
import { listCourseDates } from './actions/course-dates.ts'
import { findCourse } from './actions/sessions.ts'
import { getEvent as getEventSlot, listEvents } from './actions/event-slots.ts'
import { listMultiSlots } from './actions/multislot.ts'
import { querySlotConfigs, showSlotConfig, updateSlotConfig } from './actions/slot-config.ts'
import { getChain, listChains } from './actions/service-chains.ts'
import { endOptions, getAppointment, listAppointments } from './actions/time-slots.ts'
import type { availabilityApi, catalogSearchApi, slotConfigApi, timeSlotsApi } from './contract.ts'
import { refuse } from './errors.ts'
import { applyEventMask } from './rules/event-mask.ts'

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
    event: await changeSeries(ctx, params.id, {}, { cancel: true, participantNotification: body.participantNotification, fromEventId: body.fromEventId }),
  }),
  bulkCreateEvents: (ctx, { body }) =>
    runBulkItems(ctx, body.events, (inner, { event, participantNotification }) => createEvent(inner, event, participantNotification), {
      withItems: body.returnEntity,
    }),
  bulkUpdateEvents: (ctx, { body }) =>
    runBulkItems(
      ctx,
      body.events,
      (inner, { event: { id, ...event }, fieldmask, participantNotification, cancelBookings = false }) =>
        changeSeries(inner, id, applyEventMask(event, parseMask(fieldmask)), { participantNotification, cancelBookings }),
      { idFrom: ({ event }) => event.id, withItems: body.returnEntity },
    ),
  bulkCancelEvents: (ctx, { body }) =>
    runBulkItems(ctx, body.eventIds, (inner, id) => changeSeries(inner, id, {}, { cancel: true, participantNotification: body.participantNotification }), {
      idFrom: (id) => id,
      withItems: true,
    }),
  splitEvent: (ctx, { params, body }) => splitSeries(ctx, params.id, body.splitLocalDate),
  queryEvents: async (ctx, { body }) => {
    const events = await queryEventsUpTo(ctx, body)
    return events ? { events } : { events: [], hasMore: true }
  },
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

export const timeSlotsHandlers: Handlers<typeof timeSlotsApi> = {
  listAvailabilityTimeSlots: (ctx, { body }) => listAppointments(ctx, body),
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

export const catalogSearchHandlers: Handlers<typeof catalogSearchApi> = {
  queryServicesByFilters: (ctx, { body }) => searchServicesByAvailability(ctx, body.query, body.serviceFilters ?? {}),
}
