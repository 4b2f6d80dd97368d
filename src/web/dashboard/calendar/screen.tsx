import { ActionIcon, Button, Loader, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DayView, WeekView, type ScheduleEventData } from '@mantine/schedule'
import '@mantine/schedule/styles.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { addDays, dayStart, nowIn, todayIn, weekStart } from '../business-time.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Failed, Page } from '../parts/frame.tsx'
import { useUrl } from '../parts/url.ts'
import { span } from '../parts/words.ts'
import type { CalendarItem } from '../entities.ts'
import css from './calendar.module.css'
import { eventsOf, hoursOf, mayMove, moveOf } from './events.ts'
import { SessionPanel } from './session-panel.tsx'

const day = (date: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

/** The week or the day of the house, in the zone of the business. */
export function CalendarScreen() {
  const site = useSite()
  const ask = useConfirm()
  const phone = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
  const [url, setUrl] = useUrl<{ view?: string; date?: string; open?: string }>()
  const view = url.view ?? (phone ? 'day' : 'week')
  const today = todayIn(site.timeZone)
  const date = url.date && /^\d{4}-\d{2}-\d{2}$/.test(url.date) ? url.date : today
  const from = view === 'week' ? weekStart(date, site.weekStartsOn) : date
  const length = view === 'week' ? 7 : 1
  const to = addDays(from, length)
  const found = useAsk('bookings.calendar', { body: { from: dayStart(from, site.timeZone), to: dayStart(to, site.timeZone) } }, keep)
  const reschedule = useDo('bookings.rescheduleBooking')
  const events = useMemo(() => eventsOf(found.data?.items ?? [], site.timeZone), [found.data, site.timeZone])
  const hours = useMemo(() => hoursOf(events), [events])
  const go = (next: string) => setUrl({ date: next === today ? undefined : next })

  const move = ({ event, newStart, newEnd }: { event: ScheduleEventData; newStart: string; newEnd: string }) => {
    const { item } = event.payload as { item: CalendarItem }
    const booking = item.bookings[0]
    if (!booking) return
    const slot = moveOf(newStart, newEnd, site.timeZone)
    ask({
      title: `Move ${booking.name}?`,
      happens: `${item.title} moves from ${span(item.startDate, item.endDate, site)} to ${span(slot.startDate, slot.endDate, site)}. The old time becomes free. Price and payment stay.`,
      verb: 'Move booking',
      keep: 'Leave it',
      tell: booking.name,
      done: 'Moved.',
      run: (participantNotification) =>
        reschedule.mutateAsync({
          params: { bookingId: booking.id },
          body: {
            slot: { serviceId: item.serviceId, ...slot, timezone: site.timeZone, ...(item.resourceIds[0] ? { resource: { id: item.resourceIds[0] } } : {}) },
            revision: booking.revision,
            participantNotification,
            flowControlSettings: { ignoreReschedulePolicy: true },
          },
        }),
    })
  }
  const shared = {
    date,
    events,
    intervalMinutes: 30,
    slotHeight: 56,
    withHeader: false,
    withEventsDragAndDrop: true,
    eventDragInterval: 15,
    startScrollTime: '08:00:00',
    canDragEvent: (event: ScheduleEventData) => mayMove((event.payload as { item: CalendarItem }).item),
    onEventDrop: move,
    onEventClick: (event: ScheduleEventData) => setUrl({ open: String(event.id) }, { push: true }),
    getCurrentTime: () => nowIn(site.timeZone),
    renderEventBody: (event: ScheduleEventData) => (
      <EventBody item={(event.payload as { item: CalendarItem }).item} start={String(event.start).slice(11, 16)} />
    ),
    ...hours,
  }
  const title =
    view === 'week'
      ? `${day(from, { day: 'numeric', month: from.slice(0, 7) === addDays(to, -1).slice(0, 7) ? undefined : 'short' })} – ${day(addDays(to, -1), { day: 'numeric', month: 'long', year: 'numeric' })}`
      : day(date, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <Page title="Calendar" wide>
      <div className={css.bar}>
        <div className={css.steps}>
          <ActionIcon
            size={44}
            variant="default"
            radius="xl"
            aria-label={view === 'week' ? 'Week before' : 'Day before'}
            onClick={() => go(addDays(date, -length))}
          >
            <IconChevronLeft size={19} />
          </ActionIcon>
          <Button variant="default" disabled={date === today} onClick={() => go(today)}>
            Today
          </Button>
          <ActionIcon
            size={44}
            variant="default"
            radius="xl"
            aria-label={view === 'week' ? 'Week after' : 'Day after'}
            onClick={() => go(addDays(date, length))}
          >
            <IconChevronRight size={19} />
          </ActionIcon>
        </div>
        <h2 className={css.range} aria-live="polite">
          {title} {found.isFetching && <Loader size={16} aria-label="Loading" />}
        </h2>
        <span className={css.zone}>{site.timeZone.replaceAll('_', ' ')}</span>
        <SegmentedControl
          size="md"
          aria-label="View"
          value={view}
          onChange={(next) => setUrl({ view: next })}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
      </div>
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : (
        <div className={css.board}>
          {view === 'week' ? (
            <WeekView
              {...shared}
              firstDayOfWeek={site.weekStartsOn as 0}
              withAllDaySlots={false}
              withWeekNumber={false}
              highlightToday
              onDateChange={(next) => setUrl({ date: next, view: 'day' })}
            />
          ) : (
            <DayView {...shared} withAllDaySlot={false} />
          )}
        </div>
      )}
      {found.data && events.length === 0 && (
        <p className={css.none} role="status">
          Nothing is booked {view === 'week' ? 'this week' : 'on this day'}.
        </p>
      )}
      <SessionPanel
        item={found.data?.items.find((item) => item.id === url.open)}
        open={Boolean(url.open)}
        loading={found.isPending}
        onClose={() => setUrl({ open: undefined })}
      />
    </Page>
  )
}

const EventBody = ({ item, start }: { item: CalendarItem; start: string }) => (
  <span className={css.event} data-wait={item.status === 'PENDING' || undefined}>
    <b>{item.title}</b>
    <span>
      {start}
      {item.kind === 'SESSION' ? ` · ${item.participants}${item.capacity ? `/${item.capacity}` : ''}` : ` · ${item.bookings[0]?.name ?? ''}`}
    </span>
    {item.status === 'PENDING' && <i>Request</i>}
  </span>
)
