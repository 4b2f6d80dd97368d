/**
 * Calls to services at addresses that owners entered: identity providers, captcha and text message services. Over https to
 * the public internet only, so that no owner can read the network of the server (SSRF); redirects are not followed.
 */
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { lookupPublicAddress } from './public-lookup.ts'
import { findUrlProblem, type UrlProblem } from './public-address.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

let allowPrivate = false
/** Set once at start by the operator: whether private addresses are allowed, and loopback over plain http. */
export const allowPrivateTargets = (isAllowed: boolean): void => void (allowPrivate = isAllowed)
export const arePrivateTargetsAllowed = (): boolean => allowPrivate

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
/** The problem of an address; undefined when it may be called. Its name is resolved and checked again at the call. */
export function findServiceUrlProblem(address: string): UrlProblem | undefined {
  const problem = findUrlProblem(address, allowPrivate)
  // These services receive secrets: plain http is allowed to loopback only.
  const isPlain = problem === undefined && new URL(address).protocol === 'http:'
  return isPlain && !loopbackHosts.includes(new URL(address).hostname) ? 'NOT_HTTPS' : problem
}

export interface FetchPublicOptions {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | URLSearchParams | undefined
  signal?: AbortSignal | undefined
  /** How much of the answer is read, where a megabyte is too little: a calendar. */
  maxBytes?: number | undefined
  /** How long the call may take as a whole; ten seconds unless said. */
  timeoutMs?: number | undefined
}

/** Thrown when an answer is longer than it may be. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}
/** Thrown for an address that may not be called; nothing was sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBytes) throw new AnswerTooLarge('the service says more than can be read')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** As `fetch`, within the bounds above: ten seconds, a megabyte unless said, no redirects. Throws when the address is refused or the call fails. */
export async function fetchPublic(
  address: string,
  { method = 'GET', headers = {}, body, signal, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS }: FetchPublicOptions = {},
): Promise<Response> {
  const problem = findServiceUrlProblem(address)
  if (problem) throw new AddressRefused(`the address is refused: ${problem}`)
  const url = new URL(address)
  const isForm = body instanceof URLSearchParams
  const requestBody = body === undefined ? undefined : Buffer.from(body.toString())
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method,
        headers: {
          'user-agent': 'Atrium',
          ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
          ...headers,
          ...(requestBody ? { 'content-length': requestBody.length } : {}),
        },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        agent: false,
        ...(allowPrivate ? {} : { lookup: lookupPublicAddress }),
      },
      done,
    )
    request.once('error', fail)
    request.end(requestBody)
  })
  const status = response.statusCode ?? 0
  const responseBody = await readBody(response, maxBytes)
  const responseHeaders = Object.entries(response.headers).flatMap(([name, value]): [string, string][] => [value ?? []].flat().map((one) => [name, one]))
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(responseBody), { status, headers: responseHeaders })
}
