/** The second step of a sign-in: a code from the app, by letter or phone, or one of the recovery codes. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, callPath } from '../api.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Skeletons } from '../kit/states.tsx'
import { ResendCode } from './resend-code.tsx'
import type { SignInAnswer } from './sign-in-answer.ts'

/** What is said about each kind of proof: the way to it, how it is asked for, and the key that its code travels under. */
const ways: Record<string, { choose: string; label: string; ask: string; data: string }> = {
  TOTP: { choose: 'Use the authenticator app', label: 'Code', ask: 'Enter the code that your authenticator app shows now.', data: 'totpData' },
  EMAIL: { choose: 'Send a code by e-mail', label: 'Code', ask: 'We have sent a code to', data: 'emailData' },
  SMS: { choose: 'Send a text message', label: 'Code', ask: 'We have sent a text message to', data: 'smsData' },
  CALL: { choose: 'Call me', label: 'Code', ask: 'We call', data: 'callData' },
  RECOVERY_CODE: {
    choose: 'Use a recovery code',
    label: 'Recovery code',
    ask: 'Enter one of the codes that you kept when you set up the second step. Each works once.',
    data: 'recoveryCodeData',
  },
}
const isSent = (type: string) => type === 'EMAIL' || type === 'SMS' || type === 'CALL'

export interface SecondStepProps {
  stateToken: string
  /** The kinds that the server accepts, the preferred one first. */
  types: readonly string[]
  onAnswer: (answer: SignInAnswer) => Promise<void>
  /** Leads back to the first step. */
  onRestart: () => void
}
export function SecondStep({ stateToken, types, onAnswer, onRestart }: SecondStepProps) {
  const usable = types.filter((type) => ways[type])
  const [type, setType] = useState(usable[0] ?? 'TOTP')
  const [code, setCode] = useState(''),
    [trusted, setTrusted] = useState('')
  const [hint, setHint] = useState<string>(),
    [problem, setProblem] = useState<unknown>()
  const asked = useRef<string>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const way = ways[type] ?? (ways.TOTP as (typeof ways)[string])
  const send = (kind: string) => callPath<{ mfaChallengeData?: { verificationChallengeData: { hint: string } } }>('POST', `/v2/${kind}/verify`, { stateToken })
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
  const check = async () => {
    setProblem(undefined)
    const typed = type === 'RECOVERY_CODE' ? code.trim() : code.replace(/\D/g, '')
    if (type === 'RECOVERY_CODE' ? !typed : typed.length !== 6)
      invalid([{ field: 'code', description: type === 'RECOVERY_CODE' ? 'enter one of your recovery codes' : 'enter the six digits' }])
    let answer: SignInAnswer
    try {
      answer = await callPath<SignInAnswer>('POST', `/v2/${type}/verify`, { stateToken, [way.data]: { code: typed }, rememberThisDevice: trusted === 'true' })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'VERIFICATION_FAILED')) throw error
      if (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0)
        throw new ApiError(error.status, 'This sign-in took too long or had too many wrong codes. Please start again.', { code: 'STARTED_TOO_LONG_AGO' })
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
          <Form key={type} label="Second step" submit="Go on" onSubmit={check} error={problem}>
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
            <FormField
              name="rememberThisDevice"
              type="checkbox"
              label="Remember this device"
              hint="Only on a device that nobody else uses. You are not asked for a code here for a while."
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
  const said = type === 'RECOVERY_CODE' ? 'this is not one of your recovery codes, or it was used already' : 'this code is not right or no longer valid'
  return typeof left === 'number' ? `${said}; ${left} ${left === 1 ? 'try' : 'tries'} left` : said
}
