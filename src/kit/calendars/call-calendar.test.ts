/** The bounds of calls to other calendars: where they lead, how long they take, how much they bring. Source: guide services-and-availability §14.2. */
import { createServer } from 'node:http'
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startCalendarServer } from '../../../test/calendar-server.ts'
import { allowPrivateTargets } from '../http/fetch-public.ts'
import { listBusyTimes, MAX_EVENTS } from './busy-times.ts'
import { callCalendar } from './call-calendar.ts'
import { NotACalendar } from './content-lines.ts'
import { openGoogle } from './google.ts'

let origin = ''
const asked: string[] = []
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url === '/silent') return
  // From here on the network of this machine is private, as it is in production.
  if (url.startsWith('/inward')) allowPrivateTargets(false)
  const to = { '/inward/number': 'https://127.0.0.1/secret', '/inward/name': 'https://localhost/secret', '/inward/link-local': 'https://169.254.169.254/' }[url]
  response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end('BEGIN:VCALENDAR')
})
beforeAll(async () => {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(() => allowPrivateTargets(false))
afterAll(() => {
  server.closeAllConnections()
  return new Promise<void>((done) => void server.close(() => done()))
})

test.each(['number', 'name', 'link-local'])('a redirect into a private network is not followed: %s', async (kind) => {
  allowPrivateTargets(true)
  asked.length = 0
  await expect(callCalendar(`${origin}/inward/${kind}`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  expect(asked).toEqual([`/inward/${kind}`])
})

test('a calendar that does not answer in time counts as one that does not answer', async () => {
  allowPrivateTargets(true)
  await expect(callCalendar(`${origin}/silent`, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect((await callCalendar(`${origin}/quick`, { timeoutMs: 5000 })).status).toBe(200)
})

const range = { start: Date.parse('2027-01-01T00:00Z'), end: Date.parse('2028-01-01T00:00Z') }
const toFile = (count: number) => {
  const event = (at: number) => `BEGIN:VEVENT\nUID:${at}\nSUMMARY:${at}\nDTSTART:20270601T100000Z\nDURATION:PT1H\nEND:VEVENT\n`
  return `BEGIN:VCALENDAR\n${Array.from({ length: count }, (_, at) => event(at)).join('')}END:VCALENDAR`
}
test('as many events as the bound are read; with one more the calendar is refused as a whole, in one file or in many', () => {
  expect(listBusyTimes([toFile(MAX_EVENTS)], range, 'Europe/Berlin')).toHaveLength(MAX_EVENTS)
  expect(() => listBusyTimes([toFile(MAX_EVENTS + 1)], range, 'Europe/Berlin')).toThrow(NotACalendar)
  const single = toFile(1).replace('SUMMARY:0', 'SUMMARY:of another file')
  expect(() => listBusyTimes([toFile(MAX_EVENTS), single], range, 'Europe/Berlin')).toThrow(NotACalendar)
})

test('Google: more events than the bound are refused, none is left out in silence', async () => {
  allowPrivateTargets(true)
  const other = await startCalendarServer()
  const app = { clientId: 'atrium', clientSecret: 'shh', authorizeUrl: '', tokenUrl: `${other.origin}/token`, apiUrl: `${other.origin}/api` }
  const day = { date: '2027-06-01' }
  const year = { from: Temporal.Instant.fromEpochMilliseconds(range.start), to: Temporal.Instant.fromEpochMilliseconds(range.end) }
  try {
    for (let at = 0; at < MAX_EVENTS; at++) other.items.set(String(at), { start: day, end: day })
    const account = await openGoogle(app, 'granted')
    const content = await account.read('main', year, undefined)
    expect('events' in content && content.events.length).toBe(MAX_EVENTS)
    other.items.set('more', { start: day, end: day })
    await expect(account.read('main', year, undefined)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  } finally {
    await other.close()
  }
})
