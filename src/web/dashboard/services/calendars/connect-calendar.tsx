/** Connects another calendar: by consent, by user name and password, or by a published address. */
import { Button, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../../parts/password-input.tsx'
import { SaveError } from '../../parts/save-error.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { providerNames } from './describe.ts'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    otherServer: 'Nextcloud or another server',
    how: 'How to connect',
    link: 'Link',
    password: 'Password',
    url: 'Calendar address',
    urlAbout: 'The private iCal address that your calendar offers. It ends in .ics.',
    optional: 'Optional.',
    provider: 'Provider',
    server: 'Server address',
    serverAbout: 'The CalDAV address of your server.',
    user: 'User name or email',
    appPassword: 'App password',
    appPasswordAbout: 'Make one in the settings of your provider. It is kept encrypted.',
    missing: (providers: readonly string[]) =>
      `${providers.join(' and ')} can be connected once the server has keys of its own for it. The guide for operators says how. A link works without.`,
  },
  {
    de: {
      otherServer: 'Nextcloud oder ein anderer Server',
      how: 'Art der Verbindung',
      link: 'Link',
      password: 'Passwort',
      url: 'Adresse des Kalenders',
      urlAbout: 'Die private iCal-Adresse, die dein Kalender anbietet. Sie endet auf .ics.',
      optional: 'Optional.',
      provider: 'Anbieter',
      server: 'Adresse des Servers',
      serverAbout: 'Die CalDAV-Adresse deines Servers.',
      user: 'Benutzername oder E-Mail',
      appPassword: 'App-Passwort',
      appPasswordAbout: 'Erstelle eines in den Einstellungen deines Anbieters. Es wird verschlüsselt gespeichert.',
      missing: (providers) =>
        `${providers.join(' und ')} ${providers.length === 1 ? 'lässt' : 'lassen'} sich verbinden, sobald der Server eigene Schlüssel dafür hat. Wie das geht, steht in der Anleitung für Betreiber. Ein Link funktioniert auch ohne.`,
    },
  },
)
const text = currentMessages(messages)

type Providers = ReplyOf<'calendarLinks.listCalendarLinks'>['providers']
type Way = 'link' | 'account' | 'consent'
const servers = [
  { value: 'https://caldav.icloud.com', label: 'iCloud' },
  { value: 'https://caldav.fastmail.com', label: 'Fastmail' },
  { value: '', label: text.otherServer },
]

interface Props {
  staffId: string
  scheduleId: string
  providers: Providers
  onClose: () => void
}
export function ConnectCalendar({ staffId, scheduleId, providers, onClose }: Props) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [way, setWay] = useState<Way>('link')
  return (
    <SidePanel open onClose={onClose} title={w.connectCalendar}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t.how}
          value={way}
          onChange={(value) => setWay(value as Way)}
          data={[
            { value: 'link', label: t.link },
            { value: 'account', label: t.password },
            { value: 'consent', label: 'Google, Microsoft' },
          ]}
        />
        {way === 'link' && <LinkForm staffId={staffId} onDone={onClose} />}
        {way === 'account' && <AccountForm staffId={staffId} onDone={onClose} />}
        {way === 'consent' && <Consent scheduleId={scheduleId} providers={providers} />}
      </Stack>
    </SidePanel>
  )
}

function LinkForm({ staffId, onDone }: { staffId: string; onDone: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const add = useApiMutation('calendarLinks.createCalendarLink')
  const [url, setUrl] = useState('')
  const [label, setLabel] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await add.mutateAsync({ body: { staffId, url: url.trim(), ...(label.trim() && { label: label.trim() }) } })
      toast(w.calendarConnected)
      onDone()
    } catch {
      /* shown above the field */
    }
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <SaveError error={add.error} />
        <TextInput
          size="md"
          label={t.url}
          description={t.urlAbout}
          required
          withAsterisk={false}
          maxLength={2000}
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          size="md"
          label={commonWords.name}
          description={t.optional}
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={add.isPending}>
          {w.connectCalendar}
        </Button>
      </Stack>
    </form>
  )
}

function AccountForm({ staffId, onDone }: { staffId: string; onDone: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const connect = useApiMutation('calendarLinks.connectCalDav')
  const [server, setServer] = useState('https://caldav.icloud.com')
  const [url, setUrl] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await connect.mutateAsync({ body: { staffId, url: server || url.trim(), user: user.trim(), password } })
      toast(w.calendarConnected)
      onDone()
    } catch {
      /* shown above the fields */
    }
  }
  const required = { size: 'md', required: true, withAsterisk: false } as const
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <SaveError error={connect.error} />
        <Select size="md" label={t.provider} data={servers} value={server} allowDeselect={false} onChange={(value) => setServer(value ?? '')} />
        {server === '' && (
          <TextInput
            {...required}
            label={t.server}
            description={t.serverAbout}
            placeholder="https://"
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
        <TextInput {...required} label={t.user} autoComplete="off" maxLength={320} value={user} onChange={(event) => setUser(event.currentTarget.value)} />
        <PasswordInput
          {...required}
          label={t.appPassword}
          description={t.appPasswordAbout}
          autoComplete="off"
          maxLength={500}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={connect.isPending}>
          {w.connectCalendar}
        </Button>
      </Stack>
    </form>
  )
}

function Consent({ scheduleId, providers }: { scheduleId: string; providers: Providers }) {
  const t = useMessages(messages)
  const begin = useApiMutation('externalCalendars.connectExternalCalendarByOAuth')
  const notes = useId()
  const open = async (providerId: string) => {
    try {
      const { oauthUrl } = await begin.mutateAsync({ body: { providerId, scheduleId, redirectUrl: window.location.href } })
      window.location.assign(oauthUrl)
    } catch {
      /* shown above */
    }
  }
  const missing = providers.filter((one) => !one.isSetUp)
  return (
    <Stack>
      <SaveError error={begin.error} />
      {providers.map(({ provider, providerId, isSetUp }) => (
        <Button
          key={provider}
          size="md"
          variant="default"
          disabled={!isSetUp}
          aria-describedby={isSetUp ? undefined : notes}
          loading={begin.isPending}
          onClick={() => void open(providerId)}
        >
          {providerNames[provider]}
        </Button>
      ))}
      {missing.length > 0 && (
        <Text id={notes} size="sm" c="dimmed">
          {t.missing(missing.map(({ provider }) => providerNames[provider]))}
        </Text>
      )}
    </Stack>
  )
}
