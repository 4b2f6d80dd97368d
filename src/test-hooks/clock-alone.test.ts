/** The clock of tests and the runner do not get in each other's way. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BaseContext } from '#kit/api/context.ts'
import { JobQueue } from '#kit/jobs/job-queue.ts'
import { Runner, type Schedule, type SiteCondition } from '#kit/jobs/runner.ts'
import { startTestServer, type TestSite, type TestServer } from '../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  site = await server.createSite()
})
afterAll(() => server.close())

/** A plan of a month that renews, bought by a new member. */
async function renewingOrder(): Promise<string> {
  const { plan } = await server.ok('POST', '/v2/plans', {
    as: site,
    body: { plan: { name: 'Monthly', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40.00' } } } },
  })
  const { token } = await server.registerMember(site)
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
  const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { key: plan.id, planId: plan.id, card } })
  return order.id
}
/** Minutes between an invoice and its payment, cycle after cycle. */
const lateness = async (orderId: string): Promise<number[]> =>
  (
    await sql<{ late: number }>`
      select extract(epoch from paid_at - due_at)::int / 60 as late from plan_invoice where order_id = ${orderId} order by cycle_index`.execute(server.open.db)
  ).rows.map(({ late }) => late)

test('time does not go on while the runner has a delivery in hand', async () => {
  await server.advanceClock('PT0S')
  /** Business time when each delivery came to its end. */
  const ends: string[] = []
  let began = () => undefined as void
  const inHand = new Promise<void>((go) => (began = go))
  const slow = createServer(async (request, response) => {
    request.resume()
    began()
    await new Promise((go) => setTimeout(go, 500))
    ends.push(server.clocks.now().toString())
    response.end()
  })
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready))
  const address = slow.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  await server.ok('POST', '/_test/webhooks/subscribe', { body: { metaSiteId: site.metaSiteId, url } })
  const before = server.clocks.now().toString()
  try {
    await server.ok('POST', '/v2/plans', {
      as: site,
      body: { plan: { name: 'Concurrent', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
    })
    server.runner.start(1)
    await inHand
    await server.advanceClock('P1M')
  } finally {
    await server.runner.stop()
    slow.close()
  }
  expect(new Set(ends)).toEqual(new Set([before]))
})

test.runIf(process.env.TEST_DATABASE_URL)('the clock waits for an order that another transaction has locked', async () => {
  await server.advanceClock('PT0S')
  const orderId = await renewingOrder()
  let letGo = () => undefined as void
  const held = server.open.db.transaction().execute(async (tx) => {
    await sql`select 1 from plan_order where site_id = ${site.metaSiteId} and id = ${orderId} for update`.execute(tx)
    await new Promise<void>((go) => (letGo = go))
  })
  const due = server.clocks.now().add({ hours: 24 * 31 })
  const advance = server.advanceClock('P3M')
  await expect.poll(() => Temporal.Instant.compare(server.clocks.now(), due.subtract({ hours: 48 })) > 0).toBe(true)
  await new Promise((go) => setTimeout(go, 500))
  letGo()
  await Promise.all([held, advance])
  expect(await lateness(orderId)).toEqual([0, 0, 0, 0])
})

describe('jobs', () => {
  const done: string[] = []
  const runner = () =>
    new Runner(server.deps, {
      jobs: { probe: async (_ctx: BaseContext, { name }: { name: string }) => void done.push(name) },
      schedules: [],
      report: (problem) => expect.fail(problem),
      observe: (_work, run) => run({ statements: 0 }),
    })
  const put = (name: string, minutesAgo: number, more: { subject?: string; leasedUntil?: Temporal.Instant; siteId?: string } = {}) =>
    server.open.db
      .insertInto('job')
      .values({
        siteId: site.metaSiteId,
        id: randomUUID(),
        kind: 'probe',
        key: name,
        data: JSON.stringify({ name }),
        dueAt: server.clocks.now().subtract({ minutes: minutesAgo }),
        ...more,
      })
      .execute()

  test.skipIf(process.env.TEST_DATABASE_URL)('what another process did meanwhile ends the turns of the sites', async () => {
    for (let at = 0; at < 25; at++) await put(`job ${at}`, 60)
    const now = server.clocks.now()
    const times = { now, authNow: now, leasedUntil: now.add({ minutes: 5 }) }
    const queue = new JobQueue(server.open.db, false)
    expect(await queue.claim(times)).toHaveLength(20)
    await server.open.db.deleteFrom('job').execute()
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
    expect(await queue.claim(times).finally(() => later.mockRestore())).toEqual([])
  })

  test.skipIf(process.env.TEST_DATABASE_URL)('the earliest due job is done first, whatever it is about', async () => {
    done.length = 0
    await put('first', 9, { subject: 'a' })
    await put('second', 8, { subject: 'b' })
    await put('third', 7, { subject: 'a' })
    await runner().drain()
    expect(done).toEqual(['first', 'second', 'third'])
  })

  test.skipIf(process.env.TEST_DATABASE_URL)('what a killed process had in hand on an embedded database is done at once', async () => {
    done.length = 0
    await put('left', 5, { leasedUntil: server.clocks.authNow().add({ seconds: 50 }) })
    await runner().drain()
    expect(done).toEqual(['left'])
  })

  test('thousands of jobs of one site keep no other waiting', async () => {
    done.length = 0
    const busy = Array.from({ length: 120 }, (_, n) => `busy ${n}`)
    for (const name of busy) await put(name, 9)
    const other = await server.createSite()
    await put('alone', 1, { siteId: other.metaSiteId })
    await runner().drain()
    expect(done.toSorted()).toEqual([...busy, 'alone'].toSorted())
    // One batch was taken before the sites had turns, and one more may have been the busy site's.
    expect(done.indexOf('alone')).toBeLessThan(60)
  })
})

describe('schedules', () => {
  /** Runs these schedules; the names with the site that each of them visited. */
  async function visits(schedules: readonly Pick<Schedule, 'name' | 'isDue'>[]): Promise<string[]> {
    const visited: string[] = []
    const runner = new Runner(server.deps, {
      jobs: {},
      schedules: schedules.map(({ name, isDue }) => ({
        name,
        everySeconds: 1,
        isDue,
        run: async ({ siteId }: BaseContext) => visited.push(`${name} ${siteId === site.metaSiteId ? 'here' : 'elsewhere'}`),
      })),
      report: (problem) => expect.fail(problem),
      observe: (_work, run) => run({ statements: 0 }),
    })
    await runner.runSchedules()
    return visited
  }

  test('only the sites that have work are visited, each by the schedules that have it', async () => {
    const isHere: SiteCondition = () => sql`site.id = ${site.metaSiteId}`
    const visited = await visits([
      { name: 'one', isDue: isHere },
      { name: 'none', isDue: () => sql`false` },
      { name: 'unknown', isDue: () => sql`null::boolean` },
      { name: 'other', isDue: () => sql`site.id = ${site.metaSiteId} or false` },
    ])
    expect(visited).toEqual(['one here', 'other here'])
  })

  test('a condition that every site meets leads to each of them once', async () => {
    const visited = await visits([{ name: 'each', isDue: () => sql`true` }])
    expect(visited.filter((one) => one === 'each here')).toHaveLength(1)
    expect(visited).toContain('each elsewhere')
  })

  test('a site that has more than one batch has its next one behind all other sites', async () => {
    const other = await server.createSite()
    const left = new Map([
      [site.metaSiteId, 5],
      [other.metaSiteId, 1],
    ])
    const runs: string[] = []
    const schedule: Schedule = {
      name: 'batches',
      everySeconds: 1,
      isDue: () => sql`site.id in (${site.metaSiteId}, ${other.metaSiteId})`,
      repeatAfter: 2,
      run: async ({ siteId }: BaseContext) => {
        const count = Math.min(2, left.get(siteId) ?? 0)
        left.set(siteId, (left.get(siteId) ?? 0) - count)
        runs.push(siteId)
        return count
      },
    }
    const runner = new Runner(server.deps, {
      jobs: {},
      schedules: [schedule],
      report: (problem) => expect.fail(problem),
      observe: (_work, run) => run({ statements: 0 }),
    })
    expect(await runner.runSchedules()).toBe(6)
    expect(runs.slice(0, 2).toSorted()).toEqual([site.metaSiteId, other.metaSiteId].toSorted())
    expect(runs.slice(2)).toEqual([site.metaSiteId, site.metaSiteId])
  })

  test('work that does not fit a turn goes on in the next one; to find it takes nothing from the turn', async () => {
    const runs: string[] = []
    const slow: Schedule = {
      name: 'slow',
      everySeconds: 3600,
      isDue: () => {
        const until = performance.now() + 40
        while (performance.now() < until) continue
        return sql`true`
      },
      run: async ({ siteId }: BaseContext) => {
        runs.push(siteId)
        await new Promise((go) => setTimeout(go, 30))
        return 1
      },
    }
    await server.createSite()
    const runner = new Runner(server.deps, {
      jobs: {},
      schedules: [slow],
      report: (problem) => expect.fail(problem),
      observe: (_work, run) => run({ statements: 0 }),
    })
    await runner.runDue(20)
    expect(runs).toHaveLength(1)
    await runner.runDue()
    expect(runs.length).toBeGreaterThan(1)
    expect(new Set(runs).size).toBe(runs.length)
  })
})
