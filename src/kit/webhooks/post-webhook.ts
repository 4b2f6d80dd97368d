/** Posts one webhook. The name is resolved here, and the connection goes to a checked address. */
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { metrics } from '../observability/metrics.ts'
import { lookupPublicAddress } from '../http/public-lookup.ts'
import { findUrlProblem } from '../http/public-address.ts'

const TIMEOUT_MS = 10_000

/** The status of the answer. Throws when there is none within ten seconds, or when the target may not be reached. Redirects are not followed. */
export async function postWebhook(target: string, body: string, options: { allowPrivate: boolean }): Promise<number> {
  try {
    const status = await post(target, body, options)
    metrics.webhooks.inc({ outcome: status >= 200 && status < 300 ? 'delivered' : 'refused' })
    return status
  } catch (error) {
    metrics.webhooks.inc({ outcome: 'unreachable' })
    throw error
  }
}

function post(target: string, body: string, { allowPrivate }: { allowPrivate: boolean }): Promise<number> {
  const problem = findUrlProblem(target, allowPrivate)
  if (problem) return Promise.reject(new Error(`the target is refused: ${problem}`))
  const url = new URL(target)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body), 'user-agent': 'Atrium' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(allowPrivate ? {} : { lookup: lookupPublicAddress }),
      },
      (response) => {
        // The body is not needed; reading it would let a receiver hold the connection.
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}
