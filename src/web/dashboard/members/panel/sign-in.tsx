/** How a member signs in, their active sessions, and help for those who cannot sign in. */
import { Alert, Button, Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { DetailList, Section } from '../../parts/page.tsx'
import { formatInstant } from '../../parts/format-times.ts'
import { memberName } from '../../parts/format.ts'
import { deviceName } from '#web/kit/device-name.ts'
import css from '../members.module.css'
import { messages } from './sign-in.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

export function SignInTab({ member }: { member: Member }) {
  const t = useMessages(messages)
  const found = useApiQuery('identity.getMemberSignIn', { params: { id: member.id } })
  if (found.error?.code === '-19999') return <Alert title={t.none}>{t.noneText(memberName(member))}</Alert>
  return (
    <QueryView query={found} loading={<Skeleton height={220} radius="md" />}>
      {(data) => {
        const active = data.factors.filter(({ status }) => status === 'ACTIVE')
        return (
          <>
            <DetailList
              items={[
                [commonWords.email, (data.emailVerified ? t.verified : t.notVerified)(member.loginEmail ?? '')],
                [t.pending, data.reasons.map((reason) => t.reasons[reason] ?? reason.toLowerCase()).join('; ')],
                [t.password, data.passwordResetRequired ? t.passwordStates.resetRequired : data.hasPassword ? t.passwordStates.set : t.passwordStates.none],
                [t.twoSteps, active.length > 0 ? active.map(({ type }) => t.factors[type] ?? type).join(', ') : t.off],
                [t.passkeys, data.passkeys > 0 ? String(data.passkeys) : t.noPasskeys],
                [t.connected, data.connections.join(', ')],
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
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const change = useApiMutation('identity.changeLoginEmail')
  const name = memberName(member)
  const open = () => {
    const input = { newEmail: '', revokeCurrentSessions: true }
    openConfirm({
      title: t.emailAsk(name),
      description: t.emailText(name, member.loginEmail),
      content: <NewEmailFields onChange={(part) => void Object.assign(input, part)} />,
      confirmLabel: t.changeEmail,
      cancelLabel: commonWords.cancel,
      successMessage: t.emailChanged,
      onConfirm: async () => {
        // The dialog stays open and says it.
        if (!input.newEmail.includes('@')) throw new Error(t.enterEmail)
        await change.mutateAsync({ params: { id: member.id }, body: { ...input, newEmail: input.newEmail.trim() } })
      },
    })
  }
  return (
    <div className={css.line}>
      <span>{t.cannotRead(member.loginEmail)}</span>
      <Allowed operation="identity.changeLoginEmail">
        <Button variant="default" onClick={open}>
          {t.changeEmail}
        </Button>
      </Allowed>
    </div>
  )
}

function NewEmailFields({ onChange }: { onChange: (part: { newEmail?: string; revokeCurrentSessions?: boolean }) => void }) {
  const t = useMessages(messages)
  return (
    <Stack gap="sm">
      <TextInput
        size="md"
        type="email"
        label={t.newEmail}
        required
        autoComplete="off"
        maxLength={254}
        onChange={(event) => onChange({ newEmail: event.currentTarget.value })}
      />
      <Checkbox size="md" label={t.signOutToo} defaultChecked onChange={(event) => onChange({ revokeCurrentSessions: event.currentTarget.checked })} />
    </Stack>
  )
}

/** Actions for a member who cannot sign in. */
function AccountHelp({ member, data, hasSecondStep }: { member: Member; data: MemberSignIn; hasSecondStep: boolean }) {
  const t = useMessages(messages)
  const requireNewPassword = useApiMutation('identity.demandNewPassword')
  const reset = useApiMutation('identity.resetSecondStep')
  const markVerified = useApiMutation('identity.markEmailVerified')
  const openConfirm = useConfirm()
  const name = memberName(member)
  const params = { id: member.id }
  return (
    <Section title={t.help}>
      <div>
        <ChangeEmail member={member} />
        {data.emailVerified ? null : (
          <div className={css.line}>
            <span>{t.sureEmail}</span>
            <Allowed operation="identity.markEmailVerified">
              <Button
                variant="default"
                onClick={() =>
                  openConfirm({
                    title: t.verifyAsk(member.loginEmail),
                    description: t.verifyText(name),
                    confirmLabel: t.markVerified,
                    successMessage: t.emailVerified,
                    onConfirm: () => markVerified.mutateAsync({ params }),
                  })
                }
              >
                {t.markEmail}
              </Button>
            </Allowed>
          </div>
        )}
        <div className={css.line}>
          <span>{data.hasPassword ? t.knowsPassword : t.noPassword}</span>
          <Allowed operation="identity.demandNewPassword">
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: data.hasPassword ? t.resetAsk(name) : t.linkAsk(name),
                  description: data.hasPassword ? t.resetText : t.linkText,
                  confirmLabel: t.sendEmail,
                  successMessage: t.emailSent,
                  onConfirm: () => requireNewPassword.mutateAsync({ params }),
                })
              }
            >
              {data.hasPassword ? t.resetPassword : t.sendLink}
            </Button>
          </Allowed>
        </div>
        {hasSecondStep ? (
          <div className={css.line}>
            <span>{t.cannotSecond}</span>
            <Allowed operation="identity.resetSecondStep">
              <Button
                variant="default"
                onClick={() =>
                  openConfirm({
                    title: t.secondAsk(name),
                    description: t.secondText,
                    confirmLabel: t.turnOff,
                    cancelLabel: commonWords.cancel,
                    danger: true,
                    successMessage: t.turnedOff,
                    onConfirm: () => reset.mutateAsync({ params }),
                  })
                }
              >
                {t.resetSecond}
              </Button>
            </Allowed>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

function ActiveSessions({ member, devices }: { member: Member; devices: MemberSignIn['devices'] }) {
  const t = useMessages(messages)
  const signOut = useApiMutation('identity.signOutMember')
  const openConfirm = useConfirm()
  const site = useSite()
  const name = memberName(member)
  const params = { id: member.id }
  return (
    <Section
      title={t.active}
      action={
        devices.length > 0 ? (
          <Allowed operation="identity.signOutMember">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: t.everywhereAsk(name),
                  description: t.everywhereText,
                  confirmLabel: t.everywhere,
                  successMessage: t.signedOut,
                  onConfirm: () => signOut.mutateAsync({ params, body: {} }),
                })
              }
            >
              {t.everywhere}
            </Button>
          </Allowed>
        ) : undefined
      }
    >
      {devices.length === 0 ? (
        <Text c="dimmed">{t.noneActive}</Text>
      ) : (
        devices.map((device) => {
          const words = deviceName(device.userAgent)
          return (
            <div key={device.id} className={css.line}>
              <div>
                <div>{words}</div>
                <span className={css.quiet}>
                  {device.ip ? t.lastUsedFrom(formatInstant(device.lastUsedDate, site), device.ip) : t.lastUsed(formatInstant(device.lastUsedDate, site))}
                </span>
              </div>
              <Allowed operation="identity.signOutMember">
                <Button
                  variant="default"
                  aria-label={t.signOutOf(words)}
                  onClick={() =>
                    openConfirm({
                      title: t.deviceAsk(words),
                      description: t.deviceText,
                      confirmLabel: t.signOut,
                      successMessage: t.signedOut,
                      onConfirm: () => signOut.mutateAsync({ params, body: { deviceId: device.id } }),
                    })
                  }
                >
                  {t.signOut}
                </Button>
              </Allowed>
            </div>
          )
        })
      )}
    </Section>
  )
}
