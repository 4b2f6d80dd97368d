/** The database counts attempts by the rule of rules/lock-out.ts. Source: guide identity §9.5. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { applyFailure, emptyAttempts, waitSeconds, type Attempts } from './rules/lock-out.ts'
import { countPasswordAttempt } from './store/password-attempts.ts'
import { toAttempts, consumeSharedRateLimit } from './store/rate-limits.ts'

let server: TestServer
let siteId: string
beforeAll(async () => {
  server = await startTestServer()
  siteId = (await server.createSite()).metaSiteId
})
afterAll(() => server.close())

const instant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds)
const START = Temporal.Instant.from('2031-03-30T00:59:00Z').epochMilliseconds
const tx = () => server.open.db as never

const onRecord = async (key: string): Promise<Attempts> =>
  toAttempts(await server.open.db.selectFrom('throttle').selectAll().where('siteId', '=', siteId).where('key', '=', key).executeTakeFirstOrThrow())

/** Planted as a row: the rule has to agree on every one that can be, also on those that no sign-in of this test would lead to. */
const put = (key: string, { count, inARow, windowStartsAt, lockedUntil, lastFailureAt }: Attempts) =>
  server.open.db
    .insertInto('throttle')
    .values({
      siteId,
      key,
      count,
      streak: inARow,
      windowStartsAt: instant(windowStartsAt),
      lockedUntil: lockedUntil === 0 ? null : instant(lockedUntil),
      lastFailureAt: lastFailureAt === 0 ? null : instant(lastFailureAt),
    })
    .execute()

/** Milliseconds, most of all those on which something turns. */
const span = fc.oneof(fc.constantFrom(0, 1, 999, 1000, 29_999, 30_000, 3_599_999, 3_600_000, 3_600_001), fc.integer({ min: 0, max: 7_200_000 }))

test('whatever was counted before, the database counts one more attempt as the rule does', async () => {
  const before = fc.record({
    count: fc.oneof(fc.constantFrom(98, 99, 100), fc.nat(120)),
    inARow: fc.nat(20),
    since: span,
    lockedFor: fc.option(span),
  })
  await fc.assert(
    fc.asyncProperty(before, span, async ({ count, inARow, since, lockedFor }, later) => {
      const key = randomUUID()
      const attempts = { count, inARow, windowStartsAt: START - since, lockedUntil: lockedFor === null ? 0 : START + lockedFor, lastFailureAt: START }
      await put(key, attempts)
      const now = START + later
      const counted = await countPasswordAttempt(tx(), { siteId, key, byAddress: [] }, instant(now))
      const wait = waitSeconds(attempts, now)
      const after = wait > 0 ? attempts : applyFailure(attempts, now)
      expect({ counted, after: await onRecord(key) }).toEqual({ counted: { wait, locks: wait === 0 && waitSeconds(after, now) > 0 }, after })
    }),
    { numRuns: 300 },
  )
})

test('attempt after attempt, from the first one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 30 }), async (pauses) => {
      const key = randomUUID()
      let now = START
      let attempts: Attempts | undefined
      for (const pause of pauses) {
        now += pause
        attempts ??= emptyAttempts(now)
        const { wait } = await countPasswordAttempt(tx(), { siteId, key, byAddress: [] }, instant(now))
        expect(wait).toBe(waitSeconds(attempts, now))
        if (wait === 0) attempts = applyFailure(attempts, now)
        expect(await onRecord(key)).toEqual(attempts)
      }
    }),
    { numRuns: 20 },
  )
})

test('counters of the IP address count as usual; a full one that refuses makes the attempt wait, and the account is not counted', async () => {
  const limit = { times: 2, seconds: 600 }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(0, 1, 599_999, 600_000), fc.nat(700_000)), { minLength: 1, maxLength: 8 }), async (pauses) => {
      const [alone, refusing, telling] = [randomUUID(), randomUUID(), randomUUID()]
      let now = START
      for (const pause of pauses) {
        now += pause
        const key = randomUUID()
        const byAddress = [
          { key: undefined, limit, refuses: true },
          { key: telling, limit: { ...limit, times: 0 }, refuses: false },
          { key: refusing, limit, refuses: true },
        ]
        const { wait } = await countPasswordAttempt(tx(), { siteId, key, byAddress }, instant(now))
        expect(wait).toBe(await consumeSharedRateLimit(tx(), siteId, alone, limit, instant(now)))
        expect((await onRecord(key)).count).toBe(wait > 0 ? 0 : 1)
        const [own, others, locked] = await Promise.all([alone, refusing, telling].map(onRecord))
        expect([others, locked]).toEqual([own, own])
      }
    }),
    { numRuns: 20 },
  )
})
