/** The link of a recovery letter or an invitation: the password that it allows to choose. */
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callPath } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { HostedFrame } from './frame.tsx'
import { useNewPassword } from './new-password.tsx'

interface Recovered {
  additionalData: { redirectUrl?: { strValue: string } }
}

export function ResetPassword() {
  const search = useSearch({ strict: false }) as { token?: string; recoveryToken?: string }
  const chosen = useNewPassword('password')
  const [done, setDone] = useState<{ redirect: string | undefined }>()
  const recoveryToken = search.recoveryToken ?? search.token ?? ''
  const save = async () => {
    chosen.check()
    const answer = await callPath<Recovered>('POST', '/v1/recover', { recoveryToken, password: chosen.value })
    setDone({ redirect: answer.additionalData.redirectUrl?.strValue })
  }
  return (
    <HostedFrame title="Set a new password">
      <div className="card stack">
        <h1 className="title">{done ? 'Your password is set' : 'Set a new password'}</h1>
        {done ? (
          <>
            <p role="status">All other devices were signed out. From now on you sign in with the new password.</p>
            {done.redirect ? <ButtonLink href={done.redirect}>Continue</ButtonLink> : <ButtonLink href="/hosted/login">Sign in</ButtonLink>}
          </>
        ) : recoveryToken ? (
          <Form
            submit="Save the new password"
            onSubmit={save}
            explain={(error) =>
              error.violations.length === 0 && error.status >= 400 && error.status < 500
                ? 'This link was used already or is too old. Ask for a new one on the sign-in page.'
                : error.message
            }
          >
            {chosen.fields}
          </Form>
        ) : (
          <>
            <p>This link is not complete. Open it again from the e-mail, or ask for a new one.</p>
            <ButtonLink href="/hosted/login" variant="light">
              Go to sign in
            </ButtonLink>
          </>
        )}
      </div>
    </HostedFrame>
  )
}
