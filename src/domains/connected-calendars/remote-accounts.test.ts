/** Accounts at providers through HTTP: whose fault a refusal is, and what their events block. Source: guide services-and-availability §14.2. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCalendarCalls } from '#kit/calendars/calls.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { type CalendarServer, startCalendarServer, toCalendarFile, toOAuthApps } from '../../../test/calendar-server.ts'
import { createTimeSlotStudio, monday, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import type { CallOptions } from '../../../test/test-server.ts'
import { configureCalendarCalls } from './public.ts'
import { getProvider } from './rules/providers.ts'

let studio: TimeSlotStudio
let other: CalendarServer
let talk: { id: string }
const path = '/v2/external-calendars/connections'
const call = (method: string, at: string, options: CallOptions = {}) => studio.testServer.call(method, at, { as: studio.site, ...options })
const ok = (method: 'GET' | 'POST' | 'PATCH', at: string, options: CallOptions = {}) => studio.testServer.ok(method, at, { as: studio.site, ...options })
const times = async () => starts(await studio.list({ serviceId: talk.id, ...monday }))
const allTimes = ['09:00', '09:30', '10:00']
/** The next reading, and those that follow within 20 minutes. */
const readAgain = () => studio.testServer.advanceClock('PT20M')

beforeAll(async () => {
  studio = await createTimeSlotStudio()
  other = await startCalendarServer()
  configureCalendarCalls(createCalendarCalls(toOAuthApps(other)))
  talk = await studio.appointment('Talk', [60], { staffMemberIds: [studio.ana.resourceId] })
})
afterAll(async () => {
  await other.close()
  await studio.testServer.close()
})
afterEach(async () => {
  for (const { id } of await listLinks()) await ok('POST', `${path}/${id}/disconnect`, { body: {} })
  other.items.clear()
  other.events.clear()
  Object.assign(other, { clientSecret: 'shh', isGranted: true, tokenFailure: undefined, second: undefined, forgetsTokens: false })
})

const listLinks = async () => (await ok('GET', '/api/calendar-links', { query: { staffId: studio.ana.id } })).connections
const getLink = async () => (await listLinks()).at(-1)
const getConnection = async () => (await ok('GET', `${path}/${(await getLink()).id}`)).connection
/** Where the browser comes back to after the consent, and what is said there. */
async function consent(provider: 'GOOGLE' | 'MICROSOFT', as: CallOptions = { as: studio.site }): Promise<string | null> {
  const { scheduleId } = await ok('GET', '/api/calendar-links', { query: { staffId: studio.ana.id } })
  const body = { providerId: getProvider(provider).id, scheduleId, redirectUrl: 'https://studio.example/back' }
  const { oauthUrl } = await studio.testServer.ok('POST', `${path}:connectByOAuth`, { ...as, body })
  const query = { code: 'granted', state: new URL(oauthUrl).searchParams.get('state') ?? '' }
  const { headers } = await studio.testServer.call('GET', '/api/calendar-links/consent', { ...as, query })
  return new URL(String(headers.location)).searchParams.get('calendar')
}
const countEmails = async () => (await studio.testServer.sentEmails(studio.site)).length
const busyAtTen = { start: { dateTime: '2027-05-03T07:30:00Z' }, end: { dateTime: '2027-05-03T09:00:00Z' } }

test.each(['GOOGLE', 'MICROSOFT'] as const)('%s: keys that the provider refuses are said to be wrong when a calendar is connected', async (provider) => {
  other.clientSecret = 'changed'
  expect(await consent(provider)).toBe('CALENDAR_PROVIDER_NOT_SET_UP')
  expect(await listLinks()).toEqual([])
  other.clientSecret = 'shh'
  expect(await consent(provider)).toBe('connected')
})

test('keys that are refused later break no connection: it waits, says why, blocks on and is read again; a withdrawn consent does break it', async () => {
  other.items.set('x', { iCalUID: 'x', ...busyAtTen })
  // Who connects it is who gets an email when it breaks.
  expect(await consent('GOOGLE', await studio.testServer.signInAsOwner(studio.site))).toBe('connected')
  await readAgain()
  expect(await times()).toEqual([])
  const emails = await countEmails()
  other.clientSecret = 'changed'
  for (let reading = 0; reading < 5; reading++) await readAgain()
  expect(await getConnection()).toMatchObject({ status: 'SYNCED' })
  expect(await getConnection()).not.toHaveProperty('errorReason')
  expect(await getLink()).toMatchObject({ status: 'SYNCED', blocks: true, problem: 'The keys of this provider are missing or wrong on this server.' })
  expect((await ok('GET', '/api/dashboard/today')).waiting.brokenCalendars).toBe(1)
  expect(errorCode(await call('GET', `${path}/${(await getConnection()).id}/calendars`))).toBe('CALENDAR_PROVIDER_NOT_SET_UP')
  expect([await times(), await countEmails()]).toEqual([[], emails])
  const events = { query: { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z' } }
  expect((await ok('GET', '/v2/external-calendars/events', events)).events).toHaveLength(1)
  other.clientSecret = 'shh'
  other.items.clear()
  other.version++
  await readAgain()
  expect(await getLink()).not.toHaveProperty('problem')
  expect([await times(), (await ok('GET', '/api/dashboard/today')).waiting.brokenCalendars]).toEqual([allTimes, 0])
  other.isGranted = false
  await readAgain()
  expect(await getConnection()).toMatchObject({ status: 'ERROR', errorReason: 'TOKEN_REVOKED' })
  await studio.testServer.advanceClock('PT1M')
  expect(await countEmails()).toBe(emails + 1)
})

test('a provider whose tokens cannot be had for now is not taken for a consent that is gone', async () => {
  expect(await consent('GOOGLE')).toBe('connected')
  await readAgain()
  for (const [status, body] of [
    [503, ''],
    [401, '<html>Sign in to the network</html>'],
    [404, ''],
    [400, '{"error":"temporarily_unavailable"}'],
  ] as const) {
    other.tokenFailure = { status, body }
    await readAgain()
    expect(await getLink(), String(status)).toMatchObject({ status: 'SYNCED', problem: 'The calendar does not answer.' })
    other.tokenFailure = undefined
    await readAgain()
    expect(await getLink()).not.toHaveProperty('problem')
  }
})

const connectCalDav = () =>
  call('POST', '/api/calendar-links/caldav', { body: { staffId: studio.ana.id, url: `${other.origin}/dav`, user: other.user, password: other.password } })

test('CalDAV: a server that names another host for the calendars is not followed there with the password', async () => {
  other.home = `${other.origin.replace('127.0.0.1', 'localhost')}/dav/elsewhere/`
  other.log.length = 0
  expect(errorCode(await connectCalDav())).toBe('CALENDAR_ADDRESS_REFUSED')
  expect(other.log.filter((line) => line.includes('elsewhere'))).toEqual([])
  expect(other.log).not.toEqual([])
  other.home = '/dav/home/'
  expect((await connectCalDav()).status).toBe(200)
})

type Event = { start: string; end: string; kind?: 'free' | 'cancelled' }
const dentist = { start: '07:30', end: '09:00' }
const at = (time: string) => `2027-05-03T${time}:00`
const toStamp = (time: string) => `20270503T${time.replace(':', '')}00Z`
/** One event, as each provider tells it. Times in UTC: two hours behind the studio. */
const toFile = ({ start, end, kind }: Event) =>
  toCalendarFile(
    [`DTSTART:${toStamp(start)}\nDTEND:${toStamp(end)}\nSUMMARY:Dentist`, kind === 'free' && 'TRANSP:TRANSPARENT', kind === 'cancelled' && 'STATUS:CANCELLED']
      .filter(Boolean)
      .join('\n'),
  )
const toGoogle = ({ start, end, kind }: Event) => ({
  iCalUID: 'dentist',
  summary: 'Dentist',
  start: { dateTime: `${at(start)}Z` },
  end: { dateTime: `${at(end)}Z` },
  ...(kind === 'free' && { transparency: 'transparent' }),
  ...(kind === 'cancelled' && { status: 'cancelled' }),
})
const toMicrosoft = ({ start, end, kind }: Event) => ({
  iCalUId: 'dentist',
  subject: 'Dentist',
  start: { dateTime: `${at(start)}.0000000`, timeZone: 'UTC' },
  end: { dateTime: `${at(end)}.0000000`, timeZone: 'UTC' },
  showAs: kind === 'free' ? 'free' : 'busy',
  ...(kind === 'cancelled' && { isCancelled: true }),
})
/** How an account is connected, and how its event is set in its calendar or, when it has one, in its second. */
const accounts = {
  CALDAV: {
    connect: async () => expect((await connectCalDav()).status).toBe(200),
    set: (event: Event, into: Pick<CalendarServer, 'events'> = other) => void into.events.set('dentist.ics', toFile(event)),
  },
  GOOGLE: {
    connect: async () => expect(await consent('GOOGLE')).toBe('connected'),
    set: (event: Event, into: Pick<CalendarServer, 'items'> = other) => void into.items.set('dentist', toGoogle(event)),
  },
  MICROSOFT: {
    connect: async () => expect(await consent('MICROSOFT')).toBe('connected'),
    set: (event: Event, into: Pick<CalendarServer, 'items'> = other) => void into.items.set('dentist', toMicrosoft(event)),
  },
}
const providerNames = ['CALDAV', 'GOOGLE', 'MICROSOFT'] as const

test.each(providerNames)('%s: an event takes its time, follows a change, and gives it back when it is free, cancelled or gone', async (provider) => {
  const { connect, set } = accounts[provider]
  await connect()
  const show = async (event: Event | undefined) => {
    if (event) set(event)
    else {
      other.items.clear()
      other.events.clear()
    }
    other.version++
    await readAgain()
    return times()
  }
  expect(await show(undefined)).toEqual(allTimes)
  expect(await show(dentist)).toEqual([])
  expect(await show({ ...dentist, kind: 'free' })).toEqual(allTimes)
  expect(await show({ start: '08:30', end: '09:00' })).toEqual(['09:00', '09:30'])
  expect(await show({ start: '07:00', end: '07:30' })).toEqual(['09:30', '10:00'])
  expect(await show({ ...dentist, kind: 'cancelled' })).toEqual(allTimes)
  expect(await show(dentist)).toEqual([])
  expect(await show(undefined)).toEqual(allTimes)
  expect(await getLink()).toMatchObject({ status: 'SYNCED', blocks: true })
})

test('Microsoft: who works elsewhere is free; a whole day takes the day', async () => {
  await accounts.MICROSOFT.connect()
  other.items.set('dentist', { ...toMicrosoft(dentist), showAs: 'workingElsewhere' })
  await readAgain()
  expect(await times()).toEqual(allTimes)
  const day = { start: { dateTime: '2027-05-03T00:00:00.0000000' }, end: { dateTime: '2027-05-04T00:00:00.0000000' } }
  other.items.set('dentist', { iCalUId: 'day', isAllDay: true, showAs: 'oof', ...day })
  await readAgain()
  const { busy } = await ok('GET', '/api/busy-elsewhere', { query: { from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z' } })
  expect(busy).toMatchObject([{ start: '2027-05-02T22:00:00Z', end: '2027-05-03T22:00:00Z' }])
  expect(await times()).toEqual([])
})

test.each([
  ['CALDAV', (line: string) => line.startsWith('REPORT ')],
  ['GOOGLE', (line: string) => line.includes('/events ')],
] as const)('%s: what says that it has not changed is not read anew, and blocks on', async (provider, isReading) => {
  const { connect, set } = accounts[provider]
  set(dentist)
  await connect()
  await readAgain()
  const countReadings = async () => {
    other.log.length = 0
    await readAgain()
    return other.log.filter(isReading).length
  }
  // Google is asked by its token alone.
  const unchanged = provider === 'GOOGLE' ? 1 : 0
  expect([await countReadings(), await times()]).toEqual([unchanged, []])
  other.events.clear()
  other.items.clear()
  expect([await countReadings(), await times()]).toEqual([unchanged, []])
  other.version++
  expect([(await countReadings()) > unchanged, await times()]).toEqual([true, allTimes])
})

test('Google: a sync token that is too old leads to a reading as a whole', async () => {
  await accounts.GOOGLE.connect()
  await readAgain()
  accounts.GOOGLE.set(dentist)
  other.forgetsTokens = true
  await readAgain()
  expect([await times(), (await getLink()).status]).toEqual([[], 'SYNCED'])
})

test.each(providerNames)('%s: of several calendars those that were chosen block', async (provider) => {
  const { connect, set } = accounts[provider]
  other.second = { events: new Map(), items: new Map() }
  set({ start: '07:00', end: '07:30' })
  set({ start: '08:30', end: '09:00' }, other.second)
  await connect()
  await readAgain()
  const { id } = await getLink()
  const { calendars } = await ok('GET', `${path}/${id}/calendars`)
  expect(calendars).toHaveLength(2)
  // The first calendar of the account, until others are chosen.
  expect(await times()).toEqual(['09:30', '10:00'])
  const choose = async (chosen: { id: string }[]) => {
    const syncConfig = { listEventFromCalendars: { calendars: { calendars: chosen.map((one) => ({ id: one.id })) } } }
    await ok('PATCH', `${path}/${id}/sync-config`, { body: { syncConfig } })
    await readAgain()
    return times()
  }
  expect(await choose(calendars)).toEqual(['09:30'])
  expect(await choose(calendars.slice(1))).toEqual(['09:00', '09:30'])
  expect(await choose(calendars.slice(0, 1))).toEqual(['09:30', '10:00'])
})
