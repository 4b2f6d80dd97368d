/** What stands in place of a screen that the person may not view: its menu does not lead there, an address may. */
import { DeadEnd } from './parts/dead-end.tsx'
import { Page } from './parts/page.tsx'

export const NoAccess = ({ screen }: { screen: string }) => (
  <Page title={screen}>
    <DeadEnd title="No permission">You don’t have permission to view this. If you need it, ask the owner.</DeadEnd>
  </Page>
)
