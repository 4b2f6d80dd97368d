/** People, rooms and locations that calendar events name are those of the site. Source: guide services-and-availability §13.2. */
import type { ReadContext } from '#kit/api/context.ts'
import { assertNoViolations, type Violation } from '#kit/api/refusal.ts'
import { listLocations, resourcesByIds } from '#domains/staff/public.ts'
import type { CalendarEventInput } from '../contract.ts'

export const hasSameIds = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id))

/** Refuses people, rooms and locations that are not of this site; what stays as it was is not looked at. */
export async function assertKnownReferences(
  ctx: ReadContext,
  { resources, location }: CalendarEventInput,
  before: { resourceIds: readonly string[]; location?: unknown; type: string },
): Promise<void> {
  const ids = resources?.map(({ id }) => id) ?? []
  const areChanged = resources !== undefined && !hasSameIds(ids, before.resourceIds)
  const known = areChanged ? (await resourcesByIds(ctx, ids)).length : 0
  assertNoViolations([
    ...(areChanged ? findResourceViolations(ids, { known, needsOne: before.resourceIds.length > 0 || before.type !== 'EVENT' }) : []),
    ...(await findLocationViolations(ctx, location, (before.location as { id?: string } | null | undefined)?.id)),
  ])
}
/** A location of the business that names none is the default location. Source: guide services-and-availability §13.2. */
export async function completeLocation(ctx: ReadContext, input: CalendarEventInput): Promise<CalendarEventInput> {
  const { location } = input
  if (location?.type !== 'BUSINESS' || location.id !== undefined || location.name !== undefined || location.formattedAddress !== undefined) return input
  const known = (await listLocations(ctx)).find(({ isDefault }) => isDefault)
  if (!known) return input
  return { ...input, location: { type: 'BUSINESS', id: known.id, name: known.name, ...(known.address ? { formattedAddress: known.address } : {}) } }
}

/** A location by id is one of this site. */
export async function findLocationViolations(ctx: ReadContext, location: CalendarEventInput['location'], formerId?: string): Promise<Violation[]> {
  const id = location?.id
  if (id === undefined || id === formerId || (await listLocations(ctx)).some((one) => one.id === id)) return []
  return [{ field: 'event.location.id', description: 'must be a location of this site', violatedRule: 'VALIDATION', data: {} }]
}

/** A session needs a staff member who leads it or a room, blocked time whose it is; all of them are of this site. */
export function findResourceViolations(ids: readonly string[], { known, needsOne }: { known: number; needsOne: boolean }): Violation[] {
  if (needsOne && ids.length === 0) return [{ field: 'event.resources', description: 'must name at least one person or room', violatedRule: 'VALIDATION' }]
  if (known !== new Set(ids).size) return [{ field: 'event.resources', description: 'must name people and rooms of this site', violatedRule: 'VALIDATION' }]
  return []
}
