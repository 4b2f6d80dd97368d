/** Locations and opening hours of the business. Source: guide services-and-availability §12.1. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { ById, Periods, Text, owner } from './shapes.ts'

const LocationType = Type.Enum(['BRANCH', 'OFFICES', 'RECEPTION', 'HEADQUARTERS', 'INVENTORY'])
const AddressParts = Type.Object({
  streetAddress: Type.Optional(Type.Object({ number: Type.Optional(Text(100)), name: Type.Optional(Text(200)) })),
  addressLine: Type.Optional(Text(200)),
  addressLine2: Type.Optional(Text(200)),
  city: Type.Optional(Text(100)),
  subdivision: Type.Optional(Text(6)),
  country: Type.Optional(Text(2)),
  postalCode: Type.Optional(Text(20)),
})
export const Location = Type.Object({
  id: Guid,
  name: Type.String(),
  default: Type.Boolean(),
  status: Type.Enum(['ACTIVE', 'INACTIVE']),
  locationTypes: Type.Array(LocationType),
  /** That of the site. */
  timeZone: Type.String(),
  /** In parts where it was entered in parts. */
  address: Type.Object({ ...AddressParts.properties, addressLine: Type.String(), formattedAddress: Type.String() }),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  revision: Type.String(),
})
export type Location = Static<typeof Location>
const LocationInput = Type.Object({
  name: Type.Optional(Text(150, 1)),
  address: Type.Optional(Type.Union([Text(500), AddressParts])),
  locationTypes: Type.Optional(Type.Array(LocationType, { minItems: 1, uniqueItems: true })),
  email: Maybe(Text(320)),
  phone: Maybe(Text(50)),
  default: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['ACTIVE', 'INACTIVE'])),
  revision: Maybe(Type.String()),
})
export type LocationInput = Static<typeof LocationInput>
export const locationsApi = operations({
  getBusinessHours: {
    method: 'GET',
    path: '/api/business-hours',
    summary: 'Get the opening hours of the business',
    access: 'anyone',
    internal: true,
    work: 'read',
    reply: Type.Object({ timeZone: Type.String(), periods: Periods }),
    refuses: [],
  },
  setBusinessHours: {
    method: 'PUT',
    path: '/api/business-hours',
    summary: 'Set the opening hours of the business',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    body: Type.Object({ periods: Periods }),
    reply: Type.Object({ timeZone: Type.String(), periods: Periods }),
    refuses: [],
  },
  listLocations: {
    method: 'GET',
    path: '/api/locations',
    summary: 'List locations of the business',
    access: 'anyone',
    internal: true,
    work: 'read',
    reply: Type.Object({ locations: Type.Array(Location) }),
    refuses: [],
  },
  createLocation: {
    method: 'POST',
    path: '/api/locations',
    summary: 'Create a location',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    body: Type.Object({ location: LocationInput }),
    reply: Type.Object({ location: Location }),
    refuses: [],
  },
  updateLocation: {
    method: 'PATCH',
    path: '/api/locations/{id}',
    summary: 'Update a location',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    params: ById,
    body: Type.Object({ location: LocationInput }),
    reply: Type.Object({ location: Location }),
    refuses: ['REVISION_MISMATCH'],
  },
})
