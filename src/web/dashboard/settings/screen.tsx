import { Button, Select, Stack } from '@mantine/core'
import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { languages } from '#kit/pure/languages.ts'
import { queryClient, useApiMutation } from '#web/api.ts'
import { addDays, formatDay } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { pageLanguage } from '#web/language.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toZoneChoices } from '#web/kit/zone-choices.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Allowed, AllowedFields, useMay } from '../permissions.tsx'
import css from './settings.module.css'
import { Card, Page, Section, type TabItem, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { settingsSearch } from '../search-params.ts'
import { ZoneChange } from './zone-change.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    members: 'Members',
    business: 'Business',
    signInTab: 'Sign-in',
    connections: 'Email, texts and payments',
    integrations: 'Integrations',
    data: 'Data',
    mine: 'My account',
    title: 'Settings',
    zoneAsk: 'Change time zone?',
    changeZone: 'Change time zone',
    zone: 'Time zone',
    currency: 'Currency',
    currencyHint: 'Used for new prices. Existing orders keep their currency.',
    week: 'Week starts on',
    language: 'Default language',
    languageHint: 'Visitors see their own language when it’s available.',
  },
  {
    de: {
      members: 'Mitglieder',
      business: 'Betrieb',
      signInTab: 'Anmeldung',
      connections: 'E-Mail, SMS und Zahlungen',
      integrations: 'Integrationen',
      data: 'Daten',
      mine: 'Mein Konto',
      title: 'Einstellungen',
      zoneAsk: 'Zeitzone ändern?',
      changeZone: 'Zeitzone ändern',
      zone: 'Zeitzone',
      currency: 'Währung',
      currencyHint: 'Gilt für neue Preise. Vorhandene Bestellungen behalten ihre Währung.',
      week: 'Die Woche beginnt am',
      language: 'Standardsprache',
      languageHint: 'Wer deine Website besucht, sieht sie in der eigenen Sprache, wenn es sie gibt.',
    },
  },
)
const text = currentMessages(messages)

// From a Sunday on.
const weekdayNames = Array.from({ length: 7 }, (_, index) => formatDay(addDays('2023-01-01', index), pageLanguage(), { weekday: 'long' }))
const zones = () => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : ['UTC'])
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'CAD', 'AUD', 'NZD', 'JPY', 'ILS', 'INR', 'BRL', 'MXN', 'ZAR']

const lazyNamed = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) => lazy(async () => ({ default: (await load())[name] }))
const SignInSettings = lazyNamed(() => import('./sign-in.tsx'), 'SignInSettings')
const MemberFields = lazyNamed(() => import('./fields.tsx'), 'MemberFields')
const Privacy = lazyNamed(() => import('./community.tsx'), 'Privacy')
const Badges = lazyNamed(() => import('./badges.tsx'), 'Badges')
const Roles = lazyNamed(() => import('./roles.tsx'), 'Roles')
const ReservedSlugs = lazyNamed(() => import('./community.tsx'), 'ReservedSlugs')
const Collaborators = lazyNamed(() => import('./collaborators.tsx'), 'Collaborators')
const Keys = lazyNamed(() => import('./keys.tsx'), 'Keys')
const ConnectionSettings = lazyNamed(() => import('./connections.tsx'), 'ConnectionSettings')
const Webhooks = lazyNamed(() => import('./webhooks.tsx'), 'Webhooks')
const MySecurity = lazyNamed(() => import('./my-security.tsx'), 'MySecurity')
const DataSettings = lazyNamed(() => import('./data.tsx'), 'DataSettings')
const AuditLog = lazyNamed(() => import('./audit-log.tsx'), 'AuditLog')

const tabs: TabItem[] = [
  { value: 'business', operation: 'setup.updateSiteSettings', label: text.business },
  { value: 'sign-in', operation: 'identity.getSignOnPolicy', label: text.signInTab },
  { value: 'members', operation: 'customFields.listCustomFields', label: text.members },
  { value: 'people', operation: 'collaborators.listCollaborators', label: common.team },
  { value: 'connections', operation: 'connections.getConnections', label: text.connections },
  { value: 'programs', operation: 'identity.listApiKeys', label: text.integrations },
  { value: 'data', operation: 'imports.listImports', label: text.data },
  { value: 'log', operation: 'identity.listAuditLog', label: common.activityLog },
  { value: 'mine', label: text.mine },
]
const tabContents: Record<string, ReactNode> = {
  business: <BusinessSettings />,
  'sign-in': (
    <AllowedFields operation="identity.updateSignOnPolicy">
      <SignInSettings />
    </AllowedFields>
  ),
  members: (
    <div className={css.membersTab}>
      <AllowedFields operation={['members.setMemberPrivacySettings', 'members.setDefaultPrivacyStatus']}>
        <Privacy />
      </AllowedFields>
      <AllowedFields operation="customFields.createCustomField">
        <MemberFields />
      </AllowedFields>
      <AllowedFields operation="badges.createBadge">
        <Badges />
      </AllowedFields>
      <Allowed operation="memberRoles.listMemberRoleDefinitions">
        <Roles />
      </Allowed>
      <Allowed operation={['members.getReservedSlugs', 'members.setReservedSlugs']}>
        <ReservedSlugs />
      </Allowed>
    </div>
  ),
  people: <Collaborators />,
  connections: <ConnectionSettings />,
  programs: (
    <>
      <Keys />
      <Allowed operation="webhooks.listWebhooks">
        <Webhooks />
      </Allowed>
    </>
  ),
  data: <DataSettings />,
  log: <AuditLog />,
  mine: <MySecurity />,
}

/** How the business keeps time and money, who may sign in, and which programs may act for it. */
export function SettingsScreen() {
  const t = useMessages(messages)
  const [url] = useSearchState(settingsSearch)
  const may = useMay()
  const shown = tabs.filter(({ operation }) => operation === undefined || may(operation))
  const tab = shown.find(({ value }) => value === url.tab)?.value ?? shown[0]?.value ?? 'mine'
  return (
    <Page title={t.title}>
      <Tabs label={t.title} current={tab} items={shown} />
      <Suspense fallback={<CardSkeletons cards={2} />}>{tabContents[tab]}</Suspense>
    </Page>
  )
}

function BusinessSettings() {
  const t = useMessages(messages)
  const site = useSite()
  const [draft, setDraft] = useState({ timeZone: site.timeZone, currency: site.currency, weekStartsOn: site.weekStartsOn, language: site.language })
  const change = useApiMutation('setup.updateSiteSettings')
  const openConfirm = useConfirm()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const run = () => change.mutateAsync({ body: draft })
    if (draft.timeZone !== site.timeZone)
      openConfirm({
        title: t.zoneAsk,
        confirmLabel: t.changeZone,
        cancelLabel: commonWords.cancel,
        successMessage: commonWords.saved,
        description: <ZoneChange timeZone={draft.timeZone} />,
        // Calendar, bookings and free times are others now.
        onConfirm: () => run().then(() => queryClient.invalidateQueries()),
      })
    else
      void run().then(
        () => toast(commonWords.saved),
        () => undefined,
      )
  }
  const changed = Object.entries(draft).some(([key, value]) => value !== site[key as keyof typeof draft])
  return (
    <Section title={t.business}>
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={460}>
            <SaveError error={change.error} />
            <Select
              size="md"
              label={t.zone}
              searchable
              allowDeselect={false}
              limit={80}
              value={draft.timeZone}
              onChange={(timeZone) => timeZone && setDraft({ ...draft, timeZone })}
              data={toZoneChoices([site.timeZone, ...zones()])}
            />
            <Select
              size="md"
              label={t.currency}
              description={t.currencyHint}
              searchable
              allowDeselect={false}
              value={draft.currency}
              onChange={(currency) => currency && setDraft({ ...draft, currency })}
              data={[...new Set([site.currency, ...currencies])]}
            />
            <Select
              size="md"
              label={t.week}
              allowDeselect={false}
              value={String(draft.weekStartsOn)}
              onChange={(day) => day && setDraft({ ...draft, weekStartsOn: Number(day) })}
              data={weekdayNames.map((label, value) => ({ value: String(value), label }))}
            />
            <Select
              size="md"
              label={t.language}
              description={t.languageHint}
              allowDeselect={false}
              value={draft.language}
              onChange={(language) => language && setDraft({ ...draft, language })}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button type="submit" size="md" disabled={!changed} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {commonWords.save}
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}
