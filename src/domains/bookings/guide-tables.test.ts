/** What the tables of the guide name, found in the product: calls and callers, codes and statuses, events, emails, filters. Source: guide bookings §2, §18–§21. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardRefusals, type RefusalKind } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { createBookingStudio, errorData, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { codesIn, describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type CallOptions, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { bookingsEmailCatalog } from './emails/catalog.ts'
import { BOOKINGS_APP } from './events.ts'

let server: TestServer
let studio: BookingStudio
let member: CallOptions
let visitor: CallOptions
let owner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  member = { token: (await server.registerMember(studio.site)).token }
  visitor = { token: await server.visitorToken(studio.site) }
  owner = { as: studio.site }
})
afterAll(() => server.close())

describe('calls (§2)', () => {
  const rows = tableAt('bookings', '## 2.')
  const toPath = (http: string, id: string): { method: string; path: string } => {
    const [method = '', given = ''] = http.split(' ')
    const path = given === '/' ? '' : given.replace(/\{\w+\}/, id)
    return { method, path: path.startsWith('/bookings/') ? path : `/_api/bookings-service/v2/bookings${path}` }
  }
  /** Whatever it says to this body: an unknown address has a reply of its own. */
  async function isServed(answer: TestReply): Promise<boolean> {
    const unknown = await server.call('POST', '/_api/bookings-service/v2/of/no/operation', { ...owner, body: {} })
    expect(unknown.status).toBe(404)
    return !(answer.status === 404 && answer.body.message === unknown.body.message)
  }

  test('there are rows', () => expect(rows.length).toBe(14))
  test.each(rows)('%s: %s, who: %s, revision: %s', async (_name, http = '', who = '', revision = '') => {
    const service = await studio.service()
    const day = 10 + rows.findIndex(([, other]) => other === http)
    const slot = studio.slotFor(service, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`)
    const { booking } = (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest() } })).body
    const { method, path } = toPath(http, booking.id)
    const ask = (as: CallOptions) => server.call(method, path, { ...as, body: { slot: {} } })
    const answers = { owner: await ask(owner), member: await ask(member), visitor: await ask(visitor) }
    for (const answer of Object.values(answers)) expect(await isServed(answer)).toBe(true)
    const isDenied = ({ status, body }: (typeof answers)['owner']) =>
      status === 403 && errorCode({ status, body } as typeof answers.owner) === 'PERMISSION_DENIED'
    const mayCall = { owner: true, member: who === 'all' || who.includes('member'), visitor: who === 'all' || who.includes('visitor') }
    expect(Object.fromEntries(Object.entries(answers).map(([role, answer]) => [role, !isDenied(answer)]))).toEqual(mayCall)
    const isRevisionMissing = answers.owner.status === 400 && firstViolation(answers.owner)?.field === 'revision'
    expect(isRevisionMissing).toBe(revision === 'yes')
  })
})

describe('areas (§2)', () => {
  const rows = tableAt('bookings', '## 2.', 2)
  const id = randomUUID()
  /** The calls of each area, as its row names them. */
  const calls: Record<string, string[]> = {
    Reading: [
      'POST /_api/bookings-reader/v2/extended-bookings/query',
      'POST /_api/bookings-reader/v2/extended-bookings/count',
      'POST /_api/bookings-reader/v2/extended-booking/query',
    ],
    'Without sign-in': [
      `GET /v1/anonymous-bookings/${id}/token`,
      'GET /v1/anonymous-bookings/{token}',
      'POST /v1/anonymous-bookings/{token}/cancel',
      'POST /v1/anonymous-bookings/{token}/reschedule',
      'GET /v1/anonymous-bookings/{token}/service',
      `GET /v1/anonymous-multi-service-bookings/${id}/token`,
      'GET /v1/anonymous-multi-service-bookings/{token}',
      'POST /v1/anonymous-multi-service-bookings/{token}/cancel',
    ],
    Attendance: [
      'POST /bookings/bookings-attendance/set',
      'POST /bookings/bookings-attendance/query',
      'POST /bookings/bookings-attendance/count',
      `GET /bookings/bookings-attendance/${id}`,
      'POST /bookings/v2/bulk/attendance/set',
      'POST /bookings/v2/bulk/attendance/delete',
    ],
    Fees: ['GET /_api/booking-fees/v1/booking-fees', 'POST /_api/booking-fees/v1/booking-fees/apply', 'POST /_api/booking-fees/v1/booking-fees/collect'],
    Snapshots: ['GET /_api/booking-policy-snapshots/v1/policy-snapshots'],
    Waitlist: ['register', 'enroll', 'leave', 'list'].map((call) => `POST /bookings/v1/waitlist/${call}`),
  }
  /** Who is denied by the role alone; calls with a token of a link are open to every role. */
  const denied: Record<string, string[]> = { Reading: ['visitor'], Attendance: ['member', 'visitor'], Fees: ['visitor'], Snapshots: ['visitor'] }

  test('have their calls', () => expect(rows.map(([area]) => area).toSorted()).toEqual(Object.keys(calls).toSorted()))
  test.each(rows)('%s: %s; who: %s', async (area = '', cell = '', who = '') => {
    const token = 'x'.repeat(64)
    for (const call of calls[area] ?? []) {
      const [method = '', path = ''] = call.split(' ')
      // Written out or by its last word alone.
      expect(cell).toContain(path.split('/').findLast((word) => /^[a-z_-]+$/.test(word)))
      for (const [role, as] of Object.entries({ owner, member, visitor })) {
        const answer = await server.call(method, path.replace('{token}', token), { ...as, ...(method === 'POST' && { body: {} }) })
        const isDenied = answer.status === 403 && errorCode(answer) === 'PERMISSION_DENIED'
        const isMissing = answer.status === 404 && errorCode(answer) === 'NOT_FOUND'
        if (role === 'owner') expect([call, isDenied, isMissing]).toEqual([call, false, false])
        else if (denied[area]?.includes(role)) expect([call, role, isDenied]).toEqual([call, role, true])
      }
    }
    for (const role of ['member', 'visitor']) if (denied[area]?.includes(role)) expect(who.replace(/list: member, owner/, 'member')).not.toContain(role)
  })
})

describeRows('conventions (§1)', tableAt('bookings', '## 1.'), {
  Words: async ([, rule = '']) => {
    const words: Record<string, () => Promise<void>> = { Holding: expectHolding, Customer: expectCustomer, Actor: expectActor, Forced: expectForced }
    expect([...rule.matchAll(/\*(\w+)\* =/g)].map(([, word]) => word)).toEqual(Object.keys(words))
    for (const expectWord of Object.values(words)) await expectWord()
  },
  Time: async ([, rule]) => {
    expect(rule).toContain('UTC instants')
    const service = await studio.service()
    const slot = { ...studio.slotFor(service, '2027-07-01T12:00:00', '2027-07-01T13:00:00'), timezone: 'Europe/Berlin' }
    const { booking } = (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest() } })).body
    const { startDate, endDate, bookedEntity } = booking
    expect([startDate, endDate]).toEqual(['2027-07-01T10:00:00.000Z', '2027-07-01T11:00:00.000Z'])
    expect([bookedEntity.slot.startDate, bookedEntity.slot.timezone]).toEqual(['2027-07-01T12:00:00.000+02:00', 'Europe/Berlin'])
  },
  Revision: async ([, rule]) => {
    const booking = await bookInJuly(2)
    expect(rule).toContain(`"${booking.revision}"`)
    const extended = { namespace: '_user_fields', namespaceData: { seat: 'window' } }
    await studio.owner(`/v2/bookings/${booking.id}/update_extended_fields`, extended)
    await studio.owner(`/v2/bookings/${booking.id}/set-booking-submission-id`, { submissionId: randomUUID() })
    const { body } = await studio.act(booking.id, 'confirm', { revision: '3' })
    expect(body.booking.revision).toBe('4')
    await studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'ATTENDED', numberOfAttendees: 1 } })
    expect(await readOwn(owner, booking.id)).toMatchObject({ revision: '4' })
  },
  'Revision check': async ([, rule]) => {
    const booking = await bookInJuly(3)
    for (const call of ['reschedule', 'confirm', 'decline', 'cancel', 'mark_booking_as_pending']) {
      const missing = await studio.act(booking.id, call, { slot: {} })
      expect([call, missing.status, firstViolation(missing)?.field]).toEqual([call, 400, 'revision'])
      const other = await studio.act(booking.id, call, { revision: '9', slot: {} })
      expect([call, other.status, errorCode(other)]).toEqual([call, 409, codesIn(rule).find((code) => code.endsWith('MISMATCH'))])
      expect(errorData(other)).toEqual({ currentRevision: '1' })
    }
  },
  Answers: async () => {
    const booking = await bookInJuly(4)
    const read = (answer: TestReply) => [answer.status, Object.keys(answer.body)]
    expect(read(await studio.act(booking.id, 'confirm', { revision: '1' }))).toEqual([200, ['booking']])
    const { attendance } = (await studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'ATTENDED', numberOfAttendees: 1 } })).body
    expect((await server.call('DELETE', `/v2/attendance/${attendance.id}`, owner)).body).toEqual({})
  },
  Roles: async ([, rule]) => {
    const [foreign, late] = codesIn(rule).filter((code) => code !== 'WAITING_LIST')
    const booking = await bookInJuly(5, visitor)
    const cancel = (as: CallOptions, revision: string) => server.call('POST', `/v2/bookings/${booking.id}/cancel`, { ...as, body: { revision } })
    expect([errorCode(await cancel(member, '1')), errorCode(await cancel({ token: await server.visitorToken(studio.site) }, '1'))]).toEqual([foreign, foreign])
    expect((await server.call('GET', `/v1/anonymous-bookings/${booking.id}/token`, visitor)).status).toBe(200)
    await studio.act(booking.id, 'confirm', { revision: '1' })
    const refused = await cancel(visitor, '2')
    expect([refused.status, errorCode(refused)]).toEqual([403, late])
    const own = await bookInJuly(6, visitor)
    expect((await server.call('POST', `/v2/bookings/${own.id}/cancel`, { ...visitor, body: { revision: '1' } })).body.booking.status).toBe('CANCELED')
  },
  'Own booking': async () => {
    const { token, email } = await server.registerMember(studio.site)
    const made = await bookInJuly(7, { token })
    expect(await readOwn({ token }, made.id)).toMatchObject({ id: made.id })
    const forThem = await bookInJuly(8, owner, { firstName: 'Mia', email })
    // The address is not proven: it could be anyone's.
    expect(await readOwn({ token }, forThem.id)).toBeUndefined()
    await server.open.db.updateTable('member').set({ loginEmailVerified: true }).where('loginEmail', '=', email).execute()
    expect(await readOwn({ token }, forThem.id)).toMatchObject({ id: forThem.id })
  },
  Ids: async ([, rule]) => {
    expect(rule).toContain(BOOKINGS_APP)
    const booking = await bookInJuly(9, visitor)
    const lineItems = [{ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId: booking.id } }]
    const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { ...visitor, body: { lineItems } })
    expect(checkout.lineItems).toMatchObject([{ catalogReference: { catalogItemId: booking.id } }])
  },
})
/** A booking that holds keeps others from its time; one that is over does not. */
async function expectHolding(): Promise<void> {
  const massage = await studio.service()
  const slot = studio.slotFor(massage, '2027-07-20T10:00:00Z', '2027-07-20T11:00:00Z')
  const book = () => server.call('POST', '/v2/bookings', { ...owner, body: { booking: { bookedEntity: { slot }, contactDetails: guest() } } })
  const { booking } = (await book()).body
  expect(errorCode(await book())).toBe('SLOT_NOT_AVAILABLE')
  await studio.act(booking.id, 'cancel', { revision: booking.revision })
  expect((await book()).status).toBe(200)
}
/** Emails go to the person of contactDetails, not to the caller. */
async function expectCustomer(): Promise<void> {
  const who = guest()
  const { id } = await bookInJuly(21, owner, who)
  await studio.act(id, 'confirm', { revision: '1', participantNotification: { notifyParticipants: true } })
  expect(await studio.sentTemplates(who.email)).toEqual(['booking-confirmed'])
}
/** Events name who called: the business for a booking of a visitor. */
async function expectActor(): Promise<void> {
  const booking = await bookInJuly(22, visitor)
  await studio.act(booking.id, 'confirm', { revision: '1' })
  const events = await server.emittedEvents(studio.site, booking.id)
  const confirmed = events.find(({ slug }) => slug === 'confirmed')
  expect([booking.bookingSource.actor, Object.keys(booking.createdBy)]).toEqual(['CUSTOMER', expect.arrayContaining(['anonymousVisitorId'])])
  expect(JSON.stringify(confirmed?.body)).toMatch(/"initiatedBy":\{"(?:wixUserId|appId)"/)
}
/** The business alone saves a booking in spite of a conflict. */
async function expectForced(): Promise<void> {
  const massage = await studio.service()
  const slot = studio.slotFor(massage, '2027-07-23T10:00:00Z', '2027-07-23T11:00:00Z')
  const flags = { skipAvailabilityValidation: true }
  const book = (as: CallOptions, flowControlSettings: object = {}) =>
    server.call('POST', '/v2/bookings', { ...as, body: { booking: { bookedEntity: { slot }, contactDetails: guest() }, flowControlSettings } })
  const first = (await book(owner)).body.booking
  await studio.act(first.id, 'confirm', { revision: '1' })
  // From a customer the flag is ignored.
  expect([errorCode(await book(owner)), errorCode(await book(visitor, flags))]).toEqual(['SLOT_NOT_AVAILABLE', 'SLOT_NOT_AVAILABLE'])
  const forced = (await book(owner, flags)).body.booking
  expect((await studio.act(forced.id, 'confirm', { revision: '1' })).body.booking).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
}
async function bookInJuly(day: number, as: CallOptions = owner, contactDetails: object = guest()) {
  const at = String(day).padStart(2, '0')
  const slot = studio.slotFor(await studio.service(), `2027-07-${at}T10:00:00Z`, `2027-07-${at}T11:00:00Z`)
  return (await server.ok('POST', '/v2/bookings', { ...as, body: { booking: { bookedEntity: { slot }, contactDetails } } })).booking
}
const readOwn = async (as: CallOptions, id: string) =>
  (await server.ok('POST', '/v2/extended-bookings/query', { ...as, body: { query: { filter: { id } } } })).extendedBookings[0]?.booking

test('each timeline (§24) is told by a test that is named after it', () => {
  const files = readdirSync('src/domains', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(checkout|waitlist|(multi-)?bookings)[/\\][^/\\]+\.test\.ts$/.test(file),
  )
  const titles = files.flatMap((file) => readFileSync(join('src/domains', file), 'utf8').match(/^ *test\('[A-P](?:, [A-P])*(?: and [A-P])?:/gm) ?? [])
  const shown = titles.flatMap((title) => title.replace(/^ *test\('/, '').match(/\b[A-P]\b/g) ?? [])
  expect(shown.toSorted()).toEqual(tableAt('bookings', '## 24.').map(([row]) => row))
})

describe('filters of lists (§18.1)', () => {
  const cells = tableAt('bookings', 'Filter fields (one-of names').map(([fields = '', operators = '']) => [
    stripMarkdown(fields).replace(/^ours: /, ''),
    stripMarkdown(operators),
  ])
  /** `a.{b, c}` stands for `a.b` and `a.c`. */
  const expand = (list: string): string[] =>
    list.split(/,\s*(?![^{]*\})/).flatMap((name) => {
      const braces = /^(.*)\{(.*)\}$/.exec(name)
      return braces ? (braces[2] ?? '').split(/,\s*/).map((part) => `${braces[1]}${part}`) : [name.trim()]
    })
  const readOperators = (cell: string): string[] => cell.match(/\$\w+/g) ?? []
  const all = ['$eq', '$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$hasSome', '$hasAll']
  const lists = new Set(['$in', '$nin', '$hasSome', '$hasAll'])
  const findSample = (field: string): unknown =>
    field.endsWith('Date')
      ? '2027-05-10T10:00:00+02:00'
      : field === 'doubleBooked'
        ? true
        : field.endsWith('value')
          ? 1
          : field === 'status'
            ? 'CONFIRMED'
            : /[iI]d$/.test(field)
              ? randomUUID()
              : 'x'
  const fields = cells.flatMap(([list = '', operators = '']) => expand(list).map((field) => ({ field, operators: readOperators(operators) })))

  test('are many', () => expect(fields.length).toBeGreaterThan(30))
  test.each(fields)('$field takes $operators', async ({ field, operators }) => {
    for (const operator of operators) {
      const sample = findSample(field)
      const filter = { [field]: { [operator]: lists.has(operator) ? [sample] : sample } }
      const answer = await server.call('POST', '/v2/extended-bookings/query', { ...owner, body: { query: { filter } } })
      expect([field, operator, answer.status]).toEqual([field, operator, 200])
    }
  })
  test('an operator that is none is refused', async () => {
    for (const operator of ['$matches', ...all.filter((one) => one.startsWith('$has'))]) {
      const answer = await server.call('POST', '/v2/extended-bookings/query', { ...owner, body: { query: { filter: { createdDate: { [operator]: ['x'] } } } } })
      expect([operator, answer.status]).toEqual([operator, 400])
    }
  })
})

test('each event of §19 that the guide types can be asked for by apps', () => {
  const types = tableAt('bookings', '## 19').flatMap(([cell = '']) => cell.match(/wix\.[\w.]+/g) ?? [])
  expect(types.length).toBe(9)
  expect(types.filter((type) => !publicEventTypes.includes(type))).toEqual([])
})

describe('emails (§20.1)', () => {
  const names = tableAt('bookings', '### 20.1').flatMap(([cell = '']) => cell.replace(/^owner and staff: /, '').split(/,\s*/))
  const written = new Set(Object.keys(bookingsEmailCatalog.en))
  test('every template of the table is written, and every written one is in the table', () => {
    expect(names.filter((name) => !written.has(name))).toEqual([])
    expect([...written].filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('codes (§21)', () => {
  const modules = import.meta.glob<{ kinds: Record<string, RefusalKind> }>('/src/domains/*/errors.ts', { eager: true })
  const families = ['bookings', 'waitlist', 'checkout', 'multi-bookings', 'availability', 'services', 'orders', 'staff'].map(
    (name) => modules[`/src/domains/${name}/errors.ts`]?.kinds ?? {},
  )
  const findStatuses = (code: string): number[] => [...families, standardRefusals as Record<string, RefusalKind>].flatMap((kinds) => kinds[code]?.status ?? [])
  const rows = tableAt('bookings', '## 21').map(([status = '', cell = '']) => ({
    status: Number(status),
    codes: cell.match(/\b[A-Z][A-Z]+(?:_[A-Z]+)+\b(?!\*|_)/g) ?? [],
  }))
  /** Codes that have no case here: meaning unknown (§23), and one of recurring groups, which do not exist (§11.2). */
  const unused = new Set(['SLOT_HOLD_UNAVAILABLE', 'MISSING_TIME_ZONE'])

  test.each(rows)('$status', ({ status, codes }) => {
    const wrong = codes.filter((code) => !unused.has(code) && !findStatuses(code).includes(status)).map((code) => `${code}: ${findStatuses(code).join()}`)
    expect(wrong).toEqual([])
  })
})
