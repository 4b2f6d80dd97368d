/** Repeated appointments through HTTP: preview, booked in one go, cancelled one by one or all. Source: guide bookings §16.7. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, errorData, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let lesson: CreatedService
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  lesson = await studio.service({ name: 'Lesson', durations: [30] })
})

const slotOn = (day: string, time = '10:00') => studio.slotFor(lesson, `2027-${day}T${time}:00Z`, `2027-${day}T${time.slice(0, 2)}:30:00Z`)
const preview = async (more: Record<string, unknown> = {}, token?: string) =>
  server.call('POST', '/api/bookings/repeats', {
    token: token ?? (await server.visitorToken(studio.site)),
    body: { slot: slotOn('05-10'), everyWeeks: 1, count: 4, ...more },
  })
const series = async (days: readonly string[], token?: string) =>
  server.call('POST', '/v2/multi_service_bookings', {
    token: token ?? (await server.visitorToken(studio.site)),
    body: {
      multiServiceBookingType: 'SEPARATE_BOOKINGS',
      bookings: days.map((day) => ({
        bookedEntity: { slot: slotOn(day) },
        contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
        selectedPaymentOption: 'OFFLINE',
      })),
    },
  })
const weeks = ['05-10', '05-17', '05-24', '05-31']
/** A confirmed series with its link. */
const confirmed = async () => {
  const token = await server.visitorToken(studio.site)
  const { multiServiceBooking } = (await series(weeks, token)).body
  const [first] = multiServiceBooking.bookings
  await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first.bookingId } })
  const link = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${multiServiceBooking.id}/token`, { as: studio.site })
  return {
    id: multiServiceBooking.id as string,
    ids: multiServiceBooking.bookings.map((one: { bookingId: string }) => one.bookingId) as string[],
    link: link.token as string,
  }
}
const statuses = async (id: string) =>
  (await server.ok('GET', `/v2/multi_service_bookings/${id}`, { as: studio.site })).multiServiceBooking.bookings.map(
    (one: { booking: { status: string } }) => one.booking.status,
  )

describe('the dates of a repeated appointment', () => {
  test('each is shown with what stands against it', async () => {
    await studio.create({ booking: { bookedEntity: { slot: slotOn('05-17') }, contactDetails: guest() } })
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body.dates.map((one: { startDate: string; status: string }) => [one.startDate.slice(5, 16), one.status])).toEqual([
      ['05-10T10:00', 'FREE'],
      ['05-17T10:00', 'TAKEN'],
      ['05-24T10:00', 'FREE'],
      ['05-31T10:00', 'FREE'],
    ])
    const twoWeeks = await preview({ everyWeeks: 2, count: 2 })
    expect(twoWeeks.body.dates.map((one: { startDate: string }) => one.startDate.slice(5, 10))).toEqual(['05-10', '05-24'])
  })

  test('refuses classes, unknown services, those of another site, and numbers out of range', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5 })
    const eventId = await studio.session(yoga, '2027-05-10T12:30:00Z', '2027-05-10T13:00:00Z')
    const ofClass = await preview({ slot: { serviceId: yoga.id, eventId } })
    expect([errorCode(ofClass), errorData(ofClass)]).toEqual(['VALIDATION_FAILURE', { reason: 'NOT_AN_APPOINTMENT' }])
    expect((await preview({ slot: { ...slotOn('05-10'), serviceId: randomUUID(), scheduleId: randomUUID() } })).status).toBe(404)
    const other = await createBookingStudio(server)
    expect((await preview({}, await server.visitorToken(other.site))).status).toBe(404)
    for (const more of [{ count: 1 }, { count: 9 }, { everyWeeks: 0 }, { everyWeeks: 'often' }, { slot: null }]) expect((await preview(more)).status).toBe(400)
    expect(errorCode(await preview({ slot: { ...slotOn('05-10'), startDate: 'soon' } }))).toBe('INVALID_DATE_FORMAT')
  })
})

describe('a series', () => {
  test('is booked in one go or not at all', async () => {
    await studio.create({ booking: { bookedEntity: { slot: slotOn('05-24') }, contactDetails: guest() } })
    const lost = await series(weeks)
    expect([errorCode(lost), errorData(lost).index]).toEqual(['SLOT_NOT_AVAILABLE', 2])
    expect((await studio.owner('/v2/extended-bookings/count', {})).body.count).toBe(1)
    expect((await series(weeks.filter((day) => day !== '05-24'))).status).toBe(200)
  })

  test('one date is cancelled by the link, then the rest', async () => {
    const { id, ids, link } = await confirmed()
    expect(await statuses(id)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    const cancelParts = (bookingIds: string[], token = link) =>
      server.call('POST', `/api/bookings/by-link/${token}/cancel-parts`, { as: studio.site, body: { bookingIds } })
    expect((await cancelParts([ids[1] as string])).status).toBe(200)
    expect(await statuses(id)).toEqual(['CONFIRMED', 'CANCELED', 'CONFIRMED', 'CONFIRMED'])
    expect(errorCode(await cancelParts([ids[1] as string]))).toBe('BOOKING_CANNOT_BE_CANCELLED')
    expect(errorCode(await cancelParts([randomUUID()]))).toBe('BOOKING_NOT_FOUND')
    expect((await cancelParts([])).status).toBe(400)
    expect(errorCode(await cancelParts([ids[0] as string], `${link.slice(0, -4)}AAAA`))).toBe('INVALID_TOKEN')
    expect((await studio.create({ booking: { bookedEntity: { slot: slotOn('05-17') }, contactDetails: guest() } })).status).toBe(200)
    expect((await server.call('POST', `/v1/anonymous-multi-service-bookings/${link}/cancel`, { as: studio.site, body: {} })).status).toBe(200)
    expect(await statuses(id)).toEqual(['CANCELED', 'CANCELED', 'CANCELED', 'CANCELED'])
  })

  test('once it has begun, cancelling it leaves what took place', async () => {
    const { id, link } = await confirmed()
    server.freezeClock('2027-05-12T10:00:00Z')
    const page = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${link}`, { as: studio.site })
    expect(page.allowedAnonymousActions.cancel).toBe(true)
    expect((await server.call('POST', `/v1/anonymous-multi-service-bookings/${link}/cancel`, { as: studio.site, body: {} })).status).toBe(200)
    expect(await statuses(id)).toEqual(['CONFIRMED', 'CANCELED', 'CANCELED', 'CANCELED'])
  })

  test('the business cancels and moves one date like a single booking', async () => {
    const { id, ids } = await confirmed()
    expect((await studio.owner(`/v2/bookings/${ids[0]}/cancel`, { revision: '2' })).status).toBe(200)
    expect(await statuses(id)).toEqual(['CANCELED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    expect((await studio.owner(`/v2/bookings/${ids[1]}/reschedule`, { revision: '2', slot: slotOn('05-18') })).status).toBe(200)
  })
})
