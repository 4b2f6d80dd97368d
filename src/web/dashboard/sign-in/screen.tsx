import { Anchor, Checkbox, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from '#web/kit/passkey.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { signInSearch } from '../search-params.ts'
import { storeCsrfToken, clearOwnerCache } from '../session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import { SecondStep } from './second-step.tsx'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    wrong: 'Incorrect email or password.',
    title: 'Sign in to your dashboard',
    lead: 'Manage your bookings, members and payments.',
    forgot: 'Forgot your password?',
    member: (link: (text: string) => ReactNode) => <>Are you a member? {link('Sign in on the site')}</>,
    keep: 'Keep me signed in',
    keepHint: 'For 12 hours. Don’t use this on a shared device.',
  },
  {
    de: {
      wrong: 'E-Mail oder Passwort ist falsch.',
      title: 'Im Dashboard anmelden',
      lead: 'Verwalte deine Buchungen, Mitglieder und Zahlungen.',
      forgot: 'Passwort vergessen?',
      member: (link) => <>Bist du Mitglied? {link('Auf der Website anmelden')}</>,
      keep: 'Angemeldet bleiben',
      keepHint: 'Für 12 Stunden. Nicht auf Geräten, die auch andere nutzen.',
    },
  },
)

type SignInReply = ReplyOf<'collaborators.signInOwner'>

/** Sign-in to the dashboard, for owners and their team. */
export function SignIn() {
  const [step, setStep] = useState<NonNullable<SignInReply['secondStep']>>()
  const navigate = useNavigate()
  const { to } = useSearchParams(signInSearch)
  const completeSignIn = async (reply: SignInReply) => {
    if (reply.secondStep) {
      setStep(reply.secondStep)
      return
    }
    storeCsrfToken(reply)
    clearOwnerCache()
    await navigate({ href: to?.startsWith('/dashboard') ? to : '/dashboard' })
  }
  return step ? <SecondStep {...step} onSignedIn={completeSignIn} onRestart={() => setStep(undefined)} /> : <FirstStep onSignedIn={completeSignIn} />
}

function FirstStep({ onSignedIn }: { onSignedIn: (reply: SignInReply) => Promise<void> }) {
  const t = useMessages(messages)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(false)
  const withPassword = async () => {
    try {
      await onSignedIn(await call('collaborators.signInOwner', { body: { email, password, keepSignedIn } }))
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'NO_SITE_HERE' && [401, 403, 404].includes(error.status)) throw new Error(t.wrong)
      throw error
    }
  }
  const withPasskey = async () => {
    try {
      const { options } = await call('collaborators.startOwnerPasskeySignIn', {})
      await onSignedIn(await call('collaborators.signInOwnerByPasskey', { body: { response: await signWithPasskey(options), keepSignedIn } }))
    } catch (error) {
      throw new Error(passkeyErrorMessage(error))
    }
  }
  return (
    <SignInForm
      title={t.title}
      lead={t.lead}
      submitLabel={common.signIn}
      onSubmit={withPassword}
      {...(canUsePasskeys() ? { other: { submitLabel: common.usePasskey, run: withPasskey } } : {})}
      foot={
        <>
          <Text size="sm">
            <Anchor href="/dashboard/reset-password" c="var(--accent-text)">
              {t.forgot}
            </Anchor>
          </Text>
          <Text size="sm" c="dimmed">
            {t.member((text) => (
              <Anchor href="/account" c="var(--accent-text)">
                {text}
              </Anchor>
            ))}
          </Text>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordField of="current" value={password} onChange={setPassword} />
      <Checkbox size="md" label={t.keep} description={t.keepHint} checked={keepSignedIn} onChange={(event) => setKeepSignedIn(event.currentTarget.checked)} />
    </SignInForm>
  )
}
