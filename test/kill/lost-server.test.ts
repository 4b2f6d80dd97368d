/**
 * The PostgreSQL server cuts connections and restarts under load: the process lives, nothing that was acknowledged is lost, no client
 * reads an error of ours, and all goes on as soon as the server does.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '../../tools/postgres.ts'
import { ownerCall, type Studio } from './clients.ts'
import { type MovableAddress, openMovableAddress } from './movable-address.ts'
import { ensureBuilt, serverProcess, type ServerProcess } from './server.ts'

let postgres: Postgres
/** Where the server of the product finds its database: an address that moves with it. */
let address: MovableAddress
let server: ServerProcess
let studio: Pick<Studio, 'base' | 'site'>

beforeAll(async () => {
  ensureBuilt()
  postgres = await startPostgres({ durable: true })
  address = await openMovableAddress(postgres.url)
  server = await serverProcess({ DATABASE_URL: address.url })
  await server.start()
  const made = await fetch(`${server.base}/_test/site`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  studio = { base: server.base, site: await made.json() }
})
afterAll(async () => {
  await server.end()
  await address.close()
  await postgres.stop()
})

interface Answer {
  status: number
  retryAfter: string | null
  text: string
}
const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(server.base + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: studio.site.apiKey, 'wix-site-id': studio.site.metaSiteId },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}
let made = 0
const write = (name = `Plan ${made++}`) => send('POST', '/v2/plans', { plan: { name, pricing: { singlePaymentUnlimited: true, price: { value: '10.00' } } } })
const read = () => send('GET', '/v2/plans?limit=10')
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** What people were answered, and the names of what was kept for them. */
interface Seen {
  reads: Answer[]
  writes: Answer[]
  kept: string[]
}
/** Lets people read and write while something happens to the server. */
async function underLoad(event: (seen: Seen) => Promise<unknown>): Promise<Seen> {
  const seen: Seen = { reads: [], writes: [], kept: [] }
  let goesOn = true
  const worker = async (work: () => Promise<unknown>) => {
    while (goesOn) await work()
  }
  const workers = [
    ...Array.from({ length: 6 }, () => worker(async () => seen.reads.push(await read()))),
    ...Array.from({ length: 6 }, () =>
      worker(async () => {
        const name = `Plan ${made++}`
        const answer = await write(name)
        seen.writes.push(answer)
        if (answer.status === 200) seen.kept.push(name)
        else await delay(20)
      }),
    ),
  ]
  await delay(300)
  await event(seen)
  goesOn = false
  await Promise.all(workers)
  return seen
}

async function expectKept(names: readonly string[]): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from plan')
  await client.end()
  const found = new Set(rows.map(({ name }) => name))
  expect(names.filter((name) => !found.has(name))).toEqual([])
}

/** Every answer is one that the API documents. */
function expectOnlyRetryableErrors(answers: readonly Answer[]): void {
  const impolite = answers.filter(({ status, retryAfter, text }) => {
    if (status === 200) return false
    const code = JSON.parse(text).details?.applicationError?.code
    return status !== 503 || retryAfter !== '1' || code !== 'UNAVAILABLE'
  })
  expect(impolite.slice(0, 3)).toEqual([])
}

test('connections that are cut: reads are answered all the same, writes are kept or answered 503', async () => {
  const seen = await underLoad(async ({ kept }) => {
    const admin = new pg.Client(postgres.url)
    await admin.connect()
    for (let round = 0; round < 5; round++) {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1', ['client backend'])
      await delay(600)
    }
    await admin.end()
    while (kept.length <= 10) await delay(20)
  })
  expectOnlyRetryableErrors([...seen.reads, ...seen.writes])
  expect(seen.reads.filter(({ status }) => status !== 200).slice(0, 3)).toEqual([])
  await expectKept(seen.kept)
})

/** How long a connection of one's own takes now, with a query: milliseconds. */
async function timeConnection(): Promise<number> {
  const begun = performance.now()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('select count(*) from plan')
  await client.end()
  return performance.now() - begun
}

test('a server that restarts: 503 meanwhile, and again 200 as soon as it is back', async () => {
  // A second, and more on a busy machine, which holds up every connection. It may hold up one return; a wait of ours would hold up each.
  let isQuick = false
  const seen = await underLoad(async ({ writes }) => {
    for (let round = 0; round < 4 && !isQuick; round++) {
      const refusals = () => writes.filter(({ status }) => status === 503).length
      const before = refusals()
      await postgres.restart(async () => {
        await delay(1500)
        while (refusals() === before) await delay(20)
      })
      const begun = performance.now()
      while ((await write()).status !== 200) await delay(10)
      const took = performance.now() - begun
      isQuick = took < 1000 + 10 * (await timeConnection())
      await delay(500)
    }
  })
  expect(isQuick).toBe(true)
  expectOnlyRetryableErrors([...seen.reads, ...seen.writes])
  expect(seen.writes.some(({ status }) => status === 503)).toBe(true)
  await expectKept(seen.kept)
})

test('while the server is away the process lives and says that it is not ready; in the end the runner goes on, too', async () => {
  const getStatus = async (path: string) => (await fetch(server.base + path)).status
  expect(await getStatus('/readyz')).toBe(200)
  await postgres.restart(async () => {
    await expect.poll(() => getStatus('/readyz')).toBe(503)
    expect({ ready: await getStatus('/readyz'), healthy: await getStatus('/healthz') }).toEqual({ ready: 503, healthy: 200 })
    await delay(1500)
  })
  // As soon as a change is taken, it says that it is ready.
  while ((await write()).status !== 200) await delay(10)
  expect(await getStatus('/readyz')).toBe(200)

  const client = new pg.Client(postgres.url)
  await client.connect()
  const waiting = async () => (await client.query<{ n: number }>(`select count(*)::int n from job where state = 'WAITING' and due_at <= now()`)).rows[0]?.n
  await ownerCall(studio, 'POST', '/v2/plans', { plan: { name: 'After', pricing: { singlePaymentUnlimited: true, price: { value: '10.00' } } } })
  await expect.poll(waiting).toBe(0)
  await client.end()
  // Said once for every time that it went, not for every call.
  expect(server.log().match(/The connection to PostgreSQL was lost/g)?.length).toBeLessThan(40)
  expect(server.log()).toContain('PostgreSQL answers again.')
})

/** How many failovers one after the other; each has a replica of its own. */
const failovers = Number(process.env.FAILOVERS ?? '1')

async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test(
  `${failovers} times the database dies under load and its replica takes over: nothing that was acknowledged is lost, nothing is answered but 200 and 503`,
  async () => {
    for (let round = 0; round < failovers; round++) {
      const former = postgres
      const replica = await former.startReplica()
      // A commit is acknowledged when the replica has it on its disk, too.
      await runOn(former.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
      const seen = await underLoad(async ({ kept }) => {
        while (kept.length < 10) await delay(20)
        await former.kill()
        await runOn(replica.url, 'select pg_promote()')
        address.moveTo(replica.url)
        const before = kept.length
        while (kept.length < before + 10) await delay(20)
      })
      postgres = replica
      await former.stop()
      expectOnlyRetryableErrors([...seen.reads, ...seen.writes])
      await expectKept(seen.kept)
      const refused = seen.writes.filter(({ status }) => status === 503).length
      console.log(`failover ${round + 1}: ${seen.kept.length} changes acknowledged and kept, ${refused} answered 503`)
    }
  },
  (3 + failovers) * 60_000,
)
