/** An address of the dashboard that leads nowhere. */
import { Button } from '@mantine/core'
import { EmptyState } from './parts/query-view.tsx'
import { DashboardLink } from './parts/link.tsx'
import css from './shell.module.css'

export const NotFound = () => (
  <main className={css.alone}>
    <EmptyState
      title="This screen is not here"
      action={
        <Button component={DashboardLink} to="/dashboard">
          Go to Today
        </Button>
      }
    >
      The address may be old, or mistyped.
    </EmptyState>
  </main>
)
