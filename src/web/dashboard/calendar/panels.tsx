/** What opens beside the calendar: a session or booking, a new time for it, what is added. Loaded when it is first opened. */
import { MoveBooking } from '../parts/move-booking.tsx'
import { AddPanel } from './add-panel.tsx'
import { SessionPanel } from './session-panel.tsx'
import type { CalendarState } from './use-calendar.ts'

export function CalendarPanels({ calendar }: { calendar: CalendarState }) {
  const { url, setUrl, openEntry, isLoading } = calendar
  return (
    <>
      <SessionPanel
        entry={openEntry}
        open={Boolean(url.open)}
        loading={isLoading}
        names={openEntry ? calendar.staffNames(openEntry) : ''}
        onClose={() => setUrl({ open: undefined })}
        onMove={(booking) => setUrl({ open: undefined, move: booking.id })}
        onAdd={(item) => setUrl({ open: undefined, new: 'booking', at: undefined, row: item.serviceId })}
      />
      <MoveBooking booking={calendar.movedBooking} onClose={() => setUrl({ move: undefined })} />
      <AddPanel
        open={url.new !== undefined}
        initialKind={url.new}
        at={url.at}
        row={url.row}
        onClose={() => setUrl({ new: undefined, at: undefined, row: undefined })}
        fallback={calendar.date}
      />
    </>
  )
}
