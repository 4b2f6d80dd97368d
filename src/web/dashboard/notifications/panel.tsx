/** What is new: each leads to its panel and is read with that; all can be marked as read. */
import { Button, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useApiMutation } from '#web/api.ts'
import { formatDay } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '../../language.ts'
import { useSite } from '../business.tsx'
import { toastError } from '../api-helpers.ts'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { useMemberNames } from '../parts/people.ts'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useMay } from '../permissions.tsx'
import { describeNotification, toScreenLink, type Notification } from './describe.ts'
import { RunningWorkList } from './running-work.tsx'
import css from './notifications.module.css'
import { useNotifications } from '../parts/use-notifications.ts'

const messages = defineDashboardMessages(
  {
    title: 'Notifications',
    markAll: 'Mark all as read',
    none: 'Nothing new',
    noneHint: 'Bookings, cancellations, requests and failed payments of the last 30 days appear here.',
    isNew: '(new)',
    asRead: (title: string, about: string) => `Mark as read: ${title}, ${about}`,
    asNew: (title: string, about: string) => `Mark as unread: ${title}, ${about}`,
  },
  {
    de: {
      title: 'Benachrichtigungen',
      markAll: 'Alle als gelesen markieren',
      none: 'Nichts Neues',
      noneHint: 'Hier erscheinen Buchungen, Absagen, Anfragen und fehlgeschlagene Zahlungen der letzten 30 Tage.',
      isNew: '(neu)',
      asRead: (title, about) => `Als gelesen markieren: ${title}, ${about}`,
      asNew: (title, about) => `Als ungelesen markieren: ${title}, ${about}`,
    },
  },
)

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const t = useMessages(messages)
  const found = useNotifications()
  const mark = useApiMutation('reports.markNotifications')
  const unread = found.data?.unread ?? 0
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t.title}
      footer={
        unread > 0 && (
          <Button size="md" variant="default" loading={mark.isPending} onClick={() => void mark.mutateAsync({ body: {} }).catch(toastError)}>
            {t.markAll}
          </Button>
        )
      }
    >
      <QueryView query={found}>
        {({ items, running }) => (
          <>
            {running.length > 0 && <RunningWorkList running={running} onOpen={onClose} />}
            {items.length === 0 && running.length === 0 && (
              <EmptyState icon={<IconBell size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )}
            {items.length > 0 && <NotificationList items={items} onOpen={onClose} />}
          </>
        )}
      </QueryView>
    </SidePanel>
  )
}

function NotificationList({ items, onOpen }: { items: readonly Notification[]; onOpen: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const mayReadMembers = useMay()('members.queryMembers')
  const memberIds = items.flatMap(({ memberId, who }) => (memberId && !who ? [memberId] : []))
  const getName = useMemberNames(mayReadMembers ? memberIds : undefined)
  const mark = useApiMutation('reports.markNotifications')
  const words = {
    nameOf: (id: string) => (mayReadMembers ? getName(id) : ''),
    formatMoney: (value: string, currency: string) => formatPrice({ value, currency }, site),
    // Whole days have no hour.
    formatDate: (date: string) =>
      date.length === 10 ? formatDay(date, pageLanguage(), { weekday: 'short', day: 'numeric', month: 'short' }) : formatInstant(date, site),
  }
  const setRead = (one: Notification, isRead: boolean) => mark.mutateAsync({ body: { key: one.key, isRead } }).catch(toastError)
  return (
    <ul className={css.list} aria-label={t.title}>
      {items.map((one) => {
        const { title, about } = describeNotification(one, words)
        return (
          <li key={one.key} data-unread={!one.isRead || undefined}>
            <DashboardLink
              {...toScreenLink(one)}
              className={css.item}
              onClick={() => {
                if (!one.isRead) void setRead(one, true)
                onOpen()
              }}
            >
              <strong>
                {title}
                {!one.isRead && <span className={css.hidden}> {t.isNew}</span>}
              </strong>
              <span>{about}</span>
              <Text component="time" dateTime={one.at} size="sm" c="dimmed">
                {formatInstant(one.at, site)}
              </Text>
            </DashboardLink>
            <button
              type="button"
              className={css.mark}
              aria-label={one.isRead ? t.asNew(title, about) : t.asRead(title, about)}
              onClick={() => void setRead(one, !one.isRead)}
            >
              <span aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
