import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { describeBooking, hasPaid } from './booking-texts.ts'
import { messages } from './booking-actions.messages.ts'
import { bookingWords } from './booking-words.messages.ts'
import { useAttendance, type AttendanceActions } from './attendance.ts'
import { useBulkCancelling } from './bulk-cancel.tsx'
import { useCancelling } from './cancel-booking.tsx'
import { heldJob, startCheckIn } from './booking-job.ts'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'
import { held } from './held-changes.ts'
import { commonWords } from './common-words.ts'

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
  const t = useMessages(messages)
  const words = useMessages(bookingWords)
  const site = useSite()
  const openConfirm = useConfirm()
  return {
    confirm: (booking) =>
      openConfirm({
        title: t.confirmAsk(booking.who),
        description: t.confirmMeans(booking.who, booking.people, describeBooking(booking, site)),
        confirmLabel: t.confirm,
        notifies: booking.who,
        email: { bookingId: booking.id, change: 'CONFIRM' },
        effects: dryRun('bookings.confirmBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
        successMessage: t.confirmed(booking.who),
        ...held('bookings.confirmBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
      }),
    decline: (booking) =>
      openConfirm({
        title: t.declineAsk(booking.who),
        description: [
          t.declineMeans(booking.who, describeBooking(booking, site)),
          words.freed(booking.people),
          ...(hasPaid(booking) ? [t.declineRefunds] : []),
        ].join(' '),
        confirmLabel: t.decline,
        cancelLabel: commonWords.cancel,
        danger: true,
        notifies: booking.who,
        email: { bookingId: booking.id, change: 'DECLINE' },
        effects: dryRun('bookings.declineBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
        successMessage: t.declined(booking.who),
        ...held('bookings.declineBooking', (participantNotification) => ({
          params: { bookingId: booking.id },
          body: { revision: booking.revision, participantNotification },
        })),
      }),
  }
}

function useOfflinePayment(): Pick<BookingActions, 'markPaid' | 'payByPlan'> {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  return {
    markPaid: (booking) =>
      openConfirm({
        title: t.markPaidAsk,
        description: t.markPaidMeans(booking.who, describeBooking(booking, site)),
        confirmLabel: t.markPaid,
        effects: dryRun('bookingPages.markPaid', () => ({ params: { id: booking.id } })),
        successMessage: t.markedPaid(booking.who),
        ...held('bookingPages.markPaid', () => ({ params: { id: booking.id } })),
      }),
    payByPlan: (booking) =>
      openConfirm({
        title: t.redeemAsk(booking.who),
        description: t.redeemMeans(booking.people, describeBooking(booking, site)),
        confirmLabel: t.redeem,
        effects: dryRun('bookingPages.payByPlan', () => ({ params: { id: booking.id }, body: {} })),
        successMessage: t.redeemed(booking.who),
        ...held('bookingPages.payByPlan', () => ({ params: { id: booking.id }, body: {} })),
      }),
  }
}

/** A session counts as today's while its check-in makes sense: from a day before until a day after. */
export const canCheckIn = ({ status, start, course }: BookingSummary): boolean =>
  status === 'CONFIRMED' && !course && Math.abs(new Date(start).getTime() - Date.now()) < 86_400_000

export type BulkAction = 'confirm' | 'decline' | 'cancel' | 'check in' | 'mark paid'

const bulkTexts = (count: number, seats: number) => {
  const t = currentMessages(messages)
  return {
    confirm: {
      title: t.confirmAllAsk(count),
      description: t.confirmAllMeans(seats),
      confirmLabel: t.confirmAll(count),
      successMessage: t.allConfirmed(count),
    },
    decline: {
      title: t.declineAllAsk(count),
      description: currentMessages(bookingWords).freed(seats),
      confirmLabel: t.declineAll(count),
      successMessage: t.allDeclined(count),
    },
  }
}

/** An action on several bookings. The server goes on by itself: `done` gets the work, and nothing when it was undone. */
export function useBulkActions(): (action: BulkAction, bookings: BookingSummary[], done: (jobId?: string) => void) => void {
  const t = useMessages(messages)
  const words = useMessages(bookingWords)
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
        title: t.markAllPaidAsk(count),
        description: t.markAllPaidMeans(bookings.map(({ who }) => who).join(', ')),
        confirmLabel: t.markAllPaid(count),
        effects: dryRun('bookingPages.markPaid', () => bookings.map(({ id }) => ({ params: { id } }))),
        successMessage: t.allMarkedPaid(count),
        ...heldJob('bookingJobs.startMarkingBookingsPaid', () => ({ bookings: targets }), done),
      })
      return
    }
    if (action === 'cancel') return cancel(bookings, done)
    openConfirm({
      ...bulkTexts(count, seats)[action],
      cancelLabel: action === 'confirm' ? commonWords.cancel : words.keepBookings,
      danger: action !== 'confirm',
      effects: dryRun(action === 'confirm' ? 'bookings.confirmBooking' : 'bookings.declineBooking', (participantNotification) =>
        bookings.map(({ id, revision }) => ({ params: { bookingId: id }, body: { revision, participantNotification } })),
      ),
      notifies: count === 1 ? (bookings[0]?.who ?? words.theClient) : words.theClients(count),
      ...(bookings[0] && { email: { bookingId: bookings[0].id, change: action === 'confirm' ? 'CONFIRM' : 'DECLINE' } }),
      ...heldJob(
        action === 'confirm' ? 'bookingJobs.startConfirmingBookings' : 'bookingJobs.startDecliningBookings',
        (participantNotification) => ({ bookings: targets, participantNotification }),
        done,
      ),
    })
  }
}
