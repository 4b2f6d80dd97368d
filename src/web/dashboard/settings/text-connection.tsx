/** The provider of text messages: connected, checked, tried with a text to a number, disconnected. */
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { Card, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import { FormError, Unreadable, useConfirmed, WebhookUrl } from './connection-parts.tsx'

type Texts = ReplyOf<'connections.getConnections'>['texts']

export function TextConnection({ texts }: { texts: Texts }) {
  return (
    <Section
      title="Text messages"
      about={
        <>
          Your own Twilio account, or a service with the same API, sends reminders and confirmations to clients who ask for them. You choose which under{' '}
          <DashboardLink to="/dashboard/emails" search={{ tab: 'texts', part: 'settings' }}>
            Messages
          </DashboardLink>
          .
        </>
      }
      action={<StateTag tone={texts.isConnected ? 'good' : 'wait'}>{texts.isConnected ? 'Connected' : 'Not connected'}</StateTag>}
    >
      <Card>
        <Stack gap="lg" maw={560}>
          {texts.isUnreadable && <Unreadable />}
          <ProviderForm texts={texts} />
          {texts.isConnected && (
            <WebhookUrl
              url={texts.webhookUrl}
              of="incoming messages"
              hint="In the Twilio console: enter it at the number, under “A message comes in”. Then STOP and START are followed here."
            />
          )}
          {texts.isConnected && <TestText />}
        </Stack>
      </Card>
    </Section>
  )
}

const fieldTexts = {
  account: { label: 'Account SID', description: 'In the Twilio console, on the first page. It begins with AC.' },
  from: { label: 'Sender', description: 'A number of the account with its country code. Clients answer STOP to it.' },
  baseUrl: { label: 'API address', description: 'Change it only for another service with Twilio’s API.' },
} as const

function ProviderForm({ texts }: { texts: Texts }) {
  const confirmed = useConfirmed()
  const [draft, setDraft] = useState({ account: texts.account ?? '', secret: '', from: texts.from ?? '', baseUrl: texts.baseUrl })
  const connect = useApiMutation('connections.connectTexts')
  const violations = connect.error?.violations ?? []
  const text = (key: keyof typeof fieldTexts, more: object = {}) => (
    <TextInput
      size="md"
      required
      withAsterisk={false}
      autoComplete="off"
      {...fieldTexts[key]}
      value={draft[key]}
      error={violations.find(({ field }) => field === key)?.description}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
      {...more}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { secret, ...rest } = draft
    const send = () => connect.mutateAsync({ body: { ...rest, ...(secret && { secret }) } }).then(() => setDraft((old) => ({ ...old, secret: '' })))
    void confirmed('Connect text messages?', send, 'Text messages connected.')
  }
  return (
    <Allowed operation="connections.connectTexts">
      <form onSubmit={submit} aria-label="Text messages">
        <Stack>
          {violations.length === 0 && <FormError error={connect.error} />}
          {text('account')}
          <PasswordInput
            size="md"
            label="Auth token"
            autoComplete="new-password"
            description={texts.isConnected ? 'Leave empty to keep the current one.' : 'Beside the account SID. Stored encrypted.'}
            value={draft.secret}
            onChange={(event) => setDraft({ ...draft, secret: event.currentTarget.value })}
          />
          {text('from', { inputMode: 'tel', placeholder: '+1 555 010 0100' })}
          {text('baseUrl', { inputMode: 'url' })}
          <Group>
            <Button type="submit" size="md" loading={connect.isPending}>
              Check and save
            </Button>
            {texts.isConnected && <CheckNow />}
            {texts.isConnected && <Disconnect onDone={() => setDraft({ ...draft, account: '', from: '' })} />}
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}

function CheckNow() {
  const check = useApiMutation('connections.checkTexts')
  return (
    <>
      <Button
        variant="default"
        size="md"
        loading={check.isPending}
        onClick={() =>
          void check.mutateAsync({}).then(
            () => toast('The provider accepts the account.'),
            () => undefined,
          )
        }
      >
        Check now
      </Button>
      <FormError error={check.error} />
    </>
  )
}

function Disconnect({ onDone }: { onDone: () => void }) {
  const openConfirm = useConfirm()
  const disconnect = useApiMutation('connections.disconnectTexts')
  return (
    <Button
      variant="subtle"
      c="var(--bad)"
      onClick={() =>
        openConfirm({
          title: 'Disconnect text messages?',
          description: 'Texts are no longer sent or offered on the booking form. Your clients’ choices are kept.',
          confirmLabel: 'Disconnect',
          cancelLabel: 'Cancel',
          danger: true,
          successMessage: 'Text messages disconnected.',
          onConfirm: () => disconnect.mutateAsync({}).then(onDone),
        })
      }
    >
      Disconnect
    </Button>
  )
}

function TestText() {
  const [to, setTo] = useState('')
  const test = useApiMutation('connections.sendTestText')
  const violation = test.error?.violations.find(({ field }) => field === 'to')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void test.mutateAsync({ body: { to } }).then(
      () => toast(`Test text sent to ${to}.`),
      () => undefined,
    )
  }
  return (
    <Allowed operation="connections.sendTestText">
      <form onSubmit={submit} aria-label="Test text">
        <Stack gap="xs">
          {!violation && <FormError error={test.error} />}
          <Group align="end">
            <TextInput
              size="md"
              type="tel"
              required
              withAsterisk={false}
              label="Send a test to"
              placeholder="+49 151 23456789"
              autoComplete="tel"
              value={to}
              error={violation?.description}
              onChange={(event) => setTo(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" variant="default" size="md" loading={test.isPending}>
              Send test
            </Button>
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
