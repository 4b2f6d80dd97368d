/** Sign-in and sign-up in place: nothing that was chosen on the page around it is lost. */
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Note } from '../kit/states.tsx'
import { useMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { EmailCodeForm, LinkSent, PasswordForm, RecoverForm, SignInForm, SignUpForm } from './sign-in-forms.tsx'
import type { SignInMode } from './sign-in-steps.ts'
import { messages } from './sign-in.messages.tsx'
import { useSignIn } from './use-sign-in.ts'

// Rarely needed, so loaded on demand.
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

export interface SignInProps {
  mode?: string | undefined
  title?: string
  onSignedIn: (continueTo: string) => unknown
  /** The flow of a storefront that this sign-in belongs to. */
  rs?: string | undefined
  heading?: 'h1' | 'h2'
  /** Where a sign-in at an identity provider continues; this page without it. */
  returnUrl?: string
  /** Who signs up, where it is known: then only a password is asked for. */
  known?: { name: string; email: string } | undefined
  /** Why a sign-in is needed here. */
  note?: ReactNode
}

const toFirstMode = (mode: string | undefined): SignInMode => (mode === 'up' || mode === 'signup' ? 'up' : mode === 'recover' ? 'recover' : 'in')

export function SignIn({ mode: requestedMode, title, onSignedIn, rs, note, heading: Heading = 'h2', returnUrl, known }: SignInProps) {
  const site = useSite()
  const t = useMessages(messages)
  const state = useSignIn({ firstMode: toFirstMode(requestedMode), rs, onSignedIn })
  const { mode, stateToken = '', types = [] } = state.step
  const card = useFocusOnStep(mode)
  const step = { state, rs, returnUrl: returnUrl ?? location.pathname + location.search }
  const isFirstStep = mode === 'in' || mode === 'up'
  return (
    <div className="card stack" ref={card}>
      <Heading className="title" tabIndex={-1}>
        {mode === 'in' ? (title ?? t.titles.in) : t.titles[mode]}
      </Heading>
      {state.problem && isFirstStep ? (
        <Note tone="bad" role="alert">
          {state.problem}
        </Note>
      ) : null}
      {note && isFirstStep ? <Note tone="warn">{note}</Note> : null}
      {mode === 'in' ? <SignInForm {...step} /> : null}
      {mode === 'up' ? known ? <PasswordForm state={state} email={known.email} /> : <SignUpForm {...step} /> : null}
      {mode === 'code' ? <EmailCodeForm state={state} canChangeEmail={!known} /> : null}
      {mode === 'second' ? (
        <Suspense fallback={null}>
          <SecondStep
            stateToken={stateToken}
            types={types}
            onReply={state.handleReply}
            onRestart={() => {
              state.setPassword('')
              state.goTo({ mode: 'in' })
            }}
          />
        </Suspense>
      ) : null}
      {mode === 'recover' ? <RecoverForm state={state} /> : null}
      {mode === 'sent' ? <LinkSent state={state} /> : null}
      {mode === 'waiting' ? <p role="status">{t.looksAt(site.name)}</p> : null}
    </div>
  )
}

/** Moves the focus to the first field of a new step, or to its heading. */
function useFocusOnStep(mode: SignInMode) {
  const card = useRef<HTMLDivElement>(null)
  const shownMode = useRef(mode)
  useEffect(() => {
    if (shownMode.current === mode) return
    shownMode.current = mode
    const target = card.current?.querySelector<HTMLElement>('input') ?? card.current?.querySelector<HTMLElement>('[tabindex="-1"]')
    target?.focus()
  }, [mode])
  return card
}
