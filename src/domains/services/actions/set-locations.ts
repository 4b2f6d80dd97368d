/** Where a service takes place, and what becomes of sessions at a place that is taken away. guide: services-and-availability 6.5 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { places } from '#domains/staff/public.ts'
import { followPlaces, type PlacesChanged, type SessionPlace } from '../asks.ts'
import type { Service } from '../contract.ts'
import { referenceViolations, type ServiceLocation } from '../rules/service.ts'
import * as store from '../store/services.ts'
import { factsOf, placeOf } from './save-service.ts'
import { saved } from './saved.ts'
import { showService } from './show-services.ts'

export interface LocationsWish {
  locations?: ServiceLocation[] | null | undefined
  removedLocationSessionsAction?: { action?: string; moveToLocationOptions?: { newLocation?: ServiceLocation | null } | null } | null | undefined
  participantNotification?: PlacesChanged['participantNotification'] | null
}

const actions = { KEEP_AT_CURRENT_LOCATION: 'KEEP', MOVE_TO_LOCATION: 'MOVE', DELETE: 'CANCEL' } as const
const keyOf = (location: ServiceLocation): string => `${location.type} ${location.business?.id ?? location.custom?.id ?? ''}`
const invalid = (description: string, field = 'removedLocationSessionsAction.moveToLocationOptions.newLocation'): Violation[] => [
  { field, ruleName: 'INVALID_LOCATIONS', description, violatedRule: 'OTHER', data: {} },
]

export async function setLocations(ctx: Ctx, id: string, wish: LocationsWish): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const wished = wish.locations ?? []
  orViolate(wished.length === 0 ? [{ field: 'locations', description: 'needs at least one place', violatedRule: 'MIN_SIZE', data: { threshold: 1 } }] : [])
  const facts = await factsOf(ctx)
  const violations = referenceViolations({ type: row.type, locations: wished, primaryResourceType: 'any' }, { ...facts, staffTypeId: '' })
  orViolate(violations.map((violation) => ({ ...violation, field: violation.field.replace('service.locations', 'locations') })))
  const before = row.locations as ServiceLocation[]
  // A place outside keeps its id when it is sent again with the same address.
  const after = wished.map((location) => {
    const known = before.find((old) => old.type === 'CUSTOM' && JSON.stringify(old.custom?.address) === JSON.stringify(location.custom?.address))
    return placeOf(ctx, location.type === 'CUSTOM' && !location.custom?.id && known ? known : location)
  })
  const action = wish.removedLocationSessionsAction?.action ?? 'KEEP_AT_CURRENT_LOCATION'
  if (!(action in actions))
    orViolate([{ field: 'removedLocationSessionsAction.action', description: 'is not an action', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  const target = wish.removedLocationSessionsAction?.moveToLocationOptions?.newLocation
  const to = action === 'MOVE_TO_LOCATION' ? after.find((location) => target && sameTarget(location, target)) : undefined
  if (action === 'MOVE_TO_LOCATION' && !to) orViolate(invalid('must be one of the new places'))
  if (JSON.stringify(before.map(keyOf)) === JSON.stringify(after.map(keyOf))) return showService(ctx, row)
  const kept = new Set(after.map(keyOf))
  const removed = before.filter((location) => location.type !== 'CUSTOMER' && !kept.has(keyOf(location)))
  const changed = await store.updateService(ctx, id, row.revision, { locations: json(after) })
  const firstOf = (locations: readonly ServiceLocation[]) => (locations[0] && locations[0].type !== 'CUSTOMER' ? shown(ctx, locations[0]) : undefined)
  await followPlaces.ask(ctx, {
    serviceId: id,
    scheduleId: row.scheduleId,
    locationIds: removed.flatMap((location) => location.business?.id ?? location.custom?.id ?? []),
    action: actions[action as keyof typeof actions],
    ...(to ? { to: await shown(ctx, to) } : {}),
    inherited: { before: await firstOf(before), after: await firstOf(after) },
    // Nobody is written to about another place unless the business says so; who loses a session hears of it.
    participantNotification: wish.participantNotification ?? (action === 'DELETE' ? undefined : { notifyParticipants: false }),
  })
  return saved(ctx, changed)
}

const sameTarget = (location: ServiceLocation, target: ServiceLocation): boolean =>
  location.type === (target.type ?? 'CUSTOM') &&
  (location.type !== 'BUSINESS' || location.business?.id === target.business?.id) &&
  (location.type !== 'CUSTOM' ||
    location.custom?.id === target.custom?.id ||
    JSON.stringify(location.custom?.address) === JSON.stringify(target.custom?.address))

/** A place as the calendar keeps it. */
async function shown(ctx: Ctx, location: ServiceLocation): Promise<SessionPlace> {
  const type = location.type as 'BUSINESS'
  const place = (await places(ctx)).find((known) => known.id === location.business?.id)
  if (place) return { type, id: place.id, name: place.name, ...(place.address ? { formattedAddress: place.address } : {}) }
  const address = location.custom?.address as { formattedAddress?: string } | undefined
  return {
    type,
    ...(location.custom?.id ? { id: location.custom.id } : {}),
    ...(address?.formattedAddress ? { formattedAddress: address.formattedAddress } : {}),
  }
}
