/** What the tables of the guide name, found in the product: calls and callers, codes and statuses, events, emails, filters. Source: guide bookings §2, §18–§21. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardRefusals, type RefusalKind } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { createBookingStudio, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type CallOptions, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { bookingsEmailCatalog } from './emails/catalog.ts'

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
  const families = ['bookings', 'multi-bookings', 'availability', 'services', 'orders', 'staff'].map(
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
