/** Somebody was asked to help run a site: who asks, and the account with which they come in. */
import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { said } from '../ask.ts'
import { Door } from './door.tsx'
import { PasswordField } from './fields.tsx'

export function Invitation() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const asked = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('identity.readInvitation', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [accepted, setAccepted] = useState(false)
  const toSignIn = (
    <Button component="a" href="/dashboard/sign-in" size="md">
      Go to sign in
    </Button>
  )
  if (!token) return <Door title="This link is not complete" lead="Open it again from the e-mail." />
  if (asked.isPending)
    return (
      <Door title="Your invitation">
        <Loader aria-label="Loading" />
      </Door>
    )
  if (asked.error)
    return (
      <Door title="This invitation cannot be used" lead={`${said(asked.error)} Ask whoever invited you for a new one.`}>
        {toSignIn}
      </Door>
    )
  const { siteName, email, hasAccount } = asked.data
  if (accepted)
    return (
      <Door title={`Welcome to ${siteName}`} lead={`Sign in with ${email}.`}>
        {toSignIn}
      </Door>
    )
  return (
    <Door
      title={`Help run ${siteName}`}
      lead={hasAccount ? `${email} has an account here already: accept with its password.` : `You will sign in with ${email}. Choose a password.`}
      verb="Accept the invitation"
      onSubmit={async () => {
        await call('identity.acceptInvitation', { body: { token, password, ...(name.trim() ? { name: name.trim() } : {}) } })
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
    </Door>
  )
}
