/** Signing in or up in place: nothing that was chosen on the page is lost. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, callPath, queryClient, useAsk } from '../api.ts'
import { acceptMemberTokens, getClientId, type TokenAnswer } from '../auth.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { cameBack } from './came-back.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { ResendCode } from './resend-code.tsx'
import type { SignInAnswer } from './sign-in-answer.ts'

// Most people sign in without either: they are fetched by those who do.
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }))
const HumanCheck = lazy(async () => ({ default: (await import('./captcha.tsx')).HumanCheck }))
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

type Mode = 'in' | 'up' | 'code' | 'second' | 'recover' | 'sent' | 'waiting'

/**
 * Turns a session token into the sign-in cookie of this origin, so that a storefront's next silent question is answered,
 * and into tokens for the pages here. Answers where the flow goes on.
 */
async function signInHere(sessionToken: string, rs: string | undefined): Promise<string> {
  const { continueTo, tokens } = await callPath<{ continueTo: string; tokens: TokenAnswer | null }>('POST', '/api/hosted/session', {
    sessionToken,
    ...(rs ? { rs } : {}),
  })
  if (tokens) acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'flow' })
  return continueTo
}

/** Whoever comes back from an identity provider has the cookie of this origin already; answers where the flow goes on. */
async function enterByCookie(rs: string | undefined): Promise<string> {
  const { continueTo, tokens } = await callPath<{ continueTo: string; tokens: TokenAnswer | null }>('POST', '/api/hosted/tokens', rs ? { rs } : {})
  if (!tokens) throw new ApiError(401, 'Signing in did not work. Please try again.')
  acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'flow' })
  return continueTo
}

/** Puts what the server refused beside the field that it is about; everything else stays a sentence above the form. */
const atField: Record<string, [field: string, description: string]> = {
  '-19976': ['password', 'this e-mail and password do not belong together; check both, or set a new password'],
  '-19999': ['password', 'this e-mail and password do not belong together; check both, or set a new password'],
  '-19995': ['email', 'there is already an account with this e-mail; sign in instead'],
  VERIFICATION_FAILED: ['code', 'this code is not right or no longer valid'],
}
const inWords: Record<string, string> = {
  '-19973': 'Please set a new password first: choose “Forgot your password?”.',
  '-19958': 'This account is blocked. Please contact us.',
  MEMBER_BLOCKED: 'This account is blocked. Please contact us.',
}
async function placed<R>(call: Promise<R>): Promise<R> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const place = atField[error.code]
    if (place) invalid([{ field: place[0], description: place[1] }])
    throw error
  }
}
const sayRefusal = (error: ApiError): string => inWords[error.code] ?? error.message

type CaptchaTokens = { Recaptcha: string }[]
/** What the site asks of people to tell them from programs; and the proof that goes with a try. */
function useCaptcha(action: 'login' | 'signup') {
  const facts = useAsk('identity.getSignInConfig', { query: {} }).data?.captcha
  const [token, setToken] = useState(''),
    [asked, setAsked] = useState(false),
    [missing, setMissing] = useState(false),
    [round, setRound] = useState(0)
  const shown = facts !== undefined && (asked || facts[action] === 'ALWAYS')
  /** `send` with the proof; what the browser can prove by itself is proven without a question. */
  const proven = async <R,>(send: (tokens: CaptchaTokens) => Promise<R>): Promise<R> => {
    setMissing(false)
    if (shown && !token) {
      setMissing(true)
      throw new ApiError(400, 'Please confirm that you are not a robot.', { code: 'CAPTCHA_OPEN' })
    }
    try {
      return await send(token ? [{ Recaptcha: token }] : [])
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (facts?.provider === 'altcha' && code === '-19971' && !token) {
        const { proofOfWork } = await import('./captcha.tsx')
        return await send([{ Recaptcha: await proofOfWork(facts.challengeUrl) }])
      }
      if (code === '-19971' || code === '-19970') setAsked(true)
      // A token is good for one try.
      setToken('')
      setRound((old) => old + 1)
      throw error
    }
  }
  const check =
    shown && facts ? (
      <Suspense fallback={null}>
        <HumanCheck
          key={round}
          facts={facts}
          onToken={(next) => {
            setToken(next)
            setMissing(false)
          }}
          problem={missing ? 'Please confirm that you are not a robot.' : undefined}
        />
      </Suspense>
    ) : null
  return { proven, check }
}

export interface SignInProps {
  mode?: string | undefined
  title?: string
  onSignedIn: (continueTo: string) => unknown
  rs?: string | undefined
  heading?: 'h1' | 'h2'
  /** Where somebody goes on who signs in at an identity provider; this page, if nothing is said. */
  returnUrl?: string
  /** Why somebody has to sign in here. */
  note?: ReactNode
}
/** `rs` names the flow of a storefront that this sign-in belongs to. */
export function SignIn({ mode: first, title, onSignedIn, rs, note, heading: Heading = 'h2', returnUrl }: SignInProps) {
  const site = useSite()
  const [problem, setProblem] = useState('')
  const [mode, setMode] = useState<Mode>(first === 'up' || first === 'signup' ? 'up' : first === 'recover' ? 'recover' : 'in')
  const [email, setEmail] = useState(''),
    [password, setPassword] = useState(''),
    [name, setName] = useState(''),
    [code, setCode] = useState(''),
    [stateToken, setStateToken] = useState(''),
    [types, setTypes] = useState<readonly string[]>([])
  const proceed = async (answer: SignInAnswer) => {
    if (answer.state === 'SUCCESS' && answer.sessionToken) {
      await onSignedIn(await signInHere(answer.sessionToken, rs))
      return
    }
    if (answer.state === 'REQUIRE_EMAIL_VERIFICATION') {
      setStateToken(answer.stateToken ?? '')
      setCode('')
      setMode('code')
      return
    }
    if (answer.state === 'REQUIRE_MFA') {
      setStateToken(answer.stateToken ?? '')
      setTypes((answer.requireMfaData?.availableFactors ?? []).map(({ factorType }) => factorType))
      setMode('second')
      return
    }
    if (answer.state === 'REQUIRE_OWNER_APPROVAL') {
      setMode('waiting')
      return
    }
    throw new ApiError(400, 'We could not sign you in this way. Please contact us.')
  }
  const captcha = useCaptcha(mode === 'up' ? 'signup' : 'login')
  const goOn = useRef(proceed)
  useEffect(() => {
    // Reading it takes it out of the address: where effects run twice, the second finds nothing.
    const back = cameBack()
    if (!back) return
    if (back.problem) setProblem(back.problem)
    else if (back.state === 'SUCCESS')
      enterByCookie(rs).then(onSignedIn, () => setProblem('Signing in did not work. Please try again, and allow cookies for this page.'))
    else
      void goOn
        .current({
          state: back.state ?? '',
          stateToken: back.stateToken ?? '',
          requireMfaData: { availableFactors: (back.factors ?? []).map((factorType) => ({ factorType })) },
        })
        .catch((error: Error) => setProblem(error.message))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const card = useRef<HTMLDivElement>(null)
  const shownMode = useRef(mode)
  useEffect(() => {
    if (shownMode.current === mode) return
    shownMode.current = mode
    const place = card.current?.querySelector<HTMLElement>('input') ?? card.current?.querySelector<HTMLElement>('[tabindex="-1"]')
    place?.focus()
  }, [mode])
  const words = name.trim().split(/\s+/)
  /** Says all that is missing at once, not one field after the other. */
  const demand = (...fields: ('nickname' | 'email' | 'password')[]) => {
    const missing = {
      nickname: name.trim() ? '' : 'enter your name',
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? '' : 'enter your e-mail, like anna@example.com',
      password: password ? '' : mode === 'up' ? 'choose a password' : 'enter your password',
    }
    const wrong = fields.filter((field) => missing[field]).map((field) => ({ field, description: missing[field] }))
    if (wrong.length > 0) invalid(wrong)
  }
  const submit = {
    in: async () => {
      demand('email', 'password')
      const answer = await captcha.proven((captchaTokens) =>
        placed(callPath<SignInAnswer>('POST', '/v2/login', { loginId: { email: email.trim() }, password, captchaTokens })),
      )
      await proceed(answer)
    },
    up: async () => {
      demand('nickname', 'email', 'password')
      const profile = { firstName: words[0] ?? '', lastName: words.slice(1).join(' '), nickname: name.trim() }
      const answer = await captcha.proven((captchaTokens) =>
        placed(callPath<SignInAnswer>('POST', '/v2/register', { loginId: { email: email.trim() }, password, profile, captchaTokens })),
      )
      await proceed(answer)
    },
    code: async () => {
      const digits = code.replace(/\D/g, '')
      if (digits.length !== 6) invalid([{ field: 'code', description: 'enter the six digits from the e-mail' }])
      await proceed(await placed(callPath<SignInAnswer>('POST', '/v1/auth/verify', { code: digits, stateToken })))
    },
    recover: async () => {
      demand('email')
      await callPath('POST', '/v1/send-email', { email: email.trim(), language: site.language, redirect: { clientId: getClientId() } })
      setMode('sent')
    },
  }
  const titles: Record<Mode, string> = {
    in: title ?? 'Sign in',
    up: 'Create your account',
    code: 'Check your e-mail',
    second: 'One more step',
    recover: 'Set a new password',
    sent: 'Check your e-mail',
    waiting: 'Thank you, almost there',
  }
  const swap = (to: Mode, text: string) => (
    <button type="button" className="plain link" onClick={() => setMode(to)}>
      {text}
    </button>
  )
  const elsewhere = <ProviderButtons rs={rs} returnUrl={returnUrl ?? location.pathname + location.search} />
  const mail = (
    <FormField
      name="email"
      label="E-mail"
      type="email"
      autoComplete={mode === 'in' ? 'username' : 'email'}
      inputMode="email"
      required
      value={email}
      onChange={setEmail}
    />
  )
  return (
    <div className="card stack" ref={card}>
      <Heading className="title" tabIndex={-1}>
        {titles[mode]}
      </Heading>
      {problem && (mode === 'in' || mode === 'up') ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {note && (mode === 'in' || mode === 'up') ? <Note tone="warn">{note}</Note> : null}
      {mode === 'in' ? (
        <>
          <Form key="in" label="Sign in" submit="Sign in" onSubmit={submit.in} explain={sayRefusal}>
            {mail}
            <FormField name="password" label="Password" type="password" autoComplete="current-password" required value={password} onChange={setPassword} />
            {captcha.check}
          </Form>
          <Suspense fallback={null}>
            <PasskeyButton onAnswer={proceed} />
          </Suspense>
          {elsewhere}
          <div className="or">{swap('recover', 'Forgot your password?')}</div>
          <div className="or">
            <span className="dim">New here?</span>
            {swap('up', 'Create an account')}
          </div>
        </>
      ) : null}
      {mode === 'up' ? (
        <>
          <Form key="up" label="Create your account" submit="Create account" onSubmit={submit.up} explain={sayRefusal}>
            <FormField name="nickname" label="Your name" autoComplete="name" required value={name} onChange={setName} maxLength={100} />
            {mail}
            <FormField
              name="password"
              label="Password"
              hint="At least 8 characters. A few words in a row are good."
              type="password"
              autoComplete="new-password"
              required
              value={password}
              onChange={setPassword}
            />
            {captcha.check}
          </Form>
          {elsewhere}
          <div className="or">
            <span className="dim">Already a member?</span>
            {swap('in', 'Sign in')}
          </div>
        </>
      ) : null}
      {mode === 'code' ? (
        <>
          <p>
            We have sent a code to <strong>{email || 'your e-mail'}</strong>. Enter it here to go on.
          </p>
          <Form key="code" label="Enter the code" submit="Go on" onSubmit={submit.code} explain={sayRefusal}>
            <FormField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
          </Form>
          <div className="or or-stack">
            <ResendCode send={() => callPath('POST', '/v1/auth/resend', { stateToken })} />
            {swap('up', 'Use another e-mail')}
          </div>
        </>
      ) : null}
      {mode === 'second' ? (
        <Suspense fallback={null}>
          <SecondStep
            stateToken={stateToken}
            types={types}
            onAnswer={proceed}
            onRestart={() => {
              setPassword('')
              setMode('in')
            }}
          />
        </Suspense>
      ) : null}
      {mode === 'recover' ? (
        <>
          <p className="dim">We send you a link with which you choose a new one.</p>
          <Form key="recover" label="Set a new password" submit="Send the link" onSubmit={submit.recover}>
            {mail}
          </Form>
          <div className="or">{swap('in', 'Back to sign in')}</div>
        </>
      ) : null}
      {mode === 'sent' ? (
        <>
          <p role="status">
            If there is an account for <strong>{email}</strong>, a link to set a new password is on its way. It may take a minute.
          </p>
          <div className="or">{swap('in', 'Back to sign in')}</div>
        </>
      ) : null}
      {mode === 'waiting' ? <p role="status">{site.name} looks at every new account. You will get an e-mail as soon as yours is open.</p> : null}
    </div>
  )
}
