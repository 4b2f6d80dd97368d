/** What of a service is booked and still to come, before the service is deleted. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { formatTimeRange } from '../parts/format.ts'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'

/** How many bookings are named; the others are counted. */
const named = 5
const toFilter = (serviceId: string, now: string) => ({
  $or: [{ 'bookedEntity.slot.serviceId': serviceId }, { 'bookedEntity.schedule.serviceId': serviceId }],
  status: { $in: ['CONFIRMED', 'PENDING'] },
  startDate: { $gt: now },
})

export function BookedAhead({ serviceId, now }: { serviceId: string; now: string }) {
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
        {total === 0 ? 'Nothing is booked.' : `${total === 1 ? '1 upcoming booking stays' : `${total} upcoming bookings stay`} booked. No one is emailed.`}
      </Text>
      {total > 0 && (
        <List label="Upcoming bookings">
          {found.data.extendedBookings.map(({ booking }) => {
            const { id, who, start, end } = toBookingSummary(booking)
            return <Row key={id} title={who} sub={formatTimeRange(start, end, site)} />
          })}
        </List>
      )}
      {total > named && (
        <Text size="sm" c="dimmed">
          and {total - named} more
        </Text>
      )}
    </Stack>
  )
}
