/** A forgotten dashboard password: requesting the email, and setting a new password by its link. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useSearchParams } from '../../search-params.ts'
import { tokenSearch } from '../search-params.ts'
import { SignInForm } from './sign-in-form.tsx'
import { EmailField, PasswordField } from './fields.tsx'

export function ResetPassword() {
  const { token } = useSearchParams(tokenSearch)
  return token ? <NewPassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  if (sent)
    return (
      <SignInForm title="Check your email" lead={`If an account exists for ${email.trim()}, we’ve sent a link to reset your password.`}>
        <Button component="a" href="/dashboard/sign-in" variant="default" size="md">
          Back to sign in
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title="Reset your password"
      lead="We’ll email you a link to set a new one."
      submitLabel="Send link"
      onSubmit={async () => {
        await call('collaborators.sendOwnerRecoveryEmail', { body: { email: email.trim() } })
        setSent(true)
      }}
    >
      <EmailField value={email} onChange={setEmail} />
    </SignInForm>
  )
}

function NewPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)
  if (done)
    return (
      <SignInForm title="Password changed" lead="Other browsers were signed out. Sign in with your new password.">
        <Button component="a" href="/dashboard/sign-in" size="md">
          Sign in
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title="Set a new password"
      submitLabel="Save password"
      onSubmit={async () => {
        await call('collaborators.recoverOwner', { body: { token, password } })
        setDone(true)
      }}
    >
      <PasswordField of="new" label="New password" hint="At least 8 characters. A few random words work well." value={password} onChange={setPassword} />
    </SignInForm>
  )
}
