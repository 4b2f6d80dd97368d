/** Books and pays in one call, as our own booking page does. Source: guide bookings §12.4. */
import type { BookingInput } from '#domains/bookings/contract.ts'
import { bookOncePerFlow, createBooking, finishNewUnpaid, isCardRequired, lockOwnBooking, lockWholeSet, type BookingRow } from '#domains/bookings/public.ts'
import { preloadOrdersOfMember } from '#domains/orders/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertAwaitingCheckout, isBooked, payBookings, type PayInput } from './checkout.ts'
import { setCoupon } from './coupons.ts'
import type { PayResult } from './pay-page.ts'

export interface BookNowInput extends PayInput {
  slot?: NonNullable<BookingInput['bookedEntity']>['slot']
  schedule?: NonNullable<BookingInput['bookedEntity']>['schedule']
  contactDetails?: BookingInput['contactDetails']
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
  bookedAddOns?: BookingInput['bookedAddOns']
  payDeposit?: boolean | null
  formSubmission?: Record<string, unknown> | null
  sendSmsReminder?: boolean | null
  bookingId?: string | null
  couponCode?: string | null
}
export interface BookedNow extends PayResult {
  /** The booking was made and finished by this call: nothing was paid for it. */
  isMadeAndFinished: boolean
}
/** Books on the hosted page in one call. A charge that fails leaves the booking held, to be paid again with its id. */
export async function bookNow(ctx: OwnTransactionContext, input: BookNowInput): Promise<BookedNow> {
  let isMadeAndFinished = false
  const create = async (inner: TransactionContext) => {
    await preloadPlans(inner, input)
    const booking = await createBooking(inner, toCreateInput(input), { finish: (made) => finishAtOnce(inner, made, input) })
    isMadeAndFinished = isBooked(booking)
    return booking
  }
  const result = await payBookings(ctx, input, (inner) =>
    bookOncePerFlow(inner, input, async () =>
      setCoupon(inner, input.bookingId ? await lockBookingOrSet(inner, input.bookingId) : [await create(inner)], input.couponCode),
    ),
  )
  return { ...result, isMadeAndFinished }
}

/** Where nothing is due and no card is kept, a new booking is finished before it is stored. Undefined: it is held, and paid for. */
const finishAtOnce = async (ctx: TransactionContext, booking: BookingRow, input: BookNowInput) =>
  input.couponCode || input.holdsOnly || input.atDesk || isCardRequired(booking) ? undefined : finishNewUnpaid(ctx, booking, input)

/** The plans of the member, in one trip with what else a booking looks up. */
async function preloadPlans(ctx: TransactionContext, { paymentOption, planOrderId }: BookNowInput): Promise<void> {
  const { memberId } = ctx.caller
  if (memberId && paymentOption === 'MEMBERSHIP' && !planOrderId) await preloadOrdersOfMember(ctx, memberId)
}

const toCreateInput = (input: BookNowInput) => ({
  booking: {
    bookedEntity: { slot: input.slot ?? null, schedule: input.schedule ?? null },
    contactDetails: input.contactDetails ?? null,
    totalParticipants: input.totalParticipants ?? null,
    participantsChoices: input.participantsChoices ?? null,
    bookedAddOns: input.bookedAddOns ?? null,
    selectedPaymentOption: input.paymentOption ?? ('UNDEFINED' as const),
    depositSelected: input.payDeposit ?? null,
  },
  ...(input.formSubmission && { formSubmission: input.formSubmission }),
  ...(input.sendSmsReminder != null && { sendSmsReminder: input.sendSmsReminder }),
})

/** The booking of an earlier attempt, with all parts of its set. */
async function lockBookingOrSet(ctx: TransactionContext, id: string): Promise<BookingRow[]> {
  const booking = await lockOwnBooking(ctx, id)
  const bookings = await lockWholeSet(ctx, booking)
  assertAwaitingCheckout(bookings)
  return bookings
}
