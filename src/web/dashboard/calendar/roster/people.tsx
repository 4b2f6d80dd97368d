/** The lines of a roster: check-in with one press, payment, note and answers. */
import { Button } from '@mantine/core'
import { IconCheck, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import type { CalendarItem, Roster, RosterPerson } from '../../entities.ts'
import { Allowed } from '../../permissions.tsx'
import { canCheckIn, isToRedeem, isUnpaid, useBookingActions, type BookingActions } from '../../parts/booking-actions.tsx'
import { toGuestSummary, type BookingSummary } from '../../parts/booking-summary.ts'
import { NoteForm } from '../../parts/booking-note.tsx'
import { AnswerValue } from '../../parts/form-answers.tsx'
import { formatPrice } from '../../parts/format-times.ts'
import { formatPeople } from '../../parts/format-people.ts'
import { paymentState } from '../../parts/format.ts'
import { HeldOr } from '../../parts/held-notice.tsx'
import { DashboardLink } from '../../parts/link.tsx'
import { StateTag } from '../../parts/list.tsx'
import { words } from '../words.messages.ts'
import css from './roster.module.css'

const messages = defineDashboardMessages(
  {
    code: (code: string) => `Code ${code}`,
    missing: (form: string) => `${form} missing`,
    owes: (amount: string) => `Owes ${amount}`,
    confirmOf: (name: string) => `Confirm ${name}`,
    declineOf: (name: string) => `Decline ${name}`,
    checkInOf: (name: string) => `Check in ${name}`,
    undoOf: (name: string) => `Undo check-in of ${name}`,
    noShowOf: (name: string) => `Mark ${name} as a no-show`,
    redeemOf: (name: string) => `Redeem the plan of ${name}`,
    paidOf: (name: string) => `Mark ${name} as paid`,
    addNote: 'Add note',
    editNote: 'Edit note',
    addNoteOn: (name: string) => `Add note on ${name}`,
    editNoteOn: (name: string) => `Edit note on ${name}`,
  },
  {
    de: {
      code: (code) => `Code ${code}`,
      missing: (form) => `${form} fehlt`,
      owes: (amount) => `${amount} offen`,
      confirmOf: (name) => `${name} bestätigen`,
      declineOf: (name) => `${name} ablehnen`,
      checkInOf: (name) => `${name} einchecken`,
      undoOf: (name) => `Check-in von ${name} zurücknehmen`,
      noShowOf: (name) => `${name} als nicht erschienen markieren`,
      redeemOf: (name) => `Tarif von ${name} einlösen`,
      paidOf: (name) => `${name} als bezahlt markieren`,
      addNote: 'Notiz hinzufügen',
      editNote: 'Notiz bearbeiten',
      addNoteOn: (name) => `Notiz zu ${name} hinzufügen`,
      editNoteOn: (name) => `Notiz zu ${name} bearbeiten`,
    },
  },
)

/** The session as the actions on its bookings need it. */
const toItem = ({ session }: Roster): CalendarItem => ({ ...session, kind: 'SESSION', bookings: [] })

export function People({ roster }: { roster: Roster }) {
  const word = useMessages(words)
  const actions = useBookingActions()
  return (
    <ul className={css.people} aria-label={word.clients}>
      {roster.people.map((person) => (
        <Person key={person.id} person={person} booking={toGuestSummary(toItem(roster), person)} actions={actions} />
      ))}
    </ul>
  )
}

function Person({ person, booking, actions }: { person: RosterPerson; booking: BookingSummary; actions: BookingActions }) {
  const t = useMessages(messages)
  const word = useMessages(words)
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
          {[person.participants > 1 && formatPeople(person.participants), person.phone ?? person.email, t.code(person.checkInCode)].filter(Boolean).join(' · ')}
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
        {person.intake?.isDone === false && <StateTag tone="wait">{t.missing(person.intake.formName)}</StateTag>}
        {person.status === 'PENDING' && <StateTag tone="wait">{word.request}</StateTag>}
        <StateTag tone={person.owed ? 'wait' : tone}>
          {person.owed ? t.owes(formatPrice({ value: person.owed.amount, currency: person.owed.currency }, site)) : payment}
        </StateTag>
        {person.attendance === 'ATTENDED' && <StateTag tone="good">{word.checkedIn}</StateTag>}
        {person.attendance === 'NOT_ATTENDED' && <StateTag tone="bad">{word.noShow}</StateTag>}
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
  const t = useMessages(messages)
  const word = useMessages(words)
  const isHere = attendance === 'ATTENDED'
  const hasBegun = booking.start < new Date().toISOString()
  return (
    <div className={css.buttons}>
      {status === 'PENDING' && (
        <Allowed operation="bookings.confirmBooking">
          <Button aria-label={t.confirmOf(name)} onClick={() => actions.confirm(booking)}>
            {word.confirm}
          </Button>
        </Allowed>
      )}
      {status === 'PENDING' && (
        <Allowed operation="bookings.declineBooking">
          <Button variant="default" aria-label={t.declineOf(name)} onClick={() => actions.decline(booking)}>
            {word.decline}
          </Button>
        </Allowed>
      )}
      {canCheckIn(booking) && !isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button leftSection={<IconCheck size={16} aria-hidden />} aria-label={t.checkInOf(name)} onClick={() => void actions.attend(booking, 'ATTENDED')}>
            {word.checkIn}
          </Button>
        </Allowed>
      )}
      {isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button variant="default" aria-label={t.undoOf(name)} onClick={() => void actions.attend(booking, 'NOT_SET')}>
            {word.undoCheckIn}
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && hasBegun && attendance !== 'NOT_ATTENDED' && !isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button variant="default" aria-label={t.noShowOf(name)} onClick={() => void actions.attend(booking, 'NOT_ATTENDED')}>
            {word.noShow}
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && isToRedeem(booking) && (
        <Allowed operation="bookingPages.payByPlan">
          <Button variant="default" aria-label={t.redeemOf(name)} onClick={() => actions.payByPlan(booking)}>
            {word.redeem}
          </Button>
        </Allowed>
      )}
      {status === 'CONFIRMED' && isUnpaid(booking) && (
        <Allowed operation="bookingPages.markPaid">
          <Button variant="default" aria-label={t.paidOf(name)} onClick={() => actions.markPaid(booking)}>
            {word.markPaid}
          </Button>
        </Allowed>
      )}
      <Allowed operation="rosters.setBookingNote">
        <Button variant="default" aria-label={note ? t.editNoteOn(name) : t.addNoteOn(name)} onClick={onNote}>
          {note ? t.editNote : t.addNote}
        </Button>
      </Allowed>
    </div>
  )
}
