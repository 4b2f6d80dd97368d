/**
 * Calls to services whose address somebody typed in: identity providers, captcha and text message services. Over https to
 * the open internet only, so that no owner of a site reads the network that the server stands in; redirects are not followed.
 */
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { openAddressesOnly } from './open-lookup.ts'
import { problemOfTarget, type TargetProblem } from './target.ts'

const WAIT_MS = 10_000
const MOST_BYTES = 1_000_000

let toPrivate = false
/** The operator's word, said once at the start: whether private addresses may be reached, and this very machine in plain. */
export const mayReachPrivate = (may: boolean): void => void (toPrivate = may)

const thisMachine = ['localhost', '127.0.0.1', '[::1]']
/** What speaks against an address; undefined when it may be called. Its name is looked at again when it is. */
export function problemOfService(address: string): TargetProblem | undefined {
  const problem = problemOfTarget(address, toPrivate)
  // Secrets go to these services: in plain they stay on this very machine, whatever the operator says.
  const isPlain = problem === undefined && new URL(address).protocol === 'http:'
  return isPlain && !thisMachine.includes(new URL(address).hostname) ? 'NOT_HTTPS' : problem
}

interface Wish {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | URLSearchParams | undefined
  signal?: AbortSignal | undefined
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MOST_BYTES) throw new Error('the service says more than can be read')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** As `fetch`, within the bounds above: ten seconds, a megabyte, no redirects. Throws when the address is refused or nobody answers. */
export async function reach(address: string, { method = 'GET', headers = {}, body, signal }: Wish = {}): Promise<Response> {
  const problem = problemOfService(address)
  if (problem) throw new Error(`the address is refused: ${problem}`)
  const url = new URL(address)
  const form = body instanceof URLSearchParams
  const bytes = body === undefined ? undefined : Buffer.from(body.toString())
  const late = AbortSignal.timeout(WAIT_MS)
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const call = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method,
        headers: {
          'user-agent': 'Atrium',
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
          ...headers,
          ...(bytes ? { 'content-length': bytes.length } : {}),
        },
        signal: signal ? AbortSignal.any([signal, late]) : late,
        agent: false,
        ...(toPrivate ? {} : { lookup: openAddressesOnly }),
      },
      done,
    )
    call.once('error', fail)
    call.end(bytes)
  })
  const status = answer.statusCode ?? 0
  const read = await bytesOf(answer)
  const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] => [value ?? []].flat().map((one) => [name, one]))
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(read), { status, headers: fields })
}
