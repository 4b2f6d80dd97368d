/**
 * What a connected staff member may change of the calendar without a permission: working hours and blocked time on the own schedule alone.
 * Source: guide services-and-availability §2.3.
 */
import { findConnectedStaff, resourceById } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { readField, type OwnWorkQuestion } from '#kit/api/own-work.ts'
import * as eventStore from '../store/events.ts'
import { sessionById } from './sessions.ts'
import { findHoursEvent } from './working-hours.ts'

/** Types of events on the schedule of a person; TIME_AVAILABILITY and AVAILABILITY are older names of hours. */
const ownTypes = new Set<unknown>(['EVENT', 'WORKING_HOURS', 'TIME_AVAILABILITY', 'AVAILABILITY'])

interface OwnEvent {
  scheduleId: string
  type: string
  resourceIds: readonly string[]
}
async function findEvent(ctx: ReadContext, id: string): Promise<OwnEvent | undefined> {
  const stored = (await eventStore.findEvent(ctx, id)) ?? (await sessionById(ctx, id))
  if (stored) return stored
  const hours = await findHoursEvent(ctx, id)
  return hours?.scheduleId ? { scheduleId: hours.scheduleId, type: hours.type, resourceIds: [] } : undefined
}

/** Whether what is sent of an event leaves it on a schedule and to one person. */
function staysOwn(event: unknown, scheduleId: string, resourceId: string): boolean {
  const [schedule, type, resources] = ['scheduleId', 'type', 'resources'].map((name) => readField(event, name))
  return (
    (schedule === undefined || schedule === scheduleId) &&
    (type === undefined || ownTypes.has(type)) &&
    (resources === undefined || (Array.isArray(resources) && resources.length > 0 && resources.every((one) => readField(one, 'id') === resourceId)))
  )
}

/** Whether a request makes or changes an event of the caller's own schedule, and of that alone. */
export async function isAboutOwnEvent(ctx: ReadContext, { about, params, body }: OwnWorkQuestion): Promise<boolean> {
  if (about !== 'NEW_EVENT' && about !== 'EVENT') return false
  const person = await findConnectedStaff(ctx)
  const resource = person && (await resourceById(ctx, person.resourceId))
  const event = readField(body, 'event')
  if (!resource || !staysOwn(event, resource.eventsScheduleId, resource.id)) return false
  // Without a schedule an event is on that of the person whom it names.
  const isNamed = readField(event, 'scheduleId') !== undefined || Array.isArray(readField(event, 'resources'))
  if (about === 'NEW_EVENT') return isNamed && ownTypes.has(readField(event, 'type'))
  const id = readField(params, 'id')
  const found = typeof id === 'string' ? await findEvent(ctx, id) : undefined
  return (
    found !== undefined && found.scheduleId === resource.eventsScheduleId && ownTypes.has(found.type) && found.resourceIds.every((one) => one === resource.id)
  )
}
