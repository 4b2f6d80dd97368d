/** The state of a sign-in or sign-up: its step, what is entered, and what each form sends. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { getClientId } from '../auth.ts'
import { useDraft } from '../kit/draft.ts'
import { throwInvalid } from '../kit/form.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { createSession, createSessionFromCookie } from './session.ts'
import { withFieldErrors } from './sign-in-refusals.ts'
import type { SignInReply } from './sign-in-reply.ts'
import { type SignInMode, useSignInSteps } from './sign-in-steps.ts'
import { messages } from './sign-in.messages.tsx'
import { useCaptcha } from '../kit/use-captcha.tsx'

interface UseSignIn {
  firstMode: SignInMode
  rs: string | undefined
  onSignedIn: (continueTo: string) => unknown
}
export function useSignIn({ firstMode, rs, onSignedIn }: UseSignIn) {
  const [problem, setProblem] = useState('')
  const { step, goTo, end } = useSignInSteps(firstMode)
  const draft = useDraft('sign-in', { name: '', email: '' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const complete = async (session: Promise<string>) => {
    const continueTo = await session
    // The back/forward cache keeps left pages in memory: clear the passwords.
    setPassword('')
    draft.clear()
    await end()
    await onSignedIn(continueTo)
  }
  const handleReply = async ({ state, sessionToken, stateToken, requireMfaData }: SignInReply): Promise<void> => {
    if (state === 'SUCCESS' && sessionToken) return complete(createSession(sessionToken, rs))
    if (state === 'REQUIRE_EMAIL_VERIFICATION') {
      setCode('')
      return goTo({ mode: 'code', stateToken: stateToken ?? '' })
    }
    if (state === 'REQUIRE_MFA')
      return goTo({ mode: 'second', stateToken: stateToken ?? '', types: (requireMfaData?.availableFactors ?? []).map(({ factorType }) => factorType) })
    if (state === 'REQUIRE_OWNER_APPROVAL') return goTo({ mode: 'waiting' })
    throw new ApiError(400, currentMessages(messages).noSuchWay)
  }
  useProviderCallback({ rs, complete, handleReply, onProblem: setProblem })
  const values = { ...draft.fields, password, code }
  return {
    step,
    goTo,
    problem,
    values,
    change: draft.change,
    setPassword,
    setCode,
    handleReply,
    ...useSignInRequests({ mode: step.mode, stateToken: step.stateToken ?? '', values, goTo, handleReply }),
  }
}
export type SignInState = ReturnType<typeof useSignIn>

interface ProviderCallbackHandlers {
  rs: string | undefined
  complete: (session: Promise<string>) => Promise<void>
  handleReply: (reply: SignInReply) => Promise<void>
  onProblem: (problem: string) => void
}
/** Continues a sign-in that returned from an identity provider. */
function useProviderCallback(handlers: ProviderCallbackHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (location.hash) void resumeProviderSignIn(latest.current)
  }, [])
}
async function resumeProviderSignIn({ rs, complete, handleReply, onProblem }: ProviderCallbackHandlers): Promise<void> {
  const { takeProviderCallback } = await import('./provider-callback.ts')
  // Reading takes it out of the address: where effects run twice, the second one finds nothing.
  const callback = takeProviderCallback()
  if (!callback) return
  if (callback.problem) return onProblem(callback.problem)
  if (callback.state === 'SUCCESS') return complete(createSessionFromCookie(rs)).catch(() => onProblem(currentMessages(messages).failedCookies))
  const availableFactors = (callback.factors ?? []).map((factorType) => ({ factorType }))
  await handleReply({ state: callback.state ?? '', stateToken: callback.stateToken ?? '', requireMfaData: { availableFactors } }).catch((error: Error) =>
    onProblem(error.message),
  )
}

interface RequestsInput {
  mode: SignInMode
  stateToken: string
  values: { name: string; email: string; password: string; code: string }
  goTo: (step: { mode: SignInMode }) => void
  handleReply: (reply: SignInReply) => Promise<void>
}
/** What the forms send. */
function useSignInRequests({ mode, stateToken, values, goTo, handleReply }: RequestsInput) {
  const site = useSite()
  const t = useMessages(messages)
  const captcha = useCaptcha(mode === 'up' ? 'signup' : 'login')
  const { name, email, password, code } = values
  /** Reports all missing fields at once. */
  const assertFilled = (...fields: ('nickname' | 'email' | 'password')[]): void => {
    const missing = {
      nickname: name.trim() ? '' : t.enterName,
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? '' : t.enterEmail,
      password: password ? '' : mode === 'up' ? t.choosePassword : t.enterPassword,
    }
    const violations = fields.filter((field) => missing[field]).map((field) => ({ field, description: missing[field] }))
    if (violations.length > 0) throwInvalid(violations)
  }
  const sendWithCaptcha = (name: 'identity.loginV2' | 'identity.registerV2', body: object): Promise<SignInReply> =>
    captcha.withCaptcha((captchaTokens) => withFieldErrors(call(name, { body: { loginId: { email: email.trim() }, password, ...body, captchaTokens } })))
  return {
    captchaField: captcha.field,
    signIn: async () => {
      assertFilled('email', 'password')
      await handleReply(await sendWithCaptcha('identity.loginV2', {}))
    },
    signUp: async () => {
      assertFilled('nickname', 'email', 'password')
      const [firstName = '', ...lastNames] = name.trim().split(/\s+/)
      await handleReply(await sendWithCaptcha('identity.registerV2', { profile: { firstName, lastName: lastNames.join(' '), nickname: name.trim() } }))
    },
    verifyCode: async () => {
      const digits = code.replace(/\D/g, '')
      if (digits.length !== 6) throwInvalid([{ field: 'code', description: t.sixDigits }])
      await handleReply(await withFieldErrors(call('identity.verifyDuringAuthentication', { body: { code: digits, stateToken } })))
    },
    resendCode: () => call('identity.resendDuringAuthentication', { body: { stateToken } }),
    requestPasswordLink: async () => {
      assertFilled('email')
      await call('identity.sendRecoveryEmail', { body: { email: email.trim(), language: site.language, redirect: { clientId: getClientId() } } })
      goTo({ mode: 'sent' })
    },
  }
}
