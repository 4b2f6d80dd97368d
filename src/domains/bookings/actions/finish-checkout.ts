/** Ends a checkout: our own, or a custom one that reports its end. Source: guide bookings §5.2 rows 5–8, §8.2. */
import type { Ctx } from '#kit/api/context.ts'
import { unwrapOrRefuse } from '../errors.ts'
import { emitAction, emitUpdated } from '../events.ts'
import { takeStep, type PaymentStatus } from '../rules/machine.ts'
import { decideOutcome } from '../rules/outcome.ts'
import type { TextRenderer } from '../rules/locale-formatter.ts'
import * as store from '../store/bookings.ts'
import { saveBooking } from './change.ts'
import { createCalendarEntry } from './calendar-entry.ts'
import { refundCredits, payWithPlanIfChosen } from './credits.ts'
import { moneyBackText, queueBusinessEmail, queueCustomerEmail, type EmailVariables } from './emails.ts'
import { refundAll } from './money.ts'
import { reclaimSlot } from './claim-slot.ts'
import { releaseSlot } from './release-slot.ts'
import { closeEntryOfBooking, findOwnEntryId } from './waitlist.ts'

export interface FinishInput {
  paymentStatus: PaymentStatus
  /** The payment status that a custom checkout reports. */
  given?: PaymentStatus | null | undefined
  /** Our own checkout sends emails and refunds; a custom checkout does both by itself. */
  ours: boolean
  skipBusinessConfirmation?: boolean
  more?: store.BookingChange
  letter?: EmailVariables
  /** Whoever finishes the whole set sends one email for all parts. */
  quiet?: boolean
  /** The slot of this booking, or of another part of its visit, is known to be gone. */
  lost?: boolean
}

const slotTakenText: TextRenderer = ({ say }) => say({ message: 'The time was just taken.', de: 'Die Zeit wurde gerade vergeben.' })

const eventSlugs = { CONFIRMED: 'confirmed', PENDING: 'markedAsPending', DECLINED: 'declined' } as const
const templates = { CONFIRMED: 'booking-confirmed', PENDING: 'booking-requested', DECLINED: 'booking-declined' } as const

/** Services that accept several requests for a time keep it open until the business decides. */
const isSlotLeftOpen = (booking: store.BookingRow, status: string) =>
  status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests

/** Claims the slot again under its lock, then decides, saves and emits. Source: guide bookings §5.2 rows 5–8. */
export async function finishCheckout(ctx: Ctx, booking: store.BookingRow, finish: FinishInput): Promise<store.BookingRow> {
  const fromOffer = await findOwnEntryId(ctx, booking)
  const free = !finish.lost && (await reclaimSlot(ctx, booking, { fromOffer }))
  const result = decideOutcome({
    type: booking.serviceType,
    placeIsFree: free,
    forced: booking.forced && !finish.lost,
    ours: finish.ours,
    needsApproval: booking.needsApproval && !finish.skipBusinessConfirmation,
    paymentStatus: finish.paymentStatus,
  })
  const transition = unwrapOrRefuse(takeStep(booking.status, finish.ours ? 'finishCheckout' : 'confirmOrDecline', result.status))
  if (!free && result.status !== 'DECLINED') await reclaimSlot(ctx, booking, { forced: true, fromOffer })
  if (isSlotLeftOpen(booking, result.status)) await releaseSlot(ctx, booking)
  const refunds = result.refund && finish.ours
  if (refunds) await refundAll(ctx, booking, 'LATE')
  const change = {
    ...finish.more,
    paymentStatus: refunds ? ('REFUNDED' as const) : finish.paymentStatus,
    // After a custom checkout a chosen plan pays now; our own checkout has spent its credits before.
    ...(!finish.ours && result.status !== 'DECLINED' && (await payWithPlanIfChosen(ctx, booking, { given: finish.given }))),
    doubleBooked: result.doubleBooked || booking.doubleBooked,
    holdUntil: null,
    ...(result.status === 'CONFIRMED' && (await createCalendarEntry(ctx, booking))),
  }
  if (booking.status === 'PENDING' && result.status === 'PENDING') {
    const same = await saveBooking(ctx, booking, change, transition)
    emitUpdated(ctx, same, { paymentStatus: booking.paymentStatus })
    return same
  }
  if (result.status === 'DECLINED') {
    await releaseSlot(ctx, booking)
    // A slot that is gone costs no credit.
    if (await refundCredits(ctx, { ...booking, ...finish.more }, 'NOT_TAKEN_PLACE')) Object.assign(change, { credits: 0, paymentStatus: 'REFUNDED' })
  }
  const next = await saveBooking(ctx, booking, change, transition)
  await closeEntryOfBooking(ctx, booking, result.status === 'DECLINED' ? 'leave' : 'enroll')
  emitAction(ctx, eventSlugs[result.status], next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!finish.quiet) await queueEmails(ctx, next, { finish, refund: result.refund })
  await queueAlertEmails(ctx, next, result.refund)
  return next
}

async function queueEmails(ctx: Ctx, booking: store.BookingRow, { finish, refund }: { finish: FinishInput; refund: boolean }): Promise<void> {
  if (finish.ours) {
    await queueCustomerEmail(ctx, templates[booking.status as keyof typeof templates], booking, {
      ...finish.letter,
      ...(booking.status === 'DECLINED' && { reason: slotTakenText }),
      ...(refund && { refundText: moneyBackText }),
    })
    if (booking.status !== 'DECLINED') await queueBusinessEmail(ctx, booking.status === 'PENDING' ? 'booking-request' : 'new-booking', booking)
  }
}
/** Emails that ask the business to act, for parts of a visit, too. */
async function queueAlertEmails(ctx: Ctx, booking: store.BookingRow, refund: boolean): Promise<void> {
  if (refund) await queueBusinessEmail(ctx, 'money-without-place', booking)
  else if (booking.doubleBooked) await queueBusinessEmail(ctx, 'double-booking', booking)
}

/** One email to the customer and one to the business for all parts of a visit with the same outcome. Source: guide bookings §16.4. */
export async function queueVisitEmails(ctx: Ctx, done: readonly store.BookingRow[], letter: EmailVariables = {}): Promise<void> {
  const visits = new Set(done.flatMap((booking) => booking.multiServiceBooking?.id ?? []))
  for (const id of visits)
    for (const status of ['CONFIRMED', 'PENDING', 'DECLINED'] as const) {
      const parts = done.filter((booking) => booking.multiServiceBooking?.id === id && booking.status === status)
      const [first] = parts
      if (!first) continue
      await queueCustomerEmail(ctx, templates[status], first, { ...letter, ...(status === 'DECLINED' && { reason: slotTakenText }), parts })
      if (status !== 'DECLINED') await queueBusinessEmail(ctx, status === 'PENDING' ? 'booking-request' : 'new-booking', first, { parts })
    }
}
