/** Why a form could not be saved, above it; a conflicting change can be loaded or overwritten. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { isConflict, describeError } from '../api-helpers.ts'

const messages = defineDashboardMessages(
  {
    changed: 'Someone else changed this',
    yoursRemain: 'Your changes are still here.',
    discard: 'Discard my changes',
    overwrite: 'Overwrite with mine',
  },
  {
    de: {
      changed: 'Das hat inzwischen jemand geändert',
      yoursRemain: 'Deine Änderungen sind noch da.',
      discard: 'Meine Änderungen verwerfen',
      overwrite: 'Mit meinen überschreiben',
    },
  },
)

export function SaveError({ error, onReload, onOverwrite }: { error: unknown; onReload?: () => void; onOverwrite?: () => void }) {
  const t = useMessages(messages)
  // Either choice needs what the other person saved: pressed sooner, it would load or send the old revision again.
  const isReading = useIsFetching() > 0
  if (!error) return null
  if (!isConflict(error) || !onReload || !onOverwrite)
    return (
      <Alert color="red" role="alert">
        {describeError(error)}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title={t.changed}>
      <Text mb="sm">{t.yoursRemain}</Text>
      <Group gap="sm">
        <Button variant="default" disabled={isReading} onClick={onReload}>
          {t.discard}
        </Button>
        <Button disabled={isReading} onClick={onOverwrite}>
          {t.overwrite}
        </Button>
      </Group>
    </Alert>
  )
}
