/** Two-step verification of the dashboard: a code from the app or by email, a passkey, or a recovery code. */
import { Button, Checkbox, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { passkeyErrorMessage, signWithPasskey } from '#web/kit/passkey.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    methods: {
      TOTP: { choose: 'Use authenticator app', label: 'Code', ask: 'Enter the code from your authenticator app.' },
      EMAIL: { choose: 'Email me a code', label: 'Code', ask: 'We sent a code to' },
      WEBAUTHN: { choose: 'Use a passkey', label: '', ask: 'Confirm with your fingerprint, face or screen lock.' },
      RECOVERY_CODE: { choose: 'Use a recovery code', label: 'Recovery code', ask: 'Enter one of your recovery codes. Each works once.' },
    } as Record<Method, { choose: string; label: string; ask: string }>,
    tooLate: 'Too many attempts or too much time has passed. Please start again.',
    wrongPasskey: (left: number) => `This passkey didn’t work. ${left} attempts left.`,
    wrongCode: (left: number) => `This code is incorrect or has expired. ${left} attempts left.`,
    title: 'Two-step verification',
    sent: (hint: string) => (
      <>
        We sent a code to <strong>{hint}</strong>. It expires in 10 minutes.
      </>
    ),
    confirmPasskey: 'Use passkey',
    sending: 'Sending code',
    trust: 'Don’t ask again on this device',
    trustHint: 'For 30 days. Don’t use this on a shared device.',
    noCodes: 'No codes left? Another owner can reset this under Settings, Team.',
  },
  {
    de: {
      methods: {
        TOTP: { choose: 'Authenticator-App verwenden', label: 'Code', ask: 'Gib den Code aus deiner Authenticator-App ein.' },
        EMAIL: { choose: 'Code per E-Mail senden', label: 'Code', ask: 'Wir senden dir einen Code.' },
        WEBAUTHN: { choose: 'Passkey verwenden', label: '', ask: 'Bestätige mit Fingerabdruck, Gesicht oder Gerätesperre.' },
        RECOVERY_CODE: { choose: 'Ersatzcode verwenden', label: 'Ersatzcode', ask: 'Gib einen deiner Ersatzcodes ein. Jeder gilt nur einmal.' },
      },
      tooLate: 'Die Anmeldung ist abgelaufen, oder es gab zu viele Versuche. Bitte beginne noch einmal.',
      wrongPasskey: (left) => `Dieser Passkey passt nicht. Noch ${left === 1 ? '1 Versuch' : `${left} Versuche`}.`,
      wrongCode: (left) => `Dieser Code ist falsch oder abgelaufen. Noch ${left === 1 ? '1 Versuch' : `${left} Versuche`}.`,
      title: 'Zweiter Schritt',
      sent: (hint) => (
        <>
          Wir haben einen Code an <strong>{hint}</strong> gesendet. Er gilt 10 Minuten.
        </>
      ),
      confirmPasskey: 'Passkey verwenden',
      sending: 'Code wird gesendet',
      trust: 'Auf diesem Gerät nicht mehr fragen',
      trustHint: 'Für 30 Tage. Nicht auf Geräten, die auch andere nutzen.',
      noCodes: 'Keine Codes mehr? Eine andere Person mit vollem Zugriff kann diesen Schritt unter „Einstellungen“, „Team“ zurücksetzen.',
    },
  },
)

type Method = 'TOTP' | 'EMAIL' | 'RECOVERY_CODE' | 'WEBAUTHN'
const methodTexts = currentMessages(messages).methods
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
  const t = useMessages(messages)
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
      if (error.data.verificationFailureReason === 'NOT_FOUND' || left === 0) throw new Error(t.tooLate)
      throw new Error(method === 'WEBAUTHN' ? t.wrongPasskey(Number(left)) : t.wrongCode(Number(left)))
    }
  }
  return { method, hint, submitProof, problem, usable, setMethod, setCode, setProblem, code, trusted, setTrusted }
}

export function SecondStep({ stateToken, ways, onSignedIn, onRestart }: SecondStepProps) {
  const t = useMessages(messages)
  const step = useSecondStep({ ways, stateToken, onSignedIn })
  const waiting = step.method === 'EMAIL' && step.hint === undefined
  return (
    <SignInForm
      title={t.title}
      lead={step.method === 'EMAIL' && step.hint ? t.sent(step.hint) : methodTexts[step.method].ask}
      submitLabel={step.method === 'WEBAUTHN' ? t.confirmPasskey : common.signIn}
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
            {common.backToSignIn}
          </Button>
        </Stack>
      }
    >
      {step.method === 'WEBAUTHN' ? null : waiting ? (
        <Loader role="img" aria-label={t.sending} />
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
      <Checkbox size="md" label={t.trust} description={t.trustHint} checked={step.trusted} onChange={(event) => step.setTrusted(event.currentTarget.checked)} />
      {step.method === 'RECOVERY_CODE' ? (
        <Text size="sm" c="dimmed">
          {t.noCodes}
        </Text>
      ) : null}
    </SignInForm>
  )
}
