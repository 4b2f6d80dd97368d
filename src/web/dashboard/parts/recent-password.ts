/** Who asks for the password when a call is refused without it: a dialog that is open anyhow, or one that opens for it, so that no screen has to know which calls are grave. */
import { setRefusalAnswer } from '#web/api.ts'
import type { PasswordRequest } from './password-request.ts'

let inPlace = 0

/** Runs calls after whose refusal the caller shows a dialog of its own, which asks for the password. */
export async function askingInPlace<T>(run: () => Promise<T>): Promise<T> {
  inPlace += 1
  try {
    return await run()
  } finally {
    inPlace -= 1
  }
}

/** From now on a call that is refused without the password is repeated once it was given. */
export const answerRefusals = (show: (request: PasswordRequest) => void): void =>
  setRefusalAnswer(async ({ code }) => code === 'REAUTHENTICATION_REQUIRED' && inPlace === 0 && (await import('./password-request.ts')).askForPassword(show))
