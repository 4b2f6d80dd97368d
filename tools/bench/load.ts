/**
 * The load generator, in a process of its own: what it costs must not be counted with what it measures. Takes one JSON
 * argument (`Load`), prints one JSON line (`Taken`). `{n}` in a body becomes a number that is never used twice.
 */
import autocannon from 'autocannon'

export interface Load {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  connections: number
  seconds: number
}
export interface Taken {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that were not 200, and calls that failed. */
  bad: number
}

const load = JSON.parse(process.argv[2] ?? '{}') as Load
const { body } = load
let last = Date.now() * 1000
const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  requests: [
    {
      method: load.method,
      headers: load.headers,
      ...(body === undefined
        ? {}
        : { setupRequest: (request) => ({ ...request, body: body.includes('{n}') ? body.replaceAll('{n}', String((last += 1))) : body }) }),
    },
  ],
})
const taken: Taken = {
  perSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  bad: result.non2xx + result.errors,
}
console.log(JSON.stringify(taken))
