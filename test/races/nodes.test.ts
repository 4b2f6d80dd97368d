/**
 * The mix of bookings over HTTP: processes of clients send to three built servers on one database, any call to any of them, while business time moves on
 * each for itself. Nothing that one process keeps in its memory can be what keeps seats, people and credits right. `RACE_OPERATIONS` makes it longer,
 * `RACE_REPORT` names the file for what came of it. Source: guide bookings §7.3, decision 0034.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#kit/db/open.ts'
import { findSealingKeys } from '#kit/secrets/seal.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'
import { saveClocks } from '../../src/test-hooks/store.ts'
import { brokenInvariants } from '../invariants.ts'
import { type Nodes, startNodes } from '../kill/nodes.ts'
import { newRandom } from '../kill/random.ts'
import { ensureBuilt, secretsKey } from '../kill/server.ts'
import { startTestServer, testSealingKeys, type TestServer } from '../test-server.ts'
import type { OpenDay, Outcomes } from './booking-mix.ts'
import { A_DAY, createMix, type Mix, timeOfDay } from './mix-studio.ts'
import type { FromClients, ToClients } from './race-client.ts'
import { clients, countDone, countTurnedAway, findNeverDone, writeRaceReport } from './race-report.ts'

const operations = Number(process.env.RACE_OPERATIONS ?? 300)
const LONG = 2000
const SERVERS = 3
const PROCESSES = 4

interface Crew {
  /** Resolves once it waits for its work. */
  ready: Promise<void>
  send(message: ToClients): void
  /** What its clients came to; rejects when it ends without having said so. */
  result: Promise<{ outcomes: Outcomes; created: string[] }>
  child: ChildProcess
}
function startCrew(onOperation: () => void): Crew {
  const child = fork(join(import.meta.dirname, 'race-client.ts'), [], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let problems = ''
  child.stderr?.on('data', (chunk: Buffer) => (problems += chunk.toString('utf8')))
  const ready = new Promise<void>((done) => child.on('message', ({ kind }: FromClients) => kind === 'ready' && done()))
  const result = new Promise<{ outcomes: Outcomes; created: string[] }>((done, fail) => {
    child.on('message', (message: FromClients) => {
      if (message.kind === 'operation') onOperation()
      if (message.kind === 'end') done(message)
    })
    child.once('exit', (code) => fail(new Error(`a process of clients ended with ${code}:\n${problems}`)))
  })
  return { ready, send: (message) => void (child.connected && child.send(message)), result, child }
}

/** Opens days as operations are made, and moves the clocks of all servers to the last one. */
class Days {
  #operations = 0
  readonly #work: Promise<void>[] = []
  #isMoving = false
  moves = 0
  readonly failures: string[] = []
  readonly #mix: Mix
  readonly #servers: readonly string[]
  readonly #tell: (day: OpenDay) => void

  constructor(mix: Mix, servers: readonly string[], tell: (day: OpenDay) => void) {
    this.#mix = mix
    this.#servers = servers
    this.#tell = tell
  }

  count(): void {
    this.#operations += 1
    if (this.#operations % A_DAY === 0) this.#work.push(this.#open().catch((error: unknown) => void this.failures.push(String(error))))
  }

  /** Resolves when everything that was begun is done. */
  async settle(): Promise<void> {
    await Promise.all(this.#work)
  }

  async #open(): Promise<void> {
    const next = await this.#mix.openNextDay()
    this.#tell(next)
    // Each move runs what became due and waits for it: under load days come quicker, and the next move skips some.
    if (this.#isMoving) return
    this.#isMoving = true
    await Promise.all(this.#servers.map((base) => moveClock(base, timeOfDay(next.day)))).finally(() => (this.#isMoving = false))
    this.moves += 1
  }
}
/** A server that is so busy that it has no connection for this turns it away; it is asked again. */
async function moveClock(base: string, now: string): Promise<void> {
  const response = await fetch(`${base}/_test/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ now }) })
  const text = await response.text()
  if (response.status === 503) return moveClock(base, now)
  if (response.status !== 200) throw new Error(`a clock was not moved: ${response.status} ${text}`)
}

async function findMissing(db: Db, bookings: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from booking where id = any(${sql.val(bookings)})`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  return bookings.filter((id) => !found.has(id))
}
function addUp(parts: readonly Outcomes[]): Outcomes {
  const sum: Outcomes = {}
  for (const [name, counts] of parts.flatMap((part) => Object.entries(part)))
    for (const [outcome, count] of [['done', 0] as const, ...Object.entries(counts)]) {
      const of = (sum[name] ??= {})
      of[outcome] = (of[outcome] ?? 0) + count
    }
  return sum
}

/** Not on a cluster, where a database is spread before it is used. */
describe.skipIf(!process.env.TEST_DATABASE_URL || process.env.TEST_CLUSTER === '1')('on a real server', () => {
  let server: TestServer
  let mix: Mix
  let servers: Nodes | undefined
  beforeAll(async () => {
    ensureBuilt()
    server = await startTestServer()
    // What is sealed here is opened by the servers.
    configureSealing((await findSealingKeys({ given: secretsKey, former: undefined, file: '/nowhere' })) as typeof testSealingKeys)
    mix = await createMix(server, operations)
    await saveClocks(server.open.db, server.clocks)
    const { rows } = await sql<{ name: string }>`select current_database() name`.execute(server.open.db)
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL as string), { pathname: `/${rows[0]?.name}` })
    servers = await startNodes(url.href, SERVERS)
  })
  afterAll(async () => {
    configureSealing(testSealingKeys)
    await servers?.end()
    await server.close()
  })

  test(
    'bookings of every kind by several processes through three servers leave nothing oversold and every count right',
    async () => {
      const { nodes } = servers as Nodes
      const bases = nodes.map(({ base }) => base)
      const random = newRandom('bookings over HTTP')
      const crews = Array.from({ length: PROCESSES }, () => startCrew(() => days.count()))
      const days = new Days(mix, bases, (day) => crews.forEach(({ send }) => send({ kind: 'day', day })))
      const share = { operations: Math.ceil(operations / PROCESSES), clients: clients / PROCESSES }
      try {
        await Promise.race([Promise.all(crews.map(({ ready }) => ready)), Promise.all(crews.map(({ result }) => result))])
        const day = await mix.openNextDay()
        for (const [at, { send }] of crews.entries())
          send({ kind: 'begin', studio: mix.studio, day, servers: bases, name: `crew-${at}`, seed: random.seed + at, ...share })
        const results = await Promise.all(crews.map(({ result }) => result))
        await days.settle()
        expect(days.failures).toEqual([])
        expect(await servers?.end()).toEqual(nodes.map(() => 0))
        await server.runner.drain()

        const outcomes = addUp(results.map((result) => result.outcomes))
        const created = results.flatMap((result) => result.created)
        expect(await brokenInvariants(server.open.db)).toEqual([])
        expect(await findMissing(server.open.db, created)).toEqual([])
        expect(nodes.map((node) => node.problems())).toEqual(nodes.map(() => ''))
        expect(countDone(outcomes)).toBeGreaterThan(operations / 10)
        expect(days.moves).toBeGreaterThan(0)
        if (operations >= LONG) expect(findNeverDone(outcomes)).toEqual([])
        expect(countTurnedAway(outcomes)).toBeLessThan(operations / 10)
        const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load average ${loadavg()[1]?.toFixed(0)}`
        const work = `${share.operations * PROCESSES} operations by ${PROCESSES} processes of clients through ${SERVERS} servers, whose clocks were moved ${days.moves} times`
        console.log(`${work}: ${JSON.stringify(outcomes)}`)
        writeRaceReport({ title: 'Over HTTP, from several processes', summary: `${machine}: ${work} (seed ${random.seed})`, outcomes })
      } finally {
        for (const { child } of crews) child.kill()
      }
    },
    120_000 + operations * 300,
  )
})
