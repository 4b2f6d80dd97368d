/** A booking of a class with its guest, its event and its seats in one statement. Source: guide bookings §4, §7. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { DomainEvent, TransactionContext } from '#kit/api/context.ts'
import type { Statement } from '#kit/db/connection.ts'
import { json, pipelineQuery, writes } from '#kit/db/open.ts'
import { toColumnName } from '#kit/db/precompiled-columns.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'
import { toDriver } from '#kit/db/values.ts'
import { toEventIdentity } from '#kit/jobs/outbox.ts'
import { translateSeatsError } from '../scheduling.ts'
import type { BookingRow } from './bookings.ts'

interface ClassBookings {
  siteId: string
  scheduleId: string
  sessionId: string
  revision: number
  location: string | null
  capacity: number
  /** JSON: an array of bookings as `book_class` takes them. */
  bookings: string
}
const bookClass = precompileQuery(
  (of: ClassBookings) => sql<{
    id: string
  }>`${writes('booking', 'contact', 'event', 'webhook_delivery', 'job', 'session_seat', 'seat_use')}
    select id from unnest(book_class(${of.siteId}, ${of.scheduleId}, ${of.sessionId}, ${of.revision}, ${of.location}, ${of.capacity}, ${of.bookings})) id`,
)
/** Bookings of one session as it was read by all of them: their arrays become one. */
function combineBookings(statements: readonly Statement[]): Statement {
  const [first] = statements as [Statement]
  const items = statements.map(({ params }) => (params.at(-1) as string).slice(1, -1))
  return { ...first, params: [...first.params.slice(0, -1), `[${items.join(',')}]`] }
}
/** Members of JSON by the names of columns, which are plain words: only values need quotes. What is null is left out. */
function toJsonMembers(row: object): string {
  let text = ''
  for (const name of Object.keys(row)) {
    const value: unknown = row[name as keyof typeof row]
    if (value !== null && value !== undefined) text += `${text === '' ? '' : ','}"${toColumnName(name)}":${JSON.stringify(toDriver(value))}`
  }
  return text
}

/** What a booking of a class is stored with: the session as it was read, its seats, and the event that tells of it. */
export interface NewSeatedBooking {
  booking: BookingRow
  session: { id: string; revision: number; location?: unknown }
  capacity: number
  forced: boolean
  holdUntil: Temporal.Instant | null
  events: readonly DomainEvent[]
  newContactId: string
}
/**
 * Pipelined: stores a booking of a class, the contact of its guest, its event and its seats in one statement, sent with the commit. Answers how the reply
 * is completed: a known contact takes the place of the new one. Fails as `whenFull` says, or with 40001 when the session is not as it was read.
 */
export async function storeSeatedBooking(
  ctx: TransactionContext,
  { booking, session, capacity, forced, holdUntil, events, newContactId }: NewSeatedBooking,
  whenFull: (room: { left: number; kept: boolean }) => never,
): Promise<<T>(reply: T) => Promise<T>> {
  const [event, ...more] = events
  if (!event || more.length > 0) throw new Error('a booking that is stored in one statement has one event')
  const { contactDetails, scheduleId, id, participants: people, emailKey } = booking
  const { email, firstName = '', lastName = '', phone } = contactDetails
  const guest = { emailKey, email, firstName, lastName, phone, memberId: ctx.caller.memberId }
  const facts = JSON.stringify({ at: toDriver(ctx.now), newContactId, ...guest, id, people, holdUntil: toDriver(holdUntil), forced })
  const told = JSON.stringify({ id: ctx.newId(), type: event.type, fqdn: event.entityFqdn, slug: event.slug, identity: toEventIdentity(ctx.caller) })
  const { siteId } = ctx
  const read = { siteId, scheduleId, sessionId: session.id, revision: session.revision, location: session.location ? json(session.location) : null, capacity }
  // Texts of JSON become one without being read again.
  const query = bookClass({
    ...read,
    bookings: `[${facts.slice(0, -1)},"row":{${toJsonMembers(booking)}},"event":${told.slice(0, -1)},"payload":${json(event.payload)}}}]`,
  })
  const batching = { key: Object.values(read).join(' '), combine: combineBookings }
  const result = await pipelineQuery(ctx.tx, query, (error) => translateSeatsError(error, whenFull), batching)
  return async (reply) => {
    const { id } = (await result())[0] as { id: string }
    return id === newContactId ? reply : JSON.parse(JSON.stringify(reply).replaceAll(newContactId, id))
  }
}
