/** SQL on the seats of sessions. Whether enough are left is decided by functions of the database: claim_seats and claim_seats_or_raise. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, writes } from '#kit/db/open.ts'
import { readSql } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export interface TakeSeatsInput {
  sessionId: string
  capacity: number
  bookingId: string
  people: number
  holdUntil: Temporal.Instant | null
  offer: boolean
  fromOffer: string | null
  forced: boolean
}
/** Seats left for new bookings, or `-1 - left` when the party does not fit. */
export const takeSeats = async (ctx: TransactionContext, input: TakeSeatsInput): Promise<number> =>
  (
    await sql<{
      n: number
    }>`${writes('session_seat', 'seat_use')} select claim_seats(${ctx.siteId}, ${input.sessionId}, cast(${input.capacity} as int), ${input.bookingId}, cast(${input.people} as int), cast(${input.holdUntil} as timestamptz), ${ctx.now}, ${input.offer}, cast(${input.fromOffer} as uuid), ${input.forced}) as n`.execute(
      ctx.tx,
    )
  ).rows[0]?.n as number
type SeatsToTake = Pick<TakeSeatsInput, 'sessionId' | 'capacity' | 'bookingId' | 'people' | 'holdUntil' | 'forced'>
const claimSeatsOrRaise = precompileQuery(
  (of: SeatsToTake & { siteId: string; now: Temporal.Instant }) =>
    sql`${writes('session_seat', 'seat_use')} select claim_seats_or_raise(${of.siteId}, ${of.sessionId}, cast(${of.capacity} as int), ${of.bookingId}, cast(${of.people} as int), cast(${of.holdUntil} as timestamptz), ${of.now}, ${of.forced})`,
)
/** Throws what `whenFull` throws for the error of the database that says that the seats do not suffice, and any other error as it is. */
export function translateSeatsError(error: unknown, whenFull: (room: { left: number; kept: boolean }) => never): never {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code === 'AT001' && detail) whenFull(JSON.parse(detail) as { left: number; kept: boolean })
  throw error
}
/** Pipelined: when seats are missing the transaction fails with the error that `whenFull` throws. */
export const takeSeatsOrFail = (
  ctx: TransactionContext,
  input: SeatsToTake,
  whenFull: (room: { left: number; kept: boolean }) => never,
): Promise<() => Promise<unknown>> =>
  pipelineQuery(ctx.tx, claimSeatsOrRaise({ ...input, siteId: ctx.siteId, now: ctx.now }), (error) => translateSeatsError(error, whenFull))
/** Pipelined: whether the booking keeps the seats of a class that it holds, from now on until `holdUntil`; without the lock that all who book the session wait for. */
export async function pipelineKeepSeats(
  ctx: TransactionContext,
  input: { sessionId: string; bookingId: string; people: number; holdUntil: Temporal.Instant | null },
): Promise<() => Promise<boolean>> {
  const { sessionId, bookingId, people, holdUntil } = input
  const kept = await pipelineQuery(
    ctx.tx,
    sql<{
      kept: boolean
    }>`${writes('seat_use')} select keep_seats(${ctx.siteId}, ${sessionId}, ${bookingId}, cast(${people} as int),
      cast(${holdUntil} as timestamptz), ${ctx.now}) as kept`,
  )
  return async () => (await kept())[0]?.kept === true
}
export const releaseSeats = async (ctx: TransactionContext, bookingId: string): Promise<number> =>
  (await sql<{ n: number }>`${writes('seat_use', 'session_seat')} select release_seats(${ctx.siteId}, ${bookingId}) as n`.execute(ctx.tx)).rows[0]?.n ?? 0
export const lockSeats = (ctx: TransactionContext, sessionId: string, capacity: number): Promise<unknown> =>
  sql`${writes('session_seat')} insert into session_seat (site_id, session_id, capacity) values (${ctx.siteId}, ${sessionId}, cast(${capacity} as int)) on conflict (site_id, session_id) do update set waiting = session_seat.waiting`.execute(
    ctx.tx,
  )
/** Stores the waitlist counts and the capacity that they were computed with. */
export const setWaitlistCounts = (ctx: TransactionContext, sessionId: string, queue: { capacity: number; waiting: number; queued: number }): Promise<unknown> =>
  sql`${writes('session_seat')} insert into session_seat (site_id, session_id, capacity, waiting, queued)
      values (${ctx.siteId}, ${sessionId}, cast(${queue.capacity} as int), cast(${queue.waiting} as int), cast(${queue.queued} as int))
      on conflict (site_id, session_id) do update set capacity = excluded.capacity, waiting = excluded.waiting, queued = excluded.queued,
        overfilled_to = greatest(session_seat.overfilled_to, session_seat.taken)`.execute(ctx.tx)
/** Sessions with free seats that are reserved for the waitlist: the next entry has to get an offer. */
export const listSessionsWithReservedSeats = async (ctx: ReadContext): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('sessionSeat')
      .select('sessionId')
      .where('siteId', '=', ctx.siteId)
      .where('waiting', '>', 0)
      .whereRef('taken', '<', 'capacity')
      .orderBy('sessionId')
      .limit(100)
      .execute()
  ).map((row) => row.sessionId)

/** A condition on a row of `site`. */
export const hasReservedSeats: SiteCondition = () => sql`
  exists (select from session_seat as one where one.site_id = site.id and one.waiting > 0 and one.taken < one.capacity)`

export interface SeatRow {
  sessionId: string
  taken: number
  /** People with a live offer from the waitlist, and the number of offers. */
  offered: number
  offers: number
  /** Entries of the waitlist without an offer that have priority over new bookings. */
  waiting: number
  /** All entries of the waitlist without an offer. */
  queued: number
}
/** Current seats of sessions; sessions without any seat taken so far are absent. */
export async function loadSeats(ctx: ReadContext, sessionIds: readonly string[]): Promise<Map<string, SeatRow>> {
  if (sessionIds.length === 0) return new Map()
  // Only expired holds and live offers are counted here; confirmed seats are counted in the row.
  const { rows } = await readSql(
    ctx.db,
    sql<SeatRow>`
    select seat.session_id, seat.waiting, seat.queued, seat.taken - gone.people - offer.people as taken, offer.people as offered, offer.number as offers
    from session_seat seat,
      lateral (select coalesce(sum(people), 0)::int as people from seat_use u
        where u.site_id = seat.site_id and u.session_id = seat.session_id and u.hold_until <= ${ctx.now}) gone,
      lateral (select coalesce(sum(people), 0)::int as people, count(*)::int as number from seat_use u
        where u.site_id = seat.site_id and u.session_id = seat.session_id and u.offer and (u.hold_until is null or u.hold_until > ${ctx.now})) offer
    where seat.site_id = ${ctx.siteId} and seat.session_id = any(${sessionIds}::text[])`,
  )
  return new Map(rows.map((row) => [row.sessionId, row]))
}
