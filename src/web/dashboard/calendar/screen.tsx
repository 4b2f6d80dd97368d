import { ActionIcon, Button, Loader, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DayView, MonthView, ResourcesDayView, WeekView, type ScheduleEventData } from '@mantine/schedule'
import '@mantine/schedule/styles.css'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { addDays, addMonths, startOfDay, monthGrid, nowIn, todayIn, startOfWeek } from '../business-time.ts'
import { EmptyState, ErrorState } from '../parts/query-view.tsx'
import { Page } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { MoveBooking } from '../parts/move-booking.tsx'
import { toGuestSummary } from '../parts/booking-summary.ts'
import { useSearchState } from '../parts/search-state.ts'
import { calendarSearch } from '../search-params.ts'
import { AddPanel } from './add-panel.tsx'
import { Agenda } from './agenda.tsx'
import css from './calendar.module.css'
import { assignColors, toEntries, toEntry, eventsByResource, toScheduleEvents, visibleHours, entryId, canMove, toMove, type Entry } from './events.ts'
import { useCalendarActions } from './calendar-actions.ts'
import { SessionPanel } from './session-panel.tsx'

const formatDay = (date: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

const views = ['day', 'people', 'week', 'month', 'agenda'] as const
type View = (typeof views)[number]
const viewNames: Record<View, string> = { day: 'Day', people: 'Staff', week: 'Week', month: 'Month', agenda: 'Agenda' }
const steps: Record<View, string> = { day: 'Day', people: 'Day', week: 'Week', month: 'Month', agenda: 'Two weeks' }

/** First day and the day after the last one of what a view shows. */
function visibleRange(view: View, date: string, weekStartsOn: number): { from: string; to: string } {
  if (view === 'week') {
    const from = startOfWeek(date, weekStartsOn)
    return { from, to: addDays(from, 7) }
  }
  if (view === 'month') return monthGrid(date, weekStartsOn)
  return { from: date, to: addDays(date, view === 'agenda' ? 14 : 1) }
}
const stepDate = (view: View, date: string, direction: 1 | -1): string =>
  view === 'month' ? addMonths(date, direction) : addDays(date, direction * (view === 'week' ? 7 : view === 'agenda' ? 14 : 1))

function rangeTitle(view: View, date: string, from: string, to: string): string {
  if (view === 'month') return formatDay(date, { month: 'long', year: 'numeric' })
  if (view === 'day' || view === 'people') return formatDay(date, { weekday: 'long', day: 'numeric', month: 'long' })
  const last = addDays(to, -1)
  return `${formatDay(from, { day: 'numeric', month: from.slice(0, 7) === last.slice(0, 7) ? undefined : 'short' })} – ${formatDay(last, { day: 'numeric', month: 'long', year: 'numeric' })}`
}

/** The days of the house in the zone of the business: what is booked, who leads it, what is kept free. */
export function CalendarScreen() {
  const site = useSite()
  const zone = site.timeZone
  const phone = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
  const [url, setUrl] = useSearchState(calendarSearch)
  const requestedView = views.find((one) => one === url.view)
  const view: View = requestedView ?? (phone ? 'agenda' : 'week')
  const today = todayIn(site.timeZone)
  const date = url.date && /^\d{4}-\d{2}-\d{2}$/.test(url.date) ? url.date : today
  const { from, to } = visibleRange(view, date, site.weekStartsOn)
  const items = useApiQuery('bookingPages.calendar', { body: { from: startOfDay(from, site.timeZone), to: startOfDay(to, site.timeZone) } }, keepPrevious)
  const blocked = useApiQuery('availability.queryEvents', { body: { fromLocalDate: `${from}T00:00:00`, toLocalDate: `${to}T00:00:00` } }, keepPrevious)
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const entries = useMemo(() => toEntries(items.data?.items ?? [], blocked.data?.events ?? [], url.with), [items.data, blocked.data, url.with])
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const colors = useMemo(() => assignColors(services.data?.services.map(({ id }) => id) ?? []), [services.data])
  const events = view === 'people' ? eventsByResource(entries, zone, colors) : toScheduleEvents(entries, zone, colors)
  const hours = visibleHours(events)
  const actions = useCalendarActions()
  const showDate = (next: string) => setUrl({ date: next === today ? undefined : next })
  const hasNoStaff = view === 'people' && staff.data?.staffMembers.length === 0
  const nowInstant = new Date().toISOString()
  const open = entries.find((entry) => entryId(entry) === url.open)
  const [moveId] = (url.move ?? '').split('@')
  const moved = items.data?.items.flatMap((item) => item.bookings.filter(({ id }) => id === moveId).map((guest) => toGuestSummary(item, guest)))[0]
  const staffNames = (entry: Entry) =>
    entry.resourceIds.flatMap((id) => staff.data?.staffMembers.filter(({ resourceId }) => resourceId === id).map(({ name }) => name) ?? []).join(', ')

  const shared = {
    date,
    events,
    withHeader: false,
    withEventsDragAndDrop: true,
    eventDragInterval: 15,
    canDragEvent: (event: ScheduleEventData) => canMove(toEntry(event), nowInstant),
    onEventClick: (event: ScheduleEventData) => setUrl({ open: entryId(toEntry(event)) }, { push: true }),
    renderEventBody: (event: ScheduleEventData) => (
      <EventBody entry={toEntry(event)} start={String(event.start).slice(11, 16)} end={String(event.end).slice(11, 16)} short={view === 'month'} />
    ),
  }
  const timed = {
    ...shared,
    intervalMinutes: 30,
    startScrollTime: '08:00:00',
    getCurrentTime: () => nowIn(site.timeZone),
    onEventDrop: ({ event, newStart, newEnd, resourceId }: { event: ScheduleEventData; newStart: string; newEnd: string; resourceId?: string | number }) =>
      actions.move(toEntry(event), toMove(newStart, newEnd, site.timeZone), resourceId === undefined ? undefined : String(resourceId)),
    onTimeSlotClick: ({ slotStart, resourceId }: { slotStart: string; resourceId?: string | number }) =>
      setUrl({ new: 'booking', at: slotStart.slice(0, 16).replace(' ', 'T'), row: resourceId === undefined ? url.with : String(resourceId) }, { push: true }),
    ...hours,
  }
  return (
    <Page
      title="Calendar"
      wide
      about={`Times in ${zone.replaceAll('_', ' ')}`}
      action={
        <>
          {view !== 'people' && (
            <Select
              size="md"
              w={160}
              aria-label="Staff"
              placeholder="Everyone"
              clearable
              clearButtonProps={{ 'aria-label': 'Everyone' }}
              value={url.with ?? null}
              onChange={(one) => setUrl({ with: one ?? undefined })}
              data={staff.data?.staffMembers.map((one) => ({ value: one.resourceId, label: one.name })) ?? []}
            />
          )}
          <Button
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setUrl({ new: 'booking', at: `${date}T09:00`, row: url.with }, { push: true })}
          >
            Add
          </Button>
        </>
      }
    >
      <div className={css.bar}>
        <div className={css.steps}>
          <ActionIcon
            size={44}
            variant="default"
            radius="xl"
            aria-label={`Previous ${steps[view].toLowerCase()}`}
            onClick={() => showDate(stepDate(view, date, -1))}
          >
            <IconChevronLeft size={19} />
          </ActionIcon>
          <Button variant="default" disabled={date === today} onClick={() => showDate(today)}>
            Today
          </Button>
          <ActionIcon
            size={44}
            variant="default"
            radius="xl"
            aria-label={`Next ${steps[view].toLowerCase()}`}
            onClick={() => showDate(stepDate(view, date, 1))}
          >
            <IconChevronRight size={19} />
          </ActionIcon>
        </div>
        <h2 className={css.range} aria-live="polite">
          {rangeTitle(view, date, from, to)} {(items.isFetching || blocked.isFetching) && <Loader size={16} aria-label="Loading" />}
        </h2>
        {phone ? (
          <Select
            size="md"
            w={130}
            aria-label="View"
            allowDeselect={false}
            value={view}
            onChange={(next) => setUrl({ view: next ?? undefined })}
            data={views.filter((one) => one !== 'people' && one !== 'week').map((value) => ({ value, label: viewNames[value] }))}
          />
        ) : (
          <SegmentedControl
            size="md"
            aria-label="View"
            value={view}
            onChange={(next) => setUrl({ view: next })}
            data={views.map((value) => ({ value, label: viewNames[value] }))}
          />
        )}
      </div>
      {items.error || blocked.error ? (
        <ErrorState
          error={items.error ?? blocked.error}
          retry={() => {
            void items.refetch()
            void blocked.refetch()
          }}
        />
      ) : view === 'agenda' ? (
        <Agenda
          entries={entries}
          colors={colors}
          loading={items.isPending}
          staffNames={staffNames}
          onOpen={(entry) => setUrl({ open: entryId(entry) }, { push: true })}
        />
      ) : (
        <div className={css.board}>
          {view === 'week' ? (
            <WeekView
              {...timed}
              slotHeight={52}
              firstDayOfWeek={site.weekStartsOn as 0}
              weekendDays={[]}
              withAllDaySlots={false}
              withWeekNumber={false}
              highlightToday
              onDateChange={(next) => setUrl({ date: next, view: 'day' })}
            />
          ) : view === 'month' ? (
            <MonthView
              {...shared}
              firstDayOfWeek={site.weekStartsOn as 0}
              weekendDays={[]}
              weekdayFormat="ddd"
              consistentWeeks={false}
              onEventDrop={({ event, newStart, newEnd }) => actions.move(toEntry(event), toMove(newStart, newEnd, site.timeZone))}
              onDayClick={(next) => setUrl({ date: next, view: 'day' })}
            />
          ) : hasNoStaff ? (
            <EmptyState
              title="No staff yet"
              action={
                <Button component={DashboardLink} to="/dashboard/staff" search={{ open: 'new' }}>
                  Add staff member
                </Button>
              }
            >
              Each staff member gets a row in this view.
            </EmptyState>
          ) : view === 'people' ? (
            <ResourcesDayView
              {...timed}
              intervalMinutes={60}
              slotWidth={66}
              rowHeight={84}
              scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Staff schedule' } }}
              withCurrentTimeBubble={false}
              labels={{ resources: 'Staff', resource: 'Staff member' }}
              resources={staff.data?.staffMembers.map((one) => ({ id: one.resourceId, label: one.name })) ?? []}
            />
          ) : (
            <DayView {...timed} slotHeight={52} withAllDaySlot={false} />
          )}
        </div>
      )}
      {view !== 'agenda' && !hasNoStaff && items.data && entries.length === 0 && (
        <p className={css.none} role="status">
          Nothing scheduled {view === 'week' ? 'this week' : view === 'month' ? 'this month' : 'on this day'}. Click a free slot to add a booking or block time.
        </p>
      )}
      <SessionPanel
        entry={open}
        open={Boolean(url.open)}
        loading={items.isPending || blocked.isPending}
        names={open ? staffNames(open) : ''}
        onClose={() => setUrl({ open: undefined })}
        onMove={(booking) => setUrl({ open: undefined, move: booking.id })}
        onAdd={(item) => setUrl({ open: undefined, new: 'booking', at: undefined, row: item.serviceId })}
      />
      <MoveBooking booking={moved} onClose={() => setUrl({ move: undefined })} />
      <AddPanel
        open={url.new !== undefined}
        at={url.at}
        row={url.row}
        onClose={() => setUrl({ new: undefined, at: undefined, row: undefined })}
        fallback={date}
      />
    </Page>
  )
}

function EventBody({ entry, start, end, short }: { entry: Entry; start: string; end: string; short: boolean }) {
  if (entry.kind === 'BLOCKED')
    return (
      <span className={css.event} data-blocked>
        <b>{entry.event.title || 'Blocked'}</b>
        {!short && (
          <span>
            {start}–{end}
          </span>
        )}
      </span>
    )
  const { item, seats } = entry
  // Half an hour is one line high.
  const brief = new Date(item.endDate).getTime() - new Date(item.startDate).getTime() <= 30 * 60_000
  const who = item.kind === 'SESSION' ? `${item.participants}${seats ? `/${seats}` : ''}` : (item.bookings[0]?.name ?? '')
  return (
    <span className={css.event} data-wait={item.status === 'PENDING' || undefined} data-short={short || undefined}>
      <b>{short || brief ? `${start} ${!short && item.kind === 'APPOINTMENT' ? who : item.title}` : item.title}</b>
      {!short && !brief && (
        <span>
          {start} · {who}
        </span>
      )}
      {item.status === 'PENDING' && <i>Request</i>}
    </span>
  )
}
