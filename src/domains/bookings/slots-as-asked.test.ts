/** What a slot says comes back, who gets it when many want it, and what is known of it before it is booked. Source: guide bookings §3, §7.3, §8.1, §12.4. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { insertEvent } from '#domains/availability/store/events.ts'
import { staffTypeId } from '#domains/staff/public.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const create = async (slot: object, more: object = {}) =>
  (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest(), status: 'CONFIRMED', ...more } })).body.booking

describe('what a slot says', () => {
  test('resource selections come back as they were sent, and a move takes its own', async () => {
    const massage = await studio.service()
    const { resource: _, ...slot } = studio.slotFor(massage)
    const selections = [{ resourceTypeId: staffTypeId, selectionMethod: 'ANY_RESOURCE' }]
    const booking = await create({ ...slot, resourceSelections: selections })
    expect(booking.bookedEntity.slot).toMatchObject({ resourceSelections: selections, resource: { name: 'Ana' }, allDay: false })
    const [{ booking: read }] = (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booking.id } } })).body.extendedBookings
    expect(read.bookedEntity.slot.resourceSelections).toEqual(selections)
    const moved = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
      revision: '1',
      slot: studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z'),
    })
    expect(moved.body.booking.bookedEntity.slot.resourceSelections).toBeUndefined()
    const unknown = await studio.owner('/v2/bookings', {
      booking: { bookedEntity: { slot: { ...slot, resourceSelections: [{ selectionMethod: 'THE_BEST' }] } }, contactDetails: guest() },
    })
    expect(unknown.status).toBe(400)
  })

  test('a day of the business is all day, whatever the caller says of it; a class is what its session is', async () => {
    const [from, to] = ['2027-05-10T00:00:00Z', '2027-05-11T00:00:00Z']
    const retreat = await studio.service({ durations: [1440] })
    const always = { flowControlSettings: { skipAvailabilityValidation: true } }
    const book = async (slot: object) =>
      (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest(), status: 'CONFIRMED' }, ...always })).body.booking
    expect((await book({ ...studio.slotFor(retreat, from, to), allDay: false })).bookedEntity.slot.allDay).toBe(true)
    const [later, end] = ['2027-05-12T01:00:00Z', '2027-05-13T01:00:00Z']
    expect((await book({ ...studio.slotFor(retreat, later, end), allDay: true })).bookedEntity.slot.allDay).toBe(false)

    const open = await studio.service({ type: 'CLASS', capacity: 4 })
    const { transaction } = createOwnContext(server.deps, createSystemMeta(studio.site.metaSiteId, ''))
    const stamp = { createdAt: '2027-01-01T00:00:00Z', updatedAt: '2027-01-01T00:00:00Z' }
    const times = { localStart: from.slice(0, 16), localEnd: to.slice(0, 16), startAt: from, endAt: to }
    const event = {
      siteId: studio.site.metaSiteId,
      id: crypto.randomUUID(),
      scheduleId: open.scheduleId,
      serviceId: open.id,
      type: 'CLASS',
      recurrenceType: 'NONE',
      ...times,
    }
    const { id: eventId } = await transaction((ctx) => insertEvent(ctx, { ...event, allDay: true, ...stamp }))
    const booked = await create({ serviceId: open.id, eventId })
    expect(booked.bookedEntity.slot.allDay).toBe(true)
    // The session becomes one of an hour: the booking follows.
    await server.ok('PATCH', `/calendar/v3/events/${eventId}`, {
      as: studio.site,
      body: { event: { revision: '1', allDay: false, start: { localDate: '2027-05-10T10:00:00' }, end: { localDate: '2027-05-10T11:00:00' } } },
    })
    const [{ booking: followed }] = (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booked.id } } })).body.extendedBookings
    expect([followed.revision, followed.bookedEntity.slot.allDay]).toEqual(['2', false])
  })
})

test('who meets other writers at every attempt is told that the slot is taken, not that something is in conflict', async () => {
  const massage = await studio.service()
  const booking = await create(studio.slotFor(massage))
  await sql`create function meets_another_writer() returns trigger language plpgsql as $$ begin raise exception using errcode = '40001'; end $$`.execute(
    server.open.db,
  )
  await sql`create trigger meets_another_writer before insert or update on booking for each row execute function meets_another_writer()`.execute(server.open.db)
  try {
    const refused = await studio.create({
      booking: { bookedEntity: { slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z') }, contactDetails: guest() },
    })
    expect([refused.status, errorCode(refused)]).toEqual([428, 'SLOT_NOT_AVAILABLE'])
    const kept = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
      revision: '1',
      slot: studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z'),
    })
    expect([kept.status, errorCode(kept)]).toEqual([428, 'SLOT_NOT_AVAILABLE'])
    // What wants no slot says what it is.
    const other = await studio.owner(`/v2/bookings/${booking.id}/update_extended_fields`, { namespace: '_user_fields', namespaceData: { a: 1 } })
    expect([other.status, errorCode(other)]).toEqual([409, 'CONFLICT'])
  } finally {
    await sql`drop trigger meets_another_writer on booking`.execute(server.open.db)
    await sql`drop function meets_another_writer()`.execute(server.open.db)
  }
})

test('other requests for a time are marked once one is confirmed, and no longer when it is free again', async () => {
  const massage = await studio.service({ approval: true, multipleRequests: true })
  const ask = (start?: string, end?: string) => studio.book({ slot: studio.slotFor(massage, start, end), contactDetails: guest(), paymentOption: 'OFFLINE' })
  const [first, second, later] = [await ask(), await ask(), await ask('2027-05-10T11:00:00Z', '2027-05-10T12:00:00Z')]
  const marked = async () =>
    (await studio.owner('/v2/extended-bookings/query', { query: { filter: { status: 'PENDING' } }, withTakenTimes: true })).body.extendedBookings.flatMap(
      (one: { booking: { id: string }; timeTaken?: boolean }) => (one.timeTaken ? [one.booking.id] : []),
    )
  expect(await marked()).toEqual([])
  const confirmed = (await studio.owner(`/v2/bookings/${first.id}/confirm`, { revision: first.revision })).body.booking
  expect(await marked()).toEqual([second.id])
  await studio.owner(`/v2/bookings/${first.id}/cancel`, { revision: confirmed.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  expect(await marked()).toEqual([])
  expect(later.status).toBe('PENDING')
})

describe('a slot is looked at when the booking page opens', () => {
  const check = async (body: object, token: string) => (await server.ok('POST', '/api/checkout/slots/check', { token, body })).isBookable
  const inClass = (yoga: CreatedService, eventId: string) => ({ slot: { serviceId: yoga.id, eventId } })

  test('an appointment: free, taken, held by the one who looks, past, of no length that is offered', async () => {
    const massage = await studio.service()
    const slot = studio.slotFor(massage)
    const [mine, other] = [await server.visitorToken(studio.site), await server.visitorToken(studio.site)]
    expect(await check({ slot }, mine)).toBe(true)
    await studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest() } }, mine)
    expect([await check({ slot }, mine), await check({ slot }, other)]).toEqual([true, false])
    server.freezeClock('2027-05-01T10:10:00Z')
    expect(await check({ slot }, other)).toBe(true)
    expect(await check({ slot: studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T12:00:00Z') }, other)).toBe(false)
    server.freezeClock('2027-05-10T10:00:00Z')
    expect(await check({ slot }, other)).toBe(false)
  })

  test('a class and a course: while there are seats; a session that is cancelled or gone is not; an unknown service is refused', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0' })
    const eventId = await studio.session(yoga)
    const token = await server.visitorToken(studio.site)
    expect(await check(inClass(yoga, eventId), token)).toBe(true)
    await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: guest() })
    expect(await check(inClass(yoga, eventId), token)).toBe(false)
    expect(await check(inClass(yoga, crypto.randomUUID()), token)).toBe(false)
    const course = await studio.service({ type: 'COURSE', capacity: 1, price: '0' })
    await studio.session(course, '2027-05-10T18:00:00Z', '2027-05-10T19:00:00Z', 'COURSE')
    const schedule = { serviceId: course.id, scheduleId: course.scheduleId }
    expect(await check({ schedule }, token)).toBe(true)
    await studio.book({ schedule, contactDetails: guest() })
    expect(await check({ schedule }, token)).toBe(false)
    expect(errorCode(await server.call('POST', '/api/checkout/slots/check', { token, body: { slot: { serviceId: crypto.randomUUID() } } }))).toBe(
      'SCHEDULE_NOT_FOUND',
    )
  })
})
