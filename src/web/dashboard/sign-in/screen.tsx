import { Anchor, Checkbox, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from '#web/kit/passkey.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSearchParams } from '../../search-params.ts'
import { signInSearch } from '../search-params.ts'
import { storeCsrfToken, clearOwnerCache } from '../session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import { SecondStep } from './second-step.tsx'

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
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(false)
  const withPassword = async () => {
    try {
      await onSignedIn(await call('collaborators.signInOwner', { body: { email, password, keepSignedIn } }))
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'NO_SITE_HERE' && [401, 403, 404].includes(error.status)) throw new Error('Incorrect email or password.')
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
      title="Sign in to your dashboard"
      lead="Manage your bookings, members and payments."
      submitLabel="Sign in"
      onSubmit={withPassword}
      {...(canUsePasskeys() ? { other: { submitLabel: 'Use a passkey', run: withPasskey } } : {})}
      foot={
        <>
          <Text size="sm">
            <Anchor href="/dashboard/reset-password" c="var(--accent-text)">
              Forgot your password?
            </Anchor>
          </Text>
          <Text size="sm" c="dimmed">
            Are you a member?{' '}
            <Anchor href="/account" c="var(--accent-text)">
              Sign in on the site
            </Anchor>
          </Text>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordField of="current" value={password} onChange={setPassword} />
      <Checkbox
        size="md"
        label="Keep me signed in"
        description="For 12 hours. Don’t use this on a shared device."
        checked={keepSignedIn}
        onChange={(event) => setKeepSignedIn(event.currentTarget.checked)}
      />
    </SignInForm>
  )
}
