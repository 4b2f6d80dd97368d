/** An address of the dashboard that leads nowhere. */
import { Button } from '@mantine/core'
import { Empty } from './parts/answers.tsx'
import { Go } from './parts/go.tsx'
import css from './shell.module.css'

export const NoSuchScreen = () => (
  <main className={css.alone}>
    <Empty
      title="This screen is not here"
      action={
        <Button component={Go} to="/dashboard">
          Go to Today
        </Button>
      }
    >
      The address may be old, or mistyped.
    </Empty>
  </main>
)
