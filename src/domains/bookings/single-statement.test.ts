/** A booking of a class in one statement leaves what one made step by step leaves. Source: guide bookings §4, §7. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MountDeps } from '#kit/api/mount.ts'
import { createSystemMeta, runReplyingTransaction } from '#kit/jobs/unit-of-work.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import type { CallOptions } from '../../../test/test-calls.ts'
import { createBooking } from './actions/booking/create-booking.ts'

let server: TestServer
let studio: BookingStudio
let yoga: CreatedService
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  yoga = await studio.service({ type: 'CLASS', capacity: 100, price: '0' })
  await server.ok('POST', '/api/webhooks', { as: studio.site, body: { url: 'https://hooks.example/all', types: ['wix.bookings.v2.booking_created'] } })
})
afterAll(() => server.close())

const findTable = async (table: string, column: string, id: string): Promise<Record<string, unknown>[]> =>
  (
    await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)}::text = ${id}`.execute(
      server.open.db,
    )
  ).rows.map(({ row }) => row)

/** Everything that a booking left, with what differs from call to call by place and not by value. */
async function readTraces(bookingId: string, values: readonly string[]): Promise<unknown> {
  const [booking] = await findTable('booking', 'id', bookingId)
  const contactId = String(booking?.contact_id)
  const events = await findTable('event', 'entity_id', bookingId)
  const deliveries = await findTable('webhook_delivery', 'entity_id', bookingId)
  const rows = {
    booking,
    events,
    deliveries,
    jobs: await findTable('job', 'subject', bookingId),
    seats: await findTable('seat_use', 'booking_id', bookingId),
    contact: await findTable('contact', 'id', contactId),
    emails: await findTable('contact_email', 'contact_id', contactId),
  }
  const known = [bookingId, contactId, ...values, ...events.map(({ id }) => String(id)), ...deliveries.map(({ id }) => String(id))]
  const text = known.reduce((all, value, place) => all.replaceAll(value, `value ${place}`), JSON.stringify(rows))
  const { jobs, ...rest } = JSON.parse(text) as { jobs: Record<string, unknown>[] }
  return { ...rest, jobs: jobs.map(({ id: _, ...job }) => job) }
}

/** The reply, and whether it took one statement. */
async function book(options: CallOptions): Promise<{ body: { booking: { id: string; contactDetails: { contactId: string } } }; isSingle: boolean }> {
  let isSingle = false
  server.open.watch.onStatement = (text) => void (isSingle ||= text.includes('book_class('))
  try {
    return { body: await server.ok('POST', '/v2/bookings', options), isSingle }
  } finally {
    server.open.watch.onStatement = undefined
  }
}

test('both ways leave the same rows, for new and known guests of every caller', async () => {
  const member = await server.registerMember(studio.site)
  // One for all: who books it again gives up the place held before, and no customer holds too many.
  const eventId = await studio.session(yoga)
  const visitor = await server.visitorToken(studio.site)
  const callers = { owner: { as: studio.site }, visitor: { token: visitor }, member: { token: member.token } }
  const input = fc.record({
    caller: fc.constantFrom('owner', 'visitor', 'member'),
    isKnown: fc.boolean(),
    isOwnAddress: fc.boolean(),
    lastName: fc.constantFrom(undefined, 'O’Neill "Zoë"', '{}\\n'),
    phone: fc.constantFrom(undefined, '+49 30 1'),
    field: fc.constantFrom(undefined, 'a text\nof two lines'),
    paysOnSite: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ caller, isKnown, isOwnAddress, lastName, phone, field, paysOnSite }) => {
      const made: unknown[] = []
      const ways: Record<string, string>[] = [{}, { 'idempotency-key': randomUUID() }]
      for (const headers of ways) {
        const email = caller === 'member' && isOwnAddress ? member.email : `${randomUUID()}@people.example`
        const contactDetails = { firstName: 'Mia', email, ...(lastName && { lastName }), ...(phone && { phone }) }
        const options = {
          ...callers[caller],
          headers,
          body: {
            booking: {
              bookedEntity: { slot: { serviceId: yoga.id, eventId } },
              contactDetails,
              totalParticipants: 1,
              ...(field && { additionalFields: [{ id: '7f0bfc8e-64ad-4f6e-8a2c-6d1e2b3a4c5d', value: field }] }),
              ...(paysOnSite && { selectedPaymentOption: 'OFFLINE' }),
            },
          },
        }
        if (isKnown) await server.ok('POST', '/v2/bookings', { as: studio.site, body: { booking: { ...options.body.booking, status: 'CONFIRMED' } } })
        const { body, isSingle } = await book(options)
        expect(isSingle).toBe(Object.keys(headers).length === 0)
        const { id, contactDetails: shown } = body.booking
        const [row] = await findTable('booking', 'id', id)
        expect(shown.contactId).toBe(row?.contact_id)
        made.push(await readTraces(id, [email]))
      }
      expect(made[0]).toEqual(made[1])
    }),
    { numRuns: 12 },
  )
})

test('bookings that arrive at once leave what each alone leaves', async () => {
  const small = await studio.service({ type: 'CLASS', capacity: 8, price: '0' })
  const eventId = await studio.session(small)
  const bookAs = (email: string) =>
    server.call('POST', '/v2/bookings', {
      as: studio.site,
      body: { booking: { bookedEntity: { slot: { serviceId: small.id, eventId } }, contactDetails: { firstName: 'Mia', email }, totalParticipants: 1 } },
    })
  const alone = `${randomUUID()}@people.example`
  const { booking } = (await bookAs(alone)).body
  const expected = await readTraces(booking.id, [alone])
  const emails = Array.from({ length: 10 }, () => `${randomUUID()}@people.example`)
  const replies = await Promise.all(emails.map(async (email) => ({ email, ...(await bookAs(email)) })))
  const won = replies.filter(({ status }) => status === 200)
  expect(won).toHaveLength(7)
  for (const { email, body } of won) {
    expect(await readTraces(body.booking.id, [email])).toEqual(expected)
    expect((await findTable('booking', 'id', body.booking.id))[0]).toMatchObject({ email_key: email, contact_id: body.booking.contactDetails.contactId })
  }
  const lost = replies.filter(({ status }) => status !== 200)
  expect(lost.map(errorCode)).toEqual(Array.from({ length: 3 }, () => 'SESSION_CAPACITY_EXCEEDED'))
  for (const { email } of lost) expect(await findTable('contact_email', 'email_key', email)).toEqual([])
})

test('guests who are known, and those who book twice in the same moment, are one client each', async () => {
  const eventId = await studio.session(yoga)
  const bookAs = async (email: string, phone?: string) =>
    (
      await server.ok('POST', '/v2/bookings', {
        as: studio.site,
        body: { booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Mia', email, ...(phone && { phone }) } } },
      })
    ).booking
  const [known, twice, once] = Array.from({ length: 3 }, () => `${randomUUID()}@people.example`) as [string, string, string]
  const { contactId: knownId } = (await bookAs(known)).contactDetails
  const bookings = await Promise.all([bookAs(twice), bookAs(known, '+49 30 1'), bookAs(twice, '+49 30 2'), bookAs(once), bookAs(known)])
  const ids = bookings.map(({ contactDetails }) => contactDetails.contactId)
  expect(ids[1]).toBe(knownId)
  expect(ids[4]).toBe(knownId)
  expect(ids[2]).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
  expect((await findTable('contact', 'id', knownId))[0]).toMatchObject({ phones: ['+49 30 1'] })
  expect((await findTable('contact', 'id', ids[0]))[0]).toMatchObject({ phones: ['+49 30 2'], email_keys: [twice] })
  for (const [at, { id }] of bookings.entries()) {
    expect((await findTable('booking', 'id', id))[0]).toMatchObject({ contact_id: ids[at], contact_details: { contactId: ids[at] } })
    const events = await findTable('event', 'entity_id', id)
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events).match(/"contactId": ?"([^"]+)"/g)).toEqual([expect.stringContaining(ids[at])])
    expect(await findTable('webhook_delivery', 'entity_id', id)).toHaveLength(1)
  }
})

test('a class that is full takes no client more, and keeps nothing of the one who came too late', async () => {
  const small = await studio.service({ type: 'CLASS', capacity: 1, price: '0' })
  const eventId = await studio.session(small)
  const ask = (email: string) => ({ booking: { bookedEntity: { slot: { serviceId: small.id, eventId } }, contactDetails: { firstName: 'Mia', email } } })
  const { isSingle } = await book({ as: studio.site, body: ask(`${randomUUID()}@people.example`) })
  expect(isSingle).toBe(true)
  const late = `${randomUUID()}@people.example`
  expect(errorCode(await server.call('POST', '/v2/bookings', { as: studio.site, body: ask(late) }))).toBe('SESSION_CAPACITY_EXCEEDED')
  expect(await findTable('contact_email', 'email_key', late)).toEqual([])
})

test('a session that another process changed is read again: the booking is as the session is', async () => {
  const eventId = await studio.session(yoga)
  const body = {
    booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Mia', email: `${randomUUID()}@people.example` } },
  }
  // What a process holds that has not heard of the change.
  const held = new Map<string, unknown>()
  const cache = { getOrLoad: async (_: unknown, key: string, load: () => Promise<unknown>) => held.get(key) ?? held.set(key, await load()).get(key) }
  const deps = { ...server.deps, database: { ...server.open, cache } } as unknown as MountDeps
  const make = async () =>
    runReplyingTransaction(deps, createSystemMeta(studio.site.metaSiteId, ''), (ctx) => createBooking(ctx, body as never, { claimsSeatsLast: true }))
  expect(String((await make()).startAt)).toBe('2027-05-10T10:00:00Z')
  await sql`update calendar_event set start_at = '2027-05-10T15:00:00Z', end_at = '2027-05-10T16:00:00Z', revision = revision + 1 where id = ${eventId}`.execute(
    server.open.db,
  )
  expect(String((await make()).startAt)).toBe('2027-05-10T15:00:00Z')
})
