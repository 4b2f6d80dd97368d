/** The lines of a roster: check-in with one press, payment, note and answers. */
import { Button } from '@mantine/core'
import { IconCheck, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { useSite } from '../../business.tsx'
import type { CalendarItem, Roster, RosterPerson } from '../../entities.ts'
import { Allowed } from '../../permissions.tsx'
import { canCheckIn, isToRedeem, isUnpaid, useBookingActions, type BookingActions } from '../../parts/booking-actions.tsx'
import { toGuestSummary, type BookingSummary } from '../../parts/booking-summary.ts'
import { NoteForm } from '../../parts/booking-note.tsx'
import { AnswerValue } from '../../parts/form-answers.tsx'
import { formatPeople, formatPrice, paymentState } from '../../parts/format.ts'
import { HeldOr } from '../../parts/held-notice.tsx'
import { DashboardLink } from '../../parts/link.tsx'
import { StateTag } from '../../parts/list.tsx'
import css from './roster.module.css'

/** The session as the actions on its bookings need it. */
const toItem = ({ session }: Roster): CalendarItem => ({ ...session, kind: 'SESSION', bookings: [] })

export function People({ roster }: { roster: Roster }) {
  const actions = useBookingActions()
  return (
    <ul className={css.people} aria-label="Clients">
      {roster.people.map((person) => (
        <Person key={person.id} person={person} booking={toGuestSummary(toItem(roster), person)} actions={actions} />
      ))}
    </ul>
  )
}

function Person({ person, booking, actions }: { person: RosterPerson; booking: BookingSummary; actions: BookingActions }) {
  const site = useSite()
  const [editing, setEditing] = useState(false)
  const [payment, tone] = paymentState(person.paymentStatus, person.selectedPaymentOption)
  return (
    <li className={css.person}>
      <div className={css.who}>
        <DashboardLink to="/dashboard/bookings" search={{ open: person.id }} className={css.name}>
          <bdi>{person.name}</bdi>
        </DashboardLink>
        <span className={css.quiet}>
          {[person.participants > 1 && formatPeople(person.participants), person.phone ?? person.email, `Code ${person.checkInCode}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {person.answers.map((answer) => (
          <span key={`${answer.label} ${answer.value}`} className={css.quiet}>
            {answer.label}: <AnswerValue answer={answer} />
          </span>
        ))}
        {person.note && !editing && (
          <span className={css.note}>
            <IconNote size={16} aria-hidden /> <bdi>{person.note}</bdi>
          </span>
        )}
      </div>
      <div className={css.tags}>
        {person.intake?.isDone === false && <StateTag tone="wait">{person.intake.formName} missing</StateTag>}
        {person.status === 'PENDING' && <StateTag tone="wait">Request</StateTag>}
        <StateTag tone={person.owed ? 'wait' : tone}>
          {person.owed ? `Owes ${formatPrice({ value: person.owed.amount, currency: person.owed.currency }, site)}` : payment}
        </StateTag>
        {person.attendance === 'ATTENDED' && <StateTag tone="good">Checked in</StateTag>}
        {person.attendance === 'NOT_ATTENDED' && <StateTag tone="bad">No-show</StateTag>}
      </div>
      <HeldOr id={person.id} who={person.name}>
        <PersonButtons person={person} booking={booking} actions={actions} onNote={() => setEditing(true)} />
      </HeldOr>
      {editing && (
        <div className={css.noteForm}>
          <NoteForm bookingId={person.id} who={person.name} note={person.note ?? ''} onDone={() => setEditing(false)} />
        </div>
      )}
    </li>
  )
}

interface PersonButtonsProps {
  person: RosterPerson
  booking: BookingSummary
  actions: BookingActions
  onNote: () => void
}
function PersonButtons({ person: { name, attendance, status, note }, booking, actions, onNote }: PersonButtonsProps) {
  const isHere = attendance === 'ATTENDED'
  const hasBegun = booking.start < new Date().toISOString()
  return (
    <div className={css.buttons}>
      {status === 'PENDING' && (
        <Allowed operation="bookings.confirmBooking">
          <Button aria-label={`Confirm ${name}`} onClick={() => actions.confirm(booking)}>
            Confirm
          </Button>
        </Allowed>
      )}
      {status === 'PENDING' && (
        <Allowed operation="bookings.declineBooking">
          <Button variant="default" aria-label={`Decline ${name}`} onClick={() => actions.decline(booking)}>
            Decline
          </Button>
        </Allowed>
      )}
      {canCheckIn(booking) && !isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button leftSection={<IconCheck size={16} aria-hidden />} aria-label={`Check in ${name}`} onClick={() => void actions.attend(booking, 'ATTENDED')}>
            Check in
          </Button>
        </Allowed>
      )}
      {isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button variant="default" aria-label={`Undo check-in of ${name}`} onClick={() => void actions.attend(booking, 'NOT_SET')}>
            Undo check-in
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && hasBegun && attendance !== 'NOT_ATTENDED' && !isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button variant="default" aria-label={`Mark ${name} as a no-show`} onClick={() => void actions.attend(booking, 'NOT_ATTENDED')}>
            No-show
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && isToRedeem(booking) && (
        <Allowed operation="bookingPages.payByPlan">
          <Button variant="default" aria-label={`Redeem the plan of ${name}`} onClick={() => actions.payByPlan(booking)}>
            Redeem plan
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && isUnpaid(booking) && (
        <Allowed operation="bookingPages.markPaid">
          <Button variant="default" aria-label={`Mark ${name} as paid`} onClick={() => actions.markPaid(booking)}>
            Mark as paid
          </Button>
        </Allowed>
      )}
      <Allowed operation="rosters.setBookingNote">
        <Button variant="subtle" color="gray" aria-label={`${note ? 'Edit' : 'Add'} note on ${name}`} onClick={onNote}>
          {note ? 'Edit note' : 'Add note'}
        </Button>
      </Allowed>
    </div>
  )
}
