/** Previews of emails → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { previewBookingEmail } from '../actions/emails/email-preview.ts'
import type { bookingEmailsApi } from '../contract.ts'

export const bookingEmailsHandlers: Handlers<typeof bookingEmailsApi> = {
  previewBookingEmail: (ctx, { params, body }) => previewBookingEmail(ctx, params.id, body),
}
