/** The forms that a booking asks for, and the intake form that its link opens. Own operations of this product. Source: guide services-and-availability §12.3. */
import { Type } from 'typebox'
import { FormFieldWire } from '#domains/forms/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { ByToken } from './links.ts'
import { Any, customers } from './shapes.ts'

const ClientForm = Type.Object({ id: Guid, name: Type.String(), fields: Type.Array(FormFieldWire) })

/** The intake form that the policy of a booking asks for, and whether the answers of its customer count. */
export const IntakeBrief = Type.Optional(Type.Object({ formName: Type.String(), isDone: Type.Boolean() }))

export const bookingFormsApi = operations({
  getFormsOfService: {
    method: 'GET',
    path: '/api/services/{serviceId}/forms',
    summary: 'What a booking of the service asks beside name, email and phone',
    internal: true,
    work: 'read',
    access: customers,
    needsNoPermission: true,
    params: Type.Object({ serviceId: Guid }),
    reply: Type.Object({
      form: ClientForm,
      /** The intake form that comes before the booking; absent when there is none, or the member has sent it and the answers still count. */
      intake: Type.Optional(Type.Object({ ...ClientForm.properties, required: Type.Boolean() })),
    }),
    refuses: ['SERVICE_NOT_FOUND'],
  },
  getIntake: {
    method: 'GET',
    path: '/api/bookings/by-link/{token}/intake',
    summary: 'The intake form of the booking of a link',
    internal: true,
    work: 'own',
    access: 'anyone',
    params: ByToken,
    reply: Type.Object({
      form: ClientForm,
      isDone: Type.Boolean(),
      booking: Type.Object({ title: Type.String(), startDate: Type.String(), timeZone: Type.String(), firstName: Type.String() }),
    }),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'NO_INTAKE_FORM'],
  },
  submitIntake: {
    method: 'POST',
    path: '/api/bookings/by-link/{token}/intake',
    summary: 'Send the intake form of the booking of a link; sent already, it changes nothing',
    internal: true,
    work: 'own',
    access: 'anyone',
    params: ByToken,
    body: Type.Object({ formSubmission: Type.Record(Type.String({ maxLength: 60 }), Any) }),
    reply: Type.Object({}),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'NO_INTAKE_FORM', 'VALIDATION_FAILURE'],
  },
})
