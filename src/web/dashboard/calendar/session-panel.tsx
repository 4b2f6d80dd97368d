import { Button, Progress, Skeleton, Text } from '@mantine/core'
import { useSite } from '../business.tsx'
import { isUnpaid, useBookingActions } from '../parts/booking-actions.tsx'
import { factsOfGuest } from '../parts/booking-facts.ts'
import { Facts, Initials, Section, SidePanel, State } from '../parts/frame.tsx'
import { bookingState, paymentState, peopleText, span } from '../parts/words.ts'
import type { CalendarItem } from '../entities.ts'
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
  const [word, tone] = bookingState(booking.status)
  const [payment, paymentTone] = paymentState(booking.paymentStatus, booking.selectedPaymentOption)
  const facts = factsOfGuest(item, booking)
  const here = booking.attendance === 'ATTENDED'
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
        {booking.status === 'PENDING' && <Button onClick={() => actions.confirm(facts)}>Confirm</Button>}
        {booking.status === 'PENDING' && (
          <Button variant="default" onClick={() => actions.decline(facts)}>
            Decline
          </Button>
        )}
        {booking.status === 'CONFIRMED' && soon && !here && (
          <Button variant="light" onClick={() => void actions.attend(facts, 'ATTENDED')}>
            Check in
          </Button>
        )}
        {here && (
          <Button variant="default" onClick={() => void actions.attend(facts, 'NOT_SET')}>
            Undo check-in
          </Button>
        )}
        {booking.status === 'CONFIRMED' && isUnpaid(facts) && (
          <Button variant="default" onClick={() => actions.markPaid(facts)}>
            Mark as paid
          </Button>
        )}
        {booking.status === 'CONFIRMED' && new Date(item.endDate) > new Date() && (
          <Button variant="subtle" c="var(--bad)" onClick={() => actions.cancel(facts)}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
