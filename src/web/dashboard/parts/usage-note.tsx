/** What still uses a person or a room, in the dialog before it is removed, with the way to the bookings that are left. */
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DashboardLink } from './link.tsx'
import { type Usage, usageText } from './usage-text.ts'

const messages = defineDashboardMessages(
  { show: (count: number) => (count === 1 ? 'Show the booking' : `Show the ${count} bookings`) },
  { de: { show: (count) => (count === 1 ? 'Die Buchung anzeigen' : `Die ${count} Buchungen anzeigen`) } },
)

/** `it` is the name in the sentences. */
export function UsageNote({ usage, resourceId, it, isRoom = false }: { usage: Usage; resourceId: string; it: string; isRoom?: boolean }) {
  const t = useMessages(messages)
  return (
    <>
      {usageText(usage, it)}{' '}
      {usage.bookings > 0 && (
        // The question stays open beside the list.
        <DashboardLink to="/dashboard/bookings" search={isRoom ? { room: resourceId } : { with: resourceId }} target="_blank">
          {t.show(usage.bookings)}
        </DashboardLink>
      )}
    </>
  )
}
