import { useSite } from '../business.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { describeBooking, describeFreedSpots, hasPaid } from './booking-texts.ts'
import { useAttendance, type AttendanceActions } from './attendance.ts'
import { useBulkCancelling } from './bulk-cancel.tsx'
import { useCancelling } from './cancel-booking.tsx'
import { heldJob, startCheckIn } from './booking-job.ts'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'
import { formatPeople } from './format.ts'
import { held } from './held-changes.ts'

export interface BookingActions extends AttendanceActions {
  confirm: (booking: BookingSummary) => void
  decline: (booking: BookingSummary) => void
  cancel: (booking: BookingSummary) => void
  markPaid: (booking: BookingSummary) => void
  payByPlan: (booking: BookingSummary) => void
}

export const isUnpaid = ({ paymentStatus, option }: BookingSummary): boolean =>
  paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID' || (paymentStatus === 'UNDEFINED' && option === 'OFFLINE')
/** Promised to be paid by a plan, which the owner redeems. */
export const isToRedeem = ({ paymentStatus, option }: BookingSummary): boolean => option === 'MEMBERSHIP_OFFLINE' && paymentStatus === 'NOT_PAID'

/** The actions on a booking, shared by lists and panels; each dialog describes the consequences. */
export function useBookingActions(): BookingActions {
  return { ...useDecision(), ...useOfflinePayment(), ...useAttendance(), cancel: useCancelling() }
}

function useDecision(): Pick<BookingActions, 'confirm' | 'decline'> {
  const site = useSite()
  const openConfirm = useConfirm()
  return {
    confirm: (booking) =>
      openConfirm({
        title: `Confirm ${booking.who}?`,
        description: `${booking.who} gets ${booking.people === 1 ? 'a spot' : `${booking.people} spots`} in ${describeBooking(booking, site)}.`,
        confirmLabel: 'Confirm booking',
        notifies: booking.who,
        email: { bookingId: booking.id, change: 'CONFIRM' },
        effects: dryRun('bookings.confirmBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
        successMessage: `${booking.who} will be confirmed in 30 seconds.`,
        ...held('bookings.confirmBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
      }),
    decline: (booking) =>
      openConfirm({
        title: `Decline ${booking.who}?`,
        description: `${booking.who} won’t be booked into ${describeBooking(booking, site)}. ${describeFreedSpots(booking)}.${hasPaid(booking) ? ' Their payment is refunded in full.' : ''}`,
        confirmLabel: 'Decline request',
        cancelLabel: 'Cancel',
        danger: true,
        notifies: booking.who,
        email: { bookingId: booking.id, change: 'DECLINE' },
        effects: dryRun('bookings.declineBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
        successMessage: `${booking.who}’s request will be declined in 30 seconds.`,
        ...held('bookings.declineBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
      }),
  }
}

function useOfflinePayment(): Pick<BookingActions, 'markPaid' | 'payByPlan'> {
  const site = useSite()
  const openConfirm = useConfirm()
  return {
    markPaid: (booking) =>
      openConfirm({
        title: 'Mark as paid?',
        description: `Confirms that ${booking.who} paid you for ${describeBooking(booking, site)}.`,
        confirmLabel: 'Mark as paid',
        effects: dryRun('bookingPages.markPaid', () => ({ params: { id: booking.id } })),
        successMessage: `${booking.who} will be marked as paid in 30 seconds.`,
        ...held('bookingPages.markPaid', () => ({ params: { id: booking.id } })),
      }),
    payByPlan: (booking) =>
      openConfirm({
        title: `Redeem ${booking.who}’s plan?`,
        description: `${booking.people === 1 ? 'One session' : `${booking.people} sessions`} will be used for ${describeBooking(booking, site)}.`,
        confirmLabel: 'Redeem plan',
        effects: dryRun('bookingPages.payByPlan', () => ({ params: { id: booking.id }, body: {} })),
        successMessage: `${booking.who}’s plan will be redeemed in 30 seconds.`,
        ...held('bookingPages.payByPlan', () => ({ params: { id: booking.id }, body: {} })),
      }),
  }
}

/** A session counts as today's while its check-in makes sense: from a day before until a day after. */
export const canCheckIn = ({ status, start, course }: BookingSummary): boolean =>
  status === 'CONFIRMED' && !course && Math.abs(new Date(start).getTime() - Date.now()) < 86_400_000

export type BulkAction = 'confirm' | 'decline' | 'cancel' | 'check in' | 'mark paid'

const bulkTexts = (count: number, seats: number) => {
  const countText = `${count} ${count === 1 ? 'booking' : 'bookings'}`
  return {
    confirm: {
      title: `Confirm ${countText}?`,
      description: `${formatPeople(seats)} will be confirmed.`,
      confirmLabel: `Confirm ${countText}`,
      successMessage: `${countText} will be confirmed in 30 seconds.`,
    },
    decline: {
      title: `Decline ${countText}?`,
      description: `${seats === 1 ? 'The spot becomes' : `${seats} spots become`} available.`,
      confirmLabel: `Decline ${countText}`,
      successMessage: `${countText} will be declined in 30 seconds.`,
    },
  }
}

/** An action on several bookings. The server goes on by itself: `done` gets the work, and nothing when it was undone. */
export function useBulkActions(): (action: BulkAction, bookings: BookingSummary[], done: (jobId?: string) => void) => void {
  const openConfirm = useConfirm()
  const cancel = useBulkCancelling()
  return (action, bookings, done) => {
    const targets = bookings.map(({ id, revision }) => ({ bookingId: id, revision }))
    const count = bookings.length
    const seats = bookings.reduce((sum, booking) => sum + booking.people, 0)
    if (action === 'check in') {
      void startCheckIn(targets, done)
      return
    }
    if (action === 'mark paid') {
      openConfirm({
        title: `Mark ${count} ${count === 1 ? 'booking' : 'bookings'} as paid?`,
        description: `Confirms that you received what was left to pay: ${bookings.map(({ who }) => who).join(', ')}. Each payment is recorded in Money with a receipt.`,
        confirmLabel: `Mark ${count} as paid`,
        effects: dryRun('bookingPages.markPaid', () => bookings.map(({ id }) => ({ params: { id } }))),
        successMessage: `${count} ${count === 1 ? 'booking' : 'bookings'} will be marked as paid in 30 seconds.`,
        ...heldJob('bookingJobs.startMarkingBookingsPaid', () => ({ bookings: targets }), done),
      })
      return
    }
    if (action === 'cancel') return cancel(bookings, done)
    openConfirm({
      ...bulkTexts(count, seats)[action],
      cancelLabel: action === 'confirm' ? 'Cancel' : 'Keep bookings',
      danger: action !== 'confirm',
      effects: dryRun(action === 'confirm' ? 'bookings.confirmBooking' : 'bookings.declineBooking', (participantNotification) =>
        bookings.map(({ id, revision }) => ({ params: { bookingId: id }, body: { revision, participantNotification } })),
      ),
      notifies: count === 1 ? (bookings[0]?.who ?? 'the client') : `the clients of all ${count} bookings`,
      ...(bookings[0] && { email: { bookingId: bookings[0].id, change: action === 'confirm' ? 'CONFIRM' : 'DECLINE' } }),
      ...heldJob(
        action === 'confirm' ? 'bookingJobs.startConfirmingBookings' : 'bookingJobs.startDecliningBookings',
        (participantNotification) => ({ bookings: targets, participantNotification }),
        done,
      ),
    })
  }
}
