/** Who or what gives a booking: looked up, and copied as it is called when it is booked. Source: guide bookings §3, §4.4. */
import type { Ctx } from '#kit/api/context.ts'
import { resourceById } from '#domains/staff/public.ts'
import { refuse } from '../errors.ts'
import type { ResourceCopy } from '../store/bookings.ts'

/** Several bookings at once tell a person or room that does not exist from one that is taken. Source: guide: bookings 4.4. */
export async function assertResourceExists(ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (id && !(await resourceById(ctx, id))) refuse('RESOURCE_NOT_FOUND', { resourceId: id })
}
export async function copyResource(ctx: Ctx, id: string | undefined): Promise<ResourceCopy | null> {
  const person = id ? await resourceById(ctx, id) : undefined
  if (!person) return null
  return { id: person.id, name: person.name, email: person.staff?.email ?? undefined, scheduleId: person.eventsScheduleId, type: person.typeId }
}
