/** The data and the state of the calendar: its view and days, from the address, and the entries in them. */
import { useMediaQuery, useViewportSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { toGuestSummary } from '../parts/booking-summary.ts'
import { useRooms } from '../parts/rooms.ts'
import { useSearchState } from '../parts/search-state.ts'
import { calendarSearch } from '../search-params.ts'
import { type Entry, entryId, type EntryPart, eventsByResource, keepInHours, toEntries, toParts, toScheduleEvents } from '../parts/events.ts'
import { assignColors } from '../parts/service-colors.ts'
import type { CalendarCount } from '../entities.ts'
import { getMostDrawn } from './crowd.ts'
import { foldCrowded, getMostBeside } from './fold.ts'
import { isOpenAt, specialDaysIn, type OpeningHours } from './off-hours.ts'
import { type View, views, visibleRange } from './views.ts'
import { words } from './words.messages.ts'
import { startOfDay, todayIn } from '#web/kit/days.ts'
import { currentMessages } from '#web/kit/messages.ts'

/** Nothing is shaded until the hours are known, or where the person may not read them. */
function useOpeningHours(): OpeningHours {
  const periods = useApiQuery('staff.getBusinessHours').data?.periods
  const specialDays = useApiQuery('staff.listSpecialDays', { query: {} }).data?.specialDays
  return useMemo(
    () => ({ periods: periods ?? [], specialDays: specialDays?.filter(({ resourceId, locationId }) => !resourceId && !locationId) ?? [] }),
    [periods, specialDays],
  )
}

/** When staff are busy in other calendars. */
const useBusyElsewhere = (from: string, to: string) => useApiQuery('calendarLinks.listBusyElsewhere', { query: { from, to } }, keepPrevious).data?.busy

/** Blocked times, and sessions with their series and capacity; appointments come with the bookings. None where there are too many to draw. */
const useEvents = (from: string, to: string, atMost: number | undefined) => {
  const filter = { type: ['EVENT', 'CLASS', 'COURSE'] }
  const range = { fromLocalDate: `${from}T00:00:00`, toLocalDate: `${to}T00:00:00` }
  return useApiQuery('availability.queryEvents', { body: { ...range, query: { filter }, ...(atMost !== undefined && { atMost }) } }, keepPrevious)
}

interface Days {
  from: string
  /** The day after the last one. */
  to: string
  zone: string
}
interface EntriesQuery {
  /** Of the window, in pixels. */
  width: number
  /** Of everyone, or of one person or room. */
  only: string | undefined
  /** One of them is opened by the address, a guest is moved. */
  isOneOpen: boolean
  isOneMoved: boolean
}
interface Needs {
  /** Above this number they are counted. */
  atMost: number | undefined
  isOneOpen: boolean
  isOneMoved: boolean
}
/**
 * Bookings and sessions without their guests, which the panel of a session asks for. Those that are more than a view can draw come as numbers, unless one
 * of them is to be found; where a guest is, all guests come.
 */
function useItems(body: { from: string; to: string; resourceId?: string }, { atMost, isOneOpen, isOneMoved }: Needs) {
  const bounded = useApiQuery('bookingPages.calendar', { body: { ...body, brief: true, ...(atMost !== undefined && { atMost }) } }, keepPrevious)
  const counts = atMost === undefined ? undefined : bounded.data?.counts
  const isWholeNeeded = isOneMoved || (isOneOpen && counts !== undefined)
  const whole = useApiQuery('bookingPages.calendar', { body: { ...body, brief: !isOneMoved } }, { enabled: isWholeNeeded })
  const found = isWholeNeeded ? whole.data : undefined
  return {
    items: found?.items ?? bounded.data?.items,
    counts: (found ? undefined : counts) ?? noCounts,
    isPending: bounded.isPending || (isOneOpen && counts !== undefined && whole.isPending),
    isFetching: bounded.isFetching || whole.isFetching,
    error: bounded.error ?? (isWholeNeeded ? whole.error : null),
    refetch: () => {
      void bounded.refetch()
      if (isWholeNeeded) void whole.refetch()
    },
  }
}

/** What lies on these days, and how it is drawn. */
function useEntries(view: View, { from, to, zone }: Days, { only, width, ...needs }: EntriesQuery) {
  const atMost = getMostDrawn(view)
  const range = { from: startOfDay(from, zone), to: startOfDay(to, zone) }
  const booked = useItems({ ...range, ...(only && { resourceId: only }) }, { atMost, ...needs })
  // Where one entry is to be found all come.
  const blocked = useEvents(from, to, needs.isOneOpen || needs.isOneMoved ? undefined : atMost)
  const elsewhere = useBusyElsewhere(range.from, range.to)
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const entries = useMemo(() => toEntries(booked.items ?? [], blocked.data?.events ?? [], only, elsewhere), [booked.items, blocked.data, elsewhere, only])
  const colors = useMemo(() => assignColors(services.data?.services ?? []), [services.data])
  const isTooMuch = booked.counts.length > 0 || blocked.data?.hasMore === true || (atMost !== undefined && entries.length > atMost)
  const parts = useMemo(() => (isTooMuch ? noParts : toParts(entries, { from, to, zone })), [isTooMuch, entries, from, to, zone])
  const events = useMemo(() => {
    const drawn = view === 'people' ? eventsByResource(parts, colors) : toScheduleEvents(parts, colors)
    const most = getMostBeside(view, width)
    const inHours = view === 'month' ? drawn : keepInHours(drawn)
    return most === undefined ? inHours : foldCrowded(inHours, most, nameMore(view, width))
  }, [view, parts, colors, width])
  return { booked, blocked, entries, colors, parts, events, isTooMuch }
}
/** A day of a week on a phone has room for a number, not for a word beside it. */
const nameMore = (view: View, width: number) => (view === 'week' && width <= 720 ? (count: number) => `+${count}` : currentMessages(words).more)
const noCounts: CalendarCount[] = []
const noParts: EntryPart[] = []

const useStaff = () => useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
/** The columns of the staff view: one for each staff member or room. */
function useLines(isShown: boolean, byRoom: boolean, staff: ReturnType<typeof useStaff>) {
  const rooms = useRooms(byRoom)
  const { isPending, error, refetch } = byRoom ? rooms : staff
  const lines = byRoom
    ? rooms.rooms.map(({ id, name }) => ({ id, label: name, staffMemberId: undefined }))
    : (staff.data?.staffMembers ?? []).map((one) => ({ id: one.resourceId, label: one.name, staffMemberId: one.id }))
  return {
    lines,
    /** It is not known yet which columns there are. */
    areLinesPending: isShown && isPending,
    hasNoLines: isShown && !isPending && !error && lines.length === 0,
    linesError: isShown ? error : null,
    refetchLines: () => void refetch(),
  }
}

export function useCalendar() {
  const site = useSite()
  const zone = site.timeZone
  const phone = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
  const { width } = useViewportSize()
  const [url, setUrl] = useSearchState(calendarSearch)
  const view: View = views.find((one) => one === url.view) ?? (phone ? 'agenda' : 'week')
  const today = todayIn(zone)
  const date = url.date && /^\d{4}-\d{2}-\d{2}$/.test(url.date) ? url.date : today
  const { from, to } = visibleRange(view, date, site.weekStartsOn)
  const staffQuery = useStaff()
  const staff = staffQuery.data?.staffMembers
  const byRoom = view === 'people' && url.by === 'rooms'
  const columns = useLines(view === 'people', byRoom, staffQuery)
  const hours = useOpeningHours()
  // Columns are of one person or room each already.
  const query = { width, only: view === 'people' ? undefined : url.with, isOneOpen: url.open !== undefined, isOneMoved: url.move !== undefined }
  const { booked, blocked, entries, colors, parts, events, isTooMuch } = useEntries(view, { from, to, zone }, query)
  const [movedId] = (url.move ?? '').split('@')
  return {
    url,
    setUrl,
    site,
    phone,
    view,
    date,
    today,
    from,
    to,
    /** Those at hand; beside them `counts` of those that are too many. */
    entries,
    counts: booked.counts,
    colors,
    /** Those of the days that are shown, each day's part by itself. */
    parts,
    events,
    /** There are too many entries to draw. */
    isCrowded: isTooMuch,
    staff: staff ?? [],
    byRoom,
    hours,
    ...columns,
    isOpenAt: (local: string) => isOpenAt(hours, local),
    specialDays: specialDaysIn(hours, from, to),
    isLoading: booked.isPending || blocked.isPending,
    isFetching: booked.isFetching || blocked.isFetching,
    isEmpty: booked.items !== undefined && entries.length === 0 && !isTooMuch,
    error: booked.error ?? blocked.error ?? columns.linesError,
    refetch: () => {
      booked.refetch()
      void blocked.refetch()
      columns.refetchLines()
    },
    showDate: (next: string) => setUrl({ date: next === today ? undefined : next }),
    openEntry: entries.find((entry) => entryId(entry) === url.open),
    movedBooking: booked.items?.flatMap((item) => item.bookings.filter(({ id }) => id === movedId).map((guest) => toGuestSummary(item, guest)))[0],
    staffNames: (entry: Entry) =>
      entry.resourceIds.flatMap((id) => staff?.filter(({ resourceId }) => resourceId === id).map(({ name }) => name) ?? []).join(', '),
  }
}
export type CalendarState = ReturnType<typeof useCalendar>
