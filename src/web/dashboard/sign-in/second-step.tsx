/** Two-step verification of the dashboard: a code from the app or by email, a passkey, or a recovery code. */
import { Button, Checkbox, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { passkeyErrorMessage, signWithPasskey } from '#web/kit/passkey.ts'
import type { ReplyOf } from '#web/operations.ts'
import { SignInForm } from './sign-in-form.tsx'

type Method = 'TOTP' | 'EMAIL' | 'RECOVERY_CODE' | 'WEBAUTHN'
const methodTexts: Record<Method, { choose: string; label: string; ask: string }> = {
  TOTP: { choose: 'Use authenticator app', label: 'Code', ask: 'Enter the code from your authenticator app.' },
  EMAIL: { choose: 'Email me a code', label: 'Code', ask: 'We sent a code to' },
  WEBAUTHN: { choose: 'Use a passkey', label: '', ask: 'Confirm with your fingerprint, face or screen lock.' },
  RECOVERY_CODE: { choose: 'Use a recovery code', label: 'Recovery code', ask: 'Enter one of your recovery codes. Each works once.' },
}
const isMethod = (text: string): text is Method => text in methodTexts

interface SecondStepProps {
  stateToken: string
  /** The factors that the server accepts, the preferred one first. */
  ways: readonly string[]
  onSignedIn: (reply: ReplyOf<'collaborators.verifyOwnerStep'>) => Promise<void>
  onRestart: () => void
}
/** The chosen method, its code, and the proof that the server is asked to accept. */
function useSecondStep({ ways, stateToken, onSignedIn }: Omit<SecondStepProps, 'onRestart'>) {
  const usable = ways.filter(isMethod)
  const [method, setMethod] = useState<Method>(usable[0] ?? 'RECOVERY_CODE')
  const [code, setCode] = useState('')
  const [trusted, setTrusted] = useState(false)
  const [hint, setHint] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const sent = useRef(false)
  useEffect(() => {
    // Once per step: every request sends a code, and the last one stays valid.
    if (method !== 'EMAIL' || sent.current) return
    sent.current = true
    call('collaborators.challengeOwnerStep', { body: { stateToken, way: method } }).then(
      (reply) => setHint(reply.hint),
      (error: unknown) => {
        setHint('')
        if (!(error instanceof ApiError && Number(error.data.retryAfterSeconds) <= 60)) setProblem(error)
      },
    )
  }, [method, stateToken])
  const createProof = async () => {
    if (method !== 'WEBAUTHN') return { code: code.trim() }
    const { options } = await call('collaborators.challengeOwnerStep', { body: { stateToken, way: method } })
    return {
      response: await signWithPasskey(options).catch((error: unknown) => {
        throw new Error(passkeyErrorMessage(error))
      }),
    }
  }
  const submitProof = async () => {
    setProblem(undefined)
    const given = await createProof()
    try {
      await onSignedIn(await call('collaborators.verifyOwnerStep', { body: { stateToken, way: method, ...given, rememberThisDevice: trusted } }))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'VERIFICATION_FAILED')) throw error
      const left = error.data.attemptsLeft
      if (error.data.verificationFailureReason === 'NOT_FOUND' || left === 0)
        throw new Error('Too many attempts or too much time has passed. Please start again.')
      throw new Error(`${method === 'WEBAUTHN' ? 'This passkey didn’t work' : 'This code is incorrect or has expired'}. ${left} attempts left.`)
    }
  }
  return { method, hint, submitProof, problem, usable, setMethod, setCode, setProblem, code, trusted, setTrusted }
}

export function SecondStep({ stateToken, ways, onSignedIn, onRestart }: SecondStepProps) {
  const step = useSecondStep({ ways, stateToken, onSignedIn })
  const waiting = step.method === 'EMAIL' && step.hint === undefined
  return (
    <SignInForm
      title="Two-step verification"
      lead={
        step.method === 'EMAIL' && step.hint ? (
          <>
            {methodTexts.EMAIL.ask} <strong>{step.hint}</strong>. It expires in 10 minutes.
          </>
        ) : (
          methodTexts[step.method].ask
        )
      }
      submitLabel={step.method === 'WEBAUTHN' ? 'Use passkey' : 'Sign in'}
      onSubmit={step.submitProof}
      problem={step.problem}
      foot={
        <Stack gap={0}>
          {step.usable
            .filter((other) => other !== step.method)
            .map((other) => (
              <Button
                key={other}
                variant="subtle"
                c="var(--accent-text)"
                onClick={() => {
                  step.setMethod(other)
                  step.setCode('')
                  step.setProblem(undefined)
                }}
              >
                {methodTexts[other].choose}
              </Button>
            ))}
          <Button variant="subtle" c="var(--accent-text)" onClick={onRestart}>
            Back to sign in
          </Button>
        </Stack>
      }
    >
      {step.method === 'WEBAUTHN' ? null : waiting ? (
        <Loader role="img" aria-label="Sending code" />
      ) : (
        <TextInput
          key={step.method}
          size="md"
          label={methodTexts[step.method].label}
          name="code"
          autoComplete="one-time-code"
          inputMode={step.method === 'RECOVERY_CODE' ? 'text' : 'numeric'}
          required
          withAsterisk={false}
          autoFocus
          value={step.code}
          onChange={(event) => step.setCode(event.currentTarget.value)}
        />
      )}
      <Checkbox
        size="md"
        label="Don’t ask again on this device"
        description="For 30 days. Don’t use this on a shared device."
        checked={step.trusted}
        onChange={(event) => step.setTrusted(event.currentTarget.checked)}
      />
      {step.method === 'RECOVERY_CODE' ? (
        <Text size="sm" c="dimmed">
          No codes left? Another owner can reset this under Settings, Team.
        </Text>
      ) : null}
    </SignInForm>
  )
}
