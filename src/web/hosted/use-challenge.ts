/** Pending and error state of the answer to a 3-D Secure challenge, which is sent outside of a form. */
import { useState } from 'react'

export type ChallengeAnswer = 'approve' | 'reject'

export function useChallenge(submit: (answer: ChallengeAnswer) => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const answer = async (choice: ChallengeAnswer): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await submit(choice)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, answer }
}
