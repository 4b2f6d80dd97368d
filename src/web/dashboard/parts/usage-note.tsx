/** What still uses a person or a room, in the dialog before it is removed, with the way to the bookings that are left. */
import { DashboardLink } from './link.tsx'
import { type Usage, usageText } from './usage-text.ts'

/** `it` is the name in the sentences. */
export function UsageNote({ usage, resourceId, it, isRoom = false }: { usage: Usage; resourceId: string; it: string; isRoom?: boolean }) {
  return (
    <>
      {usageText(usage, it)}{' '}
      {usage.bookings > 0 && (
        // The question stays open beside the list.
        <DashboardLink to="/dashboard/bookings" search={isRoom ? { room: resourceId } : { with: resourceId }} target="_blank">
          {usage.bookings === 1 ? 'Show the booking' : `Show the ${usage.bookings} bookings`}
        </DashboardLink>
      )}
    </>
  )
}
