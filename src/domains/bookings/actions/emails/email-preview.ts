/** The email about a change of a booking, rendered before the change is made. Source: guide bookings §20.1. */
import { Temporal } from 'temporal-polyfill'
import { previewEmail, resolveEmailLanguage } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { EmailPreviewInput } from '../../contract.ts'
import type { CustomerEmails } from '../../emails/variables.ts'
import { refuse } from '../../errors.ts'
import { createLocaleFormatter, type LocaleFormatter } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import { cancellationFeeText, describeRefund } from '../changes/cancel.ts'
import { creditBackText } from '../../emails/variable-texts.ts'
import { customerVariables } from './emails.ts'
import { previewCancellationEffects } from '../changes/cancellation-effects.ts'
import { toMinorUnits } from '../money/money.ts'
import { loadPaymentRequest } from '../money/payment-link.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

type Change = EmailPreviewInput['change']
const templates = {
  CONFIRM: 'booking-confirmed',
  DECLINE: 'booking-declined',
  CANCEL: 'booking-canceled',
  CANCEL_SESSION: 'booking-canceled',
  RESCHEDULE: 'booking-rescheduled',
  UPDATE: 'booking-changed',
  PAYMENT_LINK: 'payment-link',
} as const satisfies Record<Change, keyof CustomerEmails>

/** The booking as it would be after the change, with its old length. */
function applyStart(booking: store.BookingRow, startDate: string | null | undefined): store.BookingRow {
  if (!startDate) return booking
  const startAt = Temporal.Instant.from(startDate)
  return { ...booking, startAt, endAt: startAt.add(booking.startAt.until(booking.endAt)) }
}

/** What the email says beside what every email to a customer says. */
async function changeVariables(
  ctx: ReadContext,
  booking: store.BookingRow,
  { change, chargesFee, withRefund }: EmailPreviewInput,
  formatter: LocaleFormatter,
): Promise<Record<string, string>> {
  if (change === 'RESCHEDULE') return { oldStartText: formatter.formatDateTime(booking.startAt, booking.timeZone) }
  if (change === 'CONFIRM' || change === 'UPDATE') return {}
  if (change === 'PAYMENT_LINK') {
    const { amount } = await loadPaymentRequest(ctx, booking)
    // Everyone who has the link may pay: a preview leads nowhere in particular.
    return { amountDue: formatter.formatAmount(amount, booking.price.currency), payLink: ctx.origin }
  }
  const because = change === 'CANCEL_SESSION' ? 'SESSION' : 'BUSINESS'
  const [effect] = (await previewCancellationEffects(ctx, { bookingIds: [booking.id], because, withRefund })).bookings
  const fee = chargesFee && effect?.fee ? toMinorUnits(effect.fee.amount, effect.currency) : 0
  const feeText = fee > 0 ? formatter.translate(cancellationFeeText, { amount: formatter.formatAmount(fee, booking.price.currency) }) : ''
  const refunded = effect ? toMinorUnits(effect.refunded, effect.currency) : 0
  return {
    ...(change !== 'DECLINE' && { canceledBy: 'the business', feeText, creditText: (effect?.sessionsReturned ?? 0) > 0 ? creditBackText(formatter) : '' }),
    refundText: describeRefund(refunded, booking.price.currency, formatter),
  }
}

/** The email in the language of the customer and the words of the site. Refuses with BOOKING_NOT_FOUND. */
export async function previewBookingEmail(ctx: ReadContext, bookingId: string, input: EmailPreviewInput) {
  const { change, message, startDate } = input
  const booking = (await store.bookingById(ctx, unrestrictedViewer, bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId })
  const to = booking.contactDetails.email
  const language = await resolveEmailLanguage(ctx, to ?? '', booking.language || undefined)
  const formatter = createLocaleFormatter(language, (await getSite(ctx)).timeZone)
  const template = templates[change]
  const variables = {
    ...(await customerVariables(ctx, template, applyStart(booking, startDate), formatter)),
    ...(await changeVariables(ctx, booking, input, formatter)),
    ...(message?.trim() && { ownerMessage: message.trim() }),
    // The link of a booking opens it: a preview has none.
    manageLink: ctx.origin,
  }
  return { ...(to && { to }), ...(await previewEmail(ctx, { template, variables, language })) }
}
