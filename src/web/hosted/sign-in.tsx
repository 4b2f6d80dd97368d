/** Signing in or up in place: nothing that was chosen on the page is lost. */
import { useState } from 'react'
import { ApiError, callPath, queryClient } from '../api.ts'
import { acceptMemberTokens, getClientId, type TokenAnswer } from '../auth.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'

interface SignInAnswer {
  state: string
  sessionToken?: string
  stateToken?: string
}
type Mode = 'in' | 'up' | 'code' | 'recover' | 'sent' | 'waiting'

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

const sayRefusal =
  (mode: Mode) =>
  (error: ApiError): string => {
    const code = error.code
    if (code === '-19976' || code === '-19999' || (mode === 'in' && error.status === 401))
      return 'This e-mail and password do not belong together. Check both, or set a new password.'
    if (code === '-19995') return 'There is already an account with this e-mail. Sign in instead.'
    if (code === '-19973') return 'Please set a new password first: choose “Forgot your password?”.'
    if (code === '-19958') return 'This account is blocked. Please contact us.'
    if (mode === 'code' && error.violations.length === 0 && error.status < 500) return 'This code is not right or no longer valid. Ask for a new one.'
    return error.message
  }

export interface SignInProps {
  mode?: string | undefined
  title?: string
  onSignedIn: (continueTo: string) => unknown
  rs?: string | undefined
  heading?: 'h1' | 'h2'
}
/** `rs` names the flow of a storefront that this sign-in belongs to. */
export function SignIn({ mode: first, title, onSignedIn, rs, heading: Heading = 'h2' }: SignInProps) {
  const site = useSite()
  const [mode, setMode] = useState<Mode>(first === 'up' || first === 'signup' ? 'up' : 'in')
  const [email, setEmail] = useState(''),
    [password, setPassword] = useState(''),
    [name, setName] = useState(''),
    [code, setCode] = useState(''),
    [stateToken, setStateToken] = useState('')
  const [sentAgain, setSentAgain] = useState(false)
  const proceed = async (answer: SignInAnswer) => {
    if (answer.state === 'SUCCESS' && answer.sessionToken) {
      await onSignedIn(await signInHere(answer.sessionToken, rs))
      return
    }
    if (answer.state === 'REQUIRE_EMAIL_VERIFICATION') {
      setStateToken(answer.stateToken ?? '')
      setMode('code')
      return
    }
    if (answer.state === 'REQUIRE_OWNER_APPROVAL') {
      setMode('waiting')
      return
    }
    throw new ApiError(400, 'We could not sign you in this way. Please contact us.')
  }
  const words = name.trim().split(/\s+/)
  const checkEmail = () => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) invalid([{ field: 'email', description: 'enter your e-mail, like anna@example.com' }])
  }
  const submit = {
    in: async () => {
      checkEmail()
      if (!password) invalid([{ field: 'password', description: 'enter your password' }])
      await proceed(await callPath<SignInAnswer>('POST', '/v2/login', { loginId: { email: email.trim() }, password }))
    },
    up: async () => {
      checkEmail()
      await proceed(
        await callPath<SignInAnswer>('POST', '/v2/register', {
          loginId: { email: email.trim() },
          password,
          profile: { firstName: words[0] ?? '', lastName: words.slice(1).join(' '), nickname: name.trim() },
        }),
      )
    },
    code: async () => await proceed(await callPath<SignInAnswer>('POST', '/v1/auth/verify', { code: code.replace(/\s/g, ''), stateToken })),
    recover: async () => {
      checkEmail()
      await callPath('POST', '/v1/send-email', { email: email.trim(), language: site.language, redirect: { clientId: getClientId() } })
      setMode('sent')
    },
  }
  const titles: Record<Mode, string> = {
    in: title ?? 'Sign in',
    up: 'Create your account',
    code: 'Check your e-mail',
    recover: 'Set a new password',
    sent: 'Check your e-mail',
    waiting: 'Thank you, almost there',
  }
  const swap = (to: Mode, text: string) => (
    <button type="button" className="plain link" onClick={() => setMode(to)}>
      {text}
    </button>
  )
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
    <div className="card stack">
      <Heading style={{ fontSize: '1.6rem' }}>{titles[mode]}</Heading>
      {mode === 'in' ? (
        <>
          <Form key="in" label="Sign in" submit="Sign in" onSubmit={submit.in} explain={sayRefusal('in')}>
            {mail}
            <FormField name="password" label="Password" type="password" autoComplete="current-password" required value={password} onChange={setPassword} />
          </Form>
          <div className="or">{swap('recover', 'Forgot your password?')}</div>
          <div className="or">
            <span className="dim">New here?</span>
            {swap('up', 'Create an account')}
          </div>
        </>
      ) : null}
      {mode === 'up' ? (
        <>
          <Form key="up" label="Create your account" submit="Create account" onSubmit={submit.up} explain={sayRefusal('up')}>
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
          </Form>
          <div className="or">
            <span className="dim">Already a member?</span>
            {swap('in', 'Sign in')}
          </div>
        </>
      ) : null}
      {mode === 'code' ? (
        <>
          <p>
            We have sent a code to <strong>{email}</strong>. Enter it here to go on.
          </p>
          {sentAgain ? (
            <Note tone="good" role="status">
              A new code is on its way.
            </Note>
          ) : null}
          <Form key="code" label="Enter the code" submit="Go on" onSubmit={submit.code} explain={sayRefusal('code')}>
            <FormField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={7} />
          </Form>
          <div className="or">
            <button
              type="button"
              className="plain link"
              onClick={() => {
                void callPath('POST', '/v1/auth/resend', { stateToken }).then(
                  () => setSentAgain(true),
                  () => setSentAgain(false),
                )
              }}
            >
              Send a new code
            </button>
            {swap('in', 'Use another e-mail')}
          </div>
        </>
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
