/** What waits for the owner on the start page, through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guest, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

const loadWaiting = async () => (await server.ok('GET', '/api/dashboard/today', { as: studio.site })).waiting

test('an unpaid booking waits once it is over, an unpaid subscription while it runs', async () => {
  const massage = await studio.service()
  const made = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z') },
      contactDetails: guest(),
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  expect(await loadWaiting()).toMatchObject({ unpaidBookings: 0, unpaidOrders: 0 })
  const pricing = { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pass', pricing } } })
  const { memberId } = await server.registerMember(studio.site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: { planId: plan.id, memberId, paid: false } })
  server.freezeClock('2027-05-11T09:00:00Z')
  expect(await loadWaiting()).toMatchObject({ unpaidBookings: 1, unpaidOrders: 1 })
  // The list that it leads to has the same ones.
  const unpaid = { $or: [{ paymentStatus: { $in: ['NOT_PAID', 'PARTIALLY_PAID'] } }, { paymentStatus: 'UNDEFINED', selectedPaymentOption: 'OFFLINE' }] }
  const filter = { status: 'CONFIRMED', endDate: { $lt: '2027-05-11T09:00:00.000Z' }, $and: [unpaid] }
  expect((await server.ok('POST', '/v2/extended-bookings/count', { as: studio.site, body: { filter } })).count).toBe(1)
  await server.ok('POST', `/api/bookings/${made.body.booking.id}/mark-paid`, { as: studio.site })
  await server.ok('POST', `/v2/orders/${order.id}/mark-as-paid`, { as: studio.site, body: {} })
  expect(await loadWaiting()).toMatchObject({ unpaidBookings: 0, unpaidOrders: 0 })
})

test('the classes of today: teacher, room, how many booked and how many are there', async () => {
  server.freezeClock('2027-06-01T09:00:00Z')
  const own = await createBookingStudio(server)
  const yoga = await own.service({ type: 'CLASS', capacity: 6, price: '0', name: 'Yoga' })
  const pottery = await own.service({ type: 'COURSE', capacity: 4, price: '0', name: 'Pottery' })
  const morning = await own.session(yoga, '2027-06-01T07:00:00Z', '2027-06-01T08:00:00Z')
  const course = await own.session(pottery, '2027-06-01T16:00:00Z', '2027-06-01T17:00:00Z', 'COURSE')
  await own.session(yoga, '2027-06-03T07:00:00Z', '2027-06-03T08:00:00Z')
  const made = await own.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId: yoga.id, eventId: morning } },
      contactDetails: guest(),
      totalParticipants: 2,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  const { id } = made.body.booking
  await own.owner('/v2/attendance/set', { attendance: { bookingId: id, eventId: morning, status: 'ATTENDED', numberOfAttendees: 2 } })
  const { todaySessions } = await server.ok('GET', '/api/dashboard/today', { as: own.site })
  expect(todaySessions).toMatchObject([
    { id: morning, title: 'Yoga', people: 2, capacity: 6, checkedIn: 2 },
    { id: course, title: 'Pottery', people: 0, capacity: 4, checkedIn: 0 },
  ])
})

test('the appointments of today that are not over: who comes, to whom, and whether they are there; those of other days come after', async () => {
  server.freezeClock('2027-06-01T09:00:00Z')
  const own = await createBookingStudio(server)
  const massage = await own.service({ name: 'Massage', approval: true })
  const book = async (start: string, end: string, firstName: string, more: object = { status: 'CONFIRMED' }) => {
    const slot = own.slotFor(massage, start, end)
    const booking = { bookedEntity: { slot }, contactDetails: { ...guest(), firstName, lastName: 'Berg' }, totalParticipants: 1, ...more }
    return (await own.owner('/v2/bookings', { booking, flowControlSettings: { skipAvailabilityValidation: true } })).body.booking.id as string
  }
  await book('2027-06-01T06:00:00Z', '2027-06-01T07:00:00Z', 'Past')
  const now = await book('2027-06-01T08:30:00Z', '2027-06-01T09:30:00Z', 'Now')
  const later = await book('2027-06-01T12:00:00Z', '2027-06-01T13:00:00Z', 'Later', {})
  expect((await own.owner(`/v2/bookings/${later}/mark_booking_as_pending`, { revision: '1' })).body).toMatchObject({ booking: { status: 'PENDING' } })
  const next = await book('2027-06-02T12:00:00Z', '2027-06-02T13:00:00Z', 'Next')
  await own.owner('/v2/attendance/set', { attendance: { bookingId: now, status: 'ATTENDED', numberOfAttendees: 1 } })
  const load = (as: object) => server.ok('GET', '/api/dashboard/today', as)
  const { todayAppointments, nextSessions } = await load({ as: own.site })
  expect(todayAppointments).toEqual({
    total: 2,
    appointments: [
      expect.objectContaining({ id: now, title: 'Massage', client: 'Now Berg', rooms: ['Ana'], status: 'CONFIRMED', attendance: 'ATTENDED' }),
      expect.objectContaining({ id: later, client: 'Later Berg', status: 'PENDING' }),
    ],
  })
  expect(nextSessions).toMatchObject([{ id: next, title: 'Massage', client: 'Next Berg' }])
  // Who may not see bookings reads no names.
  const accountant = await server.inviteCollaborator(own.site, ['PRICING_PLANS.READ_ORDERS'])
  expect(await load(accountant)).toMatchObject({ todayAppointments: { total: 0, appointments: [] } })
  expect(JSON.stringify(await load(accountant))).not.toContain('Berg')
})

test('clients who come within a week without an intake form that counts', async () => {
  server.freezeClock('2027-07-01T09:00:00Z')
  const own = await createBookingStudio(server)
  const load = async () => (await server.ok('GET', '/api/dashboard/today', { as: own.site })).waiting.intakes
  const fields = [{ target: 'pain', type: 'SHORT_TEXT', label: { en: 'Pain?' }, required: true }]
  const { form } = await server.ok('POST', '/api/forms', { as: own.site, body: { kind: 'INTAKE', name: 'First visit', fields, validityMonths: 1 } })
  const intakeFormPolicy = { enabled: true, formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'OPTIONAL' }
  const massage = await own.service({ rules: { intakeFormPolicy } })
  const book = async (day: string, contactDetails: object, formSubmission?: object) => {
    const slot = own.slotFor(massage, `${day}T12:00:00Z`, `${day}T13:00:00Z`)
    const booking = { bookedEntity: { slot }, contactDetails, totalParticipants: 1, status: 'CONFIRMED', selectedPaymentOption: 'OFFLINE' }
    const reply = await own.owner('/v2/bookings', {
      booking,
      flowControlSettings: { skipAvailabilityValidation: true },
      ...(formSubmission && { formSubmission }),
    })
    expect(reply.status).toBe(200)
  }
  const ida = guest()
  await book('2027-07-03', ida)
  await book('2027-07-05', ida)
  await book('2027-07-20', guest())
  expect(await load()).toBe(1)
  const { extendedBookings } = (
    await own.owner('/v2/extended-bookings/query', { query: { sort: [{ fieldName: 'startDate', order: 'ASC' }] }, withIntakeForm: true })
  ).body
  expect(extendedBookings[0]).toMatchObject({ intake: { formName: 'First visit', isDone: false } })
  expect(extendedBookings[0].formSubmissions).toBeUndefined()
  await book('2027-07-06', ida, { pain: 'No' })
  expect(await load()).toBe(0)
  // Who sent it a month ago is asked again; who comes later than in a week is not waited for.
  server.freezeClock('2027-07-31T09:00:00Z')
  await book('2027-08-02', ida)
  expect(await load()).toBe(0)
  server.freezeClock('2027-08-01T09:00:00Z')
  expect(await load()).toBe(1)
})

test('a reported member is listed until a dashboard user has reviewed the report', async () => {
  const [reporter, reported] = [await server.registerMember(studio.site), await server.registerMember(studio.site)]
  await server.ok('POST', '/v1/members/join-community', { token: reported.token, body: {} })
  await server.ok('POST', '/v1/member-reports', {
    token: reporter.token,
    body: { memberReport: { reportedMemberId: reported.memberId, reason: { category: 'SPAM' } } },
  })
  expect(await loadWaiting()).toMatchObject({ reports: 1 })
  await server.open.db
    .updateTable('memberReport')
    .set({ reviewed: true } as never)
    .where('siteId', '=', studio.site.metaSiteId)
    .execute()
  expect(await loadWaiting()).toMatchObject({ reports: 0 })
})

test('who runs the site is not among its new members', async () => {
  const site = await server.createSite()
  const countNew = async () => {
    const { numbers } = await server.ok('GET', '/api/dashboard/today', { as: site })
    return numbers.find(({ label }: { label: string }) => label === 'New members').value
  }
  expect(await countNew()).toBe(0)
  await server.registerMember(site)
  expect(await countNew()).toBe(1)
})

test('the week: revenue, bookings, how full classes were, new members, by day; revenue only for those who see payments', async () => {
  server.freezeClock('2027-07-05T20:00:00Z')
  const own = await createBookingStudio(server)
  const yoga = await own.service({ type: 'CLASS', capacity: 4, price: '20.00', name: 'Yoga' })
  const eventId = await own.session(yoga, '2027-07-05T17:00:00Z', '2027-07-05T18:00:00Z')
  const { body } = await own.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId: yoga.id, eventId } },
      contactDetails: guest(),
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true, skipBusinessConfirmation: true },
  })
  expect((await own.owner(`/api/bookings/${body.booking.id}/mark-paid`)).status).toBe(200)
  const today = await server.ok('GET', '/api/dashboard/today', { as: own.site })
  expect(today.week).toEqual({ firstDay: '2027-06-29', lastDay: '2027-07-05' })
  expect(today.numbers).toMatchObject([
    { label: 'Revenue', unit: 'MONEY', value: 20, previous: 0, days: [0, 0, 0, 0, 0, 0, 20] },
    { label: 'Bookings made', value: 1 },
    { label: 'Classes filled', unit: 'PERCENT', value: 25 },
    { label: 'New members', value: 0 },
  ])
  const teacher = await server.inviteCollaborator(own.site, ['BOOKINGS.BOOKING_READ'])
  const { numbers } = await server.ok('GET', '/api/dashboard/today', teacher)
  expect(numbers.map(({ label }: { label: string }) => label)).toEqual(['Bookings made', 'Classes filled', 'New members'])
})
