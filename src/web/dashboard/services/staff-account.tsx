/** Which account of the team a staff member is: with it they see their own time off and ask for more. */
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'

const texts: Readonly<Record<string, string>> = {
  CONNECTED: 'Connected to a dashboard account.',
  PENDING: 'Invited. The account is connected when they accept.',
  EXPIRED: 'The invitation has expired.',
}

/** The password of the caller is not recent: the dialog asks for it. */
const needsPassword = (error: unknown): boolean => (error as { code?: string }).code === 'REAUTHENTICATION_REQUIRED'

export function StaffAccount({ id, name }: { id: string; name: string }) {
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
    toast(staffMember.associatedWixIdentity?.connection?.status === 'CONNECTED' ? 'Account connected.' : 'Invitation sent.')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send()
    } catch (error) {
      // Anything else is shown below the field.
      if (needsPassword(error))
        openConfirm({ title: `Invite ${address}?`, description: 'Confirm it’s you to continue.', confirmLabel: 'Send invitation', onConfirm: send })
    }
  }
  const askToDisconnect = () =>
    openConfirm({
      title: `Disconnect the account of ${name}?`,
      description: 'They keep their access to the dashboard, but can no longer ask for time off.',
      confirmLabel: 'Disconnect',
      cancelLabel: 'Cancel',
      successMessage: 'Account disconnected.',
      onConfirm: async () => {
        await disconnect.mutateAsync({ params: { staffMemberId: id }, body: {} })
        await found.refetch()
      },
    })
  if (!found.data) return null
  return (
    <Section title="Account" about={`Connect ${name} to their account in your team, so that they can ask for time off.`}>
      <Stack gap="sm">
        {status && texts[status] && <Text role="status">{texts[status]}</Text>}
        <Allowed operation="staff.connectStaffMemberToUser">
          {isOpen ? (
            <form onSubmit={(event) => void save(event)}>
              <Stack gap="sm" align="flex-start">
                <TextInput
                  size="md"
                  w="100%"
                  type="email"
                  label="Account email"
                  required
                  withAsterisk={false}
                  maxLength={320}
                  value={email ?? found.data.staffMember.email ?? ''}
                  error={connect.error && !needsPassword(connect.error) ? describeError(connect.error) : undefined}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                />
                <Button type="submit" variant="light" size="md" loading={connect.isPending}>
                  Connect account
                </Button>
              </Stack>
            </form>
          ) : (
            <div>
              <Button variant="subtle" color="gray" onClick={askToDisconnect}>
                Disconnect
              </Button>
            </div>
          )}
        </Allowed>
      </Stack>
    </Section>
  )
}
