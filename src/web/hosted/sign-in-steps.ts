/**
 * The steps of a sign-in are steps of the browser's history: the way back leads from the code to what was typed before it,
 * and a reload stays where somebody was. The entry of the history holds the token of the step, which is worth nothing
 * without the code that it waits for; it holds no password.
 */
import { useLocation, useNavigate } from '@tanstack/react-router'

export type SignInMode = 'in' | 'up' | 'code' | 'second' | 'recover' | 'sent' | 'waiting'
export interface SignInStep {
  mode: SignInMode
  stateToken?: string
  /** The kinds of proof that the server takes in the second step. */
  types?: readonly string[]
}
interface Entry {
  signIn?: SignInStep
}

/** The step that somebody is at; `first` is the one that the page begins with. */
export function useSignInSteps(first: SignInMode) {
  const step = useLocation({ select: ({ state }) => (state as Entry).signIn }) ?? { mode: first }
  const navigate = useNavigate()
  const move = (signIn: SignInStep | undefined, replace: boolean) =>
    navigate({ to: '.', search: true, hash: true, state: (old: object) => ({ ...old, signIn }), replace, resetScroll: false } as never)
  return {
    step,
    goTo: (next: SignInStep): void => void move(next, false),
    /** Signed in: whoever has to sign in here again begins anew. */
    end: (): Promise<void> => move(undefined, true),
  }
}
