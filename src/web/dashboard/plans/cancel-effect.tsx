/** What ending a subscription does to its sessions and bookings, before it is cancelled. */
import { List, Skeleton, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { describeError } from '../api-helpers.ts'
import type { Order } from '../entities.ts'
import { useMay } from '../permissions.tsx'

/** By the setting of the site, bookings that the plan paid for stay or are cancelled with it. */
function describeBookings(count: number, onPlanEnd: 'keep' | 'cancel'): string {
  if (count === 0) return 'No upcoming bookings use the plan.'
  const bookings = count === 1 ? '1 upcoming booking that uses the plan' : `${count} upcoming bookings that use the plan`
  return onPlanEnd === 'keep'
    ? `${bookings} ${count === 1 ? 'stays' : 'stay'} booked.`
    : `${bookings} ${count === 1 ? 'is' : 'are'} cancelled when it ends, with an email.`
}

export function CancelEffect({ order, name }: { order: Pick<Order, 'id'>; name: string }) {
  const maySeeBookings = useMay()('bookingPages.listBookingsOfPlan')
  const credits = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } })
  const booked = useApiQuery('bookingPages.listBookingsOfPlan', { params: { orderId: order.id } }, { enabled: maySeeBookings })
  const terms = useApiQuery('sellingTerms.getSellingTerms')
  const problem = credits.error ?? booked.error ?? terms.error
  if (problem)
    return (
      <Text role="alert" c="red">
        {describeError(problem)}
      </Text>
    )
  if (!credits.data || !terms.data || (maySeeBookings && !booked.data)) return <Skeleton height={64} radius="md" />
  const left = credits.data.balance ?? 0
  const bookings = booked.data?.bookings.length ?? 0
  return (
    <div role="status">
      <List size="md">
        {credits.data.balance !== undefined && (
          <List.Item>
            {left === 0
              ? 'No sessions are left that could be lost.'
              : `${left === 1 ? '1 session that is' : `${left} sessions that are`} left expire when the plan ends.`}
          </List.Item>
        )}
        {maySeeBookings && <List.Item>{describeBookings(bookings, terms.data.onPlanEnd)}</List.Item>}
        <List.Item>{name} is emailed about the end of the plan.</List.Item>
      </List>
    </div>
  )
}
