/** The page for unknown addresses of the dashboard. */
import { Button } from '@mantine/core'
import { EmptyState } from './parts/query-view.tsx'
import { DashboardLink } from './parts/link.tsx'
import css from './shell.module.css'

export const NotFound = () => (
  <main className={css.alone}>
    <EmptyState
      title="Page not found"
      action={
        <Button component={DashboardLink} to="/dashboard">
          Go to Today
        </Button>
      }
    >
      The link may be outdated or mistyped.
    </EmptyState>
  </main>
)
