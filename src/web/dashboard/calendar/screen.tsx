import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { startOfDay } from '#web/kit/days.ts'
import { formatInstant } from '../parts/format.ts'
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
  const calendar = useCalendar()
  const may = useMay()
  useCalendarKeys(calendar)
  const { view, setUrl, entries, isLoading } = calendar
  return (
    <Page title="Calendar" wide about={`Times in ${calendar.site.timeZone.replaceAll('_', ' ')}`} action={<Actions calendar={calendar} />}>
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
          entries={entries}
          colors={calendar.colors}
          loading={isLoading}
          staffNames={calendar.staffNames}
          onOpen={(entry) => setUrl({ open: entryId(entry) }, { push: true })}
        />
      ) : (
        <Board calendar={calendar} />
      )}
      {view !== 'agenda' && !calendar.hasNoLines && calendar.isEmpty && (
        <p className={css.none} role="status">
          Nothing scheduled {view === 'week' ? 'this week' : view === 'month' ? 'this month' : 'on this day'}.
          {may('bookings.createBooking') ? ' Click a free slot to add a booking or block time.' : ''}
        </p>
      )}
      <LazyPanels calendar={calendar} />
    </Page>
  )
}

function printDays() {
  toast('Opening the print dialog.')
  print()
}

function Actions({ calendar }: { calendar: CalendarState }) {
  const { view, url, setUrl, staff, date } = calendar
  return (
    <>
      {view === 'people' ? (
        <SegmentedControl
          size="md"
          aria-label="Columns"
          value={calendar.byRoom ? 'rooms' : 'staff'}
          onChange={(by) => setUrl({ by: by === 'rooms' ? by : undefined })}
          data={[
            { value: 'staff', label: 'By staff' },
            { value: 'rooms', label: 'By room' },
          ]}
        />
      ) : (
        <NativeSelect
          size="md"
          w={160}
          aria-label="Staff"
          value={url.with ?? ''}
          onChange={(event) => setUrl({ with: event.currentTarget.value || undefined })}
          data={[{ value: '', label: 'Everyone' }, ...staff.map((one) => ({ value: one.resourceId, label: one.name }))]}
        />
      )}
      <ActionIcon size={44} variant="default" radius="md" aria-label="Print" onClick={printDays}>
        <IconPrinter size={20} aria-hidden />
      </ActionIcon>
      <Allowed operation="bookings.createBooking">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl(toAdded(date, url.with), { push: true })}>
          Add
        </Button>
      </Allowed>
    </>
  )
}

/** Closing days and special hours of the days that are shown. */
function SpecialDays({ calendar: { specialDays, site } }: { calendar: CalendarState }) {
  if (specialDays.length === 0) return null
  const day = (date: string) => formatInstant(startOfDay(date, site.timeZone), site, 'day')
  return (
    <ul className={css.specialDays} aria-label="Closing days and special hours">
      {specialDays.map(({ from, until, title, periods }) => (
        <li key={`${from} ${until} ${title}`}>
          <strong>{title || (periods.length === 0 ? 'Closed' : 'Special hours')}</strong> {from === until ? day(from) : `${day(from)} – ${day(until)}`}
          {periods.length === 0 ? (title ? ', closed' : '') : `, ${periods.map(({ start, end }) => `${start}–${end}`).join(', ')}`}
        </li>
      ))}
    </ul>
  )
}
