/** The second step of a sign-in: a code from the app, by letter or phone, a passkey, one of the recovery codes, or the password after a provider's word. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, callPath } from '../api.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { canUsePasskeys, passkeyProblem, signWithPasskey } from '../kit/passkey.ts'
import { Skeletons } from '../kit/states.tsx'
import { sayNow, useWords } from '../kit/words.ts'
import { ResendCode } from './resend-code.tsx'
import { type Proof, said } from './second-step.words.tsx'
import type { SignInAnswer } from './sign-in-answer.ts'

/** The key that each kind of proof travels under. */
const keys: Readonly<Record<Proof, string>> = {
  TOTP: 'totpData',
  EMAIL: 'emailData',
  SMS: 'smsData',
  CALL: 'callData',
  WEBAUTHN: 'webauthnData',
  PASSWORD: 'passwordData',
  RECOVERY_CODE: 'recoveryCodeData',
}
const isProof = (type: string): type is Proof => type in keys
const isSent = (type: Proof) => type === 'EMAIL' || type === 'SMS' || type === 'CALL'
const hasSixDigits = (type: Proof) => type === 'TOTP' || isSent(type)

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
  const t = useWords(said)
  const usable = types.filter(isProof).filter((type) => type !== 'WEBAUTHN' || canUsePasskeys())
  const [type, setType] = useState<Proof>(usable[0] ?? 'TOTP')
  const [code, setCode] = useState(''),
    [trusted, setTrusted] = useState('')
  const [hint, setHint] = useState<string>(),
    [problem, setProblem] = useState<unknown>()
  const asked = useRef<string>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const way = t.ways[type]
  const send = (kind: Proof) => callPath<Challenge>('POST', `/v2/${kind}/verify`, { stateToken })
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
  const choose = (next: Proof) => {
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
    if (hasSixDigits(type) ? typed.length !== 6 : !typed) invalid([{ field: 'code', description: hasSixDigits(type) ? t.sixDigits : t.aRecoveryCode }])
    return { code: typed }
  }
  const check = async () => {
    setProblem(undefined)
    const given = await proof()
    let answer: SignInAnswer
    try {
      answer = await callPath<SignInAnswer>('POST', `/v2/${type}/verify`, { stateToken, [keys[type]]: given, rememberThisDevice: trusted === 'true' })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'VERIFICATION_FAILED')) throw error
      if (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0)
        throw new ApiError(error.status, sayNow(said).tooLate, { code: 'STARTED_TOO_LONG_AGO' })
      if (type === 'WEBAUTHN') throw new ApiError(error.status, sayNow(said).wrongPasskey, { code: 'PASSKEY_REFUSED' })
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
          <p>{way.ask(<strong>{hint || t.you}</strong>)}</p>
          <Form key={type} label={t.form} submit={type === 'WEBAUTHN' ? t.usePasskey : t.goOn} onSubmit={check} error={problem}>
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
            <FormField name="rememberThisDevice" type="checkbox" label={t.remember} hint={t.rememberHint} value={trusted} onChange={setTrusted} />
          </Form>
        </>
      )}
      <div className="or or-stack">
        {isSent(type) && !waiting ? <ResendCode key={type} send={() => send(type)} /> : null}
        {usable
          .filter((other) => other !== type)
          .map((other) => (
            <button key={other} type="button" className="plain link" onClick={() => choose(other)}>
              {t.ways[other].choose}
            </button>
          ))}
        <button type="button" className="plain link" onClick={onRestart}>
          {t.back}
        </button>
      </div>
    </div>
  )
}
function wrongCode(type: Proof, left: unknown): string {
  const t = sayNow(said)
  const wrong = t.wrong[type] ?? t.wrongCode
  return typeof left === 'number' ? t.left(wrong, left) : wrong
}
