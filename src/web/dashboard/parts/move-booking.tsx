/** Moves a booking to another time by choosing one; the way for keyboards, phones and classes. */
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { useConfirm } from './confirm.tsx'
import type { ParticipantNotification } from './confirm-dialog.tsx'
import { dryRun } from './dry-run-request.ts'
import { toReschedule, type NewSlot } from './reschedule.ts'
import { SidePanel } from './side-panel.tsx'
import { FreeTimePicker } from './free-time-picker.tsx'
import type { FreeTime } from './free-times.ts'
import { partWords } from './part-words.messages.ts'
import { QueryView } from './query-view.tsx'
import { formatTimeRange } from './format-times.ts'
import { toDay, todayIn } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { commonWords } from './common-words.ts'

interface Move {
  what: string
  from: string
  to: string
  /** Who leads it then. */
  staff: string | undefined
}
const messages = defineDashboardMessages(
  {
    reschedule: 'Reschedule',
    title: (who: string) => `Reschedule ${who}`,
    ask: (who: string) => `Reschedule ${who}?`,
    description: ({ what, from, to, staff }: Move) =>
      staff === undefined
        ? `${what} moves from ${from} to ${to}. The previous time becomes available. Price and payment don’t change.`
        : `${what} moves from ${from} to ${to} with ${staff}. The previous time becomes available. Price and payment don’t change.`,
    rescheduled: (who: string) => `${who} has been rescheduled.`,
    current: (what: string, when: string) => `${what}, currently ${when}`,
    newTime: 'New time',
    rescheduleTo: (when: string) => `Reschedule to ${when}`,
  },
  {
    de: {
      reschedule: 'Verschieben',
      title: (who) => `Buchung von ${who} verschieben`,
      ask: (who) => `Buchung von ${who} verschieben?`,
      description: ({ what, from, to, staff }) =>
        staff === undefined
          ? `„${what}“ wird von ${from} auf ${to} verschoben. Die bisherige Zeit wird frei. Preis und Zahlung ändern sich nicht.`
          : `„${what}“ wird von ${from} auf ${to} mit ${staff} verschoben. Die bisherige Zeit wird frei. Preis und Zahlung ändern sich nicht.`,
      rescheduled: (who) => `Die Buchung von ${who} ist verschoben.`,
      current: (what, when) => `${what}, bisher ${when}`,
      newTime: 'Neue Zeit',
      rescheduleTo: (when) => `Auf ${when} verschieben`,
    },
  },
)

export function MoveBooking({ booking, onClose }: { booking: BookingSummary | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  return (
    <SidePanel open={booking !== undefined} onClose={onClose} title={booking ? t.title(booking.who) : t.reschedule}>
      {booking && <MoveForm key={booking.id} booking={booking} onClose={onClose} />}
    </SidePanel>
  )
}

/** Makes a function that moves the booking, and can move it again: back. */
function useReschedule(booking: BookingSummary) {
  const { timeZone: timezone } = useSite()
  const reschedule = useApiMutation('bookings.rescheduleBooking')
  return () => {
    let { revision } = booking
    return async (slot: NewSlot, participantNotification: ParticipantNotification | undefined) => {
      const moved = await reschedule.mutateAsync(toReschedule({ id: booking.id, revision, timezone }, slot, participantNotification))
      revision = moved.booking.revision
    }
  }
}

function MoveForm({ booking, onClose }: { booking: BookingSummary; onClose: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const createSend = useReschedule(booking)
  const service = useApiQuery('services.getService', { params: { serviceId: booking.serviceId }, query: {} })
  const old = toDay(booking.start, site.timeZone)
  const [date, setDate] = useState(old < todayIn(site.timeZone) ? todayIn(site.timeZone) : old)
  const [time, setTime] = useState<FreeTime>()
  useEffect(() => setTime(undefined), [booking.id])
  const move = () => {
    if (!time) return
    const { slot } = time
    const send = createSend()
    let notification: ParticipantNotification | undefined
    openConfirm({
      title: t.ask(booking.who),
      description: t.description({
        what: booking.what,
        from: formatTimeRange(booking.start, booking.end, site),
        to: formatTimeRange(slot.startDate, slot.endDate, site),
        staff: slot.resource?.name,
      }),
      confirmLabel: t.reschedule,
      cancelLabel: commonWords.cancel,
      notifies: booking.who,
      email: { bookingId: booking.id, change: 'RESCHEDULE', startDate: slot.startDate },
      effects: dryRun('bookings.rescheduleBooking', (notifies) =>
        toReschedule({ id: booking.id, revision: booking.revision, timezone: site.timeZone }, { ...slot, resourceId: slot.resource?.id }, notifies),
      ),
      successMessage: t.rescheduled(booking.who),
      onConfirm: async (participantNotification) => {
        notification = participantNotification
        await send({ ...slot, resourceId: slot.resource?.id }, notification)
        onClose()
      },
      undo: () =>
        send(
          {
            serviceId: booking.serviceId,
            startDate: booking.start,
            endDate: booking.end,
            eventId: booking.isClass ? booking.eventId : undefined,
            resourceId: booking.resourceId,
          },
          notification,
        ),
    })
  }
  return (
    <Stack>
      <Text>{t.current(booking.what, formatTimeRange(booking.start, booking.end, site))}</Text>
      <QueryView query={service}>
        {(found) => (
          <FreeTimePicker
            service={found.service}
            date={date}
            onDate={setDate}
            value={time}
            onChange={setTime}
            people={booking.isClass ? booking.people : 1}
            label={t.newTime}
          />
        )}
      </QueryView>
      <Button size="md" disabled={!time} onClick={move}>
        {time ? t.rescheduleTo(formatTimeRange(time.slot.startDate, time.slot.endDate, site)) : currentMessages(partWords).selectTime}
      </Button>
    </Stack>
  )
}
