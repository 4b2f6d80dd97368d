import { Button, Progress, Skeleton, Text } from '@mantine/core'
import { useDo } from '../ask.ts'
import { useSite } from '../business.tsx'
import { bookings as calls } from '../calls.ts'
import { useBookingActions } from '../parts/booking-actions.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Facts, Initials, Section, SidePanel, State } from '../parts/frame.tsx'
import { bookingState, paymentState, peopleText, span } from '../parts/words.ts'
import type { Booking, CalendarItem } from '../wire.ts'
import css from './calendar.module.css'

/** A session from the calendar: who comes, who paid, who is here, and what may be done. */
export function SessionPanel({ item, open, loading, onClose }: { item: CalendarItem | undefined; open: boolean; loading: boolean; onClose: () => void }) {
  const site = useSite()
  const here = item?.bookings.filter((booking) => booking.attendance === 'ATTENDED').reduce((sum, booking) => sum + booking.participants, 0) ?? 0
  return (
    <SidePanel open={open} onClose={onClose} title={item?.title ?? 'Session'}>
      {!item ? (
        loading ? (
          <Skeleton height={260} radius="md" />
        ) : (
          <Text>This session is not in the shown time any more.</Text>
        )
      ) : (
        <>
          <Facts
            items={[
              ['When', `${span(item.startDate, item.endDate, site)} (${site.timeZone.replaceAll('_', ' ')})`],
              ['People', item.capacity && item.kind === 'SESSION' ? `${item.participants} of ${item.capacity} places taken` : peopleText(item.participants)],
              ['Here', here > 0 ? peopleText(here) : undefined],
            ]}
          />
          {item.kind === 'SESSION' && item.capacity ? (
            <Progress value={(item.participants / item.capacity) * 100} aria-label={`${item.participants} of ${item.capacity} places taken`} />
          ) : null}
          <Section title={item.kind === 'SESSION' ? 'Who comes' : 'Client'}>
            {item.bookings.length === 0 ? (
              <Text c="dimmed">Nobody has booked yet.</Text>
            ) : (
              item.bookings.map((booking) => <Person key={booking.id} item={item} booking={booking} />)
            )}
          </Section>
        </>
      )}
    </SidePanel>
  )
}

function Person({ item, booking }: { item: CalendarItem; booking: CalendarItem['bookings'][number] }) {
  const actions = useBookingActions()
  const ask = useConfirm()
  const paid = useDo(calls.markPaid)
  const [word, tone] = bookingState(booking.status)
  const [payment, paymentTone] = paymentState(booking.paymentStatus)
  const [first, ...rest] = booking.name.split(' ')
  const whole: Booking = {
    id: booking.id,
    revision: booking.revision,
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    startDate: item.startDate,
    endDate: item.endDate,
    totalParticipants: booking.participants,
    contactDetails: { firstName: first, lastName: rest.join(' '), email: booking.email, phone: booking.phone },
    bookedEntity: { title: item.title, slot: { serviceId: item.serviceId, ...(item.kind === 'SESSION' ? { eventId: item.id } : {}) } },
  }
  const here = booking.attendance === 'ATTENDED'
  const unpaid = booking.paymentStatus === 'NOT_PAID' || booking.paymentStatus === 'PARTIALLY_PAID'
  const soon = Math.abs(new Date(item.startDate).getTime() - Date.now()) < 86_400_000
  return (
    <div className={css.person}>
      <div className={css.personHead}>
        <Initials name={booking.name} />
        <div>
          <strong>
            {booking.name}
            {booking.participants > 1 ? ` (${peopleText(booking.participants)})` : ''}
          </strong>
          {booking.email ? (
            <a href={`mailto:${booking.email}`}>{booking.email}</a>
          ) : booking.phone ? (
            <a href={`tel:${booking.phone}`}>{booking.phone}</a>
          ) : null}
        </div>
      </div>
      <div className={css.states}>
        <State tone={tone}>{word}</State>
        <State tone={paymentTone}>{payment}</State>
        {here && <State tone="good">Here</State>}
        {booking.attendance === 'NOT_ATTENDED' && <State tone="bad">Did not come</State>}
      </div>
      <div className={css.actions}>
        {booking.status === 'PENDING' && <Button onClick={() => actions.confirm(whole)}>Confirm</Button>}
        {booking.status === 'PENDING' && (
          <Button variant="default" onClick={() => actions.decline(whole)}>
            Decline
          </Button>
        )}
        {booking.status === 'CONFIRMED' && soon && !here && (
          <Button variant="light" onClick={() => void actions.attend(whole, 'ATTENDED')}>
            Check in
          </Button>
        )}
        {here && (
          <Button variant="default" onClick={() => void actions.attend(whole, 'NOT_SET')}>
            Undo check-in
          </Button>
        )}
        {booking.status === 'CONFIRMED' && unpaid && (
          <Button
            variant="default"
            onClick={() =>
              ask({
                title: 'Mark as paid?',
                happens: `You received the rest from ${booking.name} for ${item.title}.`,
                verb: 'Mark as paid',
                done: 'Marked as paid.',
                run: () => paid.mutateAsync({ params: { id: booking.id }, body: {} }),
              })
            }
          >
            Mark as paid
          </Button>
        )}
        {booking.status === 'CONFIRMED' && new Date(item.endDate) > new Date() && (
          <Button variant="subtle" c="var(--bad)" onClick={() => actions.cancel(whole)}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
