/** Bookings of a blocked member or of an ended plan: they stay until the business cancels them. */
import { Button } from '@mantine/core'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { Booking } from '../entities.ts'
import { CancellationEffects } from './cancellation-effects.tsx'
import { heldJob } from './booking-job.ts'
import { useConfirm } from './confirm.tsx'
import { Row } from './list.tsx'
import { List, Section } from './page.tsx'
import { bookingEnd, bookingStart, formatTimeRange } from './format.ts'

const activeStatuses = new Set(['CONFIRMED', 'PENDING', 'WAITING_LIST'])

export function StillBooked({ bookings }: { bookings: readonly Booking[] }) {
  const site = useSite()
  const openConfirm = useConfirm()
  const upcoming = bookings.filter((booking) => activeStatuses.has(booking.status ?? '') && Date.parse(bookingStart(booking) ?? '') > Date.now())
  if (upcoming.length === 0) return null
  const what = upcoming.length === 1 ? '1 booking' : `${upcoming.length} bookings`
  return (
    <Section
      title="Upcoming bookings"
      action={
        <Allowed operation="bookingJobs.startCancellingBookings">
          <Button
            variant="light"
            c="var(--bad)"
            onClick={() => {
              openConfirm({
                title: `Cancel ${what}?`,
                description: 'The spots become available. Clients are not emailed.',
                content: <CancellationEffects bookingIds={upcoming.map(({ id }) => id)} because="BUSINESS" />,
                confirmLabel: `Cancel ${what}`,
                cancelLabel: 'Keep bookings',
                danger: true,
                successMessage: `${what} will be cancelled in 30 seconds.`,
                ...heldJob('bookingJobs.startCancellingBookings', () => ({
                  bookings: upcoming.map(({ id, revision }) => ({ bookingId: id, revision })),
                  participantNotification: { notifyParticipants: false },
                  flowControlSettings: { ignoreCancellationPolicy: true },
                })),
              })
            }}
          >
            Cancel all
          </Button>
        </Allowed>
      }
    >
      <List label="Upcoming bookings">
        {upcoming.map((booking) => (
          <Row key={booking.id} title={booking.bookedEntity?.title ?? 'Session'} sub={formatTimeRange(bookingStart(booking), bookingEnd(booking), site)} />
        ))}
      </List>
    </Section>
  )
}
