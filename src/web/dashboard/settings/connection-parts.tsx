/** What the forms of connections share: credentials to be entered again, errors, the confirmed password, the address of a webhook. */
import { Alert, Button, Text } from '@mantine/core'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { StateTag, type Tone } from '../parts/list.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    onServer: 'Set up on the server',
    byServer: {
      mailServer:
        'The person who runs the server has set this in its environment, which takes precedence. To connect the mail server here, remove it there first.',
      stripe: 'The person who runs the server has set this in its environment, which takes precedence. To connect Stripe here, remove it there first.',
    },
    untilOwn: 'The mail server of this server sends for you. Connect your own to send from your own address.',
    again: 'Enter this again',
    unreadable: 'The stored credentials can’t be opened with the key of this server, for example because the data was moved without it.',
    copyAddress: 'Copy address',
  },
  {
    de: {
      onServer: 'Auf dem Server eingerichtet',
      byServer: {
        mailServer:
          'Das ist in der Umgebung des Servers festgelegt, und die hat Vorrang. Um den Mailserver hier zu verbinden, muss die Angabe dort zuerst entfernt werden.',
        stripe:
          'Das ist in der Umgebung des Servers festgelegt, und die hat Vorrang. Um Stripe hier zu verbinden, muss die Angabe dort zuerst entfernt werden.',
      },
      untilOwn: 'Für dich sendet der Mailserver dieses Servers. Verbinde deinen eigenen, um von deiner eigenen Adresse zu senden.',
      again: 'Bitte neu eingeben',
      unreadable:
        'Die gespeicherten Zugangsdaten lassen sich mit dem Schlüssel dieses Servers nicht öffnen, zum Beispiel weil die Daten ohne ihn umgezogen sind.',
      copyAddress: 'Adresse kopieren',
    },
  },
)

type Source = ReplyOf<'connections.getConnections'>['email']['source']

const sourceText: Readonly<Record<Source, [text: string, tone: Tone]>> = {
  ENVIRONMENT: [currentMessages(messages).onServer, 'good'],
  DASHBOARD: [common.connected, 'good'],
  NONE: [common.notConnected, 'wait'],
}
export const SourceTag = ({ source }: { source: Source }) => <StateTag tone={sourceText[source][1]}>{sourceText[source][0]}</StateTag>

/** Says who decides, where this site does not. */
export const ManagedSettingNote = ({ source, canChange, what }: { source: Source; canChange: boolean; what: 'mailServer' | 'stripe' }) => {
  const t = useMessages(messages)
  if (source !== 'ENVIRONMENT') return null
  return (
    <Text c="dimmed" size="sm">
      {canChange ? t.untilOwn : t.byServer[what]}
    </Text>
  )
}

/** Credentials that this server cannot open. */
export const Unreadable = () => {
  const t = useMessages(messages)
  return (
    <Alert color="yellow" title={t.again}>
      {t.unreadable}
    </Alert>
  )
}

/** Makes a change and says so. A refusal is shown by its form, which has it from the mutation. */
export async function runAndTell(run: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await run()
  } catch {
    return
  }
  toast(done)
}

/** Why a change was refused. */
export const FormError = ({ error }: { error: unknown }) =>
  error ? (
    <Alert color="red" role="alert">
      {describeError(error)}
    </Alert>
  ) : null

/** The address that is entered at the provider. */
export const WebhookUrl = ({ url, title, hint }: { url: string; title: string; hint?: string }) => {
  const t = useMessages(messages)
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button mt="xs" variant="default" onClick={copy}>
            {copied ? commonWords.copied : t.copyAddress}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
