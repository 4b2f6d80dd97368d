/** Emails and text messages: what was sent, in which words, and what is sent on its own. */
import { lazy, type ReactNode, Suspense } from 'react'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'
import { SentEmails } from './sent.tsx'

const Templates = lazy(async () => ({ default: (await import('./templates.tsx')).Templates }))
const Texts = lazy(async () => ({ default: (await import('./texts.tsx')).Texts }))
const Automations = lazy(async () => ({ default: (await import('./automations.tsx')).Automations }))

type Tab = 'sent' | 'templates' | 'reminders' | 'texts'
const tabs: { value: Tab; label: string }[] = [
  { value: 'sent', label: 'Sent' },
  { value: 'templates', label: 'Templates' },
  { value: 'reminders', label: 'Reminders and follow-ups' },
  { value: 'texts', label: 'Text messages' },
]
const contents: Readonly<Record<Tab, ReactNode>> = { sent: <SentEmails />, templates: <Templates />, reminders: <Automations />, texts: <Texts /> }

export function EmailsScreen() {
  const [url] = useSearchState(emailsSearch)
  const tab = tabs.find(({ value }) => value === url.tab)?.value ?? 'sent'
  return (
    <Page title="Messages" about="What your clients, members and team get from you, and when.">
      <Tabs label="Messages" current={tab} items={tabs} />
      <Suspense fallback={<CardSkeletons cards={3} />}>{contents[tab]}</Suspense>
    </Page>
  )
}
