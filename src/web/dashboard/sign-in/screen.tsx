import { Anchor, Checkbox, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { canUsePasskeys, passkeyProblem, signWithPasskey } from '#web/kit/passkey.ts'
import type { ReplyOf } from '#web/operations.ts'
import { csrfFrom, forgetOwner } from '../session.ts'
import { Door } from './door.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import { SecondStep } from './second-step.tsx'

type Entered = ReplyOf<'identity.signInOwner'>

/** The door of the dashboard, for owners and staff only. */
export function SignIn() {
  const [step, setStep] = useState<NonNullable<Entered['secondStep']>>()
  const navigate = useNavigate()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const enter = async (reply: Entered) => {
    if (reply.secondStep) {
      setStep(reply.secondStep)
      return
    }
    csrfFrom(reply)
    forgetOwner()
    await navigate({ href: to?.startsWith('/dashboard') ? to : '/dashboard' } as never)
  }
  return step ? <SecondStep {...step} onEntered={enter} onRestart={() => setStep(undefined)} /> : <FirstStep onEntered={enter} />
}

function FirstStep({ onEntered }: { onEntered: (reply: Entered) => Promise<void> }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(false)
  const withPassword = async () => {
    try {
      await onEntered(await call('identity.signInOwner', { body: { email, password, keepSignedIn } }))
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'NO_SITE_HERE' && [401, 403, 404].includes(error.status))
        throw new Error('E-mail and password do not belong together. Check both and try again.')
      throw error
    }
  }
  const withPasskey = async () => {
    try {
      const { options } = await call('identity.startOwnerPasskeySignIn', {})
      await onEntered(await call('identity.signInOwnerByPasskey', { body: { response: await signWithPasskey(options), keepSignedIn } }))
    } catch (error) {
      throw new Error(passkeyProblem(error))
    }
  }
  return (
    <Door
      title="Your dashboard"
      lead="Sign in to see today's sessions and who waits for you."
      verb="Sign in"
      onSubmit={withPassword}
      {...(canUsePasskeys() ? { other: { verb: 'Use a passkey', run: withPasskey } } : {})}
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
        description="For twelve hours, also when you pause. Only on a device that nobody else uses."
        checked={keepSignedIn}
        onChange={(event) => setKeepSignedIn(event.currentTarget.checked)}
      />
    </Door>
  )
}
