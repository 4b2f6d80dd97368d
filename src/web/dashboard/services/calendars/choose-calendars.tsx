/** Which calendars of an account block time, and which one shows bookings. */
import { Button, Checkbox, Radio, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../../api-helpers.ts'
import { SaveError } from '../../parts/save-error.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import type { Connection } from './describe.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    imports: 'Busy times block bookings',
    read: 'Calendars that are read',
    exports: 'Show bookings in this calendar',
    exportsAbout: 'With the first name of the client. They follow when bookings move or are cancelled.',
    target: 'Calendar for bookings',
  },
  {
    de: {
      imports: 'Belegte Zeiten sperren Buchungen',
      read: 'Kalender, die gelesen werden',
      exports: 'Buchungen in diesem Kalender zeigen',
      exportsAbout: 'Mit dem Vornamen. Verschobene und abgesagte Buchungen werden angepasst.',
      target: 'Kalender für Buchungen',
    },
  },
)

export function ChooseCalendars({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useMessages(messages)
  const found = useApiQuery('externalCalendars.listExternalCalendars', { params: { connectionId: connection.id } })
  const save = useApiMutation('externalCalendars.updateExternalCalendarSyncConfig')
  const [imports, setImports] = useState(connection.imports)
  const [chosen, setChosen] = useState<string[] | undefined>(connection.calendarIds)
  const [exports, setExports] = useState(connection.exports)
  const [target, setTarget] = useState(connection.exportCalendarId)
  const calendars = found.data?.calendars ?? []
  const shown = chosen ?? calendars.slice(0, 1).map((one) => one.id)
  const submit = async () => {
    const list = { enabled: imports, ...(chosen && { calendars: { calendars: calendars.filter((one) => chosen.includes(one.id)) } }) }
    const to = { enabled: exports, ...(target && { calendar: { id: target } }) }
    try {
      await save.mutateAsync({
        params: { connectionId: connection.id },
        body: { syncConfig: { listEventFromCalendars: list, ...(connection.canExport && { syncToCalendar: to }) } },
      })
      toast(commonWords.saved)
      onClose()
    } catch {
      /* shown above */
    }
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={connection.label}
      footer={
        <Button size="md" loading={save.isPending} disabled={found.isPending} onClick={() => void submit()}>
          {commonWords.save}
        </Button>
      }
    >
      <Stack>
        <SaveError error={save.error} />
        {found.error && (
          <Text c="red" role="alert">
            {describeError(found.error)}
          </Text>
        )}
        <Switch size="md" label={t.imports} checked={imports} onChange={(event) => setImports(event.currentTarget.checked)} />
        {found.isPending && <Skeleton height={60} radius="md" />}
        {imports && calendars.length > 1 && (
          <Checkbox.Group label={t.read} value={shown} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {calendars.map((one) => (
                <Checkbox key={one.id} size="md" value={one.id} label={one.name ?? one.id} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {connection.canExport && (
          <Switch size="md" label={t.exports} description={t.exportsAbout} checked={exports} onChange={(event) => setExports(event.currentTarget.checked)} />
        )}
        {connection.canExport && exports && calendars.length > 1 && (
          <Radio.Group label={t.target} value={target ?? shown[0] ?? ''} onChange={setTarget}>
            <Stack gap="xs" mt="xs">
              {calendars.map((one) => (
                <Radio key={one.id} size="md" value={one.id} label={one.name ?? one.id} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </SidePanel>
  )
}
