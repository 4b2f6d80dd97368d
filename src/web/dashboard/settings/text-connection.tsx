/** The provider of text messages: connected, checked, tried with a text to a number, disconnected. */
import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { Card, Section } from '../parts/page.tsx'
import { CheckButton, ConnectionForm, DisconnectButton, TestForm } from './connection-form.tsx'
import { Unreadable, runAndTell, WebhookUrl } from './connection-parts.tsx'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    about: (link: (text: string) => ReactNode) => (
      <>
        Your own Twilio account, or a service with the same API, sends reminders and confirmations to clients who ask for them. You choose which under{' '}
        {link('Messages')}.
      </>
    ),
    incoming: 'Address for incoming messages',
    incomingHint: 'In the Twilio console: enter it at the number, under “A message comes in”. STOP and START are then handled here.',
    fields: {
      account: { label: 'Account SID', description: 'In the Twilio console, on the first page. It begins with AC.' },
      from: { label: 'Sender', description: 'A number of the account with its country code. Clients answer STOP to it.' },
      baseUrl: { label: 'API address', description: 'Change it only for another service with Twilio’s API.' },
    },
    connected: 'Text messages connected.',
    accepted: 'The provider accepts the account.',
    disconnectAsk: 'Disconnect text messages?',
    disconnectMeans: 'Texts are no longer sent or offered on the booking form. Your clients’ choices are kept.',
    disconnected: 'Text messages disconnected.',
    token: 'Auth token',
    tokenHint: 'Beside the account SID. Stored encrypted.',
  },
  {
    de: {
      about: (link) => (
        <>
          Dein eigenes Twilio-Konto oder ein Dienst mit derselben API sendet Erinnerungen und Bestätigungen an Kunden, die sie wünschen. Welche, wählst du unter{' '}
          {link('Nachrichten')}.
        </>
      ),
      incoming: 'Adresse für eingehende Nachrichten',
      incomingHint: 'Trage sie in der Twilio-Konsole bei der Nummer unter „A message comes in“ ein. STOP und START werden dann hier verarbeitet.',
      fields: {
        account: { label: 'Account-SID', description: 'Auf der ersten Seite der Twilio-Konsole. Sie beginnt mit AC.' },
        from: { label: 'Absender', description: 'Eine Nummer des Kontos mit Ländervorwahl. Kunden antworten darauf mit STOP.' },
        baseUrl: { label: 'API-Adresse', description: 'Ändere sie nur für einen anderen Dienst mit der API von Twilio.' },
      },
      connected: 'SMS verbunden.',
      accepted: 'Der Anbieter akzeptiert das Konto.',
      disconnectAsk: 'SMS trennen?',
      disconnectMeans: 'SMS werden nicht mehr gesendet und beim Buchen nicht mehr angeboten. Was deine Kunden gewählt haben, bleibt erhalten.',
      disconnected: 'SMS getrennt.',
      token: 'Auth-Token',
      tokenHint: 'Steht neben der Account-SID. Wird verschlüsselt gespeichert.',
    },
  },
)

type Texts = ReplyOf<'connections.getConnections'>['texts']

export function TextConnection({ texts }: { texts: Texts }) {
  const t = useMessages(messages)
  return (
    <Section
      title={common.textMessages}
      about={t.about((text) => (
        <DashboardLink to="/dashboard/emails" search={{ tab: 'texts', part: 'settings' }}>
          {text}
        </DashboardLink>
      ))}
      action={<StateTag tone={texts.isConnected ? 'good' : 'wait'}>{texts.isConnected ? common.connected : common.notConnected}</StateTag>}
    >
      <Card>
        <Stack gap="lg" maw={560}>
          {texts.isUnreadable && <Unreadable />}
          <ProviderForm texts={texts} />
          {texts.isConnected && <WebhookUrl url={texts.webhookUrl} title={t.incoming} hint={t.incomingHint} />}
          {texts.isConnected && <TestText />}
        </Stack>
      </Card>
    </Section>
  )
}

const fieldTexts = currentMessages(messages).fields

function ProviderForm({ texts }: { texts: Texts }) {
  const t = useMessages(messages)
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
    void runAndTell(send, t.connected)
  }
  return (
    <ConnectionForm
      operation="connections.connectTexts"
      name={common.textMessages}
      error={violations.length === 0 ? connect.error : undefined}
      isSaving={connect.isPending}
      onSave={save}
      actions={
        texts.isConnected && (
          <>
            <CheckButton error={check.error} isChecking={check.isPending} successMessage={t.accepted} onCheck={() => check.mutateAsync({})} />
            <DisconnectButton
              title={t.disconnectAsk}
              description={t.disconnectMeans}
              done={t.disconnected}
              onConfirm={() => disconnect.mutateAsync({}).then(() => setDraft({ ...draft, account: '', from: '' }))}
            />
          </>
        )
      }
    >
      {text('account')}
      <PasswordInput
        size="md"
        label={t.token}
        autoComplete="new-password"
        description={texts.isConnected ? common.keepCurrent : t.tokenHint}
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
      kind="text"
      input={{ type: 'tel', placeholder: '+49 151 23456789', autoComplete: 'tel' }}
      error={test.error}
      isSending={test.isPending}
      onSend={(to) => test.mutateAsync({ body: { to } })}
    />
  )
}
