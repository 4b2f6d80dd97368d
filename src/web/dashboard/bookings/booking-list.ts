/** The list of bookings that the screen shows: tabs, filters, selection, export. */
import { useEffect, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { addDays, startOfDay } from '#web/kit/days.ts'
import { currentMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { useShownColumns } from '../parts/use-columns.ts'
import { useSearchState } from '../parts/search-state.ts'
import type { SearchOf } from '../../search-params.ts'
import { bookingsSearch } from '../search-params.ts'
import { tabMessages } from './booking-list.messages.ts'
import { bookingColumns } from './columns.ts'

export const size = 25
/** Above, the list says that there are more. */
export const MOST_COUNTED = 10_000
type Filter = Record<string, unknown>
export type Tab = 'upcoming' | 'requests' | 'past' | 'cancelled' | 'waitlist'
const text = currentMessages(tabMessages)
export const tabs: Record<Tab, { label: string; list: string; empty: string; about: string; filter: (now: string) => Filter; order: 'ASC' | 'DESC' }> = {
  upcoming: {
    ...text.upcoming,
    order: 'ASC',
    filter: (now) => ({ status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gte: now } }),
  },
  requests: {
    ...text.requests,
    order: 'ASC',
    filter: () => ({ status: 'PENDING' }),
  },
  past: {
    ...text.past,
    order: 'DESC',
    filter: (now) => ({ status: 'CONFIRMED', endDate: { $lt: now } }),
  },
  cancelled: {
    ...text.cancelled,
    order: 'DESC',
    filter: () => ({ status: { $in: ['CANCELED', 'DECLINED'] } }),
  },
  waitlist: {
    ...text.waitlist,
    order: 'ASC',
    filter: (now) => ({ status: 'WAITING_LIST', endDate: { $gte: now } }),
  },
}
/** The instant that separates upcoming from past bookings, in whole minutes: typing a search does not change it. */
const thisMinute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()

/** What a person would call unpaid: in part or in whole, or to be paid on site. Today counts the same. */
const paymentFilters: Record<'UNPAID' | 'PAID', Filter> = {
  UNPAID: { $or: [{ paymentStatus: { $in: ['NOT_PAID', 'PARTIALLY_PAID'] } }, { paymentStatus: 'UNDEFINED', selectedPaymentOption: 'OFFLINE' }] },
  PAID: { paymentStatus: 'PAID' },
}

const isDay = (value: string | undefined): value is string => value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value)
/** Bookings that begin on days of the business; both days belong to it. */
const dateFilter = (from: string | undefined, to: string | undefined, zone: string): Filter =>
  isDay(from) || isDay(to)
    ? { startDate: { ...(isDay(from) && { $gte: startOfDay(from, zone) }), ...(isDay(to) && { $lt: startOfDay(addDays(to, 1), zone) }) } }
    : {}

/** What clears all filters of the list; the tab stays. */
export const noFilters = {
  q: undefined,
  service: undefined,
  with: undefined,
  where: undefined,
  room: undefined,
  paid: undefined,
  from: undefined,
  to: undefined,
}

type BookingSearch = SearchOf<typeof bookingsSearch>
const toFilter = (url: BookingSearch, ofTab: Filter, timeZone: string): Filter => ({
  ...ofTab,
  ...dateFilter(url.from, url.to, timeZone),
  ...(url.service ? { $or: [{ 'bookedEntity.slot.serviceId': url.service }, { 'bookedEntity.schedule.serviceId': url.service }] } : {}),
  ...(url.with ? { 'bookedEntity.slot.resource.id': url.with } : {}),
  ...(url.where ? { 'bookedEntity.slot.location.id': url.where } : {}),
  ...(url.room ? { resourceIds: { $hasSome: [url.room] } } : {}),
  ...(url.paid ? { $and: [paymentFilters[url.paid]] } : {}),
})

/** What the filters offer; undefined while it is loading. */
function useFilterChoices() {
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const locations = useApiQuery('staff.listLocations')
  return { services: services.data?.services, staff: staff.data?.staffMembers, locations: locations.data?.locations }
}

/** The bookings of a tab by the filters in the address, what is picked of them, and what is exported. */
export function useBookingList() {
  const { timeZone } = useSite()
  const [url, setUrl] = useSearchState(bookingsSearch)
  const tab: Tab = url.tab && url.tab in tabs ? (url.tab as Tab) : 'upcoming'
  const page = url.nr ?? 1
  const choices = useFilterChoices()
  const showsPrice = useShownColumns('bookings', bookingColumns).some(({ key }) => key === 'price')
  const [now] = useState(thisMinute)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { filter: tabFilter, order } = tabs[tab]
  const search = url.q ? { search: { expression: url.q.slice(0, 100) } } : {}
  const filter = toFilter(url, tabFilter(now), timeZone)
  const sort = [{ fieldName: 'startDate', order }]
  const found = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: { ...(url.after ? {} : { filter, sort }), cursorPaging: { limit: size, ...(url.after ? { cursor: url.after } : {}) } },
        ...search,
        withBookingAllowedActions: true,
        withBookingAttendanceInfo: true,
        withIntakeForm: true,
        withBookingPrice: showsPrice,
        withTakenTimes: true,
      },
    },
    keepPrevious,
  )
  const total = useApiQuery('extendedBookings.countExtendedBookings', { body: { filter, ...search, upTo: MOST_COUNTED } }, keepPrevious)
  const waiting = useApiQuery('extendedBookings.countExtendedBookings', { body: { filter: tabs.requests.filter(now), upTo: MOST_COUNTED } })
  const rows = found.data?.extendedBookings ?? []
  const selected = rows.filter(({ booking }) => picked.has(booking.id)).map(({ booking }) => toBookingSummary(booking))
  const clear = () => setPicked(new Set())
  // The selection belongs to the rows on screen.
  useEffect(() => setPicked(new Set()), [tab, url.after, url.q, url.service, url.with, url.where, url.room, url.paid, url.from, url.to])
  const moving = rows.find(({ booking }) => booking.id === url.move)
  const filtered = Boolean(url.q || url.service || url.with || url.where || url.room || url.paid || url.from || url.to)
  const shared = { url, setUrl, tab, page, found, rows, picked, setPicked, selected, clear, filtered, moving }
  return {
    ...shared,
    total: total.data?.count,
    requests: waiting.data?.count,
    ...choices,
    exportInput: { body: { filter, ...search } },
  }
}
export type BookingListState = ReturnType<typeof useBookingList>
