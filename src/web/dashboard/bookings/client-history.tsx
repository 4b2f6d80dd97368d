/** How the client of a booking uses the business: figures, and their other bookings. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Booking, Site } from '../entities.ts'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { bookingState, formatPrice, formatTimeRange } from '../parts/format.ts'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'

const MOST = 5
type Figures = ReplyOf<'clients.getClientFigures'>['clients'][number]

const describeFigures = ({ visits, noShows, owed }: Figures, site: Site): string =>
  [
    visits === 1 ? '1 visit' : `${visits} visits`,
    noShows > 0 && (noShows === 1 ? '1 no-show' : `${noShows} no-shows`),
    ...owed.map(({ amount, currency }) => `owes ${formatPrice({ value: amount, currency }, site)}`),
  ]
    .filter(Boolean)
    .join(' · ')

export function ClientHistory({ booking, onOpen }: { booking: Booking; onOpen: (id: string) => void }) {
  const { contactId } = booking.contactDetails
  return contactId ? <KnownClient contactId={contactId} bookingId={booking.id} onOpen={onOpen} /> : null
}

function KnownClient({ contactId, bookingId, onOpen }: { contactId: string; bookingId: string; onOpen: (id: string) => void }) {
  const site = useSite()
  const figures = useApiQuery('clients.getClientFigures', { body: { contactIds: [contactId] } })
  const others = useApiQuery('extendedBookings.queryExtendedBookings', {
    body: {
      query: {
        filter: {
          'contactDetails.contactId': contactId,
          id: { $ne: bookingId },
          status: { $in: ['CONFIRMED', 'PENDING', 'WAITING_LIST', 'CANCELED', 'DECLINED'] },
        },
        sort: [{ fieldName: 'startDate', order: 'DESC' }],
        cursorPaging: { limit: MOST },
      },
      withBookingAttendanceInfo: true,
    },
  })
  const [client] = figures.data?.clients ?? []
  return (
    <Section title="This client" {...(client && { about: describeFigures(client, site) })}>
      <QueryView query={others}>
        {({ extendedBookings }) =>
          extendedBookings.length === 0 ? (
            <Text c="dimmed">No other bookings.</Text>
          ) : (
            <List label="Other bookings of this client">
              {extendedBookings.map(({ booking, attendance }) => {
                const { id, what, start, end } = toBookingSummary(booking)
                const [word, tone] = bookingState(booking.status)
                return (
                  <Row
                    key={id}
                    title={what}
                    sub={formatTimeRange(start, end, site)}
                    facts={
                      attendance?.status === 'NOT_ATTENDED' ? (
                        <StateTag tone="bad">No-show</StateTag>
                      ) : booking.status === 'CONFIRMED' ? undefined : (
                        <StateTag tone={tone}>{word}</StateTag>
                      )
                    }
                    onOpen={() => onOpen(id)}
                  />
                )
              })}
            </List>
          )
        }
      </QueryView>
    </Section>
  )
}
