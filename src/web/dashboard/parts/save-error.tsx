/** Why a form could not be saved, above it; a conflicting change can be loaded or overwritten. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { isConflict, describeError } from '../api-helpers.ts'

export function SaveError({ error, onReload, onOverwrite }: { error: unknown; onReload?: () => void; onOverwrite?: () => void }) {
  if (!error) return null
  if (!isConflict(error) || !onReload || !onOverwrite)
    return (
      <Alert color="red" role="alert">
        {describeError(error)}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title="Someone else changed this">
      <Text mb="sm">Your changes are still here.</Text>
      <Group gap="sm">
        <Button variant="default" onClick={onReload}>
          Discard my changes
        </Button>
        <Button onClick={onOverwrite}>Overwrite with mine</Button>
      </Group>
    </Alert>
  )
}
