/**
 * Three servers on one PostgreSQL server behind HAProxy, configured as in the file that we ship: each in turn is ended and started again while people
 * book, pay, cancel, read and sign in, and none of them notices. `ROLLING_RESTARTS` says how often all three. Source: decision 0047.
 */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { hasHaproxy, withoutHaproxy } from '../../tools/haproxy.ts'
import { startPostgres, type Postgres } from '../../tools/postgres.ts'
import { brokenInvariants, unfinishedWork } from '../invariants.ts'
import { openStudio, ownerCall, Person, send, type Studio } from './clients.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { findLostWrites } from './kill-workload.ts'
import { createDatabase, type Nodes, startNodes } from './nodes.ts'
import { newRandom, seededRandom } from './random.ts'
import { ensureBuilt } from './server.ts'

const rounds = Number(process.env.ROLLING_RESTARTS ?? 1)
const minute = 60_000
const people = 6
/** Twice what the file asks for: on a busy machine its checks take longer. */
const DRAIN_SECONDS = '10'
/** Calls that have to be answered while a server is away, so that there is something that could fail. */
const CALLS_MEANWHILE = 20

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Calls that are to succeed whatever happens: how many did, and what became of the others. */
class Visitors {
  answered = 0
  readonly failures: string[] = []
  readonly #studio: Studio

  constructor(studio: Studio) {
    this.#studio = studio
  }

  async #call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const answer = await send(this.#studio.base, method, path, headers, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.answered += 1
    return answer.body
  }

  async #come(): Promise<Record<string, string>> {
    const body = { clientId: this.#studio.site.clientId, grantType: 'anonymous' }
    return { authorization: (await this.#call('POST', '/oauth2/token', {}, body)).access_token }
  }

  /** Looks at plans, services and times; with a connection of its own, as a new browser has, or on one that is kept open. */
  async read(headers: Record<string, string> = {}): Promise<void> {
    const visitor = { ...(await this.#come()), ...headers }
    expect((await this.#call('GET', '/v2/plans/public', visitor)).plans).toHaveLength(2)
    expect((await this.#call('POST', '/v2/services/query', visitor, { query: {} })).services).toHaveLength(3)
    const now = Temporal.Now.instant()
    const filter = {
      serviceId: [this.#studio.services.appointment],
      startDate: now.toString(),
      endDate: now.add({ hours: 48 }).toString(),
    }
    await this.#call('POST', '/v1/availability/query', visitor, { query: { filter }, timezone: 'UTC' })
  }

  /** Signs in by password. */
  async signIn(email: string): Promise<void> {
    const reply = await this.#call('POST', '/v2/login', await this.#come(), { loginId: { email }, password: 'a calm long evening' })
    expect(reply.state).toBe('SUCCESS')
  }

  /** Work of one kind after the other; what fails is noted. */
  async attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => void this.failures.push(String(error)))
  }
}

describe.skipIf(!hasHaproxy())(`behind HAProxy${hasHaproxy() ? '' : ` (${withoutHaproxy})`}`, () => {
  let postgres: Postgres | undefined
  let servers: Nodes | undefined
  let haproxy: Haproxy | undefined
  let databaseUrl: string
  beforeAll(async () => {
    ensureBuilt()
    postgres = await startPostgres()
    databaseUrl = await createDatabase(postgres.url)
    servers = await startNodes(databaseUrl, 3, { DRAIN_SECONDS, TRUST_PROXY: '127.0.0.1' })
    haproxy = await startHaproxy(servers.nodes.map(({ base }) => base))
  })
  afterAll(async () => {
    await haproxy?.stop()
    await servers?.end()
    await postgres?.stop()
  })

  test(
    `three servers are restarted ${rounds} times one after the other under load: no request fails, nothing that was acknowledged is lost`,
    async () => {
      const [{ nodes }, proxy] = [servers as Nodes, haproxy as Haproxy]
      /** What the proxy thinks of a server, with the status of the last reply to its check. */
      const readCheck = async (at: number) => {
        const { status, check_code: code } = (await proxy.readStatistics()).get(`app${at + 1}`) ?? {}
        return `${status} ${code}`
      }
      for (const at of nodes.keys()) await expect.poll(() => readCheck(at)).toBe('UP 200')

      const random = newRandom('servers behind HAProxy')
      const studio = await openStudio(proxy.base)
      const members = Array.from({ length: people }, (_, at) => new Person(studio, seededRandom(random.seed + at + 1), `guest-${random.seed}-${at}`))
      for (const member of members) await member.join()
      const visitors = new Visitors(studio)
      const countAnswered = () => visitors.answered + members.reduce((sum, { calls }) => sum + calls, 0)

      let isOpen = true
      const goOn = async (work: () => Promise<void>, pause: () => number) => {
        while (isOpen) {
          await visitors.attempt(work)
          await delay(pause())
        }
      }
      const load = [
        ...members.map((member) =>
          goOn(
            () => member.act(),
            () => random.between(10, 150),
          ),
        ),
        goOn(
          () => visitors.read(),
          () => random.between(10, 150),
        ),
        goOn(
          () => visitors.read({ connection: 'close' }),
          () => random.between(10, 150),
        ),
        // Idle between its calls, so that connections grow old.
        goOn(
          () => visitors.read(),
          () => random.between(800, 2000),
        ),
        goOn(
          () => visitors.signIn(random.pick(members).email),
          () => random.between(50, 300),
        ),
      ]
      const restarts: string[] = []
      try {
        for (let round = 0; round < rounds && visitors.failures.length === 0; round++)
          for (const [at, node] of nodes.entries()) {
            const ending = node.end()
            // It still answers when the proxy leaves it out.
            await expect.poll(() => readCheck(at)).toBe('DOWN 503')
            restarts.push(`app${at + 1} ended with ${await ending}`)
            const before = countAnswered()
            while (countAnswered() < before + CALLS_MEANWHILE && visitors.failures.length === 0) await delay(10)
            await node.start()
            await expect.poll(() => readCheck(at)).toBe('UP 200')
          }
      } finally {
        isOpen = false
        await Promise.all(load)
      }
      const statistics = await proxy.readStatistics()
      const backend = statistics.get('BACKEND')
      console.log(
        `${restarts.length} restarts, ${countAnswered()} calls, of these the proxy sent ${backend?.wredis} to another server because one took no connection; ` +
          `refused: ${JSON.stringify(members.map(({ refused }) => refused))}`,
      )
      expect(visitors.failures).toEqual([])
      expect(members.flatMap(({ lost }) => lost)).toEqual([])
      expect(restarts).toEqual(Array.from({ length: 3 * rounds }, (_, at) => `app${(at % 3) + 1} ended with 0`))
      expect({ ofServers: backend?.hrsp_5xx, ofProxy: statistics.get('FRONTEND')?.hrsp_5xx }).toEqual({ ofServers: '0', ofProxy: '0' })

      await ownerCall(studio, 'POST', '/_test/run', {})
      await servers?.end()
      const open = await openDatabase({ url: databaseUrl, maxConnections: 2 })
      try {
        const acknowledged = members.flatMap((member) => member.acknowledged)
        expect(acknowledged.length).toBeGreaterThan(people)
        expect(await findLostWrites(open.db, studio, acknowledged, Temporal.Now.instant())).toEqual([])
        expect(await brokenInvariants(open.db)).toEqual([])
        expect(await unfinishedWork(open.db)).toEqual([])
      } finally {
        await open.close()
      }
    },
    (5 + 3 * rounds) * minute,
  )
})
