/** How a member comes in and where they are signed in; and helping one who cannot. */
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { DetailList, Section } from '../../parts/page.tsx'
import { memberName, formatInstant } from '../../parts/format.ts'
import { deviceName } from '#web/kit/device-name.ts'
import css from '../members.module.css'

const factorLabels: Record<string, string> = { TOTP: 'authenticator app', EMAIL: 'codes by e-mail', SMS: 'codes by text message', CALL: 'codes by telephone' }
const reasonLabels: Record<string, string> = { EMAIL: 'the e-mail is not proven yet', ADMIN: 'waits for your approval' }

export function SignInTab({ member }: { member: Member }) {
  const found = useApiQuery('identity.getMemberSignIn', { params: { id: member.id } })
  const signOut = useApiMutation('identity.signOutMember')
  const requireNewPassword = useApiMutation('identity.demandNewPassword')
  const reset = useApiMutation('identity.resetSecondStep')
  const markVerified = useApiMutation('identity.markEmailVerified')
  const openConfirm = useConfirm()
  const site = useSite()
  const name = memberName(member)
  const params = { id: member.id }
  if (found.error?.code === '-19999') return <Alert title="No sign-in">{`${name} left or was never able to sign in. Only the record is kept.`}</Alert>
  return (
    <QueryView query={found} loading={<Skeleton height={220} radius="md" />}>
      {(data) => {
        const active = data.factors.filter(({ status }) => status === 'ACTIVE')
        return (
          <>
            <DetailList
              items={[
                ['E-mail', `${member.loginEmail ?? ''}, ${data.emailVerified ? 'proven' : 'not proven'}`],
                ['Waits for', data.reasons.map((reason) => reasonLabels[reason] ?? reason.toLowerCase()).join('; ')],
                ['Password', data.resetDemanded ? 'has to be set anew' : data.hasPassword ? 'set' : 'none yet'],
                ['Second step', active.length > 0 ? active.map(({ type }) => factorLabels[type] ?? type).join(', ') : 'off'],
                ['Passkeys', data.passkeys > 0 ? String(data.passkeys) : 'none'],
                ['Connected with', data.connections.join(', ')],
              ]}
            />
            <Section title="Help them in">
              <div>
                {data.emailVerified ? null : (
                  <div className={css.line}>
                    <span>You know that the address is theirs</span>
                    <Button
                      variant="default"
                      onClick={() =>
                        openConfirm({
                          title: `Vouch for ${member.loginEmail ?? 'the address'}?`,
                          happens: `${name} is no longer asked for the code of the letter. Only do this when you know that the address is theirs.`,
                          verb: 'Mark as proven',
                          done: 'Marked as proven.',
                          run: () => markVerified.mutateAsync({ params }),
                        })
                      }
                    >
                      Mark e-mail as proven
                    </Button>
                  </div>
                )}
                <div className={css.line}>
                  <span>{data.hasPassword ? 'Somebody else may know the password' : 'They have no password yet'}</span>
                  <Button
                    variant="default"
                    onClick={() =>
                      openConfirm({
                        title: data.hasPassword ? `Demand a new password of ${name}?` : `Send ${name} a link?`,
                        happens: data.hasPassword
                          ? 'The password no longer works, and they are signed out everywhere. A letter with a link to choose a new one is sent.'
                          : 'A letter with a link to choose a password is sent.',
                        verb: 'Send the letter',
                        done: 'The letter is on its way.',
                        run: () => requireNewPassword.mutateAsync({ params }),
                      })
                    }
                  >
                    {data.hasPassword ? 'Demand a new password' : 'Send a link to set one'}
                  </Button>
                </div>
                {active.length > 0 ? (
                  <div className={css.line}>
                    <span>They lost the phone with the codes</span>
                    <Button
                      variant="default"
                      onClick={() =>
                        openConfirm({
                          title: `Switch off the second step of ${name}?`,
                          happens: 'They come in with the password alone until they set it up again. Be sure that it is really them who asks.',
                          verb: 'Switch off',
                          keep: 'Leave it on',
                          danger: true,
                          done: 'The second step is off.',
                          run: () => reset.mutateAsync({ params }),
                        })
                      }
                    >
                      Reset second step
                    </Button>
                  </div>
                ) : null}
              </div>
            </Section>
            <Section
              title="Where they are signed in"
              action={
                data.devices.length > 0 ? (
                  <Button
                    variant="subtle"
                    c="var(--bad)"
                    onClick={() =>
                      openConfirm({
                        title: `Sign ${name} out everywhere?`,
                        happens: 'All their browsers and apps are signed out at once. They can sign in again.',
                        verb: 'Sign out everywhere',
                        done: 'Signed out.',
                        run: () => signOut.mutateAsync({ params, body: {} }),
                      })
                    }
                  >
                    Sign out everywhere
                  </Button>
                ) : undefined
              }
            >
              {data.devices.length === 0 ? (
                <Text c="dimmed">Nowhere at the moment.</Text>
              ) : (
                data.devices.map((device) => {
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
                      <Button
                        variant="default"
                        aria-label={`Sign out ${words}`}
                        onClick={() =>
                          openConfirm({
                            title: `Sign out ${words}?`,
                            happens: 'This browser or app is signed out at once.',
                            verb: 'Sign out',
                            done: 'Signed out.',
                            run: () => signOut.mutateAsync({ params, body: { deviceId: device.id } }),
                          })
                        }
                      >
                        Sign out
                      </Button>
                    </div>
                  )
                })
              )}
            </Section>
          </>
        )
      }}
    </QueryView>
  )
}
