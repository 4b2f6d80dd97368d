/** The mail server, the provider of text messages and Stripe: who set them up, whether they work, and how they are connected from here. */
import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { StateTag, type Tone } from '../parts/list.tsx'
import { Card, DetailList, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { Allowed } from '../permissions.tsx'
import { FormError, Unreadable, useConfirmed, WebhookUrl } from './connection-parts.tsx'
import { TextConnection } from './text-connection.tsx'

type Connections = ReplyOf<'connections.getConnections'>
type Source = Connections['email']['source']

export function ConnectionSettings() {
  const found = useApiQuery('connections.getConnections')
  return (
    <QueryView query={found} loading={<CardSkeletons cards={3} height={320} />}>
      {(connections) => (
        <>
          <EmailConnection connections={connections} />
          <TextConnection texts={connections.texts} />
          <StripeConnection connections={connections} />
        </>
      )}
    </QueryView>
  )
}

const sourceText: Readonly<Record<Source, [text: string, tone: Tone]>> = {
  ENVIRONMENT: ['Set up on the server', 'good'],
  DASHBOARD: ['Connected', 'good'],
  NONE: ['Not connected', 'wait'],
}
const SourceTag = ({ source }: { source: Source }) => <StateTag tone={sourceText[source][1]}>{sourceText[source][0]}</StateTag>

/** Says who decides, where this site does not. */
const ManagedSettingNote = ({ source, canChange, what }: { source: Source; canChange: boolean; what: string }) =>
  source === 'ENVIRONMENT' ? (
    <Text c="dimmed" size="sm">
      The person who runs the server has set this in its environment, which takes precedence. To connect {what} here, remove it there first.
    </Text>
  ) : canChange ? null : (
    <Text c="dimmed" size="sm">
      All sites of this server share {what}. It’s connected in the dashboard of the first one.
    </Text>
  )

function EmailConnection({ connections: { canChange, email } }: { connections: Connections }) {
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
  const openConfirm = useConfirm()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { password, port, ...rest } = draft
    void confirmed(
      'Connect mail server?',
      () => connect.mutateAsync({ body: { ...rest, port: Number(port), ...(password && { password }) } }),
      'Mail server connected.',
    )
  }
  return (
    <Allowed operation="connections.connectSmtp">
      <form onSubmit={submit} aria-label="Mail server">
        <Stack>
          <FormError error={connect.error} />
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
          <Group>
            <Button type="submit" size="md" loading={connect.isPending}>
              Check and save
            </Button>
            {email.source === 'DASHBOARD' && (
              <Button
                variant="subtle"
                c="var(--bad)"
                onClick={() =>
                  openConfirm({
                    title: 'Disconnect the mail server?',
                    description: 'Emails are no longer sent. They are kept under Messages.',
                    confirmLabel: 'Disconnect',
                    cancelLabel: 'Cancel',
                    danger: true,
                    successMessage: 'Mail server disconnected.',
                    onConfirm: () => disconnect.mutateAsync({}),
                  })
                }
              >
                Disconnect
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}

function TestEmail() {
  const { me } = useBusiness()
  const [to, setTo] = useState(me.email)
  const test = useApiMutation('connections.sendTestEmail')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void test.mutateAsync({ body: { to } }).then(
      () => toast(`Test email sent to ${to}.`),
      () => undefined,
    )
  }
  return (
    <Allowed operation="connections.sendTestEmail">
      <form onSubmit={submit} aria-label="Test email">
        <Stack gap="xs">
          <FormError error={test.error} />
          <Group align="end">
            <TextInput
              size="md"
              type="email"
              required
              withAsterisk={false}
              label="Send a test to"
              value={to}
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

function StripeConnection({ connections: { canChange, stripe } }: { connections: Connections }) {
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
                <FormError error={check.error} />
                <Button
                  variant="default"
                  loading={check.isPending}
                  onClick={() =>
                    void check.mutateAsync({}).then(
                      () => toast('Stripe accepts the key.'),
                      () => undefined,
                    )
                  }
                >
                  Check now
                </Button>
              </Stack>
            </Allowed>
          )}
        </Stack>
      </Card>
    </Section>
  )
}

function StripeForm({ stripe }: { stripe: Connections['stripe'] }) {
  const openConfirm = useConfirm()
  const confirmed = useConfirmed()
  const [keys, setKeys] = useState({ secretKey: '', webhookSecret: '' })
  const connect = useApiMutation('connections.connectStripe')
  const disconnect = useApiMutation('connections.disconnectStripe')
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
    <Allowed operation="connections.connectStripe">
      <form onSubmit={submit} aria-label="Stripe">
        <Stack>
          <FormError error={connect.error} />
          {secret('secretKey', 'Secret key', 'In Stripe: Developers, API keys. It begins with sk_ or rk_. Stored encrypted.')}
          <WebhookUrl url={stripe.webhookUrl} of="Stripe’s webhook" />
          {secret(
            'webhookSecret',
            'Webhook signing secret',
            'Stripe shows it after you add the address above under Developers, Webhooks. It begins with whsec_.',
          )}
          <Group>
            <Button type="submit" size="md" loading={connect.isPending}>
              Check and save
            </Button>
            {stripe.source === 'DASHBOARD' && (
              <Button
                variant="subtle"
                c="var(--bad)"
                onClick={() =>
                  openConfirm({
                    title: 'Disconnect Stripe?',
                    description: 'Cards are no longer charged, renewals included. Charges on hold continue when you connect the same account again.',
                    confirmLabel: 'Disconnect',
                    cancelLabel: 'Cancel',
                    danger: true,
                    successMessage: 'Stripe disconnected.',
                    onConfirm: () => disconnect.mutateAsync({}),
                  })
                }
              >
                Disconnect
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
