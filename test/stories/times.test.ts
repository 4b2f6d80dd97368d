/**
 * A course in summer in three zones, as its clients read it: the dates on its page, the emails with where and when, the calendar file; then the business moves
 * to another time zone, and to another place. Source: guide services-and-availability §6.5, §12.4, §13.3, §13.5, §16.2.
 */
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingsEmailCatalog } from '#domains/bookings/emails/catalog.ts'
import { bookedSessions, weekly } from '../factories/booked-sessions.ts'
import { brokenInvariants } from '../invariants.ts'
import { startTestServer, type TestServer, type TestSite } from '../test-server.ts'

let server: TestServer
let site: TestSite
let resourceId: string
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-03T08:00:00Z')
})
afterAll(async () => {
  expect([await brokenInvariants(server.open.db), server.problems]).toEqual([[], []])
  await server.close()
})

const owner = (method: string, path: string, body?: object) => server.ok(method, path, { as: site, ...(body && { body }) })
const { createService, createSession, book, readBooking, readEmails } = bookedSessions(() => ({ server, site, resourceId, service: {} }))
const notice = { participantNotification: { notifyParticipants: true } }
const business = (id: string) => ({ type: 'BUSINESS', business: { id } })

/** A studio in the zone with two places; its course, one weekly series, takes place at the first. */
async function openCourse(timeZone: string, { start, day, until }: { start: string; day: string; until: string }) {
  site = await server.createSite({ timeZone })
  resourceId = (await owner('POST', '/v1/staff-members', { staffMember: { name: 'Ana' } })).staffMember.resourceId
  const add = async (name: string, address: string) => (await owner('POST', '/api/locations', { location: { name, address } })).location.id as string
  const places = { kiln: await add('Kiln House', 'East Street 1'), harbour: await add('Harbour', 'West Street 2') }
  const course = await createService({ type: 'COURSE', name: 'Pottery', defaultCapacity: 5, locations: [business(places.kiln)] })
  const series = await createSession(course, start, weekly(day, until))
  return { course, series, places, toBook: { schedule: { serviceId: course.id, scheduleId: course.schedule.id, timezone: timeZone } } }
}
type Language = 'en' | 'de' | 'fr' | 'es'
/** What the newest email of a template says, and its calendar file without folded lines. */
async function readEmail(to: string, template: string, language: Language = 'en') {
  const { variables } = await server.waitForEmail(site, to, (one) => one.template === template)
  const content = bookingsEmailCatalog[language][template]?.(variables, String)
  return { text: content?.paragraphs.join('\n') ?? '', calendar: content?.calendar?.replaceAll('\r\n ', '') ?? '' }
}
/** `20270607T070000Z` of each session. */
const readCalendarStarts = (calendar: string) => [...calendar.matchAll(/^DTSTART:(\S+)/gm)].map(([, at]) => at)
const toCalendarStart = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '')
/** The lines of an email that say when and where. */
const listLines = (text: string, from: RegExp) => text.split('\n').filter((line) => from.test(line))

test.each([
  // By the clock of the studio nine o'clock each week: an hour earlier in UTC than in winter, and on the other half of the earth in January.
  {
    zone: 'Europe/Berlin',
    start: '2027-06-07T09:00',
    day: 'MONDAY',
    until: '2027-06-28',
    first: '2027-06-07T07:00:00Z',
    date: 'Monday,? 7 June 2027',
    times: ['09:00', '09:30'],
  },
  {
    zone: 'America/New_York',
    start: '2027-07-08T09:00',
    day: 'THURSDAY',
    until: '2027-07-29',
    first: '2027-07-08T13:00:00Z',
    date: 'Thursday, July 8, 2027',
    times: ['9:00\\sAM', '9:30\\sAM'],
  },
  {
    zone: 'Pacific/Auckland',
    start: '2028-01-08T09:00',
    day: 'SATURDAY',
    until: '2028-01-29',
    first: '2028-01-07T20:00:00Z',
    date: 'Saturday,? 8 January 2028',
    times: ['9:00\\sam', '9:30\\sam'],
  },
])(
  'a course in summer in $zone: its page, the emails and the calendar of a client say one time',
  async ({ zone, first, date, times: [before, after], ...when }) => {
    const { course, series, toBook } = await openCourse(zone, when)
    const weeks = [0, 1, 2, 3]
    const instants = weeks.map((week) =>
      Temporal.Instant.from(first)
        .add({ hours: 24 * 7 * week })
        .toString(),
    )
    const visitor = await server.visitorToken(site)
    const { sessions } = await server.ok('GET', `/api/courses/${course.schedule.id}/sessions`, { token: visitor })
    expect(sessions.map(({ startDate }: { startDate: string }) => startDate)).toEqual(instants)

    const { id, email } = await book(toBook)
    const confirmed = await readEmail(email, 'booking-confirmed')
    const lines = listLines(confirmed.text, / at \d?\d:\d\d(\s[ap]m)?$/i)
    expect(lines).toHaveLength(weeks.length)
    expect(lines[0]).toMatch(new RegExp(`^${date} at ${before}$`))
    for (const line of lines) expect(line).toMatch(new RegExp(` at ${before}$`))
    for (const words of [`(${zone})`, 'Where: Kiln House, East Street 1 · With: Ana']) expect(confirmed.text).toContain(words)
    expect(readCalendarStarts(confirmed.calendar)).toEqual(instants.map(toCalendarStart))
    expect(confirmed.calendar).toContain('LOCATION:Kiln House\\, East Street 1')
    const file = await server.call('GET', new URL(/https?:\S+calendar\.ics/.exec(confirmed.text)?.[0] ?? '').pathname, { token: visitor })
    expect(readCalendarStarts(file.text)).toEqual(instants.map(toCalendarStart))

    // Half an hour later for all: what was and what is are on the clock of the studio, too.
    const [hour, half] = [when.start.replace('T09:00', 'T09:30:00'), when.start.replace('T09:00', 'T10:30:00')]
    await owner('PATCH', `/calendar/v3/events/${series.id}`, { event: { start: { localDate: hour }, end: { localDate: half } }, ...notice })
    const moved = await readEmail(email, 'booking-rescheduled')
    expect(moved.text).toMatch(new RegExp(`^${date} at ${after}$`, 'm'))
    expect(moved.text).toMatch(new RegExp(`^Previously: ${date} at ${before}`, 'm'))
    expect((await readBooking(id)).startDate).toBe(Temporal.Instant.from(first).add({ minutes: 30 }).toString({ smallestUnit: 'millisecond' }))
  },
)

test('the studio moves from Berlin to New York, then to another house: everyone booked reads where and when, once for each', async () => {
  const { course, places, toBook } = await openCourse('Europe/Berlin', { start: '2027-06-07T09:00', day: 'MONDAY', until: '2027-06-28' })
  const yoga = await createService({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5, locations: [business(places.kiln)] })
  const evening = await createSession(yoga, '2027-06-08T18:00', weekly('TUESDAY'))
  const inCourse = await book(toBook)
  const inClass = await book({ slot: { serviceId: yoga.id, eventId: `${evening.id}_20270615T1800`, timezone: 'Europe/Berlin' } })
  const germanEmail = `${randomUUID()}@example.org`
  await server.ok('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(site),
    headers: { 'accept-language': 'de' },
    body: {
      slot: { serviceId: yoga.id, eventId: `${evening.id}_20270615T1800`, timezone: 'Europe/Berlin' },
      contactDetails: { firstName: 'Uwe', email: germanEmail },
    },
  })

  await owner('PATCH', '/api/site-settings', { timeZone: 'America/New_York' })
  const course1 = await readEmail(inCourse.email, 'booking-rescheduled')
  expect(listLines(course1.text, /^Monday, June \d+, 2027 at 9:00\sAM$/)).toHaveLength(4)
  for (const words of ['(America/New_York)', 'Where: Kiln House, East Street 1 · With: Ana']) expect(course1.text).toContain(words)
  expect(course1.text).toMatch(/^Previously: Monday, June 7, 2027 at 9:00\sAM \(Europe\/Berlin\)$/m)
  expect(readCalendarStarts(course1.calendar)[0]).toBe('20270607T130000Z')
  const class1 = await readEmail(inClass.email, 'booking-rescheduled')
  expect(class1.text).toMatch(/^Yoga: Tuesday, June 15, 2027 at 6:00\sPM \(America\/New_York\), 1 h$/m)
  expect(class1.text).toMatch(/^Previously: Tuesday, June 15, 2027 at 6:00\sPM \(Europe\/Berlin\)$/m)
  expect(class1.text).toContain('Where: Kiln House, East Street 1')
  expect(readCalendarStarts(class1.calendar)).toEqual(['20270615T220000Z'])
  const german = await readEmail(germanEmail, 'booking-rescheduled', 'de')
  expect(german.text).toMatch(/^Yoga: Dienstag, 15\. Juni 2027 um 18:00 \(America\/New_York\), 1 h$/m)
  expect(german.text).toMatch(/^Bisher: Dienstag, 15\. Juni 2027 um 18:00 \(Europe\/Berlin\)$/m)
  expect(german.text).toContain('Wo: Kiln House, East Street 1')

  // The house is given up; the owner tells everyone.
  for (const { id } of [course, yoga])
    await owner('POST', `/v2/services/${id}/locations`, {
      locations: [business(places.harbour)],
      removedLocationSessionsAction: { action: 'MOVE_TO_LOCATION', moveToLocationOptions: { newLocation: business(places.harbour) } },
      ...notice,
    })
  for (const { id, email } of [inCourse, inClass]) {
    const changed = await readEmail(email, 'booking-changed')
    for (const words of ['Where: Harbour, West Street 2', 'Previous location: Kiln House, East Street 1', '(America/New_York)'])
      expect(changed.text).toContain(words)
    expect(changed.text).not.toContain('Previously:')
    expect(changed.calendar).toContain('LOCATION:Harbour\\, West Street 2')
    const { slot, schedule } = (await readBooking(id)).bookedEntity
    expect((slot ?? schedule).location).toMatchObject({ name: 'Harbour', formattedAddress: 'West Street 2' })
    expect((await readEmails(email)).map(({ template }) => template).toSorted()).toEqual(['booking-changed', 'booking-rescheduled'])
  }
  const germanPlace = await readEmail(germanEmail, 'booking-changed', 'de')
  for (const words of ['Wo: Harbour, West Street 2', 'Kiln House, East Street 1', 'Dienstag, 15. Juni 2027 um 18:00']) expect(germanPlace.text).toContain(words)
  // Who books from now on is at the new house, by the clock of the new zone.
  const later = await book({ slot: { serviceId: yoga.id, eventId: `${evening.id}_20270622T1800` } })
  const confirmed = await readEmail(later.email, 'booking-confirmed')
  for (const words of ['June 22, 2027 at 6:00\u00a0PM (America/New_York)', 'Where: Harbour, West Street 2']) expect(confirmed.text).toContain(words)
})
