/** The place of a booking, as a copy of its words at booking time. Source: guide bookings §3; services-and-availability §5.4. */
import type { Ctx } from '#kit/ctx.ts'
import type { ServiceFacts } from '#domains/services/public.ts'
import { places as businessPlaces } from '#domains/staff/public.ts'
import type { SlotIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { addressLine } from '../rules/location-text.ts'
import type { LocationCopy } from '../store/bookings.ts'
import type { SessionPlace } from '../time.ts'

const wireType = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const

interface OfferedPlace {
  id?: string
  type?: keyof typeof wireType
  business?: { id?: string }
  custom?: { id?: string; address?: unknown }
}
const offeredBy = (service: ServiceFacts) => service.locations as OfferedPlace[]
const typeOf = (place: OfferedPlace) => wireType[place.type ?? 'BUSINESS']
const idOf = (place: OfferedPlace) => place.business?.id ?? place.custom?.id ?? place.id

/** A place with its name and address; a place of the business that is gone keeps its id only. */
async function copyOf(ctx: Ctx, place: OfferedPlace): Promise<LocationCopy> {
  const id = idOf(place)
  const known = place.business?.id ? (await businessPlaces(ctx)).find((one) => one.id === id) : undefined
  const address = known ? known.address : addressLine(place.custom?.address)
  return { id, locationType: typeOf(place), ...(known?.name && { name: known.name }), ...(address && { formattedAddress: address }) }
}

/**
 * The location of the service that is meant, the first one when none is named; null for a service without any.
 * Refuses with 400 VALIDATION_FAILURE a place that the service does not offer.
 */
export async function locationOf(ctx: Ctx, service: ServiceFacts, asked?: SlotIn['location']): Promise<LocationCopy | null> {
  const offered = offeredBy(service)
  if (asked?.locationType === 'CUSTOM') {
    if (offered.length > 0 && !offered.some((place) => place.type === 'CUSTOMER')) return refuseLocation()
    return { locationType: 'CUSTOM', ...(asked.formattedAddress && { formattedAddress: asked.formattedAddress }) }
  }
  const fitting = asked?.locationType ? offered.filter((place) => typeOf(place) === asked.locationType && (!asked.id || idOf(place) === asked.id)) : offered
  if (fitting[0]) return copyOf(ctx, fitting[0])
  if (!asked?.locationType) return null
  return offered.length > 0 ? refuseLocation() : { locationType: asked.locationType }
}
const refuseLocation = (): never =>
  refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity.slot.location', description: 'is not a location of the service' }] })

/** Where a session takes place: its own place, else that of its service. */
export async function sessionLocation(ctx: Ctx, service: ServiceFacts, own: SessionPlace | undefined): Promise<LocationCopy | null> {
  if (!own) return locationOf(ctx, service)
  const known = own.type === 'BUSINESS' ? (await businessPlaces(ctx)).find((place) => place.id === own.id) : undefined
  return {
    id: own.id,
    name: own.name ?? known?.name,
    formattedAddress: own.formattedAddress ?? (known?.address || undefined),
    locationType: wireType[own.type],
  }
}

/** An appointment at the customer's is where the customer lives, unless the slot says otherwise. */
export function atCustomer(location: LocationCopy | null, fullAddress: unknown): LocationCopy | null {
  if (location?.locationType !== 'CUSTOM' || location.formattedAddress) return location
  const address = addressLine(fullAddress)
  return address ? { ...location, formattedAddress: address } : location
}
