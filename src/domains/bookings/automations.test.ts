/** Emails that time causes: when they are sent, to whom, how many, and how the business sets them. Source: guide bookings §20.5. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let yoga: CreatedService
beforeAll(async () => {
  server = await startTestServer()
  studio = await createBookingStudio(server)
  server.freezeClock('2027-05-01T08:00:00Z')
  yoga = await studio.service({ type: 'CLASS', capacity: 20, price: '0' })
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const list = async () =>
  (await server.ok('GET', '/api/email-automations', { as: studio.site })).automations as { kind: string; dueToday?: number; isOn: boolean }[]
const dueToday = async (kind: string) => (await list()).find((one) => one.kind === kind)?.dueToday
const recipients = async (kind: string) => {
  const { recipients: list, total } = await server.ok('GET', `/api/email-automations/${kind}/recipients`, { as: studio.site })
  expect(list).toHaveLength(total)
  return list as { name: string; email?: string; about?: string; memberId?: string }[]
}
const set = (kind: string, body: { isOn: boolean; amount?: number }) => server.call('PUT', `/api/email-automations/${kind}`, { as: studio.site, body })
const at = async (time: string) => {
  server.freezeClock(time)
  await server.runner.runSchedules()
  await server.runner.drain()
}
const listSent = async (to: string, template: string) => (await studio.sentTemplates(to)).filter((name) => name === template).length
const bookAt = async (day: string, email: string) => {
  const eventId = await studio.session(yoga, `${day}T10:00:00Z`, `${day}T11:00:00Z`)
  return studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mo', email } })
}

test('what was always sent is on, what is new is off, and bounds are kept', async () => {
  expect((await list()).map(({ kind, isOn }) => [kind, isOn])).toEqual([
    ['BEFORE_BOOKING', true],
    ['AFTER_BOOKING', false],
    ['NO_SHOW', true],
    ['LAPSED', false],
    ['BIRTHDAY', false],
    ['PLAN_ENDING', true],
  ])
  expect((await set('BEFORE_BOOKING', { isOn: true, amount: 0 })).status).toBe(400)
  expect((await set('LAPSED', { isOn: true, amount: 366 })).status).toBe(400)
  expect((await set('NOTHING' as 'LAPSED', { isOn: true })).status).toBe(400)
  const reader = await server.inviteCollaborator(studio.site, ['MEMBERS.MEMBER_READ'])
  expect((await server.call('GET', '/api/email-automations', reader)).status).toBe(200)
  expect((await server.call('PUT', '/api/email-automations/LAPSED', { ...reader, body: { isOn: true } })).status).toBe(403)
  // Wording and reminders need no say over the whole site.
  const writer = await server.inviteCollaborator(studio.site, ['SITES.MANAGE_MESSAGES'])
  expect((await server.call('PUT', '/api/email-automations/LAPSED', { ...writer, body: { isOn: false } })).status).toBe(200)
  expect((await server.call('PATCH', '/api/site-settings', { ...writer, body: { tagline: 'Hello' } })).status).toBe(403)
})

test('a reminder comes as early as the business says, for bookings that were made before too; off, it does not come', async () => {
  await bookAt('2027-05-10', 'early@example.org')
  expect((await set('BEFORE_BOOKING', { isOn: true, amount: 48 })).body.automation).toMatchObject({ amount: 48, dueToday: 0 })
  await at('2027-05-08T09:59:00Z')
  expect([await listSent('early@example.org', 'booking-reminder'), await dueToday('BEFORE_BOOKING')]).toEqual([0, 1])
  expect(await recipients('BEFORE_BOOKING')).toMatchObject([{ name: 'Mo', email: 'early@example.org', about: 'Massage' }])
  await at('2027-05-08T10:00:00Z')
  expect([await listSent('early@example.org', 'booking-reminder'), await dueToday('BEFORE_BOOKING')]).toEqual([1, 0])
  await bookAt('2027-05-12', 'quiet@example.org')
  await set('BEFORE_BOOKING', { isOn: false, amount: 24 })
  await at('2027-05-11T10:00:00Z')
  await set('BEFORE_BOOKING', { isOn: true })
  await at('2027-05-11T11:00:00Z')
  expect(await listSent('quiet@example.org', 'booking-reminder')).toBe(0)
})

test('a thank-you after the visit, once, not to those who did not come, and not for visits before it was turned on', async () => {
  await bookAt('2027-05-13', 'before@example.org')
  await bookAt('2027-05-14', 'came@example.org')
  const missed = await bookAt('2027-05-14', 'missed@example.org')
  await at('2027-05-13T20:00:00Z')
  await set('AFTER_BOOKING', { isOn: true, amount: 2 })
  await at('2027-05-14T11:30:00Z')
  await server.ok('POST', '/v2/attendance/set', { as: studio.site, body: { attendance: { bookingId: missed.id, status: 'NOT_ATTENDED' } } })
  expect([await dueToday('AFTER_BOOKING'), await listSent('came@example.org', 'booking-follow-up')]).toEqual([1, 0])
  expect((await recipients('AFTER_BOOKING')).map(({ email }) => email)).toEqual(['came@example.org'])
  for (const time of ['13:00', '13:10', '18:00']) await at(`2027-05-14T${time}:00Z`)
  expect(await listSent('came@example.org', 'booking-follow-up')).toBe(1)
  for (const client of ['missed', 'before']) expect(await listSent(`${client}@example.org`, 'booking-follow-up')).toBe(0)
  await set('AFTER_BOOKING', { isOn: false })
})

test('who has not come for a while is asked back, unless they booked again', async () => {
  for (const email of ['gone@example.org', 'back@example.org']) await bookAt('2027-05-17', email)
  await bookAt('2027-07-20', 'back@example.org')
  await at('2027-05-18T12:00:00Z')
  await set('LAPSED', { isOn: true, amount: 30 })
  await at('2027-06-16T08:00:00Z')
  expect(await dueToday('LAPSED')).toBe(1)
  expect((await recipients('LAPSED')).map(({ email }) => email)).toEqual(['gone@example.org'])
  for (const time of ['10:50', '11:10', '12:00']) await at(`2027-06-16T${time}:00Z`)
  expect([await listSent('gone@example.org', 'visit-missed'), await listSent('back@example.org', 'visit-missed')]).toEqual([1, 0])
  await set('LAPSED', { isOn: false })
})

test('a missed booking sends no email when that is off', async () => {
  const booking = await bookAt('2027-06-18', 'noshow@example.org')
  const miss = (status: string) =>
    server.ok('POST', '/v2/attendance/set', {
      as: studio.site,
      body: { attendance: { bookingId: booking.id, status }, participantNotification: { notifyParticipants: true } },
    })
  await set('NO_SHOW', { isOn: false })
  await miss('NOT_ATTENDED')
  await server.runner.drain()
  expect(await listSent('noshow@example.org', 'no-show')).toBe(0)
  await set('NO_SHOW', { isOn: true })
  await miss('ATTENDED')
  await miss('NOT_ATTENDED')
  await server.runner.drain()
  expect(await listSent('noshow@example.org', 'no-show')).toBe(1)
})

test('members are greeted at nine on their birthday, once a year', async () => {
  const { timeZone } = await server.ok('GET', '/api/site-settings', { as: studio.site })
  const { memberId, email } = await server.registerMember(studio.site)
  await server.ok('PATCH', `/v1/members/${memberId}`, { as: studio.site, body: { member: { id: memberId, contact: { birthdate: '1990-06-25' } } } })
  await at('2027-06-24T12:00:00Z')
  await set('BIRTHDAY', { isOn: true })
  expect(await dueToday('BIRTHDAY')).toBe(0)
  server.freezeClock('2027-06-25T12:00:00Z')
  expect(await dueToday('BIRTHDAY')).toBe(1)
  expect((await recipients('BIRTHDAY')).map((one) => one.memberId)).toEqual([memberId])
  // Nine in the morning of the site lies within these hours wherever it is.
  for (const time of ['2027-06-25T00:10:00Z', '2027-06-25T12:00:00Z', '2027-06-25T23:50:00Z', '2027-06-26T06:00:00Z']) await at(time)
  expect([timeZone, await listSent(email, 'BIRTHDAY')]).toEqual([timeZone, 1])
})

test('members whose plan ends are named with their plan before they are told', async () => {
  const pricing = { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '10' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Summer Month', pricing } } })
  const { memberId } = await server.registerMember(studio.site)
  server.freezeClock('2027-07-01T12:00:00Z')
  await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: { planId: plan.id, memberId, paid: true } })
  expect(await recipients('PLAN_ENDING')).toEqual([])
  server.freezeClock('2027-07-25T12:00:00Z')
  expect(await dueToday('PLAN_ENDING')).toBe(1)
  expect(await recipients('PLAN_ENDING')).toMatchObject([{ memberId, about: 'Summer Month' }])
})

test('who came for several services, or for several dates booked together, is asked back once, after the last of them', async () => {
  const massage = await studio.service({ durations: [30] })
  const bookTogether = (multiServiceBookingType: string, email: string, times: readonly (readonly [string, string])[]) =>
    studio.owner('/v2/multi_service_bookings', {
      multiServiceBookingType,
      bookings: times.map(([start, end]) => ({
        bookedEntity: { slot: studio.slotFor(massage, `2027-08-${start}:00Z`, `2027-08-${end}:00Z`) },
        contactDetails: { firstName: 'Mo', email },
        status: 'CONFIRMED',
      })),
    })
  await bookTogether('SEQUENTIAL_BOOKINGS', 'visit@example.org', [
    ['10T10:00', '10T10:30'],
    ['10T10:30', '10T11:00'],
  ])
  await bookTogether('SEPARATE_BOOKINGS', 'dates@example.org', [
    ['10T12:00', '10T12:30'],
    ['11T12:00', '11T12:30'],
  ])
  await at('2027-08-09T12:00:00Z')
  await set('LAPSED', { isOn: true, amount: 7 })
  const countSent = async () => [await listSent('visit@example.org', 'visit-missed'), await listSent('dates@example.org', 'visit-missed')]
  for (const [time, sent] of [
    ['17T10:45', [0, 0]],
    ['17T11:10', [1, 0]],
    ['17T13:00', [1, 0]],
    ['18T13:00', [1, 1]],
  ] as const) {
    await at(`2027-08-${time}:00Z`)
    expect([time, await countSent()]).toEqual([time, sent])
  }
  await set('LAPSED', { isOn: false })
})
