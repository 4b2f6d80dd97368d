/** Operations of the calendar and of availability. */
import type { Handlers } from '#kit/mount.ts'
import { isZone, parseLocal, rulerFor, dayMs } from '#kit/pure/zone.ts'
import { orViolate } from '#kit/refusal.ts'
import { courseFlags, servicesBySchedules } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { changeEvent, createEvent, eventsToWire, getEvent } from './actions/calendar.ts'
import { nextTimes } from './actions/next-times.ts'
import { queryAvailability } from './actions/query-availability.ts'
import { courseFacts, sessionsIn } from './actions/sessions.ts'
import type { availabilityApi } from './contract.ts'
import { refuse } from './errors.ts'

const list = (value: string | string[] | undefined) => (value === undefined ? undefined : [value].flat())

export const availabilityHandlers: Handlers<typeof availabilityApi> = {
  queryAvailability: (ctx, { body }) => queryAvailability(ctx, body),
  nextTimes: async (ctx, { query }) => ({ entries: await nextTimes(ctx, { perService: query.perService ?? 1, days: query.days ?? 28 }) }),
  getScheduleAvailability: async (ctx, { params }) => {
    if ((await servicesBySchedules(ctx, [params.scheduleId])).length === 0) refuse('FAILED_RESOLVING_SCHEDULE')
    const course = (await courseFacts(ctx, params.scheduleId)) ?? refuse('FAILED_VALIDATING_AVAILABILITY')
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
  createEvent: async (ctx, { body }) => ({ event: await createEvent(ctx, body.event) }),
  getEvent: async (ctx, { params }) => ({ event: await getEvent(ctx, params.id) }),
  updateEvent: async (ctx, { params, body }) => ({ event: await changeEvent(ctx, params.id, body.event) }),
  cancelEvent: async (ctx, { params }) => ({ event: await changeEvent(ctx, params.id, {}, true) }),
  queryEvents: async (ctx, { body }) => {
    const zone = body.timeZone ?? (await currentSite(ctx)).timeZone
    const [from, to] = [parseLocal(body.fromLocalDate), parseLocal(body.toLocalDate)]
    orViolate([
      ...(isZone(zone) ? [] : [{ field: 'timeZone', description: 'is not a time zone', violatedRule: 'VALIDATION' as const }]),
      ...(from === undefined || to === undefined || to <= from || to - from > 366 * dayMs
        ? [{ field: 'toLocalDate', description: 'needs a range of at most 366 days of YYYY-MM-DDThh:mm:ss', violatedRule: 'VALIDATION' as const }]
        : []),
    ])
    const ruler = rulerFor(zone, from as number)
    const filter = body.query?.filter
    const scope = {
      ...(filter?.scheduleId ? { scheduleIds: list(filter.scheduleId) as string[] } : {}),
      ...(filter?.resourceId ? { resourceIds: list(filter.resourceId) as string[] } : {}),
    }
    return {
      events: await eventsToWire(
        ctx,
        await sessionsIn(ctx, scope, { start: ruler.instant(from as number), end: ruler.instant(to as number) }, body.withCancelled ?? false),
      ),
    }
  },
}
