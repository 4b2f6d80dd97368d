/** Time slots configuration: how starts are spaced and displayed. Source: guide services-and-availability §12.4, contract operations (area time-slots-configuration). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, QueryWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'

const BasedOn = Type.Enum(['BUSINESS_TIME_ZONE', 'CUSTOMER_TIME_ZONE'])
const Strategy = Type.Enum(['CUSTOMER_MUST_CHOOSE', 'CUSTOMER_MAY_CHOOSE', 'CUSTOMER_CANNOT_CHOOSE'])

export const TimeSlotsConfiguration = Type.Object({
  id: Guid,
  appId: Guid,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  displayTimeZone: Type.Object({ basedOn: BasedOn, customerCanChange: Type.Boolean(), timeZone: Type.Optional(Type.String()) }),
  staffSelection: Type.Object({ strategy: Strategy }),
  splitInterval: Type.Object({ sameAsDuration: Type.Boolean(), valueInMinutes: Type.Integer() }),
  extendedFields: Type.Optional(FreeObject),
})
export type TimeSlotsConfiguration = Static<typeof TimeSlotsConfiguration>
const TimeSlotsConfigurationInput = Type.Object({
  revision: Maybe(Type.String()),
  displayTimeZone: Maybe(Type.Object({ basedOn: Maybe(BasedOn), customerCanChange: Maybe(Type.Boolean()) })),
  staffSelection: Maybe(Type.Object({ strategy: Maybe(Strategy) })),
  splitInterval: Maybe(Type.Object({ sameAsDuration: Maybe(Type.Boolean()), valueInMinutes: Maybe(Type.Integer({ minimum: 5, maximum: 1440 })) })),
  extendedFields: Maybe(FreeObject),
})
export type SlotConfigInput = Static<typeof TimeSlotsConfigurationInput>

const owner = { owner: 'any' } as const
const One = Type.Object({ timeSlotsConfiguration: TimeSlotsConfiguration })
const Page = Type.Object({ timeSlotsConfigurations: Type.Array(TimeSlotsConfiguration), pagingMetadata: CursorMetaWire })

export const slotConfigApi = operations({
  getTimeSlotsConfiguration: {
    method: 'GET',
    path: '/v1/time-slots-configurations/{id}',
    summary: 'Get the time slots configuration',
    access: owner,
    permission: 'TIMESLOTS_CONFIGURATION.READ',
    work: 'read',
    params: Type.Object({ id: Guid }),
    reply: One,
    refuses: [],
  },
  getTimeSlotsConfigurationByAppId: {
    method: 'GET',
    path: '/v1/time-slots-configurations/app/{appId}',
    summary: 'Get the time slots configuration of an app',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'TIMESLOTS_CONFIGURATION.READ',
    work: 'read',
    params: Type.Object({ appId: Guid }),
    reply: One,
    refuses: [],
  },
  queryTimeSlotsConfigurations: {
    method: 'GET',
    path: '/v1/time-slots-configurations/query',
    summary: 'Query time slots configurations',
    access: owner,
    permission: 'bookings:timeslots_configuration:v1:time_slots_configuration:query_time_slots_configurations',
    work: 'read',
    query: Type.Object({ query: Maybe(QueryWire) }),
    reply: Page,
    refuses: [],
  },
  queryTimeSlotsConfigurationsByPost: {
    method: 'POST',
    path: '/v1/time-slots-configurations/query',
    summary: 'Query time slots configurations with a long filter',
    access: owner,
    permission: 'TIMESLOTS_CONFIGURATION.READ',
    work: 'read',
    body: Type.Object({ query: Maybe(QueryWire) }),
    reply: Page,
    refuses: [],
  },
  updateTimeSlotsConfiguration: {
    method: 'PATCH',
    path: '/v1/time-slots-configurations/{id}',
    summary: 'Update the time slots configuration',
    access: owner,
    permission: 'TIMESLOTS_CONFIGURATION.UPDATE',
    params: Type.Object({ id: Guid }),
    body: Type.Object({ timeSlotsConfiguration: TimeSlotsConfigurationInput, fieldMask: Type.Optional(Type.Unknown()) }),
    reply: One,
    refuses: ['REVISION_MISMATCH'],
  },
})
