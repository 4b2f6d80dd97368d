/** The other calendars of a staff member: what is connected, in which state, and how to connect more. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError, toastError } from '../../api-helpers.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { StateTag } from '../../parts/list.tsx'
import { Card, Section } from '../../parts/page.tsx'
import { ChooseCalendars } from './choose-calendars.tsx'
import { ConnectCalendar } from './connect-calendar.tsx'
import { type Connection, describeState, providerNames } from './describe.ts'
import { CalendarFeed } from './feed.tsx'

const tags: Record<Connection['status'], { tone: 'good' | 'bad' | 'wait' | 'quiet'; label: string }> = {
  CONNECTED: { tone: 'wait', label: 'Connecting' },
  SYNC_IN_PROGRESS: { tone: 'wait', label: 'Reading' },
  SYNCED: { tone: 'good', label: 'Synced' },
  ERROR: { tone: 'bad', label: 'Can’t be read' },
  DISCONNECTED: { tone: 'quiet', label: 'Disconnected' },
}

export function OtherCalendars({ staffId, resourceId, name }: { staffId: string; resourceId: string; name: string }) {
  const found = useApiQuery('calendarLinks.listCalendarLinks', { query: { staffId } }, { refetchInterval: 10_000 })
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Section
        title="Other calendars"
        about={`Clients can’t book ${name} while another calendar says busy. Only the times are read for bookings; titles stay private.`}
      >
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
                Connect calendar
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
      <CalendarFeed kind="STAFF" subjectId={resourceId} about={`Shows the bookings of ${name} in any calendar, with first names only.`} />
    </>
  )
}

function OneCalendar({ connection, onChanged }: { connection: Connection; onChanged: () => void }) {
  const site = useSite()
  const disconnect = useApiMutation('externalCalendars.disconnectExternalCalendar')
  const sync = useApiMutation('calendarLinks.syncCalendarLink')
  const openConfirm = useConfirm()
  const [isChoosing, setChoosing] = useState(false)
  const { id, label, provider, status } = connection
  const ask = () =>
    openConfirm({
      title: `Disconnect ${label}?`,
      danger: true,
      confirmLabel: 'Disconnect calendar',
      cancelLabel: 'Cancel',
      successMessage: `${label} disconnected.`,
      description: 'Its busy times are removed at once: clients can book these times again. Bookings already written into it stay there.',
      onConfirm: async () => {
        await disconnect.mutateAsync({ params: { connectionId: id }, body: {} })
        onChanged()
      },
    })
  const syncNow = () =>
    void sync.mutateAsync({ params: { id } }).then(() => {
      toast('The calendar is being read.')
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
              {providerNames[provider]}
              {connection.exports && ' · shows bookings'}
            </Text>
          </div>
          <StateTag tone={tags[status].tone}>{tags[status].label}</StateTag>
        </Group>
        <Text size="sm" role="status">
          {describeState(connection, site.timeZone)}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="sm" aria-label={`Settings of ${label}`} onClick={() => setChoosing(true)}>
            Settings
          </Button>
          <Button variant="default" size="sm" aria-label={`Sync now: ${label}`} loading={sync.isPending} onClick={syncNow}>
            Sync now
          </Button>
          <Button variant="default" size="sm" onClick={ask} aria-label={`Disconnect ${label}`}>
            Disconnect
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
