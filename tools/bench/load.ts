/**
 * The load generator, in a process of its own: what it costs must not be counted with what it measures. Reads one JSON
 * object (`Load`), prints one JSON line (`Taken`). `{n}` in a body becomes a number that is never used twice.
 */
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

export interface Load {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  /** Bodies to send in turns. */
  bodies?: string[] | undefined
  connections: number
  seconds: number
}
export interface Measurement {
  perSecond: number
  /** Replies. */
  count: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that were not 200, and calls that failed. */
  bad: number
}

const load = JSON.parse(await text(process.stdin)) as Load
let last = Date.now() * 1000
let turn = 0
const bodies = load.bodies ?? (load.body === undefined ? undefined : [load.body])
const nextBody = (all: readonly string[]): string => {
  const body = all[(turn += 1) % all.length] as string
  return body.includes('{n}') ? body.replaceAll('{n}', String((last += 1))) : body
}
const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  requests: [
    {
      method: load.method,
      headers: load.headers,
      ...(bodies ? { setupRequest: (request) => ({ ...request, body: nextBody(bodies) }) } : {}),
    },
  ],
})
const taken: Measurement = {
  perSecond: result.requests.average,
  count: result.requests.total,
  p50: result.latency.p50,
  p99: result.latency.p99,
  bad: result.non2xx + result.errors,
}
console.log(JSON.stringify(taken))
