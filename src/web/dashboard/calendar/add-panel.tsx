/** Adds a booking or blocked time to the calendar. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { NewBookingForm } from '../parts/new-booking.tsx'
import { useMay } from '../permissions.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { BlockForm } from './block-form.tsx'

/** `at` is a wall time of the business, `2026-11-24T14:30`; `row` the person in whose line was clicked, or the service to book. */
export function AddPanel({
  open,
  at,
  row,
  fallback,
  onClose,
}: {
  open: boolean
  at: string | undefined
  row: string | undefined
  fallback: string
  onClose: () => void
}) {
  const may = useMay()
  const [kind, setKind] = useState('booking')
  const [date = fallback, time] = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at ?? '') ? (at ?? '').split('T') : []
  return (
    <SidePanel open={open} onClose={onClose} title="Add to the calendar">
      <SegmentedControl
        fullWidth
        size="md"
        mb="lg"
        aria-label="Type"
        value={kind}
        onChange={setKind}
        data={[{ value: 'booking', label: 'Booking' }, ...(may('availability.createEvent') ? [{ value: 'blocked', label: 'Blocked time' }] : [])]}
      />
      {kind === 'booking' ? (
        <NewBookingForm key={`${at} ${row}`} start={time ? { date, time, resourceId: row } : { date, serviceId: row }} onClose={onClose} />
      ) : (
        <BlockForm key={`${at} ${row}`} date={date} time={time ?? '09:00'} resourceId={row} onDone={onClose} />
      )}
    </SidePanel>
  )
}
