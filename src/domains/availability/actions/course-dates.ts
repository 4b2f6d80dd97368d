/** The dates of a course as its customers read them. Source: guide services-and-availability §13.5. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { resourcesByIds, staffTypeId } from '#domains/staff/public.ts'
import { findCourse } from './sessions.ts'

const formatInstant = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

/** Undefined when the schedule is not that of a course. Cancelled sessions are left out. */
export async function listCourseDates(ctx: ReadContext, scheduleId: string) {
  const course = await findCourse(ctx, scheduleId)
  if (!course) return undefined
  const sessions = course.sessions.filter(({ cancelled }) => !cancelled)
  const resources = await resourcesByIds(
    ctx,
    sessions.flatMap(({ resourceIds }) => resourceIds),
  )
  const staff = new Map(resources.filter(({ typeId }) => typeId === staffTypeId).map(({ id, name }) => [id, name]))
  return sessions.map(({ start, end, location, resourceIds }) => {
    const place = [location?.name, location?.formattedAddress].filter(Boolean).join(', ')
    return {
      startDate: formatInstant(start),
      endDate: formatInstant(end),
      ...(place && { place }),
      staff: resourceIds.flatMap((id) => staff.get(id) ?? []),
    }
  })
}
