/** What stands in place of a screen that the person may not view: its menu does not lead there, an address may. */
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DeadEnd } from './parts/dead-end.tsx'
import { Page } from './parts/page.tsx'

const messages = defineDashboardMessages(
  { title: 'No permission', text: 'You don’t have permission to view this. If you need it, ask the owner.' },
  { de: { title: 'Keine Berechtigung', text: 'Das darfst du nicht ansehen. Wenn du es brauchst, frag die Inhaberin oder den Inhaber.' } },
)

export function NoAccess({ screen }: { screen: string }) {
  const t = useMessages(messages)
  return (
    <Page title={screen}>
      <DeadEnd title={t.title}>{t.text}</DeadEnd>
    </Page>
  )
}
