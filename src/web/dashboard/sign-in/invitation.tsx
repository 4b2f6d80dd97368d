/** An invitation to the team: who invites, and the account to accept it with. */
import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { describeError } from '../api-helpers.ts'
import { tokenSearch } from '../search-params.ts'
import { SignInForm } from './sign-in-form.tsx'
import { PasswordField } from './fields.tsx'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    incomplete: 'This link is incomplete',
    openAgain: 'Open it again from the email.',
    title: 'Your invitation',
    loading: 'Loading',
    invalid: 'This invitation is no longer valid',
    askForNew: (reason: string) => `${reason} Ask for a new invitation.`,
    welcome: (site: string) => `Welcome to ${site}`,
    signInWith: (email: string) => `Sign in with ${email}.`,
    join: (site: string) => `Join ${site}`,
    hasAccount: (email: string) => `${email} already has an account. Enter its password to accept.`,
    newAccount: (email: string) => `You’ll sign in with ${email}. Choose a password.`,
    accept: 'Accept invitation',
    name: 'Your name',
  },
  {
    de: {
      incomplete: 'Dieser Link ist unvollständig',
      openAgain: 'Öffne ihn noch einmal aus der E-Mail.',
      title: 'Deine Einladung',
      loading: 'Wird geladen',
      invalid: 'Diese Einladung gilt nicht mehr',
      askForNew: (reason) => `${reason} Bitte um eine neue Einladung.`,
      welcome: (site) => `Willkommen bei ${site}`,
      signInWith: (email) => `Melde dich mit ${email} an.`,
      join: (site) => `${site} beitreten`,
      hasAccount: (email) => `Für ${email} gibt es schon ein Konto. Gib dessen Passwort ein, um die Einladung anzunehmen.`,
      newAccount: (email) => `Du meldest dich mit ${email} an. Wähle ein Passwort.`,
      accept: 'Einladung annehmen',
      name: 'Dein Name',
    },
  },
)

export function Invitation() {
  const t = useMessages(messages)
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
      {common.signIn}
    </Button>
  )
  if (!token) return <SignInForm title={t.incomplete} lead={t.openAgain} />
  if (invitation.isPending)
    return (
      <SignInForm title={t.title}>
        <Loader role="img" aria-label={t.loading} />
      </SignInForm>
    )
  if (invitation.error)
    return (
      <SignInForm title={t.invalid} lead={t.askForNew(describeError(invitation.error))}>
        {toSignIn}
      </SignInForm>
    )
  const { siteName, email, hasAccount } = invitation.data
  if (accepted)
    return (
      <SignInForm title={t.welcome(siteName)} lead={t.signInWith(email)}>
        {toSignIn}
      </SignInForm>
    )
  return (
    <SignInForm
      title={t.join(siteName)}
      lead={hasAccount ? t.hasAccount(email) : t.newAccount(email)}
      submitLabel={t.accept}
      onSubmit={async () => {
        await call('collaborators.acceptInvitation', { body: { token, password, ...(name.trim() ? { name: name.trim() } : {}) } })
        setAccepted(true)
      }}
    >
      {hasAccount ? null : (
        <TextInput
          size="md"
          label={t.name}
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
