/** The mail server: connected, checked, tried with an email to an address, disconnected. */
import { Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { useBusiness } from '../business.tsx'
import { Card, DetailList, Section } from '../parts/page.tsx'
import { ConnectionForm, DisconnectButton, TestForm } from './connection-form.tsx'
import { ManagedSettingNote, SourceTag, Unreadable, runAndTell } from './connection-parts.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    about: 'The mail server that sends your emails. Without one, emails are kept under Messages and not sent.',
    server: 'Server',
    user: 'User',
    from: 'From',
    startTls: 'STARTTLS (mostly port 587)',
    tls: 'TLS (mostly port 465)',
    noEncryption: 'None: only on your own network',
    connected: 'Mail server connected.',
    mailServer: 'Mail server',
    disconnectAsk: 'Disconnect the mail server?',
    disconnectMeans: 'Emails are no longer sent. They are kept under Messages.',
    disconnected: 'Mail server disconnected.',
    encryption: 'Encryption',
    port: 'Port',
    portRange: 'Enter a number, such as 587.',
    userHint: 'Leave empty if the server asks for none.',
    encrypted: 'Stored encrypted.',
    senderHint: 'What recipients see, for example: Studio <hello@studio.example>',
  },
  {
    de: {
      about: 'Der Mailserver, der deine E-Mails sendet. Ohne ihn bleiben E-Mails unter „Nachrichten“ liegen und werden nicht gesendet.',
      server: 'Server',
      user: 'Benutzername',
      from: 'Von',
      startTls: 'STARTTLS (meist Port 587)',
      tls: 'TLS (meist Port 465)',
      noEncryption: 'Keine: nur im eigenen Netz',
      connected: 'Mailserver verbunden.',
      mailServer: 'Mailserver',
      disconnectAsk: 'Mailserver trennen?',
      disconnectMeans: 'E-Mails werden nicht mehr gesendet. Sie bleiben unter „Nachrichten“ liegen.',
      disconnected: 'Mailserver getrennt.',
      encryption: 'Verschlüsselung',
      port: 'Port',
      portRange: 'Gib eine Zahl ein, z. B. 587.',
      userHint: 'Leer lassen, wenn der Server keinen verlangt.',
      encrypted: 'Wird verschlüsselt gespeichert.',
      senderHint: 'Was im Postfach zu sehen ist, zum Beispiel: Studio <hello@studio.example>',
    },
  },
)
const texts = currentMessages(messages)

type Connections = ReplyOf<'connections.getConnections'>

export function EmailConnection({ connections: { email } }: { connections: Connections }) {
  const t = useMessages(messages)
  const isChangeable = email.canChange
  return (
    <Section title={commonWords.email} about={t.about} action={<SourceTag source={email.source} />}>
      <Card>
        <Stack gap="lg" maw={560}>
          <ManagedSettingNote {...email} what="mailServer" />
          {email.isUnreadable && <Unreadable />}
          {!isChangeable && (
            <DetailList
              items={[
                [t.server, email.host && `${email.host}:${email.port}`],
                [t.user, email.user],
                [t.from, email.from],
              ]}
            />
          )}
          {isChangeable && <SmtpForm email={email} />}
          {email.source !== 'NONE' && <TestEmail />}
        </Stack>
      </Card>
    </Section>
  )
}

const ports = { TLS: '465', STARTTLS: '587', NONE: '25' } as const
type Security = keyof typeof ports
const securities: { value: Security; label: string }[] = [
  { value: 'STARTTLS', label: texts.startTls },
  { value: 'TLS', label: texts.tls },
  { value: 'NONE', label: texts.noEncryption },
]

function SmtpForm({ email }: { email: Connections['email'] }) {
  const t = useMessages(messages)
  const { site, me } = useBusiness()
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
    void runAndTell(send, t.connected)
  }
  return (
    <ConnectionForm
      operation="connections.connectSmtp"
      name={t.mailServer}
      error={connect.error}
      isSaving={connect.isPending}
      onSave={save}
      actions={
        email.source === 'DASHBOARD' && (
          <DisconnectButton title={t.disconnectAsk} description={t.disconnectMeans} done={t.disconnected} onConfirm={() => disconnect.mutateAsync({})} />
        )
      }
    >
      {text('host', t.server, { required: true, withAsterisk: false, placeholder: 'smtp.example.com' })}
      <Select
        size="md"
        label={t.encryption}
        allowDeselect={false}
        data={securities}
        value={draft.security}
        onChange={(value) => value && setDraft({ ...draft, security: value as Security, port: ports[value as Security] })}
      />
      {text('port', t.port, { required: true, withAsterisk: false, inputMode: 'numeric', pattern: '[0-9]{1,5}', title: t.portRange })}
      {text('user', t.user, { description: t.userHint })}
      <PasswordInput
        size="md"
        label={common.password}
        autoComplete="new-password"
        description={email.source === 'DASHBOARD' ? common.keepCurrent : t.encrypted}
        value={draft.password}
        onChange={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
      />
      {text('from', common.sender, { required: true, withAsterisk: false, description: t.senderHint })}
    </ConnectionForm>
  )
}

function TestEmail() {
  const { me } = useBusiness()
  const test = useApiMutation('connections.sendTestEmail')
  return (
    <TestForm
      operation="connections.sendTestEmail"
      kind="email"
      start={me.email}
      input={{ type: 'email' }}
      error={test.error}
      isSending={test.isPending}
      onSend={(to) => test.mutateAsync({ body: { to } })}
    />
  )
}
