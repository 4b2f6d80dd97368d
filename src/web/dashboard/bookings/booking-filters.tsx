import { ColumnsButton } from '../parts/columns-button.tsx'
import { bookingColumns } from './columns.ts'
import { ExportButton } from '../parts/export.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { DayFilter, DayFilters, Filters, SearchBox } from '../parts/list-tools.tsx'
import { useRooms } from '../parts/rooms.ts'
import { SavedFilters } from '../parts/saved-filters.tsx'
import { noFilters, type BookingListState } from './booking-list.ts'
import { parseSearch } from '../../search-params.ts'
import { bookingsSearch } from '../search-params.ts'

const paymentStates: { value: NonNullable<BookingListState['url']['paid']>; label: string }[] = [
  { value: 'UNPAID', label: 'Unpaid' },
  { value: 'PAID', label: 'Paid' },
]

export function BookingFilters({ list: { url, setUrl, tab, services, staff, locations, fetchExportPage } }: { list: BookingListState }) {
  return (
    <Filters chosen={[url.service, url.with, url.where, url.room, url.paid, url.from, url.to].filter(Boolean).length}>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search bookings by client" placeholder="Name or email" />
      <FilterSelect
        width={180}
        label="Service"
        all="All services"
        value={url.service}
        onChange={(service) => setUrl({ service })}
        options={services?.map((one) => ({ value: one.id, label: one.name })) ?? []}
      />
      <FilterSelect
        width={150}
        label="Staff member"
        all="Everyone"
        value={url.with}
        onChange={(one) => setUrl({ with: one })}
        options={staff?.map((one) => ({ value: one.resourceId, label: one.name })) ?? []}
      />
      {locations && locations.length > 1 && (
        <FilterSelect
          width={160}
          label="Location"
          all="Everywhere"
          value={url.where}
          onChange={(where) => setUrl({ where })}
          options={locations.flatMap(({ id, name }) => (id ? [{ value: id, label: name }] : []))}
        />
      )}
      {url.room && <RoomFilter url={url} setUrl={setUrl} />}
      <FilterSelect width={168} label="Payment" all="Any payment" value={url.paid} onChange={(paid) => setUrl({ paid })} options={paymentStates} />
      <DateInputs url={url} setUrl={setUrl} />
      <SavedFilters
        screen="bookings"
        current={{ tab: url.tab, q: url.q, service: url.service, with: url.with, where: url.where, room: url.room, paid: url.paid, from: url.from, to: url.to }}
        onApply={(saved) => setUrl({ tab: undefined, ...noFilters, ...parseSearch(bookingsSearch)(saved) }, { push: true })}
      />
      <ColumnsButton screen="bookings" all={bookingColumns} />
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

/** Shown once the list is of one room: most look for people and services. */
function RoomFilter({ url, setUrl }: Pick<BookingListState, 'url' | 'setUrl'>) {
  const { rooms } = useRooms()
  return (
    <FilterSelect
      width={160}
      label="Room"
      all="All rooms"
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
