/** Adds a booking of the member to a calendar. */
import { call, errorMessage } from '../../api.ts'
import { toCalendarFileUrl } from '../../hosted/calendar-file.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useMessages } from '../../kit/messages.ts'
import { toast } from '../../kit/toasts.tsx'
import { operationUrl } from '../../operation-url.ts'
import type { ExtendedBooking } from '../member-data.ts'
import { messages } from './bookings.messages.tsx'

/** The server writes one entry for every session of a course; an entry from its first to its last day would block weeks. */
async function downloadCourse(id: string): Promise<void> {
  const { manageToken } = await call('bookingPages.bookingSummary', { params: { id } })
  if (manageToken) window.location.assign(operationUrl('anonymousBookings.calendarFile', { params: { token: manageToken } }))
}

export function CalendarButton({ booking, title, place }: { booking: ExtendedBooking['booking']; title: string; place: string }) {
  const t = useMessages(messages)
  const { id, startDate: start, endDate: end = start, bookedEntity } = booking
  if (!bookedEntity.slot)
    return (
      <Button
        variant="default"
        aria-label={t.calendarNamed(title)}
        onClick={() => void downloadCourse(id).catch((error: unknown) => toast(errorMessage(error)))}
      >
        {t.calendar}
      </Button>
    )
  return (
    <ButtonLink variant="default" download="booking.ics" aria-label={t.calendarNamed(title)} href={toCalendarFileUrl({ id, title, start, end, place })}>
      {t.calendar}
    </ButtonLink>
  )
}
