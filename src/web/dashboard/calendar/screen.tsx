import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useOwnStaff } from '../parts/own-staff.ts'
import { useMay } from '../permissions.tsx'
import { formatSpan, startOfDay, zonePlace } from '#web/kit/days.ts'
import { formatInstant } from '../parts/format-times.ts'
import { Page } from '../parts/page.tsx'
import { ErrorState, ListSkeleton } from '../parts/query-view.tsx'
import { Agenda } from './agenda.tsx'
import { Board } from './board.tsx'
import css from './calendar.module.css'
import { entryId } from '../parts/events.ts'
import { useScreenKeys } from '../parts/single-keys.ts'
import { Toolbar } from './toolbar.tsx'
import { type CalendarState, useCalendar } from './use-calendar.ts'
import { stepDate, type View } from './views.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Calendar',
    about: (zone: string) => `Times in ${zone}`,
    none: { day: 'Nothing scheduled on this day.', week: 'Nothing scheduled this week.', month: 'Nothing scheduled this month.' },
    addHere: 'Click a free slot to add a booking or block time.',
    columns: 'Columns',
    byStaff: 'By staff',
    byRoom: 'By room',
    everyone: 'Everyone',
    print: 'Print',
    specialDays: 'Closing days and special hours',
    closed: 'Closed',
    specialHours: 'Special hours',
    closedOn: (days: string) => `${days}, closed`,
  },
  {
    de: {
      title: 'Kalender',
      about: (zone) => `Zeitzone ${zone}`,
      none: { day: 'An diesem Tag ist nichts geplant.', week: 'In dieser Woche ist nichts geplant.', month: 'In diesem Monat ist nichts geplant.' },
      addHere: 'Klick auf eine freie Zeit, um etwas zu buchen oder Zeit zu blockieren.',
      columns: 'Spalten',
      byStaff: 'Nach Team',
      byRoom: 'Nach Raum',
      everyone: 'Alle',
      print: 'Drucken',
      specialDays: 'Schließtage und Sonderzeiten',
      closed: 'Geschlossen',
      specialHours: 'Sonderzeiten',
      closedOn: (days) => `${days}, geschlossen`,
    },
  },
)

const Crowded = lazy(async () => ({ default: (await import('./crowded.tsx')).Crowded }))
const CalendarPanels = lazy(async () => ({ default: (await import('./panels.tsx')).CalendarPanels }))
/** From the first panel on they stay: closing is seen. */
function LazyPanels({ calendar }: { calendar: CalendarState }) {
  const { open, move, new: added } = calendar.url
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (open ?? move ?? added) !== undefined) setNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <CalendarPanels calendar={calendar} />
    </Suspense>
  )
}

function useCalendarKeys({ view, date, today, url, showDate, setUrl }: CalendarState) {
  const may = useMay()
  const show = (next: View) => () => setUrl({ view: next })
  useScreenKeys({
    d: show('day'),
    w: show('week'),
    m: show('month'),
    s: show('people'),
    a: show('agenda'),
    n: () => showDate(stepDate(view, date, 1)),
    p: () => showDate(stepDate(view, date, -1)),
    t: () => showDate(today),
    ...(may('bookings.createBooking') && { c: () => setUrl(toAdded(date, url.with), { push: true }) }),
  })
}
/** What *Add* opens: the morning of the day that is shown. */
const toAdded = (date: string, row: string | undefined) => ({ new: 'booking', at: `${date}T09:00`, row })

/** Bookings, sessions and blocked time, in the time zone of the business. */
export function CalendarScreen() {
  const t = useMessages(messages)
  const calendar = useCalendar()
  const may = useMay()
  useCalendarKeys(calendar)
  const { view, setUrl, isLoading } = calendar
  return (
    <Page title={t.title} wide about={t.about(zonePlace(calendar.site.timeZone))} action={<Actions calendar={calendar} />}>
      <Toolbar calendar={calendar} />
      <SpecialDays calendar={calendar} />
      {calendar.error ? (
        <ErrorState error={calendar.error} retry={calendar.refetch} />
      ) : calendar.isCrowded ? (
        <Suspense fallback={<ListSkeleton />}>
          <Crowded calendar={calendar} />
        </Suspense>
      ) : view === 'agenda' ? (
        <Agenda
          parts={calendar.parts}
          colors={calendar.colors}
          loading={isLoading}
          staffNames={calendar.staffNames}
          onOpen={(entry) => setUrl({ open: entryId(entry) }, { push: true })}
        />
      ) : (
        <Board calendar={calendar} />
      )}
      {view !== 'agenda' && !calendar.error && !calendar.hasNoLines && calendar.isEmpty && (
        <p className={css.none} role="status">
          {[t.none[view === 'week' || view === 'month' ? view : 'day'], may('bookings.createBooking') && t.addHere].filter(Boolean).join(' ')}
        </p>
      )}
      <LazyPanels calendar={calendar} />
    </Page>
  )
}

function printDays() {
  toast(currentMessages(words).printing)
  print()
}

function Actions({ calendar }: { calendar: CalendarState }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { view, url, setUrl, staff, date } = calendar
  const mayBook = useMay()('bookings.createBooking')
  // Who may not book adds blocked time of their own.
  const own = useOwnStaff()
  return (
    <>
      {view === 'people' ? (
        <SegmentedControl
          size="md"
          aria-label={t.columns}
          value={calendar.byRoom ? 'rooms' : 'staff'}
          onChange={(by) => setUrl({ by: by === 'rooms' ? by : undefined })}
          data={[
            { value: 'staff', label: t.byStaff },
            { value: 'rooms', label: t.byRoom },
          ]}
        />
      ) : (
        <NativeSelect
          size="md"
          w={160}
          aria-label={word.staff}
          value={url.with ?? ''}
          onChange={(event) => setUrl({ with: event.currentTarget.value || undefined })}
          data={[{ value: '', label: t.everyone }, ...staff.map((one) => ({ value: one.resourceId, label: one.name }))]}
        />
      )}
      <ActionIcon size={44} variant="default" radius="md" aria-label={t.print} onClick={printDays}>
        <IconPrinter size={20} aria-hidden />
      </ActionIcon>
      {(mayBook || own) && (
        <Button
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setUrl(mayBook ? toAdded(date, url.with) : { ...toAdded(date, own?.resourceId), new: 'blocked' }, { push: true })}
        >
          {commonWords.add}
        </Button>
      )}
    </>
  )
}

/** Closing days and special hours of the days that are shown. */
function SpecialDays({ calendar: { specialDays, site } }: { calendar: CalendarState }) {
  const t = useMessages(messages)
  if (specialDays.length === 0) return null
  const day = (date: string) => formatInstant(startOfDay(date, site.timeZone), site, 'day')
  const days = (from: string, until: string) => (from === until ? day(from) : `${day(from)} – ${day(until)}`)
  return (
    <ul className={css.specialDays} aria-label={t.specialDays}>
      {specialDays.map(({ from, until, title, periods }) => (
        <li key={`${from} ${until} ${title}`}>
          <strong>{title || (periods.length === 0 ? t.closed : t.specialHours)}</strong>{' '}
          {periods.length > 0
            ? [days(from, until), ...periods.map(({ start, end }) => formatSpan(start, end))].join(', ')
            : title
              ? t.closedOn(days(from, until))
              : days(from, until)}
        </li>
      ))}
    </ul>
  )
}
