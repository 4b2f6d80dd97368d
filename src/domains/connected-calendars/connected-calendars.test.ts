/** Other calendars through HTTP: they block bookings, and show them; the rows of the guide's table, each driven. Source: guide services-and-availability §14. */
import { sql } from 'kysely'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCalendarCalls } from '#kit/calendars/calls.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { type CalendarServer, startCalendarServer, toCalendarFile, toOAuthApps } from '../../../test/calendar-server.ts'
import { createTimeSlotStudio, monday, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, type RowCase, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import type { CallOptions, TestReply } from '../../../test/test-server.ts'
import { configureCalendarCalls } from './public.ts'
import { providers } from './rules/providers.ts'
import { FRESH_DAYS, MAX_FAILURES, POLL_SECONDS, RANGE_DAYS } from './rules/sync.ts'
import { parseCalendarFile } from '#kit/calendars/content-lines.ts'
import { MAX_EVENTS } from '#kit/calendars/busy-times.ts'

let studio: TimeSlotStudio
let other: CalendarServer
let talk: { id: string; schedule: { id: string } }
let helper: CallOptions
let main: string
const oauthApp = () => toOAuthApps(other).GOOGLE
const run = () => studio.testServer.advanceClock('PT1M')
const path = '/v2/external-calendars/connections'
const call = (method: string, at: string, options: CallOptions = {}) => studio.testServer.call(method, at, { as: studio.site, ...options })
/** The number that a row of the guide names. */
const readNumber = (rule: string, pattern: RegExp): number => Number(pattern.exec(rule)?.[1]?.replace(',', ''))
const times = async () => starts(await studio.list({ serviceId: talk.id, ...monday }))
const busyAtTen = toCalendarFile('DTSTART;TZID=Europe/Berlin:20270503T093000\nDTEND;TZID=Europe/Berlin:20270503T110000\nSUMMARY:Secret dentist')
const addLink = (url: string, options: CallOptions = {}) =>
  call('POST', '/api/calendar-links', { body: { staffId: studio.ana.id, url, label: 'Private' }, ...options })
const listConnections = async (staffId: string) => (await call('GET', '/api/calendar-links', { query: { staffId } })).body.connections
const disconnectAll = async () => {
  for (const { id } of await listConnections(studio.ana.id)) await call('POST', `${path}/${id}/disconnect`, { body: {} })
}

beforeAll(async () => {
  studio = await createTimeSlotStudio()
  other = await startCalendarServer()
  configureCalendarCalls(createCalendarCalls({ GOOGLE: oauthApp() }))
  talk = await studio.appointment('Talk', [60], { staffMemberIds: [studio.ana.resourceId] })
  main = (await studio.testServer.ok('GET', '/api/locations', { as: studio.site })).locations[0].id
  helper = await studio.testServer.inviteCollaborator(studio.site, [])
  other.links.set('/ana.ics', busyAtTen)
})
afterAll(async () => {
  allowPrivateTargets(true)
  await other.close()
  await studio.testServer.close()
})

const disconnectsAtOnce: RowCase = async () => {
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
  const { connection } = (await addLink(`${other.origin}/ana.ics`)).body
  expect(connection).toMatchObject({ provider: 'ICAL', label: 'Private', status: 'CONNECTED' })
  await run()
  expect((await listConnections(studio.ana.id))[0]).toMatchObject({ status: 'SYNCED', blocks: true })
  expect(await times()).toEqual([])
  other.links.set('/ana.ics', toCalendarFile('DTSTART:20270510T080000Z\nDTEND:20270510T090000Z\nSUMMARY:Later'))
  await studio.testServer.advanceClock('PT20M')
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
  other.links.set('/ana.ics', busyAtTen)
  await studio.testServer.advanceClock('PT20M')
  expect(await times()).toEqual([])
  expect((await call('POST', `${path}/${connection.id}/disconnect`, { body: {} })).body.connection.status).toBe('DISCONNECTED')
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
  expect(errorCode(await call('POST', `${path}/${connection.id}/disconnect`, { body: {} }))).toBe('CONNECTION_ALREADY_DISCONNECTED')
  expect(errorCode(await call('GET', `${path}/${connection.id}/calendars`))).toBe('CONNECTION_NOT_CONNECTED')
  expect(errorCode(await call('POST', `/api/calendar-links/${connection.id}/sync`))).toBe('CONNECTION_NOT_CONNECTED')
}

const keepsTitlesPrivate: RowCase = async () => {
  const owner = await studio.testServer.signInAsOwner(studio.site)
  await studio.testServer.ok('POST', '/api/calendar-links', { ...owner, body: { staffId: studio.ana.id, url: `${other.origin}/ana.ics` } })
  await run()
  const range = { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z', fieldsets: 'OWN_PI' }
  const events = '/v2/external-calendars/events'
  expect((await studio.testServer.ok('GET', events, { ...owner, query: range })).events).toMatchObject([
    { title: 'Secret dentist', start: '2027-05-03T07:30:00Z', allDay: false },
  ])
  const byKey = await call('GET', events, { query: range })
  expect(byKey.body.events).toHaveLength(1)
  expect(byKey.text).not.toContain('dentist')
  expect((await studio.testServer.ok('GET', events, { ...helper, query: range })).events).toEqual([])
  expect((await call('GET', events, { query: { from: range.from } })).status).toBe(400)
  expect((await call('GET', events, { query: { ...range, 'cursorPaging.cursor': 'nonsense' } })).status).toBe(400)
  expect((await call('GET', '/api/busy-elsewhere', { query: { from: range.from, to: range.to } })).body.busy).toMatchObject([
    { resourceId: studio.ana.resourceId },
  ])
  const { rows } = await sql`select * from external_event`.execute(studio.testServer.open.db)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('dentist')
  await disconnectAll()
}

const limitsCalendars = async (rule: string) => {
  const most = readNumber(rule, /At most (\d+)/)
  const links = Array.from({ length: most + 1 }, (_, n) => `/many-${n}.ics`)
  for (const at of links) other.links.set(at, busyAtTen)
  const replies: TestReply[] = []
  for (const at of links) replies.push(await addLink(other.origin + at))
  expect(replies.slice(0, most).map(({ status }) => status)).toEqual(Array.from({ length: most }, () => 200))
  expect(errorCode(replies[most] as TestReply)).toBe('TOO_MANY_CALENDARS')
  await disconnectAll()
}

const refusesUnreadable = async (megabytes: number) => {
  other.links.set('/page.html', '<html></html>')
  const line = 'X-A:b\r\n'
  other.links.set('/large.ics', `BEGIN:VCALENDAR\r\n${line.repeat(Math.ceil((megabytes * 1_000_000) / line.length))}END:VCALENDAR`)
  other.links.set('/loop.ics', { redirect: '/loop.ics' })
  other.links.set('/denied.ics', 403)
  other.links.set('/broken.ics', 500)
  const codes = await Promise.all(
    ['/page.html', '/large.ics', '/loop.ics', '/denied.ics', '/none.ics', '/broken.ics'].map(async (at) => errorCode(await addLink(other.origin + at))),
  )
  expect(codes).toEqual([
    'CALENDAR_NOT_FOUND',
    'CALENDAR_TOO_LARGE',
    'CALENDAR_REDIRECTS_TOO_OFTEN',
    'BAD_CREDENTIALS',
    'CALENDAR_NOT_FOUND',
    'CALENDAR_UNREADABLE',
  ])
  for (const url of ['ftp://a.example/x.ics', 'not an address', 'http://calendar.example/x.ics'])
    expect(errorCode(await addLink(url)), url).toBe('CALENDAR_ADDRESS_REFUSED')
  allowPrivateTargets(false)
  expect(errorCode(await addLink('https://127.0.0.1/x.ics'))).toBe('CALENDAR_ADDRESS_REFUSED')
  expect(errorCode(await addLink('https://localhost/x.ics'))).toBe('CALENDAR_ADDRESS_REFUSED')
  allowPrivateTargets(true)
  expect(await listConnections(studio.ana.id)).toEqual([])
}

const keepsOutOthers = async (rule: string) => {
  const { connection } = (await addLink(`${other.origin}/ana.ics`)).body
  expect(errorCode(await addLink(`${other.origin}/ana.ics`))).toBe('CALENDAR_ALREADY_CONNECTED')
  const as = (method: string, at: string, more: CallOptions = {}) => studio.testServer.call(method, at, { ...helper, ...more })
  expect(errorCode(await as('POST', '/api/calendar-links', { body: { staffId: studio.ana.id, url: `${other.origin}/ana.ics` } }))).toBe('NOT_FOUND')
  expect(errorCode(await as('GET', `${path}/${connection.id}`))).toBe('NOT_FOUND')
  expect(errorCode(await as('POST', `${path}/${connection.id}/disconnect`, { body: {} }))).toBe('NOT_FOUND')
  expect((await as('GET', path)).body.connections).toEqual([])
  expect(errorCode(await as('POST', '/api/calendar-feeds', { body: { kind: 'STAFF', subjectId: studio.ana.resourceId } }))).toBe('NOT_FOUND')
  const otherSite = await studio.testServer.createSite()
  expect(errorCode(await studio.testServer.call('GET', `${path}/${connection.id}`, { as: otherSite }))).toBe('NOT_FOUND')
  await disconnectAll()
  // Those who have the permission of the row look; a staff member connects the own calendar without any.
  const [, manage = ''] = /with `?(CALENDAR\.\w+)/.exec(rule) ?? []
  const reader = await studio.testServer.inviteCollaborator(studio.site, [manage.replace('MANAGE', 'READ')])
  expect((await studio.testServer.call('GET', path, reader)).status).toBe(200)
  await limitsCalendars(rule)
}

const bookAt = async (start: string) => {
  const slot = {
    serviceId: talk.id,
    scheduleId: talk.schedule.id,
    startDate: `${start}:00+02:00`,
    endDate: `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, '0')}:${start.slice(14, 16)}:00+02:00`,
    timezone: 'Europe/Berlin',
    resource: { id: studio.ana.resourceId },
    location: { locationType: 'OWNER_BUSINESS', id: main },
  }
  const contactDetails = { firstName: 'Mia', lastName: 'Miller', email: 'mia@example.org' }
  const reply = await call('POST', '/v2/bookings', { body: { booking: { bookedEntity: { slot }, contactDetails, totalParticipants: 1 } } })
  if (reply.status !== 200) throw new Error(reply.text)
  await studio.testServer.ok('POST', `/v2/bookings/${reply.body.booking.id}/confirm`, { as: studio.site, body: { revision: reply.body.booking.revision } })
  return reply.body.booking.id as string
}
const cancel = async (id: string) => {
  const { booking } = (await call('GET', `/v2/bookings/${id}`)).body
  await studio.testServer.ok('POST', `/v2/bookings/${id}/cancel`, {
    as: studio.site,
    body: { revision: booking?.revision ?? '2', flowControlSettings: { ignoreCancellationPolicy: true } },
  })
}

const ignoresOwnEvents: RowCase = async ([, rule = '']) => {
  const body = { staffId: studio.ana.id, url: `${other.origin}/dav`, user: other.user, password: 'wrong' }
  expect(errorCode(await call('POST', '/api/calendar-links/caldav', { body }))).toBe('BAD_CREDENTIALS')
  const { connection } = (await call('POST', '/api/calendar-links/caldav', { body: { ...body, password: other.password } })).body
  expect((await call('GET', `${path}/${connection.id}/calendars`)).body.calendars).toMatchObject([{ name: 'Main' }])
  const config = { syncConfig: { syncToCalendar: { enabled: true } } }
  expect((await call('PATCH', `${path}/${connection.id}/sync-config`, { body: config })).body.connection.syncConfig.syncToCalendar.enabled).toBe(true)
  const bookingId = await bookAt('2027-05-03T09:00')
  // The first answer is lost: what was written is written again, under the same name.
  other.losesAnswers = 1
  await run()
  await studio.testServer.advanceClock('PT20M')
  await studio.testServer.advanceClock('PT20M')
  expect([...other.events.keys()]).toEqual([`${bookingId}-atrium.ics`])
  expect(other.events.get(`${bookingId}-atrium.ics`)).toContain(/UID of what we write holds (\S+);/.exec(stripMarkdown(rule))?.[1])
  expect(other.events.get(`${bookingId}-atrium.ics`)).toContain('SUMMARY:Talk · Mia')
  expect((await call('GET', '/api/busy-elsewhere', { query: { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z' } })).body.busy).toEqual([])
  await cancel(bookingId)
  await run()
  await run()
  expect(other.events.size).toBe(0)
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
  await disconnectAll()
}

test('OAuth: consent connects, a withdrawn one is said, and missing keys too', async () => {
  const [google, microsoft] = ['GOOGLE', 'MICROSOFT'].map((name) => providers.find((one) => one.provider === name)?.id)
  const { scheduleId } = (await call('GET', '/api/calendar-links', { query: { staffId: studio.ana.id } })).body
  const ask = (providerId: string | undefined) =>
    call('POST', `${path}:connectByOAuth`, { body: { providerId, scheduleId, redirectUrl: 'https://studio.example/back' } })
  expect(errorCode(await ask(microsoft))).toBe('CALENDAR_PROVIDER_NOT_SET_UP')
  expect(errorCode(await ask(providers[0].id))).toBe('NOT_SUPPORTED_BY_PROVIDER')
  const url = new URL((await ask(google)).body.oauthUrl)
  const back = async (code: string) =>
    (
      await studio.testServer.call('GET', '/api/calendar-links/consent', {
        query: { code, state: url.searchParams.get('state') ?? '' },
        headers: { 'x-site-id': studio.site.metaSiteId },
      })
    ).headers.location
  expect(await back('nonsense')).toBe('https://studio.example/back?calendar=BAD_CREDENTIALS')
  other.items.set('x', { iCalUID: 'x', summary: 'Lunch', start: { dateTime: '2027-05-03T09:30:00+02:00' }, end: { dateTime: '2027-05-03T11:00:00+02:00' } })
  expect(await back('granted')).toBe('https://studio.example/back?calendar=connected')
  await run()
  expect(await times()).toEqual([])
  other.isGranted = false
  await studio.testServer.advanceClock('PT20M')
  expect((await call('GET', path)).body.connections.at(-1)).toMatchObject({ calendarType: 'GOOGLE', status: 'ERROR', errorReason: 'TOKEN_REVOKED' })
  await disconnectAll()
})

const listsBookings: RowCase = async ([, rule = '']) => {
  const bookingId = await bookAt('2027-05-03T10:00')
  const make = async (body: unknown) => new URL((await call('POST', '/api/calendar-feeds', { body })).body.url).pathname
  const read = (at: string) => studio.testServer.call('GET', at, { headers: { 'x-site-id': studio.site.metaSiteId } })
  const person = { kind: 'STAFF', subjectId: studio.ana.resourceId }
  const [first, whole, place] = [await make(person), await make({ kind: 'SITE' }), await make({ kind: 'LOCATION', subjectId: main })]
  for (const at of [first, whole, place]) {
    const { text, status } = await read(at)
    expect(status).toBe(200)
    const event = convertIcsCalendar(undefined, text).events?.find(({ uid }) => uid.startsWith(bookingId))
    expect(event).toMatchObject({
      summary: 'Talk · Mia',
      start: { date: new Date('2027-05-03T08:00Z') },
      end: { date: new Date('2027-05-03T09:00Z') },
      status: 'CONFIRMED',
    })
    const values = parseCalendarFile(text)[0]
      ?.components.find(({ properties }) => properties.some(({ value }) => value.startsWith(bookingId)))
      ?.properties.filter(({ name }) => ['UID', 'SUMMARY', 'DTSTART'].includes(name))
      .map(({ value }) => value)
    expect(values).toEqual([expect.stringContaining(`${bookingId}-atrium@`), '20270503T080000Z', 'Talk · Mia'])
    expect(text).not.toMatch(/Miller|mia@example/)
  }
  const second = await make(person)
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  await cancel(bookingId)
  expect((await read(second)).text).toContain('STATUS:CANCELLED')
  await call('DELETE', '/api/calendar-feeds', { query: person })
  expect((await read(second)).status).toBe(404)
  expect((await call('GET', '/api/calendar-feeds', { query: person })).body).toEqual({})
  expect(errorCode(await call('POST', '/api/calendar-feeds', { body: { kind: 'ROOM', subjectId: studio.ana.resourceId } }))).toBe('NOT_FOUND')
  await expectFeedRange(await make({ kind: 'SITE' }), rule)
}
/** A class of every week without an end: what its feed holds ends where the row says, and begins there once time has passed. */
async function expectFeedRange(feed: string, rule: string): Promise<void> {
  const [back, ahead] = [readNumber(rule, /(\d+) days back/), readNumber(rule, /(\d+) days ahead/)]
  const yoga = await studio.make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 3 })
  const event = {
    scheduleId: yoga.schedule.id,
    type: 'CLASS',
    start: { localDate: '2027-05-05T18:00:00' },
    end: { localDate: '2027-05-05T19:00:00' },
    resources: [{ id: studio.ben.resourceId }],
    recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['WEDNESDAY'] },
  }
  const { event: series } = (await call('POST', '/calendar/v3/events', { body: { event } })).body
  /** Days from now of its first and its last session. */
  const readDays = async (now: string) => {
    studio.testServer.freezeClock(now)
    const { text } = await studio.testServer.call('GET', feed, { headers: { 'x-site-id': studio.site.metaSiteId } })
    const events = convertIcsCalendar(undefined, text).events?.filter(({ summary }) => summary === 'Yoga') ?? []
    const days = events.map(({ start: { date } }) => (date.getTime() - Date.parse(now)) / 86_400_000)
    return [Math.min(...days), Math.max(...days)] as const
  }
  const isWithinWeek = (day: number, limit: number) => Math.abs(day) <= limit && Math.abs(day) > limit - 7
  const now = studio.testServer.clocks.now().toString()
  expect(isWithinWeek((await readDays(now))[1], ahead)).toBe(true)
  const [first, last] = await readDays('2027-09-01T08:00:00Z')
  expect([first, isWithinWeek(first, back), isWithinWeek(last, ahead)]).toEqual([first, true, true])
  studio.testServer.freezeClock(now)
  await studio.testServer.ok('POST', `/calendar/v3/events/${series.id}/cancel`, { as: studio.site, body: {} })
}

/** One event for each word of the row, each on its own day of June, and the busy times that become of them. */
const mapped: [string, string, string[]][] = [
  ['TRANSP:TRANSPARENT', 'DTSTART:20270601T100000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT', []],
  ['STATUS:CANCELLED', 'DTSTART:20270602T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED', []],
  ['RRULE', 'DTSTART:20270603T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2', ['03T10:00 03T11:00', '04T10:00 04T11:00']],
  ['RDATE', 'DTSTART:20270605T100000Z\nDURATION:PT1H\nRDATE:20270606T100000Z', ['05T10:00 05T11:00', '06T10:00 06T11:00']],
  ['EXDATE', 'DTSTART:20270607T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20270607T100000Z', ['08T10:00 08T11:00']],
  ['DURATION', 'DTSTART:20270610T100000Z\nDURATION:PT2H30M', ['10T10:00 10T12:30']],
  ['all-day', 'DTSTART;VALUE=DATE:20270612', ['11T22:00 12T22:00']],
  ['TZID', 'DTSTART;TZID=America/New_York:20270614T100000\nDURATION:PT1H', ['14T14:00 14T15:00']],
  ['Windows names', 'DTSTART;TZID=W. Europe Standard Time:20270616T100000\nDURATION:PT1H', ['16T08:00 16T09:00']],
  ['floating times', 'DTSTART:20270618T100000\nDURATION:PT1H', ['18T08:00 18T09:00']],
]
const becomesBusyTime: RowCase = async ([, rule = '']) => {
  for (const [word] of mapped) expect(stripMarkdown(rule)).toContain(word)
  // RECURRENCE-ID and VFREEBUSY are components of their own.
  const series = 'BEGIN:VEVENT\nUID:s\nDTSTART:20270620T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT'
  const moved = 'BEGIN:VEVENT\nUID:s\nRECURRENCE-ID:20270621T100000Z\nDTSTART:20270621T150000Z\nDURATION:PT1H\nEND:VEVENT'
  const free = 'BEGIN:VFREEBUSY\nUID:f\nFREEBUSY;FBTYPE=BUSY:20270624T090000Z/PT1H\nEND:VFREEBUSY'
  const more = [series, moved, free].join('\n').replaceAll('\n', '\r\n')
  other.links.set('/mapped.ics', toCalendarFile(...mapped.map(([, event]) => event)).replace('END:VCALENDAR', `${more}\r\nEND:VCALENDAR`))
  await addLink(`${other.origin}/mapped.ics`)
  await run()
  const { busy } = (await call('GET', '/api/busy-elsewhere', { query: { from: '2027-06-01T00:00:00Z', to: '2027-07-01T00:00:00Z' } })).body
  const shown = busy.map(({ start, end }: { start: string; end: string }) => `${start.slice(8, 16)} ${end.slice(8, 16)}`)
  const expected = [...mapped.flatMap(([, , times]) => times), '20T10:00 20T11:00', '21T15:00 21T16:00', '24T09:00 24T10:00']
  expect(shown.toSorted()).toEqual(expected.toSorted())
  // What is not understood would look free.
  other.links.set('/often.ics', toCalendarFile('DTSTART:20270601T100000Z\nDURATION:PT1M\nRRULE:FREQ=MINUTELY'))
  const { connection } = (await addLink(`${other.origin}/often.ics`)).body
  if (connection) await run()
  const often = (await listConnections(studio.ana.id)).find(({ id }: { id: string }) => id === connection?.id)
  expect(often?.problem).toBe('The address does not answer with a calendar that can be read.')
  await disconnectAll()
}

test('the whole days of a published calendar are listed for those who set closing days, which then close', async () => {
  const holiday = 'DTSTART;VALUE=DATE:20270503\nTRANSP:TRANSPARENT\nSUMMARY:May break'
  other.links.set('/holidays.ics', toCalendarFile(holiday, 'DTSTART;VALUE=DATE:20270401\nSUMMARY:Over', 'DTSTART:20270504T100000Z\nDURATION:PT1H'))
  const ask = (url: string) => call('POST', '/api/calendar-days', { body: { url } })
  const { days } = (await ask(`${other.origin}/holidays.ics`)).body
  expect(days).toEqual([{ date: '2027-05-03', name: 'May break' }])
  const byHelper = await studio.testServer.call('POST', '/api/calendar-days', { ...helper, body: { url: `${other.origin}/holidays.ics` } })
  const codes = [await ask(`${other.origin}/page.html`), await ask('http://calendar.example/x.ics'), byHelper].map(errorCode)
  expect(codes).toEqual(['CALENDAR_NOT_FOUND', 'CALENDAR_ADDRESS_REFUSED', 'PERMISSION_DENIED'])
  const body = { days: days.map(({ date, name }: { date: string; name: string }) => ({ date, title: name })) }
  const { specialDays } = (await call('POST', '/api/special-days/closures', { body })).body
  expect(await times()).toEqual([])
  await call('DELETE', `/api/special-days/${specialDays[0].id}`)
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
})

test('a member subscribes to the own bookings', async () => {
  const member = await studio.testServer.registerMember(studio.site)
  const { url } = await studio.testServer.ok('POST', '/api/my-calendar-feed', { token: member.token })
  const { text } = await studio.testServer.call('GET', new URL(url).pathname, { headers: { 'x-site-id': studio.site.metaSiteId } })
  expect(text).toContain('BEGIN:VCALENDAR')
  expect(text).not.toContain('BEGIN:VEVENT')
  expect((await studio.testServer.ok('GET', '/api/my-calendar-feed', { token: member.token })).createdDate).toBeDefined()
})

test('the secret address of a member ends with their account', async () => {
  const member = await studio.testServer.registerMember(studio.site)
  const { url } = await studio.testServer.ok('POST', '/api/my-calendar-feed', { token: member.token })
  const readFeed = () => studio.testServer.call('GET', new URL(url).pathname, { headers: { 'x-site-id': studio.site.metaSiteId } })
  expect((await readFeed()).status).toBe(200)
  await studio.testServer.ok('DELETE', `/v1/members/${member.memberId}`, { as: studio.site })
  expect((await readFeed()).status).toBe(404)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from calendar_feed where subject_id = ${member.memberId}`.execute(
    studio.testServer.open.db,
  )
  expect(rows[0]?.n).toBe(0)
})

const readsAsOften: RowCase = async ([, rule = '']) => {
  const found = [/every (\d+) min/, /(\d+) days back/, /back, (\d+) ahead/, /([\d,]+) events/].map((pattern) => readNumber(rule, pattern))
  expect(found).toEqual([POLL_SECONDS / 60, RANGE_DAYS.back, RANGE_DAYS.ahead, MAX_EVENTS])
  await refusesUnreadable(readNumber(rule, /(\d+) MB/))
  // As many redirects as the row allows are followed.
  const hops = readNumber(rule, /(\d+) redirects/)
  for (let hop = 0; hop < hops; hop++) other.links.set(`/hop-${hop}`, { redirect: `/hop-${hop + 1}` })
  other.links.set(`/hop-${hops}`, busyAtTen)
  const { connection } = (await addLink(`${other.origin}/hop-0`)).body
  expect(connection.status).toBe('CONNECTED')
  await run()
  expect((await call('GET', `${path}/${connection.id}`)).body.connection.status).toBe('SYNCED')
  // An unchanged calendar is asked for by its ETag.
  other.log.length = 0
  await studio.testServer.advanceClock('PT20M')
  expect(other.log.filter((line) => line.includes(`/hop-${hops} `))).toEqual([`GET /hop-${hops} 304`])
  await disconnectAll()
}

const keepsLastData: RowCase = async ([, rule = '']) => {
  other.links.set('/ana.ics', busyAtTen)
  await addLink(`${other.origin}/ana.ics`)
  await run()
  expect(await times()).toEqual([])
  other.links.set('/ana.ics', 500)
  await studio.testServer.advanceClock('PT20M')
  expect((await listConnections(studio.ana.id))[0]).toMatchObject({ status: 'SYNCED', problem: 'The calendar does not answer.' })
  other.links.set('/ana.ics', 410)
  await studio.testServer.advanceClock('PT20M')
  expect((await listConnections(studio.ana.id))[0]).toMatchObject({ status: 'ERROR', problem: 'The calendar is no longer there.', blocks: true })
  expect((await call('GET', path)).body.connections.at(-1)).toMatchObject({ status: 'ERROR', errorReason: 'EXTERNAL_CALENDAR_DELETED' })
  expect((await call('GET', '/api/dashboard/today')).body.waiting.brokenCalendars).toBe(1)
  expect(errorCode(await call('GET', '/v2/external-calendars/events', { query: { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z' } }))).toBe(
    'CALENDAR_READ_FAILED',
  )
  expect(await times()).toEqual([])
  const days = readNumber(rule, /older than (\d+) days/)
  expect([days, readNumber(rule, /after (\d+) failures/)]).toEqual([FRESH_DAYS, MAX_FAILURES])
  await studio.testServer.advanceClock(`P${days - 1}D`)
  expect([(await listConnections(studio.ana.id))[0], await times()]).toMatchObject([{ blocks: true }, []])
  await studio.testServer.advanceClock('P2D')
  expect((await listConnections(studio.ana.id))[0]).toMatchObject({ blocks: false })
  expect(await times()).toEqual(['09:00', '09:30', '10:00'])
  other.links.set('/ana.ics', busyAtTen)
  await studio.testServer.advanceClock('PT2H')
  expect((await listConnections(studio.ana.id))[0]).toMatchObject({ status: 'SYNCED', blocks: true })
  expect(await times()).toEqual([])
  await disconnectAll()
}

describeRows(
  'what we build (§14.2)',
  tableAt('services-and-availability', '### 14.2'),
  {
    Who: ([, rule = '']) => keepsOutOthers(rule),
    Import: readsAsOften,
    Mapping: becomesBusyTime,
    Privacy: keepsTitlesPrivate,
    // Moves the clock past the sessions of the other rows.
    Failure: keepsLastData,
    Export: listsBookings,
    'Loop guard': ignoresOwnEvents,
    Disconnect: disconnectsAtOnce,
  },
  // `guide-tables.test.ts`, `written-entries.test.ts`.
  ['Providers', 'Written'],
)
