/** The page behind the button of every email about a booking, through HTTP. Source: guide bookings §17. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { bookSeat, joinWaitlist, createPerson, runWaitlistSchedule, waitlistRules } from '../../../test/factories/waitlist-class.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

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

const mia = { firstName: 'Mia', email: 'mia@example.org' }
/** The token behind the button of the newest email of a kind. */
const linkIn = async (template: string, to = mia.email): Promise<string> => {
  const { manageLink } = await server.emailVariables(studio.site, to, template)
  expect(String(manageLink)).toContain('/booking/')
  return String(manageLink).split('/').at(-1) as string
}
/** A visitor without any booking. */
const open = async (path: string, body?: unknown, token?: string): Promise<TestReply> =>
  server.call(body === undefined ? 'GET' : 'POST', path, { token: token ?? (await server.visitorToken(studio.site)), ...(body !== undefined && { body }) })
const page = async (token: string) => {
  const answer = await open(`/api/bookings/by-link/${token}`)
  expect(answer.status).toBe(200)
  return answer.body
}

describe('one booking', () => {
  test('what, when, where, what it costs and what may be done', async () => {
    const massage = await studio.service({ rules: { cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 } } })
    await studio.book({ slot: studio.slotFor(massage), paymentOption: 'OFFLINE', contactDetails: mia })
    const shown = await page(await linkIn('booking-confirmed'))
    expect(shown).toMatchObject({
      state: 'CONFIRMED',
      allowedActions: { cancel: true, reschedule: true },
      cancel: { until: '2027-05-09T10:00:00.000Z' },
      reschedule: { until: '2027-05-10T10:00:00.000Z' },
      amounts: { total: '40.00', paid: '0.00', open: '40.00', currency: 'USD' },
      onCancel: { fee: '0.00', visits: 0 },
      hasAccount: false,
    })
    expect(shown.bookings[0].booking).toMatchObject({ bookedEntity: { title: 'Massage' }, contactDetails: { firstName: 'Mia' } })
    expect(shown.bookings[0].booking).not.toHaveProperty('createdBy')
    server.freezeClock('2027-05-09T10:00:01Z')
    expect(await page(await linkIn('booking-confirmed'))).toMatchObject({ allowedActions: { cancel: false, reschedule: true }, cancel: { why: 'TOO_LATE' } })
    server.freezeClock('2027-05-10T11:00:00Z')
    expect(await page(await linkIn('booking-confirmed'))).toMatchObject({ state: 'PAST', allowedActions: { cancel: false, reschedule: false } })
  })

  test('the fee is said before it falls due, and guests cancel and move', async () => {
    const rules = { cancellationFeePolicy: { enabled: true, cancellationWindows: [{ amount: { value: '15.00' }, startInMinutes: 43_200 }] } }
    const massage = await studio.service({ rules })
    await studio.book({ slot: studio.slotFor(massage), paymentOption: 'ONLINE', card, contactDetails: mia })
    const token = await linkIn('booking-confirmed')
    const before = await page(token)
    expect(before).toMatchObject({ amounts: { paid: '40.00', open: '0.00' }, onCancel: { fee: '15.00', refund: '0.00' } })
    await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { refundOnCancel: 'full-minus-fee' } })
    expect((await page(token)).onCancel).toEqual({ fee: '15.00', refund: '25.00', visits: 0 })
    const slot = studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    const revision = before.bookings[0].booking.revision
    expect((await open(`/v1/anonymous-bookings/${token}/reschedule`, { revision, slot })).status).toBe(200)
    const moved = await page(token)
    expect(moved.bookings[0].booking.startDate).toBe('2027-05-11T10:00:00.000Z')
    expect((await open(`/v1/anonymous-bookings/${token}/cancel`, { revision: moved.bookings[0].booking.revision })).status).toBe(200)
    expect(await page(token)).toMatchObject({ state: 'CANCELED', allowedActions: { cancel: false, reschedule: false } })
  })

  test('a link that is over, forged or of another site says so', async () => {
    const massage = await studio.service()
    await studio.book({ slot: studio.slotFor(massage), paymentOption: 'OFFLINE', contactDetails: mia })
    const token = await linkIn('booking-confirmed')
    expect(errorCode(await open(`/api/bookings/by-link/${'x'.repeat(120)}`))).toBe('INVALID_TOKEN')
    const other = await server.createSite({})
    expect(errorCode(await open(`/api/bookings/by-link/${token}`, undefined, await server.visitorToken(other)))).toBe('INVALID_TOKEN')
    server.freezeClock('2027-08-15T10:00:00Z')
    expect(errorCode(await open(`/api/bookings/by-link/${token}`))).toBe('INVALID_TOKEN')
  })

  test('a member is known by the email of the booking', async () => {
    const member = await server.registerMember(studio.site)
    const massage = await studio.service()
    await studio.book({ slot: studio.slotFor(massage), paymentOption: 'OFFLINE', contactDetails: { firstName: 'Mia', email: member.email } })
    expect((await page(await linkIn('booking-confirmed', member.email))).hasAccount).toBe(true)
  })
})

describe('a visit of several services', () => {
  const getVisit = async () => {
    const [cut, colour] = [await studio.service({ name: 'Cut', durations: [30] }), await studio.service({ name: 'Colour', durations: [30] })]
    const part = (id: typeof cut, start: string, end: string) => ({
      bookedEntity: { slot: studio.slotFor(id, `2027-05-10T${start}:00Z`, `2027-05-10T${end}:00Z`) },
      contactDetails: mia,
      selectedPaymentOption: 'OFFLINE',
      status: 'CONFIRMED',
    })
    await server.ok('POST', '/v2/multi_service_bookings', {
      as: studio.site,
      body: { bookings: [part(cut, '10:00', '10:30'), part(colour, '10:30', '11:00')], participantNotification: { notifyParticipants: true } },
    })
    return { cut, colour, token: await linkIn('booking-confirmed') }
  }

  test('is shown, put into a calendar, moved and cancelled as one', async () => {
    const { cut, colour, token } = await getVisit()
    const shown = await page(token)
    expect(shown).toMatchObject({
      state: 'CONFIRMED',
      visit: { type: 'SEQUENTIAL_BOOKINGS' },
      allowedActions: { cancel: true, reschedule: true },
      amounts: { total: '80.00' },
    })
    expect(shown.bookings.map((one: { booking: { bookedEntity: { title: string } } }) => one.booking.bookedEntity.title)).toEqual(['Cut', 'Colour'])
    const file = (await open(`/api/bookings/by-link/${token}/calendar.ics`)).text
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(file.match(/END:VCALENDAR/g)).toHaveLength(1)
    expect(file).toContain(`/booking/${token}`.slice(0, 20))

    const parts = shown.bookings.map((one: { booking: { id: string; revision: string } }) => ({ bookingId: one.booking.id, revision: one.booking.revision }))
    const to = (n: number, service: typeof cut, start: string, end: string) => ({
      ...parts[n],
      slot: studio.slotFor(service, `2027-05-10T${start}:00Z`, `2027-05-10T${end}:00Z`),
    })
    const rescheduleBookingsInfo = [to(0, cut, '13:00', '13:30'), to(1, colour, '13:30', '14:00')]
    const moved = await open(`/api/bookings/by-link/${token}/reschedule-visit`, { rescheduleBookingsInfo })
    expect(moved.status).toBe(200)
    expect((await page(token)).bookings[1].booking.startDate).toBe('2027-05-10T13:30:00.000Z')
    expect(errorCode(await open(`/api/bookings/by-link/${token}/reschedule-visit`, { rescheduleBookingsInfo }))).toBe('BOOKING_REVISION_MISMATCH')
    expect(await studio.sentTemplates(mia.email)).toEqual(['booking-confirmed', 'booking-rescheduled'])

    expect((await open(`/v1/anonymous-multi-service-bookings/${token}/cancel`, {})).status).toBe(200)
    expect((await page(token)).state).toBe('CANCELED')
    expect(errorCode(await open(`/api/bookings/by-link/${token}/reschedule-visit`, { rescheduleBookingsInfo }))).toBe('RESCHEDULING_NOT_ALLOWED')
  })
})

describe('a place on a waitlist', () => {
  const paidClass = async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, rules: waitlistRules, options: { online: true, inPerson: false } })
    const eventId = await studio.session(yoga)
    const seat = (
      await studio.owner('/v2/bookings', {
        booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Sam' }, status: 'CONFIRMED' },
      })
    ).body.booking
    const [first, second] = [await createPerson(studio), await createPerson(studio)]
    const joined = [await joinWaitlist(studio, yoga, eventId, first), await joinWaitlist(studio, yoga, eventId, second)]
    expect(joined.map((one) => one.body.registration.position)).toEqual([1, 2])
    return { yoga, eventId, seat, first, second }
  }

  test('place in line, the offer with its end, taking it and paying, all by the link of the email', async () => {
    const { yoga, eventId, seat, first, second } = await paidClass()
    expect(await page(await linkIn('waitlist-joined', second.email))).toMatchObject({
      state: 'WAITING',
      allowedActions: { cancel: true },
      waitlist: { status: 'WAITING', position: 2 },
    })
    await studio.owner(`/v2/bookings/${seat.id}/cancel`, { revision: seat.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
    const token = await linkIn('waitlist-offer', first.email)
    const { waitlist } = await page(token)
    expect(waitlist).toMatchObject({ status: 'SUGGESTING', offerExpiresDate: '2027-05-01T10:10:00.000Z', timeWindowMinutes: 10 })
    // Another visitor's browser, with nothing but the link.
    const otherVisitor = await server.visitorToken(studio.site)
    const taken = await server.call('POST', '/bookings/v1/waitlist/enroll', { token: otherVisitor, body: { registrationId: waitlist.registrationId, token } })
    expect(taken.body.booking.status).toBe('CREATED')
    const held = await page(token)
    expect(held).toMatchObject({ state: 'UNFINISHED', amounts: { open: '40.00' }, holdExpiresAt: '2027-05-01T10:10:00.000Z' })
    expect(held.payToken).toMatch(/^[\w-]{32,}$/)
    server.freezeClock('2027-05-01T10:10:00Z')
    expect((await page(token)).state).toBe('LAPSED')
    await runWaitlistSchedule(studio)
    expect((await page(await linkIn('waitlist-offer', second.email))).waitlist.status).toBe('SUGGESTING')
    expect(errorCode(await bookSeat(studio, yoga, eventId, await createPerson(studio)))).toBe('SLOT_NOT_AVAILABLE')
  })

  test('leaving by the link gives the offer to the next; an offer that ran out is said', async () => {
    const { seat, first, second } = await paidClass()
    await studio.owner(`/v2/bookings/${seat.id}/cancel`, { revision: seat.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
    server.freezeClock('2027-05-01T10:10:00Z')
    await runWaitlistSchedule(studio)
    expect((await page(await linkIn('waitlist-missed', first.email))).waitlist).toMatchObject({ status: 'EXPIRED', position: 1 })
    const token = await linkIn('waitlist-offer', second.email)
    const { waitlist } = await page(token)
    const left = await server.call('POST', '/bookings/v1/waitlist/leave', {
      token: await server.visitorToken(studio.site),
      body: { registrationId: waitlist.registrationId, token },
    })
    expect(left.status).toBe(200)
    expect((await page(token)).state).toBe('CANCELED')
  })
})
