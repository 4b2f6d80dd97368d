/** Resources of bookings: lookup, and the copy that a booking stores. Source: guide bookings §3, §4.4. */
import type { ReadContext } from '#kit/api/context.ts'
import { resourceById } from '#domains/staff/public.ts'
import { refuse } from '../../errors.ts'
import type { ResourceCopy } from '../../store/bookings.ts'

/** Bulk calls tell an unknown resource from a busy one. Source: guide bookings §4.4. */
export async function assertResourceExists(ctx: ReadContext, id: string | null | undefined): Promise<void> {
  if (id && !(await resourceById(ctx, id))) refuse('RESOURCE_NOT_FOUND', { resourceId: id })
}
/** The copy of a resource that a booking stores; null for none. */
export async function copyResource(ctx: ReadContext, id: string | undefined): Promise<ResourceCopy | null> {
  const person = id ? await resourceById(ctx, id) : undefined
  if (!person) return null
  return { id: person.id, name: person.name, email: person.staff?.email ?? undefined, scheduleId: person.eventsScheduleId, type: person.typeId }
}
