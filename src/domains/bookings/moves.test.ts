/** Bookings that move, and how many come. Source: guide bookings §9, §10. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

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

const appointment = (s: CreatedService, more: Record<string, unknown> = {}, start?: string, end?: string) => ({
  booking: { bookedEntity: { slot: studio.slotFor(s, start, end) }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
})
const holdBooking = async (s: CreatedService, more: Record<string, unknown> = {}) => (await studio.create(appointment(s, more))).body.booking
const getClass = async (capacity: number, options = {}) => {
  const yoga = await studio.service({ type: 'CLASS', capacity, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } }, ...options })
  return { yoga, eventId: await studio.session(yoga) }
}
const inClass = (yoga: CreatedService, eventId: string, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
})

describe('moving', () => {
  const bookConfirmed = async (s: CreatedService, more: Record<string, unknown> = {}) =>
    (await studio.owner('/v2/bookings', appointment(s, { status: 'CONFIRMED', ...more }))).body.booking
  const move = (id: string, revision: string, slot: unknown, more: Record<string, unknown> = {}, token?: string) =>
    token
      ? server.call('POST', `/v2/bookings/${id}/reschedule`, { token, body: { revision, slot, ...more } })
      : studio.act(id, 'reschedule', { revision, slot, ...more })

  test('the same place again changes nothing; another time keeps the event id and reports the old one', async () => {
    const massage = await studio.service()
    const booking = await bookConfirmed(massage)
    expect((await move(booking.id, '1', studio.slotFor(massage))).body.booking.revision).toBe('1')
    const toMoved = (
      await move(booking.id, '1', studio.slotFor(massage, '2027-05-10T14:00:00Z', '2027-05-10T15:00:00Z'), {
        participantNotification: { notifyParticipants: true },
      })
    ).body.booking
    expect(toMoved).toMatchObject({ revision: '2', status: 'CONFIRMED', startDate: '2027-05-10T14:00:00.000Z' })
    expect(toMoved.bookedEntity.slot.eventId).toBe(booking.bookedEntity.slot.eventId)
    const event = (await server.emittedEvents(studio.site, booking.id)).at(-1)
    expect(event).toMatchObject({
      slug: 'rescheduled',
      body: { actionEvent: { body: { previousStartDate: '2027-05-10T10:00:00.000Z', previousTotalParticipants: 1 } } },
    })
    const sentEmail = (await server.sentEmails(studio.site, booking.contactDetails.email)).find((one) => one.template === 'booking-rescheduled')
    expect(sentEmail?.variables.calendarFile).toMatch(new RegExp(`UID:${booking.id}@`))
    expect(sentEmail?.variables.calendarFile).toContain('SEQUENCE:2')
    expect((await studio.create(appointment(massage))).status).toBe(200)
  })

  test('what may not move: a course, another service, a length that is not offered, a taken time', async () => {
    const massage = await studio.service()
    const other = await studio.service()
    const booking = await bookConfirmed(massage)
    const course = await studio.service({ type: 'COURSE', capacity: 3, price: '0' })
    await studio.session(course, '2027-06-01T10:00:00Z', '2027-06-01T11:00:00Z', 'COURSE')
    const enrolled = await studio.book({ schedule: { scheduleId: course.scheduleId } })
    const crowd = { bookedEntity: { schedule: { scheduleId: course.scheduleId } }, contactDetails: guest(), totalParticipants: 3 }
    expect(errorCode(await studio.owner('/v2/bookings', { booking: crowd }))).toBe('SCHEDULE_CAPACITY_EXCEEDED')
    expect(errorCode(await move(enrolled.id, '2', studio.slotFor(course)))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await move(booking.id, '1', studio.slotFor(other)))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await move(booking.id, '1', studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T10:30:00Z')))).toBe('SLOT_NOT_AVAILABLE')
    await studio.create(appointment(massage, {}, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z'))
    expect(errorCode(await move(booking.id, '1', studio.slotFor(massage, '2027-05-11T10:30:00Z', '2027-05-11T11:30:00Z')))).toBe('SLOT_NOT_AVAILABLE')
    expect((await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body.booking).toMatchObject({
      revision: '1',
      startDate: '2027-05-10T10:00:00.000Z',
    })
    const forced = await move(booking.id, '1', studio.slotFor(massage, '2027-05-11T10:30:00Z', '2027-05-11T11:30:00Z'), {
      flowControlSettings: { skipAvailabilityValidation: true },
    })
    expect(forced.body.booking).toMatchObject({ doubleBooked: true, status: 'CONFIRMED' })
  })

  test('to another session: seats move along, a full one refuses and nothing changed', async () => {
    const { yoga, eventId } = await getClass(2)
    const later = await studio.session(yoga, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
    const booking = await studio.book({ slot: { serviceId: yoga.id, eventId }, paymentOption: 'OFFLINE' })
    await studio.book({ slot: { serviceId: yoga.id, eventId: later }, paymentOption: 'OFFLINE', contactDetails: guest(), totalParticipants: 2 })
    expect(errorCode(await move(booking.id, '2', { eventId: later }))).toBe('SESSION_CAPACITY_EXCEEDED')
    const third = await studio.session(yoga, '2027-05-13T10:00:00Z', '2027-05-13T11:00:00Z')
    const moved = await move(booking.id, '2', { eventId: third }, { totalParticipants: 2 })
    expect(moved.body.booking).toMatchObject({ totalParticipants: 2, startDate: '2027-05-13T10:00:00.000Z' })
    expect((await studio.create(inClass(yoga, eventId, { totalParticipants: 2 }))).status).toBe(200)
  })

  test('a customer within the window, with the number of people as the policy allows; a paid price stays', async () => {
    const massage = await studio.service({ rules: { reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 120 } } })
    const member = await server.registerMember(studio.site)
    const booking = await studio.book(
      { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'ONLINE', card },
      member.token,
    )
    expect(errorCode(await move(booking.id, '2', studio.slotFor(massage, '2027-05-10T14:00:00Z', '2027-05-10T15:00:00Z'), { totalParticipants: 2 }))).toBe(
      'PRICE_CHANGE_NOT_ALLOWED',
    )
    server.freezeClock('2027-05-10T08:01:00Z')
    const late = await move(booking.id, '2', studio.slotFor(massage, '2027-05-10T14:00:00Z', '2027-05-10T15:00:00Z'), {}, member.token)
    expect(errorCode(late)).toBe('BOOKING_POLICY_VIOLATION')
    server.freezeClock('2027-05-10T08:00:00Z')
    expect((await move(booking.id, '2', studio.slotFor(massage, '2027-05-10T14:00:00Z', '2027-05-10T15:00:00Z'), {}, member.token)).status).toBe(200)
    expect((await server.sentEmails(studio.site, studio.site.ownerEmail)).map((sentEmail) => sentEmail.template).sort()).toEqual([
      'booking-rescheduled-by-customer',
      'new-booking',
    ])
  })
})

describe('participants', () => {
  test('more and fewer; money that is missing shows; appointments and the wrong kind are refused', async () => {
    const { yoga, eventId } = await getClass(3)
    const booking = await studio.book({ slot: { serviceId: yoga.id, eventId }, paymentOption: 'ONLINE', card })
    const change = (body: Record<string, unknown>) => studio.act(booking.id, 'update_number_of_participants', body)
    expect(errorCode(await change({ revision: '2' }))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await change({ revision: '2', participantsChoices: { serviceChoices: [{ numberOfParticipants: 2 }] } }))).toBe('VALIDATION_FAILURE')
    expect((await change({ revision: '2', totalParticipants: 1 })).body.booking.revision).toBe('2')
    expect((await change({ revision: '2', totalParticipants: 2 })).body.booking).toMatchObject({ revision: '3', paymentStatus: 'PARTIALLY_PAID' })
    expect((await change({ revision: '3', totalParticipants: 1 })).body.booking).toMatchObject({ revision: '4', paymentStatus: 'PAID' })
    expect((await studio.emittedSlugs(booking.id)).slice(-2)).toEqual(['number_of_participants_updated', 'number_of_participants_updated'])
    expect(await studio.sentTemplates('mia@example.org')).not.toContain('booking-participants-changed')
    await change({ revision: '4', totalParticipants: 3, participantNotification: { notifyParticipants: true, message: 'Welcome, all three' } })
    const asked = (await server.sentEmails(studio.site, 'mia@example.org')).find(({ template }) => template === 'booking-participants-changed')
    expect(asked?.variables).toMatchObject({
      participants: '3',
      oldParticipants: '1',
      ownerMessage: 'Welcome, all three',
      balanceText: 'Still to pay: $80.00.',
    })
    const massage = await holdBooking(await studio.service())
    expect(errorCode(await studio.act(massage.id, 'update_number_of_participants', { revision: '1', totalParticipants: 2 }))).toBe('VALIDATION_FAILURE')
  })
})
