/** A process of clients: waits for a studio and the addresses of its servers, lets its clients work on them, and tells what came of it. */
import { seededRandom } from '../kill/random.ts'
import { type Call, createWorld, enterDay, type MixStudio, type OpenDay, type Outcomes, runClients, type World } from './booking-mix.ts'

export type ToClients =
  | { kind: 'begin'; studio: MixStudio; day: OpenDay; servers: string[]; name: string; seed: number; operations: number; clients: number }
  | { kind: 'day'; day: OpenDay }
export type FromClients = { kind: 'ready' } | { kind: 'operation' } | { kind: 'end'; outcomes: Outcomes; created: string[] }

/** Each call goes to any of the servers, as a proxy would send it. Rejects when the connection breaks: none may. */
const createHttpCall =
  (servers: readonly string[], pick: (list: readonly string[]) => string): Call =>
  async (method, path, { body, token, as, headers } = {}) => {
    const response = await fetch(pick(servers) + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: token }),
        ...(as && { authorization: as.apiKey, 'wix-site-id': as.metaSiteId }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), headers: Object.fromEntries(response.headers), text }
  }

const tell = (message: FromClients) => void process.send?.(message)
let world: World | undefined

async function begin({ studio, day, servers, name, seed, operations, clients }: Extract<ToClients, { kind: 'begin' }>): Promise<void> {
  const random = seededRandom(seed)
  world = createWorld(studio, day, { call: createHttpCall(servers, random.pick), name, random })
  const outcomes = await runClients(world, { operations, clients, before: async () => tell({ kind: 'operation' }) })
  tell({ kind: 'end', outcomes, created: world.created })
  process.disconnect()
}

process.on('message', (message: ToClients) => {
  if (message.kind === 'begin') void begin(message)
  else if (world) enterDay(world, message.day)
})
tell({ kind: 'ready' })
