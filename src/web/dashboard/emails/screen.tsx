/** Emails and text messages: what was sent, in which words, and what is sent on its own. */
import { lazy, type ReactNode, Suspense } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'
import { SentEmails } from './sent.tsx'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    templates: 'Templates',
    title: 'Messages',
    about: 'What your clients, members and team get from you, and when.',
  },
  {
    de: {
      templates: 'Vorlagen',
      title: 'Nachrichten',
      about: 'Was deine Kunden, deine Mitglieder und dein Team von dir bekommen und wann.',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

const Templates = lazy(async () => ({ default: (await import('./templates.tsx')).Templates }))
const Texts = lazy(async () => ({ default: (await import('./texts.tsx')).Texts }))
const Automations = lazy(async () => ({ default: (await import('./automations.tsx')).Automations }))

type Tab = 'sent' | 'templates' | 'reminders' | 'texts'
const tabs: { value: Tab; label: string }[] = [
  { value: 'sent', label: sharedText.sent },
  { value: 'templates', label: text.templates },
  { value: 'reminders', label: sharedText.reminders },
  { value: 'texts', label: sharedText.texts },
]
const contents: Readonly<Record<Tab, ReactNode>> = { sent: <SentEmails />, templates: <Templates />, reminders: <Automations />, texts: <Texts /> }

export function EmailsScreen() {
  const t = useMessages(messages)
  const [url] = useSearchState(emailsSearch)
  const tab = tabs.find(({ value }) => value === url.tab)?.value ?? 'sent'
  return (
    <Page title={t.title} about={t.about}>
      <Tabs label={t.title} current={tab} items={tabs} />
      <Suspense fallback={<CardSkeletons cards={3} />}>{contents[tab]}</Suspense>
    </Page>
  )
}
