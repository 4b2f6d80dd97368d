/** The forms of sign-in, one per step. */
import { lazy, Suspense } from 'react'
import { Form, FormField } from '../kit/form.tsx'
import { useMessages } from '../kit/messages.ts'
import { Skeleton } from '../kit/states.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { explainRefusal } from './sign-in-refusals.ts'
import type { SignInMode } from './sign-in-steps.ts'
import { messages } from './sign-in.messages.tsx'
import type { SignInState } from './use-sign-in.ts'

// Most people sign in without these.
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }))
const ResendCode = lazy(async () => ({ default: (await import('./resend-code.tsx')).ResendCode }))

export interface StepProps {
  state: SignInState
  rs: string | undefined
  /** Where a sign-in at an identity provider continues. */
  returnUrl: string
}

function ModeLink({ state, to, children }: { state: SignInState; to: SignInMode; children: string }) {
  return (
    <button type="button" className="plain link" onClick={() => state.goTo({ mode: to })}>
      {children}
    </button>
  )
}

function EmailField({ state, autoComplete }: { state: SignInState; autoComplete: 'username' | 'email' }) {
  const t = useMessages(messages)
  return (
    <FormField
      name="email"
      label={t.email}
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      required
      value={state.values.email}
      onChange={(email) => state.change({ email })}
    />
  )
}

export function SignInForm({ state, rs, returnUrl }: StepProps) {
  const t = useMessages(messages)
  return (
    <>
      <Form label={t.signIn} submit={t.signIn} onSubmit={state.signIn} explain={explainRefusal}>
        <EmailField state={state} autoComplete="username" />
        <FormField
          name="password"
          label={t.password}
          type="password"
          autoComplete="current-password"
          required
          value={state.values.password}
          onChange={state.setPassword}
        />
        {state.captchaField}
      </Form>
      <Suspense fallback={<PasskeySkeleton />}>
        <PasskeyButton onReply={state.handleReply} />
      </Suspense>
      <ProviderButtons rs={rs} returnUrl={returnUrl} />
      <div className="or">
        <ModeLink state={state} to="recover">
          {t.forgot}
        </ModeLink>
      </div>
      <div className="or">
        <span className="dim">{t.newHere}</span>
        <ModeLink state={state} to="up">
          {t.create}
        </ModeLink>
      </div>
    </>
  )
}

/** As high as the button, which most sites offer: what stands below stays where it is. */
const PasskeySkeleton = () => ('PublicKeyCredential' in window ? <Skeleton height={44} /> : null)

function NewPasswordField({ state }: { state: SignInState }) {
  const t = useMessages(messages)
  return (
    <FormField
      name="password"
      label={t.password}
      hint={t.passwordHint}
      type="password"
      autoComplete="new-password"
      required
      value={state.values.password}
      onChange={state.setPassword}
    />
  )
}

/** Sign-up of a person whose name and email are known. */
export function PasswordForm({ state, email }: { state: SignInState; email: string }) {
  const t = useMessages(messages)
  return (
    <>
      <p>{t.onlyPassword(<strong>{email}</strong>)}</p>
      <Form label={t.titles.up} submit={t.createAccount} onSubmit={state.signUp} explain={explainRefusal}>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <NewPasswordField state={state} />
        {state.captchaField}
      </Form>
    </>
  )
}

export function SignUpForm({ state, rs, returnUrl }: StepProps) {
  const t = useMessages(messages)
  return (
    <>
      <Form label={t.titles.up} submit={t.createAccount} onSubmit={state.signUp} explain={explainRefusal}>
        <FormField
          name="nickname"
          label={t.name}
          autoComplete="name"
          required
          value={state.values.name}
          onChange={(name) => state.change({ name })}
          maxLength={100}
        />
        <EmailField state={state} autoComplete="email" />
        <NewPasswordField state={state} />
        {state.captchaField}
      </Form>
      <ProviderButtons rs={rs} returnUrl={returnUrl} />
      <div className="or">
        <span className="dim">{t.already}</span>
        <ModeLink state={state} to="in">
          {t.signIn}
        </ModeLink>
      </div>
    </>
  )
}

export function EmailCodeForm({ state, canChangeEmail }: { state: SignInState; canChangeEmail: boolean }) {
  const t = useMessages(messages)
  return (
    <>
      <p>{t.codeSent(<strong>{state.values.email || t.yourEmail}</strong>)}</p>
      <Form label={t.enterCode} submit={t.goOn} onSubmit={state.verifyCode} explain={explainRefusal}>
        <FormField
          name="code"
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={state.values.code}
          onChange={state.setCode}
          maxLength={11}
        />
      </Form>
      <div className="or or-stack">
        <Suspense fallback={null}>
          <ResendCode send={state.resendCode} />
        </Suspense>
        {canChangeEmail ? (
          <ModeLink state={state} to="up">
            {t.otherEmail}
          </ModeLink>
        ) : null}
        <ModeLink state={state} to="in">
          {t.back}
        </ModeLink>
      </div>
    </>
  )
}

export function RecoverForm({ state }: { state: SignInState }) {
  const t = useMessages(messages)
  return (
    <>
      <p className="dim">{t.linkIntro}</p>
      <Form label={t.titles.recover} submit={t.sendLink} onSubmit={state.requestPasswordLink}>
        <EmailField state={state} autoComplete="email" />
      </Form>
      <div className="or">
        <ModeLink state={state} to="in">
          {t.back}
        </ModeLink>
      </div>
    </>
  )
}

export function LinkSent({ state }: { state: SignInState }) {
  const t = useMessages(messages)
  return (
    <>
      <p role="status">{t.linkSent(<strong>{state.values.email}</strong>)}</p>
      <div className="or">
        <ModeLink state={state} to="in">
          {t.back}
        </ModeLink>
      </div>
    </>
  )
}
