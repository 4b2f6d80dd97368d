/** Options with variants, and prices of bookings. Source: guide services-and-availability §8.1, §8.3, contract operations (areas service-options, booking-pricing). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { QueryWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'
import { Money } from './shapes.ts'

const Choice = Type.Object({
  optionId: Type.Optional(Type.String()),
  custom: Type.Optional(Type.String({ maxLength: 255 })),
  staffMemberId: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Object({ minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 44_639 })), name: Maybe(Type.String({ maxLength: 255 })) })),
})
export const ServiceOptionsAndVariants = Type.Object({
  id: Guid,
  serviceId: Guid,
  options: Type.Object({
    values: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        customData: Type.Optional(Type.Object({ name: Type.Optional(Type.String()), choices: Type.Array(Type.String()) })),
        durationData: Type.Optional(Type.Object({ name: Maybe(Type.String()) })),
      }),
    ),
  }),
  variants: Type.Object({ values: Type.Array(Type.Object({ choices: Type.Array(Choice), price: Money })) }),
  minPrice: Money,
  maxPrice: Money,
  revision: Type.String(),
  extendedFields: Type.Optional(FreeObject),
})
export type ServiceOptionsAndVariants = Static<typeof ServiceOptionsAndVariants>

export const ServiceOptionsInput = Type.Object({
  id: Type.Optional(Type.Unknown()),
  serviceId: Maybe(Guid),
  revision: Maybe(Type.String()),
  options: Maybe(
    Type.Object({
      values: Type.Array(
        Type.Object({
          id: Maybe(Guid),
          type: Type.Optional(Type.String()),
          customData: Maybe(
            Type.Object({
              name: Maybe(Type.String({ maxLength: 255 })),
              choices: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 })),
            }),
          ),
          durationData: Maybe(Type.Object({ name: Maybe(Type.String({ maxLength: 255 })) })),
        }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
  ),
  variants: Maybe(
    Type.Object({
      values: Type.Array(
        Type.Object({
          choices: Type.Array(Choice, { minItems: 1, maxItems: 1 }),
          price: Type.Object({ value: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,2})?$' }), currency: Maybe(Type.String()) }),
        }),
        { minItems: 1, maxItems: 100 },
      ),
    }),
  ),
  extendedFields: Maybe(FreeObject),
})
export type ServiceOptionsInput = Static<typeof ServiceOptionsInput>

const ServiceChoices = Type.Object({
  numberOfParticipants: Maybe(Type.Integer({ minimum: 1 })),
  choices: Maybe(Type.Array(Choice, { maxItems: 5 })),
  pricePerParticipant: Maybe(Type.Number()),
})
const LineItem = Type.Object({
  serviceId: Maybe(Type.String()),
  resourceId: Maybe(Type.String()),
  choices: Maybe(Type.Array(Choice)),
  numberOfParticipants: Maybe(Type.Integer({ minimum: 1 })),
  pricePerParticipant: Maybe(Type.Number()),
  serviceChoices: Maybe(Type.Array(ServiceChoices, { maxItems: 40 })),
  localStartDate: Maybe(Type.String()),
  localEndDate: Maybe(Type.String()),
  timeZone: Maybe(Type.String()),
})
export type LineItem = Static<typeof LineItem>
export const PriceInfo = Type.Object({
  bookingLineItems: Type.Array(LineItem),
  calculatedPrice: Type.Optional(Type.Number()),
  deposit: Type.Optional(Type.Number()),
  priceDescription: Type.Optional(Type.String()),
  priceDescriptionInfo: Type.Optional(Type.Object({ original: Type.String() })),
})
export type PriceInfo = Static<typeof PriceInfo>
/** The parts of a booking that its price is made of. */
const PricedBooking = Type.Object({
  bookedEntity: Maybe(
    Type.Object({
      slot: Maybe(
        Type.Object({
          serviceId: Maybe(Type.String()),
          resource: Maybe(Type.Object({ id: Maybe(Type.String()) })),
          startDate: Maybe(Type.String()),
          endDate: Maybe(Type.String()),
        }),
      ),
      schedule: Maybe(Type.Object({ serviceId: Maybe(Type.String()) })),
    }),
  ),
  totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
  participantsChoices: Maybe(Type.Object({ serviceChoices: Type.Array(ServiceChoices, { minItems: 1, maxItems: 20 }) })),
  bookedAddOns: Maybe(Type.Array(Type.Object({ id: Type.String(), quantity: Maybe(Type.Integer({ minimum: 1 })) }))),
})
export type PricedBooking = Static<typeof PricedBooking>

const owner = { owner: 'any' } as const
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
const ById = Type.Object({ id: Guid })
const One = Type.Object({ serviceOptionsAndVariants: ServiceOptionsAndVariants })
export const optionCodes = [
  'UNKNOWN_OPTION_IDS',
  'MULTIPLE_CURRENCIES',
  'UNSUPPORTED_OPTION_TYPE',
  'UNKNOWN_STAFF_IDS',
  'MISSING_STAFF_VARIANTS',
  'IDENTICAL_CHOICES',
  'MISSING_CUSTOM_CHOICES',
  'UNSUPPORTED_OPTION_DATA',
] as const
const priceCodes = ['INVALID_SERVICE_ID', 'NUMBER_OF_PARTICIPANTS_NOT_FOUND', 'FAILED_RESOLVING_SERVICE', 'INVALID_DURATION_CHOICE'] as const

export const optionsApi = operations({
  createServiceOptionsAndVariants: {
    method: 'POST',
    path: '/v1/serviceOptionsAndVariants',
    summary: 'Create options with variants for a service',
    access: owner,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_CREATE',
    body: Type.Object({ serviceOptionsAndVariants: ServiceOptionsInput }),
    reply: One,
    refuses: [...optionCodes, 'ALREADY_EXISTS'],
  },
  getServiceOptionsAndVariants: {
    method: 'GET',
    path: '/v1/serviceOptionsAndVariants/{id}',
    summary: 'Get options by id',
    access: everyone,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_READ',
    work: 'read',
    params: ById,
    reply: One,
    refuses: [],
  },
  getServiceOptionsAndVariantsByServiceId: {
    method: 'GET',
    path: '/v1/serviceOptionsAndVariants/service_id/{serviceId}',
    summary: 'Get the options of a service',
    access: everyone,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_READ',
    work: 'read',
    params: Type.Object({ serviceId: Guid }),
    reply: Type.Object({ serviceVariants: ServiceOptionsAndVariants }),
    refuses: [],
  },
  updateServiceOptionsAndVariants: {
    method: 'PATCH',
    path: '/v1/serviceOptionsAndVariants/{id}',
    summary: 'Update options; for new bookings',
    access: owner,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_UPDATE',
    params: ById,
    body: Type.Object({ serviceOptionsAndVariants: ServiceOptionsInput, mask: Type.Optional(Type.Unknown()) }),
    reply: One,
    refuses: [...optionCodes, 'REVISION_MISMATCH'],
  },
  deleteServiceOptionsAndVariants: {
    method: 'DELETE',
    path: '/v1/serviceOptionsAndVariants/{id}',
    summary: 'Delete the options of a service',
    access: owner,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_DELETE',
    params: ById,
    query: Type.Object({ revision: Maybe(Type.String()) }),
    reply: Type.Object({}),
    refuses: ['REVISION_MISMATCH'],
  },
  cloneServiceOptionsAndVariants: {
    method: 'POST',
    path: '/v1/serviceOptionsAndVariants/{cloneFromId}/clone',
    summary: 'Clone options to another service',
    access: owner,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_CREATE',
    params: Type.Object({ cloneFromId: Guid }),
    body: Type.Object({ targetServiceId: Guid }),
    reply: One,
    refuses: [...optionCodes, 'ALREADY_EXISTS'],
  },
  queryServiceOptionsAndVariants: {
    method: 'POST',
    path: '/v1/serviceOptionsAndVariants/query',
    summary: 'Query options',
    access: everyone,
    permission: 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS_READ',
    work: 'read',
    body: Type.Object({ query: Maybe(QueryWire) }),
    reply: Type.Object({
      serviceOptionsAndVariantsList: Type.Array(ServiceOptionsAndVariants),
      pagingMetadata: Type.Object({
        count: Type.Integer(),
        offset: Type.Optional(Type.Integer()),
        total: Type.Optional(Type.Integer()),
        tooManyToCount: Type.Optional(Type.Boolean()),
        cursors: Type.Optional(Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) })),
        hasNext: Type.Optional(Type.Boolean()),
      }),
    }),
    refuses: [],
  },
  previewBookingPrice: {
    method: 'POST',
    path: '/v2/pricing/preview',
    summary: 'Preview the price of a booking',
    access: everyone,
    permission: 'BOOKINGS.PRICE_PREVIEW',
    work: 'read',
    body: Type.Object({ bookingLineItems: Type.Array(LineItem, { minItems: 1, maxItems: 40 }) }),
    reply: Type.Object({ priceInfo: PriceInfo }),
    refuses: priceCodes,
  },
  calculateBookingPrice: {
    method: 'POST',
    path: '/v2/pricing/calculate',
    summary: 'Calculate the price of a booking',
    access: everyone,
    permission: 'BOOKINGS.PRICE_CALCULATE',
    work: 'read',
    body: Type.Object({ booking: Maybe(PricedBooking), bookings: Maybe(Type.Array(PricedBooking, { maxItems: 40 })) }),
    reply: Type.Object({ priceInfo: PriceInfo }),
    refuses: [...priceCodes, 'INVALID_BOOKING'],
  },
})
