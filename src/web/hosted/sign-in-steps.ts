/**
 * The steps of a sign-in are entries of the browser's history: "back" leads from the code to the form before it,
 * and a reload keeps the step. The history entry holds the token of the step, which is useless
 * without its code; it holds no password.
 */
import { type HistoryState, useLocation, useNavigate } from '@tanstack/react-router'

export type SignInMode = 'in' | 'up' | 'code' | 'second' | 'recover' | 'sent' | 'waiting'
export interface SignInStep {
  mode: SignInMode
  stateToken?: string
  /** The kinds of proof that the server takes in the second step. */
  types?: readonly string[]
}
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** `depth` counts the steps since the page was opened. */
    signIn?: SignInStep & { depth: number }
  }
}

/** Number of sign-in steps since the page was opened. */
export const countSteps = (): number => (history.state as HistoryState | null)?.signIn?.depth ?? 0

/** Goes back in the history and waits for it, with a timeout for browsers that fire no event. */
const goBack = (steps: number): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, 500)
    history.go(-steps)
  })

/** The current step; `first` is the one that the page begins with. */
export function useSignInSteps(first: SignInMode) {
  const stored = useLocation({ select: ({ state }) => state.signIn })
  const navigate = useNavigate()
  const depth = stored?.depth ?? 0
  const step: SignInStep = stored ?? { mode: first }
  return {
    step,
    goTo: (next: SignInStep): void => {
      const state = (old: HistoryState) => ({ ...old, signIn: { ...next, depth: depth + 1 } })
      void navigate({ to: '.', search: true, hash: true, state, resetScroll: false })
    },
    /** Signed in: returns to the entry of the page, so that "back" leaves it and not through these steps. */
    end: async (): Promise<void> => {
      if (depth > 0) await goBack(depth)
    },
  }
}
