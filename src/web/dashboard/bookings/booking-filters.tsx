import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { ColumnsButton } from '../parts/columns-button.tsx'
import { bookingColumns } from './columns.ts'
import { ListExportButton } from '../parts/export.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { DayFilter, DayFilters, Filters, SearchBox } from '../parts/list-tools.tsx'
import { useRooms } from '../parts/rooms.ts'
import { SavedFilters } from '../parts/saved-filters.tsx'
import { noFilters, type BookingListState } from './booking-list.ts'
import { parseSearch } from '../../search-params.ts'
import { bookingsSearch } from '../search-params.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    search: 'Search bookings by client',
    searchHint: 'Name or email',
    allServices: 'All services',
    staffMember: 'Staff member',
    everyone: 'Everyone',
    everywhere: 'Everywhere',
    anyPayment: 'Any payment',
    unpaid: 'Unpaid',
    room: 'Room',
    allRooms: 'All rooms',
  },
  {
    de: {
      search: 'Buchungen nach Person durchsuchen',
      searchHint: 'Name oder E-Mail',
      allServices: 'Alle Angebote',
      staffMember: 'Teammitglied',
      everyone: 'Alle',
      everywhere: 'Alle Orte',
      anyPayment: 'Alle Zahlungen',
      unpaid: 'Unbezahlt',
      room: 'Raum',
      allRooms: 'Alle Räume',
    },
  },
)
const text = currentMessages(messages)
const word = currentMessages(words)

const paymentStates: { value: NonNullable<BookingListState['url']['paid']>; label: string }[] = [
  { value: 'UNPAID', label: text.unpaid },
  { value: 'PAID', label: word.paid },
]

export function BookingFilters({ list: { url, setUrl, tab, services, staff, locations, exportInput } }: { list: BookingListState }) {
  const t = useMessages(messages)
  return (
    <Filters chosen={[url.service, url.with, url.where, url.room, url.paid, url.from, url.to].filter(Boolean).length}>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label={t.search} placeholder={t.searchHint} />
      <FilterSelect
        width={180}
        label={word.service}
        all={t.allServices}
        value={url.service}
        onChange={(service) => setUrl({ service })}
        options={services?.map((one) => ({ value: one.id, label: one.name })) ?? []}
      />
      <FilterSelect
        width={150}
        label={t.staffMember}
        all={t.everyone}
        value={url.with}
        onChange={(one) => setUrl({ with: one })}
        options={staff?.map((one) => ({ value: one.resourceId, label: one.name })) ?? []}
      />
      {locations && locations.length > 1 && (
        <FilterSelect
          width={160}
          label={word.location}
          all={t.everywhere}
          value={url.where}
          onChange={(where) => setUrl({ where })}
          options={locations.flatMap(({ id, name }) => (id ? [{ value: id, label: name }] : []))}
        />
      )}
      {url.room && <RoomFilter url={url} setUrl={setUrl} />}
      <FilterSelect width={168} label={word.payment} all={t.anyPayment} value={url.paid} onChange={(paid) => setUrl({ paid })} options={paymentStates} />
      <DateInputs url={url} setUrl={setUrl} />
      <SavedFilters
        screen="bookings"
        current={{ tab: url.tab, q: url.q, service: url.service, with: url.with, where: url.where, room: url.room, paid: url.paid, from: url.from, to: url.to }}
        onApply={(saved) => setUrl({ tab: undefined, ...noFilters, ...parseSearch(bookingsSearch)(saved) }, { push: true })}
      />
      <ColumnsButton screen="bookings" all={bookingColumns} />
      <ListExportButton file={`bookings-${tab}.csv`} operation="extendedBookings.exportBookings" input={exportInput} />
    </Filters>
  )
}

/** Shown once the list is of one room: most look for people and services. */
function RoomFilter({ url, setUrl }: Pick<BookingListState, 'url' | 'setUrl'>) {
  const t = useMessages(messages)
  const { rooms } = useRooms()
  return (
    <FilterSelect
      width={160}
      label={t.room}
      all={t.allRooms}
      value={url.room}
      onChange={(room) => setUrl({ room })}
      options={rooms.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** The days between which bookings begin. */
const DateInputs = ({ url: { from, to }, setUrl }: Pick<BookingListState, 'url' | 'setUrl'>) => (
  <DayFilters>
    <DayFilter label="From" value={from} max={to} onChange={(day) => setUrl({ from: day })} />
    <DayFilter label="To" value={to} min={from} onChange={(day) => setUrl({ to: day })} />
  </DayFilters>
)
