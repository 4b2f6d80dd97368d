/** What is written into other calendars and listed by feeds: moves, sessions of classes and courses, every provider, interruptions. Source: guide services-and-availability §14.2. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCalendarCalls } from '#kit/calendars/calls.ts'
import { parseCalendarFile } from '#kit/calendars/content-lines.ts'
import { type CalendarServer, startCalendarServer, toOAuthApps } from '../../../test/calendar-server.ts'
import { createTimeSlotStudio, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, type RowCase, tableAt } from '../../../test/guide-tables.ts'
import type { CallOptions } from '../../../test/test-server.ts'
import { configureCalendarCalls } from './public.ts'
import { getProvider } from './rules/providers.ts'
import { connectedCalendarsSchedules } from './schedules.ts'

let studio: TimeSlotStudio
let other: CalendarServer
let talk: { id: string; schedule: { id: string } }
let main: string
const path = '/v2/external-calendars/connections'
const ok = (method: 'GET' | 'POST' | 'PATCH', at: string, options: CallOptions = {}) => studio.testServer.ok(method, at, { as: studio.site, ...options })
const run = () => studio.testServer.advanceClock('PT1M')

beforeAll(async () => {
  studio = await createTimeSlotStudio()
  other = await startCalendarServer()
  configureCalendarCalls(createCalendarCalls(toOAuthApps(other)))
  talk = await studio.appointment('Talk', [60], { staffMemberIds: [studio.ana.resourceId] })
  main = (await ok('GET', '/api/locations')).locations[0].id
})
afterAll(async () => {
  await other.close()
  await studio.testServer.close()
})

const startWriting = (id: string) => ok('PATCH', `${path}/${id}/sync-config`, { body: { syncConfig: { syncToCalendar: { enabled: true } } } })
async function connectCalDav(): Promise<string> {
  const body = { staffId: studio.ana.id, url: `${other.origin}/dav`, user: other.user, password: other.password }
  const { connection } = await ok('POST', '/api/calendar-links/caldav', { body })
  await startWriting(connection.id)
  return connection.id
}
async function connectByConsent(provider: 'GOOGLE' | 'MICROSOFT'): Promise<string> {
  const { scheduleId } = await ok('GET', '/api/calendar-links', { query: { staffId: studio.ana.id } })
  const body = { providerId: getProvider(provider).id, scheduleId, redirectUrl: 'https://studio.example/back' }
  const { oauthUrl } = await ok('POST', `${path}:connectByOAuth`, { body })
  const query = { code: 'granted', state: new URL(oauthUrl).searchParams.get('state') ?? '' }
  await studio.testServer.call('GET', '/api/calendar-links/consent', { query, headers: { 'x-site-id': studio.site.metaSiteId } })
  const { id } = (await ok('GET', path)).connections.at(-1)
  await startWriting(id)
  return id
}
const slotAt = (start: string, end: string) => ({
  serviceId: talk.id,
  scheduleId: talk.schedule.id,
  startDate: `2027-05-03T${start}:00+02:00`,
  endDate: `2027-05-03T${end}:00+02:00`,
  timezone: 'Europe/Berlin',
  resource: { id: studio.ana.resourceId },
  location: { locationType: 'OWNER_BUSINESS', id: main },
})
const book = async (bookedEntity: object): Promise<string> => {
  const contactDetails = { firstName: 'Mia', lastName: 'Miller', email: 'mia@example.org' }
  const { booking } = await ok('POST', '/v2/bookings', { body: { booking: { bookedEntity, contactDetails, totalParticipants: 1 } } })
  await ok('POST', `/v2/bookings/${booking.id}/confirm`, { body: { revision: booking.revision } })
  return booking.id
}
const change = async (id: string, action: 'cancel' | 'reschedule', body: object = {}) => {
  const { rows } = await sql<{ revision: number }>`select revision from booking where id = ${id}::uuid`.execute(studio.testServer.open.db)
  await ok('POST', `/v2/bookings/${id}/${action}`, {
    body: { revision: String(rows[0]?.revision), flowControlSettings: { ignoreCancellationPolicy: true, ignoreReschedulePolicy: true }, ...body },
  })
}
const disconnect = (id: string) => ok('POST', `${path}/${id}/disconnect`, { body: {} })
beforeEach(() => {
  other.items.clear()
  other.events.clear()
})
const runTwice = async () => {
  await run()
  await run()
}
const listValues = (text: string, name: string) =>
  parseCalendarFile(text)
    .flatMap((calendar) => calendar.components)
    .filter((one) => one.name === 'VEVENT')
    .map(({ properties }) => properties.find((one) => one.name === name)?.value)

const followsBooking: RowCase = async ([, rule = '']) => {
  // What changed is looked for as often as the row says.
  const seconds = Number(/Found every (\d+) s/.exec(rule)?.[1])
  expect(connectedCalendarsSchedules.find(({ name }) => name === 'connected-calendars.copies')?.everySeconds).toBe(seconds)
  const connection = await connectCalDav()
  const id = await book({ slot: slotAt('09:00', '10:00') })
  await runTwice()
  expect(listValues(other.events.get(`${id}-atrium.ics`) ?? '', 'DTSTART')).toEqual(['20270503T070000Z'])
  await change(id, 'reschedule', { slot: slotAt('10:00', '11:00') })
  await runTwice()
  expect([...other.events.keys()]).toEqual([`${id}-atrium.ics`])
  expect(listValues(other.events.get(`${id}-atrium.ics`) ?? '', 'DTSTART')).toEqual(['20270503T080000Z'])
  await change(id, 'cancel')
  await runTwice()
  expect(other.events.size).toBe(0)
  await disconnect(connection)
}
describeRows(
  'what we build (§14.2)',
  tableAt('services-and-availability', '### 14.2'),
  { Written: followsBooking },
  // `guide-tables.test.ts`, `connected-calendars.test.ts`.
  ['Providers', 'Who', 'Import', 'Mapping', 'Privacy', 'Export', 'Loop guard', 'Disconnect', 'Failure'],
)

test.each(['GOOGLE', 'MICROSOFT'] as const)('%s: bookings are written once, follow a move, are removed, and never come back as busy', async (provider) => {
  const connection = await connectByConsent(provider)
  const id = await book({ slot: slotAt('09:00', '10:00') })
  // The first answer is lost: the second attempt finds what the first wrote.
  other.losesAnswers = 1
  await run()
  await studio.testServer.advanceClock('PT20M')
  await studio.testServer.advanceClock('PT20M')
  const shown = () => [...other.items.values()].map((one) => [one.summary ?? one.subject, (one.start as { dateTime: string }).dateTime.slice(0, 16)])
  expect(shown()).toEqual([['Talk · Mia', '2027-05-03T07:00']])
  await ok('POST', `/api/calendar-links/${connection}/sync`)
  await run()
  const range = { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z' }
  expect((await ok('GET', '/api/busy-elsewhere', { query: range })).busy).toEqual([])
  await change(id, 'reschedule', { slot: slotAt('10:00', '11:00') })
  await runTwice()
  expect(shown()).toEqual([['Talk · Mia', '2027-05-03T08:00']])
  await change(id, 'cancel')
  await runTwice()
  expect(other.items.size).toBe(0)
  await disconnect(connection)
})

test('interrupted between the provider and the commit, the event is written again, once', async () => {
  const connection = await connectCalDav()
  const id = await book({ slot: slotAt('09:00', '10:00') })
  const { db } = studio.testServer.open
  // What was written is not noted: as when the server ends after the call and before the commit.
  await sql`create function refuse_copy() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`.execute(db)
  await sql`create trigger refuse_copy before insert on calendar_copy for each row execute function refuse_copy()`.execute(db)
  await run()
  expect(other.events.size).toBe(1)
  expect((await sql`select 1 from calendar_copy`.execute(db)).rows).toEqual([])
  await sql`drop trigger refuse_copy on calendar_copy`.execute(db)
  await studio.testServer.advanceClock('PT20M')
  await studio.testServer.advanceClock('PT20M')
  expect([...other.events.keys()]).toEqual([`${id}-atrium.ics`])
  expect((await sql`select 1 from calendar_copy`.execute(db)).rows).toHaveLength(1)
  await change(id, 'cancel')
  await runTwice()
  expect(other.events.size).toBe(0)
  await disconnect(connection)
})

test('a course is its sessions, once each; feeds list them before anyone has booked', async () => {
  const pottery = await studio.make({ type: 'COURSE', name: 'Pottery', defaultCapacity: 8 })
  const event = {
    scheduleId: pottery.schedule.id,
    type: 'COURSE',
    start: { localDate: '2027-05-04T18:00:00' },
    end: { localDate: '2027-05-04T19:00:00' },
    resources: [{ id: studio.ana.resourceId }],
    recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['TUESDAY'], until: { localDate: '2027-05-18T23:59:00' } },
  }
  await ok('POST', '/calendar/v3/events', { body: { event } })
  const starts = ['20270504T160000Z', '20270511T160000Z', '20270518T160000Z']
  const read = async (address: string) => {
    const { text } = await studio.testServer.call('GET', new URL(address).pathname, { headers: { 'x-site-id': studio.site.metaSiteId } })
    const [titles, times, notes] = ['SUMMARY', 'DTSTART', 'DESCRIPTION'].map((name) => listValues(text, name))
    return times?.flatMap((at, n) => (titles?.[n] === 'Pottery' ? [{ at, notes: notes?.[n] }] : []))
  }
  const feeds = [{ kind: 'STAFF', subjectId: studio.ana.resourceId }, { kind: 'SITE' }, { kind: 'LOCATION', subjectId: main }]
  const urls = await Promise.all(feeds.map(async (body) => (await ok('POST', '/api/calendar-feeds', { body })).url as string))
  for (const url of urls) expect(await read(url), url).toEqual(starts.map((at) => ({ at, notes: 'No bookings yet' })))
  const connection = await connectCalDav()
  await runTwice()
  expect(other.events.size).toBe(0)
  const bookings = [1, 2].map(() => ({ schedule: { scheduleId: pottery.schedule.id, timezone: 'Europe/Berlin' } }))
  const ids: string[] = []
  for (const entity of bookings) ids.push(await book(entity))
  await runTwice()
  const written = () => [...other.events.values()].map((text) => [listValues(text, 'DTSTART')[0], listValues(text, 'DESCRIPTION')[0]]).sort()
  expect(written()).toEqual(starts.map((at) => [at, '2 people']))
  for (const url of urls) expect(await read(url), url).toEqual(starts.map((at) => ({ at, notes: '2 people' })))
  await change(ids[0] as string, 'cancel')
  await runTwice()
  expect(written()).toEqual(starts.map((at) => [at, '1 person']))
  await change(ids[1] as string, 'cancel')
  await runTwice()
  expect(other.events.size).toBe(0)
  await disconnect(connection)
})

test('the calendar of a member holds each session of the course, without a name', async () => {
  const course = await studio.make({ type: 'COURSE', name: 'Drawing', defaultCapacity: 8 })
  for (const day of ['2027-05-06', '2027-05-07'])
    await ok('POST', '/calendar/v3/events', {
      body: {
        event: {
          scheduleId: course.schedule.id,
          type: 'COURSE',
          start: { localDate: `${day}T18:00:00` },
          end: { localDate: `${day}T19:00:00` },
          resources: [{ id: studio.ben.resourceId }],
        },
      },
    })
  const member = await studio.testServer.registerMember(studio.site)
  const body = {
    booking: {
      bookedEntity: { schedule: { scheduleId: course.schedule.id, timezone: 'Europe/Berlin' } },
      contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
      totalParticipants: 1,
    },
  }
  const { booking } = await studio.testServer.ok('POST', '/v2/bookings', { token: member.token, body })
  await ok('POST', `/v2/bookings/${booking.id}/confirm`, { body: { revision: booking.revision } })
  const { url } = await studio.testServer.ok('POST', '/api/my-calendar-feed', { token: member.token })
  const { text } = await studio.testServer.call('GET', new URL(url).pathname, { headers: { 'x-site-id': studio.site.metaSiteId } })
  expect(listValues(text, 'DTSTART')).toEqual(['20270506T160000Z', '20270507T160000Z'])
  expect(listValues(text, 'SUMMARY')).toEqual(['Drawing', 'Drawing'])
  expect(new Set(listValues(text, 'UID')).size).toBe(2)
})

test('the feed of a room lists its sessions and no other; a session that moved has a higher sequence', async () => {
  const { resourceType } = await ok('POST', '/v2/resources/resource-types', { body: { resourceType: { name: 'Rooms' } } })
  const makeRoom = async (name: string) => (await ok('POST', '/v2/resources', { body: { resource: { typeId: resourceType.id, name } } })).resource.id as string
  const [hall, attic] = [await makeRoom('Hall'), await makeRoom('Attic')]
  const dance = await studio.make({ type: 'CLASS', name: 'Dance', defaultCapacity: 5, onlineBooking: { enabled: true, requireManualApproval: true } })
  const start = { localDate: '2027-05-06T18:00:00' }
  const event = {
    scheduleId: dance.schedule.id,
    type: 'CLASS',
    start,
    end: { localDate: '2027-05-06T19:00:00' },
    resources: [{ id: studio.ben.resourceId }, { id: hall }],
  }
  const session = (await ok('POST', '/calendar/v3/events', { body: { event } })).event
  const subscribe = async (body: object) => new URL((await ok('POST', '/api/calendar-feeds', { body })).url).pathname
  const read = async (at: string) => (await studio.testServer.call('GET', at, { headers: { 'x-site-id': studio.site.metaSiteId } })).text
  const [ofHall, ofAttic] = [await subscribe({ kind: 'ROOM', subjectId: hall }), await subscribe({ kind: 'ROOM', subjectId: attic })]
  const values = async (at: string, ...names: string[]) => {
    const text = await read(at)
    return names.map((name) => listValues(text, name))
  }
  expect(await values(ofHall, 'SUMMARY', 'DTSTART', 'STATUS', 'DESCRIPTION')).toEqual([['Dance'], ['20270506T160000Z'], ['CONFIRMED'], ['No bookings yet']])
  expect(await read(ofHall)).toContain('Hall · ')
  expect(await values(ofAttic, 'SUMMARY')).toEqual([[]])
  const [before] = await values(ofHall, 'SEQUENCE')
  await ok('PATCH', `/calendar/v3/events/${session.id}`, {
    body: { event: { id: session.id, revision: session.revision, start: { localDate: '2027-05-06T17:00:00' }, end: { localDate: '2027-05-06T18:00:00' } } },
  })
  const [after, moved] = await values(ofHall, 'SEQUENCE', 'DTSTART')
  expect([Number(after?.[0]) > Number(before?.[0]), moved]).toEqual([true, ['20270506T150000Z']])
})

test('an appointment that waits for approval is tentative in feeds; its sequence is its revision', async () => {
  const massage = await studio.appointment('Massage', [60], {
    staffMemberIds: [studio.ana.resourceId],
    onlineBooking: { enabled: true, requireManualApproval: true },
  })
  const slot = { ...slotAt('09:00', '10:00'), serviceId: massage.id, scheduleId: massage.schedule.id }
  const member = await studio.testServer.registerMember(studio.site)
  const body = { slot, contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' }
  const { booking } = await studio.testServer.ok('POST', '/api/checkout/bookings', { token: member.token, body })
  expect(booking.status).toBe('PENDING')
  const { url } = await ok('POST', '/api/calendar-feeds', { body: { kind: 'STAFF', subjectId: studio.ana.resourceId } })
  const show = async () => {
    const { text } = await studio.testServer.call('GET', new URL(url).pathname, { headers: { 'x-site-id': studio.site.metaSiteId } })
    const at = listValues(text, 'UID').findIndex((uid) => uid?.startsWith(booking.id))
    return [listValues(text, 'STATUS')[at], listValues(text, 'SEQUENCE')[at]]
  }
  expect(await show()).toEqual(['TENTATIVE', booking.revision])
  const confirmed = await ok('POST', `/v2/bookings/${booking.id}/confirm`, { body: { revision: booking.revision } })
  expect(await show()).toEqual(['CONFIRMED', confirmed.booking.revision])
  expect(Number(confirmed.booking.revision)).toBeGreaterThan(Number(booking.revision))
})
