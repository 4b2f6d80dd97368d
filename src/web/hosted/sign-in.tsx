/** Signing in or up in place: nothing that was chosen on the page is lost. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, callPath, queryClient } from '../api.ts'
import { acceptMemberTokens, getClientId, type TokenAnswer } from '../auth.ts'
import { useDraft } from '../kit/draft.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { sayNow, useWords } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import { useHumanProof } from './human-proof.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import type { SignInAnswer } from './sign-in-answer.ts'
import { type SignInMode, useSignInSteps } from './sign-in-steps.ts'
import { said } from './sign-in.words.tsx'

// Most people sign in without these: they are fetched by those who do.
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }))
const ResendCode = lazy(async () => ({ default: (await import('./resend-code.tsx')).ResendCode }))
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

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
  if (!tokens) throw new ApiError(401, sayNow(said).failed)
  acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'flow' })
  return continueTo
}

/** The field that a refusal is about; everything else stays a sentence above the form. */
const fieldOf: Readonly<Record<string, string>> = { '-19976': 'password', '-19999': 'password', '-19995': 'email', VERIFICATION_FAILED: 'code' }
async function placed<R>(call: Promise<R>): Promise<R> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'VERIFICATION_FAILED' && (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0))
      throw new ApiError(error.status, sayNow(said).tooLate)
    const field = fieldOf[error.code]
    if (field) invalid([{ field, description: sayNow(said).atField[error.code] ?? error.message }])
    throw error
  }
}
const sayRefusal = (error: ApiError): string => sayNow(said).refusals[error.code] ?? error.message

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
  const t = useWords(said)
  const [problem, setProblem] = useState('')
  const { step, goTo, end } = useSignInSteps(first === 'up' || first === 'signup' ? 'up' : first === 'recover' ? 'recover' : 'in')
  const { mode, stateToken = '', types = [] } = step
  const typed = useDraft('sign-in', { name: '', email: '' })
  const { name, email } = typed.fields
  const [password, setPassword] = useState(''),
    [code, setCode] = useState('')
  const enter = async (entering: Promise<string>) => {
    const continueTo = await entering
    // Pages that were left are kept in memory by browsers; nobody shall find a password there.
    setPassword('')
    typed.forget()
    await end()
    await onSignedIn(continueTo)
  }
  const proceed = async (answer: SignInAnswer) => {
    if (answer.state === 'SUCCESS' && answer.sessionToken) return await enter(signInHere(answer.sessionToken, rs))
    if (answer.state === 'REQUIRE_EMAIL_VERIFICATION') {
      setCode('')
      return goTo({ mode: 'code', stateToken: answer.stateToken ?? '' })
    }
    if (answer.state === 'REQUIRE_MFA')
      return goTo({
        mode: 'second',
        stateToken: answer.stateToken ?? '',
        types: (answer.requireMfaData?.availableFactors ?? []).map(({ factorType }) => factorType),
      })
    if (answer.state === 'REQUIRE_OWNER_APPROVAL') return goTo({ mode: 'waiting' })
    throw new ApiError(400, sayNow(said).noSuchWay)
  }
  const captcha = useHumanProof(mode === 'up' ? 'signup' : 'login')
  const goOn = useRef(proceed)
  const takeUp = async () => {
    const { cameBack } = await import('./came-back.ts')
    // Reading it takes it out of the address: where effects run twice, the second finds nothing.
    const back = cameBack()
    if (!back) return
    if (back.problem) setProblem(back.problem)
    else if (back.state === 'SUCCESS') await enter(enterByCookie(rs)).catch(() => setProblem(sayNow(said).failedCookies))
    else
      await goOn
        .current({
          state: back.state ?? '',
          stateToken: back.stateToken ?? '',
          requireMfaData: { availableFactors: (back.factors ?? []).map((factorType) => ({ factorType })) },
        })
        .catch((error: Error) => setProblem(error.message))
  }
  useEffect(() => {
    if (location.hash) void takeUp()
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
  /** Says all that is missing at once, not one field after the other. */
  const demand = (...fields: ('nickname' | 'email' | 'password')[]) => {
    const missing = {
      nickname: name.trim() ? '' : t.enterName,
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? '' : t.enterEmail,
      password: password ? '' : mode === 'up' ? t.choosePassword : t.enterPassword,
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
      const [firstName = '', ...lastNames] = name.trim().split(/\s+/)
      const profile = { firstName, lastName: lastNames.join(' '), nickname: name.trim() }
      const answer = await captcha.proven((captchaTokens) =>
        placed(callPath<SignInAnswer>('POST', '/v2/register', { loginId: { email: email.trim() }, password, profile, captchaTokens })),
      )
      await proceed(answer)
    },
    code: async () => {
      const digits = code.replace(/\D/g, '')
      if (digits.length !== 6) invalid([{ field: 'code', description: t.sixDigits }])
      await proceed(await placed(callPath<SignInAnswer>('POST', '/v1/auth/verify', { code: digits, stateToken })))
    },
    recover: async () => {
      demand('email')
      await callPath('POST', '/v1/send-email', { email: email.trim(), language: site.language, redirect: { clientId: getClientId() } })
      goTo({ mode: 'sent' })
    },
  }
  const swap = (to: SignInMode, text: string) => (
    <button type="button" className="plain link" onClick={() => goTo({ mode: to })}>
      {text}
    </button>
  )
  const elsewhere = <ProviderButtons rs={rs} returnUrl={returnUrl ?? location.pathname + location.search} />
  const mail = (
    <FormField
      name="email"
      label={t.email}
      type="email"
      autoComplete={mode === 'in' ? 'username' : 'email'}
      inputMode="email"
      required
      value={email}
      onChange={(to) => typed.change({ email: to })}
    />
  )
  return (
    <div className="card stack" ref={card}>
      <Heading className="title" tabIndex={-1}>
        {mode === 'in' ? (title ?? t.titles.in) : t.titles[mode]}
      </Heading>
      {problem && (mode === 'in' || mode === 'up') ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {note && (mode === 'in' || mode === 'up') ? <Note tone="warn">{note}</Note> : null}
      {mode === 'in' ? (
        <>
          <Form key="in" label={t.signIn} submit={t.signIn} onSubmit={submit.in} explain={sayRefusal}>
            {mail}
            <FormField name="password" label={t.password} type="password" autoComplete="current-password" required value={password} onChange={setPassword} />
            {captcha.check}
          </Form>
          <Suspense fallback={null}>
            <PasskeyButton onAnswer={proceed} />
          </Suspense>
          {elsewhere}
          <div className="or">{swap('recover', t.forgot)}</div>
          <div className="or">
            <span className="dim">{t.newHere}</span>
            {swap('up', t.create)}
          </div>
        </>
      ) : null}
      {mode === 'up' ? (
        <>
          <Form key="up" label={t.titles.up} submit={t.createAccount} onSubmit={submit.up} explain={sayRefusal}>
            <FormField name="nickname" label={t.name} autoComplete="name" required value={name} onChange={(to) => typed.change({ name: to })} maxLength={100} />
            {mail}
            <FormField
              name="password"
              label={t.password}
              hint={t.passwordHint}
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
            <span className="dim">{t.already}</span>
            {swap('in', t.signIn)}
          </div>
        </>
      ) : null}
      {mode === 'code' ? (
        <>
          <p>{t.codeSent(<strong>{email || t.yourEmail}</strong>)}</p>
          <Form key="code" label={t.enterCode} submit={t.goOn} onSubmit={submit.code} explain={sayRefusal}>
            <FormField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
          </Form>
          <div className="or or-stack">
            <Suspense fallback={null}>
              <ResendCode send={() => callPath('POST', '/v1/auth/resend', { stateToken })} />
            </Suspense>
            {swap('up', t.otherEmail)}
            {swap('in', t.back)}
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
              goTo({ mode: 'in' })
            }}
          />
        </Suspense>
      ) : null}
      {mode === 'recover' ? (
        <>
          <p className="dim">{t.linkIntro}</p>
          <Form key="recover" label={t.titles.recover} submit={t.sendLink} onSubmit={submit.recover}>
            {mail}
          </Form>
          <div className="or">{swap('in', t.back)}</div>
        </>
      ) : null}
      {mode === 'sent' ? (
        <>
          <p role="status">{t.linkSent(<strong>{email}</strong>)}</p>
          <div className="or">{swap('in', t.back)}</div>
        </>
      ) : null}
      {mode === 'waiting' ? <p role="status">{t.looksAt(site.name)}</p> : null}
    </div>
  )
}
