/** The location of a booking, copied when it is booked. Source: guide bookings §3; services-and-availability §5.4. */
import type { ReadContext } from '#kit/api/context.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import { listLocations as businessPlaces } from '#domains/staff/public.ts'
import type { SlotInput } from '../../contract.ts'
import { refuse } from '../../errors.ts'
import { formatAddress } from '../../rules/location-text.ts'
import type { LocationCopy } from '../../store/bookings.ts'
import type { SessionPlace } from '../../scheduling.ts'

const wireType = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const

interface ServiceLocation {
  id?: string
  type?: keyof typeof wireType
  business?: { id?: string }
  custom?: { id?: string; address?: unknown }
}
const getServiceLocations = (service: ServiceDefinition) => service.locations as ServiceLocation[]
const toWireType = (place: ServiceLocation) => wireType[place.type ?? 'BUSINESS']
const getLocationId = (place: ServiceLocation) => place.business?.id ?? place.custom?.id ?? place.id

/** A location with name and address; a deleted location of the business keeps its id only. */
async function copyLocation(ctx: ReadContext, place: ServiceLocation): Promise<LocationCopy> {
  const id = getLocationId(place)
  const known = place.business?.id ? (await businessPlaces(ctx)).find((one) => one.id === id) : undefined
  const address = known ? known.address : formatAddress(place.custom?.address)
  return { id, locationType: toWireType(place), ...(known?.name && { name: known.name }), ...(address && { formattedAddress: address }) }
}

/**
 * The location of the service that the slot names, by default its first; null for a service without locations.
 * Refuses with VALIDATION_FAILURE a location that the service does not offer.
 */
export async function resolveLocation(ctx: ReadContext, service: ServiceDefinition, asked?: SlotInput['location']): Promise<LocationCopy | null> {
  const offered = getServiceLocations(service)
  if (asked?.locationType === 'CUSTOM') {
    if (offered.length > 0 && !offered.some((place) => place.type === 'CUSTOMER')) return refuseLocation()
    return { locationType: 'CUSTOM', ...(asked.formattedAddress && { formattedAddress: asked.formattedAddress }) }
  }
  const fitting = asked?.locationType
    ? offered.filter((place) => toWireType(place) === asked.locationType && (!asked.id || getLocationId(place) === asked.id))
    : offered
  if (fitting[0]) return copyLocation(ctx, fitting[0])
  if (!asked?.locationType) return null
  return offered.length > 0 ? refuseLocation() : { locationType: asked.locationType }
}
const refuseLocation = (): never =>
  refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity.slot.location', description: 'is not a location of the service' }] })

/** The location of a session: its own, else that of its service. */
export async function resolveSessionLocation(ctx: ReadContext, service: ServiceDefinition, own: SessionPlace | undefined): Promise<LocationCopy | null> {
  if (!own) return resolveLocation(ctx, service)
  const known = own.type === 'BUSINESS' ? (await businessPlaces(ctx)).find((place) => place.id === own.id) : undefined
  return {
    id: own.id,
    name: own.name ?? known?.name,
    formattedAddress: own.formattedAddress ?? (known?.address || undefined),
    locationType: wireType[own.type],
  }
}

/** An appointment at the customer's address takes it from the contact, unless the slot names another. */
export function fillCustomerAddress(location: LocationCopy | null, fullAddress: unknown): LocationCopy | null {
  if (location?.locationType !== 'CUSTOM' || location.formattedAddress) return location
  const address = formatAddress(fullAddress)
  return address ? { ...location, formattedAddress: address } : location
}
