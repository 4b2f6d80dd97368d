/** Emails: what was sent, in which words, and what is sent on its own. */
import { lazy, Suspense } from 'react'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'
import { SentEmails } from './sent.tsx'

const Templates = lazy(async () => ({ default: (await import('./templates.tsx')).Templates }))
const Automations = lazy(async () => ({ default: (await import('./automations.tsx')).Automations }))

export function EmailsScreen() {
  const [url] = useSearchState(emailsSearch)
  const tab = url.tab === 'templates' || url.tab === 'reminders' ? url.tab : 'sent'
  return (
    <Page title="Emails" about="What your clients, members and team get from you, and when.">
      <Tabs
        label="Emails"
        current={tab}
        items={[
          { value: 'sent', label: 'Sent' },
          { value: 'templates', label: 'Templates' },
          { value: 'reminders', label: 'Reminders and follow-ups' },
        ]}
      />
      {tab === 'sent' ? <SentEmails /> : <Suspense fallback={<CardSkeletons cards={3} />}>{tab === 'templates' ? <Templates /> : <Automations />}</Suspense>}
    </Page>
  )
}
