/** A forgotten dashboard password: the letter with the link, and the new password that the link allows. */
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { SignInForm } from './sign-in-form.tsx'
import { EmailField, PasswordField } from './fields.tsx'

export function ResetPassword() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return token ? <NewPassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  if (sent)
    return (
      <SignInForm
        title="Look into your mail"
        lead={`If somebody signs in to a dashboard here with ${email.trim()}, a link to set a new password is on its way.`}
      >
        <Button component="a" href="/dashboard/sign-in" variant="default" size="md">
          Back to sign in
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title="Set a new password"
      lead="We send you a link with which you choose a new one."
      submitLabel="Send the link"
      onSubmit={async () => {
        await call('identity.mailOwnerRecovery', { body: { email: email.trim() } })
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
      <SignInForm title="Your password is set" lead="All other browsers were signed out. Sign in with the new password.">
        <Button component="a" href="/dashboard/sign-in" size="md">
          Sign in
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title="Set a new password"
      submitLabel="Save the new password"
      onSubmit={async () => {
        await call('identity.recoverOwner', { body: { token, password } })
        setDone(true)
      }}
    >
      <PasswordField of="new" label="New password" hint="At least 8 characters. A few words in a row are good." value={password} onChange={setPassword} />
    </SignInForm>
  )
}
