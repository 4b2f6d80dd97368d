/** What cancelling bookings will do, person by person, before the button is pressed. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError, keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatPrice } from './format-times.ts'
import { Row } from './list.tsx'
import { List } from './page.tsx'
import { describeEffect, describeSingle, isNothingMoved, sumEffects } from './cancellation-text.ts'

const messages = defineDashboardMessages(
  {
    waitlisted: (count: number) =>
      count === 1
        ? '1 person is on the waitlist and learns that it does not take place.'
        : `${count} people are on the waitlist and learn that it does not take place.`,
    each: 'What happens to each booking',
    more: (count: number) => `and ${count} more`,
  },
  {
    de: {
      waitlisted: (count) =>
        count === 1
          ? '1 Person steht auf der Warteliste und erfährt, dass der Termin ausfällt.'
          : `${count} Personen stehen auf der Warteliste und erfahren, dass der Termin ausfällt.`,
      each: 'Was mit jeder Buchung geschieht',
      more: (count) => `und ${count} weitere`,
    },
  },
)

type Effect = ReplyOf<'bookingPages.previewCancellationEffects'>['bookings'][number]
/** How many people are named; the others are counted. */
const named = 3

interface CancellationEffectsProps {
  bookingIds: readonly string[]
  because: 'SESSION' | 'BUSINESS'
  /** The session that is cancelled, with its waitlist. */
  sessionId?: string
  /** Whether plan sessions return; they do unless the business says otherwise. */
  withRefund?: boolean
  /** One booking, whose client the title names: one sentence is enough. */
  isSingle?: boolean
}
export function CancellationEffects({ bookingIds, because, sessionId, withRefund, isSingle = false }: CancellationEffectsProps) {
  const t = useMessages(messages)
  const input = { bookingIds: bookingIds.slice(0, 200), because, ...(sessionId && { sessionId }), ...(withRefund !== undefined && { withRefund }) }
  const found = useApiQuery('bookingPages.previewCancellationEffects', { body: input }, keepPrevious)
  if (found.isPending) return <Skeleton height={96} radius="md" />
  if (found.error)
    return (
      <Text role="alert" c="red">
        {describeError(found.error)}
      </Text>
    )
  const { bookings, waitlisted } = found.data
  return (
    <>
      {isSingle ? bookings.map((one) => <SingleEffect key={one.id} effect={one} />) : bookings.length > 0 && <Effects bookings={bookings} />}
      {waitlisted > 0 && <Text role="status">{t.waitlisted(waitlisted)}</Text>}
    </>
  )
}

function SingleEffect({ effect }: { effect: Effect }) {
  const site = useSite()
  return <Text role="status">{describeSingle(effect, (value, currency) => formatPrice({ value, currency }, site))}</Text>
}

function Effects({ bookings }: { bookings: readonly Effect[] }) {
  const t = useMessages(messages)
  const site = useSite()
  const inMoney = (value: string, currency: string) => formatPrice({ value, currency }, site)
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {sumEffects(bookings, inMoney)}
      </Text>
      <List label={t.each}>
        {bookings.slice(0, named).map((one) => (
          <Row key={one.id} title={one.name} sub={describeEffect(one, inMoney, !isNothingMoved(bookings))} />
        ))}
      </List>
      {bookings.length > named && (
        <Text size="sm" c="dimmed">
          {t.more(bookings.length - named)}
        </Text>
      )}
    </Stack>
  )
}
