/** Connects another calendar: by consent, by user name and password, or by a published address. */
import { Button, PasswordInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { SaveError } from '../../parts/save-error.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { providerNames } from './describe.ts'

type Providers = ReplyOf<'calendarLinks.listCalendarLinks'>['providers']
type Way = 'link' | 'account' | 'consent'
const servers = [
  { value: 'https://caldav.icloud.com', label: 'iCloud' },
  { value: 'https://caldav.fastmail.com', label: 'Fastmail' },
  { value: '', label: 'Nextcloud or another server' },
]

interface Props {
  staffId: string
  scheduleId: string
  providers: Providers
  onClose: () => void
}
export function ConnectCalendar({ staffId, scheduleId, providers, onClose }: Props) {
  const [way, setWay] = useState<Way>('link')
  return (
    <SidePanel open onClose={onClose} title="Connect calendar">
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label="How to connect"
          value={way}
          onChange={(value) => setWay(value as Way)}
          data={[
            { value: 'link', label: 'Link' },
            { value: 'account', label: 'Password' },
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
  const add = useApiMutation('calendarLinks.createCalendarLink')
  const [url, setUrl] = useState('')
  const [label, setLabel] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await add.mutateAsync({ body: { staffId, url: url.trim(), ...(label.trim() && { label: label.trim() }) } })
      toast('Calendar connected.')
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
          label="Calendar address"
          description="The private iCal address that your calendar offers. It ends in .ics."
          required
          withAsterisk={false}
          maxLength={2000}
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput size="md" label="Name" description="Optional." maxLength={100} value={label} onChange={(event) => setLabel(event.currentTarget.value)} />
        <Button type="submit" size="md" loading={add.isPending}>
          Connect calendar
        </Button>
      </Stack>
    </form>
  )
}

function AccountForm({ staffId, onDone }: { staffId: string; onDone: () => void }) {
  const connect = useApiMutation('calendarLinks.connectCalDav')
  const [server, setServer] = useState('https://caldav.icloud.com')
  const [url, setUrl] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await connect.mutateAsync({ body: { staffId, url: server || url.trim(), user: user.trim(), password } })
      toast('Calendar connected.')
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
        <Select size="md" label="Provider" data={servers} value={server} allowDeselect={false} onChange={(value) => setServer(value ?? '')} />
        {server === '' && (
          <TextInput
            {...required}
            label="Server address"
            description="The CalDAV address of your server."
            placeholder="https://"
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
        <TextInput
          {...required}
          label="User name or email"
          autoComplete="off"
          maxLength={320}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <PasswordInput
          {...required}
          label="App password"
          description="Make one in the settings of your provider. It is kept encrypted."
          autoComplete="off"
          maxLength={500}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={connect.isPending}>
          Connect calendar
        </Button>
      </Stack>
    </form>
  )
}

function Consent({ scheduleId, providers }: { scheduleId: string; providers: Providers }) {
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
          {missing.map(({ provider }) => providerNames[provider]).join(' and ')} can be connected once the server has keys of its own for it. The guide for
          operators says how. A link works without.
        </Text>
      )}
    </Stack>
  )
}
