/** How clients use the business, through HTTP: their figures, and the members that a filter of these finds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let massage: CreatedService
const people: Record<string, { memberId: string; contactId: string; email: string }> = {}

beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
  massage = await studio.service({ price: '40.00' })
  for (const name of ['ada', 'ben', 'cleo']) {
    const { memberId, email } = await server.registerMember(studio.site, `${name}@people.example`)
    const { member } = await server.ok('GET', `/v1/members/${memberId}`, { as: studio.site, query: { fieldsets: 'FULL' } })
    people[name] = { memberId, contactId: member.contactId, email }
  }
})
afterAll(() => server.close())

const of = (name: string) => people[name] as NonNullable<(typeof people)[string]>
async function book(name: string, start: string): Promise<{ id: string; revision: string }> {
  const end = start.replace('T12', 'T13')
  const made = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: studio.slotFor(massage, start, end) },
      contactDetails: { firstName: name, email: of(name).email },
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  return made.body.booking
}
const getFigures = async (...names: string[]) =>
  (await server.ok('POST', '/api/dashboard/clients/figures', { as: studio.site, body: { contactIds: names.map((name) => of(name).contactId) } })).clients
/** Their names in the order of the alphabet: under one clock all were made at once. */
async function find(filter: Record<string, unknown>): Promise<string[]> {
  const { members } = await server.ok('POST', '/v1/members/query', {
    as: studio.site,
    body: { query: { filter: { ...filter, id: { $in: Object.values(people).map(({ memberId }) => memberId) } } } },
  })
  return members.map(({ id }: { id: string }) => Object.keys(people).find((name) => of(name).memberId === id)).toSorted()
}

test('visits, last and next booking and what is owed, and the filters that find them', async () => {
  expect(await find({ 'business.bookings': 0 })).toEqual(['ada', 'ben', 'cleo'])
  const first = await book('ada', '2027-05-03T12:00:00Z')
  const second = await book('ada', '2027-05-04T12:00:00Z')
  const gone = await book('ada', '2027-06-20T12:00:00Z')
  const next = await book('ada', '2027-06-10T12:00:00Z')
  const bens = [await book('ben', '2027-05-03T12:00:00Z'), await book('ben', '2027-05-05T12:00:00Z')]
  await studio.owner(`/v2/bookings/${gone.id}/cancel`, { revision: gone.revision })
  await studio.owner(`/api/bookings/${first.id}/mark-paid`)
  server.freezeClock('2027-06-05T09:00:00Z')
  const absent = bens.map(({ id }) => studio.owner('/v2/attendance/set', { attendance: { bookingId: id, status: 'NOT_ATTENDED' } }))
  expect((await Promise.all(absent)).map(({ status }) => status)).toEqual([200, 200])

  const [ada, ben, cleo] = await getFigures('ada', 'ben', 'cleo')
  expect(ada).toEqual({
    contactId: of('ada').contactId,
    visits: 2,
    noShows: 0,
    lastVisit: { bookingId: second.id, title: 'Massage', startDate: '2027-05-04T12:00:00.000Z', endDate: '2027-05-04T13:00:00.000Z' },
    nextBooking: expect.objectContaining({ bookingId: next.id }),
    owed: [{ amount: '80.00', currency: expect.any(String) }],
    owedFees: [],
  })
  expect(ben).toMatchObject({ visits: 0, noShows: 2, owed: [{ amount: '80.00' }] })
  expect(ben.lastVisit).toBeUndefined()
  expect(cleo).toMatchObject({ visits: 0, noShows: 0, owed: [] })

  expect(await find({ 'business.bookings': 0 })).toEqual(['cleo'])
  expect(await find({ 'business.bookings': { $gte: 3 } })).toEqual(['ada'])
  expect(await find({ 'business.noShows': { $gte: 2 } })).toEqual(['ben'])
  expect(await find({ 'business.lastBookingEnd': { $lt: '2027-05-06T00:00:00Z' } })).toEqual(['ben'])
  // Who is marked as present after all was no no-show.
  await studio.owner('/v2/attendance/set', { attendance: { bookingId: bens[0]?.id, status: 'ATTENDED', numberOfAttendees: 1 } })
  expect(await find({ 'business.noShows': { $gte: 2 } })).toEqual([])
  // The last booking is cancelled: the one before it counts.
  await studio.owner(`/v2/bookings/${next.id}/cancel`, { revision: next.revision })
  expect(await find({ 'business.lastBookingEnd': { $lt: '2027-05-06T00:00:00Z' } })).toEqual(['ada', 'ben'])
  expect(await find({ 'business.lastBookingEnd': { $lt: '2027-05-05T00:00:00Z' }, 'business.bookings': 2 })).toEqual(['ada'])
})

test('plans that run, and birthdays', async () => {
  const pricing = { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pass', pricing } } })
  const sold = { planId: plan.id, memberId: of('cleo').memberId, paid: true }
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: sold })
  expect(await find({ 'business.runningPlans': { $gt: 0 } })).toEqual(['cleo'])
  await server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: studio.site, body: { effectiveAt: 'IMMEDIATELY' } })
  expect(await find({ 'business.runningPlans': { $gt: 0 } })).toEqual([])
  const member = { contact: { birthdate: '1990-06-09' } }
  await server.ok('PATCH', `/v1/members/${of('ben').memberId}`, { as: studio.site, body: { member } })
  expect(await find({ 'business.birthday': { $in: ['06-08', '06-09'] } })).toEqual(['ben'])
})

test('who owes money for bookings, fees and plans: the filter, the sums of each and the sum of the site say the same', async () => {
  const own = await createBookingStudio(server)
  const register = async (name: string) => {
    const { memberId, email } = await server.registerMember(own.site, `${name}@owes.example`)
    const { member } = await server.ok('GET', `/v1/members/${memberId}`, { as: own.site, query: { fieldsets: 'FULL' } })
    return { name, memberId, email, contactId: member.contactId as string }
  }
  const [dora, emil, finn, gero] = await Promise.all(['dora', 'emil', 'finn', 'gero'].map(register))
  const everyone = [dora, emil, finn, gero].flatMap((one) => one ?? [])
  const debtors = async () => {
    const { members } = await server.ok('POST', '/v1/members/query', { as: own.site, body: { query: { filter: { 'business.unpaid': { $gt: 0 } } } } })
    return everyone.filter(({ memberId }) => members.some(({ id }: { id: string }) => id === memberId)).map(({ name }) => name)
  }
  const add = (parts: readonly { amount: string }[]) => parts.reduce((sum, { amount }) => sum + Number(amount), 0)
  /** By member, each part for itself; checked against the filter and the sum of the site. */
  const owed = async () => {
    const contactIds = everyone.map(({ contactId }) => contactId)
    const [figures, plans, site] = await Promise.all([
      server.ok('POST', '/api/dashboard/clients/figures', { as: own.site, body: { contactIds } }),
      server.ok('POST', '/api/dashboard/clients/owed-on-plans', { as: own.site, body: { contactIds } }),
      server.ok('GET', '/api/money/outstanding', { as: own.site }),
    ])
    const of = everyone.map(({ name, contactId }) => {
      const find = (clients: { contactId: string }[]) => clients.find((one) => one.contactId === contactId) as Record<string, { amount: string }[]> | undefined
      const one = find(figures.clients)
      return { name, bookings: add(one?.['owed'] ?? []), fees: add(one?.['owedFees'] ?? []), plans: add(find(plans.clients)?.['owed'] ?? []) }
    })
    const sum = (kind: 'bookings' | 'fees' | 'plans') => of.reduce((total, one) => total + one[kind], 0)
    expect(await debtors()).toEqual(of.filter(({ bookings, fees, plans: ofPlans }) => bookings + fees + ofPlans > 0).map(({ name }) => name))
    const { bookings = 0, fees = 0, plans: ofPlans = 0, amount = 0 } = site.outstanding[0] ?? {}
    expect([bookings, fees, ofPlans, amount].map(Number)).toEqual([sum('bookings'), sum('fees'), sum('plans'), sum('bookings') + sum('fees') + sum('plans')])
    return Object.fromEntries(of.map(({ name, ...parts }) => [name, [parts.bookings, parts.fees, parts.plans].join(' ')]))
  }
  const nothing = '0 0 0'
  expect(await owed()).toEqual({ dora: nothing, emil: nothing, finn: nothing, gero: nothing })

  server.freezeClock('2027-07-01T09:00:00Z')
  const windows = [{ percentage: '50', startInMinutes: 1440 }]
  const strict = await own.service({
    rules: { cancellationFeePolicy: { enabled: true, cancellationWindows: windows, autoCollectFeeEnabled: false }, saveCreditCardPolicy: { enabled: true } },
  })
  const bookFor = async (who: { email: string }, start: string, more: Record<string, unknown> = {}) => {
    const slot = own.slotFor(strict, start, start.replace('T12', 'T13'))
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
    return own.book({ slot, contactDetails: { firstName: 'X', email: who.email }, paymentOption: 'OFFLINE', card, ...more })
  }
  const [first, second, third] = [
    await bookFor(dora as never, '2027-07-03T12:00:00Z'),
    await bookFor(emil as never, '2027-07-04T12:00:00Z'),
    await bookFor(finn as never, '2027-07-05T12:00:00Z', { paymentOption: 'ONLINE' }),
  ]
  const pricing = { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: own.site, body: { plan: { name: 'Pass', pricing } } })
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: own.site, body: { planId: plan.id, memberId: gero?.memberId } })
  expect(await owed()).toEqual({ dora: '40 0 0', emil: '40 0 0', finn: nothing, gero: '0 0 90' })

  // A no-show owes price and fee; of a late cancellation the price goes and the fee comes, which what was paid covers.
  server.freezeClock('2027-07-04T14:00:00Z')
  await own.owner('/v2/attendance/set', { attendance: { bookingId: second.id, status: 'NOT_ATTENDED' } })
  const cancel = async ({ id }: { id: string }) => {
    const { booking } = await server.ok('GET', `/api/bookings/${id}/summary`, { as: own.site })
    return own.owner(`/v2/bookings/${id}/cancel`, {
      revision: booking.revision,
      flowControlSettings: { ignoreCancellationPolicy: true, waiveCancellationFee: false },
    })
  }
  expect((await cancel(third)).status).toBe(200)
  expect(await owed()).toEqual({ dora: '40 0 0', emil: '40 20 0', finn: nothing, gero: '0 0 90' })

  await own.owner(`/api/bookings/${first.id}/free-of-charge`, { isFree: true }, 'PUT')
  await own.owner(`/api/bookings/${second.id}/mark-paid`)
  await own.owner(`/v2/orders/${order.id}/mark-as-paid`)
  expect(await owed()).toEqual({ dora: nothing, emil: '0 20 0', finn: nothing, gero: nothing })
  const listFees = async () => (await server.ok('GET', `/api/dashboard/clients/${emil?.contactId}/fees`, { as: own.site })).fees
  expect(await listFees()).toMatchObject([{ bookingId: second.id, trigger: 'NOT_ATTENDED', amount: '20.00', currency: 'USD', isChargeable: true }])
  await own.owner(`/api/bookings/${second.id}/charge-fee`)
  expect(await listFees()).toEqual([])
  await own.owner(`/api/bookings/${first.id}/free-of-charge`, { isFree: false }, 'PUT')
  expect(await owed()).toEqual({ dora: '40 0 0', emil: nothing, finn: nothing, gero: nothing })

  // Changes are folded into the sum, which stays the same; the nightly check says when it is not what the bookings owe.
  const siteId = own.site.metaSiteId
  const countChanges = async () => (await server.open.db.selectFrom('owedChange').select('id').where('siteId', '=', siteId).execute()).length
  expect(await countChanges()).toBeGreaterThan(0)
  await server.runner.runSchedules()
  expect(await countChanges()).toBe(0)
  expect(await owed()).toMatchObject({ dora: '40 0 0' })
  const findWrong = async () => (await server.runMoneyCheck(own.site)).findings.map(({ what }) => what)
  expect(await findWrong()).toEqual([])
  await server.open.db.updateTable('owedSum').set({ amount: 4100 }).where('siteId', '=', siteId).where('kind', '=', 'BOOKING').execute()
  expect(await findWrong()).toEqual(['Bookings that are not paid come to 40.00 USD; 41.00 USD is noted.'])
})

test('bookings that are deleted are owed no more', async () => {
  const own = await createBookingStudio(server)
  const service = await own.service()
  await own.book({ slot: own.slotFor(service, '2027-07-20T10:00:00Z', '2027-07-20T11:00:00Z'), paymentOption: 'OFFLINE' })
  const siteId = own.site.metaSiteId
  const listOwed = () => server.open.db.selectFrom('bookingOwed').select('amount').where('siteId', '=', siteId).execute()
  expect(await listOwed()).toEqual([{ amount: 4000 }])
  await server.open.db.deleteFrom('booking').where('siteId', '=', siteId).execute()
  expect(await listOwed()).toEqual([])
  expect((await server.ok('GET', '/api/money/outstanding', { as: own.site })).outstanding).toEqual([])
})

test('what a filter finds out about bookings and plans, only those learn who may read them', async () => {
  const helper = await server.inviteCollaborator(studio.site, ['MEMBERS.MEMBER_READ'])
  const query = (filter: Record<string, unknown>) => server.call('POST', '/v1/members/query', { ...helper, body: { query: { filter } } })
  expect((await query({ 'business.noShows': { $gte: 2 } })).status).toBe(403)
  expect((await query({ 'business.unpaid': { $gt: 0 } })).status).toBe(403)
  expect((await server.call('GET', '/api/money/outstanding', helper)).status).toBe(403)
  expect((await server.call('POST', '/api/dashboard/clients/owed-on-plans', { ...helper, body: { contactIds: [of('ada').contactId] } })).status).toBe(403)
  expect((await query({ $or: [{ status: 'APPROVED' }, { $not: { 'business.runningPlans': 0 } }] })).status).toBe(403)
  expect((await query({ 'business.birthday': '06-09' })).status).toBe(200)
  expect((await server.call('POST', '/api/dashboard/clients/figures', { ...helper, body: { contactIds: [of('ada').contactId] } })).status).toBe(403)
  // A member or visitor does not even learn that these fields are there.
  const { token } = await server.registerMember(studio.site)
  expect((await server.call('POST', '/v1/members/query', { token, body: { query: { filter: { 'business.bookings': 0 } } } })).status).toBe(403)
})
