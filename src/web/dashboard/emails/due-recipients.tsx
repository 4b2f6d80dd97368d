/** Who would get a reminder or follow-up today, before it is turned on. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { DashboardLink } from '../parts/link.tsx'
import { useMemberNames } from '../parts/people.ts'
import { ListSkeleton, QueryView } from '../parts/query-view.tsx'
import type { ScreenLink } from '../search-params.ts'
import css from './emails.module.css'

const messages = defineDashboardMessages(
  {
    title: (automation: string) => `${automation}: who gets it today`,
    noOne: 'No one. Those who unsubscribed would be left out.',
    recipients: 'Recipients',
    leftOut: 'Those who unsubscribed are left out when it is sent.',
    moreLeftOut: (more: number) => `And ${more} more. Those who unsubscribed are left out when it is sent.`,
  },
  {
    de: {
      title: (automation) => `${automation}: wer sie heute bekommt`,
      noOne: 'Niemand. Wer sie abbestellt hat, würde ausgelassen.',
      recipients: 'Empfänger',
      leftOut: 'Wer sie abbestellt hat, wird beim Senden ausgelassen.',
      moreLeftOut: (more) => `Und ${more} weitere. Wer sie abbestellt hat, wird beim Senden ausgelassen.`,
    },
  },
)

type Reply = ReplyOf<'emailAutomations.listDueRecipients'>
type Recipient = Reply['recipients'][number]
type Kind = ReplyOf<'emailAutomations.listEmailAutomations'>['automations'][number]['kind']

export function DueRecipients({ kind, title, onClose }: { kind: Kind; title: string; onClose: () => void }) {
  const t = useMessages(messages)
  const found = useApiQuery('emailAutomations.listDueRecipients', { params: { kind } })
  return (
    <Dialog title={t.title(title)} onClose={onClose}>
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
  const t = useMessages(messages)
  const getName = useMemberNames(recipients.flatMap(({ name, memberId }) => (name === '' && memberId ? [memberId] : [])))
  if (total === 0) return <Text c="dimmed">{t.noOne}</Text>
  return (
    <>
      <ul className={css.recipients} aria-label={t.recipients}>
        {recipients.map((one) => (
          <li key={one.bookingId ?? one.orderId ?? one.memberId}>
            <DashboardLink {...toLink(one)}>{one.name || getName(one.memberId)}</DashboardLink>
            <span>{[one.email, one.about].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {total > recipients.length ? t.moreLeftOut(total - recipients.length) : t.leftOut}
      </Text>
    </>
  )
}
