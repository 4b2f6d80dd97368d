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
import { type BookingRow, joinSearchText } from './bookings.ts'

interface SeatedBooking {
  siteId: string
  now: Temporal.Instant
  newContactId: string
  emailKey: string | null
  email: string | null
  firstName: string
  lastName: string
  phone: string | null
  memberId: string | null
  scheduleId: string
  sessionId: string
  revision: number
  location: string | null
  row: string
  eventId: string
  type: string
  fqdn: string
  slug: string
  payload: string
  identity: string
  bookingId: string
  capacity: number
  people: number
  holdUntil: Temporal.Instant | null
  forced: boolean
}
const bookSeats = precompileQuery(
  (of: SeatedBooking) => sql<{
    id: string
  }>`${writes('booking', 'contact', 'event', 'webhook_delivery', 'job', 'session_seat', 'seat_use')}
    select book_seats(${of.siteId}, ${of.now}, ${of.newContactId}, ${of.emailKey}, ${of.email}, ${of.firstName}, ${of.lastName}, ${of.phone}, ${of.memberId},
      ${of.scheduleId}, ${of.sessionId}, ${of.revision}, ${of.location}, ${of.row}, ${of.eventId}, ${of.type}, ${of.fqdn}, ${of.slug}, ${of.payload},
      ${of.identity}, ${of.bookingId}, ${of.capacity}, ${of.people}, ${of.holdUntil}, ${of.forced}) as id`,
)
/** In `book_seats`, from zero. */
const SITE_PARAM = 0
const EMAIL_KEY_PARAM = 3
/**
 * Bookings of one session in one statement, which takes the locks on their guests first and in one order: each of them alone takes the one on its guest before
 * it waits for the seats, which this holds from the first booking on.
 */
function joinBookings(statements: readonly Statement[]): Statement {
  const [first] = statements as [Statement]
  const keys = statements.flatMap(({ params }) => (params[EMAIL_KEY_PARAM] === null ? [] : [`${params[SITE_PARAM]} ${params[EMAIL_KEY_PARAM]}`]))
  const selects = statements.map(({ text, params }, at) => `${text.replaceAll(/\$(\d+)/g, (_, n) => `$${1 + at * params.length + Number(n)}`)} from guests`)
  const locks = 'select count(pg_advisory_xact_lock(hashtextextended(guest, 20))) from unnest($1::text[]) guest'
  const text = `with guests as materialized (${locks}) ${selects.join(' union all ')}`
  return { ...first, text, params: [[...new Set(keys)].toSorted(), ...statements.flatMap(({ params }) => params)] }
}
/** A row as JSON by the names of its columns, which are plain words: only values need quotes. */
function toJsonRow(values: object): string {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    const json = JSON.stringify(toDriver(value))
    if (json !== undefined) text += `${text === '' ? '{' : ','}"${toColumnName(name)}":${json}`
  }
  return `${text}}`
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
  { booking, session, events, ...of }: NewSeatedBooking,
  whenFull: (room: { left: number; kept: boolean }) => never,
): Promise<<T>(reply: T) => Promise<T>> {
  const [event, ...more] = events
  if (!event || more.length > 0) throw new Error('a booking that is stored in one statement has one event')
  const { contactDetails, scheduleId, id: bookingId, participants: people, emailKey } = booking
  const { email = null, firstName = '', lastName = '', phone = null } = contactDetails
  const { type, entityFqdn: fqdn, slug, payload } = event
  const query = bookSeats({
    ...of,
    siteId: ctx.siteId,
    now: ctx.now,
    memberId: ctx.caller.memberId ?? null,
    emailKey,
    email,
    firstName,
    lastName,
    phone,
    scheduleId,
    sessionId: session.id,
    revision: session.revision,
    location: session.location ? json(session.location) : null,
    row: toJsonRow({ ...booking, search: joinSearchText(contactDetails) }),
    bookingId,
    people,
    eventId: ctx.newId(),
    type,
    fqdn,
    slug,
    payload: json(payload),
    identity: json(toEventIdentity(ctx.caller)),
  })
  const group = { key: `${ctx.siteId} ${session.id}`, join: joinBookings }
  const result = await pipelineQuery(ctx.tx, query, (error) => translateSeatsError(error, whenFull), group)
  return async (reply) => {
    const { id } = (await result())[0] as { id: string }
    return id === of.newContactId ? reply : JSON.parse(JSON.stringify(reply).replaceAll(of.newContactId, id))
  }
}
