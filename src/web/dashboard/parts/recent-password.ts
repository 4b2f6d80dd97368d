/** Who asks for the password when a call is refused without it: a dialog that is open anyhow, or one that opens for it (answer-refusals.ts). */
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
export const isAskedInPlace = (): boolean => inPlace > 0
