/** Staff, resources, places and opening hours on the wire. Source: guide services-and-availability 10–12, contract operations (areas staff, resources). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'

const Id = Type.String({ format: 'uuid' })
const ById = Type.Object({ id: Id })
const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })
const Free = Type.Record(Type.String(), Type.Unknown())

const LocationOptions = Type.Object({
  availableInAllLocations: Type.Optional(Type.Boolean()),
  specificLocationOptions: Maybe(
    Type.Object({
      availableInBusinessLocations: Type.Optional(Type.Boolean()),
      businessLocations: Type.Optional(Type.Array(Type.Object({ locationId: Id }), { maxItems: 100 })),
    }),
  ),
})
export const Resource = Type.Object({
  id: Id,
  name: Type.String(),
  typeId: Id,
  type: Type.Optional(Type.String()),
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  workingHoursSchedules: Type.Object({ values: Type.Array(Type.Object({ id: Id, scheduleId: Id, shared: Type.Boolean() })) }),
  eventsSchedule: Type.Object({ id: Id, scheduleId: Id }),
  usesDefaultWorkingHours: Type.Boolean(),
  locationOptions: LocationOptions,
})
export type Resource = Static<typeof Resource>
export const ResourceType = Type.Object({ id: Id, name: Type.String(), revision: Type.String(), createdDate: Type.String(), updatedDate: Type.String() })
export type ResourceType = Static<typeof ResourceType>

export const StaffMember = Type.Object({
  id: Id,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  mainMedia: Type.Optional(Type.Unknown()),
  resourceId: Id,
  resource: Type.Optional(Resource),
  serviceProvider: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Unknown()),
  extendedFields: Type.Optional(Free),
})
export type StaffMember = Static<typeof StaffMember>

const StaffWish = Type.Object({
  name: Type.Optional(Text(40, 1)),
  email: Maybe(Text(320)),
  phone: Maybe(Text(20)),
  description: Maybe(Text(500)),
  mainMedia: Type.Optional(Type.Unknown()),
  serviceProvider: Type.Optional(Type.Boolean()),
  extendedFields: Type.Optional(Free),
  revision: Type.Optional(Type.String()),
})
export type StaffWish = Static<typeof StaffWish>

export const Query = Type.Object({
  filter: Type.Optional(Type.Unknown()),
  sort: Type.Optional(Type.Array(Type.Object({ fieldName: Type.String(), order: Type.Optional(Type.String()) }))),
  paging: Maybe(Type.Object({ limit: Type.Optional(Type.Integer()), offset: Type.Optional(Type.Integer()) })),
  cursorPaging: Maybe(Type.Object({ limit: Type.Optional(Type.Integer()), cursor: Maybe(Type.String()) })),
})
export const PagingMetadata = Type.Object({
  count: Type.Integer(),
  offset: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  tooManyToCount: Type.Optional(Type.Boolean()),
  cursors: Type.Optional(Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) })),
  hasNext: Type.Optional(Type.Boolean()),
})

/** A weekly stretch of opening time; `end` may be `24:00`, and an end not after the start lies on the next day. */
const clock = '^([01]\\d|2[0-3]):[0-5]\\d$'
const clockOr24 = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'
export const HoursPeriod = Type.Object({
  id: Type.Optional(Type.String()),
  day: Type.Enum(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']),
  start: Type.String({ pattern: clock }),
  end: Type.String({ pattern: clockOr24 }),
  interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
  from: Maybe(Type.String({ format: 'date' })),
  until: Maybe(Type.String({ format: 'date' })),
  locationId: Maybe(Id),
})
export type HoursPeriod = Static<typeof HoursPeriod>
const Periods = Type.Array(HoursPeriod, { maxItems: 100 })
const StaffHours = Type.Object({ usesDefaultWorkingHours: Type.Boolean(), periods: Periods })

export const Place = Type.Object({
  id: Id,
  name: Type.String(),
  default: Type.Boolean(),
  status: Type.Enum(['ACTIVE', 'INACTIVE']),
  address: Type.Object({ addressLine: Type.String(), formattedAddress: Type.String() }),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  revision: Type.String(),
})
export type Place = Static<typeof Place>
const PlaceWish = Type.Object({
  name: Type.Optional(Text(150, 1)),
  address: Type.Optional(Text(500)),
  email: Maybe(Text(320)),
  phone: Maybe(Text(50)),
  default: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['ACTIVE', 'INACTIVE'])),
})
export type PlaceWish = Static<typeof PlaceWish>

const owner = { owner: 'any' } as const
const everyone = 'anyone' as const
const OneStaff = Type.Object({ staffMember: StaffMember })
const ManyStaff = Type.Object({ staffMembers: Type.Array(StaffMember), pagingMetadata: PagingMetadata })
const Fields = Type.Optional(Type.Union([Type.Array(Type.String()), Type.String()]))
const ResourceWish = Type.Object({
  name: Type.Optional(Text(40)),
  typeId: Type.Optional(Id),
  locationOptions: Type.Optional(LocationOptions),
  revision: Type.Optional(Type.String()),
})
export type ResourceWish = Static<typeof ResourceWish>

export const staffApi = operations({
  createStaffMember: {
    method: 'POST',
    path: '/v1/staff-members',
    summary: 'Add a staff member; they keep the business hours until they get their own',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_CREATE',
    body: Type.Object({ staffMember: StaffWish, fields: Fields }),
    reply: OneStaff,
    refuses: [],
    about: 'staff',
  },
  getStaffMember: {
    method: 'GET',
    path: '/v1/staff-members/{id}',
    summary: 'One staff member',
    may: everyone,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    params: ById,
    query: Type.Object({ fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  updateStaffMember: {
    method: 'PATCH',
    path: '/v1/staff-members/{id}',
    summary: 'Change name, contact, text or picture of a staff member',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ staffMember: StaffWish, fields: Fields }),
    reply: OneStaff,
    refuses: ['REVISION_MISMATCH'],
    about: 'staff',
  },
  deleteStaffMember: {
    method: 'DELETE',
    path: '/v1/staff-members/{id}',
    summary: 'Take a staff member out of the business; their bookings stay',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_DELETE',
    params: ById,
    reply: Type.Object({}),
    refuses: [],
    about: 'staff',
  },
  queryStaffMembers: {
    method: 'POST',
    path: '/v1/staff-members/query',
    summary: 'Staff members who serve customers',
    may: everyone,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    body: Type.Object({ query: Type.Optional(Query), fields: Fields }),
    reply: ManyStaff,
    refuses: [],
  },
  queryStaffMembersV2: {
    method: 'POST',
    path: '/v2/staff-members/query',
    summary: 'All staff members',
    may: everyone,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    body: Type.Object({ query: Type.Optional(Query), fields: Fields }),
    reply: ManyStaff,
    refuses: [],
  },
  countStaffMembers: {
    method: 'POST',
    path: '/v1/staff-members/count',
    summary: 'How many staff members match',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    body: Type.Object({ filter: Type.Optional(Type.Unknown()) }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: [],
  },
  setServiceProvider: {
    method: 'POST',
    path: '/v1/staff-members/{id}/set-service-provider',
    summary: 'Offer a staff member to customers, or stop',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ serviceProvider: Type.Boolean() }),
    reply: OneStaff,
    refuses: [],
    about: 'staff',
  },
  assignWorkingHoursSchedule: {
    method: 'POST',
    path: '/v1/staff-members/{id}/assign-working-hours-schedule',
    summary: 'Switch between the business hours and own hours',
    may: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ scheduleId: Id }),
    reply: OneStaff,
    refuses: [],
    about: 'staff',
  },

  getStaffHours: {
    method: 'GET',
    path: '/api/staff/{id}/hours',
    summary: 'The weekly hours of a staff member',
    may: owner,
    house: true,
    work: 'read',
    params: ById,
    reply: StaffHours,
    refuses: [],
  },
  setStaffHours: {
    method: 'PUT',
    path: '/api/staff/{id}/hours',
    summary: 'Give a staff member own weekly hours, or the business hours',
    may: owner,
    house: true,
    params: ById,
    body: Type.Object({ usesDefaultWorkingHours: Type.Boolean(), periods: Type.Optional(Periods) }),
    reply: StaffHours,
    refuses: [],
    about: 'staff',
  },
  getBusinessHours: {
    method: 'GET',
    path: '/api/business-hours',
    summary: 'When the business is open',
    may: everyone,
    house: true,
    work: 'read',
    reply: Type.Object({ timeZone: Type.String(), periods: Periods }),
    refuses: [],
  },
  setBusinessHours: {
    method: 'PUT',
    path: '/api/business-hours',
    summary: 'Change when the business is open',
    may: owner,
    house: true,
    body: Type.Object({ periods: Periods }),
    reply: Type.Object({ timeZone: Type.String(), periods: Periods }),
    refuses: [],
    about: 'staff',
  },
  listLocations: {
    method: 'GET',
    path: '/api/locations',
    summary: 'Places of the business',
    may: everyone,
    house: true,
    work: 'read',
    reply: Type.Object({ locations: Type.Array(Place) }),
    refuses: [],
  },
  createLocation: {
    method: 'POST',
    path: '/api/locations',
    summary: 'Add a place',
    may: owner,
    house: true,
    body: Type.Object({ location: PlaceWish }),
    reply: Type.Object({ location: Place }),
    refuses: [],
    about: 'location',
  },
  updateLocation: {
    method: 'PATCH',
    path: '/api/locations/{id}',
    summary: 'Change a place',
    may: owner,
    house: true,
    params: ById,
    body: Type.Object({ location: PlaceWish }),
    reply: Type.Object({ location: Place }),
    refuses: [],
    about: 'location',
  },

  createResourceType: {
    method: 'POST',
    path: '/v2/resources/resource-types',
    summary: 'Add a kind of resource, such as rooms',
    may: owner,
    permission: 'BOOKINGS.RESOURCE_TYPE_CREATE',
    body: Type.Object({ resourceType: Type.Object({ name: Text(40, 1) }) }),
    reply: Type.Object({ resourceType: ResourceType }),
    refuses: ['RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME', 'MAX_NUMBER_OF_RESOURCE_TYPES_REACHED'],
    about: 'resource',
  },
  getResourceType: {
    method: 'GET',
    path: '/v2/resources/resource-types/{id}',
    summary: 'One kind of resource',
    may: owner,
    work: 'read',
    params: ById,
    reply: Type.Object({ resourceType: ResourceType }),
    refuses: [],
  },
  queryResourceTypes: {
    method: 'POST',
    path: '/v2/resources/resource-types/query',
    summary: 'Kinds of resources',
    may: owner,
    work: 'read',
    body: Type.Object({ query: Type.Optional(Query) }),
    reply: Type.Object({ resourceTypes: Type.Array(ResourceType), pagingMetadata: PagingMetadata }),
    refuses: [],
  },
  createResource: {
    method: 'POST',
    path: '/v2/resources',
    summary: 'Add a room or device',
    may: owner,
    permission: 'BOOKINGS.RESOURCE_CREATE',
    body: Type.Object({ resource: ResourceWish }),
    reply: Type.Object({ resource: Resource }),
    refuses: [],
    about: 'resource',
  },
  getResource: {
    method: 'GET',
    path: '/v2/resources/{id}',
    summary: 'One resource',
    may: owner,
    work: 'read',
    params: ById,
    reply: Type.Object({ resource: Resource }),
    refuses: [],
  },
  updateResource: {
    method: 'PATCH',
    path: '/v2/resources/{id}',
    summary: 'Change a room or device',
    may: owner,
    params: ById,
    body: Type.Object({ resource: ResourceWish }),
    reply: Type.Object({ resource: Resource }),
    refuses: ['REVISION_MISMATCH'],
    about: 'resource',
  },
  deleteResource: {
    method: 'DELETE',
    path: '/v2/resources/{id}',
    summary: 'Remove a room or device',
    may: owner,
    params: ById,
    reply: Type.Object({}),
    refuses: [],
    about: 'resource',
  },
  queryResources: {
    method: 'POST',
    path: '/v2/resources/query',
    summary: 'Rooms, devices and the resources of staff',
    may: owner,
    work: 'read',
    body: Type.Object({ query: Type.Optional(Query) }),
    reply: Type.Object({ resources: Type.Array(Resource), pagingMetadata: PagingMetadata }),
    refuses: [],
  },
})
