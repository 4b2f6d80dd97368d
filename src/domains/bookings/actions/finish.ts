/** A checkout ends, or a callback says how it ended: the booking finds its state. Source: guide: bookings 5.2 rows 5–8, 8.2. */
import type { Ctx } from '#kit/ctx.ts'
import { acted, updated } from '../events.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import { outcome } from '../rules/outcome.ts'
import type { Spoken } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import { save } from './change.ts'
import { onCalendar } from './calendar-place.ts'
import { giveCreditBack, paidByPlan } from './credits.ts'
import { moneyGoesBack, writeToBusiness, writeToCustomer, type More } from './letters.ts'
import { sendMoneyBack } from './money.ts'
import { takeAgain } from './place.ts'
import { releasePlace } from './release.ts'
import { stopWaiting, turnOf } from './waitlist.ts'

export interface Finish {
  paymentStatus: PaymentStatus
  /** What the caller says about money, if anything. */
  given?: PaymentStatus | null | undefined
  /** Our own checkout: it writes letters and returns money. A custom checkout does both by itself. */
  ours: boolean
  skipBusinessConfirmation?: boolean
  more?: Partial<store.BookingRecord>
  letter?: More
  /** The letter is left to whoever finishes the whole set. */
  quiet?: boolean
  /** The place was looked for and is gone, or that of another part of the visit. */
  lost?: boolean
}

const timeIsTaken: Spoken = ({ say }) => say({ message: 'The time was just taken.', de: 'Die Zeit wurde gerade vergeben.' })

const slugs = { CONFIRMED: 'confirmed', PENDING: 'markedAsPending', DECLINED: 'declined' } as const
const templates = { CONFIRMED: 'booking-confirmed', PENDING: 'booking-requested', DECLINED: 'booking-declined' } as const

/** A request for a time that several people may ask for leaves the time free for the others. */
const leavesTimeFree = (booking: store.BookingRecord, status: string) =>
  status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests

/** Rows 5–8: the place is taken again under the lock, its own hold left out. */
export async function finishCheckout(ctx: Ctx, booking: store.BookingRecord, finish: Finish): Promise<store.BookingRecord> {
  const fromOffer = await turnOf(ctx, booking)
  const free = !finish.lost && (await takeAgain(ctx, booking, { fromOffer }))
  const result = outcome({
    type: booking.serviceType,
    placeIsFree: free,
    forced: booking.forced && !finish.lost,
    ours: finish.ours,
    needsApproval: booking.needsApproval && !finish.skipBusinessConfirmation,
    paymentStatus: finish.paymentStatus,
  })
  if (!free && result.status !== 'DECLINED') await takeAgain(ctx, booking, { forced: true, fromOffer })
  if (leavesTimeFree(booking, result.status)) await releasePlace(ctx, booking)
  const refunds = result.refund && finish.ours
  if (refunds) await sendMoneyBack(ctx, booking, 'LATE')
  const change = {
    ...finish.more,
    status: result.status,
    paymentStatus: refunds ? ('REFUNDED' as const) : finish.paymentStatus,
    // A checkout elsewhere ends here: the plan that was chosen pays now. Our own has spent before.
    ...(!finish.ours && result.status !== 'DECLINED' && (await paidByPlan(ctx, booking, { given: finish.given }))),
    doubleBooked: result.doubleBooked || booking.doubleBooked,
    holdUntil: null,
    ...(result.status === 'CONFIRMED' && (await onCalendar(ctx, booking))),
  }
  if (booking.status === 'PENDING' && result.status === 'PENDING') {
    const same = await save(ctx, booking, change)
    updated(ctx, same, { paymentStatus: booking.paymentStatus })
    return same
  }
  if (result.status === 'DECLINED') {
    await releasePlace(ctx, booking)
    // A place that was lost costs no session of a plan.
    if (await giveCreditBack(ctx, { ...booking, ...finish.more }, 'NOT_TAKEN_PLACE')) Object.assign(change, { credits: 0, paymentStatus: 'REFUNDED' })
  }
  const next = await save(ctx, booking, change)
  await stopWaiting(ctx, booking, result.status === 'DECLINED' ? 'LEFT' : 'ENROLLED')
  acted(ctx, slugs[result.status], next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!finish.quiet) await writeLetters(ctx, next, { finish, refund: result.refund })
  await writeAlarms(ctx, next, result.refund)
  return next
}

async function writeLetters(ctx: Ctx, booking: store.BookingRecord, { finish, refund }: { finish: Finish; refund: boolean }): Promise<void> {
  if (finish.ours) {
    await writeToCustomer(ctx, templates[booking.status as keyof typeof templates], booking, {
      ...finish.letter,
      ...(booking.status === 'DECLINED' && { reason: timeIsTaken }),
      ...(refund && { refundText: moneyGoesBack }),
    })
    if (booking.status !== 'DECLINED') await writeToBusiness(ctx, booking.status === 'PENDING' ? 'booking-request' : 'new-booking', booking)
  }
}
/** What the business has to look at, part of a visit or not. */
async function writeAlarms(ctx: Ctx, booking: store.BookingRecord, refund: boolean): Promise<void> {
  if (refund) await writeToBusiness(ctx, 'money-without-place', booking)
  else if (booking.doubleBooked) await writeToBusiness(ctx, 'double-booking', booking)
}

/** One letter speaks for all parts of a visit that came to the same end, and one tells the business. Source: guide bookings 16.4. */
export async function writeForVisits(ctx: Ctx, done: readonly store.BookingRecord[], letter: More = {}): Promise<void> {
  const visits = new Set(done.flatMap((booking) => booking.multiServiceBooking?.id ?? []))
  for (const id of visits)
    for (const status of ['CONFIRMED', 'PENDING', 'DECLINED'] as const) {
      const parts = done.filter((booking) => booking.multiServiceBooking?.id === id && booking.status === status)
      const [first] = parts
      if (!first) continue
      await writeToCustomer(ctx, templates[status], first, { ...letter, ...(status === 'DECLINED' && { reason: timeIsTaken }), parts })
      if (status !== 'DECLINED') await writeToBusiness(ctx, status === 'PENDING' ? 'booking-request' : 'new-booking', first, { parts })
    }
}
