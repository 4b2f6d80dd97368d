/** Stripe: connected, checked, disconnected. */
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { Card, DetailList, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import { CheckButton, ConnectionForm, DisconnectButton } from './connection-form.tsx'
import { ManagedSettingNote, SourceTag, Unreadable, runAndTell, WebhookUrl } from './connection-parts.tsx'

const messages = defineDashboardMessages(
  {
    title: 'Card payments',
    about: 'Stripe charges cards for plans and bookings. Without it, only test cards work.',
    secretKey: 'Secret key',
    mode: 'Mode',
    testMode: 'Test mode: no real money is charged',
    live: 'Live',
    accepted: 'Stripe accepts the key.',
    connected: 'Stripe connected.',
    disconnectAsk: 'Disconnect Stripe?',
    disconnectMeans: 'Cards are no longer charged, renewals included. Charges on hold continue when you connect the same account again.',
    disconnected: 'Stripe disconnected.',
    secretKeyHint: 'In Stripe: Developers, API keys. It begins with sk_ or rk_. Stored encrypted.',
    webhook: 'Address for Stripe’s webhook',
    webhookSecret: 'Webhook signing secret',
    webhookSecretHint: 'Stripe shows it after you add the address above under Developers, Webhooks. It begins with whsec_.',
  },
  {
    de: {
      title: 'Kartenzahlungen',
      about: 'Stripe bucht Tarife und Buchungen von Karten ab. Ohne Stripe funktionieren nur Testkarten.',
      secretKey: 'Geheimer Schlüssel',
      mode: 'Modus',
      testMode: 'Testmodus: es fließt kein echtes Geld',
      live: 'Live',
      accepted: 'Stripe akzeptiert den Schlüssel.',
      connected: 'Stripe verbunden.',
      disconnectAsk: 'Stripe trennen?',
      disconnectMeans:
        'Von Karten wird nichts mehr abgebucht, auch keine Verlängerungen. Aufgeschobene Abbuchungen gehen weiter, wenn du dasselbe Konto wieder verbindest.',
      disconnected: 'Stripe getrennt.',
      secretKeyHint: 'In Stripe unter „Entwickler“, „API-Schlüssel“. Er beginnt mit sk_ oder rk_. Wird verschlüsselt gespeichert.',
      webhook: 'Adresse für den Webhook von Stripe',
      webhookSecret: 'Signaturgeheimnis des Webhooks',
      webhookSecretHint: 'Stripe zeigt es, sobald du die Adresse oben unter „Entwickler“, „Webhooks“ einträgst. Es beginnt mit whsec_.',
    },
  },
)

type Connections = ReplyOf<'connections.getConnections'>

export function StripeConnection({ connections: { stripe } }: { connections: Connections }) {
  const t = useMessages(messages)
  const check = useApiMutation('connections.checkStripe')
  const isChangeable = stripe.canChange
  return (
    <Section title={t.title} about={t.about} action={<SourceTag source={stripe.source} />}>
      <Card>
        <Stack gap="lg" maw={560}>
          <ManagedSettingNote {...stripe} what="stripe" />
          {stripe.isUnreadable && <Unreadable />}
          {stripe.source !== 'NONE' && (
            <DetailList
              items={[
                [t.secretKey, stripe.keyEnd && `…${stripe.keyEnd}`],
                [t.mode, stripe.isTestKey === undefined ? undefined : stripe.isTestKey ? t.testMode : t.live],
              ]}
            />
          )}
          {isChangeable && <StripeForm stripe={stripe} />}
          {stripe.source !== 'NONE' && (
            <Allowed operation="connections.checkStripe">
              <Stack gap="xs" align="start">
                <CheckButton error={check.error} isChecking={check.isPending} successMessage={t.accepted} onCheck={() => check.mutateAsync({})} />
              </Stack>
            </Allowed>
          )}
        </Stack>
      </Card>
    </Section>
  )
}

function StripeForm({ stripe }: { stripe: Connections['stripe'] }) {
  const t = useMessages(messages)
  const [keys, setKeys] = useState({ secretKey: '', webhookSecret: '' })
  const connect = useApiMutation('connections.connectStripe')
  const disconnect = useApiMutation('connections.disconnectStripe')
  const save = () => {
    const body = { secretKey: keys.secretKey.trim(), webhookSecret: keys.webhookSecret.trim() }
    void runAndTell(() => connect.mutateAsync({ body }).then(() => setKeys({ secretKey: '', webhookSecret: '' })), t.connected)
  }
  const secret = (key: keyof typeof keys, label: string, description: string) => (
    <PasswordInput
      size="md"
      label={label}
      required
      withAsterisk={false}
      autoComplete="off"
      description={description}
      value={keys[key]}
      onChange={(event) => setKeys({ ...keys, [key]: event.currentTarget.value })}
    />
  )
  return (
    <ConnectionForm
      operation="connections.connectStripe"
      name="Stripe"
      error={connect.error}
      isSaving={connect.isPending}
      onSave={save}
      actions={
        stripe.source === 'DASHBOARD' && (
          <DisconnectButton title={t.disconnectAsk} description={t.disconnectMeans} done={t.disconnected} onConfirm={() => disconnect.mutateAsync({})} />
        )
      }
    >
      {secret('secretKey', t.secretKey, t.secretKeyHint)}
      <WebhookUrl url={stripe.webhookUrl} title={t.webhook} />
      {secret('webhookSecret', t.webhookSecret, t.webhookSecretHint)}
    </ConnectionForm>
  )
}
