/** Add to calendar: a file or a web calendar. Links to web calendars carry no token. Source: guide bookings §20.3. */
import { toGoogleCalendarUrl, toOutlookCalendarUrl } from '#kit/pure/web-calendar.ts'
import { operationUrl } from '../../operation-url.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { useMessages } from '../../kit/messages.ts'
import { useService, describeBookedLocation } from '../../site/catalog.ts'
import { messages } from './manage.messages.tsx'
import { isOpen, type ManageProps, joinTitles } from './managed-booking.ts'

export function AddToCalendar({ token, managed }: ManageProps) {
  const t = useMessages(messages)
  const open = managed.bookings.filter(isOpen)
  const [first] = open
  const service = useService(first?.serviceId ?? '').data
  if (!first) return null
  const end = open
    .map(({ booking }) => booking.endDate)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1) as string
  const item = {
    title: joinTitles({ ...managed, bookings: open }),
    start: first.booking.startDate,
    end,
    place: describeBookedLocation(first.booking.bookedEntity, service),
  }
  // A web calendar takes one entry at a time: a course, or services days apart, come as a file.
  const isOne = first.sessions.length < 2 && managed.visit?.type !== 'SEPARATE_BOOKINGS'
  return (
    <div className="stack-s" role="group" aria-label={t.addToCalendar}>
      <p className="small strong">{t.addToCalendar}</p>
      <div className="row">
        <ButtonLink variant="default" href={operationUrl('anonymousBookings.calendarFile', { params: { token } })} download="booking.ics">
          {t.file}
        </ButtonLink>
        {isOne ? (
          <>
            <ButtonLink variant="default" href={toGoogleCalendarUrl(item)} target="_blank" rel="noreferrer">
              {t.google}
            </ButtonLink>
            <ButtonLink variant="default" href={toOutlookCalendarUrl(item)} target="_blank" rel="noreferrer">
              {t.outlook}
            </ButtonLink>
          </>
        ) : null}
      </div>
    </div>
  )
}
