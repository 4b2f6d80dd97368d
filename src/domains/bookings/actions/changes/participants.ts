/** Changes the number of participants. Source: guide bookings §10.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { BookingInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction } from '../../events.ts'
import { countPeople } from '../../rules/choices.ts'
import { getStatusAfterChange } from '../../rules/changed-total.ts'
import { calculateAddOnsFor, calculateDue, calculateTaxedPart } from '../../rules/due.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import { explainNoSeats } from '../../rules/seats.ts'
import type * as store from '../../store/bookings.ts'
import { bookingToWire, describeBooking } from '../../wire.ts'
import { lockForChange, assertStepAllowed, saveBooking } from './change.ts'
import { adjustCredits } from '../money/credits.ts'
import { queueCustomerEmailIfRequested, type NotificationInput } from '../emails/emails.ts'
import { findOpenAmounts, sumReceived, toDecimal } from '../money/money.ts'
import { assertChoicesOffered, getSessionMinutes, type Choices } from '../booking/extras.ts'
import { getBookableService } from '../booking/bookable-service.ts'
import { getCapacity, claimSlot } from '../booking/claim-slot.ts'
import { adjustStatusToPrice, reprice } from './reprice.ts'
import { changeSeats } from '../waiting.ts'

export interface ChangeParticipantsInput {
  revision?: string | null
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
  participantNotification?: NotificationInput | null
}

/**
 * The business changes how many come, within the seats that are left. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH, VALIDATION_FAILURE, or as
 * the seats do.
 */
export async function changeParticipants(ctx: TransactionContext, id: string, input: ChangeParticipantsInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, input.revision)
  assertStepAllowed(booking, 'changeParticipants')
  const choices = input.participantsChoices ?? null
  if ((choices !== null) === (input.totalParticipants != null))
    return refuse('VALIDATION_FAILURE', { violations: [{ field: 'totalParticipants', description: 'or participantsChoices is required, not both' }] })
  if (booking.serviceType === 'APPOINTMENT') return refuse('VALIDATION_FAILURE', { reason: 'APPOINTMENT' })
  if ((choices !== null) !== (booking.participantsChoices !== null)) return refuse('VALIDATION_FAILURE', { reason: 'OTHER_KIND' })
  const people = choices ? countPeople(choices.serviceChoices) : (input.totalParticipants as number)
  if (people === booking.participants && JSON.stringify(choices) === JSON.stringify(booking.participantsChoices)) return booking
  await claimSeats(ctx, booking, people)
  const credits = booking.planOrderId ? await adjustCredits(ctx, booking, people) : booking.credits
  const price = await calculateNewPrice(ctx, booking, choices, people)
  const change = { participants: people, participantsChoices: choices, credits }
  const next = await saveBooking(ctx, booking, { ...change, ...(await settleNewPrice(ctx, booking, { ...booking, ...change, price })) })
  noteResize(ctx, next)
  emitAction(
    ctx,
    'number_of_participants_updated',
    next,
    booking.participantsChoices ? { previousParticipantsChoices: booking.participantsChoices } : { previousTotalParticipants: booking.participants },
  )
  const open = (await findOpenAmounts(ctx, [next])).get(next.id) ?? 0
  await queueCustomerEmailIfRequested(ctx, next, input.participantNotification, {
    template: 'booking-participants-changed',
    variables: {
      participants: String(people),
      oldParticipants: String(booking.participants),
      ...(open > 0 && {
        balanceText: ({ translate, formatAmount }: LocaleFormatter) => translate(balanceText, { amount: formatAmount(open, price.currency) }),
      }),
    },
  })
  return next
}

/** The price with the payment status that follows from it. What a custom checkout has taken for the price before is noted: the difference alone is owed. */
async function settleNewPrice(ctx: ReadContext, booking: store.BookingRow, next: store.BookingRow): Promise<Pick<store.BookingRow, 'price' | 'paymentStatus'>> {
  const [from, to] = [calculateTaxedPart(booking).total, calculateTaxedPart(next).total]
  const received = (await sumReceived(ctx, [booking])).get(booking.id) ?? 0
  const isTakenElsewhere = booking.paymentStatus === 'PAID' && to > from && received < from
  const missing = isTakenElsewhere ? from - received : 0
  const elsewhere = (booking.price.paidElsewhere ?? 0) + missing
  const before = adjustStatusToPrice(booking, next.price.total)
  return {
    price: elsewhere > 0 ? { ...next.price, paidElsewhere: elsewhere } : next.price,
    paymentStatus: getStatusAfterChange({ before, from, to, received: received + missing }),
  }
}

/** What a dry run says of it: the number, and the price unless a plan pays. */
function noteResize(ctx: TransactionContext, booking: store.BookingRow): void {
  const { total, currency } = booking.price
  const isPriced = total > 0 && booking.planOrderId === null
  const amount = isPriced && { amount: toDecimal(total, currency), currency }
  ctx.noteEffect({ kind: 'BOOKING_RESIZED', id: booking.id, ...describeBooking(bookingToWire(booking, true)), count: booking.participants, ...amount })
}

const balanceText: LocalizedText = {
  message: 'Still to pay: {amount}.',
  de: 'Noch zu zahlen: {amount}.',
  fr: 'Reste à payer : {amount}.',
  es: 'Queda por pagar: {amount}.',
}

/** Claims seats for the new number; an abandoned checkout holds none. Seats that come free are offered to the waitlist. */
async function claimSeats(ctx: TransactionContext, booking: store.BookingRow, people: number): Promise<void> {
  if (booking.status === 'CREATED' && booking.holdUntil === null) return
  await changeSeats(ctx, booking, { areFreed: people < booking.participants }, async () => {
    const result = await claimSlot(
      ctx,
      { ...booking, participants: people },
      { capacity: await getCapacity(ctx, booking), holdUntil: booking.holdUntil, forced: false },
    )
    if (!result.taken) unwrapOrRefuse(explainNoSeats({ type: booking.serviceType === 'COURSE' ? 'COURSE' : 'CLASS', left: result.left }))
  })
}

/** The price with other choices or another number of people. */
async function calculateNewPrice(ctx: ReadContext, booking: store.BookingRow, choices: Choices, people: number): Promise<store.PriceSnapshot> {
  if (!choices) {
    const extras = { ...booking.price, addOns: calculateAddOnsFor(booking.price, booking.participants, people) }
    return { ...extras, total: calculateDue(booking.price.terms, booking.paymentOption, people, booking.depositSelected === true, extras).total }
  }
  const bookable = await getBookableService(ctx, { serviceId: booking.serviceId })
  await assertChoicesOffered(ctx, bookable, choices, { minutes: getSessionMinutes(booking), resources: booking.resourceIds, resourceNamed: true })
  return reprice(ctx, booking, bookable, { ...booking, addOns: undefined, people, choices, choosesAnew: true })
}
