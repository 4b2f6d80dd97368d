/** Replies that came with the page: what it asks at its start, as everyone sees it, or in the dashboard who is signed in, needs no request. */
import { toCallKey } from '#kit/pure/call-key.ts'
import { readEmbeddedData } from './embedded-data.ts'

const replies = readEmbeddedData<Record<string, unknown>>('first-replies') ?? {}
/** Milliseconds after which what came with the page is no longer news. */
const FRESH_MS = 30_000

export const hasFirstReply = (method: string, url: string, body: unknown): boolean => toCallKey(method, url, body) in replies
/** Each is used once; undefined for what did not come with the page. */
export function takeFirstReply(method: string, url: string, body: unknown): unknown {
  const key = toCallKey(method, url, body)
  const reply = performance.now() < FRESH_MS ? replies[key] : undefined
  delete replies[key]
  return reply
}
