import { Button, NumberInput, Progress, Skeleton, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { Allowed, OwnSubject } from '../permissions.tsx'
import { useOwnStaff } from '../parts/own-staff.ts'
import { useSite } from '../business.tsx'
import { toInstant, toWallTime } from '../business-time.ts'
import type { CalendarGuest, CalendarItem } from '../entities.ts'
import { isToRedeem, isUnpaid, canCheckIn, useBookingActions, useBulkActions } from '../parts/booking-actions.tsx'
import { toGuestSummary, type BookingSummary } from '../parts/booking-summary.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { zoneName } from '#web/kit/zones.ts'
import { HeldOr } from '../parts/held-notice.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { DetailList, Section } from '../parts/page.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import times from '../parts/times.module.css'
import { formatTimeRange } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import { bookingState, paymentState } from '../parts/format.ts'
import css from './calendar.module.css'
import { entryEnd, entryStart, entryTitle, type Entry } from '../parts/events.ts'
import { useCalendarActions } from './calendar-actions.ts'
import { SessionForm } from './session-form.tsx'
import { WaitlistSection } from './waitlist-section.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    session: 'Session',
    gone: 'This is no longer in the selected period.',
    elsewhere: 'Clients can’t book this time. It opens when the other calendar is free again.',
    repeats: 'Repeats',
    weekly: 'Every week',
    move: 'Move',
    moveNext: 'Move…',
    removeFollowing: 'Remove this and following',
    when: 'When',
    note: 'Note',
    openRoster: 'Open roster',
    addClient: 'Add client',
    checkInAll: (count: number) => `Check in all ${count}`,
    edit: 'Edit session',
    cancelSession: 'Cancel session',
    cancelFollowing: 'Cancel this and following',
    client: 'Client',
    reschedule: 'Reschedule',
    cancelBooking: 'Cancel',
  },
  {
    de: {
      session: 'Termin',
      gone: 'Das liegt nicht mehr im gewählten Zeitraum.',
      elsewhere: 'Diese Zeit kann nicht gebucht werden. Sie wird frei, sobald der andere Kalender wieder frei ist.',
      repeats: 'Wiederholt sich',
      weekly: 'Jede Woche',
      move: 'Verschieben',
      moveNext: 'Verschieben…',
      removeFollowing: 'Diese und folgende entfernen',
      when: 'Wann',
      note: 'Notiz',
      openRoster: 'Teilnehmerliste öffnen',
      addClient: 'Person hinzufügen',
      checkInAll: (count) => `Alle ${count} einchecken`,
      edit: 'Termin bearbeiten',
      cancelSession: 'Termin absagen',
      cancelFollowing: 'Diesen und folgende absagen',
      client: 'Gebucht von',
      reschedule: 'Verschieben',
      cancelBooking: 'Absagen',
    },
  },
)

/** The entry with its guests, which the grid does not need. Undefined until they are known, or when it is gone. */
function useEntryWithGuests(entry: Entry | undefined) {
  const { id, startDate, endDate } = entry?.kind === 'BOOKED' ? entry.item : { id: '', startDate: '', endDate: '' }
  const found = useApiQuery('bookingPages.calendar', { body: { from: startDate, to: endDate } }, { enabled: id !== '', ...keepPrevious })
  if (entry?.kind !== 'BOOKED') return { entry, isLoading: false, error: null, refetch: found.refetch }
  const item = found.data?.items.find((one) => one.id === id)
  return { entry: item && { ...entry, item }, isLoading: item === undefined && found.isFetching, error: found.error, refetch: found.refetch }
}

/** A session from the calendar: who comes, who paid, who is here, and what may be done. */
export function SessionPanel({
  entry: shown,
  open,
  loading,
  names,
  onClose,
  onMove,
  onAdd,
}: {
  entry: Entry | undefined
  open: boolean
  loading: boolean
  names: string
  onClose: () => void
  onMove: (booking: BookingSummary) => void
  onAdd: (item: CalendarItem) => void
}) {
  const t = useMessages(messages)
  const { entry, isLoading, error, refetch } = useEntryWithGuests(open ? shown : undefined)
  return (
    <SidePanel open={open} onClose={onClose} title={shown ? entryTitle(shown) : t.session}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : entry ? (
        <SessionDetails key={`${entryStart(entry)}`} entry={entry} names={names} onClose={onClose} onMove={onMove} onAdd={onAdd} />
      ) : loading || isLoading ? (
        <Skeleton height={260} radius="md" />
      ) : (
        <Text>{t.gone}</Text>
      )}
    </SidePanel>
  )
}

function ElsewhereDetails({ items }: { items: [string, string][] }) {
  const t = useMessages(messages)
  return (
    <>
      <DetailList items={items} />
      <Text mt="md">{t.elsewhere}</Text>
    </>
  )
}

interface BlockedDetailsProps {
  entry: Extract<Entry, { kind: 'BLOCKED' }>
  items: [string, string | undefined][]
  onClose: () => void
}
function BlockedDetails({ entry, items, onClose }: BlockedDetailsProps) {
  const t = useMessages(messages)
  const calendarActions = useCalendarActions()
  const [changing, setChanging] = useState(false)
  const { event } = entry
  const masterId = event.recurringEventId
  const own = useOwnStaff()
  const isOwn = own !== undefined && (event.resources ?? []).every(({ id }) => id === own.resourceId)
  if (changing)
    return (
      <>
        <DetailList items={items} />
        <MoveForm entry={entry} onDone={() => setChanging(false)} />
      </>
    )
  return (
    <>
      <DetailList items={[...items, [t.repeats, masterId === undefined ? undefined : t.weekly]]} />
      <HeldOr entity="SESSION" id={event.id} series={masterId === undefined ? undefined : { masterId, startDate: entryStart(entry) }} who={entryTitle(entry)}>
        <OwnSubject.Provider value={isOwn}>
          <div className={css.actions}>
            <Allowed operation="availability.updateEvent">
              <Button variant="default" onClick={() => setChanging(true)}>
                {t.move}
              </Button>
            </Allowed>
            <Allowed operation="availability.cancelEvent">
              <Button variant="subtle" c="var(--bad)" onClick={() => calendarActions.unblock(event, onClose)}>
                {commonWords.remove}
              </Button>
              {masterId !== undefined && (
                <Button variant="subtle" c="var(--bad)" onClick={() => calendarActions.cancelFollowing(entry, masterId, onClose)}>
                  {t.removeFollowing}
                </Button>
              )}
            </Allowed>
          </div>
        </OwnSubject.Provider>
      </HeldOr>
    </>
  )
}

function SessionDetails({
  entry,
  names,
  onClose,
  onMove,
  onAdd,
}: {
  entry: Entry
  names: string
  onClose: () => void
  onMove: (booking: BookingSummary) => void
  onAdd: (item: CalendarItem) => void
}) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const calendarActions = useCalendarActions()
  const bulk = useBulkActions()
  const [changing, setChanging] = useState(false)
  const over = entryEnd(entry) < new Date().toISOString()
  const at: [string, string] = [t.when, `${formatTimeRange(entryStart(entry), entryEnd(entry), site)} (${zoneName(site.timeZone)})`]
  if (entry.kind === 'ELSEWHERE') return <ElsewhereDetails items={[at, [word.staff, names]]} />
  if (entry.kind === 'BLOCKED') return <BlockedDetails entry={entry} items={[at, [word.staff, names], [t.note, entry.event.notes]]} onClose={onClose} />
  const { item, seats, masterId } = entry
  const here = item.bookings.filter((guest) => guest.attendance === 'ATTENDED').reduce((sum, guest) => sum + guest.participants, 0)
  const session = item.kind === 'SESSION'
  const absent = item.bookings.filter((guest) => guest.attendance !== 'ATTENDED').map((guest) => toGuestSummary(item, guest))
  const toCheckIn = session ? absent.filter((booking) => canCheckIn(booking)) : []
  return (
    <>
      <DetailList
        items={[
          at,
          [word.staff, names],
          [word.location, item.where],
          [word.people, session && seats ? word.spotsFilled(item.participants, seats) : formatPeople(item.participants)],
          [word.checkedIn, here > 0 ? formatPeople(here) : undefined],
        ]}
      />
      {session && seats ? <Progress value={(item.participants / seats) * 100} aria-label={word.spotsFilled(item.participants, seats)} /> : null}
      {session && (
        <div className={css.sessionActions}>
          <Allowed operation="rosters.getRoster">
            <Button component={DashboardLink} to="/dashboard/roster" search={{ id: item.id }} variant="light">
              {t.openRoster}
            </Button>
          </Allowed>
        </div>
      )}
      {session && !over && (
        <div className={css.sessionActions}>
          <Allowed operation="bookings.createBooking">
            <Button variant="light" onClick={() => onAdd(item)}>
              {t.addClient}
            </Button>
          </Allowed>
          {toCheckIn.length > 1 && (
            <Allowed operation="bookingJobs.startCheckingBookingsIn">
              <Button variant="default" onClick={() => bulk('check in', toCheckIn, () => undefined)}>
                {t.checkInAll(toCheckIn.length)}
              </Button>
            </Allowed>
          )}
          <HeldOr entity="SESSION" id={item.id} series={masterId === undefined ? undefined : { masterId, startDate: item.startDate }} who={item.title}>
            <Allowed operation="availability.updateEvent">
              <Button variant="default" onClick={() => setChanging(!changing)} aria-expanded={changing}>
                {t.edit}
              </Button>
            </Allowed>
            <Allowed operation="availability.cancelEvent">
              <Button variant="subtle" c="var(--bad)" onClick={() => calendarActions.cancelSession(item, () => setChanging(false))}>
                {t.cancelSession}
              </Button>
              {masterId !== undefined && (
                <Button variant="subtle" c="var(--bad)" onClick={() => calendarActions.cancelFollowing(entry, masterId, () => setChanging(false))}>
                  {t.cancelFollowing}
                </Button>
              )}
            </Allowed>
          </HeldOr>
        </div>
      )}
      {changing && <SessionForm item={item} seats={seats} masterId={masterId} onDone={() => setChanging(false)} />}
      <Section title={session ? word.clients : t.client}>
        {item.bookings.length === 0 ? (
          <Text c="dimmed">{word.noneBooked}</Text>
        ) : (
          item.bookings.map((guest) => <GuestRow key={guest.id} item={item} guest={guest} onMove={onMove} />)
        )}
      </Section>
      {session && !over && <WaitlistSection item={item} openSpots={seats === undefined ? 0 : Math.max(0, seats - item.participants)} />}
    </>
  )
}

/** Reschedules by form, as dragging does by mouse. */
function MoveForm({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const calendarActions = useCalendarActions()
  const wall = toWallTime(entryStart(entry), site.timeZone)
  const [date, setDate] = useState(wall.slice(0, 10))
  const [time, setTime] = useState(wall.slice(11, 16))
  const before = Math.round((Date.parse(entryEnd(entry)) - Date.parse(entryStart(entry))) / 60_000)
  const [minutes, setMinutes] = useState(before)
  const isWholeDays = entry.kind === 'BLOCKED' && entry.event.allDay
  const move = (event: FormEvent) => {
    event.preventDefault()
    const startDate = toInstant(`${date} ${time}:00`, site.timeZone)
    calendarActions.move(entry, { startDate, endDate: new Date(Date.parse(startDate) + minutes * 60_000).toISOString() })
    onDone()
  }
  return (
    <form onSubmit={move} className={css.newTime}>
      <div className={times.pair}>
        <TextInput size="md" type="date" label={word.newDate} required value={date} onChange={(event) => setDate(event.currentTarget.value)} />
        <TimeInput size="md" label={word.newStart} required value={time} onChange={setTime} />
      </div>
      {!isWholeDays && (
        <NumberInput
          size="md"
          label={word.duration}
          min={5}
          step={5}
          allowDecimal={false}
          value={minutes}
          onChange={(value) => typeof value === 'number' && value > 0 && setMinutes(value)}
        />
      )}
      <div className={css.actions}>
        <Button type="submit" disabled={!date || !time || (`${date} ${time}:00` === wall && minutes === before)}>
          {t.moveNext}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {commonWords.cancel}
        </Button>
      </div>
    </form>
  )
}

function GuestRow({ item, guest, onMove }: { item: CalendarItem; guest: CalendarGuest; onMove: (booking: BookingSummary) => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const actions = useBookingActions()
  const [state, tone] = bookingState(guest.status)
  const [payment, paymentTone] = paymentState(guest.paymentStatus, guest.selectedPaymentOption)
  const facts = toGuestSummary(item, guest)
  const here = guest.attendance === 'ATTENDED'
  const isUpcoming = new Date(item.endDate) > new Date()
  const open = guest.status === 'CONFIRMED' || guest.status === 'PENDING'
  return (
    <div className={css.person}>
      <div className={css.personHead}>
        <Avatar name={guest.name} />
        <div>
          <strong>
            <Allowed operation="extendedBookings.queryExtendedBookings" otherwise={guest.name}>
              <DashboardLink to="/dashboard/bookings" search={{ open: guest.id }} className={css.guestName}>
                {guest.name}
              </DashboardLink>
            </Allowed>
            {guest.participants > 1 ? ` (${formatPeople(guest.participants)})` : ''}
          </strong>
          {guest.email ? <a href={`mailto:${guest.email}`}>{guest.email}</a> : guest.phone ? <a href={`tel:${guest.phone}`}>{guest.phone}</a> : null}
        </div>
      </div>
      <div className={css.states}>
        {guest.status !== 'CONFIRMED' && <StateTag tone={tone}>{state}</StateTag>}
        <StateTag tone={paymentTone}>{payment}</StateTag>
        {here && <StateTag tone="good">{word.checkedIn}</StateTag>}
        {guest.attendance === 'NOT_ATTENDED' && <StateTag tone="bad">{word.noShow}</StateTag>}
      </div>
      <HeldOr id={guest.id} who={guest.name}>
        <div className={css.actions}>
          {guest.status === 'PENDING' && (
            <Allowed operation="bookings.confirmBooking">
              <Button onClick={() => actions.confirm(facts)}>{word.confirm}</Button>
            </Allowed>
          )}
          {guest.status === 'PENDING' && (
            <Allowed operation="bookings.declineBooking">
              <Button variant="default" onClick={() => actions.decline(facts)}>
                {word.decline}
              </Button>
            </Allowed>
          )}
          {canCheckIn(facts) && !here && (
            <Allowed operation="attendance.setAttendance">
              <Button variant="light" onClick={() => void actions.attend(facts, 'ATTENDED')}>
                {word.checkIn}
              </Button>
            </Allowed>
          )}
          {here && (
            <Allowed operation="attendance.setAttendance">
              <Button variant="default" onClick={() => void actions.attend(facts, 'NOT_SET')}>
                {word.undoCheckIn}
              </Button>
            </Allowed>
          )}
          {guest.status === 'CONFIRMED' && item.startDate < new Date().toISOString() && !here && guest.attendance !== 'NOT_ATTENDED' && (
            <Allowed operation="attendance.setAttendance">
              <Button variant="default" onClick={() => void actions.attend(facts, 'NOT_ATTENDED')}>
                {word.noShow}
              </Button>
            </Allowed>
          )}
          {guest.status === 'CONFIRMED' && isToRedeem(facts) && (
            <Allowed operation="bookingPages.payByPlan">
              <Button onClick={() => actions.payByPlan(facts)}>{word.redeem}</Button>
            </Allowed>
          )}
          {guest.status === 'CONFIRMED' && isUnpaid(facts) && (
            <Allowed operation="bookingPages.markPaid">
              <Button variant="default" onClick={() => actions.markPaid(facts)}>
                {word.markPaid}
              </Button>
            </Allowed>
          )}
          {open && isUpcoming && (
            <Allowed operation="bookings.rescheduleBooking">
              <Button variant="default" onClick={() => onMove(facts)}>
                {t.reschedule}
              </Button>
            </Allowed>
          )}
          {guest.status === 'CONFIRMED' && isUpcoming && (
            <Allowed operation="bookings.cancelBooking">
              <Button variant="subtle" c="var(--bad)" onClick={() => actions.cancel(facts)}>
                {t.cancelBooking}
              </Button>
            </Allowed>
          )}
        </div>
      </HeldOr>
    </div>
  )
}
