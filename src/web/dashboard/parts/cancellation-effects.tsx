/** What cancelling bookings will do, person by person, before the button is pressed. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatPrice } from './format.ts'
import { Row } from './list.tsx'
import { List } from './page.tsx'
import { describeEffect, sumEffects } from './cancellation-text.ts'

type Effect = ReplyOf<'bookingPages.previewCancellationEffects'>['bookings'][number]
/** How many people are named; the others are counted. */
const named = 3

export function CancellationEffects({ bookingIds, because }: { bookingIds: readonly string[]; because: 'SESSION' | 'BUSINESS' }) {
  const found = useApiQuery('bookingPages.previewCancellationEffects', { body: { bookingIds: bookingIds.slice(0, 200), because } })
  if (found.isPending) return <Skeleton height={96} radius="md" />
  if (found.error)
    return (
      <Text role="alert" c="red">
        {describeError(found.error)}
      </Text>
    )
  return <Effects bookings={found.data.bookings} />
}

function Effects({ bookings }: { bookings: readonly Effect[] }) {
  const site = useSite()
  const inMoney = (value: string, currency: string) => formatPrice({ value, currency }, site)
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {sumEffects(bookings, inMoney)}
      </Text>
      <List label="What happens to each booking">
        {bookings.slice(0, named).map((one) => (
          <Row key={one.id} title={one.name} sub={describeEffect(one, inMoney)} />
        ))}
      </List>
      {bookings.length > named && (
        <Text size="sm" c="dimmed">
          and {bookings.length - named} more
        </Text>
      )}
    </Stack>
  )
}
