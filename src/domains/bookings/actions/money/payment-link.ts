/** The email with which the business asks a customer for what is left to pay. Source: guide bookings §12.3, §20.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../../errors.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { findBalances } from './balances.ts'
import { lockOwnBooking } from '../changes/change.ts'
import { loadWholeSet } from './paid-together.ts'
import { queueCustomerEmail } from '../emails/emails.ts'
import { createLinkToken } from '../links/links.ts'

export interface PaymentRequest {
  /** Everything that the pay page of the booking asks for: of a set all parts. */
  bookings: BookingRow[]
  /** Minor units, of all of them together. */
  amount: number
}

/** What the pay page of the booking asks for, as long as it can be paid online. */
export async function loadPaymentRequest(ctx: ReadContext, booking: BookingRow): Promise<PaymentRequest> {
  const owed = (await getOnlineProvider(ctx)) ? await findBalances(ctx, await loadWholeSet(ctx, booking)) : []
  return { bookings: owed.map((share) => share.booking), amount: owed.reduce((sum, share) => sum + share.amount, 0) }
}

interface PaymentLinkInput {
  message?: string | null | undefined
  /** The same message is sent once, however often it is asked for. */
  messageId: string
}

/** Queues the email. Refuses with BOOKING_NOT_FOUND, INVALID_BOOKING_STATUS when nothing is left to pay online, and NO_EMAIL_ADDRESS. */
export async function sendPaymentLink(ctx: TransactionContext, bookingId: string, { message, messageId }: PaymentLinkInput): Promise<void> {
  const booking = await lockOwnBooking(ctx, bookingId)
  const { bookings, amount } = await loadPaymentRequest(ctx, booking)
  if (amount === 0) refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  if (!booking.contactDetails.email) refuse('NO_EMAIL_ADDRESS')
  const { currency } = booking.price
  const payLink = `${ctx.origin}/checkout/basket/${await createLinkToken(ctx, { booking: booking.id })}`
  await queueCustomerEmail(ctx, booking, {
    template: 'payment-link',
    parts: bookings.length > 1 ? bookings : undefined,
    uniqueBy: messageId,
    ownerMessage: message?.trim() ?? '',
    variables: { amountDue: ({ formatAmount }) => formatAmount(amount, currency), payLink },
  })
}
