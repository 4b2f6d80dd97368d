import { Button } from '@mantine/core'
import { IconCheck, IconTicket } from '@tabler/icons-react'
import { Allowed, useMay } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { ExtendedBooking } from '../entities.ts'
import { canCheckIn, isUnpaid, useBulkActions, type BookingActions, type BulkAction } from '../parts/booking-actions.tsx'
import { toBookingSummary, type BookingSummary } from '../parts/booking-summary.ts'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { HeldOr } from '../parts/held-notice.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { BulkBar, CursorPager, RowCheck } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { formatInstant, formatTimeRange } from '../parts/format-times.ts'
import { bookingState, paymentState } from '../parts/format.ts'
import css from '../parts/layout.module.css'
import { addDays, startOfDay, todayIn } from '#web/kit/days.ts'
import { useShownColumns } from '../parts/use-columns.ts'
import { bookingColumns, PAYMENT } from './columns.ts'
import { groupByDay } from './group-by-day.ts'
import type { ReactNode } from 'react'
import { MOST_COUNTED, noFilters, size, tabs, type BookingListState } from './booking-list.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    what: { one: 'booking', many: 'bookings' },
    addFirst: 'Add your first service',
    today: (day: string) => `Today · ${day}`,
    tomorrow: (day: string) => `Tomorrow · ${day}`,
    cancel: 'Cancel bookings',
    select: (who: string, what: string, when: string) => `Select ${who}, ${what}, ${when}`,
    missing: (form: string) => `${form} missing`,
    checkedIn: 'Checked in',
  },
  {
    de: {
      what: { one: 'Buchung', many: 'Buchungen' },
      addFirst: 'Erstes Angebot hinzufügen',
      today: (day) => `Heute · ${day}`,
      tomorrow: (day) => `Morgen · ${day}`,
      cancel: 'Buchungen absagen',
      select: (who, what, when) => `${who}, ${what}, ${when} auswählen`,
      missing: (form) => `${form} fehlt`,
      checkedIn: 'Eingecheckt',
    },
  },
)

export function BookingRows({ list, actions }: { list: BookingListState; actions: BookingActions }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { setUrl, tab, page, found, rows, selected, clear, filtered, total, services } = list
  const { list: label, empty, about } = tabs[tab]
  const bulk = useBulkActions()
  return (
    <QueryView query={found}>
      {(data) =>
        rows.length === 0 ? (
          filtered ? (
            <NoResults what={t.what} onClear={() => setUrl(noFilters)} />
          ) : (
            <EmptyState
              icon={<IconTicket size={26} />}
              title={empty}
              action={
                tab !== 'upcoming' ? undefined : services?.length === 0 ? (
                  <Allowed operation="services.createCompleteService">
                    <Button component={DashboardLink} to="/dashboard/services" search={{ edit: 'new' }}>
                      {t.addFirst}
                    </Button>
                  </Allowed>
                ) : (
                  <Allowed operation="bookings.createBooking">
                    <Button onClick={() => setUrl({ new: 'booking' })}>{word.newBooking}</Button>
                  </Allowed>
                )
              }
            >
              {about}
            </EmptyState>
          )
        ) : (
          <>
            <DayGroups label={label} list={list} actions={actions} />
            <BulkBar count={selected.length} what={t.what} onClear={clear}>
              <BulkButtons
                selected={selected}
                run={(verb) =>
                  bulk(verb, selected, (job) => {
                    clear()
                    if (job) setUrl({ job })
                  })
                }
              />
            </BulkBar>
            <CursorPager
              page={page}
              size={size}
              total={total}
              mostCounted={MOST_COUNTED}
              what={t.what}
              next={data.pagingMetadata.hasNext ? data.pagingMetadata.cursors.next : undefined}
              onNext={(after) => setUrl({ after, nr: page + 1 }, { push: true })}
              onBack={() => history.back()}
            />
          </>
        )
      }
    </QueryView>
  )
}

/** The page of the list, day by day. */
function DayGroups({ label, list: { rows, picked, setPicked, setUrl }, actions }: { label: string; list: BookingListState; actions: BookingActions }) {
  const site = useSite()
  const pick = (id: string, on: boolean) => setPicked((old) => new Set(on ? [...old, id] : [...old].filter((other) => other !== id)))
  return (
    <section aria-label={label}>
      {groupByDay(rows, site.timeZone).map(({ day, bookings }) => (
        <DayGroup key={day} day={day}>
          {bookings.map((extended) => (
            <BookingRow
              key={extended.booking.id}
              extended={extended}
              actions={actions}
              picked={picked.has(extended.booking.id)}
              onPick={(on) => pick(extended.booking.id, on)}
              onOpen={() => setUrl({ open: extended.booking.id }, { push: true })}
            />
          ))}
        </DayGroup>
      ))}
    </section>
  )
}

/** The bookings of a day of the business, under its name. */
function DayGroup({ day, children }: { day: string; children: ReactNode }) {
  const t = useMessages(messages)
  const site = useSite()
  const today = todayIn(site.timeZone)
  const name = formatInstant(startOfDay(day, site.timeZone), site, 'long')
  return (
    <>
      <h2 className={css.dayHead}>{day === today ? t.today(name) : day === addDays(today, 1) ? t.tomorrow(name) : name}</h2>
      <List label={name}>{children}</List>
    </>
  )
}

function BulkButtons({ selected, run }: { selected: BookingSummary[]; run: (verb: BulkAction) => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const waiting = selected.every(({ status }) => status === 'PENDING')
  const present = selected.every((booking) => canCheckIn(booking))
  const open = selected.every(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
  return (
    <>
      {waiting && (
        <Allowed operation="bookings.confirmBooking">
          <Button onClick={() => run('confirm')}>{word.confirm}</Button>
        </Allowed>
      )}
      {waiting && (
        <Allowed operation="bookings.declineBooking">
          <Button variant="default" onClick={() => run('decline')}>
            {word.decline}
          </Button>
        </Allowed>
      )}
      {present && (
        <Allowed operation="bookingJobs.startCheckingBookingsIn">
          <Button onClick={() => run('check in')}>{word.checkIn}</Button>
        </Allowed>
      )}
      {selected.every((booking) => booking.status === 'CONFIRMED' && isUnpaid(booking)) && (
        <Allowed operation="bookingPages.markPaid">
          <Button variant="default" onClick={() => run('mark paid')}>
            {word.markPaid}
          </Button>
        </Allowed>
      )}
      {open && !waiting && (
        <Allowed operation="bookingJobs.startCancellingBookings">
          <Button variant="subtle" c="var(--bad)" onClick={() => run('cancel')}>
            {t.cancel}
          </Button>
        </Allowed>
      )}
    </>
  )
}

function BookingRow({
  extended,
  actions,
  picked,
  onPick,
  onOpen,
}: {
  extended: ExtendedBooking
  actions: BookingActions
  picked: boolean
  onPick: (on: boolean) => void
  onOpen: () => void
}) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const may = useMay()
  const mayPick = may('bookingJobs.startCancellingBookings') || may('bookings.confirmBooking') || may('bookingJobs.startCheckingBookingsIn')
  const { booking } = extended
  const facts = toBookingSummary(booking)
  const [state, tone] = bookingState(booking.status)
  const [paid, paidTone] = paymentState(booking.paymentStatus, booking.selectedPaymentOption)
  const columns = useShownColumns('bookings', bookingColumns)
  const here = extended.attendance?.status === 'ATTENDED'
  const open = booking.status === 'CONFIRMED' || booking.status === 'PENDING'
  return (
    <Row
      check={
        open && mayPick && <RowCheck label={t.select(facts.who, facts.what, formatTimeRange(facts.start, facts.end, site))} on={picked} onChange={onPick} />
      }
      lead={<Avatar name={facts.who} />}
      title={facts.who}
      sub={columns.flatMap(({ key, value }) => (key === PAYMENT ? [] : value(extended, site) || [])).join(' · ')}
      facts={
        <>
          {booking.status !== 'CONFIRMED' && <StateTag tone={tone}>{state}</StateTag>}
          {booking.doubleBooked && open && <StateTag tone="bad">{word.doubleBooked}</StateTag>}
          {extended.timeTaken && <StateTag tone="bad">{word.timeTaken}</StateTag>}
          {open && extended.intake?.isDone === false && <StateTag tone="wait">{t.missing(extended.intake.formName)}</StateTag>}
          {here && <StateTag tone="good">{t.checkedIn}</StateTag>}
          {open && columns.some(({ key }) => key === PAYMENT) && <StateTag tone={paidTone}>{paid}</StateTag>}
        </>
      }
      onOpen={onOpen}
      dim={booking.status === 'CANCELED' || booking.status === 'DECLINED'}
      actions={
        <HeldOr id={booking.id} who={facts.who}>
          {booking.status === 'PENDING' ? (
            <>
              <Allowed operation="bookings.confirmBooking">
                <Button h={44} size="sm" onClick={() => actions.confirm(facts)}>
                  {word.confirm}
                </Button>
              </Allowed>
              <Allowed operation="bookings.declineBooking">
                <Button h={44} size="sm" variant="default" onClick={() => actions.decline(facts)}>
                  {word.decline}
                </Button>
              </Allowed>
            </>
          ) : canCheckIn(facts) && !here ? (
            <Allowed operation="attendance.setAttendance">
              <Button h={44} size="sm" variant="light" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => void actions.attend(facts, 'ATTENDED')}>
                {word.checkIn}
              </Button>
            </Allowed>
          ) : undefined}
        </HeldOr>
      }
    />
  )
}
