/** Moves a booking to another time by choosing one; the way for keyboards, phones and classes. */
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { useConfirm } from './confirm.tsx'
import { SidePanel } from './side-panel.tsx'
import { FreeTimePicker, type FreeTime } from './free-time-picker.tsx'
import { formatTimeRange } from './format.ts'
import { toDay, todayIn } from '#web/kit/days.ts'

export function MoveBooking({ booking, onClose }: { booking: BookingSummary | undefined; onClose: () => void }) {
  return (
    <SidePanel open={booking !== undefined} onClose={onClose} title={booking ? `Reschedule ${booking.who}` : 'Reschedule'}>
      {booking && <MoveForm key={booking.id} booking={booking} onClose={onClose} />}
    </SidePanel>
  )
}

function MoveForm({ booking, onClose }: { booking: BookingSummary; onClose: () => void }) {
  const site = useSite()
  const openConfirm = useConfirm()
  const reschedule = useApiMutation('bookings.rescheduleBooking')
  const old = toDay(booking.start, site.timeZone)
  const [date, setDate] = useState(old < todayIn(site.timeZone) ? todayIn(site.timeZone) : old)
  const [time, setTime] = useState<FreeTime>()
  useEffect(() => setTime(undefined), [booking.id])
  const move = () => {
    if (!time) return
    const { slot } = time
    openConfirm({
      title: `Reschedule ${booking.who}?`,
      description: `${booking.what} moves from ${formatTimeRange(booking.start, booking.end, site)} to ${formatTimeRange(slot.startDate, slot.endDate, site)}${slot.resource ? ` with ${slot.resource.name}` : ''}. The previous time becomes available. Price and payment don’t change.`,
      confirmLabel: 'Reschedule',
      cancelLabel: 'Cancel',
      notifies: booking.who,
      email: { bookingId: booking.id, change: 'RESCHEDULE', startDate: slot.startDate },
      successMessage: `${booking.who} has been rescheduled.`,
      onConfirm: async (participantNotification) => {
        await reschedule.mutateAsync({
          params: { bookingId: booking.id },
          body: {
            slot: {
              serviceId: slot.serviceId,
              scheduleId: slot.scheduleId,
              startDate: slot.startDate,
              endDate: slot.endDate,
              timezone: site.timeZone,
              ...(slot.eventId ? { eventId: slot.eventId } : {}),
              ...(slot.resource && !slot.eventId ? { resource: { id: slot.resource.id } } : {}),
            },
            revision: booking.revision,
            participantNotification,
            flowControlSettings: { ignoreReschedulePolicy: true },
          },
        })
        onClose()
      },
    })
  }
  return (
    <Stack>
      <Text>
        {booking.what}, currently {formatTimeRange(booking.start, booking.end, site)}
      </Text>
      <FreeTimePicker serviceId={booking.serviceId} date={date} onDate={setDate} value={time} onChange={setTime} people={booking.people} label="New time" />
      <Button size="md" disabled={!time} onClick={move}>
        {time ? `Reschedule to ${formatTimeRange(time.slot.startDate, time.slot.endDate, site)}` : 'Select a time'}
      </Button>
    </Stack>
  )
}
