/**
 * The load generator of flows, in a process of its own: several calls after one another that make one booking. Reads one JSON object (`FlowLoad`), prints
 * one JSON line (`FlowMeasurement`). `{n}` becomes the number of the flow, `{id}` the id of the booking that its first call made, other names the values of
 * its turn.
 */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface FlowStep {
  method: 'POST'
  path: string
  /** Of the callers, in turns. */
  headers: Record<string, string>[]
  body: object
  /** What goes into the body, in turns. */
  values?: Record<string, string>[]
}
export interface FlowLoad {
  origin: string
  steps: FlowStep[]
  /** The number of the first flow. */
  from: number
  count: number
  connections: number
}
export interface FlowMeasurement {
  perSecond: number
  /** Milliseconds of a whole flow. */
  p50: number
  p99: number
  /** The first reply that was not 200. */
  failure?: string | undefined
}

async function send(agent: Agent, url: string, method: string, headers: Record<string, string>, body: string): Promise<{ status: number; body: string }> {
  const lengths = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request(url, { agent, method, headers: { ...headers, ...lengths } })
  call.end(body)
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, body: await text(reply) }
}

async function runFlow(agent: Agent, { origin, steps }: FlowLoad, n: number): Promise<string | undefined> {
  let id = ''
  for (const { path, method, headers, body, values = [] } of steps) {
    const filled: Record<string, string> = { n: String(n), id, ...values[n % Math.max(1, values.length)] }
    const fill = (template: string) => template.replaceAll(/\{(\w+)\}/g, (found, name: string) => filled[name] ?? found)
    const sent = fill(JSON.stringify(body))
    const reply = await send(agent, origin + fill(path), method, headers[n % headers.length] ?? {}, sent)
    if (reply.status !== 200) return `${path} answered ${reply.status}: ${reply.body.slice(0, 300)}; asked with ${sent}`
    id ||= (JSON.parse(reply.body) as { booking: { id: string } }).booking.id
  }
  return undefined
}

const load = JSON.parse(await text(process.stdin)) as FlowLoad
const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
const times: number[] = []
let next = load.from
let failure: string | undefined
const begun = performance.now()
await Promise.all(
  Array.from({ length: load.connections }, async () => {
    while (next < load.from + load.count && !failure) {
      const n = next++
      const at = performance.now()
      failure ??= await runFlow(agent, load, n)
      times.push(performance.now() - at)
    }
  }),
)
const seconds = (performance.now() - begun) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
agent.destroy()
console.log(JSON.stringify({ perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failure } satisfies FlowMeasurement))
