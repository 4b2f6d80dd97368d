/** Which account of the team a staff member is: with it they see their own time off and ask for more. */
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    connected: 'Connected to a dashboard account.',
    pending: 'Invited. The account is connected when they accept.',
    expired: 'The invitation has expired.',
    wasConnected: 'Account connected.',
    wasInvited: 'Invitation sent.',
    askDisconnect: (name: string) => `Disconnect the account of ${name}?`,
    disconnectAbout: 'They keep their access to the dashboard, but can no longer ask for time off.',
    wasDisconnected: 'Account disconnected.',
    account: 'Account',
    about: (name: string) => `Connect ${name} to their account in your team, so that they can ask for time off.`,
    email: 'Account email',
    connect: 'Connect account',
  },
  {
    de: {
      connected: 'Mit einem Konto des Dashboards verbunden.',
      pending: 'Eingeladen. Mit der Annahme wird das Konto verbunden.',
      expired: 'Die Einladung ist abgelaufen.',
      wasConnected: 'Konto verbunden.',
      wasInvited: 'Einladung gesendet.',
      askDisconnect: (name) => `Konto von ${name} trennen?`,
      disconnectAbout: 'Der Zugang zum Dashboard bleibt, aber Abwesenheiten können nicht mehr beantragt werden.',
      wasDisconnected: 'Konto getrennt.',
      account: 'Konto',
      about: (name) => `Verbinde ${name} mit dem eigenen Konto in deinem Team. Damit lassen sich Abwesenheiten beantragen.`,
      email: 'E-Mail des Kontos',
      connect: 'Konto verbinden',
    },
  },
)
const text = currentMessages(messages)

const texts: Readonly<Record<string, string>> = {
  CONNECTED: text.connected,
  PENDING: text.pending,
  EXPIRED: text.expired,
}

export function StaffAccount({ id, name }: { id: string; name: string }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const found = useApiQuery('staff.getStaffMember', { params: { staffMemberId: id }, query: { fields: 'ASSOCIATED_IDENTITY_STATUS' } })
  const connect = useApiMutation('staff.connectStaffMemberToUser')
  const disconnect = useApiMutation('staff.disconnectStaffMemberFromUser')
  const openConfirm = useConfirm()
  const [email, setEmail] = useState<string>()
  const status = found.data?.staffMember.associatedWixIdentity?.connection?.status
  const isOpen = status !== 'CONNECTED' && status !== 'PENDING'
  const address = (email ?? found.data?.staffMember.email ?? '').trim()
  const send = async () => {
    const body = { email: address, fields: 'ASSOCIATED_IDENTITY_STATUS' }
    const { staffMember } = await connect.mutateAsync({ params: { staffMemberId: id }, body })
    await found.refetch()
    toast(staffMember.associatedWixIdentity?.connection?.status === 'CONNECTED' ? t.wasConnected : t.wasInvited)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    // A refusal is shown below the field.
    void send().catch(() => undefined)
  }
  const askToDisconnect = () =>
    openConfirm({
      title: t.askDisconnect(name),
      description: t.disconnectAbout,
      confirmLabel: w.disconnect,
      cancelLabel: commonWords.cancel,
      successMessage: t.wasDisconnected,
      onConfirm: async () => {
        await disconnect.mutateAsync({ params: { staffMemberId: id }, body: {} })
        await found.refetch()
      },
    })
  if (!found.data) return null
  return (
    <Section title={t.account} about={t.about(name)}>
      <Stack gap="sm">
        {status && texts[status] && <Text role="status">{texts[status]}</Text>}
        <Allowed operation="staff.connectStaffMemberToUser">
          {isOpen ? (
            <form onSubmit={save}>
              <Stack gap="sm" align="flex-start">
                <TextInput
                  size="md"
                  w="100%"
                  type="email"
                  label={t.email}
                  required
                  withAsterisk={false}
                  maxLength={320}
                  value={email ?? found.data.staffMember.email ?? ''}
                  error={connect.error ? describeError(connect.error) : undefined}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                />
                <Button type="submit" variant="light" size="md" loading={connect.isPending}>
                  {t.connect}
                </Button>
              </Stack>
            </form>
          ) : (
            <div>
              <Button variant="subtle" color="gray" onClick={askToDisconnect}>
                {w.disconnect}
              </Button>
            </div>
          )}
        </Allowed>
      </Stack>
    </Section>
  )
}
