/** Emails about visits of several services: one to the customer, one to the business, each person their own part. Source: guide bookings §6.2, §16.4, §20.1, §20.3. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffTypeId as STAFF } from '#domains/staff/rules/ids.ts'
import { card, createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let an: string
let bo: string
let cut: CreatedService
let colour: CreatedService
const [ana, bob] = ['ana@staff.example', 'bo@staff.example']
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  an = (await studio.resource('Ana', STAFF, ana)).id
  bo = (await studio.resource('Bo', STAFF, bob)).id
  cut = await studio.service({ name: 'Cut', durations: [30], staff: [an] })
  colour = await studio.service({ name: 'Colour', durations: [30], staff: [bo] })
})
const at = (clock: string) => `2027-05-10T${clock}:00Z`
const slot = (service: CreatedService, from: string, to: string) => ({
  ...studio.slotFor(service, at(from), at(to)),
  resource: { id: service === cut ? an : bo },
})
interface Visit {
  id: string
  token: string
  email: string
  ids: [string, string]
}
/** A visit that a member books and finishes at the desk. */
async function visit(parts: [CreatedService, CreatedService] = [cut, colour]): Promise<Visit> {
  const m = await server.registerMember(studio.site)
  const of = (service: CreatedService, from: string, to: string) => ({
    bookedEntity: { slot: slot(service, from, to) },
    contactDetails: { firstName: 'Mia', email: m.email },
    selectedPaymentOption: 'OFFLINE',
  })
  const { multiServiceBooking: made } = await server.ok('POST', '/v2/multi_service_bookings', {
    token: m.token,
    body: { bookings: [of(parts[0], '10:00', '10:30'), of(parts[1], '10:30', '11:00')] },
  })
  const ids = made.bookings.map((one: { bookingId: string }) => one.bookingId) as [string, string]
  await server.ok('POST', '/api/checkout/bookings', { token: m.token, body: { bookingId: ids[0], paymentOption: 'OFFLINE' } })
  return { id: made.id, token: m.token, email: m.email, ids }
}
const emailsTo = async (to: string, template: string) =>
  (await server.sentEmails(studio.site, to)).filter((one) => one.template === template).map((one) => one.variables)
const only = async (to: string, template: string): Promise<Record<string, unknown>> => {
  const found = await emailsTo(to, template)
  expect([to, template, found.length]).toEqual([to, template, 1])
  return found[0] as Record<string, unknown>
}
const inFile = (file: unknown, name: string) => [...String(file).matchAll(new RegExp(`^${name}:(.*?)\\r?$`, 'gm'))].map((found) => found[1])
const revisions = async (v: Visit) =>
  (await server.ok('GET', `/v2/multi_service_bookings/${v.id}`, { as: studio.site })).multiServiceBooking.bookings.map(
    (one: { booking: { revision: string } }) => one.booking.revision,
  ) as string[]
/** The business reads of the whole visit once; each person of their own part. */
async function businessReads(template: string, clocks: [string, string]) {
  const owner = await only(studio.site.ownerEmail, template)
  expect(owner.serviceName).toBe('Cut, Colour')
  expect(owner.parts).toEqual([expect.stringContaining(`${clocks[0]}`), expect.stringContaining(`${clocks[1]}`)])
  expect(owner.parts).toEqual([expect.stringMatching(/^Cut: .* · Ana$/), expect.stringMatching(/^Colour: .* · Bo$/)])
  expect(await only(ana, template)).toMatchObject({ serviceName: 'Cut', startText: expect.stringContaining(clocks[0]) })
  expect(await only(bob, template)).toMatchObject({ serviceName: 'Colour', startText: expect.stringContaining(clocks[1]) })
}
async function getCalendar(v: Visit, to: string, template: string) {
  const { calendarFile } = await only(to, template)
  const uids = inFile(calendarFile, 'UID').map((uid) => uid?.split('@')[0])
  return {
    method: inFile(calendarFile, 'METHOD'),
    uids,
    sequences: inFile(calendarFile, 'SEQUENCE'),
    states: inFile(calendarFile, 'STATUS'),
    both: uids.join() === v.ids.join(),
  }
}

test('a booked visit: one email to the customer with both parts in the calendar file, one to the business, their own part to each person', async () => {
  const v = await visit()
  expect((await only(v.email, 'booking-confirmed')).parts).toEqual([expect.stringContaining('Cut: '), expect.stringContaining('Colour: ')])
  expect(await getCalendar(v, v.email, 'booking-confirmed')).toEqual({
    method: ['REQUEST'],
    uids: v.ids,
    sequences: await revisions(v),
    states: ['CONFIRMED', 'CONFIRMED'],
    both: true,
  })
  await businessReads('new-booking', ['10:00', '10:30'])
})

test('a visit that waits for approval notifies the business, and ends unanswered as one', async () => {
  const perm = await studio.service({ name: 'Perm', durations: [30], approval: true, staff: [bo] })
  const v = await visit([cut, perm])
  await only(v.email, 'booking-requested')
  expect((await only(studio.site.ownerEmail, 'booking-request')).parts).toHaveLength(2)
  server.freezeClock('2027-05-10T09:59:00Z')
  await server.advanceClock('PT2M')
  expect((await only(v.email, 'booking-declined')).parts).toHaveLength(2)
})

test('a visit that its customer moves: the business is emailed, the customer when asked for, with a higher sequence for the same entries', async () => {
  const v = await visit()
  const move = async (from: [string, string], to: [string, string], more: Record<string, unknown> = {}) => {
    const now = await revisions(v)
    return server.ok('POST', `/v2/multi_service_bookings/${v.id}/reschedule`, {
      token: v.token,
      body: {
        rescheduleBookingsInfo: [
          { bookingId: v.ids[0], revision: now[0], slot: slot(cut, ...from) },
          { bookingId: v.ids[1], revision: now[1], slot: slot(colour, ...to) },
        ],
        ...more,
      },
    })
  }
  await move(['12:00', '12:30'], ['12:30', '13:00'])
  expect(await emailsTo(v.email, 'booking-rescheduled')).toEqual([])
  await businessReads('booking-rescheduled-by-customer', ['12:00', '12:30'])
  expect((await only(studio.site.ownerEmail, 'booking-rescheduled-by-customer')).oldStartText).toContain('12:00')
  await move(['14:00', '14:30'], ['14:30', '15:00'], { participantNotification: { notifyParticipants: true } })
  expect((await only(v.email, 'booking-rescheduled')).oldStartText).toContain('14:00')
  expect(await getCalendar(v, v.email, 'booking-rescheduled')).toMatchObject({ method: ['REQUEST'], both: true, sequences: ['4', '4'] })
  await move(['14:00', '14:30'], ['14:30', '15:00'], { participantNotification: { notifyParticipants: true } })
  expect(await emailsTo(v.email, 'booking-rescheduled')).toHaveLength(1)
})

test.each(['by its customer', 'through its link'] as const)(
  'a visit that is cancelled %s: the business is emailed, and the calendar entries are taken back',
  async (how) => {
    const v = await visit()
    if (how === 'through its link') {
      const { token } = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${v.id}/token`, { as: studio.site })
      await server.ok('POST', `/v1/anonymous-multi-service-bookings/${token}/cancel`, { token: v.token, body: {} })
    } else {
      await server.ok('POST', `/v2/multi_service_bookings/${v.id}/cancel`, { token: v.token, body: { participantNotification: { notifyParticipants: true } } })
    }
    expect((await only(v.email, 'booking-canceled')).canceledBy).toBe('you')
    expect(await getCalendar(v, v.email, 'booking-canceled')).toEqual({
      method: ['CANCEL'],
      uids: v.ids,
      sequences: ['3', '3'],
      states: ['CANCELLED', 'CANCELLED'],
      both: true,
    })
    await businessReads('booking-canceled-by-customer', ['10:00', '10:30'])
  },
)

test('what the business does itself is no news to it, and a checkout that was given up neither', async () => {
  const v = await visit()
  await studio.owner(`/v2/multi_service_bookings/${v.id}/cancel`, { flowControlSettings: { ignoreCancellationPolicy: true } })
  expect(await emailsTo(studio.site.ownerEmail, 'booking-canceled-by-customer')).toEqual([])
  const m = await server.registerMember(studio.site)
  const of = (service: CreatedService, from: string, to: string) => ({
    bookedEntity: { slot: slot(service, from, to) },
    contactDetails: { firstName: 'Mia', email: m.email },
    selectedPaymentOption: 'ONLINE',
  })
  const { multiServiceBooking: held } = await server.ok('POST', '/v2/multi_service_bookings', {
    token: m.token,
    body: { bookings: [of(cut, '16:00', '16:30'), of(colour, '16:30', '17:00')] },
  })
  await server.ok('POST', `/v2/multi_service_bookings/${held.id}/cancel`, { token: m.token, body: {} })
  expect(await emailsTo(studio.site.ownerEmail, 'booking-canceled-by-customer')).toEqual([])
})

test('an approved appointment that its customer moves stands as tentative in the calendar until it is approved again', async () => {
  const perm = await studio.service({ name: 'Perm', durations: [30], approval: true })
  const m = await server.registerMember(studio.site)
  const { booking } = await server.ok('POST', '/api/checkout/bookings', {
    token: m.token,
    body: { slot: studio.slotFor(perm, at('10:00'), at('10:30')), contactDetails: { firstName: 'Mia', email: m.email }, paymentOption: 'OFFLINE' },
  })
  await studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision })
  const moved = await server.ok('POST', `/v2/bookings/${booking.id}/reschedule`, {
    token: m.token,
    body: { revision: '3', slot: studio.slotFor(perm, at('12:00'), at('12:30')), participantNotification: { notifyParticipants: true } },
  })
  expect(moved.booking.status).toBe('PENDING')
  const { calendarFile, statusText } = await only(m.email, 'booking-rescheduled')
  expect([inFile(calendarFile, 'METHOD'), inFile(calendarFile, 'STATUS'), inFile(calendarFile, 'SEQUENCE')]).toEqual([['REQUEST'], ['TENTATIVE'], ['4']])
  expect(statusText).toBe('The new time waits for approval.')
})

const feeRules = {
  cancellationPolicy: { enabled: true },
  cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '25', startInMinutes: 60 * 24 * 30 }] },
}
/** A visit of two services for 40.00 each that a guest pays online, and reads about in `language`. */
async function paidVisit(language: string, options: { approval?: boolean; rules?: Record<string, unknown> }): Promise<Pick<Visit, 'id' | 'email'>> {
  const [trim, dye] = [
    await studio.service({ name: 'Trim', durations: [30], staff: [an], ...options }),
    await studio.service({ name: 'Dye', durations: [30], staff: [bo], ...options }),
  ]
  const caller = { token: await server.visitorToken(studio.site), headers: { 'accept-language': language } }
  const contactDetails = guest()
  const of = (service: CreatedService, from: string, to: string, staff: string) => ({
    bookedEntity: { slot: { ...studio.slotFor(service, at(from), at(to)), resource: { id: staff } } },
    contactDetails,
    selectedPaymentOption: 'ONLINE',
  })
  const { multiServiceBooking: made } = await server.ok('POST', '/v2/multi_service_bookings', {
    ...caller,
    body: { bookings: [of(trim, '10:00', '10:30', an), of(dye, '10:30', '11:00', bo)] },
  })
  const body = { bookingId: made.bookings[0].bookingId, paymentOption: 'ONLINE', card }
  expect((await server.ok('POST', '/api/checkout/bookings', { ...caller, body })).payment.outcome).toBe('succeeded')
  return { id: made.id, email: contactDetails.email }
}

test.each([
  ['en', /^A cancellation fee of \$20\.00 applies\.$/, /^\$60\.00 will be refunded\.$/],
  ['de', /^Für die Absage fällt eine Gebühr von 20,00\s\$ an\.$/, /^Wir erstatten dir 60,00\s\$\.$/],
])('the email about a paid visit that its customer cancels says what it costs and what goes back (%s)', async (language, fee, refund) => {
  await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { refundOnCancel: 'full-minus-fee' } })
  const v = await paidVisit(language, { rules: feeRules })
  const { token } = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${v.id}/token`, { as: studio.site })
  await server.ok('POST', `/v1/anonymous-multi-service-bookings/${token}/cancel`, { token: await server.visitorToken(studio.site), body: {} })
  const canceled = await only(v.email, 'booking-canceled')
  expect([canceled.feeText, canceled.refundText, canceled.creditText]).toEqual([expect.stringMatching(fee), expect.stringMatching(refund), ''])
})

test.each([
  ['en', 'Your payment will be refunded.', 'by the business'],
  ['de', 'Deine Zahlung wird erstattet.', 'by the business'],
  ['de', 'Deine Zahlung wird erstattet.', 'unanswered'],
])('the email about a paid visit that is declined says that the payment goes back (%s, %s, %s)', async (language, refund, how) => {
  const v = await paidVisit(language, { approval: true })
  if (how === 'unanswered') {
    server.freezeClock('2027-05-10T09:59:00Z')
    await server.advanceClock('PT2M')
  } else {
    const { multiServiceBooking } = await server.ok('GET', `/v2/multi_service_bookings/${v.id}`, { as: studio.site })
    const declineBookingsInfo = multiServiceBooking.bookings.map(({ bookingId, booking }: { bookingId: string; booking: { revision: string } }) => ({
      bookingId,
      revision: booking.revision,
    }))
    await studio.owner(`/v2/multi_service_bookings/${v.id}/decline`, { declineBookingsInfo, participantNotification: { notifyParticipants: true } })
  }
  expect(await only(v.email, 'booking-declined')).toMatchObject({
    refundText: refund,
    parts: [expect.stringContaining('Trim'), expect.stringContaining('Dye')],
  })
})

const run = async (time: string) => {
  server.freezeClock(time)
  await server.ok('POST', '/_test/run')
}
const readBooking = async (id: string) => (await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })).booking
/** A basket of an appointment on each of these days of May, confirmed by the business. */
async function basket(days: readonly string[]) {
  const who = guest()
  const of = (day: string) => ({
    bookedEntity: { slot: { ...studio.slotFor(cut, `2027-05-${day}T10:00:00Z`, `2027-05-${day}T10:30:00Z`), resource: { id: an } } },
    contactDetails: who,
    status: 'CONFIRMED',
  })
  const made = await studio.owner('/v2/multi_service_bookings', { multiServiceBookingType: 'SEPARATE_BOOKINGS', bookings: days.map(of) })
  const { id, bookings } = made.body.multiServiceBooking
  return { id, ids: bookings.map((one: { bookingId: string }) => one.bookingId) as string[], email: who.email }
}
const cancelPart = async (id: string | undefined) => {
  const { revision } = await readBooking(id ?? '')
  expect((await studio.owner(`/v2/bookings/${id}/cancel`, { revision, flowControlSettings: { ignoreCancellationPolicy: true } })).status).toBe(200)
}
test('the reminder of a set leaves out the parts that were cancelled', async () => {
  const { ids, email } = await basket(['10', '17', '24'])
  await cancelPart(ids[1])
  await run('2027-05-09T10:01:00Z')
  expect((await only(email, 'booking-reminder')).parts).toEqual([expect.stringContaining('10'), expect.stringContaining('24')])
})

test('when the first date of a set is cancelled, the next one is reminded of, once', async () => {
  const { ids, email } = await basket(['24', '10', '17'])
  await cancelPart(ids[1])
  const due = async () => (await server.ok('GET', '/api/dashboard/booking-forecast', { as: studio.site })).days.filter(hasReminders).map(toDate)
  const hasReminders = ({ emails }: { emails: { kind: string }[] }) => emails.some(({ kind }) => kind === 'BEFORE_BOOKING')
  const toDate = ({ date }: { date: string }) => date
  expect(await due()).toEqual(['2027-05-16'])
  await run('2027-05-09T10:01:00Z')
  expect(await emailsTo(email, 'booking-reminder')).toEqual([])
  await run('2027-05-16T10:01:00Z')
  expect((await only(email, 'booking-reminder')).parts).toHaveLength(2)
  await run('2027-05-23T10:01:00Z')
  await only(email, 'booking-reminder')
})

test('a booking that left its set has a reminder of its own', async () => {
  const { id, ids, email } = await basket(['10', '17', '24'])
  const [, , third] = ids
  const { revision } = await readBooking(third ?? '')
  const bookings = [{ bookingId: third, revision }]
  const path = '/v2/multi_service_bookings/remove_bookings_from_multi_service_booking'
  expect((await studio.owner(path, { multiServiceBookingId: id, bookings })).status).toBe(200)
  await run('2027-05-09T10:01:00Z')
  expect((await only(email, 'booking-reminder')).parts).toHaveLength(2)
  await run('2027-05-16T10:01:00Z')
  await only(email, 'booking-reminder')
  await run('2027-05-23T10:01:00Z')
  expect((await emailsTo(email, 'booking-reminder')).map(({ parts }) => parts)).toEqual([expect.any(Array), undefined])
})

test('a booking that joins in front of a visit leaves it with one reminder, before its new start', async () => {
  const v = await visit()
  const booking = { bookedEntity: { slot: slot(colour, '09:30', '10:00') }, contactDetails: { firstName: 'Mia', email: v.email }, status: 'CONFIRMED' }
  const joining = (await studio.owner('/v2/bookings', { booking })).body.booking
  const bookings = [{ bookingId: joining.id, revision: joining.revision }]
  const path = '/v2/multi_service_bookings/add_bookings_to_multi_service_booking'
  expect((await studio.owner(path, { multiServiceBookingId: v.id, bookings })).status).toBe(200)
  await run('2027-05-09T09:31:00Z')
  expect((await only(v.email, 'booking-reminder')).parts).toHaveLength(3)
  await run('2027-05-09T10:01:00Z')
  await only(v.email, 'booking-reminder')
})
