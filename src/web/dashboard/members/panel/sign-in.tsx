/** How a member signs in, their active sessions, and help for those who cannot sign in. */
import { Alert, Button, Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { DetailList, Section } from '../../parts/page.tsx'
import { memberName, formatInstant } from '../../parts/format.ts'
import { deviceName } from '#web/kit/device-name.ts'
import css from '../members.module.css'

const factorLabels: Record<string, string> = { TOTP: 'authenticator app', EMAIL: 'email codes', SMS: 'text message codes', CALL: 'phone call codes' }
const reasonLabels: Record<string, string> = { EMAIL: 'email not verified', ADMIN: 'waiting for approval' }

export function SignInTab({ member }: { member: Member }) {
  const found = useApiQuery('identity.getMemberSignIn', { params: { id: member.id } })
  if (found.error?.code === '-19999')
    return <Alert title="No sign-in">{`${memberName(member)} has no account to sign in with. Only their record is kept.`}</Alert>
  return (
    <QueryView query={found} loading={<Skeleton height={220} radius="md" />}>
      {(data) => {
        const active = data.factors.filter(({ status }) => status === 'ACTIVE')
        return (
          <>
            <DetailList
              items={[
                ['Email', `${member.loginEmail ?? ''}, ${data.emailVerified ? 'verified' : 'not verified'}`],
                ['Pending', data.reasons.map((reason) => reasonLabels[reason] ?? reason.toLowerCase()).join('; ')],
                ['Password', data.passwordResetRequired ? 'reset required' : data.hasPassword ? 'set' : 'none'],
                ['Two-step verification', active.length > 0 ? active.map(({ type }) => factorLabels[type] ?? type).join(', ') : 'off'],
                ['Passkeys', data.passkeys > 0 ? String(data.passkeys) : 'none'],
                ['Connected accounts', data.connections.join(', ')],
              ]}
            />
            <AccountHelp member={member} data={data} hasSecondStep={active.length > 0} />
            <ActiveSessions member={member} devices={data.devices} />
          </>
        )
      }}
    </QueryView>
  )
}

type MemberSignIn = ReplyOf<'identity.getMemberSignIn'>

/** They lost the mailbox, or the address has a typing error. */
function ChangeEmail({ member }: { member: Member }) {
  const openConfirm = useConfirm()
  const change = useApiMutation('identity.changeLoginEmail')
  const name = memberName(member)
  const open = () => {
    const input = { newEmail: '', revokeCurrentSessions: true }
    openConfirm({
      title: `Change the email of ${name}?`,
      description: `${name} signs in with the new email from now on. Both addresses get an email; the one to ${member.loginEmail ?? 'the old address'} has a link that takes the change back.`,
      content: <NewEmailFields onChange={(part) => void Object.assign(input, part)} />,
      confirmLabel: 'Change email',
      cancelLabel: 'Cancel',
      successMessage: 'Email changed.',
      onConfirm: async () => {
        // The dialog stays open and says it.
        if (!input.newEmail.includes('@')) throw new Error('Enter the new email.')
        await change.mutateAsync({ params: { id: member.id }, body: { ...input, newEmail: input.newEmail.trim() } })
      },
    })
  }
  return (
    <div className={css.line}>
      <span>They can’t read mail sent to {member.loginEmail}</span>
      <Allowed operation="identity.changeLoginEmail">
        <Button variant="default" onClick={open}>
          Change email
        </Button>
      </Allowed>
    </div>
  )
}

function NewEmailFields({ onChange }: { onChange: (part: { newEmail?: string; revokeCurrentSessions?: boolean }) => void }) {
  return (
    <Stack gap="sm">
      <TextInput
        size="md"
        type="email"
        label="New email"
        required
        autoComplete="off"
        maxLength={254}
        onChange={(event) => onChange({ newEmail: event.currentTarget.value })}
      />
      <Checkbox
        size="md"
        label="Sign them out everywhere"
        defaultChecked
        onChange={(event) => onChange({ revokeCurrentSessions: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** Actions for a member who cannot sign in. */
function AccountHelp({ member, data, hasSecondStep }: { member: Member; data: MemberSignIn; hasSecondStep: boolean }) {
  const requireNewPassword = useApiMutation('identity.demandNewPassword')
  const reset = useApiMutation('identity.resetSecondStep')
  const markVerified = useApiMutation('identity.markEmailVerified')
  const openConfirm = useConfirm()
  const name = memberName(member)
  const params = { id: member.id }
  return (
    <Section title="Account help">
      <div>
        <ChangeEmail member={member} />
        {data.emailVerified ? null : (
          <div className={css.line}>
            <span>You’re sure the email belongs to them</span>
            <Allowed operation="identity.markEmailVerified">
              <Button
                variant="default"
                onClick={() =>
                  openConfirm({
                    title: `Mark ${member.loginEmail ?? 'this email'} as verified?`,
                    description: `${name} won’t need to enter the code we emailed. Only do this if you’re sure the email belongs to them.`,
                    confirmLabel: 'Mark as verified',
                    successMessage: 'Email marked as verified.',
                    onConfirm: () => markVerified.mutateAsync({ params }),
                  })
                }
              >
                Mark email as verified
              </Button>
            </Allowed>
          </div>
        )}
        <div className={css.line}>
          <span>{data.hasPassword ? 'Someone else may know the password' : 'No password set'}</span>
          <Allowed operation="identity.demandNewPassword">
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: data.hasPassword ? `Reset ${name}’s password?` : `Send ${name} a link?`,
                  description: data.hasPassword
                    ? 'The current password stops working and they are signed out everywhere. We’ll email them a link to set a new one.'
                    : 'We’ll email them a link to set a password.',
                  confirmLabel: 'Send email',
                  successMessage: 'Email sent.',
                  onConfirm: () => requireNewPassword.mutateAsync({ params }),
                })
              }
            >
              {data.hasPassword ? 'Reset password' : 'Send password link'}
            </Button>
          </Allowed>
        </div>
        {hasSecondStep ? (
          <div className={css.line}>
            <span>They can’t use their second step</span>
            <Allowed operation="identity.resetSecondStep">
              <Button
                variant="default"
                onClick={() =>
                  openConfirm({
                    title: `Turn off two-step verification for ${name}?`,
                    description: 'They can sign in with just their password until they set it up again. Make sure the request really comes from them.',
                    confirmLabel: 'Turn off',
                    cancelLabel: 'Cancel',
                    danger: true,
                    successMessage: 'Two-step verification turned off.',
                    onConfirm: () => reset.mutateAsync({ params }),
                  })
                }
              >
                Reset two-step verification
              </Button>
            </Allowed>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

function ActiveSessions({ member, devices }: { member: Member; devices: MemberSignIn['devices'] }) {
  const signOut = useApiMutation('identity.signOutMember')
  const openConfirm = useConfirm()
  const site = useSite()
  const name = memberName(member)
  const params = { id: member.id }
  return (
    <Section
      title="Active sessions"
      action={
        devices.length > 0 ? (
          <Allowed operation="identity.signOutMember">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: `Sign ${name} out everywhere?`,
                  description: 'They are signed out of all browsers and apps and can sign in again.',
                  confirmLabel: 'Sign out everywhere',
                  successMessage: 'Signed out.',
                  onConfirm: () => signOut.mutateAsync({ params, body: {} }),
                })
              }
            >
              Sign out everywhere
            </Button>
          </Allowed>
        ) : undefined
      }
    >
      {devices.length === 0 ? (
        <Text c="dimmed">No active sessions.</Text>
      ) : (
        devices.map((device) => {
          const words = deviceName(device.userAgent)
          return (
            <div key={device.id} className={css.line}>
              <div>
                <div>{words}</div>
                <span className={css.quiet}>
                  last used {formatInstant(device.lastUsedDate, site)}
                  {device.ip ? ` from ${device.ip}` : ''}
                </span>
              </div>
              <Allowed operation="identity.signOutMember">
                <Button
                  variant="default"
                  aria-label={`Sign out ${words}`}
                  onClick={() =>
                    openConfirm({
                      title: `Sign out ${words}?`,
                      description: 'This browser or app is signed out right away.',
                      confirmLabel: 'Sign out',
                      successMessage: 'Signed out.',
                      onConfirm: () => signOut.mutateAsync({ params, body: { deviceId: device.id } }),
                    })
                  }
                >
                  Sign out
                </Button>
              </Allowed>
            </div>
          )
        })
      )}
    </Section>
  )
}
