/** A staff member on the wire, as every operation on staff answers it. Source: guide services-and-availability §10, contract operations (area staff). */
import { Type, type Static } from 'typebox'
import { AggregationWire, CursorMetaWire, QueryWire, SearchWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'
import { LocationOptions, Tags, Text } from './shapes.ts'

/** The resource as a staff member shows it: the older spelling of its schedules. */
export const StaffResource = Type.Object({
  id: Guid,
  workingHoursSchedules: Type.Array(Type.Object({ id: Guid, shared: Type.Boolean() })),
  eventsSchedule: Type.Object({ id: Guid }),
  usesDefaultWorkingHours: Type.Boolean(),
  revision: Type.String(),
  locationOptions: LocationOptions,
})
export type StaffResource = Static<typeof StaffResource>
export const Identity = Type.Object({
  identificationData: Type.Optional(
    Type.Object({ wixUserId: Type.Optional(Type.String()), contactId: Type.Optional(Type.String()), identityType: Type.Optional(Type.String()) }),
  ),
  connection: Type.Optional(
    Type.Object({ status: Type.Optional(Type.Enum(['UNKNOWN', 'CONNECTED', 'PENDING', 'EXPIRED', 'DISCONNECTED'])), date: Type.Optional(Type.String()) }),
  ),
})
export const StaffMember = Type.Object({
  id: Guid,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  mainMedia: Type.Optional(Type.Unknown()),
  resourceId: Guid,
  resource: Type.Optional(StaffResource),
  associatedWixIdentity: Type.Optional(Identity),
  serviceProvider: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Tags),
  extendedFields: Type.Optional(FreeObject),
})
export type StaffMember = Static<typeof StaffMember>
export const StaffMemberInput = Type.Object({
  name: Maybe(Text(40)),
  email: Maybe(Type.String({ format: 'email', maxLength: 320 })),
  phone: Maybe(Text(20)),
  description: Maybe(Text(500)),
  mainMedia: Type.Optional(Type.Unknown()),
  serviceProvider: Maybe(Type.Boolean()),
  extendedFields: Maybe(FreeObject),
  tags: Maybe(Tags),
  revision: Type.Optional(Type.String()),
})
export type StaffMemberInput = Static<typeof StaffMemberInput>

export const ByStaff = Type.Object({ staffMemberId: Guid })
export const OneStaff = Type.Object({ staffMember: StaffMember })
export const ManyStaff = Type.Object({ staffMembers: Type.Array(StaffMember), pagingMetadata: CursorMetaWire })
export const FoundStaff = Type.Object({ staffMembers: Type.Array(StaffMember), pagingMetadata: CursorMetaWire, aggregationData: AggregationWire })
export const Fields = Type.Optional(Type.Union([Type.Array(Type.String(), { maxItems: 3 }), Type.String(), Type.Null()]))
export const StaffQuery = Type.Object({ query: Maybe(QueryWire), fields: Fields })
export const StaffSearch = Type.Object({ search: SearchWire, fields: Fields })
