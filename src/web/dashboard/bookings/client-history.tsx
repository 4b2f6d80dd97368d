/** How the client of a booking uses the business: figures, and their other bookings. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Booking, Site } from '../entities.ts'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { formatPrice, formatTimeRange } from '../parts/format-times.ts'
import { bookingState } from '../parts/format.ts'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    visits: (count: number) => (count === 1 ? '1 visit' : `${count} visits`),
    noShows: (count: number) => (count === 1 ? '1 no-show' : `${count} no-shows`),
    owes: (amount: string) => `owes ${amount}`,
    title: 'This client',
    none: 'No other bookings.',
    others: 'Other bookings of this client',
  },
  {
    de: {
      visits: (count) => (count === 1 ? '1 Besuch' : `${count} Besuche`),
      noShows: (count) => `${count}-mal nicht erschienen`,
      owes: (amount) => `${amount} offen`,
      title: 'Über diese Person',
      none: 'Keine weiteren Buchungen.',
      others: 'Weitere Buchungen dieser Person',
    },
  },
)

const MOST = 5
type Figures = ReplyOf<'clients.getClientFigures'>['clients'][number]

function describeFigures({ visits, noShows, owed }: Figures, site: Site): string {
  const t = currentMessages(messages)
  const amounts = owed.map(({ amount, currency }) => t.owes(formatPrice({ value: amount, currency }, site)))
  return [t.visits(visits), noShows > 0 && t.noShows(noShows), ...amounts].filter(Boolean).join(' · ')
}

export function ClientHistory({ booking, onOpen }: { booking: Booking; onOpen: (id: string) => void }) {
  const { contactId } = booking.contactDetails
  return contactId ? <KnownClient contactId={contactId} bookingId={booking.id} onOpen={onOpen} /> : null
}

function KnownClient({ contactId, bookingId, onOpen }: { contactId: string; bookingId: string; onOpen: (id: string) => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
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
    <Section title={t.title} {...(client && { about: describeFigures(client, site) })}>
      <QueryView query={others}>
        {({ extendedBookings }) =>
          extendedBookings.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <List label={t.others}>
              {extendedBookings.map(({ booking, attendance }) => {
                const { id, what, start, end } = toBookingSummary(booking)
                const [state, tone] = bookingState(booking.status)
                return (
                  <Row
                    key={id}
                    title={what}
                    sub={formatTimeRange(start, end, site)}
                    facts={
                      attendance?.status === 'NOT_ATTENDED' ? (
                        <StateTag tone="bad">{word.noShow}</StateTag>
                      ) : booking.status === 'CONFIRMED' ? undefined : (
                        <StateTag tone={tone}>{state}</StateTag>
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
