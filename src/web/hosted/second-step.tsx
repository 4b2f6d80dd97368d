/** Second step of a sign-in: authenticator code, email or phone code, passkey, recovery code, or the password after a provider sign-in. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { Form, FormField, throwInvalid } from '../kit/form.tsx'
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from '../kit/passkey.ts'
import { Skeletons } from '../kit/states.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { ResendCode } from './resend-code.tsx'
import { type FactorType, messages } from './second-step.messages.tsx'
import type { SignInReply } from './sign-in-reply.ts'

/** The request key of each kind of proof. */
const proofKeys: Readonly<Record<FactorType, string>> = {
  TOTP: 'totpData',
  EMAIL: 'emailData',
  SMS: 'smsData',
  CALL: 'callData',
  WEBAUTHN: 'webauthnData',
  PASSWORD: 'passwordData',
  RECOVERY_CODE: 'recoveryCodeData',
}
const isFactorType = (type: string): type is FactorType => type in proofKeys
const isSentFactor = (type: FactorType) => type === 'EMAIL' || type === 'SMS' || type === 'CALL'
const hasSixDigits = (type: FactorType) => type === 'TOTP' || isSentFactor(type)

export interface SecondStepProps {
  stateToken: string
  /** The kinds that the server accepts, the preferred one first. */
  types: readonly string[]
  onReply: (reply: SignInReply) => Promise<void>
  /** Returns to the first step. */
  onRestart: () => void
}
export function SecondStep({ stateToken, types, onReply, onRestart }: SecondStepProps) {
  const t = useMessages(messages)
  const usable = types.filter(isFactorType).filter((type) => type !== 'WEBAUTHN' || canUsePasskeys())
  const [type, setType] = useState<FactorType>(usable[0] ?? 'TOTP')
  const [code, setCode] = useState(''),
    [trusted, setTrusted] = useState('')
  const [hint, setHint] = useState<string>(),
    [problem, setProblem] = useState<unknown>()
  const requestedFor = useRef<string>(undefined)
  const container = useRef<HTMLDivElement>(null)
  const texts = t.ways[type]
  const send = (factorType: FactorType) => call('identity.verify', { params: { factorType }, body: { stateToken } })
  useEffect(() => {
    // Once per choice, even where effects run twice: each request sends a code.
    if (requestedFor.current === type) return
    requestedFor.current = type
    if (!isSentFactor(type)) return
    send(type).then(
      (reply) => setHint(reply.mfaChallengeData?.verificationChallengeData.hint ?? ''),
      (error: unknown) => {
        setHint('')
        // A code sent less than a minute ago is still valid: show no error.
        if (!(error instanceof ApiError && Number(error.data.retryAfterSeconds ?? 0) > 0 && Number(error.data.retryAfterSeconds) <= 60)) setProblem(error)
      },
    )
  })
  const waiting = isSentFactor(type) && hint === undefined
  useEffect(() => {
    if (!waiting) container.current?.querySelector<HTMLElement>('input')?.focus()
  }, [waiting, type])
  const choose = (next: FactorType) => {
    setType(next)
    setCode('')
    setHint(undefined)
    setProblem(undefined)
  }
  /** What proves the step, as its kind wants it. */
  const collectProof = async (): Promise<object> => {
    if (type === 'WEBAUTHN') {
      const requestedFor = (await send(type)).mfaChallengeData?.verificationChallengeData.webauthnData
      const signed = await signWithPasskey(JSON.parse(requestedFor?.publicKeyCredentialRequestOptionsJson ?? '{}')).catch((error: unknown) => {
        throw new ApiError(400, passkeyErrorMessage(error), { code: 'PASSKEY_REFUSED' })
      })
      return { challengeId: requestedFor?.challengeId, credential: JSON.stringify(signed) }
    }
    if (type === 'PASSWORD') return { password: code }
    const typed = hasSixDigits(type) ? code.replace(/\D/g, '') : code.trim()
    if (hasSixDigits(type) ? typed.length !== 6 : !typed) throwInvalid([{ field: 'code', description: hasSixDigits(type) ? t.sixDigits : t.aRecoveryCode }])
    return { code: typed }
  }
  const verify = async () => {
    setProblem(undefined)
    const given = await collectProof()
    let reply: SignInReply
    try {
      const body = { stateToken, [proofKeys[type]]: given, rememberThisDevice: trusted === 'true' }
      reply = await call('identity.verify', { params: { factorType: type }, body })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'VERIFICATION_FAILED')) throw error
      if (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0)
        throw new ApiError(error.status, currentMessages(messages).tooLate, { code: 'STARTED_TOO_LONG_AGO' })
      if (type === 'WEBAUTHN') throw new ApiError(error.status, currentMessages(messages).wrongPasskey, { code: 'PASSKEY_REFUSED' })
      throwInvalid([{ field: 'code', description: describeWrongCode(type, error.data.attemptsLeft) }])
      throw error
    }
    await onReply(reply)
  }
  return (
    <div className="stack" ref={container}>
      {waiting ? (
        <Skeletons kind="text" count={2} />
      ) : (
        <>
          <p>{texts.ask(<strong>{hint || t.you}</strong>)}</p>
          <Form key={type} label={t.form} submit={type === 'WEBAUTHN' ? t.usePasskey : t.goOn} onSubmit={verify} error={problem}>
            {type === 'WEBAUTHN' ? null : type === 'PASSWORD' ? (
              <FormField name="code" label={texts.label} type="password" autoComplete="current-password" required value={code} onChange={setCode} />
            ) : (
              <FormField
                name="code"
                label={texts.label}
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
        {isSentFactor(type) && !waiting ? <ResendCode key={type} send={() => send(type)} /> : null}
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
function describeWrongCode(type: FactorType, left: unknown): string {
  const t = currentMessages(messages)
  const wrong = t.wrong[type] ?? t.wrongCode
  return typeof left === 'number' ? t.left(wrong, left) : wrong
}
