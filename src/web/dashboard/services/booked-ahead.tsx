/** What of a service is booked and still to come, before the service is deleted. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { formatTimeRange } from '../parts/format-times.ts'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'

const messages = defineDashboardMessages(
  {
    nothing: 'Nothing is booked.',
    stay: (count: number) =>
      count === 1 ? '1 upcoming booking stays booked. No one is emailed.' : `${count} upcoming bookings stay booked. No one is emailed.`,
    upcoming: 'Upcoming bookings',
    more: (count: number) => `and ${count} more`,
  },
  {
    de: {
      nothing: 'Es ist nichts gebucht.',
      stay: (count) =>
        count === 1
          ? '1 künftige Buchung bleibt bestehen. Niemand bekommt eine E-Mail.'
          : `${count} künftige Buchungen bleiben bestehen. Niemand bekommt eine E-Mail.`,
      upcoming: 'Künftige Buchungen',
      more: (count) => `und ${count} weitere`,
    },
  },
)

/** How many bookings are named; the others are counted. */
const named = 5
const toFilter = (serviceId: string, now: string) => ({
  $or: [{ 'bookedEntity.slot.serviceId': serviceId }, { 'bookedEntity.schedule.serviceId': serviceId }],
  status: { $in: ['CONFIRMED', 'PENDING'] },
  startDate: { $gt: now },
})

export function BookedAhead({ serviceId, now }: { serviceId: string; now: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const filter = toFilter(serviceId, now)
  const found = useApiQuery('extendedBookings.queryExtendedBookings', {
    body: { query: { filter, sort: [{ fieldName: 'startDate', order: 'ASC' }], cursorPaging: { limit: named } } },
  })
  const count = useApiQuery('extendedBookings.countExtendedBookings', { body: { filter } })
  const problem = found.error ?? count.error
  if (problem)
    return (
      <Text role="alert" c="red">
        {describeError(problem)}
      </Text>
    )
  if (!found.data || !count.data) return <Skeleton height={64} radius="md" />
  const total = count.data.count
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {total === 0 ? t.nothing : t.stay(total)}
      </Text>
      {total > 0 && (
        <List label={t.upcoming}>
          {found.data.extendedBookings.map(({ booking }) => {
            const { id, who, start, end } = toBookingSummary(booking)
            return <Row key={id} title={who} sub={formatTimeRange(start, end, site)} />
          })}
        </List>
      )}
      {total > named && (
        <Text size="sm" c="dimmed">
          {t.more(total - named)}
        </Text>
      )}
    </Stack>
  )
}
