/** Bookings of a blocked member or of an ended plan: they stay until the business cancels them. */
import { Button } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { Booking } from '../entities.ts'
import { CancellationEffects } from './cancellation-effects.tsx'
import { heldJob } from './booking-job.ts'
import { useConfirm } from './confirm.tsx'
import { Row } from './list.tsx'
import { List, Section } from './page.tsx'
import { formatTimeRange } from './format-times.ts'
import { bookingEnd, bookingStart } from './format.ts'

const messages = defineDashboardMessages(
  {
    title: 'Upcoming bookings',
    ask: (count: number) => (count === 1 ? 'Cancel 1 booking?' : `Cancel ${count} bookings?`),
    means: 'The spots become available. Clients are not emailed.',
    confirm: (count: number) => (count === 1 ? 'Cancel 1 booking' : `Cancel ${count} bookings`),
    keep: 'Keep bookings',
    soon: (count: number) => (count === 1 ? '1 booking will be cancelled in 30 seconds.' : `${count} bookings will be cancelled in 30 seconds.`),
    cancelAll: 'Cancel all',
    session: 'Session',
  },
  {
    de: {
      title: 'Künftige Buchungen',
      ask: (count) => (count === 1 ? '1 Buchung absagen?' : `${count} Buchungen absagen?`),
      means: 'Die Plätze werden frei. Es wird keine E-Mail verschickt.',
      confirm: (count) => (count === 1 ? '1 Buchung absagen' : `${count} Buchungen absagen`),
      keep: 'Buchungen behalten',
      soon: (count) => (count === 1 ? '1 Buchung wird in 30 Sekunden abgesagt.' : `${count} Buchungen werden in 30 Sekunden abgesagt.`),
      cancelAll: 'Alle absagen',
      session: 'Termin',
    },
  },
)

const activeStatuses = new Set(['CONFIRMED', 'PENDING', 'WAITING_LIST'])

export function StillBooked({ bookings }: { bookings: readonly Booking[] }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const upcoming = bookings.filter((booking) => activeStatuses.has(booking.status ?? '') && Date.parse(bookingStart(booking) ?? '') > Date.now())
  if (upcoming.length === 0) return null
  const count = upcoming.length
  return (
    <Section
      title={t.title}
      action={
        <Allowed operation="bookingJobs.startCancellingBookings">
          <Button
            variant="light"
            c="var(--bad)"
            onClick={() => {
              openConfirm({
                title: t.ask(count),
                description: t.means,
                content: <CancellationEffects bookingIds={upcoming.map(({ id }) => id)} because="BUSINESS" />,
                confirmLabel: t.confirm(count),
                cancelLabel: t.keep,
                danger: true,
                successMessage: t.soon(count),
                ...heldJob('bookingJobs.startCancellingBookings', () => ({
                  bookings: upcoming.map(({ id, revision }) => ({ bookingId: id, revision })),
                  participantNotification: { notifyParticipants: false },
                  flowControlSettings: { ignoreCancellationPolicy: true },
                })),
              })
            }}
          >
            {t.cancelAll}
          </Button>
        </Allowed>
      }
    >
      <List label={t.title}>
        {upcoming.map((booking) => (
          <Row key={booking.id} title={booking.bookedEntity?.title ?? t.session} sub={formatTimeRange(bookingStart(booking), bookingEnd(booking), site)} />
        ))}
      </List>
    </Section>
  )
}
