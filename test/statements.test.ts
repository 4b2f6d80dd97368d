/**
 * How many statements an operation sends to the database. Each is a way there and back, and what a call costs is mostly
 * these. A number here may fall; when it has to rise, say in the commit what for.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dueSchedules } from '#domains/orders/schedules.ts'
import { insertCalendarHistory } from './factories/many-rows.ts'
import { getStatementRounds } from './statement-rounds.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  // What the process has cached does not expire while a slow machine works.
  vi.useFakeTimers({ toFake: ['performance'] })
  server = await startTestServer()
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

/** The statements that a call waits for. It was made once before, so that the cache is warm. */
async function getStatements(call: () => Promise<unknown>): Promise<string[]> {
  await call()
  const sent: string[] = []
  server.open.watch.onStatement = (text, { isPipelined }) => void (isPipelined || sent.push(text.replaceAll(/\s+/g, ' ').slice(0, 160)))
  try {
    await call()
  } finally {
    server.open.watch.onStatement = undefined
  }
  return sent
}
/** `begin` goes out together with the next statement. */
const trips = (sent: readonly string[]) => sent.filter((text) => text !== 'begin')
async function expectAtMost(most: number, call: () => Promise<unknown>): Promise<void> {
  const sent = trips(await getStatements(call))
  expect(sent.length, `at most ${most} statements, but:\n${sent.join('\n')}`).toBeLessThanOrEqual(most)
}

const ok = (method: string, path: string, body?: unknown, token?: string) =>
  server.ok(method, path, { body, ...(path === '/oauth2/token' ? {} : token ? { token } : { as: site }) })

test('lists', async () => {
  for (let at = 0; at < 3; at++) await ok('POST', '/v1/members', { member: { loginEmail: `m${at}@people.example` } })
  await expectAtMost(1, () => ok('POST', '/v1/members/query', { query: { filter: { status: 'APPROVED' } }, fieldsets: ['FULL'] }))
  await expectAtMost(1, () => ok('GET', '/v2/plans'))
  await expectAtMost(1, () => ok('POST', '/v2/services/query', {}))
})

test('public plans and the price of one', async () => {
  const { plan } = await ok('POST', '/v2/plans', { plan: { name: 'Ten', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } })
  const visitor = await server.visitorToken(site)
  await expectAtMost(1, () => ok('GET', '/v2/plans/public', undefined, visitor))
  await expectAtMost(1, () => ok('GET', `/v2/plans/${plan.id}`))
  await expectAtMost(0, () => ok('POST', '/v2/checkout/orders/price-preview', { planId: plan.id }, visitor))
})

test('a price with a coupon', async () => {
  const { plan } = await ok('POST', '/v2/plans', { plan: { name: 'Off', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } })
  const specification = { name: 'Ten', code: 'TEN', startTime: '0', scope: { namespace: 'pricingPlans' }, percentOffRate: 10 }
  await ok('POST', '/stores/v2/coupons', { specification })
  const visitor = await server.visitorToken(site)
  await expectAtMost(1, () => ok('POST', '/v2/checkout/orders/price-preview', { planId: plan.id, couponCode: 'ten' }, visitor))
})

test('tokens', async () => {
  await expectAtMost(1, () => ok('POST', '/oauth2/token', { clientId: site.clientId, grantType: 'anonymous' }))
  const { refresh_token: refreshToken } = await ok('POST', '/oauth2/token', { clientId: site.clientId, grantType: 'anonymous' })
  await expectAtMost(1, () => ok('POST', '/oauth2/token', { clientId: site.clientId, grantType: 'refresh_token', refreshToken }))
})

test('a sign-in by password: what is on record, the person under their lock, and the session with the commit', async () => {
  const { email } = await server.registerMember(site)
  const visitor = await server.visitorToken(site)
  await expectAtMost(3, () => ok('POST', '/v2/login', { loginId: { email }, password: 'a calm long evening' }, visitor))
})

test('a month of availability and a booking', async () => {
  const { staffMember } = await ok('POST', '/v1/staff-members', { staffMember: { name: 'Lena', email: 'lena@studio.example' } })
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } } }
  const talk = await ok('POST', '/v2/services', {
    service: {
      ...base,
      type: 'APPOINTMENT',
      name: 'Talk',
      schedule: { availabilityConstraints: { sessionDurations: [60] } },
      staffMemberIds: [staffMember.resourceId],
    },
  })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const visitor = await server.visitorToken(site)
  const filter = { serviceId: talk.service.id, startDate: `${day(1)}T00:00:00`, endDate: `${day(31)}T00:00:00` }
  await expectAtMost(5, () => ok('POST', '/v1/availability/query', { query: { filter } }, visitor))

  const { service } = await ok('POST', '/v2/services', { service: { ...base, type: 'CLASS', name: 'Flow', defaultCapacity: 20 } })
  const session = {
    scheduleId: service.schedule.id,
    type: 'CLASS',
    title: 'Flow',
    start: { localDate: `${day(5)}T10:00:00` },
    end: { localDate: `${day(5)}T11:00:00` },
  }
  const { event } = await ok('POST', '/calendar/v3/events', { event: { ...session, resources: [{ id: staffMember.resourceId }] } })
  let guest = 0
  const book = (token?: string, more: object = {}, beside: object = {}) =>
    ok(
      'POST',
      '/v2/bookings',
      {
        booking: {
          bookedEntity: { slot: { serviceId: service.id, eventId: event.id } },
          contactDetails: { firstName: 'Guest', email: `guest-${(guest += 1)}@people.example` },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE',
          ...more,
        },
        ...beside,
      },
      token,
    )
  await expectAtMost(1, () => book())
  // The language of the customer is looked up for the email.
  const notify = { participantNotification: { notifyParticipants: true } }
  const confirmAtOnce = () => book(undefined, { status: 'CONFIRMED' }, notify)
  // The first link of a site makes the secret of its links.
  await confirmAtOnce()
  await expectAtMost(3, confirmAtOnce)
  const held = [(await book()).booking, (await book()).booking]
  await expectAtMost(3, () => ok('POST', `/v2/bookings/${held.pop().id}/confirm`, { revision: '1', ...notify }))
  // On the hosted page the browser says its language.
  await expectAtMost(2, () =>
    server.ok('POST', '/api/checkout/bookings', {
      token: visitor,
      headers: { 'accept-language': 'de' },
      body: {
        slot: { serviceId: service.id, eventId: event.id },
        contactDetails: { firstName: 'Guest', email: `page-${(guest += 1)}@people.example` },
        totalParticipants: 1,
      },
    }),
  )
  // A customer's second request for the same place releases the first one: two statements more.
  await expectAtMost(5, () => book(visitor))
})

test('a renewal: charge, ledger, events, the email and the jobs of all of it', async () => {
  const { plan } = await ok('POST', '/v2/plans', {
    plan: { name: 'Pass', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } } },
  })
  const { token } = await server.registerMember(site)
  const renewOrders = async (most: number) => {
    const begin = server.clocks.now()
    let months = 0
    await expectAtMost(most, async () => {
      server.freezeClock(begin.add({ hours: 24 * 32 * (months += 1) }).toString())
      await server.runner.runSchedules(dueSchedules)
      await server.runner.drain()
    })
  }
  const buy = async (orders: number) => {
    for (let at = 0; at < orders; at++) {
      const { order } = await ok('POST', '/v2/checkout/orders/online', { planId: plan.id }, token)
      await ok('POST', '/_test/payments/pay', { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' })
    }
    await server.runner.drain()
  }
  // Looking for what is due and claiming the jobs comes to 10; each order to 18, of which 5 are commits and 2 end a job.
  await buy(1)
  await renewOrders(28)
  await buy(4)
  await renewOrders(10 + 5 * 18)
})

test('a turn of the runner without work costs the same on one site and on many', async () => {
  const countTurn = async () => trips(await getStatements(async () => void (await server.runner.runSchedules()))).length
  const alone = await countTurn()
  for (let at = 0; at < 5; at++) await server.createSite()
  await server.runner.runSchedules()
  await server.runner.drain()
  expect(await countTurn()).toBe(alone)
  expect(alone).toBeLessThanOrEqual(3)
})

test('a month of availability: the same few statements for any number of people, services, bookings and years', async () => {
  const site2 = await server.createSite({ timeZone: 'Europe/Berlin' })
  const owner = (path: string, body: unknown) => server.ok('POST', path, { as: site2, body })
  const visitor = await server.visitorToken(site2)
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } } }
  const people: string[] = []
  let slot = 8
  const grow = async (count: number) => {
    for (let i = 0; i < count; i++) people.push((await owner('/v1/staff-members', { staffMember: { name: `P${people.length}` } })).staffMember.resourceId)
    for (let i = 0; i < count; i++) {
      const schedule = { availabilityConstraints: { sessionDurations: [30] } }
      const { service } = await owner('/v2/services', { service: { ...base, type: 'APPOINTMENT', name: `A${slot}`, schedule, staffMemberIds: people } })
      const { service: yoga } = await owner('/v2/services', { service: { ...base, type: 'CLASS', name: `C${slot}`, defaultCapacity: 9 } })
      const at = `${day((slot % 20) + 1)}T${String((slot += 1) % 20).padStart(2, '0')}`
      const event = { scheduleId: yoga.schedule.id, type: 'CLASS', title: 'C', start: { localDate: `${at}:00:00` }, end: { localDate: `${at}:30:00` } }
      await owner('/calendar/v3/events', { event: { ...event, resources: [{ id: people[0] }] } })
      const entity = { serviceId: service.id, startDate: `${at}:00:00`, endDate: `${at}:30:00`, timezone: 'Europe/Berlin', resource: { id: people[i] } }
      await owner('/v2/bookings', {
        booking: {
          bookedEntity: { slot: { ...entity, location: { locationType: 'OWNER_BUSINESS' } } },
          contactDetails: { firstName: 'G', email: `g${slot}@x.example` },
        },
        flowControlSettings: { skipAvailabilityValidation: true },
      })
    }
  }
  const query = (days: number) => () =>
    server.ok('POST', '/v1/availability/query', {
      token: visitor,
      body: { query: { filter: { startDate: `${day(1)}T00:00:00`, endDate: `${day(days)}T00:00:00` } } },
    })
  const countNow = async () => {
    const sent = trips(await getStatements(query(31)))
    // Busy times and sessions of people, and sessions of classes, do not wait for each other; the seats of the classes follow.
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(4)
    return sent.length
  }
  await grow(1)
  const alone = await countNow()
  await grow(4)
  expect(await countNow()).toBe(alone)
  const { schedules } = await owner('/calendar/v3/schedules/query', { query: {} })
  await insertCalendarHistory({ server, site: site2, years: 5, resourceIds: people, scheduleId: schedules[0].id })
  expect(await countNow()).toBe(alone)
  const { services } = await server.ok('POST', '/v2/services/query', { token: visitor, body: { query: { filter: { type: 'APPOINTMENT' } } } })
  const range = { fromLocalDate: `${day(1)}T00:00:00`, toLocalDate: `${day(31)}T00:00:00` }
  const month = () => server.ok('POST', '/v2/time-slots', { token: visitor, body: { serviceId: services[0].id, ...range } })
  await expectAtMost(2, month)
  await expectAtMost(3, () => server.ok('POST', '/v2/time-slots/event', { token: visitor, body: range }))
  // A hundred people; whatever was kept of services and people is read again, once.
  while (people.length < 100) people.push((await owner('/v1/staff-members', { staffMember: { name: `P${people.length}` } })).staffMember.resourceId)
  const schedule = { availabilityConstraints: { sessionDurations: [30] } }
  const { service } = await owner('/v2/services', { service: { ...base, type: 'APPOINTMENT', name: 'All', schedule, staffMemberIds: people } })
  const all = () => server.ok('POST', '/v2/time-slots', { token: visitor, body: { serviceId: service.id, ...range } })
  await expectAtMost(2, all)
  expect(await countNow()).toBe(alone)
  await owner('/v1/staff-members', { staffMember: { name: 'One more' } })
  const cold: string[] = []
  server.open.watch.onStatement = (text) => void cold.push(text)
  await all().finally(() => (server.open.watch.onStatement = undefined))
  expect(cold.length, cold.join('\n')).toBeLessThanOrEqual(8)
})

test('a month of availability waits for two statements one after the other, also after people or rooms have changed', async () => {
  const site2 = await server.createSite({ timeZone: 'Europe/Berlin' })
  const owner = (path: string, body: unknown) => server.ok('POST', path, { as: site2, body })
  const { resourceType } = await owner('/v2/resources/resource-types', { resourceType: { name: 'Room' } })
  const addRoom = (name: string) => owner('/v2/resources', { resource: { name, typeId: resourceType.id, locationOptions: { availableInAllLocations: true } } })
  const addPerson = async (name: string): Promise<string> => (await owner('/v1/staff-members', { staffMember: { name } })).staffMember.resourceId
  const [ana] = [await addPerson('Ana'), await addRoom('Loft')]
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const given = { staffMemberIds: [ana], serviceResources: [{ resourceType: { id: resourceType.id } }] }
  const appointment = { ...base, type: 'APPOINTMENT', schedule: { availabilityConstraints: { sessionDurations: [30] } }, ...given }
  const ids: string[] = []
  for (const name of ['Cut', 'Wash', 'Dry']) ids.push((await owner('/v2/services', { service: { ...appointment, name } })).service.id)
  const { service: yoga } = await owner('/v2/services', { service: { ...base, type: 'CLASS', name: 'Yoga', defaultCapacity: 9 } })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const times = { start: { localDate: `${day(5)}T10:00:00` }, end: { localDate: `${day(5)}T11:00:00` } }
  await owner('/calendar/v3/events', { event: { scheduleId: yoga.schedule.id, type: 'CLASS', ...times, resources: [{ id: ana }] } })

  const range = { fromLocalDate: `${day(1)}T00:00:00`, toLocalDate: `${day(31)}T00:00:00` }
  const chain = { services: ids.map((serviceId) => ({ serviceId })), timeZone: 'Europe/Berlin', location: { locationType: 'BUSINESS' } }
  const months: [string, object][] = [
    ['/v1/availability/query', { query: { filter: { startDate: range.fromLocalDate, endDate: range.toLocalDate } } }],
    ['/v2/time-slots', { serviceId: ids[0], ...range }],
    ['/v2/multi-service-time-slots', { ...chain, ...range }],
    ['/v2/time-slots/event', range],
  ]
  const token = await server.visitorToken(site2)
  const expectRounds = async (most: { rounds: number; statements: number }, path: string, body: object) => {
    const rounds = await getStatementRounds(server.open.db, () => server.ok('POST', path, { token, body }))
    const sent = rounds.map((round, at) => round.map((text) => `${at + 1}. ${text}`).join('\n')).join('\n')
    // A call that reads busy times asks the database at least once, whatever is kept: else nothing was watched.
    expect([rounds.length >= 1, rounds.length <= most.rounds, rounds.flat().length <= most.statements], `${path}\n${sent}`).toEqual([true, true, true])
  }
  for (const [path, body] of months) {
    await server.ok('POST', path, { token, body })
    const most = { rounds: 2, statements: 8 }
    await expectRounds(most, path, body)
    await addPerson('One more')
    await expectRounds(most, path, body)
    await addRoom('One more')
    await expectRounds(most, path, body)
    // Nothing is kept, as at the start: the request's origin and site come first, then services, their policies, people, and what these are busy with.
    server.open.cache.clear()
    await expectRounds({ rounds: 6, statements: 15 }, path, body)
  }
})

test('when services can be booked next: the same few statements for any number of courses', async () => {
  const site2 = await server.createSite({ timeZone: 'Europe/Berlin' })
  const owner = (path: string, body: unknown) => server.ok('POST', path, { as: site2, body })
  const { staffMember } = await owner('/v1/staff-members', { staffMember: { name: 'Tess' } })
  const grow = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, type: 'COURSE', name: `Course ${n}`, defaultCapacity: 9 }
      const { service } = await owner('/v2/services', { service: base })
      const start = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const times = { start: { localDate: `${start}T10:00:00` }, end: { localDate: `${start}T11:00:00` } }
      await owner('/calendar/v3/events', { event: { scheduleId: service.schedule.id, type: 'COURSE', ...times, resources: [{ id: staffMember.resourceId }] } })
    }
  }
  const count = async () => trips(await getStatements(() => server.ok('GET', '/api/bookability', { as: site2 }))).length
  await grow(1)
  const alone = await count()
  await grow(4)
  expect(await count()).toBe(alone)
})
