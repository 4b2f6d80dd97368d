/** The other calendars of a staff member: what is connected, in which state, and how to connect more. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { describeError, toastError } from '../../api-helpers.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { StateTag } from '../../parts/list.tsx'
import { Card, Section } from '../../parts/page.tsx'
import { ChooseCalendars } from './choose-calendars.tsx'
import { ConnectCalendar } from './connect-calendar.tsx'
import { type Connection, describeState, providerNames } from './describe.ts'
import { CalendarFeed } from './feed.tsx'
import { messages } from './other-calendars.messages.ts'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const text = currentMessages(messages)

const tags: Record<Connection['status'], { tone: 'good' | 'bad' | 'wait' | 'quiet'; label: string }> = {
  CONNECTED: { tone: 'wait', label: text.connecting },
  SYNC_IN_PROGRESS: { tone: 'wait', label: text.reading },
  SYNCED: { tone: 'good', label: text.synced },
  ERROR: { tone: 'bad', label: text.unreadable },
  DISCONNECTED: { tone: 'quiet', label: text.disconnected },
}

/** Without a name it is the reader’s own. */
export function OtherCalendars({ staffId, resourceId, name }: { staffId: string; resourceId: string; name?: string }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const found = useApiQuery('calendarLinks.listCalendarLinks', { query: { staffId } }, { refetchInterval: 10_000 })
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Section title={t.title} about={t.about(name)}>
        <Stack gap="sm">
          {found.isPending && <Skeleton height={72} radius="md" />}
          {found.error && (
            <Text c="red" role="alert">
              {describeError(found.error)}
            </Text>
          )}
          {found.data?.connections.map((one) => (
            <OneCalendar key={one.id} connection={one} onChanged={() => void found.refetch()} />
          ))}
          {found.data && (
            <div>
              <Button variant="light" size="md" onClick={() => setAdding(true)}>
                {w.connectCalendar}
              </Button>
            </div>
          )}
        </Stack>
        {found.data && isAdding && (
          <ConnectCalendar
            staffId={staffId}
            scheduleId={found.data.scheduleId}
            providers={found.data.providers}
            onClose={() => {
              setAdding(false)
              void found.refetch()
            }}
          />
        )}
      </Section>
      <CalendarFeed kind="STAFF" subjectId={resourceId} about={t.feedAbout(name)} />
    </>
  )
}

function OneCalendar({ connection, onChanged }: { connection: Connection; onChanged: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const disconnect = useApiMutation('externalCalendars.disconnectExternalCalendar')
  const sync = useApiMutation('calendarLinks.syncCalendarLink')
  const openConfirm = useConfirm()
  const [isChoosing, setChoosing] = useState(false)
  const { id, label, provider, status } = connection
  const ask = () =>
    openConfirm({
      title: t.askDisconnect(label),
      danger: true,
      confirmLabel: t.disconnectCalendar,
      cancelLabel: commonWords.cancel,
      successMessage: t.wasDisconnected(label),
      description: t.disconnectAbout,
      onConfirm: async () => {
        await disconnect.mutateAsync({ params: { connectionId: id }, body: {} })
        onChanged()
      },
    })
  const syncNow = () =>
    void sync.mutateAsync({ params: { id } }).then(() => {
      toast(t.beingRead)
      onChanged()
    }, toastError)
  return (
    <Card>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {label}
            </Text>
            <Text size="sm" c="dimmed">
              {connection.exports ? t.showsBookings(providerNames[provider]) : providerNames[provider]}
            </Text>
          </div>
          <StateTag tone={tags[status].tone}>{tags[status].label}</StateTag>
        </Group>
        <Text size="sm" role="status">
          {describeState(connection, site.timeZone)}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="sm" aria-label={t.settingsOf(label)} onClick={() => setChoosing(true)}>
            {t.settings}
          </Button>
          <Button variant="default" size="sm" aria-label={t.syncOf(label)} loading={sync.isPending} onClick={syncNow}>
            {t.sync}
          </Button>
          <Button variant="default" size="sm" onClick={ask} aria-label={t.disconnectOf(label)}>
            {w.disconnect}
          </Button>
        </Group>
      </Stack>
      {isChoosing && (
        <ChooseCalendars
          connection={connection}
          onClose={() => {
            setChoosing(false)
            onChanged()
          }}
        />
      )}
    </Card>
  )
}
