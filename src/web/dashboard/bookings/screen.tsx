import { Button, Select } from '@mantine/core'
import { IconCheck, IconPlus, IconTicket } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call, useApiQuery } from '#web/api.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { ExtendedBooking } from '../entities.ts'
import { canCheckIn, isUnpaid, useBookingActions, useBulkActions, type BookingActions, type BulkAction } from '../parts/booking-actions.tsx'
import { toBookingSummary, type BookingSummary } from '../parts/booking-summary.ts'
import { NewBookingPanel } from '../parts/new-booking.tsx'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { BulkBar, CursorPager, DayFilter, DayFilters, Filters, Row, SearchBox, StateTag } from '../parts/list.tsx'
import { List, Page, Tabs } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { MoveBooking } from '../parts/move-booking.tsx'
import { SavedFilters } from '../parts/saved-filters.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { bookingState, clientName, paymentState, participantCount, formatPeople, formatTimeRange } from '../parts/format.ts'
import { parseSearch } from '../../search-params.ts'
import { bookingsSearch } from '../search-params.ts'
import { BookingPanel } from './booking-panel.tsx'
import { addDays, startOfDay } from '#web/kit/days.ts'

const size = 25
type Filter = Record<string, unknown>
type Tab = 'upcoming' | 'requests' | 'past' | 'cancelled' | 'waitlist'
const tabs: Record<Tab, { label: string; empty: string; about: string; filter: (now: string) => Filter; order: 'ASC' | 'DESC' }> = {
  upcoming: {
    label: 'Upcoming',
    empty: 'No upcoming bookings',
    about: 'Bookings made on your site appear here. You can also add one yourself.',
    order: 'ASC',
    filter: (now) => ({ status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gte: now } }),
  },
  requests: {
    label: 'Requests',
    empty: 'No pending requests',
    about: 'Bookings for services that need your approval appear here.',
    order: 'ASC',
    filter: () => ({ status: 'PENDING' }),
  },
  past: {
    label: 'Past',
    empty: 'No past bookings',
    about: 'Completed bookings appear here.',
    order: 'DESC',
    filter: (now) => ({ status: 'CONFIRMED', endDate: { $lt: now } }),
  },
  cancelled: {
    label: 'Cancelled',
    empty: 'No cancelled bookings',
    about: 'Cancelled and declined bookings appear here.',
    order: 'DESC',
    filter: () => ({ status: { $in: ['CANCELED', 'DECLINED'] } }),
  },
  waitlist: {
    label: 'Waitlist',
    empty: 'No one on a waitlist',
    about: 'Clients waiting for a spot in a full class appear here.',
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

function useBookingList() {
  const { timeZone } = useSite()
  const [url, setUrl] = useSearchState(bookingsSearch)
  const tab: Tab = url.tab && url.tab in tabs ? (url.tab as Tab) : 'upcoming'
  const page = url.nr ?? 1
  const [now] = useState(thisMinute)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { filter: tabFilter, order } = tabs[tab]
  const search = url.q ? { search: { expression: url.q.slice(0, 100) } } : {}
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const filter: Filter = {
    ...tabFilter(now),
    ...dateFilter(url.from, url.to, timeZone),
    ...(url.service ? { $or: [{ 'bookedEntity.slot.serviceId': url.service }, { 'bookedEntity.schedule.serviceId': url.service }] } : {}),
    ...(url.with ? { 'bookedEntity.slot.resource.id': url.with } : {}),
    ...(url.paid ? { $and: [paymentFilters[url.paid]] } : {}),
  }
  const sort = [{ fieldName: 'startDate', order }]
  const found = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: { ...(url.after ? {} : { filter, sort }), cursorPaging: { limit: size, ...(url.after ? { cursor: url.after } : {}) } },
        ...search,
        withBookingAllowedActions: true,
        withBookingAttendanceInfo: true,
      },
    },
    keepPrevious,
  )
  const total = useApiQuery('extendedBookings.countExtendedBookings', { body: { filter, ...search } }, keepPrevious)
  const waiting = useApiQuery('extendedBookings.countExtendedBookings', { body: { filter: tabs.requests.filter(now) } })
  const rows = found.data?.extendedBookings ?? []
  const selected = rows.filter(({ booking }) => picked.has(booking.id)).map(({ booking }) => toBookingSummary(booking))
  const clear = () => setPicked(new Set())
  // The selection belongs to the rows on screen.
  useEffect(() => setPicked(new Set()), [tab, url.after, url.q, url.service, url.with, url.paid, url.from, url.to])
  const moving = rows.find(({ booking }) => booking.id === url.move)
  const filtered = Boolean(url.q || url.service || url.with || url.paid || url.from || url.to)
  const shared = { url, setUrl, tab, page, found, rows, picked, setPicked, selected, clear, filtered, moving }
  return {
    ...shared,
    total: total.data?.count,
    requests: waiting.data?.count,
    services: services.data?.services,
    staff: staff.data?.staffMembers,
    fetchExportPage: async (next: string | undefined) => {
      const { extendedBookings, pagingMetadata } = await call('extendedBookings.queryExtendedBookings', {
        body: {
          query: { ...(next ? {} : { filter, sort }), cursorPaging: { limit: 100, ...(next ? { cursor: next } : {}) } },
          ...search,
          withBookingAttendanceInfo: true,
          withBookingPrice: true,
        },
      })
      return { rows: extendedBookings.map(csvRow), next: pagingMetadata.hasNext ? pagingMetadata.cursors.next : undefined }
    },
  }
}
type BookingListState = ReturnType<typeof useBookingList>

/** All bookings, by status. */
export function BookingsScreen() {
  const list = useBookingList()
  const { url, setUrl, tab, moving, requests } = list
  const actions = useBookingActions()
  return (
    <Page
      title="Bookings"
      action={
        <Allowed operation="bookings.createBooking">
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ new: 'booking' })}>
            New booking
          </Button>
        </Allowed>
      }
    >
      <Tabs
        label="Bookings by status"
        current={tab}
        keep={{ q: url.q, service: url.service, with: url.with, from: url.from, to: url.to }}
        items={(Object.keys(tabs) as Tab[]).map((value) => ({
          value,
          label: tabs[value].label,
          ...(value === 'requests' && requests !== undefined ? { count: requests } : {}),
        }))}
      />
      <BookingFilters list={list} />
      <BookingRows list={list} actions={actions} />
      <BookingPanel
        id={url.open}
        known={list.rows}
        onClose={() => setUrl({ open: undefined })}
        onMove={(booking) => setUrl({ open: undefined, move: booking.id })}
        actions={actions}
      />
      <MoveBooking booking={moving && toBookingSummary(moving.booking)} onClose={() => setUrl({ move: undefined })} />
      <NewBookingPanel start={url.new === 'booking' ? {} : undefined} onClose={() => setUrl({ new: undefined })} />
    </Page>
  )
}

const paymentStates: { value: NonNullable<BookingListState['url']['paid']>; label: string }[] = [
  { value: 'UNPAID', label: 'Unpaid' },
  { value: 'PAID', label: 'Paid' },
]

const emptyFilter = { tab: undefined, q: undefined, service: undefined, with: undefined, paid: undefined, from: undefined, to: undefined }

function BookingFilters({ list: { url, setUrl, tab, services, staff, fetchExportPage } }: { list: BookingListState }) {
  return (
    <Filters>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search bookings by client" placeholder="Name or email" />
      <Select
        size="md"
        w={180}
        aria-label="Service"
        placeholder="All services"
        clearable
        clearButtonProps={{ 'aria-label': 'All services' }}
        value={url.service ?? null}
        onChange={(service) => setUrl({ service: service ?? undefined })}
        data={services?.map((one) => ({ value: one.id, label: one.name })) ?? []}
      />
      <Select
        size="md"
        w={150}
        aria-label="Staff member"
        placeholder="Everyone"
        clearable
        clearButtonProps={{ 'aria-label': 'Everyone' }}
        value={url.with ?? null}
        onChange={(one) => setUrl({ with: one ?? undefined })}
        data={staff?.map((one) => ({ value: one.resourceId, label: one.name })) ?? []}
      />
      <Select
        size="md"
        w={168}
        aria-label="Payment"
        placeholder="Any payment"
        clearable
        clearButtonProps={{ 'aria-label': 'Any payment' }}
        value={url.paid ?? null}
        onChange={(paid) => setUrl({ paid: paid ?? undefined })}
        data={paymentStates}
      />
      <DateInputs url={url} setUrl={setUrl} />
      <SavedFilters
        screen="bookings"
        current={{ tab: url.tab, q: url.q, service: url.service, with: url.with, paid: url.paid, from: url.from, to: url.to }}
        onApply={(saved) => setUrl({ ...emptyFilter, ...parseSearch(bookingsSearch)(saved) }, { push: true })}
      />
      <ExportButton
        pages={{
          file: `bookings-${tab}.csv`,
          head: [
            'Name',
            'Email',
            'Phone',
            'Service',
            'Start',
            'End',
            'Staff',
            'People',
            'Status',
            'Payment',
            'Price',
            'Tax',
            'Tax rate',
            'Paid',
            'Currency',
            'Attendance',
            'Booked on',
            'Id',
          ],
          page: fetchExportPage,
        }}
      />
    </Filters>
  )
}

/** The days between which bookings begin. */
const DateInputs = ({ url: { from, to }, setUrl }: Pick<BookingListState, 'url' | 'setUrl'>) => (
  <DayFilters>
    <DayFilter label="From" value={from} max={to} onChange={(day) => setUrl({ from: day })} />
    <DayFilter label="To" value={to} min={from} onChange={(day) => setUrl({ to: day })} />
  </DayFilters>
)

function BookingRows({ list, actions }: { list: BookingListState; actions: BookingActions }) {
  const { setUrl, tab, page, found, rows, picked, setPicked, selected, clear, filtered, total, services } = list
  const { label, empty, about } = tabs[tab]
  const bulk = useBulkActions()
  return (
    <QueryView query={found}>
      {(data) =>
        rows.length === 0 ? (
          filtered ? (
            <NoResults
              what="bookings"
              onClear={() => setUrl({ q: undefined, service: undefined, with: undefined, paid: undefined, from: undefined, to: undefined })}
            />
          ) : (
            <EmptyState
              icon={<IconTicket size={26} />}
              title={empty}
              action={
                tab !== 'upcoming' ? undefined : services?.length === 0 ? (
                  <Allowed operation="services.createCompleteService">
                    <Button component={DashboardLink} to="/dashboard/services" search={{ edit: 'new' }}>
                      Add your first service
                    </Button>
                  </Allowed>
                ) : (
                  <Allowed operation="bookings.createBooking">
                    <Button onClick={() => setUrl({ new: 'booking' })}>New booking</Button>
                  </Allowed>
                )
              }
            >
              {about}
            </EmptyState>
          )
        ) : (
          <>
            <List label={`${label} bookings`}>
              {rows.map((extended) => (
                <BookingRow
                  key={extended.booking.id}
                  extended={extended}
                  actions={actions}
                  picked={picked.has(extended.booking.id)}
                  onPick={(on) => setPicked((old) => new Set(on ? [...old, extended.booking.id] : [...old].filter((id) => id !== extended.booking.id)))}
                  onOpen={() => setUrl({ open: extended.booking.id }, { push: true })}
                />
              ))}
            </List>
            <BulkBar count={selected.length} what="bookings" onClear={clear}>
              <BulkButtons selected={selected} run={(verb) => bulk(verb, selected, clear)} />
            </BulkBar>
            <CursorPager
              page={page}
              size={size}
              total={total}
              what="bookings"
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

const csvRow = ({ booking, attendance, price }: ExtendedBooking) => [
  clientName(booking),
  booking.contactDetails.email,
  booking.contactDetails.phone,
  booking.bookedEntity.title,
  booking.startDate,
  booking.endDate,
  booking.bookedEntity.slot?.resource?.name,
  participantCount(booking),
  booking.status,
  booking.paymentStatus,
  price?.total,
  price?.taxes?.[0]?.amount,
  price?.taxes?.[0]?.rate,
  price?.paid,
  price?.currency,
  attendance?.status,
  booking.createdDate,
  booking.id,
]

function BulkButtons({ selected, run }: { selected: BookingSummary[]; run: (verb: BulkAction) => void }) {
  const waiting = selected.every(({ status }) => status === 'PENDING')
  const present = selected.every((booking) => canCheckIn(booking))
  const open = selected.every(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
  return (
    <>
      {waiting && (
        <Allowed operation="bookings.confirmBooking">
          <Button onClick={() => run('confirm')}>Confirm</Button>
        </Allowed>
      )}
      {waiting && (
        <Allowed operation="bookings.declineBooking">
          <Button variant="default" onClick={() => run('decline')}>
            Decline
          </Button>
        </Allowed>
      )}
      {present && (
        <Allowed operation="attendance.setAttendance">
          <Button onClick={() => run('check in')}>Check in</Button>
        </Allowed>
      )}
      {selected.every((booking) => booking.status === 'CONFIRMED' && isUnpaid(booking)) && (
        <Allowed operation="bookingPages.markPaid">
          <Button variant="default" onClick={() => run('mark paid')}>
            Mark as paid
          </Button>
        </Allowed>
      )}
      {open && !waiting && (
        <Allowed operation="bookings.bulkCancelBooking">
          <Button variant="subtle" c="var(--bad)" onClick={() => run('cancel')}>
            Cancel bookings
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
  const site = useSite()
  const may = useMay()
  const mayPick = may('bookings.bulkCancelBooking') || may('bookings.confirmBooking') || may('attendance.setAttendance')
  const { booking } = extended
  const facts = toBookingSummary(booking)
  const [word, tone] = bookingState(booking.status)
  const [paid, paidTone] = paymentState(booking.paymentStatus, booking.selectedPaymentOption)
  const here = extended.attendance?.status === 'ATTENDED'
  const open = booking.status === 'CONFIRMED' || booking.status === 'PENDING'
  return (
    <Row
      {...(open && mayPick
        ? { check: { label: `Select ${facts.who}, ${facts.what}, ${formatTimeRange(facts.start, facts.end, site)}`, on: picked, onChange: onPick } }
        : {})}
      lead={<Avatar name={facts.who} />}
      title={facts.who}
      sub={
        <>
          {facts.what} · {formatTimeRange(facts.start, facts.end, site)}
          {facts.people > 1 ? ` · ${formatPeople(facts.people)}` : ''}
        </>
      }
      facts={
        <>
          {booking.status !== 'CONFIRMED' && <StateTag tone={tone}>{word}</StateTag>}
          {here && <StateTag tone="good">Checked in</StateTag>}
          {open && <StateTag tone={paidTone}>{paid}</StateTag>}
        </>
      }
      onOpen={onOpen}
      dim={booking.status === 'CANCELED' || booking.status === 'DECLINED'}
      actions={
        booking.status === 'PENDING' ? (
          <>
            <Allowed operation="bookings.confirmBooking">
              <Button h={44} size="sm" onClick={() => actions.confirm(facts)}>
                Confirm
              </Button>
            </Allowed>
            <Allowed operation="bookings.declineBooking">
              <Button h={44} size="sm" variant="default" onClick={() => actions.decline(facts)}>
                Decline
              </Button>
            </Allowed>
          </>
        ) : canCheckIn(facts) && !here ? (
          <Allowed operation="attendance.setAttendance">
            <Button h={44} size="sm" variant="light" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => void actions.attend(facts, 'ATTENDED')}>
              Check in
            </Button>
          </Allowed>
        ) : undefined
      }
    />
  )
}
