/** A call that is refused without the password asks for it and is repeated: no screen has to know which calls are grave. */
import { setRefusalAnswer } from '#web/api.ts'
import type { ConfirmRequest } from './confirm-dialog.tsx'
import { isAskedInPlace } from './recent-password.ts'

/** From now on a call that is refused without the password is repeated once it was given. Returns what ends this. */
export function answerRefusals(show: (request: ConfirmRequest) => void): () => void {
  // Calls that are refused together are answered together.
  let asked: Promise<boolean> | undefined
  const ask = async () => {
    try {
      return await (await import('./password-request.ts')).askForPassword(show)
    } finally {
      asked = undefined
    }
  }
  setRefusalAnswer(async ({ code }) => code === 'REAUTHENTICATION_REQUIRED' && !isAskedInPlace() && (await (asked ??= ask())))
  return () => setRefusalAnswer(undefined)
}
