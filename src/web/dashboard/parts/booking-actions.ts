import { toast, useDo } from '../ask.ts'
import { useSite } from '../business.tsx'
import { bookings as calls } from '../calls.ts'
import { useConfirm } from './confirm.tsx'
import { bookingEnd, bookingStart, clientName, people, peopleText, span } from './words.ts'
import type { Booking, ExtendedBooking } from '../wire.ts'

export interface BookingActions {
  confirm: (booking: Booking) => void
  decline: (booking: Booking) => void
  cancel: (booking: Booking) => void
  attend: (booking: Booking, status: 'ATTENDED' | 'NOT_ATTENDED' | 'NOT_SET') => Promise<void>
  pending: boolean
}

/** What may be done with a booking, from every list and panel alike; each question says what happens to place and person. */
export function useBookingActions(): BookingActions {
  const site = useSite()
  const ask = useConfirm()
  const confirm = useDo(calls.confirm)
  const decline = useDo(calls.decline)
  const cancel = useDo(calls.cancel)
  const attend = useDo(calls.attend)
  const facts = (booking: Booking) => ({
    who: clientName(booking),
    what: `${booking.bookedEntity?.title ?? 'the session'}, ${span(bookingStart(booking), bookingEnd(booking), site)}`,
    places: people(booking) === 1 ? 'The place becomes free' : `${people(booking)} places become free`,
    paid: booking.paymentStatus === 'PAID' ? ' The payment stays as it is: give money back where it was paid.' : '',
  })
  return {
    pending: attend.isPending,
    confirm: (booking) => {
      const { who, what } = facts(booking)
      ask({
        title: `Confirm ${who}?`,
        happens: `${who} gets ${peopleText(people(booking)) === '1 person' ? 'the place' : `${people(booking)} places`} in ${what}.`,
        verb: 'Confirm booking',
        tell: who,
        done: `${who} is confirmed.`,
        run: (participantNotification) =>
          confirm.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      })
    },
    decline: (booking) => {
      const { who, what, places, paid } = facts(booking)
      ask({
        title: `Decline ${who}?`,
        happens: `${who} does not get ${what}. ${places} for others.${paid}`,
        verb: 'Decline request',
        keep: 'Decide later',
        danger: true,
        tell: who,
        done: `The request of ${who} is declined.`,
        run: (participantNotification) =>
          decline.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      })
    },
    cancel: (booking) => {
      const { who, what, places, paid } = facts(booking)
      ask({
        title: `Cancel the booking of ${who}?`,
        happens: `${what}. ${places} for others.${paid} Credits of a plan go back to the client.`,
        verb: 'Cancel 1 booking',
        keep: 'Keep booking',
        danger: true,
        tell: who,
        done: `The booking of ${who} is cancelled.`,
        run: (participantNotification) =>
          cancel.mutateAsync({
            params: { bookingId: booking.id },
            body: { revision: booking.revision, participantNotification, flowControlSettings: { ignoreCancellationPolicy: true } },
          }),
      })
    },
    attend: async (booking, status) => {
      await attend
        .mutateAsync({
          body: {
            attendance: {
              bookingId: booking.id,
              status,
              numberOfAttendees: status === 'ATTENDED' ? people(booking) : 0,
              ...(booking.bookedEntity?.slot?.eventId ? { eventId: booking.bookedEntity.slot.eventId } : {}),
            },
          },
        })
        .then(
          () =>
            toast(
              status === 'ATTENDED'
                ? `${clientName(booking)} is checked in.`
                : status === 'NOT_ATTENDED'
                  ? `${clientName(booking)} did not come.`
                  : 'Check-in undone.',
            ),
          (error: Error) => toast(error.message),
        )
    },
  }
}

/** A session counts as today's while its check-in makes sense: from a day before until a day after. */
export const mayCheckIn = ({ booking }: ExtendedBooking): boolean => {
  const start = bookingStart(booking)
  return booking.status === 'CONFIRMED' && start !== undefined && Math.abs(new Date(start).getTime() - Date.now()) < 86_400_000
}
