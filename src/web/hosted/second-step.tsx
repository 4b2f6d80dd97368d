/** The second step of a sign-in: a code from the app, by letter or phone, a passkey, one of the recovery codes, or the password after a provider's word. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, callPath } from '../api.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { canUsePasskeys, passkeyProblem, signWithPasskey } from '../kit/passkey.ts'
import { Skeletons } from '../kit/states.tsx'
import { ResendCode } from './resend-code.tsx'
import type { SignInAnswer } from './sign-in-answer.ts'

/** What is said about each kind of proof: the way to it, how it is asked for, and the key that its proof travels under. */
const ways: Record<string, { choose: string; label: string; ask: string; data: string }> = {
  TOTP: { choose: 'Use the authenticator app', label: 'Code', ask: 'Enter the code that your authenticator app shows now.', data: 'totpData' },
  EMAIL: { choose: 'Send a code by e-mail', label: 'Code', ask: 'We have sent a code to', data: 'emailData' },
  SMS: { choose: 'Send a text message', label: 'Code', ask: 'We have sent a text message to', data: 'smsData' },
  CALL: { choose: 'Call me', label: 'Code', ask: 'We call', data: 'callData' },
  WEBAUTHN: {
    choose: 'Use a passkey',
    label: '',
    ask: 'Confirm with your finger, your face or the lock of your device.',
    data: 'webauthnData',
  },
  PASSWORD: { choose: 'Use my password', label: 'Password', ask: 'Enter the password of your account.', data: 'passwordData' },
  RECOVERY_CODE: {
    choose: 'Use a recovery code',
    label: 'Recovery code',
    ask: 'Enter one of the codes that you kept when you set up the second step. Each works once.',
    data: 'recoveryCodeData',
  },
}
const isSent = (type: string) => type === 'EMAIL' || type === 'SMS' || type === 'CALL'
const hasSixDigits = (type: string) => type === 'TOTP' || isSent(type)

interface Challenge {
  mfaChallengeData?: { verificationChallengeData: { hint: string; webauthnData?: { challengeId: string; publicKeyCredentialRequestOptionsJson: string } } }
}

export interface SecondStepProps {
  stateToken: string
  /** The kinds that the server accepts, the preferred one first. */
  types: readonly string[]
  onAnswer: (answer: SignInAnswer) => Promise<void>
  /** Leads back to the first step. */
  onRestart: () => void
}
export function SecondStep({ stateToken, types, onAnswer, onRestart }: SecondStepProps) {
  const usable = types.filter((type) => ways[type] && (type !== 'WEBAUTHN' || canUsePasskeys()))
  const [type, setType] = useState(usable[0] ?? 'TOTP')
  const [code, setCode] = useState(''),
    [trusted, setTrusted] = useState('')
  const [hint, setHint] = useState<string>(),
    [problem, setProblem] = useState<unknown>()
  const asked = useRef<string>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const way = ways[type] ?? (ways.TOTP as (typeof ways)[string])
  const send = (kind: string) => callPath<Challenge>('POST', `/v2/${kind}/verify`, { stateToken })
  useEffect(() => {
    // Asked once for every choice, even where effects run twice: each question sends a code.
    if (asked.current === type) return
    asked.current = type
    if (!isSent(type)) return
    send(type).then(
      (answer) => setHint(answer.mfaChallengeData?.verificationChallengeData.hint ?? ''),
      (error: unknown) => {
        setHint('')
        // A code that was sent less than a minute ago is still good: there is nothing to say about it.
        if (!(error instanceof ApiError && Number(error.data.retryAfterSeconds ?? 0) > 0 && Number(error.data.retryAfterSeconds) <= 60)) setProblem(error)
      },
    )
  })
  const waiting = isSent(type) && hint === undefined
  useEffect(() => {
    if (!waiting) box.current?.querySelector<HTMLElement>('input')?.focus()
  }, [waiting, type])
  const choose = (next: string) => {
    setType(next)
    setCode('')
    setHint(undefined)
    setProblem(undefined)
  }
  /** What proves the step, as its kind wants it. */
  const proof = async (): Promise<object> => {
    if (type === 'WEBAUTHN') {
      const asked = (await send(type)).mfaChallengeData?.verificationChallengeData.webauthnData
      const signed = await signWithPasskey(JSON.parse(asked?.publicKeyCredentialRequestOptionsJson ?? '{}')).catch((error: unknown) => {
        throw new ApiError(400, passkeyProblem(error), { code: 'PASSKEY_REFUSED' })
      })
      return { challengeId: asked?.challengeId, credential: JSON.stringify(signed) }
    }
    if (type === 'PASSWORD') return { password: code }
    const typed = hasSixDigits(type) ? code.replace(/\D/g, '') : code.trim()
    if (hasSixDigits(type) ? typed.length !== 6 : !typed)
      invalid([{ field: 'code', description: hasSixDigits(type) ? 'enter the six digits' : 'enter one of your recovery codes' }])
    return { code: typed }
  }
  const check = async () => {
    setProblem(undefined)
    const given = await proof()
    let answer: SignInAnswer
    try {
      answer = await callPath<SignInAnswer>('POST', `/v2/${type}/verify`, { stateToken, [way.data]: given, rememberThisDevice: trusted === 'true' })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'VERIFICATION_FAILED')) throw error
      if (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0)
        throw new ApiError(error.status, 'This sign-in took too long or had too many wrong codes. Please start again.', { code: 'STARTED_TOO_LONG_AGO' })
      if (type === 'WEBAUTHN') throw new ApiError(error.status, 'This passkey does not fit. Please try again or use another way.', { code: 'PASSKEY_REFUSED' })
      invalid([{ field: 'code', description: wrongCode(type, error.data.attemptsLeft) }])
      throw error
    }
    await onAnswer(answer)
  }
  return (
    <div className="stack" ref={box}>
      {waiting ? (
        <Skeletons kind="text" count={2} />
      ) : (
        <>
          <p>
            {way.ask}
            {isSent(type) ? (
              <>
                {' '}
                <strong>{hint || 'you'}</strong>.
              </>
            ) : null}
          </p>
          <Form key={type} label="Second step" submit={type === 'WEBAUTHN' ? 'Use the passkey' : 'Go on'} onSubmit={check} error={problem}>
            {type === 'WEBAUTHN' ? null : type === 'PASSWORD' ? (
              <FormField name="code" label={way.label} type="password" autoComplete="current-password" required value={code} onChange={setCode} />
            ) : (
              <FormField
                name="code"
                label={way.label}
                inputMode={type === 'RECOVERY_CODE' ? 'text' : 'numeric'}
                autoComplete="one-time-code"
                required
                value={code}
                onChange={setCode}
                maxLength={type === 'RECOVERY_CODE' ? 40 : 11}
              />
            )}
            <FormField
              name="rememberThisDevice"
              type="checkbox"
              label="Remember this device"
              hint="Only on a device that nobody else uses. You are not asked for this step here for thirty days."
              value={trusted}
              onChange={setTrusted}
            />
          </Form>
        </>
      )}
      <div className="or or-stack">
        {isSent(type) && !waiting ? <ResendCode key={type} send={() => send(type)} /> : null}
        {usable
          .filter((other) => other !== type)
          .map((other) => (
            <button key={other} type="button" className="plain link" onClick={() => choose(other)}>
              {ways[other]?.choose}
            </button>
          ))}
        <button type="button" className="plain link" onClick={onRestart}>
          Back to sign in
        </button>
      </div>
    </div>
  )
}
function wrongCode(type: string, left: unknown): string {
  const said =
    type === 'RECOVERY_CODE'
      ? 'this is not one of your recovery codes, or it was used already'
      : type === 'PASSWORD'
        ? 'this is not your password'
        : 'this code is not right or no longer valid'
  return typeof left === 'number' ? `${said}; ${left} ${left === 1 ? 'try' : 'tries'} left` : said
}
