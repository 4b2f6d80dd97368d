import { Select } from '@mantine/core'
import { ExportButton } from '../parts/export.tsx'
import { DayFilter, DayFilters, Filters, SearchBox } from '../parts/list.tsx'
import { SavedFilters } from '../parts/saved-filters.tsx'
import type { BookingListState } from './booking-list.ts'
import { parseSearch } from '../../search-params.ts'
import { bookingsSearch } from '../search-params.ts'

const paymentStates: { value: NonNullable<BookingListState['url']['paid']>; label: string }[] = [
  { value: 'UNPAID', label: 'Unpaid' },
  { value: 'PAID', label: 'Paid' },
]

const emptyFilter = { tab: undefined, q: undefined, service: undefined, with: undefined, where: undefined, paid: undefined, from: undefined, to: undefined }

export function BookingFilters({ list: { url, setUrl, tab, services, staff, locations, fetchExportPage } }: { list: BookingListState }) {
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
      {locations && locations.length > 1 && (
        <Select
          size="md"
          w={160}
          aria-label="Location"
          placeholder="Everywhere"
          clearable
          clearButtonProps={{ 'aria-label': 'Everywhere' }}
          value={url.where ?? null}
          onChange={(where) => setUrl({ where: where ?? undefined })}
          data={locations.flatMap(({ id, name }) => (id ? [{ value: id, label: name }] : []))}
        />
      )}
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
        current={{ tab: url.tab, q: url.q, service: url.service, with: url.with, where: url.where, paid: url.paid, from: url.from, to: url.to }}
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
