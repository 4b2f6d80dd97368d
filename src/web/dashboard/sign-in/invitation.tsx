/** An invitation to the team: who invites, and the account to accept it with. */
import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useSearchParams } from '../../search-params.ts'
import { describeError } from '../api-helpers.ts'
import { tokenSearch } from '../search-params.ts'
import { SignInForm } from './sign-in-form.tsx'
import { PasswordField } from './fields.tsx'

export function Invitation() {
  const { token = '' } = useSearchParams(tokenSearch)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('collaborators.readInvitation', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [accepted, setAccepted] = useState(false)
  const toSignIn = (
    <Button component="a" href="/dashboard/sign-in" size="md">
      Sign in
    </Button>
  )
  if (!token) return <SignInForm title="This link is incomplete" lead="Open it again from the email." />
  if (invitation.isPending)
    return (
      <SignInForm title="Your invitation">
        <Loader role="img" aria-label="Loading" />
      </SignInForm>
    )
  if (invitation.error)
    return (
      <SignInForm title="This invitation is no longer valid" lead={`${describeError(invitation.error)} Ask for a new invitation.`}>
        {toSignIn}
      </SignInForm>
    )
  const { siteName, email, hasAccount } = invitation.data
  if (accepted)
    return (
      <SignInForm title={`Welcome to ${siteName}`} lead={`Sign in with ${email}.`}>
        {toSignIn}
      </SignInForm>
    )
  return (
    <SignInForm
      title={`Join ${siteName}`}
      lead={hasAccount ? `${email} already has an account. Enter its password to accept.` : `You’ll sign in with ${email}. Choose a password.`}
      submitLabel="Accept invitation"
      onSubmit={async () => {
        await call('collaborators.acceptInvitation', { body: { token, password, ...(name.trim() ? { name: name.trim() } : {}) } })
        setAccepted(true)
      }}
    >
      {hasAccount ? null : (
        <TextInput
          size="md"
          label="Your name"
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <PasswordField of={hasAccount ? 'current' : 'new'} value={password} onChange={setPassword} />
    </SignInForm>
  )
}
