/** The link of the letter to an old address: takes a change of the sign-in address back that somebody else made. */
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { HostedFrame } from './frame.tsx'

export function EmailUndo() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  const [email, setEmail] = useState<string>()
  return (
    <HostedFrame title="Take back your e-mail address">
      <div className="card stack">
        <h1 className="title">{email ? 'Your address is back' : 'Take back your address'}</h1>
        {email ? (
          <>
            <p role="status">
              You sign in with <strong>{email}</strong> again. Every device was signed out and the old password no longer works: set a new one now.
            </p>
            <ButtonLink href="/hosted/login?mode=recover">Set a new password</ButtonLink>
          </>
        ) : token ? (
          <Form
            label="Take back your e-mail address"
            submit="Use my old address again"
            onSubmit={async () => {
              const answer = await call('identity.undoEmailChange', { body: { token } })
              setEmail(answer.email)
            }}
            explain={(error) =>
              error.code === '-19995'
                ? 'Meanwhile somebody signs in with your old address. Please contact us.'
                : error.code === 'INVALID_RECOVERY_TOKEN'
                  ? 'This link was used already or is too old. If you cannot sign in, please contact us.'
                  : error.message
            }
          >
            <p>The address that you sign in with was changed. If this was not you, take it back here.</p>
          </Form>
        ) : (
          <>
            <p>This link is not complete. Open it again from the e-mail.</p>
            <ButtonLink href="/hosted/login" variant="light">
              Go to sign in
            </ButtonLink>
          </>
        )}
      </div>
    </HostedFrame>
  )
}
