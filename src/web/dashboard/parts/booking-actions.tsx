import { Checkbox } from '@mantine/core'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { useConfirm } from './confirm.tsx'
import { formatPeople, formatTimeRange } from './format.ts'

type Attendance = 'ATTENDED' | 'NOT_ATTENDED' | 'NOT_SET'
export interface BookingActions {
  confirm: (booking: BookingSummary) => void
  decline: (booking: BookingSummary) => void
  cancel: (booking: BookingSummary) => void
  markPaid: (booking: BookingSummary) => void
  payByPlan: (booking: BookingSummary) => void
  attend: (booking: BookingSummary, status: Attendance) => Promise<void>
  pending: boolean
}

export const isUnpaid = ({ paymentStatus, option }: BookingSummary): boolean =>
  paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID' || (paymentStatus === 'UNDEFINED' && option === 'OFFLINE')
/** Promised to be paid by a plan, which the owner redeems. */
export const isToRedeem = ({ paymentStatus, option }: BookingSummary): boolean => option === 'MEMBERSHIP_OFFLINE' && paymentStatus === 'NOT_PAID'
const isByPlan = ({ option }: BookingSummary) => option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE'

/** The actions on a booking, shared by lists and panels; each dialog describes the consequences. */
export function useBookingActions(): BookingActions {
  const site = useSite()
  const openConfirm = useConfirm()
  const confirm = useApiMutation('bookings.confirmBooking')
  const decline = useApiMutation('bookings.declineBooking')
  const cancel = useApiMutation('bookings.cancelBooking')
  const paid = useApiMutation('bookingPages.markPaid')
  const redeem = useApiMutation('bookingPages.payByPlan')
  const attend = useApiMutation('attendance.setAttendance')
  const at = (booking: BookingSummary) => `${booking.what}, ${formatTimeRange(booking.start, booking.end, site)}`
  const places = (booking: BookingSummary) => (booking.people === 1 ? 'The spot becomes available' : `${booking.people} spots become available`)
  const recordAttendance = (booking: BookingSummary, status: Attendance) =>
    attend.mutateAsync({
      body: {
        attendance: {
          bookingId: booking.id,
          status,
          numberOfAttendees: status === 'ATTENDED' ? booking.people : 0,
          ...(booking.eventId ? { eventId: booking.eventId } : {}),
        },
      },
    })
  return {
    pending: attend.isPending,
    confirm: (booking) =>
      openConfirm({
        title: `Confirm ${booking.who}?`,
        description: `${booking.who} gets ${booking.people === 1 ? 'a spot' : `${booking.people} spots`} in ${at(booking)}.`,
        confirmLabel: 'Confirm booking',
        notifies: booking.who,
        successMessage: `${booking.who} has been confirmed.`,
        onConfirm: (participantNotification) =>
          confirm.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      }),
    decline: (booking) =>
      openConfirm({
        title: `Decline ${booking.who}?`,
        description: `${booking.who} won’t be booked into ${at(booking)}. ${places(booking)}.${booking.paymentStatus === 'PAID' || booking.paymentStatus === 'PARTIALLY_PAID' ? ' Their payment is refunded in full.' : ''}`,
        confirmLabel: 'Decline request',
        cancelLabel: 'Cancel',
        danger: true,
        notifies: booking.who,
        successMessage: `${booking.who}’s request was declined.`,
        onConfirm: (participantNotification) =>
          decline.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      }),
    cancel: (booking) => {
      const byPlan = isByPlan(booking)
      let withRefund = true
      openConfirm({
        title: `Cancel ${booking.who}’s booking?`,
        description: `${at(booking)}. ${places(booking)}.${
          byPlan
            ? ''
            : booking.paymentStatus === 'PAID' || booking.paymentStatus === 'PARTIALLY_PAID'
              ? booking.status === 'PENDING'
                ? ' Their payment is refunded automatically.'
                : ' The payment is not refunded. You can refund it from the booking.'
              : ''
        }`,
        confirmLabel: 'Cancel booking',
        cancelLabel: 'Keep booking',
        danger: true,
        notifies: booking.who,
        successMessage: `${booking.who}’s booking was cancelled.`,
        content: byPlan && (
          <Checkbox
            size="md"
            defaultChecked
            label={booking.people === 1 ? 'Return the session to their plan' : `Return ${booking.people} sessions to their plan`}
            onChange={(event) => {
              withRefund = event.currentTarget.checked
            }}
          />
        ),
        onConfirm: (participantNotification) =>
          cancel.mutateAsync({
            params: { bookingId: booking.id },
            body: {
              revision: booking.revision,
              participantNotification,
              flowControlSettings: { ignoreCancellationPolicy: true, ...(byPlan ? { withRefund } : {}) },
            },
          }),
      })
    },
    markPaid: (booking) =>
      openConfirm({
        title: 'Mark as paid?',
        description: `Confirms that ${booking.who} paid you for ${at(booking)}.`,
        confirmLabel: 'Mark as paid',
        successMessage: 'Marked as paid.',
        onConfirm: () => paid.mutateAsync({ params: { id: booking.id } }),
      }),
    payByPlan: (booking) =>
      openConfirm({
        title: `Redeem ${booking.who}’s plan?`,
        description: `${booking.people === 1 ? 'One session' : `${booking.people} sessions`} will be used for ${at(booking)}.`,
        confirmLabel: 'Redeem plan',
        successMessage: 'Plan redeemed.',
        onConfirm: () => redeem.mutateAsync({ params: { id: booking.id }, body: {} }),
      }),
    attend: async (booking, status) => {
      try {
        await recordAttendance(booking, status)
        const undo = { label: 'Undo', run: () => void recordAttendance(booking, 'NOT_SET').then(() => toast('Check-in undone.'), toastError) }
        if (status === 'ATTENDED') toast(`${booking.who} checked in.`, undo)
        else if (status === 'NOT_ATTENDED') toast(`${booking.who} marked as a no-show.`, undo)
        else toast('Check-in undone.')
      } catch (error) {
        toastError(error)
      }
    },
  }
}

/** A session counts as today's while its check-in makes sense: from a day before until a day after. */
export const canCheckIn = ({ status, start, course }: BookingSummary): boolean =>
  status === 'CONFIRMED' && !course && Math.abs(new Date(start).getTime() - Date.now()) < 86_400_000

export type BulkAction = 'confirm' | 'decline' | 'cancel' | 'check in'
/** An action on several bookings, one after the other; failures are reported together. */
export function useBulkActions(): (action: BulkAction, bookings: BookingSummary[], done: () => void) => void {
  const openConfirm = useConfirm()
  const attend = useApiMutation('attendance.setAttendance')
  const cancel = useApiMutation('bookings.bulkCancelBooking')
  const confirm = useApiMutation('bookings.confirmBooking')
  const decline = useApiMutation('bookings.declineBooking')
  return (action, bookings, done) => {
    const count = bookings.length
    const countText = `${count} ${count === 1 ? 'booking' : 'bookings'}`
    const seats = bookings.reduce((sum, booking) => sum + booking.people, 0)
    const runEach = async (runAction: (booking: BookingSummary) => Promise<unknown>) => {
      let failed = 0
      let reason = ''
      // One at a time: the list stays answerable, and a full session refuses exactly the late ones.
      // oxlint-disable-next-line no-await-in-loop
      for (const booking of bookings)
        await runAction(booking).catch((error: Error) => {
          failed += 1
          reason = error.message
        })
      if (failed > 0) throw new Error(`${count - failed} of ${count} done. ${failed} failed: ${reason}`)
    }
    if (action === 'check in') {
      void runEach((booking) =>
        attend.mutateAsync({
          body: {
            attendance: {
              bookingId: booking.id,
              status: 'ATTENDED',
              numberOfAttendees: booking.people,
              ...(booking.eventId ? { eventId: booking.eventId } : {}),
            },
          },
        }),
      ).then(() => toast(`${formatPeople(seats)} checked in.`), toastError)
      done()
      return
    }
    const texts = {
      confirm: {
        title: `Confirm ${countText}?`,
        description: `${formatPeople(seats)} will be confirmed.`,
        confirmLabel: `Confirm ${countText}`,
        successMessage: `${countText} confirmed.`,
      },
      decline: {
        title: `Decline ${countText}?`,
        description: `${seats === 1 ? 'The spot becomes' : `${seats} spots become`} available.`,
        confirmLabel: `Decline ${countText}`,
        successMessage: `${countText} declined.`,
      },
      cancel: {
        title: `Cancel ${countText}?`,
        description: `${seats === 1 ? 'The spot becomes' : `${seats} spots become`} available. Plan sessions are returned. Other payments are not refunded.`,
        confirmLabel: `Cancel ${countText}`,
        successMessage: `${countText} cancelled.`,
      },
    }[action]
    openConfirm({
      ...texts,
      cancelLabel: action === 'confirm' ? 'Cancel' : 'Keep bookings',
      danger: action !== 'confirm',
      notifies: count === 1 ? (bookings[0]?.who ?? 'the client') : `all ${count} clients`,
      onConfirm: async (participantNotification) => {
        if (action === 'cancel') {
          const { bulkActionMetadata } = await cancel.mutateAsync({
            body: {
              bookings: {
                bookingsInfo: bookings.map((booking) => ({
                  bookingId: booking.id,
                  revision: booking.revision,
                  participantNotification,
                  flowControlSettings: { ignoreCancellationPolicy: true, withRefund: true },
                })),
              },
            },
          })
          if (bulkActionMetadata.totalFailures > 0)
            throw new Error(
              `${bulkActionMetadata.totalSuccesses} cancelled, ${bulkActionMetadata.totalFailures} could not be cancelled. Please try them one at a time.`,
            )
        } else {
          const runAction = action === 'confirm' ? confirm : decline
          await runEach((booking) =>
            runAction.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
          )
        }
        done()
      },
    })
  }
}
