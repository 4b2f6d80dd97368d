import { Button, Select, Stack } from '@mantine/core'
import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { languages } from '#kit/pure/languages.ts'
import { queryClient, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Allowed, AllowedFields, useMay } from '../permissions.tsx'
import { Card, Page, Section, type TabItem, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { settingsSearch } from '../search-params.ts'
import { ZoneChange } from './zone-change.tsx'

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
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
  { value: 'business', operation: 'setup.updateSiteSettings', label: 'Business' },
  { value: 'sign-in', operation: 'identity.getSignOnPolicy', label: 'Sign-in' },
  { value: 'members', operation: 'customFields.listCustomFields', label: 'Members' },
  { value: 'people', operation: 'collaborators.listCollaborators', label: 'Team' },
  { value: 'connections', operation: 'connections.getConnections', label: 'Email, texts and payments' },
  { value: 'programs', operation: 'identity.listApiKeys', label: 'Integrations' },
  { value: 'data', operation: 'imports.listImports', label: 'Data' },
  { value: 'log', operation: 'identity.listAuditLog', label: 'Activity log' },
  { value: 'mine', label: 'My account' },
]
const tabContents: Record<string, ReactNode> = {
  business: <BusinessSettings />,
  'sign-in': (
    <AllowedFields operation="identity.updateSignOnPolicy">
      <SignInSettings />
    </AllowedFields>
  ),
  members: (
    <>
      <AllowedFields operation="members.setMemberPrivacySettings">
        <AllowedFields operation="members.setDefaultPrivacyStatus">
          <Privacy />
        </AllowedFields>
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
    </>
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
  const [url] = useSearchState(settingsSearch)
  const may = useMay()
  const shown = tabs.filter(({ operation }) => operation === undefined || may(operation))
  const tab = shown.find(({ value }) => value === url.tab)?.value ?? shown[0]?.value ?? 'mine'
  return (
    <Page title="Settings">
      <Tabs label="Settings" current={tab} items={shown} />
      <Suspense fallback={<CardSkeletons cards={2} />}>{tabContents[tab]}</Suspense>
    </Page>
  )
}

function BusinessSettings() {
  const site = useSite()
  const [draft, setDraft] = useState({ timeZone: site.timeZone, currency: site.currency, weekStartsOn: site.weekStartsOn, language: site.language })
  const change = useApiMutation('setup.updateSiteSettings')
  const openConfirm = useConfirm()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const run = () => change.mutateAsync({ body: draft })
    if (draft.timeZone !== site.timeZone)
      openConfirm({
        title: 'Change time zone?',
        confirmLabel: 'Change time zone',
        cancelLabel: 'Cancel',
        successMessage: 'Saved.',
        description: <ZoneChange timeZone={draft.timeZone} />,
        // Calendar, bookings and free times are others now.
        onConfirm: () => run().then(() => queryClient.invalidateQueries()),
      })
    else
      void run().then(
        () => toast('Saved.'),
        () => undefined,
      )
  }
  const changed = Object.entries(draft).some(([key, value]) => value !== site[key as keyof typeof draft])
  return (
    <Section title="Business">
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={460}>
            <SaveError error={change.error} />
            <Select
              size="md"
              label="Time zone"
              searchable
              allowDeselect={false}
              limit={80}
              value={draft.timeZone}
              onChange={(timeZone) => timeZone && setDraft({ ...draft, timeZone })}
              data={[...new Set([site.timeZone, ...zones()])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            />
            <Select
              size="md"
              label="Currency"
              description="Used for new prices. Existing orders keep their currency."
              searchable
              allowDeselect={false}
              value={draft.currency}
              onChange={(currency) => currency && setDraft({ ...draft, currency })}
              data={[...new Set([site.currency, ...currencies])]}
            />
            <Select
              size="md"
              label="Week starts on"
              allowDeselect={false}
              value={String(draft.weekStartsOn)}
              onChange={(day) => day && setDraft({ ...draft, weekStartsOn: Number(day) })}
              data={weekdayNames.map((label, value) => ({ value: String(value), label }))}
            />
            <Select
              size="md"
              label="Default language"
              description="Visitors see their own language when it’s available."
              allowDeselect={false}
              value={draft.language}
              onChange={(language) => language && setDraft({ ...draft, language })}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button type="submit" size="md" disabled={!changed} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              Save
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}
