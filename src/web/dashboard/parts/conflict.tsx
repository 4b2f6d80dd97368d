/** What stands above a form that could not be saved; a change by somebody else can be taken over or overwritten. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { isConflict, said } from '../ask.ts'

export function NotSaved({ error, title = 'Not saved', onTheirs, onMine }: { error: unknown; title?: string; onTheirs?: () => void; onMine?: () => void }) {
  if (!error) return null
  if (!isConflict(error) || !onTheirs || !onMine)
    return (
      <Alert color="red" role="alert" title={title}>
        {said(error)}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title="Somebody else has changed this meanwhile">
      <Text mb="sm">Nothing is lost: your changes are still here.</Text>
      <Group gap="sm">
        <Button variant="default" onClick={onTheirs}>
          Show theirs, drop mine
        </Button>
        <Button onClick={onMine}>Save mine over it</Button>
      </Group>
    </Alert>
  )
}
