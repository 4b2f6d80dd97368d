/**
 * `keep_seats` is the short way through `claim_seats` for a booking that holds its seats, `claim_seats_or_raise` that for a newcomer where there is room: what
 * they give is what the long way gives, and both leave the same behind.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionContext } from '#kit/api/context.ts'
import { writes } from '#kit/db/open.ts'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { pipelineKeepSeats, takeSeats, takeSeatsOrFail } from './public.ts'

let server: TestServer
let studio: BookingStudio
let yoga: { id: string; scheduleId: string }
beforeAll(async () => {
  server = await startTestServer()
  studio = await createBookingStudio(server)
  yoga = await studio.service({ type: 'CLASS', capacity: 5 })
})
afterAll(() => server.close())

interface Hold {
  people: number
  /** Minutes from now at which the hold ends; null for a booking that stays. */
  endsIn: number | null
}
const hold = fc.record<Hold>({ people: fc.integer({ min: 1, max: 3 }), endsIn: fc.constantFrom(null, -1, 0, 1, 10) })
/** Mostly one where the booking holds as many seats as it asks for: otherwise hardly any scene would let it keep them. */
const scene = fc
  .record({
    capacity: fc.integer({ min: 1, max: 9 }),
    mine: fc.option(hold),
    others: fc.array(hold, { maxLength: 3 }),
    asked: fc.integer({ min: 1, max: 3 }),
    holdsAsMany: fc.constantFrom(true, true, false),
    endsIn: fc.constantFrom(null, 10),
    isCancelled: fc.constantFrom(false, false, true),
    isAwaited: fc.constantFrom(false, false, true),
  })
  .map(({ holdsAsMany, ...one }) => ({ ...one, asked: holdsAsMany && one.mine ? one.mine.people : one.asked }))
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never

const never = (): never => {
  throw new Error('the party was put in by force')
}
const toHoldUntil = (ctx: TransactionContext, endsIn: number | null): Temporal.Instant | null => (endsIn === null ? null : ctx.now.add({ minutes: endsIn }))

/** Fills a new session as the scene says; the seats of others may exceed a capacity that was lowered. */
async function fill(ctx: TransactionContext, eventId: string, bookingId: string, { capacity, mine, others, isCancelled, isAwaited }: Scene): Promise<void> {
  const seats = [...others.map((other) => ({ ...other, bookingId: randomUUID() })), ...(mine ? [{ ...mine, bookingId }] : [])]
  for (const { people, endsIn, ...seat } of seats) {
    const claimed = await takeSeatsOrFail(ctx, { sessionId: eventId, capacity: 9, people, holdUntil: toHoldUntil(ctx, endsIn), forced: true, ...seat }, never)
    await claimed()
  }
  await sql`${writes('session_seat')} update session_seat set capacity = ${capacity}, waiting = ${isAwaited ? 1 : 0}
    where site_id = ${ctx.siteId} and session_id = ${eventId}`.execute(ctx.tx)
  await ctx.tx
    .updateTable('calendarEvent')
    .set({ capacity, ...(isCancelled && { status: sql`'CANCELLED'` }) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', eventId)
    .execute()
}

const readSeats = async (ctx: TransactionContext, eventId: string, bookingId: string): Promise<unknown> => {
  const { rows } = await sql`select s.taken, u.people, u.hold_until::text as until
    from session_seat s left join seat_use u on u.site_id = s.site_id and u.session_id = s.session_id and u.booking_id = ${bookingId}
    where s.site_id = ${ctx.siteId} and s.session_id = ${eventId}`.execute(ctx.tx)
  return rows[0]
}

/** How many seats are taken, and how many of them by holds that ran out. */
const countTaken = async (ctx: TransactionContext, eventId: string): Promise<{ taken: number; over: number }> => {
  const { rows } = await sql<{ taken: number; over: number }>`select coalesce(sum(people), 0)::int as taken,
    coalesce(sum(people) filter (where hold_until <= ${ctx.now}), 0)::int as over from seat_use where site_id = ${ctx.siteId} and session_id = ${eventId}`.execute(
    ctx.tx,
  )
  return rows[0] ?? { taken: 0, over: 0 }
}

interface Attempt<T> {
  answer: T
  before: { taken: number; over: number }
  seats: unknown
}
class Undone extends Error {}
/** What `work` leaves behind on the same scene; rolled back. */
async function attempt<T>(eventId: string, bookingId: string, one: Scene, work: (ctx: TransactionContext) => Promise<T>): Promise<Attempt<T>> {
  let result: Attempt<T> | undefined
  const run = runTransaction(server.deps, createSystemMeta(studio.site.metaSiteId, ''), async (ctx) => {
    await fill(ctx, eventId, bookingId, one)
    const before = await countTaken(ctx, eventId)
    const answer = await work(ctx)
    result = { answer, before, seats: await readSeats(ctx, eventId, bookingId) }
    throw new Undone()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  if (!result) throw new Error('the work did not end')
  return result
}

test('who keeps the seats of a held booking would have got them again, and leaves the same behind', async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  const eventId = await studio.session(yoga)
  let kept = 0
  await fc.assert(
    fc.asyncProperty(scene, async (one) => {
      const bookingId = randomUUID()
      const { asked: people, capacity, endsIn } = one
      const short = await attempt(eventId, bookingId, one, async (ctx) =>
        (await pipelineKeepSeats(ctx, { sessionId: eventId, bookingId, people, holdUntil: toHoldUntil(ctx, endsIn) }))(),
      )
      const holdsThem = one.mine !== null && one.mine.people === people && (one.mine.endsIn === null || one.mine.endsIn > 0)
      expect(short.answer).toBe(holdsThem && !one.isCancelled)
      if (!short.answer) return
      kept += 1
      const claimed = await attempt(eventId, bookingId, one, (ctx) =>
        takeSeats(ctx, { eventId, capacity, bookingId, people, holdUntil: toHoldUntil(ctx, endsIn), forced: false }),
      )
      expect(claimed.answer.ok).toBe(true)
      // Only the longer way clears holds of others that ran out.
      expect(short.seats).toEqual({ ...(claimed.seats as object), taken: (claimed.seats as { taken: number }).taken + short.before.over })
    }),
    propertyOptions({ short: 60, variable: 'MODEL_RUNS' }),
  )
  expect(kept).toBeGreaterThan(0)
}, 120_000)

class Full extends Error {}
test('a newcomer gets seats in one step where the long way gives them, and leaves the same behind', async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  const eventId = await studio.session(yoga)
  const given = { yes: 0, no: 0 }
  await fc.assert(
    fc.asyncProperty(scene, async (one) => {
      const bookingId = randomUUID()
      const { asked: people, capacity, endsIn } = one
      const claim = (ctx: TransactionContext) => ({ capacity, bookingId, people, holdUntil: toHoldUntil(ctx, endsIn), forced: false })
      const refuse = (): never => {
        throw new Full()
      }
      const short = await attempt(eventId, bookingId, one, async (ctx) => (await takeSeatsOrFail(ctx, { sessionId: eventId, ...claim(ctx) }, refuse))()).catch(
        (error: unknown) => {
          if (!(error instanceof Full)) throw error
          return undefined
        },
      )
      const long = await attempt(eventId, bookingId, one, (ctx) => takeSeats(ctx, { eventId, ...claim(ctx) }))
      expect(short !== undefined).toBe(long.answer.ok)
      given[short ? 'yes' : 'no'] += 1
      if (!short) return
      const [afterShort, afterLong] = [short.seats, long.seats] as { taken: number }[]
      expect({ ...afterShort, taken: 0 }).toEqual({ ...afterLong, taken: 0 })
      // Only the longer way clears holds of others that ran out.
      expect([0, short.before.over]).toContain((afterShort?.taken ?? 0) - (afterLong?.taken ?? 0))
    }),
    propertyOptions({ short: 60, variable: 'MODEL_RUNS' }),
  )
  expect(Math.min(given.yes, given.no)).toBeGreaterThan(0)
}, 120_000)
