/**
 * Bookings of every kind together (`booking-mix.ts`), while connections to the database are cut, on the same few sessions, people and rooms. However it
 * ends, nothing is oversold and every kept figure is right. `RACE_OPERATIONS` makes it longer, `RACE_REPORT` names the file for what came of it,
 * `RACE_EMBEDDED` runs it on the embedded database, `RACE_CUTS` cuts connections. Source: guide bookings §7.3.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { newRandom } from '../kill/random.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { createWorld, enterDay, runClients, type World } from './booking-mix.ts'
import { A_DAY, createMix, type Mix, timeOfDay } from './mix-studio.ts'
import { clients, countDone, countTurnedAway, findNeverDone, writeRaceReport } from './race-report.ts'

const operations = Number(process.env.RACE_OPERATIONS ?? 300)
const LONG = 2000
/** Operations between two connections that are cut. */
const A_CUT = 97
const cutsConnections = process.env.RACE_CUTS !== undefined

/** The connection of some other call is cut in the middle: it is answered with 503, or made again. */
async function cutConnection(server: TestServer): Promise<void> {
  if (server.open.kind !== 'server') return
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`.execute(server.open.db)
}

/** Holds run out with the day. */
async function openNextDay(server: TestServer, mix: Mix, world: World): Promise<void> {
  const next = await mix.openNextDay()
  server.freezeClock(timeOfDay(next.day))
  enterDay(world, next)
}

describe.skipIf(!process.env.TEST_DATABASE_URL && !process.env.RACE_EMBEDDED)('on a real server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test(
    'bookings of every kind at once leave nothing oversold and every count right',
    async () => {
      const mix = await createMix(server, operations)
      const random = newRandom('mixed bookings')
      const world = createWorld(mix.studio, await mix.openNextDay(), { call: server.call, name: 'here', random })
      let housework = Promise.resolve()
      const outcomes = await runClients(world, {
        operations,
        clients,
        before: async (left) => {
          // One after the other: what the test itself writes is not to be cut.
          if (left % A_DAY === 0) await (housework = housework.then(() => openNextDay(server, mix, world)))
          if (cutsConnections && left % A_CUT === 0) await (housework = housework.then(() => cutConnection(server)))
        },
      }).catch((error: Error) => {
        throw new Error(`${error.message}\n${server.problems.slice(-1).join('')}`, { cause: error })
      })
      await server.runner.drain()
      expect(await brokenInvariants(server.open.db)).toEqual([])
      expect(countDone(outcomes)).toBeGreaterThan(operations / 10)
      // In a long run everything succeeds now and then: what never does is asked wrongly.
      if (operations >= LONG) expect(findNeverDone(outcomes)).toEqual([])
      expect(countTurnedAway(outcomes)).toBeLessThan(operations / 10)
      const title = server.open.kind === 'server' ? 'PostgreSQL' : 'Embedded'
      const cuts = cutsConnections && title === 'PostgreSQL' ? `, a connection cut after every ${A_CUT}` : ''
      writeRaceReport({ title, summary: `${operations} operations${cuts} (seed ${random.seed})`, outcomes })
    },
    60_000 + operations * 300,
  )
})
