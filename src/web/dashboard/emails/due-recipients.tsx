/** Who would get a reminder or follow-up today, before it is turned on. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { DashboardLink } from '../parts/link.tsx'
import { useMemberNames } from '../parts/people.ts'
import { ListSkeleton, QueryView } from '../parts/query-view.tsx'
import type { ScreenLink } from '../search-params.ts'
import css from './emails.module.css'

type Reply = ReplyOf<'emailAutomations.listDueRecipients'>
type Recipient = Reply['recipients'][number]
type Kind = ReplyOf<'emailAutomations.listEmailAutomations'>['automations'][number]['kind']

export function DueRecipients({ kind, title, onClose }: { kind: Kind; title: string; onClose: () => void }) {
  const found = useApiQuery('emailAutomations.listDueRecipients', { params: { kind } })
  return (
    <Dialog title={`${title}: who gets it today`} onClose={onClose}>
      <QueryView query={found} loading={<ListSkeleton rows={3} />}>
        {(reply) => <RecipientList {...reply} />}
      </QueryView>
    </Dialog>
  )
}

const toLink = ({ bookingId, orderId, memberId }: Recipient): ScreenLink =>
  bookingId
    ? { to: '/dashboard/bookings', search: { open: bookingId } }
    : orderId
      ? { to: '/dashboard/plans', search: { tab: 'subscriptions', open: orderId } }
      : { to: '/dashboard/members', search: { open: memberId } }

function RecipientList({ recipients, total }: Reply) {
  const getName = useMemberNames(recipients.flatMap(({ name, memberId }) => (name === '' && memberId ? [memberId] : [])))
  if (total === 0) return <Text c="dimmed">No one. Those who unsubscribed would be left out.</Text>
  return (
    <>
      <ul className={css.recipients} aria-label="Recipients">
        {recipients.map((one) => (
          <li key={one.bookingId ?? one.orderId ?? one.memberId}>
            <DashboardLink {...toLink(one)}>{one.name || getName(one.memberId)}</DashboardLink>
            <span>{[one.email, one.about].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {total > recipients.length ? `And ${total - recipients.length} more. ` : ''}Those who unsubscribed are left out when it is sent.
      </Text>
    </>
  )
}
