/** How I sign in, and where I am signed in. */
import { useState } from 'react'
import { ApiError, call, callPath, queryClient, useAsk, useDo } from '../../api.ts'
import { getClientId, saveTokens } from '../../auth.ts'
import { useNewPassword } from '../../hosted/new-password.tsx'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { useSite } from '../../site-context.tsx'
import { Connections } from './connections.tsx'
import { deviceInWords } from '../../kit/device-in-words.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInAddress } from './sign-in-address.tsx'

export function Security() {
  return (
    <div className="stack">
      <h2 className="sr">Sign-in and security</h2>
      <SignInAddress />
      <Password />
      <SecondStep />
      <Passkeys />
      <Connections />
      <Devices />
      <SignOut />
    </div>
  )
}

function Password() {
  const mine = useAsk('identity.getMySignIn')
  if (mine.isPending) return <Skeletons kind="text" count={3} />
  if (mine.error) return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
  return mine.data.hasPassword ? <ChangePassword /> : <FirstPassword email={mine.data.email} />
}

/** Who came by another house has no password yet: the letter proves that the address is theirs. */
function FirstPassword({ email }: { email: string }) {
  const site = useSite()
  const [sent, setSent] = useState(false)
  const send = async () => {
    await callPath('POST', '/v1/send-email', { email, language: site.language, redirect: { clientId: getClientId() } })
    setSent(true)
  }
  return (
    <section className="card stack" aria-labelledby="password-title">
      <div>
        <h3 className="card-title" id="password-title">
          Set a password
        </h3>
        <p className="dim">You have none yet. With one you can also sign in by your e-mail.</p>
      </div>
      {sent ? (
        <p role="status">
          A link to choose a password is on its way to <strong>{email}</strong>.
        </p>
      ) : (
        <Form label="Set a password" submit="Send me the link" onSubmit={send}>
          {null}
        </Form>
      )}
    </section>
  )
}

function ChangePassword() {
  const [current, setCurrent] = useState('')
  const chosen = useNewPassword('newPassword', 'Other devices are signed out.')
  const change = async () => {
    chosen.check()
    try {
      await call('identity.changePassword', { body: { newPassword: chosen.value, ...(current ? { currentPassword: current } : {}) } } as never)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED')
        invalid([{ field: 'currentPassword', description: current ? 'this is not your password' : 'enter the password that you have now' }])
      throw error
    }
    setCurrent('')
    chosen.clear()
    void queryClient.invalidateQueries()
    toast('Your password is changed')
  }
  return (
    <section className="card stack" aria-labelledby="password-title">
      <h3 className="card-title" id="password-title">
        Change your password
      </h3>
      <Form label="Change your password" submit="Change password" onSubmit={change}>
        <FormField
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
        {chosen.fields}
      </Form>
    </section>
  )
}

function Devices() {
  const asked = useAsk('identity.listDevices')
  const end = useDo('identity.signOutDevice')
  const endOthers = useDo('identity.signOutOtherDevices')
  return (
    <section className="card stack" aria-labelledby="devices-title">
      <h3 className="card-title" id="devices-title">
        Where you are signed in
      </h3>
      {asked.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <ul className="list">
          {asked.data.devices.map((device) => {
            const name = deviceInWords(device.userAgent)
            return (
              <li key={device.id} className="row row-between line">
                <div>
                  <p className="strong">{name}</p>
                  <p className="small dim">
                    last used <When at={device.lastUsedDate} style="short" showZone={false} />
                  </p>
                </div>
                {device.current ? (
                  <StatusBadge tone="good">This device</StatusBadge>
                ) : (
                  <ConfirmButton
                    label={
                      <>
                        Sign out<span className="sr"> {name}</span>
                      </>
                    }
                    title={`Sign out ${name}?`}
                    verb="Sign this device out"
                    keep="Leave it"
                    onConfirm={async () => {
                      await end.mutateAsync({ params: { id: device.id } } as never)
                      toast(`${name} is signed out`)
                    }}
                  >
                    <p>Whoever uses it has to sign in again. If you do not know this device, change your password as well.</p>
                  </ConfirmButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {asked.data && asked.data.devices.length > 1 ? (
        <div className="row">
          <ConfirmButton
            title="Sign out everywhere else?"
            verb="Sign out all others"
            keep="Leave them"
            onConfirm={async () => {
              const { signedOut } = await endOthers.mutateAsync({})
              toast(signedOut === 1 ? 'One other device is signed out' : `${signedOut} other devices are signed out`)
            }}
          >
            <p>Only this device stays signed in. Everybody else has to sign in again.</p>
          </ConfirmButton>
        </div>
      ) : null}
    </section>
  )
}

function SignOut() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const answer = await callPath<{ redirectSession: { fullUrl: string } }>('POST', '/v1/redirect-session', {
      logout: { clientId: getClientId() },
      callbacks: { postFlowUrl: `${location.origin}/signed-out` },
    }).catch(() => undefined)
    saveTokens(undefined)
    queryClient.clear()
    const url = answer ? new URL(answer.redirectSession.fullUrl) : undefined
    location.assign(url ? url.pathname + url.search : '/signed-out')
  }
  return (
    <section className="card row row-between" aria-labelledby="sign-out-title">
      <div>
        <h3 className="card-title" id="sign-out-title">
          Sign out
        </h3>
        <p className="dim">On this device.</p>
      </div>
      <Button variant="default" busy={busy} onClick={() => void leave()}>
        Sign out
      </Button>
    </section>
  )
}
