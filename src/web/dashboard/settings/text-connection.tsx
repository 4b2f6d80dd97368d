/** The provider of text messages: connected, checked, tried with a text to a number, disconnected. */
import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { Card, Section } from '../parts/page.tsx'
import { CheckButton, ConnectionForm, DisconnectButton, TestForm } from './connection-form.tsx'
import { Unreadable, useConfirmed, WebhookUrl } from './connection-parts.tsx'

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
              hint="In the Twilio console: enter it at the number, under “A message comes in”. STOP and START are then handled here."
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
  const check = useApiMutation('connections.checkTexts')
  const disconnect = useApiMutation('connections.disconnectTexts')
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
  const save = () => {
    const { secret, ...rest } = draft
    const send = () => connect.mutateAsync({ body: { ...rest, ...(secret && { secret }) } }).then(() => setDraft((old) => ({ ...old, secret: '' })))
    void confirmed('Connect text messages?', send, 'Text messages connected.')
  }
  return (
    <ConnectionForm
      operation="connections.connectTexts"
      name="Text messages"
      error={violations.length === 0 ? connect.error : undefined}
      isSaving={connect.isPending}
      onSave={save}
      actions={
        texts.isConnected && (
          <>
            <CheckButton
              error={check.error}
              isChecking={check.isPending}
              successMessage="The provider accepts the account."
              onCheck={() => check.mutateAsync({})}
            />
            <DisconnectButton
              title="Disconnect text messages?"
              description="Texts are no longer sent or offered on the booking form. Your clients’ choices are kept."
              done="Text messages disconnected."
              onConfirm={() => disconnect.mutateAsync({}).then(() => setDraft({ ...draft, account: '', from: '' }))}
            />
          </>
        )
      }
    >
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
    </ConnectionForm>
  )
}

function TestText() {
  const test = useApiMutation('connections.sendTestText')
  return (
    <TestForm
      operation="connections.sendTestText"
      name="Test text"
      input={{ type: 'tel', placeholder: '+49 151 23456789', autoComplete: 'tel' }}
      error={test.error}
      isSending={test.isPending}
      onSend={(to) => test.mutateAsync({ body: { to } })}
    />
  )
}
