/** Every bound of the guides about people: the longest that is taken, and one more, which is a violation that names the field. Source: guide identity §2, §5, members §2, 8, 12, 14–16. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestReply, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
/** Whose record is changed. */
let member: Awaited<ReturnType<TestServer['registerMember']>>
let other: string
let keys: Record<'TEXT' | 'NUMBER' | 'DATE' | 'URL', string>
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectDomains: ['shop.example'] })
  visitor = await server.visitorToken(site)
  member = await server.registerMember(site)
  const { token, memberId } = await server.registerMember(site)
  other = memberId
  await server.ok('POST', '/v1/members/join-community', { token, body: {} })
  const field = async (fieldType: string) =>
    (await owner('POST', '/v1/custom-fields', { field: { name: `The ${fieldType}`, fieldType, defaultPrivacy: 'PRIVATE' } })).body.field.key as string
  keys = { TEXT: await field('TEXT'), NUMBER: await field('NUMBER'), DATE: await field('DATE'), URL: await field('URL') }
}, 120_000)
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const owner = (method: string, path: string, body: unknown) => server.call(method, path, { as: site, body })
const patch = (change: object) => owner('PATCH', `/v1/members/${member.memberId}`, { member: change })
const contact = (change: object) => patch({ contact: change })
const address = (change: object) => contact({ addresses: [change] })
const value = (key: string, given: unknown) => contact({ customFields: { [key]: { value: given } } })
/** Letters of which some are two units of UTF-16, so that letters are counted and not units. */
const letters = (count: number) => 'é'.repeat(count)
const times = <T>(count: number, one: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => one(index))
/** A password of so many signs, each two units long. */
const pictures = (count: number) => times(count, (at) => String.fromCodePoint(0x1f300 + ((at * 37) % 101))).join('')
/** An address of so many letters, whose parts are as long as the rules of mail allow. */
const getEmail = (length: number) => {
  const tail = `@${times(3, () => 'x'.repeat(61)).join('.')}.example`
  return `${randomUUID().slice(0, 8)}${'l'.repeat(length - tail.length - 8)}${tail}`
}
const getViolations = (answer: TestReply): { field: string; violatedRule: string; data: object }[] =>
  answer.body.details?.validationError?.fieldViolations ?? []

/** Field, what is taken, what is not, the rule that it breaks, how it is sent. */
type Bound = readonly [field: string, taken: unknown, refused: unknown, rule: string, send: (given: never) => Promise<TestReply>]
const bound = <T>(field: string, taken: T, refused: T, rule: string, send: (given: T) => Promise<TestReply>): Bound => [field, taken, refused, rule, send]
const upTo = (field: string, most: number, send: (given: string) => Promise<TestReply>, rule = 'MAX_LENGTH'): Bound =>
  bound(field, letters(most), letters(most + 1), rule, send)
const many = (field: string, most: number, one: (index: number) => unknown, send: (given: unknown[]) => Promise<TestReply>): Bound =>
  bound(field, times(most, one), times(most + 1, one), 'MAX_SIZE', send)

const check = async ([field, taken, refused, rule, send]: Bound) => {
  const good = await send(taken as never)
  expect([field, good.status, getViolations(good)]).toEqual([field, 200, []])
  const bad = await send(refused as never)
  expect([bad.status, getViolations(bad)]).toEqual([400, [expect.objectContaining({ field, violatedRule: rule, data: expect.any(Object) })]])
}
const cases = (bounds: readonly Bound[]) => bounds.map((one) => ({ name: `${one[0]} (${one[3]})`, one }))

describe('the record of a member', () => {
  const c = 'member.contact'
  const bounds: Bound[] = [
    bound('member.loginEmail', getEmail(254), getEmail(255), 'MAX_LENGTH', (loginEmail) => owner('POST', '/v1/members', { member: { loginEmail } })),
    ...['firstName', 'lastName', 'company', 'jobTitle'].map((name) => upTo(`${c}.${name}`, 100, (given) => contact({ [name]: given }))),
    upTo(`${c}.phones[0]`, 50, (given) => contact({ phones: [given] })),
    many(`${c}.phones`, 50, String, (phones) => contact({ phones })),
    bound(`${c}.emails[0]`, getEmail(254), getEmail(255), 'MAX_LENGTH', (given) => contact({ emails: [given] })),
    bound(`${c}.emails[0]`, 'ann@shop.example', 'ann.shop.example', 'FORMAT', (given) => contact({ emails: [given] })),
    many(
      `${c}.emails`,
      50,
      (at) => `a${at}@shop.example`,
      (emails) => contact({ emails }),
    ),
    many(
      `${c}.addresses`,
      50,
      (at) => ({ city: `City ${at}` }),
      (addresses) => contact({ addresses }),
    ),
    upTo(`${c}.addresses[0].streetAddress.number`, 100, (number) => address({ streetAddress: { number } })),
    upTo(`${c}.addresses[0].streetAddress.name`, 200, (name) => address({ streetAddress: { name } })),
    upTo(`${c}.addresses[0].addressLine`, 200, (addressLine) => address({ addressLine })),
    upTo(`${c}.addresses[0].addressLine2`, 200, (addressLine2) => address({ addressLine2 })),
    upTo(`${c}.addresses[0].city`, 100, (city) => address({ city })),
    upTo(`${c}.addresses[0].postalCode`, 20, (postalCode) => address({ postalCode })),
    ...['gb', 'XX', 'UK'].map((bad) => bound(`${c}.addresses[0].country`, 'GB', bad, 'VALIDATION', (country) => address({ country }))),
    ...['BAS', 'GB-BASX', 'GB-QQQ', 'DE-BE'].map((bad) =>
      bound(`${c}.addresses[0].subdivision`, 'GB-BAS', bad, bad === 'GB-BASX' ? 'MAX_LENGTH' : 'VALIDATION', (subdivision) =>
        address({ country: 'GB', subdivision }),
      ),
    ),
    ...['1899-12-31', '1990-02-30', '30.04.1990', '2999-01-01'].map((bad) =>
      bound(`${c}.birthdate`, '1900-01-01', bad, 'FORMAT', (birthdate) => contact({ birthdate })),
    ),
    upTo('member.profile.nickname', 100, (nickname) => patch({ profile: { nickname } })),
    bound('member.profile.nickname', 'x', '', 'MIN_LENGTH', (nickname) => patch({ profile: { nickname } })),
    upTo('member.profile.title', 100, (title) => patch({ profile: { title } })),
    ...['photo', 'cover'].map((name) => {
      const picture = (length: number) => `https://x.example/${'p'.repeat(length - 18)}`
      return bound(`member.profile.${name}.url`, picture(2048), picture(2049), 'MAX_LENGTH', (url) => patch({ profile: { [name]: { url } } }))
    }),
    bound('slug', 'S'.repeat(255), 'S'.repeat(256), 'MAX_LENGTH', (slug) => owner('POST', `/v1/members/${other}/slug`, { slug })),
    ...['-ann', 'ann.', 'a b', 'ann/lee', 'änn'].map((bad) =>
      bound('slug', `a-${randomUUID().slice(0, 6)}.z`, bad, 'FORMAT', async (slug) => {
        // Five changes a day are enough for a member, so each case has a member of its own.
        const { body } = await owner('POST', '/v1/members', { member: { loginEmail: getEmail(220) } })
        return owner('POST', `/v1/members/${body.member.id}/slug`, { slug })
      }),
    ),
  ]
  test.each(cases(bounds))('$name', ({ one }) => check(one))
})

describe('custom fields', () => {
  const at = (key: string) => `member.contact.customFields.${key}`
  const field = (more: object) => owner('POST', '/v1/custom-fields', { field: { name: randomUUID(), fieldType: 'TEXT', defaultPrivacy: 'PRIVATE', ...more } })
  test('field.name (MAX_LENGTH)', () => check(upTo('field.name', 150, (name) => field({ name }))))
  test('a name of spaces, or one that composed letters make too long', async () => {
    for (const [name, rule] of [
      [' ', 'MIN_LENGTH'],
      ['\u0958'.repeat(150), 'MAX_LENGTH'],
    ] as const)
      await check(bound('field.name', randomUUID(), name, rule, (given) => field({ name: given })))
    expect((await patch({ profile: { nickname: '\u0958'.repeat(100) } })).status).toBe(200)
  })
  test.each([
    ['TEXT', letters(1000), letters(1001)],
    ['NUMBER', '9'.repeat(30), '9'.repeat(31)],
    ['NUMBER', '-12.50', 'twelve'],
    ['DATE', '2024-02-29', '2023-02-29'],
  ] as const)('a value of %s', async (type, taken, refused) => check(bound(at(keys[type]), taken, refused, 'VALIDATION', (given) => value(keys[type], given))))
  test('a value of URL', async () => {
    const url = (length: number) => `https://x.example/${'p'.repeat(length - 18)}`
    for (const bad of [url(2049), 'ftp://x.example/', 'x.example'])
      await check(bound('member.contact.customFields', url(2048), bad, 'OTHER', (given) => value(keys.URL, given)))
  })
})

describe('what members and owners write about others', () => {
  const report = (reason: object) =>
    server.call('POST', '/v1/member-reports', { token: member.token, body: { memberReport: { reportedMemberId: other, reason } } })
  const badge = (more: object) =>
    owner('POST', '/v3/badges', { badge: { title: randomUUID(), backgroundColor: '#AABBCC', textColor: '#000000', iconColor: '#000000', ...more } })
  const bounds: Bound[] = [
    upTo('memberReport.reason.description', 1000, (description) => report({ category: 'OTHER', description })),
    bound('memberReport.reason.description', 'shouts', '', 'REQUIRED_FIELD', (description) => report({ category: 'OTHER', description })),
    bound('memberReport.reason.category', 'SPAM', 'BORING', 'INVALID_ENUM_VALUE', (category) => report({ category })),
    upTo('badge.title', 50, (title) => badge({ title })),
    upTo('badge.description', 1500, (description) => badge({ description })),
  ]
  test.each(cases(bounds))('$name', ({ one }) => check(one))
})

describe('a sign-up', () => {
  const register = (more: object) =>
    server.call('POST', '/v2/register', { token: visitor, body: { loginId: { email: getEmail(210) }, password: 'a calm long evening', ...more } })
  const profile = (change: object) => register({ profile: change })
  const home = (change: object) => profile({ addresses: [{ address: change }] })
  const bounds: Bound[] = [
    bound('loginId.email', getEmail(254), getEmail(255), 'FORMAT', (email) => register({ loginId: { email } })),
    bound('password', 'q7 Zw 9k', 'q7 Zw 9', 'MIN_LENGTH', (password) => register({ password })),
    bound('password', pictures(128), pictures(129), 'MAX_LENGTH', (password) => register({ password })),
    ...['firstName', 'lastName', 'nickname'].map((name) => upTo(`profile.${name}`, 100, (given) => profile({ [name]: given }))),
    ...['company', 'position', 'vatId'].map((name) => upTo(`profile.${name}`, 1000, (given) => profile({ [name]: given }))),
    upTo('profile.slug', 255, (slug) => profile({ slug })),
    bound('profile.language', 'de', 'german', 'FORMAT', (language) => profile({ language })),
    ...['1899-12-31', '1990-02-30', '2999-01-01'].map((bad) => bound('profile.birthdate', '1900-01-01', bad, 'FORMAT', (birthdate) => profile({ birthdate }))),
    upTo('profile.phones[0]', 50, (given) => profile({ phones: [given] })),
    upTo('profile.phonesV2[0].phone', 50, (phone) => profile({ phonesV2: [{ phone }] })),
    bound('profile.secondaryEmails[0].email', getEmail(254), 'ann.shop.example', 'FORMAT', (email) => profile({ secondaryEmails: [{ email }] })),
    many('profile.phones', 50, String, (phones) => profile({ phones })),
    many(
      'profile.addresses',
      50,
      (at) => ({ address: { city: `City ${at}` } }),
      (addresses) => profile({ addresses }),
    ),
    upTo('profile.addresses[0].address.addressLine', 200, (addressLine) => home({ addressLine })),
    upTo('profile.addresses[0].address.city', 100, (city) => home({ city })),
    upTo('profile.addresses[0].address.postalCode', 20, (postalCode) => home({ postalCode })),
    upTo('profile.addresses[0].address.streetAddress.name', 200, (name) => home({ streetAddress: { name } })),
    bound<unknown>('profile.addresses[0].address.addressLine', 'Mill Road 12', 5, 'FORMAT', (addressLine) => home({ addressLine })),
    bound<unknown>('profile.addresses[0].address.streetAddress', { number: '12' }, 'Mill Road', 'FORMAT', (streetAddress) => home({ streetAddress })),
    bound('profile.addresses[0].address.country', 'GB', 'XX', 'VALIDATION', (country) => home({ country })),
    bound('profile.addresses[0].address.subdivision', 'GB-BAS', 'DE-BE', 'VALIDATION', (subdivision) => home({ country: 'GB', subdivision })),
  ]
  test.each(cases(bounds))('$name', ({ one }) => check(one))

  test('what was taken can be read and sent back by everyone', async () => {
    const address = { addressLine: letters(200), city: letters(100), country: 'GB', subdivision: 'GB-BAS', postalCode: 'x'.repeat(20), formatted: 7 }
    const most = {
      firstName: `A\u0007n\tn ${letters(90)}`,
      company: letters(1000),
      position: letters(1000),
      phones: times(50, String),
      secondaryEmails: times(50, (at) => `m${at}@shop.example`),
      addresses: times(50, () => ({ address })),
    }
    const { identity } = (await profile(most)).body
    const { member: read } = await server.ok('GET', `/v1/members/${identity.id}`, { as: site, query: { fieldsets: 'FULL' } })
    expect(read.contact.addresses[0]).toEqual({ id: expect.any(String), ...address, formatted: undefined })
    expect(read.contact.firstName).toBe(`An n ${letters(90)}`)
    expect(await owner('PATCH', `/v1/members/${identity.id}`, { member: read })).toMatchObject({ status: 200, body: { member: read } })
  })
})

describe('the other calls of sign-in', () => {
  test('redirect.url (MAX_LENGTH)', () =>
    check(
      bound('redirect.url', `https://shop.example/${'x'.repeat(979)}`, `https://shop.example/${'x'.repeat(980)}`, 'MAX_LENGTH', (url) =>
        server.call('POST', '/v1/send-email', { token: visitor, body: { email: 'ann@shop.example', redirect: { url, clientId: site.clientId } } }),
      ),
    ))
  test.each([
    ['name', letters(256), letters(257), 'MAX_LENGTH'],
    ['name', 'ab', 'a', 'MIN_LENGTH'],
    ['description', letters(1000), letters(1001), 'MAX_LENGTH'],
  ])('oAuthApp.%s', async (name, taken, refused, rule) =>
    check(bound(`oAuthApp.${name}`, taken, refused, rule, (given) => owner('POST', '/oauth-app/v1/oauth-apps', { oAuthApp: { name: 'Shop', [name]: given } }))),
  )
  test.each(['12345', '1234567', ''])('a code of six letters, not %j', async (code) => {
    const answer = await server.call('POST', '/v1/auth/verify', { token: visitor, body: { code, stateToken: 'x' } })
    expect([answer.status, getViolations(answer)[0]?.field ?? answer.body.details.applicationError?.code]).toEqual([
      400,
      expect.stringMatching(/^(code|VERIFICATION_FAILED)$/),
    ])
  })
})
