/** The mail server: connected, checked, tried with an email to an address, disconnected. */
import { PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useBusiness } from '../business.tsx'
import { Card, DetailList, Section } from '../parts/page.tsx'
import { ConnectionForm, DisconnectButton, TestForm } from './connection-form.tsx'
import { ManagedSettingNote, SourceTag, Unreadable, useConfirmed } from './connection-parts.tsx'

type Connections = ReplyOf<'connections.getConnections'>

export function EmailConnection({ connections: { canChange, email } }: { connections: Connections }) {
  const isChangeable = canChange && email.source !== 'ENVIRONMENT'
  return (
    <Section
      title="Email"
      about="The mail server that sends your emails. Without one, emails are kept under Messages and not sent."
      action={<SourceTag source={email.source} />}
    >
      <Card>
        <Stack gap="lg" maw={560}>
          <ManagedSettingNote source={email.source} canChange={canChange} what="the mail server" />
          {email.isUnreadable && <Unreadable />}
          {!isChangeable && (
            <DetailList
              items={[
                ['Server', email.host && `${email.host}:${email.port}`],
                ['User', email.user],
                ['From', email.from],
              ]}
            />
          )}
          {isChangeable && <SmtpForm email={email} />}
          {canChange && email.source !== 'NONE' && <TestEmail />}
        </Stack>
      </Card>
    </Section>
  )
}

const ports = { TLS: '465', STARTTLS: '587', NONE: '25' } as const
type Security = keyof typeof ports
const securities: { value: Security; label: string }[] = [
  { value: 'STARTTLS', label: 'STARTTLS (mostly port 587)' },
  { value: 'TLS', label: 'TLS (mostly port 465)' },
  { value: 'NONE', label: 'None: only on your own network' },
]

function SmtpForm({ email }: { email: Connections['email'] }) {
  const { site, me } = useBusiness()
  const confirmed = useConfirmed()
  const [draft, setDraft] = useState({
    host: email.host ?? '',
    port: String(email.port ?? ports.STARTTLS),
    security: email.security ?? ('STARTTLS' as Security),
    user: email.user ?? '',
    password: '',
    from: email.from ?? `${site.name} <${me.email}>`,
  })
  const connect = useApiMutation('connections.connectSmtp')
  const disconnect = useApiMutation('connections.disconnectSmtp')
  const text = (key: 'host' | 'port' | 'user' | 'from', label: string, more: object = {}) => (
    <TextInput
      size="md"
      label={label}
      autoComplete="off"
      value={draft[key]}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
      {...more}
    />
  )
  const save = () => {
    const { password, port, ...rest } = draft
    const send = () => connect.mutateAsync({ body: { ...rest, port: Number(port), ...(password && { password }) } })
    void confirmed('Connect mail server?', send, 'Mail server connected.')
  }
  return (
    <ConnectionForm
      operation="connections.connectSmtp"
      name="Mail server"
      error={connect.error}
      isSaving={connect.isPending}
      onSave={save}
      actions={
        email.source === 'DASHBOARD' && (
          <DisconnectButton
            title="Disconnect the mail server?"
            description="Emails are no longer sent. They are kept under Messages."
            done="Mail server disconnected."
            onConfirm={() => disconnect.mutateAsync({})}
          />
        )
      }
    >
      {text('host', 'Server', { required: true, withAsterisk: false, placeholder: 'smtp.example.com' })}
      <Select
        size="md"
        label="Encryption"
        allowDeselect={false}
        data={securities}
        value={draft.security}
        onChange={(value) => value && setDraft({ ...draft, security: value as Security, port: ports[value as Security] })}
      />
      {text('port', 'Port', { required: true, withAsterisk: false, inputMode: 'numeric', pattern: '[0-9]{1,5}' })}
      {text('user', 'User', { description: 'Leave empty if the server asks for none.' })}
      <PasswordInput
        size="md"
        label="Password"
        autoComplete="new-password"
        description={email.source === 'DASHBOARD' ? 'Leave empty to keep the current one.' : 'Stored encrypted.'}
        value={draft.password}
        onChange={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
      />
      {text('from', 'Sender', { required: true, withAsterisk: false, description: 'What recipients see, for example: Studio <hello@studio.example>' })}
    </ConnectionForm>
  )
}

function TestEmail() {
  const { me } = useBusiness()
  const test = useApiMutation('connections.sendTestEmail')
  return (
    <TestForm
      operation="connections.sendTestEmail"
      name="Test email"
      start={me.email}
      input={{ type: 'email' }}
      error={test.error}
      isSending={test.isPending}
      onSend={(to) => test.mutateAsync({ body: { to } })}
    />
  )
}
