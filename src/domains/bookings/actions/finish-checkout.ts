/** A checkout ends, or a callback says how it ended: the booking finds its state. Source: guide: bookings 5.2 rows 5–8, 8.2. */
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
  /** What the caller says about money, if anything. */
  given?: PaymentStatus | null | undefined
  /** Our own checkout: it writes letters and returns money. A custom checkout does both by itself. */
  ours: boolean
  skipBusinessConfirmation?: boolean
  more?: store.BookingChange
  letter?: EmailVariables
  /** The letter is left to whoever finishes the whole set. */
  quiet?: boolean
  /** The place was looked for and is gone, or that of another part of the visit. */
  lost?: boolean
}

const slotTakenText: TextRenderer = ({ say }) => say({ message: 'The time was just taken.', de: 'Die Zeit wurde gerade vergeben.' })

const eventSlugs = { CONFIRMED: 'confirmed', PENDING: 'markedAsPending', DECLINED: 'declined' } as const
const templates = { CONFIRMED: 'booking-confirmed', PENDING: 'booking-requested', DECLINED: 'booking-declined' } as const

/** A request for a time that several people may ask for leaves the time free for the others. */
const isSlotLeftOpen = (booking: store.BookingRow, status: string) =>
  status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests

/** Rows 5–8: the place is taken again under the lock, its own hold left out. */
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
    // A checkout elsewhere ends here: the plan that was chosen pays now. Our own has spent before.
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
    // A place that was lost costs no session of a plan.
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
/** What the business has to look at, part of a visit or not. */
async function queueAlertEmails(ctx: Ctx, booking: store.BookingRow, refund: boolean): Promise<void> {
  if (refund) await queueBusinessEmail(ctx, 'money-without-place', booking)
  else if (booking.doubleBooked) await queueBusinessEmail(ctx, 'double-booking', booking)
}

/** One letter speaks for all parts of a visit that came to the same end, and one tells the business. Source: guide bookings 16.4. */
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
