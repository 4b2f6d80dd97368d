/** What stands in place of a screen that the person may not view: its menu does not lead there, an address may. */
import { Button } from '@mantine/core'
import { EmptyState } from './parts/query-view.tsx'
import { DashboardLink } from './parts/link.tsx'
import { Page } from './parts/page.tsx'

export const NoAccess = ({ screen }: { screen: string }) => (
  <Page title={screen}>
    <EmptyState
      title="No permission"
      action={
        <Button component={DashboardLink} to="/dashboard">
          Go to Today
        </Button>
      }
    >
      You don’t have permission to view this. If you need it, ask the owner.
    </EmptyState>
  </Page>
)
