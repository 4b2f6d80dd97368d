import { Button, Skeleton } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { WeekView, type ScheduleEventData } from '@mantine/schedule'
import { type CSSProperties, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { dropHalf } from '#kit/pure/date-format.ts'
import { formatDay, formatWallTime } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { nowIn } from '../business-time.ts'
import { DashboardLink } from '../parts/link.tsx'
import { EmptyState } from '../parts/query-view.tsx'
import css from './calendar.module.css'
import { Columns } from './columns.tsx'
import type { Drop } from './drop-change.tsx'
import { EventBody, MoreBody } from './event-body.tsx'
import { countFolded } from './fold.ts'
import { canMove, canResize, entryId, toEntry, toMove, toPart, visibleHours } from '../parts/events.ts'
import type { CalendarState } from './use-calendar.ts'
import { layOutMonth, type View } from './views.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    schedule: 'Schedule',
    noRooms: 'No rooms yet',
    addRoom: 'Add room',
    roomColumns: 'Each room gets a column in this view.',
    staffColumns: 'Each staff member gets a column in this view.',
    dayOfMonth: (day: string) => formatDay(day, 'en-US', { day: 'numeric', month: 'long', year: 'numeric' }),
    grid: {
      timeSlot: 'Time slot',
      weekday: 'Weekday',
      noEvents: 'No events',
    },
  },
  {
    de: {
      schedule: 'Kalender',
      noRooms: 'Noch keine Räume',
      addRoom: 'Raum hinzufügen',
      roomColumns: 'Jeder Raum bekommt hier eine Spalte.',
      staffColumns: 'Jedes Teammitglied bekommt hier eine Spalte.',
      dayOfMonth: (day) => formatDay(day, 'de', { day: 'numeric', month: 'long', year: 'numeric' }),
      grid: {
        timeSlot: 'Zeit',
        weekday: 'Wochentag',
        noEvents: 'Keine Einträge',
      },
    },
  },
)

const DayView = lazy(() => import('./day-grid.tsx'))
const MonthView = lazy(() => import('./month-grid.tsx'))
const DropChange = lazy(async () => ({ default: (await import('./drop-change.tsx')).DropChange }))

/** A local time of the grid, `2027-05-10 14:30:00`, as it is read. */
const toClock = (local: ScheduleEventData['start']): string => formatWallTime(String(local).slice(11, 16))
const BoardSkeleton = () => <Skeleton height={520} radius={0} className={css.loading} />
/** "Mon". */
const toWeekdayName = (date: string): string => formatDay(date.slice(0, 10), pageLanguage(), { weekday: 'short' })

/** On a phone a week is wider than the screen: it begins at today. */
function useTodayInView(board: RefObject<HTMLDivElement | null>, week: string | undefined): void {
  useEffect(() => {
    if (week) board.current?.querySelector('.mantine-WeekView-weekViewDayLabel[data-today]')?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }, [board, week])
}

/** What a press on an entry shows: its panel. What stands behind a number is seen on a day of its own, and there by staff. */
const toTarget = (event: ScheduleEventData, view: View) =>
  countFolded(event) === undefined ? { open: entryId(toEntry(event)) } : { date: toPart(event).day, view: view === 'week' ? 'day' : 'people', with: undefined }

/** Day, staff, week and month as a grid in which entries are dragged. */
export function Board({ calendar }: { calendar: CalendarState }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { view, date, events, site, areLinesPending, hasNoLines, url, setUrl } = calendar
  const zone = site.timeZone
  const may = useMay()
  const [drop, setDrop] = useState<Drop>()
  const board = useRef<HTMLDivElement>(null)
  useTodayInView(board, view === 'week' ? date : undefined)
  const month = layOutMonth(date, site.weekStartsOn, useViewportSize())
  const change = (event: ScheduleEventData, newStart: string, newEnd: string) => setDrop({ entry: toEntry(event), to: toMove(newStart, newEnd, zone) })
  /** What lies on one day alone; a whole day has no hour to be dragged to, but other days of a month. */
  const isInOnePiece = (event: ScheduleEventData) => toPart(event).isWhole && (view === 'month' || !toPart(event).isAllDay)
  const nowInstant = new Date().toISOString()
  const shared = {
    date,
    events,
    labels: { ...t.grid, allDay: word.allDay, moreLabel: month.isNarrow ? (count: number) => `+${count}` : word.more },
    withHeader: false,
    withEventsDragAndDrop: may('bookings.rescheduleBooking', 'availability.updateEvent'),
    eventDragInterval: 15,
    canDragEvent: (event: ScheduleEventData) => isInOnePiece(event) && canMove(toEntry(event), nowInstant),
    onEventClick: (event: ScheduleEventData) => setUrl(toTarget(event, view), { push: true }),
    renderEventBody: (event: ScheduleEventData) =>
      countFolded(event) !== undefined ? (
        <MoreBody start={toClock(event.start)}>{event.title}</MoreBody>
      ) : (
        <EventBody
          part={toPart(event)}
          start={view === 'month' && month.isNarrow ? dropHalf(toClock(event.start)) : toClock(event.start)}
          end={toClock(event.end)}
          short={view === 'month'}
        />
      ),
  }
  const timed = {
    ...shared,
    intervalMinutes: 30,
    slotLabelFormat: toClock,
    // The grid scrolls within the window, so that its heads and the menu stay in view.
    scrollAreaProps: { mah: 'max(360px, calc(100dvh - 230px))' },
    withEventResize: may('availability.updateEvent'),
    eventResizeInterval: 15,
    canResizeEvent: (event: ScheduleEventData) => isInOnePiece(event) && canResize(toEntry(event), nowInstant),
    onEventResize: ({ event, newStart, newEnd }: EventChange) => change(event, newStart, newEnd),
    getCurrentTime: () => nowIn(zone),
    onEventDrop: ({ event, newStart, newEnd }: EventChange) => change(event, newStart, newEnd),
    ...(may('bookings.createBooking') && {
      onTimeSlotClick: ({ slotStart }: { slotStart: string }) =>
        setUrl({ new: 'booking', at: slotStart.slice(0, 16).replace(' ', 'T'), row: url.with }, { push: true }),
    }),
    ...visibleHours(events),
  }
  const mayBook = may('bookings.createBooking')
  const shaded = {
    ...timed,
    // Without the right to book, free times are not pressed, and the grid is moved by its frame instead.
    getTimeSlotProps: ({ start }: { start: string }) => ({ disabled: !mayBook, ...(!calendar.isOpenAt(start) && { 'data-off': true }) }),
    ...(!mayBook && { scrollAreaProps: { ...timed.scrollAreaProps, viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t.schedule } } }),
  }
  return (
    <div ref={board} className={css.board} style={{ '--day-height': `${month.dayHeight}px` } as CSSProperties}>
      <Suspense fallback={<BoardSkeleton />}>
        {view === 'week' ? (
          <WeekView
            {...shaded}
            slotHeight={52}
            firstDayOfWeek={site.weekStartsOn as 0}
            weekendDays={[]}
            withAllDaySlots={false}
            weekdayFormat={toWeekdayName}
            withWeekNumber={false}
            highlightToday
            onDateChange={(next) => setUrl({ date: next, view: 'day' })}
          />
        ) : view === 'month' ? (
          <MonthView
            {...shared}
            firstDayOfWeek={site.weekStartsOn as 0}
            weekendDays={[]}
            weekdayFormat={toWeekdayName}
            getDayProps={(day) => ({ 'aria-label': t.dayOfMonth(day) })}
            consistentWeeks={false}
            maxEventsPerDay={month.entries}
            onEventDrop={({ event, newStart, newEnd }) => change(event, newStart, newEnd)}
            onDayClick={(next) => setUrl({ date: next, view: 'day' })}
          />
        ) : areLinesPending ? (
          <BoardSkeleton />
        ) : hasNoLines ? (
          <NoLines byRoom={calendar.byRoom} />
        ) : view === 'people' ? (
          <Columns calendar={calendar} grid={timed} mayBook={mayBook} onMove={setDrop} />
        ) : (
          <DayView {...shaded} slotHeight={52} withAllDaySlot={false} />
        )}
      </Suspense>
      {drop && (
        <Suspense fallback={null}>
          <DropChange drop={drop} />
        </Suspense>
      )}
    </div>
  )
}

interface EventChange {
  event: ScheduleEventData
  newStart: string
  newEnd: string
}

function NoLines({ byRoom }: { byRoom: boolean }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  return byRoom ? (
    <EmptyState
      title={t.noRooms}
      action={
        <Allowed operation="staff.createResource">
          <Button component={DashboardLink} to="/dashboard/staff" search={{ tab: 'rooms' }}>
            {t.addRoom}
          </Button>
        </Allowed>
      }
    >
      {t.roomColumns}
    </EmptyState>
  ) : (
    <EmptyState
      title={word.noStaff}
      action={
        <Allowed operation="staff.createStaffMember">
          <Button component={DashboardLink} to="/dashboard/staff" search={{ open: 'new' }}>
            {word.addStaff}
          </Button>
        </Allowed>
      }
    >
      {t.staffColumns}
    </EmptyState>
  )
}
