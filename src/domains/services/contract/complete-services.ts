/** A service with its prices by choice, its places and its plans, read and saved as one. Source: guide services-and-availability §6.10. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { AddOnGroupInput } from './add-ons.ts'
import { ServiceOptionsInput, optionCodes, ServiceOptionsAndVariants } from './options.ts'
import { ServiceLocationInput, Notification, Service, ServiceInput } from './services.ts'
import { owner } from './shapes.ts'

const CompleteService = Type.Object({ service: Service, options: Type.Union([ServiceOptionsAndVariants, Type.Null()]) })
export type CompleteService = Static<typeof CompleteService>
const relatedParts = {
  /** Choices with prices of their own; null takes them away, absent leaves them. */
  options: Maybe(ServiceOptionsInput),
  /** All plans that the service can be booked with; absent leaves them. */
  pricingPlanIds: Maybe(Type.Array(Guid, { maxItems: 75 })),
  /** All groups of add-ons in their order; a group without an id is new, absent leaves them. */
  addOnGroups: Maybe(Type.Array(AddOnGroupInput, { maxItems: 3 })),
  /** The last part of the address of its page; absent leaves it. Former ones lead on. */
  slug: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
}
const ById = Type.Object({ serviceId: Guid })
const UpdateCompleteServiceInput = Type.Object({
  service: ServiceInput,
  ...relatedParts,
  /** All places of the service; absent leaves them. */
  locations: Maybe(Type.Array(ServiceLocationInput, { minItems: 1, maxItems: 100 })),
  removedLocationSessionsAction: Maybe(
    Type.Object({ action: Type.Optional(Type.String()), moveToLocationOptions: Maybe(Type.Object({ newLocation: Maybe(ServiceLocationInput) })) }),
  ),
  participantNotification: Notification,
})
export type UpdateCompleteServiceInput = Static<typeof UpdateCompleteServiceInput>
const CreateCompleteServiceInput = Type.Object({ service: ServiceInput, ...relatedParts })
export type CreateCompleteServiceInput = Static<typeof CreateCompleteServiceInput>
const refuses = [...optionCodes, 'SUBSCRIPTION_SERVICE_NOT_SUPPORTED', 'INVALID_PRICING_PLAN', 'GROUP_NOT_ON_SERVICE', 'SLUG_ALREADY_EXISTS'] as const

export const completeServicesApi = operations({
  getCompleteService: {
    method: 'GET',
    path: '/api/services/{serviceId}',
    summary: 'Get a service with its options',
    access: owner,
    permission: 'BOOKINGS.SERVICES_READ',
    internal: true,
    work: 'read',
    params: ById,
    reply: CompleteService,
    refuses: [],
  },
  createCompleteService: {
    method: 'POST',
    path: '/api/services',
    summary: 'Create a service with its options and plans',
    access: owner,
    permission: 'BOOKINGS.SERVICES_CREATE',
    internal: true,
    body: CreateCompleteServiceInput,
    reply: CompleteService,
    refuses,
  },
  updateCompleteService: {
    method: 'PATCH',
    path: '/api/services/{serviceId}',
    summary: 'Update a service, its options, locations and plans in one transaction',
    access: owner,
    permission: 'BOOKINGS.SERVICES_UPDATE',
    internal: true,
    params: ById,
    body: UpdateCompleteServiceInput,
    reply: CompleteService,
    refuses: [...refuses, 'REVISION_MISMATCH'],
  },
})
