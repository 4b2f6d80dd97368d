/** Stripe: connected, checked, disconnected. */
import { PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Card, DetailList, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import { CheckButton, ConnectionForm, DisconnectButton } from './connection-form.tsx'
import { ManagedSettingNote, SourceTag, Unreadable, useConfirmed, WebhookUrl } from './connection-parts.tsx'

type Connections = ReplyOf<'connections.getConnections'>

export function StripeConnection({ connections: { canChange, stripe } }: { connections: Connections }) {
  const check = useApiMutation('connections.checkStripe')
  const isChangeable = canChange && stripe.source !== 'ENVIRONMENT'
  return (
    <Section
      title="Card payments"
      about="Stripe charges cards for plans and bookings. Without it, only test cards work."
      action={<SourceTag source={stripe.source} />}
    >
      <Card>
        <Stack gap="lg" maw={560}>
          <ManagedSettingNote source={stripe.source} canChange={canChange} what="Stripe" />
          {stripe.isUnreadable && <Unreadable />}
          {stripe.source !== 'NONE' && (
            <DetailList
              items={[
                ['Secret key', stripe.keyEnd && `…${stripe.keyEnd}`],
                ['Mode', stripe.isTestKey === undefined ? undefined : stripe.isTestKey ? 'Test mode: no real money is charged' : 'Live'],
              ]}
            />
          )}
          {isChangeable && <StripeForm stripe={stripe} />}
          {canChange && stripe.source !== 'NONE' && (
            <Allowed operation="connections.checkStripe">
              <Stack gap="xs" align="start">
                <CheckButton error={check.error} isChecking={check.isPending} successMessage="Stripe accepts the key." onCheck={() => check.mutateAsync({})} />
              </Stack>
            </Allowed>
          )}
        </Stack>
      </Card>
    </Section>
  )
}

function StripeForm({ stripe }: { stripe: Connections['stripe'] }) {
  const confirmed = useConfirmed()
  const [keys, setKeys] = useState({ secretKey: '', webhookSecret: '' })
  const connect = useApiMutation('connections.connectStripe')
  const disconnect = useApiMutation('connections.disconnectStripe')
  const save = () => {
    const body = { secretKey: keys.secretKey.trim(), webhookSecret: keys.webhookSecret.trim() }
    void confirmed('Connect Stripe?', () => connect.mutateAsync({ body }).then(() => setKeys({ secretKey: '', webhookSecret: '' })), 'Stripe connected.')
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
          <DisconnectButton
            title="Disconnect Stripe?"
            description="Cards are no longer charged, renewals included. Charges on hold continue when you connect the same account again."
            done="Stripe disconnected."
            onConfirm={() => disconnect.mutateAsync({})}
          />
        )
      }
    >
      {secret('secretKey', 'Secret key', 'In Stripe: Developers, API keys. It begins with sk_ or rk_. Stored encrypted.')}
      <WebhookUrl url={stripe.webhookUrl} of="Stripe’s webhook" />
      {secret('webhookSecret', 'Webhook signing secret', 'Stripe shows it after you add the address above under Developers, Webhooks. It begins with whsec_.')}
    </ConnectionForm>
  )
}
