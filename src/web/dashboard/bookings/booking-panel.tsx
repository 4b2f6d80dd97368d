import { Button, Skeleton, Text } from '@mantine/core'
import { useAsk } from '../ask.ts'
import { useSite } from '../business.tsx'
import { bookings as calls } from '../calls.ts'
import { mayCheckIn, type BookingActions } from '../parts/booking-actions.ts'
import { Facts, Failed, MailTo, SidePanel, State } from '../parts/frame.tsx'
import { bookingEnd, bookingStart, bookingState, clientName, paymentState, people, span, when } from '../parts/words.ts'
import type { ExtendedBooking } from '../wire.ts'

/** One booking with all that may be done about it. */
export function BookingPanel({
  id,
  known,
  onClose,
  actions,
}: {
  id: string | undefined
  known: ExtendedBooking[] | undefined
  onClose: () => void
  actions: BookingActions
}) {
  const listed = known?.find(({ booking }) => booking.id === id)
  const found = useAsk(
    calls.query,
    { body: { query: { filter: { id }, paging: { limit: 1, offset: 0 } }, withBookingAllowedActions: true, withBookingAttendanceInfo: true } },
    { enabled: Boolean(id) && !listed },
  )
  const extended = listed ?? found.data?.extendedBookings[0]
  const booking = extended?.booking
  const came = extended?.attendance?.status
  const start = booking && bookingStart(booking)
  const end = booking && bookingEnd(booking)
  return (
    <SidePanel
      open={Boolean(id)}
      title={booking ? clientName(booking) : 'Booking'}
      onClose={onClose}
      footer={
        booking &&
        (booking.status === 'PENDING' || booking.status === 'CONFIRMED') && (
          <>
            {booking.status === 'PENDING' && (
              <Button size="md" onClick={() => actions.confirm(booking)}>
                Confirm
              </Button>
            )}
            {booking.status === 'PENDING' && (
              <Button size="md" variant="default" onClick={() => actions.decline(booking)}>
                Decline
              </Button>
            )}
            {extended && mayCheckIn(extended) && came !== 'ATTENDED' && (
              <Button size="md" loading={actions.pending} onClick={() => void actions.attend(booking, 'ATTENDED')}>
                Check in
              </Button>
            )}
            {booking.status === 'CONFIRMED' && came === 'ATTENDED' && (
              <Button size="md" variant="default" onClick={() => void actions.attend(booking, 'NOT_SET')}>
                Undo check-in
              </Button>
            )}
            {booking.status === 'CONFIRMED' && start !== undefined && start < new Date().toISOString() && came !== 'NOT_ATTENDED' && came !== 'ATTENDED' && (
              <Button size="md" variant="default" onClick={() => void actions.attend(booking, 'NOT_ATTENDED')}>
                Did not come
              </Button>
            )}
            {booking.status === 'CONFIRMED' && end !== undefined && end > new Date().toISOString() && (
              <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(booking)}>
                Cancel booking
              </Button>
            )}
          </>
        )
      }
    >
      {booking && extended ? (
        <BookingBody extended={extended} />
      ) : found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : found.data ? (
        <Text>This booking is not there any more.</Text>
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </SidePanel>
  )
}

export function BookingBody({ extended }: { extended: ExtendedBooking }) {
  const site = useSite()
  const { booking, attendance } = extended
  const [word, tone] = bookingState(booking.status)
  const [paid, paidTone] = paymentState(booking.paymentStatus)
  const slot = booking.bookedEntity?.slot
  return (
    <Facts
      items={[
        [
          'State',
          <State key="state" tone={tone}>
            {word}
          </State>,
        ],
        ['What', booking.bookedEntity?.title],
        ['When', `${span(bookingStart(booking), bookingEnd(booking), site)} (${site.timeZone.replaceAll('_', ' ')})`],
        ['With', slot?.resource?.name],
        ['Where', slot?.location?.name ?? slot?.location?.formattedAddress],
        ['People', String(people(booking))],
        [
          'Payment',
          <State key="paid" tone={paidTone}>
            {paid}
          </State>,
        ],
        ['Attendance', attendance?.status === 'ATTENDED' ? 'Came' : attendance?.status === 'NOT_ATTENDED' ? 'Did not come' : undefined],
        ['E-mail', booking.contactDetails?.email && <MailTo key="mail" address={booking.contactDetails.email} />],
        [
          'Phone',
          booking.contactDetails?.phone && (
            <a key="phone" href={`tel:${booking.contactDetails.phone}`} style={{ color: 'inherit' }}>
              {booking.contactDetails.phone}
            </a>
          ),
        ],
        ['Booked on', when(booking.createdDate, site)],
      ]}
    />
  )
}
