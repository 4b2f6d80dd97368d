/** What stands above a form that could not be saved; a change by somebody else can be taken over or overwritten. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { isConflict, describeError } from '../api-helpers.ts'

export function SaveError({
  error,
  title = 'Not saved',
  onReload,
  onOverwrite,
}: {
  error: unknown
  title?: string
  onReload?: () => void
  onOverwrite?: () => void
}) {
  if (!error) return null
  if (!isConflict(error) || !onReload || !onOverwrite)
    return (
      <Alert color="red" role="alert" title={title}>
        {describeError(error)}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title="Somebody else has changed this meanwhile">
      <Text mb="sm">Nothing is lost: your changes are still here.</Text>
      <Group gap="sm">
        <Button variant="default" onClick={onReload}>
          Show theirs, drop mine
        </Button>
        <Button onClick={onOverwrite}>Save mine over it</Button>
      </Group>
    </Alert>
  )
}
