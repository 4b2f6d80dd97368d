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
interface HistoryState {
  /** `depth` counts the steps since the page was opened. */
  signIn?: SignInStep & { depth: number }
}

/** How many steps of a sign-in lie between this moment and the opening of the page. */
export const countSteps = (): number => (history.state as HistoryState | null)?.signIn?.depth ?? 0

/** Goes back in the history and waits until it is done; where a browser does not say so, not for long. */
const goBack = (steps: number): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, 500)
    history.go(-steps)
  })

/** The step that somebody is at; `first` is the one that the page begins with. */
export function useSignInSteps(first: SignInMode) {
  const stored = useLocation({ select: ({ state }) => (state as HistoryState).signIn })
  const navigate = useNavigate()
  const depth = stored?.depth ?? 0
  const step: SignInStep = stored ?? { mode: first }
  return {
    step,
    goTo: (next: SignInStep): void => {
      const state = (old: object) => ({ ...old, signIn: { ...next, depth: depth + 1 } })
      void navigate({ to: '.', search: true, hash: true, state, resetScroll: false } as never)
    },
    /** Signed in: the page is again where it was opened, so that the way back leads out of it and not through these steps. */
    end: async (): Promise<void> => {
      if (depth > 0) await goBack(depth)
    },
  }
}
