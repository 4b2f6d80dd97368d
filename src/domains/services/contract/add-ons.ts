/** Add-ons and their groups on services. Source: guide services-and-availability §8.2, contract operations (areas add-ons, add-on-groups). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, QueryWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe, bulkReply } from '#kit/api/wire.ts'
import { Money } from './shapes.ts'

export const AddOn = Type.Object({
  id: Guid,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  name: Type.String(),
  price: Money,
  durationInMinutes: Type.Optional(Type.Integer()),
  maxQuantity: Type.Optional(Type.Integer()),
  taxGroup: Type.Optional(Type.String()),
  mainMedia: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Unknown()),
  extendedFields: Type.Optional(FreeObject),
})
export type AddOn = Static<typeof AddOn>
const AddOnInput = Type.Object({
  id: Type.Optional(Type.Unknown()),
  revision: Maybe(Type.String()),
  name: Maybe(Type.String({ maxLength: 100 })),
  price: Maybe(Type.Object({ value: Type.Optional(Type.String({ maxLength: 20 })), currency: Maybe(Type.String()) })),
  durationInMinutes: Maybe(Type.Integer({ minimum: 1, maximum: 1440 })),
  maxQuantity: Maybe(Type.Integer({ minimum: 1, maximum: 9999 })),
  taxGroup: Maybe(Guid),
  mainMedia: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Unknown()),
  extendedFields: Maybe(FreeObject),
})
export type AddOnInput = Static<typeof AddOnInput>

export const AddOnGroup = Type.Object({
  id: Guid,
  name: Type.String(),
  maxNumberOfAddOns: Type.Optional(Type.Integer()),
  addOnIds: Type.Array(Guid),
  prompt: Type.Optional(Type.String()),
})
export type AddOnGroup = Static<typeof AddOnGroup>
export const AddOnGroupInput = Type.Object({
  id: Maybe(Guid),
  name: Maybe(Type.String({ maxLength: 100 })),
  maxNumberOfAddOns: Maybe(Type.Integer({ minimum: 1 })),
  addOnIds: Maybe(Type.Array(Guid, { maxItems: 7, uniqueItems: true })),
  prompt: Maybe(Type.String({ maxLength: 200 })),
})
export type AddOnGroupInput = Static<typeof AddOnGroupInput>

const owner = { owner: 'any' } as const
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
const One = Type.Object({ addOn: AddOn })
const Page = Type.Object({ addOns: Type.Array(AddOn), pagingMetadata: CursorMetaWire })
const Bulk = bulkReply({ item: Type.Optional(AddOn) })
const Flag = Maybe(Type.Boolean())

export const addOnsApi = operations({
  createAddOn: {
    method: 'POST',
    path: '/v1/add-ons',
    summary: 'Create an add-on',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_CREATE',
    body: Type.Object({ addOn: AddOnInput }),
    reply: One,
    refuses: [],
  },
  getAddOn: {
    method: 'GET',
    path: '/v1/add-ons/{addOnId}',
    summary: 'Get an add-on',
    access: everyone,
    permission: 'ADD_ONS.ADD_ON_READ',
    work: 'read',
    params: Type.Object({ addOnId: Guid }),
    reply: One,
    refuses: [],
  },
  updateAddOn: {
    method: 'PATCH',
    path: '/v1/add-ons/{addOnId}',
    summary: 'Update an add-on; for new bookings',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_UPDATE',
    params: Type.Object({ addOnId: Guid }),
    body: Type.Object({ addOn: AddOnInput, fieldMask: Type.Optional(Type.Unknown()) }),
    reply: One,
    refuses: ['REVISION_MISMATCH'],
  },
  deleteAddOn: {
    method: 'DELETE',
    path: '/v1/add-ons/{addOnId}',
    summary: 'Delete an add-on and remove it from all groups',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_DELETE',
    params: Type.Object({ addOnId: Guid }),
    reply: Type.Object({}),
    refuses: [],
  },
  queryAddOns: {
    method: 'GET',
    path: '/v1/add-ons/query',
    summary: 'Query add-ons',
    access: everyone,
    permission: 'ADD_ONS.ADD_ON_READ',
    work: 'read',
    query: Type.Object({ query: Maybe(QueryWire) }),
    reply: Page,
    refuses: [],
  },
  queryAddOnsByPost: {
    method: 'POST',
    path: '/v1/add-ons/query',
    summary: 'Query add-ons with a long filter',
    access: everyone,
    permission: 'ADD_ONS.ADD_ON_READ',
    work: 'read',
    body: Type.Object({ query: Maybe(QueryWire) }),
    reply: Page,
    refuses: [],
  },
  bulkCreateAddOns: {
    method: 'POST',
    path: '/v1/bulk/add-ons/create',
    summary: 'Create up to 100 add-ons',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_CREATE',
    work: 'own',
    body: Type.Object({ addOns: Type.Array(AddOnInput, { minItems: 1, maxItems: 100 }), returnEntity: Flag }),
    reply: Bulk,
    refuses: [],
  },
  bulkUpdateAddOns: {
    method: 'POST',
    path: '/v1/bulk/add-ons/update',
    summary: 'Update up to 100 add-ons',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_UPDATE',
    work: 'own',
    body: Type.Object({
      addOns: Type.Array(Type.Object({ addOn: AddOnInput, fieldMask: Type.Optional(Type.Unknown()) }), { minItems: 1, maxItems: 100 }),
      returnEntity: Flag,
    }),
    reply: Bulk,
    refuses: ['REVISION_MISMATCH'],
  },
  bulkDeleteAddOns: {
    method: 'POST',
    path: '/v1/bulk/add-ons/delete',
    summary: 'Delete up to 100 add-ons',
    access: owner,
    permission: 'ADD_ONS.ADD_ON_DELETE',
    work: 'own',
    body: Type.Object({ addOnIds: Type.Array(Guid, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    reply: Bulk,
    refuses: [],
  },

  createAddOnGroup: {
    method: 'POST',
    path: '/v2/services/add-on-groups/create',
    summary: 'Create a group of add-ons on a service',
    access: owner,
    permission: 'BOOKINGS.SERVICES_ADD_ON_GROUP_CREATE',
    body: Type.Object({ addOnGroup: AddOnGroupInput, serviceId: Guid }),
    reply: Type.Object({ addOnGroup: AddOnGroup }),
    refuses: [],
  },
  updateAddOnGroup: {
    method: 'POST',
    path: '/v2/services/add-on-groups/update',
    summary: 'Update a group of add-ons',
    access: owner,
    permission: 'BOOKINGS.SERVICES_ADD_ON_GROUP_UPDATE',
    body: Type.Object({ addOnGroup: AddOnGroupInput, serviceId: Guid, mask: Type.Optional(Type.Unknown()) }),
    reply: Type.Object({ addOnGroup: AddOnGroup }),
    refuses: ['GROUP_NOT_ON_SERVICE'],
  },
  deleteAddOnGroup: {
    method: 'POST',
    path: '/v2/services/add-on-groups/delete',
    summary: 'Delete a group of add-ons from a service',
    access: owner,
    permission: 'BOOKINGS.SERVICES_ADD_ON_GROUP_DELETE',
    body: Type.Object({ addOnGroupId: Guid, serviceId: Guid }),
    reply: Type.Object({}),
    refuses: ['GROUP_NOT_ON_SERVICE'],
  },
  setAddOnsForGroup: {
    method: 'POST',
    path: '/v2/services/add-on-groups/set-add-ons-for-group',
    summary: 'Set the add-ons of a group',
    access: owner,
    permission: 'BOOKINGS.SERVICES_ADD_ON_GROUPS_SET_ADD_ONS',
    body: Type.Object({ serviceId: Guid, groupId: Guid, addOnIds: Type.Array(Guid, { minItems: 1, maxItems: 7, uniqueItems: true }) }),
    reply: Type.Object({ addOnGroup: AddOnGroup }),
    refuses: ['ADD_ON_GROUP_NOT_FOUND'],
  },
  listAddOnGroupsByServiceId: {
    method: 'POST',
    path: '/v2/services/add-on-groups/list-add-on-groups-by-service-id',
    summary: 'List the add-on groups of a service',
    access: everyone,
    permission: 'BOOKINGS.SERVICES_ADD_ON_GROUPS_LIST',
    work: 'read',
    body: Type.Object({ serviceId: Guid, groupIds: Maybe(Type.Array(Guid, { maxItems: 3 })) }),
    reply: Type.Object({
      addOnGroupsDetails: Type.Array(
        Type.Object({
          groupId: Guid,
          groupName: Type.String(),
          maxNumberOfAddOns: Type.Optional(Type.Integer()),
          prompt: Type.Optional(Type.String()),
          addOns: Type.Array(
            Type.Object({
              addOnId: Guid,
              name: Type.String(),
              price: Money,
              durationInMinutes: Type.Optional(Type.Integer()),
              maxQuantity: Type.Optional(Type.Integer()),
            }),
          ),
        }),
      ),
    }),
    refuses: [],
  },
})
