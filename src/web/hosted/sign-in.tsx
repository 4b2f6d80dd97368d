/** Signing in or up in place: nothing that was chosen on the page is lost. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, callPath, queryClient } from '../api.ts'
import { acceptMemberTokens, getClientId, type TokenReply } from '../auth.ts'
import { useDraft } from '../kit/draft.ts'
import { Form, FormField, throwInvalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { useCaptcha } from './use-captcha.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import type { SignInReply } from './sign-in-reply.ts'
import { type SignInMode, useSignInSteps } from './sign-in-steps.ts'
import { messages } from './sign-in.messages.tsx'

// Most people sign in without these: they are fetched by those who do.
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }))
const ResendCode = lazy(async () => ({ default: (await import('./resend-code.tsx')).ResendCode }))
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

/**
 * Turns a session token into the sign-in cookie of this origin, so that a storefront's next silent question is answered,
 * and into tokens for the pages here. Answers where the flow goes on.
 */
async function createSession(sessionToken: string, rs: string | undefined): Promise<string> {
  const { continueTo, tokens } = await callPath<{ continueTo: string; tokens: TokenReply | null }>('POST', '/api/hosted/session', {
    sessionToken,
    ...(rs ? { rs } : {}),
  })
  if (tokens) acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'flow' })
  return continueTo
}

/** Whoever comes back from an identity provider has the cookie of this origin already; answers where the flow goes on. */
async function createSessionFromCookie(rs: string | undefined): Promise<string> {
  const { continueTo, tokens } = await callPath<{ continueTo: string; tokens: TokenReply | null }>('POST', '/api/hosted/tokens', rs ? { rs } : {})
  if (!tokens) throw new ApiError(401, currentMessages(messages).failed)
  acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'flow' })
  return continueTo
}

/** The field that a refusal is about; everything else stays a sentence above the form. */
const fieldByCode: Readonly<Record<string, string>> = { '-19976': 'password', '-19999': 'password', '-19995': 'email', VERIFICATION_FAILED: 'code' }
async function withFieldErrors<R>(call: Promise<R>): Promise<R> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'VERIFICATION_FAILED' && (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0))
      throw new ApiError(error.status, currentMessages(messages).tooLate)
    const field = fieldByCode[error.code]
    if (field) throwInvalid([{ field, description: currentMessages(messages).atField[error.code] ?? error.message }])
    throw error
  }
}
const explainRefusal = (error: ApiError): string => currentMessages(messages).refusals[error.code] ?? error.message

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
  const t = useMessages(messages)
  const [problem, setProblem] = useState('')
  const { step, goTo, end } = useSignInSteps(first === 'up' || first === 'signup' ? 'up' : first === 'recover' ? 'recover' : 'in')
  const { mode, stateToken = '', types = [] } = step
  const draft = useDraft('sign-in', { name: '', email: '' })
  const { name, email } = draft.fields
  const [password, setPassword] = useState(''),
    [code, setCode] = useState('')
  const complete = async (session: Promise<string>) => {
    const continueTo = await session
    // Pages that were left are kept in memory by browsers; nobody shall find a password there.
    setPassword('')
    draft.clear()
    await end()
    await onSignedIn(continueTo)
  }
  const handleReply = async (reply: SignInReply) => {
    if (reply.state === 'SUCCESS' && reply.sessionToken) return await complete(createSession(reply.sessionToken, rs))
    if (reply.state === 'REQUIRE_EMAIL_VERIFICATION') {
      setCode('')
      return goTo({ mode: 'code', stateToken: reply.stateToken ?? '' })
    }
    if (reply.state === 'REQUIRE_MFA')
      return goTo({
        mode: 'second',
        stateToken: reply.stateToken ?? '',
        types: (reply.requireMfaData?.availableFactors ?? []).map(({ factorType }) => factorType),
      })
    if (reply.state === 'REQUIRE_OWNER_APPROVAL') return goTo({ mode: 'waiting' })
    throw new ApiError(400, currentMessages(messages).noSuchWay)
  }
  const captcha = useCaptcha(mode === 'up' ? 'signup' : 'login')
  const handleReplyRef = useRef(handleReply)
  const resumeProviderSignIn = async () => {
    const { takeProviderCallback: cameBack } = await import('./provider-callback.ts')
    // Reading it takes it out of the address: where effects run twice, the second finds nothing.
    const back = cameBack()
    if (!back) return
    if (back.problem) setProblem(back.problem)
    else if (back.state === 'SUCCESS') await complete(createSessionFromCookie(rs)).catch(() => setProblem(currentMessages(messages).failedCookies))
    else
      await handleReplyRef
        .current({
          state: back.state ?? '',
          stateToken: back.stateToken ?? '',
          requireMfaData: { availableFactors: (back.factors ?? []).map((factorType) => ({ factorType })) },
        })
        .catch((error: Error) => setProblem(error.message))
  }
  useEffect(() => {
    if (location.hash) void resumeProviderSignIn()
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
  const assertFilled = (...fields: ('nickname' | 'email' | 'password')[]) => {
    const missing = {
      nickname: name.trim() ? '' : t.enterName,
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? '' : t.enterEmail,
      password: password ? '' : mode === 'up' ? t.choosePassword : t.enterPassword,
    }
    const wrong = fields.filter((field) => missing[field]).map((field) => ({ field, description: missing[field] }))
    if (wrong.length > 0) throwInvalid(wrong)
  }
  const submit = {
    in: async () => {
      assertFilled('email', 'password')
      const reply = await captcha.withCaptcha((captchaTokens) =>
        withFieldErrors(callPath<SignInReply>('POST', '/v2/login', { loginId: { email: email.trim() }, password, captchaTokens })),
      )
      await handleReply(reply)
    },
    up: async () => {
      assertFilled('nickname', 'email', 'password')
      const [firstName = '', ...lastNames] = name.trim().split(/\s+/)
      const profile = { firstName, lastName: lastNames.join(' '), nickname: name.trim() }
      const reply = await captcha.withCaptcha((captchaTokens) =>
        withFieldErrors(callPath<SignInReply>('POST', '/v2/register', { loginId: { email: email.trim() }, password, profile, captchaTokens })),
      )
      await handleReply(reply)
    },
    code: async () => {
      const digits = code.replace(/\D/g, '')
      if (digits.length !== 6) throwInvalid([{ field: 'code', description: t.sixDigits }])
      await handleReply(await withFieldErrors(callPath<SignInReply>('POST', '/v1/auth/verify', { code: digits, stateToken })))
    },
    recover: async () => {
      assertFilled('email')
      await callPath('POST', '/v1/send-email', { email: email.trim(), language: site.language, redirect: { clientId: getClientId() } })
      goTo({ mode: 'sent' })
    },
  }
  const modeLink = (to: SignInMode, text: string) => (
    <button type="button" className="plain link" onClick={() => goTo({ mode: to })}>
      {text}
    </button>
  )
  const providers = <ProviderButtons rs={rs} returnUrl={returnUrl ?? location.pathname + location.search} />
  const emailField = (
    <FormField
      name="email"
      label={t.email}
      type="email"
      autoComplete={mode === 'in' ? 'username' : 'email'}
      inputMode="email"
      required
      value={email}
      onChange={(to) => draft.change({ email: to })}
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
          <Form key="in" label={t.signIn} submit={t.signIn} onSubmit={submit.in} explain={explainRefusal}>
            {emailField}
            <FormField name="password" label={t.password} type="password" autoComplete="current-password" required value={password} onChange={setPassword} />
            {captcha.field}
          </Form>
          <Suspense fallback={null}>
            <PasskeyButton onReply={handleReply} />
          </Suspense>
          {providers}
          <div className="or">{modeLink('recover', t.forgot)}</div>
          <div className="or">
            <span className="dim">{t.newHere}</span>
            {modeLink('up', t.create)}
          </div>
        </>
      ) : null}
      {mode === 'up' ? (
        <>
          <Form key="up" label={t.titles.up} submit={t.createAccount} onSubmit={submit.up} explain={explainRefusal}>
            <FormField name="nickname" label={t.name} autoComplete="name" required value={name} onChange={(to) => draft.change({ name: to })} maxLength={100} />
            {emailField}
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
            {captcha.field}
          </Form>
          {providers}
          <div className="or">
            <span className="dim">{t.already}</span>
            {modeLink('in', t.signIn)}
          </div>
        </>
      ) : null}
      {mode === 'code' ? (
        <>
          <p>{t.codeSent(<strong>{email || t.yourEmail}</strong>)}</p>
          <Form key="code" label={t.enterCode} submit={t.goOn} onSubmit={submit.code} explain={explainRefusal}>
            <FormField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
          </Form>
          <div className="or or-stack">
            <Suspense fallback={null}>
              <ResendCode send={() => callPath('POST', '/v1/auth/resend', { stateToken })} />
            </Suspense>
            {modeLink('up', t.otherEmail)}
            {modeLink('in', t.back)}
          </div>
        </>
      ) : null}
      {mode === 'second' ? (
        <Suspense fallback={null}>
          <SecondStep
            stateToken={stateToken}
            types={types}
            onReply={handleReply}
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
            {emailField}
          </Form>
          <div className="or">{modeLink('in', t.back)}</div>
        </>
      ) : null}
      {mode === 'sent' ? (
        <>
          <p role="status">{t.linkSent(<strong>{email}</strong>)}</p>
          <div className="or">{modeLink('in', t.back)}</div>
        </>
      ) : null}
      {mode === 'waiting' ? <p role="status">{t.looksAt(site.name)}</p> : null}
    </div>
  )
}
