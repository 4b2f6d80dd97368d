/** Many calls in the same moment, and what became of them. */
import type { TestReply } from '../test-server.ts'

export interface Outcome {
  won: TestReply[]
  lost: TestReply[]
  /** Milliseconds of the slowest call. */
  slowest: number
}

/** Starts `count` calls before the first can end. Anything but success and a polite refusal is a failure of the server. */
export async function concurrently(count: number, call: (at: number) => Promise<TestReply>): Promise<Outcome> {
  let slowest = 0
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const begun = performance.now()
      const answer = await call(at)
      slowest = Math.max(slowest, performance.now() - begun)
      return answer
    }),
  )
  const rude = answers.filter(({ status }) => status >= 500)
  if (rude.length > 0) throw new Error(`${rude.length} of ${count} calls failed, the first with ${rude[0]?.status}: ${rude[0]?.text}`)
  return { won: answers.filter(({ status }) => status === 200), lost: answers.filter(({ status }) => status !== 200), slowest }
}

export const errorCode = (answer: TestReply): string => answer.body?.details?.applicationError?.code ?? `status ${answer.status}`
