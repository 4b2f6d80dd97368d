/** Both samples in both languages: whole, true to the rules, with a past and a future. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { readSampleName } from './rules/sample-names.ts'
import { practiceWords } from './samples/practice.ts'
import { studioWords } from './samples/studio.ts'

/** What a language says is the same on every database: each is tried on one of them, and every sample on both. */
const languages: ('en' | 'de')[] = process.env.TEST_DATABASE_URL ? ['de'] : ['en']

let server: TestServer
let site: TestSite

/** English today, German on the evening of a Saturday: a sample opens on every day of the week. */
async function open(sample: 'studio' | 'practice', language: 'en' | 'de'): Promise<void> {
  server = await startTestServer()
  onTestFinished(() => server.close())
  if (language === 'de') server.freezeClock('2027-01-30T18:00:00Z')
  site = await server.createSite({ sample, language, timeZone: 'Europe/Berlin', currency: 'EUR' })
}
const call = (method: string, path: string, body?: object) => server.ok(method, path, { as: site, ...(body && { body }) })
const now = () => server.clocks.now().toString()
const countBookings = async (filter: object) => (await call('POST', '/v2/extended-bookings/count', { filter })).count as number

/** The jobs of the first minute run, the nightly check finds nothing, and what the accounts of the ledger hold adds up to nothing since `days` ago. */
async function expectSound({ days, entries: least }: { days: number; entries: number }): Promise<void> {
  await server.runner.runSchedules()
  await server.runner.drain()
  const { id } = await call('POST', '/api/money/checks')
  await server.runner.drain()
  const { checks } = await call('GET', '/api/money/checks')
  expect(checks.find((one: { id: string }) => one.id === id)).toMatchObject({ isRunning: false, findings: [] })
  const entries = await server.open.db.selectFrom('ledgerEntry').selectAll().where('siteId', '=', site.metaSiteId).execute()
  expect(entries.length).toBeGreaterThanOrEqual(least)
  const balances: Record<string, number> = {}
  for (const { fromAccount, toAccount, amount } of entries) {
    balances[fromAccount] = (balances[fromAccount] ?? 0) - Number(amount)
    balances[toAccount] = (balances[toAccount] ?? 0) + Number(amount)
  }
  expect(Object.values(balances).filter((balance) => balance > 0).length).toBeGreaterThan(0)
  expect(Object.values(balances).reduce((sum, balance) => sum + balance, 0)).toBeCloseTo(0)
  const first = Math.min(...entries.map(({ at }) => at.epochMilliseconds))
  expect((server.clocks.now().epochMilliseconds - first) / 86_400_000).toBeGreaterThan(days)
  expect(server.problems).toEqual([])
}

/** What every site begins with is named in its language. */
const beginnings = { en: ['Default policy', 'Booking form'], de: ['Standardregeln', 'Buchungsformular'] }
async function expectNamedBeginnings(language: 'en' | 'de'): Promise<void> {
  const { bookingPolicies } = await call('POST', '/v1/booking-policies/query', { query: {} })
  const { forms } = await call('GET', '/api/forms')
  expect([bookingPolicies.map(({ name }: { name: string }) => name), forms[0].name]).toEqual([
    expect.arrayContaining([beginnings[language][0]]),
    beginnings[language][1],
  ])
}

/** What lies behind and ahead. */
async function expectPastAndFuture({ past, ahead }: { past: number; ahead: number }): Promise<void> {
  expect(await countBookings({ startDate: { $lt: now() } })).toBeGreaterThanOrEqual(past)
  const bookings = await server.open.db.selectFrom('booking').select(['title', 'createdAt', 'startAt']).where('siteId', '=', site.metaSiteId).execute()
  const late = bookings.filter(({ createdAt, startAt }) => startAt && createdAt.epochMilliseconds > startAt.epochMilliseconds)
  expect(late.map(({ title, createdAt, startAt }) => `${title}: begins ${startAt}, booked ${createdAt}`)).toEqual([])
  expect(await countBookings({ startDate: { $gt: now() }, status: 'CONFIRMED' })).toBeGreaterThanOrEqual(ahead)
}

describe('the practice', () => {
  test.each(languages)('has all that a practice has, in %s', async (language) => {
    await open('practice', language)
    const words = practiceWords[language]
    const { services } = await call('POST', '/v2/services/query', { query: {} })
    const byName = new Map<string, Record<string, any>>(services.map((one: { name: string }) => [one.name, one]))
    expect([...byName.keys()].toSorted()).toEqual(
      Object.values(words.services)
        .map(({ name }) => name)
        .toSorted(),
    )
    const named = (key: keyof typeof words.services) => byName.get(words.services[key].name) ?? expect.fail(key)
    expect(named('massage').schedule.availabilityConstraints.sessionDurations).toEqual([30, 60, 90])
    expect(named('massage').payment.varied).toMatchObject({ minPrice: { value: '42.00', currency: 'EUR' }, maxPrice: { value: '105.00' } })
    expect(named('physio').payment.varied).toMatchObject({ minPrice: { value: '58.00' }, maxPrice: { value: '72.00' } })
    expect(named('massage').addOnGroups[0].addOnIds).toHaveLength(3)
    expect(named('recovery').payment.fixed.deposit.value).toBe('40.00')
    expect(named('assessment').bookingPolicy.cancellationFeePolicy.cancellationWindows).toMatchObject([{ percentage: '50' }])
    expect(services.filter(({ serviceResources }: any) => serviceResources.length > 0)).toHaveLength(8)
    expect(
      services
        .map(({ type }: any) => type)
        .filter((type: string) => type !== 'APPOINTMENT')
        .toSorted(),
    ).toEqual(['CLASS', 'COURSE'])
    expect((await call('POST', '/v1/staff-members/query', { query: {} })).staffMembers).toHaveLength(5)
    expect((await call('GET', '/v1/custom-fields')).fields.map(({ name }: any) => name)).toEqual(expect.arrayContaining([words.fields.insurance.name]))
    expect((await call('GET', '/v3/badges')).badges).toHaveLength(2)
    expect((await call('POST', '/stores/v2/coupons/query', { query: {} })).totalResults).toBe(2)
    expect(await countBookings({ status: 'PENDING' })).toBe(3)
    expect(await countBookings({ status: 'WAITING_LIST' })).toBe(2)
    expect(await countBookings({ status: 'CANCELED' })).toBeGreaterThan(5)
    expect((await call('GET', '/api/site')).website.design.tone).toBe('cool')
    expect((await call('GET', '/api/site')).address).toMatchObject({ country: 'DE', phone: expect.stringMatching(/^\+49 /) })
    await expectPastAndFuture({ past: 110, ahead: 40 })
    await expectSound({ days: 330, entries: 100 })
  })
})

describe('the studio', () => {
  test.each(languages)('speaks its language and has a past, in %s', async (language) => {
    await open('studio', language)
    const words = studioWords[language]
    await expectNamedBeginnings(language)
    const { services } = await call('POST', '/v2/services/query', { query: {} })
    const names = [...words.classes, words.course, ...words.appointments].map(({ name }) => name)
    expect(services.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.toSorted())
    expect(await countBookings({ status: 'WAITING_LIST' })).toBe(2)
    expect((await call('GET', '/v3/badges')).badges.map(({ title }: any) => title)).toEqual([words.badge])
    expect((await call('GET', '/v1/custom-fields')).fields.map(({ name }: any) => name)).toContain(words.field.name)
    expect((await call('POST', '/stores/v2/coupons/query', { query: {} })).totalResults).toBe(1)
    expect((await call('GET', '/v1/member-reports/members')).reportedMembers).toMatchObject([{ reportCount: '2', reviewed: false }])
    expect((await call('POST', '/v1/members/query', { query: { filter: { privacyStatus: 'PUBLIC' } } })).members).toHaveLength(14)
    await expectPastAndFuture({ past: 100, ahead: 40 })
    await expectSound({ days: 330, entries: 100 })
  })
})

describe('the option of a start', () => {
  test.each([
    [[], undefined],
    [['--sample'], 'studio'],
    [['--sample=studio'], 'studio'],
    [['--sample=practice'], 'practice'],
    [['--sample', '--sample=practice'], 'practice'],
    [['--samples'], undefined],
  ])('%j asks for %s', (args, expected) => expect(readSampleName(args)).toBe(expected))
  test.each(['--sample=', '--sample=gym'])('%s is refused with the names there are', (arg) =>
    expect(() => readSampleName([arg])).toThrow(/There is no sample .*--sample=studio, --sample=practice/),
  )
})
