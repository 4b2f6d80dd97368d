import { Checkbox } from '@mantine/core'
import { useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import type { BookingFacts } from './booking-facts.ts'
import { useConfirm } from './confirm.tsx'
import { peopleText, span } from './words.ts'

type Attendance = 'ATTENDED' | 'NOT_ATTENDED' | 'NOT_SET'
export interface BookingActions {
  confirm: (booking: BookingFacts) => void
  decline: (booking: BookingFacts) => void
  cancel: (booking: BookingFacts) => void
  markPaid: (booking: BookingFacts) => void
  payByPlan: (booking: BookingFacts) => void
  attend: (booking: BookingFacts, status: Attendance) => Promise<void>
  pending: boolean
}

export const isUnpaid = ({ paymentStatus, option }: BookingFacts): boolean =>
  paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID' || (paymentStatus === 'UNDEFINED' && option === 'OFFLINE')
/** Promised to be paid by a plan, which the owner redeems. */
export const isToRedeem = ({ paymentStatus, option }: BookingFacts): boolean => option === 'MEMBERSHIP_OFFLINE' && paymentStatus === 'NOT_PAID'
const isByPlan = ({ option }: BookingFacts) => option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE'

/** What may be done with a booking, from every list and panel alike; each question says what happens to place and person. */
export function useBookingActions(): BookingActions {
  const site = useSite()
  const ask = useConfirm()
  const confirm = useDo('bookings.confirmBooking')
  const decline = useDo('bookings.declineBooking')
  const cancel = useDo('bookings.cancelBooking')
  const paid = useDo('bookings.markPaid')
  const redeem = useDo('bookings.payByPlan')
  const attend = useDo('bookings.setAttendance')
  const at = (booking: BookingFacts) => `${booking.what}, ${span(booking.start, booking.end, site)}`
  const places = (booking: BookingFacts) => (booking.people === 1 ? 'The place becomes free' : `${booking.people} places become free`)
  const note = (booking: BookingFacts, status: Attendance) =>
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
      ask({
        title: `Confirm ${booking.who}?`,
        happens: `${booking.who} gets ${booking.people === 1 ? 'the place' : `${booking.people} places`} in ${at(booking)}.`,
        verb: 'Confirm booking',
        tell: booking.who,
        done: `${booking.who} is confirmed.`,
        run: (participantNotification) =>
          confirm.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      }),
    decline: (booking) =>
      ask({
        title: `Decline ${booking.who}?`,
        happens: `${booking.who} does not get ${at(booking)}. ${places(booking)} for others.${booking.paymentStatus === 'PAID' || booking.paymentStatus === 'PARTIALLY_PAID' ? ' What was paid goes back in full by itself.' : ''}`,
        verb: 'Decline request',
        keep: 'Decide later',
        danger: true,
        tell: booking.who,
        done: `The request of ${booking.who} is declined.`,
        run: (participantNotification) =>
          decline.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }),
      }),
    cancel: (booking) => {
      const byPlan = isByPlan(booking)
      let withRefund = true
      ask({
        title: `Cancel the booking of ${booking.who}?`,
        happens: `${at(booking)}. ${places(booking)} for others.${
          byPlan
            ? ''
            : booking.paymentStatus === 'PAID' || booking.paymentStatus === 'PARTIALLY_PAID'
              ? booking.status === 'PENDING'
                ? ' What was paid for a request that was never accepted goes back by itself.'
                : ' The payment stays; give it back in the panel of the booking.'
              : ''
        }`,
        verb: 'Cancel 1 booking',
        keep: 'Keep booking',
        danger: true,
        tell: booking.who,
        done: `The booking of ${booking.who} is cancelled.`,
        extra: byPlan && (
          <Checkbox
            size="md"
            defaultChecked
            label={booking.people === 1 ? 'Give the session back to their plan' : `Give ${booking.people} sessions back to their plan`}
            onChange={(event) => {
              withRefund = event.currentTarget.checked
            }}
          />
        ),
        run: (participantNotification) =>
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
      ask({
        title: 'Mark as paid?',
        happens: `You received what ${booking.who} owed for ${at(booking)}.`,
        verb: 'Mark as paid',
        done: 'Marked as paid.',
        run: () => paid.mutateAsync({ params: { id: booking.id } }),
      }),
    payByPlan: (booking) =>
      ask({
        title: `Redeem the plan of ${booking.who}?`,
        happens: `${booking.people === 1 ? 'One session' : `${booking.people} sessions`} of their plan pay for ${at(booking)}.`,
        verb: 'Redeem plan',
        done: 'Paid with their plan.',
        run: () => redeem.mutateAsync({ params: { id: booking.id }, body: {} }),
      }),
    attend: async (booking, status) => {
      try {
        await note(booking, status)
        const undo = { label: 'Undo', run: () => void note(booking, 'NOT_SET').then(() => toast('Check-in undone.'), toastProblem) }
        if (status === 'ATTENDED') toast(`${booking.who} is checked in.`, undo)
        else if (status === 'NOT_ATTENDED') toast(`${booking.who} did not come.`, undo)
        else toast('Check-in undone.')
      } catch (error) {
        toastProblem(error)
      }
    },
  }
}

/** A session counts as today's while its check-in makes sense: from a day before until a day after. */
export const mayCheckIn = ({ status, start, course }: BookingFacts): boolean =>
  status === 'CONFIRMED' && !course && Math.abs(new Date(start).getTime() - Date.now()) < 86_400_000

export type BulkVerb = 'confirm' | 'decline' | 'cancel' | 'check in'
/** The same act on several bookings, one after the other: each stands for itself, and what failed is told. */
export function useBulkActions(): (verb: BulkVerb, bookings: BookingFacts[], done: () => void) => void {
  const ask = useConfirm()
  const attend = useDo('bookings.setAttendance')
  const cancel = useDo('bookings.bulkCancelBooking')
  const confirm = useDo('bookings.confirmBooking')
  const decline = useDo('bookings.declineBooking')
  return (verb, bookings, done) => {
    const count = bookings.length
    const many = `${count} ${count === 1 ? 'booking' : 'bookings'}`
    const seats = bookings.reduce((sum, booking) => sum + booking.people, 0)
    const each = async (act: (booking: BookingFacts) => Promise<unknown>) => {
      let failed = 0
      let reason = ''
      // One at a time: the list stays answerable, and a full session refuses exactly the late ones.
      // oxlint-disable-next-line no-await-in-loop
      for (const booking of bookings)
        await act(booking).catch((error: Error) => {
          failed += 1
          reason = error.message
        })
      if (failed > 0) throw new Error(`${count - failed} of ${count} done. ${failed} could not: ${reason}`)
    }
    if (verb === 'check in') {
      void each((booking) =>
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
      ).then(() => toast(`${peopleText(seats)} checked in.`), toastProblem)
      done()
      return
    }
    const words = {
      confirm: { title: `Confirm ${many}?`, happens: `${peopleText(seats)} get their places.`, verb: `Confirm ${many}`, done: `${many} confirmed.` },
      decline: {
        title: `Decline ${many}?`,
        happens: `${seats === 1 ? 'The place becomes' : `${seats} places become`} free for others.`,
        verb: `Decline ${many}`,
        done: `${many} declined.`,
      },
      cancel: {
        title: `Cancel ${many}?`,
        happens: `${seats === 1 ? 'The place becomes' : `${seats} places become`} free for others. Sessions go back to the plans that paid; other payments stay as they are.`,
        verb: `Cancel ${many}`,
        done: `${many} cancelled.`,
      },
    }[verb]
    ask({
      ...words,
      keep: verb === 'confirm' ? 'Not now' : 'Keep them',
      danger: verb !== 'confirm',
      tell: count === 1 ? (bookings[0]?.who ?? 'the client') : `all ${count} clients`,
      run: async (participantNotification) => {
        if (verb === 'cancel') {
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
              `${bulkActionMetadata.totalSuccesses} cancelled, ${bulkActionMetadata.totalFailures} could not be cancelled. Please look at them one by one.`,
            )
        } else {
          const act = verb === 'confirm' ? confirm : decline
          await each((booking) => act.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision, participantNotification } }))
        }
        done()
      },
    })
  }
}
