/** The email about a change of a booking, before the change is made. Own operation of this product. Source: guide bookings §20.1. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const EmailPreviewInput = Type.Object({
  /** What is about to happen to the booking, or is asked of the customer. */
  change: Type.Enum(['CONFIRM', 'DECLINE', 'CANCEL', 'CANCEL_SESSION', 'RESCHEDULE', 'UPDATE', 'PAYMENT_LINK']),
  /** Words of the business, shown at the top. */
  message: Maybe(Type.String({ maxLength: 1000 })),
  /** The new start, where it moves. */
  startDate: Maybe(Type.String({ format: 'date-time' })),
  /** Where the business cancels: whether it charges the late-cancellation fee, and returns plan sessions (default true). */
  chargesFee: Maybe(Type.Boolean()),
  withRefund: Maybe(Type.Boolean()),
})
export type EmailPreviewInput = Static<typeof EmailPreviewInput>

export const bookingEmailsApi = operations({
  previewBookingEmail: {
    method: 'POST',
    path: '/api/bookings/{id}/email-preview',
    summary: 'Show the email that the customer would get about a change of their booking; changes nothing',
    internal: true,
    work: 'read',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    params: Type.Object({ id: Guid }),
    body: EmailPreviewInput,
    /** Without `to` the customer left no address and gets none. */
    reply: Type.Object({ to: Type.Optional(Type.String()), subject: Type.String(), html: Type.String(), text: Type.String() }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
})
