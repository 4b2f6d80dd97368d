/** Changes the locations of a service, and moves, keeps or cancels sessions at removed ones. Source: guide services-and-availability §6.5. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { listLocations } from '#domains/staff/public.ts'
import { onLocationsChanged, type LocationsChange, type SessionLocation } from '../hooks.ts'
import type { Service } from '../contract.ts'
import { completeLocations, findReferenceViolations, type ServiceLocation } from '../rules/service.ts'
import * as store from '../store/services.ts'
import { loadReferences, toStoredLocation } from './save-service.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

export interface SetLocationsInput {
  locations?: ServiceLocation[] | null | undefined
  removedLocationSessionsAction?: { action?: string; moveToLocationOptions?: { newLocation?: ServiceLocation | null } | null } | null | undefined
  participantNotification?: LocationsChange['participantNotification'] | null
}

const actions = { KEEP_AT_CURRENT_LOCATION: 'KEEP', MOVE_TO_LOCATION: 'MOVE', DELETE: 'CANCEL' } as const
const locationKey = (location: ServiceLocation): string => `${location.type} ${location.business?.id ?? location.custom?.id ?? ''}`
const locationViolations = (description: string, field = 'removedLocationSessionsAction.moveToLocationOptions.newLocation'): Violation[] => [
  { field, ruleName: 'INVALID_LOCATIONS', description, violatedRule: 'OTHER', data: {} },
]

/** Replaces the locations of a service. Refuses with NOT_FOUND, violates a target that is not among them. */
export async function setLocations(ctx: TransactionContext, id: string, input: SetLocationsInput): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const references = await loadReferences(ctx)
  const requested = completeLocations(input.locations ?? [], references.defaultPlaceId)
  assertNoViolations(
    requested.length === 0 ? [{ field: 'locations', description: 'needs at least one place', violatedRule: 'MIN_SIZE', data: { threshold: 1 } }] : [],
  )
  const violations = findReferenceViolations({ type: row.type, locations: requested, primaryResourceType: 'any' }, { ...references, staffTypeId: '' })
  assertNoViolations(violations.map((violation) => ({ ...violation, field: violation.field.replace('service.locations', 'locations') })))
  const before = row.locations as ServiceLocation[]
  // A custom location that is sent again with the same address keeps its id.
  const after = requested.map((location) => {
    const known = before.find((old) => old.type === 'CUSTOM' && JSON.stringify(old.custom?.address) === JSON.stringify(location.custom?.address))
    return toStoredLocation(ctx, location.type === 'CUSTOM' && !location.custom?.id && known ? known : location)
  })
  const action = input.removedLocationSessionsAction?.action ?? 'KEEP_AT_CURRENT_LOCATION'
  if (!(action in actions))
    assertNoViolations([{ field: 'removedLocationSessionsAction.action', description: 'is not an action', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  const newLocation = input.removedLocationSessionsAction?.moveToLocationOptions?.newLocation
  const [target] = completeLocations(newLocation ? [newLocation] : [], references.defaultPlaceId)
  const to = action === 'MOVE_TO_LOCATION' ? after.find((location) => target && isSameLocation(location, target)) : undefined
  if (action === 'MOVE_TO_LOCATION' && !to) assertNoViolations(locationViolations('must be one of the new places'))
  if (JSON.stringify(before.map(locationKey)) === JSON.stringify(after.map(locationKey))) return showService(ctx, row)
  const kept = new Set(after.map(locationKey))
  const removed = before.filter((location) => location.type !== 'CUSTOMER' && !kept.has(locationKey(location)))
  const former = await showService(ctx, row)
  const changed = await store.updateService(ctx, id, row.revision, { locations: json(after) })
  const firstLocation = (locations: readonly ServiceLocation[]) =>
    locations[0] && locations[0].type !== 'CUSTOMER' ? toSessionLocation(ctx, locations[0]) : undefined
  await onLocationsChanged.call(ctx, {
    serviceId: id,
    scheduleId: row.scheduleId,
    locationIds: removed.flatMap((location) => location.business?.id ?? location.custom?.id ?? []),
    action: actions[action as keyof typeof actions],
    ...(to ? { to: await toSessionLocation(ctx, to) } : {}),
    inherited: { before: await firstLocation(before), after: await firstLocation(after) },
    // Participants are notified of another location only on request, of a cancelled session always.
    participantNotification: input.participantNotification ?? (action === 'DELETE' ? undefined : { notifyParticipants: false }),
  })
  return emitServiceUpdated(ctx, changed, former)
}

const isSameLocation = (location: ServiceLocation, target: ServiceLocation): boolean =>
  location.type === (target.type ?? 'CUSTOM') &&
  (location.type !== 'BUSINESS' || location.business?.id === target.business?.id) &&
  (location.type !== 'CUSTOM' ||
    location.custom?.id === target.custom?.id ||
    JSON.stringify(location.custom?.address) === JSON.stringify(target.custom?.address))

/** A location as the calendar stores it. */
async function toSessionLocation(ctx: ReadContext, location: ServiceLocation): Promise<SessionLocation> {
  const type = location.type as 'BUSINESS'
  const businessLocation = (await listLocations(ctx)).find((known) => known.id === location.business?.id)
  if (businessLocation)
    return { type, id: businessLocation.id, name: businessLocation.name, ...(businessLocation.address ? { formattedAddress: businessLocation.address } : {}) }
  const address = location.custom?.address as { formattedAddress?: string } | undefined
  return {
    type,
    ...(location.custom?.id ? { id: location.custom.id } : {}),
    ...(address?.formattedAddress ? { formattedAddress: address.formattedAddress } : {}),
  }
}
