/** A forgotten dashboard password: requesting the email, and setting a new password by its link. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { tokenSearch } from '../search-params.ts'
import { SignInForm } from './sign-in-form.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    sent: 'Check your email',
    sentLead: (email: string) => `If an account exists for ${email}, we’ve sent a link to reset your password.`,
    title: 'Reset your password',
    lead: 'We’ll email you a link to set a new one.',
    send: 'Send link',
    done: 'Password changed',
    doneLead: 'Other browsers were signed out. Sign in with your new password.',
    setNew: 'Set a new password',
    save: 'Save password',
    newPassword: 'New password',
    hint: 'At least 8 characters. A few random words work well.',
  },
  {
    de: {
      sent: 'Prüfe deine E-Mails',
      sentLead: (email) => `Falls es ein Konto für ${email} gibt, ist ein Link für ein neues Passwort unterwegs.`,
      title: 'Neues Passwort setzen',
      lead: 'Wir senden dir einen Link, um ein neues Passwort zu setzen.',
      send: 'Link senden',
      done: 'Passwort geändert',
      doneLead: 'Andere Browser wurden abgemeldet. Melde dich mit deinem neuen Passwort an.',
      setNew: 'Neues Passwort wählen',
      save: 'Passwort speichern',
      newPassword: 'Neues Passwort',
      hint: 'Mindestens 8 Zeichen. Gut sind mehrere zufällige Wörter.',
    },
  },
)

export function ResetPassword() {
  const { token } = useSearchParams(tokenSearch)
  return token ? <NewPassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const t = useMessages(messages)
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  if (sent)
    return (
      <SignInForm title={t.sent} lead={t.sentLead(email.trim())}>
        <Button component="a" href="/dashboard/sign-in" variant="default" size="md">
          {common.backToSignIn}
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title={t.title}
      lead={t.lead}
      submitLabel={t.send}
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
  const t = useMessages(messages)
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)
  if (done)
    return (
      <SignInForm title={t.done} lead={t.doneLead}>
        <Button component="a" href="/dashboard/sign-in" size="md">
          {common.signIn}
        </Button>
      </SignInForm>
    )
  return (
    <SignInForm
      title={t.setNew}
      submitLabel={t.save}
      onSubmit={async () => {
        await call('collaborators.recoverOwner', { body: { token, password } })
        setDone(true)
      }}
    >
      <PasswordField of="new" label={t.newPassword} hint={t.hint} value={password} onChange={setPassword} />
    </SignInForm>
  )
}
