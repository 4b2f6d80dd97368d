/**
 * Each row of the guide's tables on field sets, privacy, status, queries and slugs, through HTTP; a row without a case fails.
 * Source: guide members §3, §4.1, §5.1, §5.4, §6.4, §8, §13.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { createMemberCalls, readRefusal, withData, type Person } from '../../../test/factories/members.ts'
import { testRows, readViolation } from '../../../test/member-guide.ts'
import { login, register } from '../../../test/auth-helpers.ts'
import { startTestServer, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let viewer: Person
const { owner, as, person, make, open } = createMemberCalls(() => ({ server, site }))
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  viewer = await person()
})
afterAll(() => server.close())
const getSlugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)

describe('field sets: what a caller really gets (3)', () => {
  let seen: Person
  const keys = async (who: CallOptions, path: string) => {
    const { member } = (await server.call('GET', path, { ...who, query: { fieldsets: 'FULL' } })).body
    return member && [member.status, 'loginEmail' in member, 'contact' in member]
  }
  const cut = ['UNKNOWN', false, false]
  const whole = ['APPROVED', true, true]
  beforeAll(async () => void (seen = await person()))
  const path = () => `/v1/members/${seen.memberId}`
  testRows(tableAt('members', '## 3. ', 2), {
    visitor: async () => {
      const of = await server.createSite()
      const { memberId } = await person(of)
      const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: of })
      await owner('POST', '/v1/privacy-settings', { memberPrivacySettings: { ...memberPrivacySettings, publicMemberVisibility: 'VISIBLE_TO_ALL' } }, of)
      expect(await keys({ token: await server.visitorToken(of) }, `/v1/members/${memberId}`)).toEqual(cut)
    },
    member: async () => {
      expect(await keys({ token: seen.token }, '/v1/members/my')).toEqual(whole)
      expect(await keys({ token: seen.token }, path())).toEqual(whole)
      expect(await keys({ token: viewer.token }, path())).toEqual(cut)
    },
    owner: async () => expect(await keys({ as: site }, path())).toEqual(whole),
  })
  test('each set holds the fields of its row', async () => {
    const of = async (fieldsets: string) => Object.keys((await server.ok('GET', path(), { as: site, query: { fieldsets } })).member).toSorted()
    const [PUBLIC, EXTENDED] = [await of('PUBLIC'), await of('EXTENDED')]
    const status = ['status', 'privacyStatus', 'activityStatus']
    expect(tableAt('members', '## 3. ').map(([set]) => stripMarkdown(set))).toEqual(['PUBLIC', 'EXTENDED', 'FULL'])
    expect(PUBLIC).toEqual([...status, 'id', 'contactId', 'createdDate', 'updatedDate', 'profile'].toSorted())
    expect(EXTENDED).toEqual([...PUBLIC, 'loginEmail'].toSorted())
    expect(await of('FULL')).toEqual([...EXTENDED, 'contact', 'lastLoginDate', 'loginEmailVerified'].toSorted())
  })
})

describe('settings of privacy (4.1, 13)', () => {
  let of: TestSite
  beforeAll(async () => void (of = await server.createSite()))
  testRows(tableAt('members', '### 4.1'), {
    'default privacy': async () =>
      expect((await owner('GET', '/v1/default-privacy-status', undefined, of)).body.defaultPrivacy).toMatchObject({ defaultPrivacy: 'PRIVATE', revision: '1' }),
    publicMemberCandidates: async () =>
      expect((await owner('GET', '/v1/privacy-settings', undefined, of)).body.memberPrivacySettings).toMatchObject({ publicMemberCandidates: 'ANYONE' }),
    publicMemberVisibility: async () =>
      expect((await owner('GET', '/v1/privacy-settings', undefined, of)).body.memberPrivacySettings).toMatchObject({
        publicMemberVisibility: 'VISIBLE_TO_MEMBERS_ONLY',
      }),
  })
  const first = (who: CallOptions, body?: object) =>
    server.call(body ? 'PATCH' : 'GET', '/v1/default-privacy-status', { ...who, ...(body && { body: { defaultPrivacy: body } }) })
  const settings = (who: CallOptions, body?: object) =>
    server.call(body ? 'POST' : 'GET', '/v1/privacy-settings', { ...who, ...(body && { body: { memberPrivacySettings: body } }) })
  testRows(tableAt('members', '## 13. '), {
    'get default': async () => {
      expect((await first({ as: of })).body).toEqual({ defaultPrivacy: { id: expect.any(String), defaultPrivacy: 'PRIVATE', revision: '1' } })
      for (const token of [await server.visitorToken(of), (await server.registerMember(of)).token]) expect((await first({ token })).status).toBe(403)
    },
    'set default': async () => {
      expect((await first({ as: of }, { defaultPrivacy: 'PUBLIC', revision: '1' })).body.defaultPrivacy).toMatchObject({
        defaultPrivacy: 'PUBLIC',
        revision: '2',
      })
      expect(withData(await first({ as: of }, { defaultPrivacy: 'PUBLIC', revision: '1' }))).toEqual([409, 'INVALID_REVISION', { revision: '1' }])
      expect((await first({ as: of }, { defaultPrivacy: 'PUBLIC' })).status).toBe(400)
      expect(readRefusal(await first({ as: of }, { defaultPrivacy: 'UNKNOWN', revision: '2' }))).toEqual([400, 'INVALID_SETTINGS'])
    },
    'get settings': async () => {
      for (const who of [{ as: of }, { token: await server.visitorToken(of) }, { token: (await server.registerMember(of)).token }])
        expect((await settings(who)).body.memberPrivacySettings).toMatchObject({ publicMemberCandidates: 'ANYONE', revision: '1' })
    },
    'set settings': async () => {
      // The default is PUBLIC by now. Both values stand in the refusal.
      expect(withData(await settings({ as: of }, { publicMemberCandidates: 'NO_ONE', revision: '1' }))).toEqual([
        400,
        'INVALID_SETTINGS',
        { publicMemberCandidates: 'NO_ONE', publicMemberVisibility: 'VISIBLE_TO_MEMBERS_ONLY' },
      ])
      expect((await settings({ as: of }, { publicMemberVisibility: 'VISIBLE_TO_ALL', revision: '1' })).body.memberPrivacySettings).toMatchObject({
        publicMemberVisibility: 'VISIBLE_TO_ALL',
        revision: '2',
        updatedDate: expect.stringMatching(/Z$/),
      })
      expect(withData(await settings({ as: of }, { publicMemberVisibility: 'VISIBLE_TO_ALL', revision: '1' }))).toEqual([
        409,
        'INVALID_REVISION',
        { revision: '1' },
      ])
      for (const token of [await server.visitorToken(of), (await server.registerMember(of)).token])
        expect((await settings({ token }, { publicMemberVisibility: 'VISIBLE_TO_ALL', revision: '2' })).status).toBe(403)
    },
  })
})

describe('what a status means, and what an action does (5.1, 5.4)', () => {
  const seenBy = async (other: Person, { memberId }: Person) => (await as(other, 'GET', `/v1/members/${memberId}`)).status
  const move = (one: Person, action: string) => owner('POST', `/v1/members/${one.memberId}/${action}`, {})
  const policy = (requireOwnerApproval: boolean) => server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval } } })
  testRows(tableAt('members', '### 5.1'), {
    PENDING: async () => {
      await policy(true)
      const email = `p-${randomUUID().slice(0, 8)}@shop.example`
      const { identity } = (await register(server, site, email)).body
      const one = { token: '', refreshToken: '', email, memberId: identity.id as string }
      expect((await login(server, site, one.email)).body.state).toBe('REQUIRE_OWNER_APPROVAL')
      await policy(false)
      expect(await seenBy(viewer, one)).toBe(404)
    },
    APPROVED: async () => {
      const one = await person()
      expect([(await login(server, site, one.email)).body.state, await seenBy(viewer, one)]).toEqual(['SUCCESS', 200])
    },
    BLOCKED: async () => {
      const one = await person()
      await move(one, 'block')
      expect([...readRefusal(await login(server, site, one.email)), await seenBy(viewer, one)]).toEqual([403, 'MEMBER_BLOCKED', 404])
      expect((await register(server, site, one.email)).status).toBe(409)
    },
    OFFLINE: async () => {
      const one = await person()
      await move(one, 'disconnect')
      expect([(await login(server, site, one.email)).status, await seenBy(viewer, one)]).toEqual([401, 404])
      expect((await register(server, site, one.email)).status).toBe(200)
    },
  })
  const page = async (one: Person) => {
    const { slug } = (await server.ok('GET', `/v1/members/${one.memberId}`, { as: site })).member.profile
    return (await as(viewer, 'GET', `/api/members/by-slug/${slug}`)).status
  }
  const session = async (one: Person) => (await as(one, 'GET', '/v1/members/my')).status
  const identity = async (one: Person) => (await owner('GET', `/api/members/${one.memberId}/sign-in`)).body.status
  const emails = async (one: Person) => (await server.sentEmails(site, one.email)).map((email) => email.template).filter((template) => template !== 'WELCOME')
  /** Identity, the session from before, the public page, emails. */
  const after = async (one: Person) => [await identity(one), await session(one), await page(one), await emails(one)]
  testRows(tableAt('members', '### 5.4'), {
    approve: async () => {
      const one = await person()
      await move(one, 'block')
      await move(one, 'approve')
      expect(await after(one)).toEqual(['ACTIVE', 401, 200, []])
    },
    block: async () => {
      const one = await person()
      const { slug } = (await server.ok('GET', `/v1/members/${one.memberId}`, { as: site })).member.profile
      await move(one, 'block')
      expect(await after(one)).toEqual(['BLOCKED', 401, 404, []])
      expect((await as(viewer, 'GET', `/api/members/by-slug/${slug}`)).status).toBe(404)
    },
    'mute / unmute': async () => {
      const one = await person()
      for (const action of ['mute', 'unmute']) {
        await move(one, action)
        expect(await after(one)).toEqual(['ACTIVE', 200, 200, []])
      }
    },
    disconnect: async () => {
      const one = await person()
      await move(one, 'disconnect')
      expect((await after(one)).slice(1)).toEqual([401, 404, []])
    },
    'join / leave': async () => {
      const one = await person()
      expect(await after(one)).toEqual(['ACTIVE', 200, 200, []])
      await as(one, 'POST', '/v1/members/leave-community', {})
      expect(await after(one)).toEqual(['ACTIVE', 200, 404, []])
    },
    delete: async () => {
      const one = await person()
      const { slug } = (await server.ok('GET', `/v1/members/${one.memberId}`, { as: site })).member.profile
      await owner('DELETE', `/v1/members/${one.memberId}`)
      expect([await session(one), (await as(viewer, 'GET', `/api/members/by-slug/${slug}`)).status, await emails(one)]).toEqual([401, 404, ['ACCOUNT_DELETED']])
    },
  })
})

describe('the query language (6.4)', () => {
  const ask = (query: object, more: object = {}) => owner('POST', '/v1/members/query', { query, ...more })
  const names = async (query: object, more?: object) => {
    const answer = await ask(query, more)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.members.map((member: { profile: { nickname: string } }) => member.profile.nickname)
  }
  const word = `q${randomUUID().slice(0, 6)}`
  beforeAll(async () => {
    await make({ contact: { firstName: 'Zoë', lastName: `${word} Ant` }, profile: { nickname: `${word} a`, title: 'Runner' } })
    await make({ contact: { firstName: 'Bob' }, profile: { nickname: `${word} b` } })
  })
  const mine = { 'profile.nickname': { $startsWith: word } }
  testRows(tableAt('members', '### 6.4'), {
    'Filter fields': async () => {
      const fields = stripMarkdown(tableAt('members', '### 6.4')[0]?.[1]).split(', ')
      for (const field of fields) expect([field, (await ask({ filter: { [field]: { $exists: true } } })).status]).toEqual([field, 200])
      expect((await ask({ filter: { 'contact.phones': 'x' } })).status).toBe(400)
    },
    'Also ours, owner only [decision]': async () => {
      for (const [field, value] of [
        ['activityStatus', 'ACTIVE'],
        ['createdDate', { $gt: '2020-01-01T00:00:00Z' }],
        ['lastLoginDate', { $exists: false }],
        ['loginEmailVerified', false],
        ['roleKey', 'MEMBER'],
      ] as const) {
        expect((await names({ filter: { $and: [mine, { [field]: value }] } })).length, field).toBe(2)
        const answer = await server.call('POST', '/v1/members/query', { token: viewer.token, body: { query: { filter: { [field]: value } } } })
        expect([field, ...readRefusal(answer)]).toEqual([field, 403, 'PERMISSION_DENIED'])
      }
    },
    Operators: async () => {
      const [a, b] = [`${word} a`, `${word} b`]
      for (const [condition, found] of [
        [a, [a]],
        [{ $eq: a }, [a]],
        [{ $in: [a, 'x'] }, [a]],
        [{ $startsWith: `${word} A` }, [a]],
        [{ $gt: a, $lte: b }, [b]],
        [{ $gte: a, $lt: b }, [a]],
      ] as const)
        expect(await names({ filter: { 'profile.nickname': condition } })).toEqual(found)
      for (const [condition, found] of [
        [{ 'profile.nickname': { $ne: a } }, [b]],
        [{ 'profile.nickname': { $nin: [a] } }, [b]],
        [{ 'contact.lastName': { $exists: false } }, [b]],
        [{ $or: [{ 'contact.firstName': 'Bob' }, { 'contact.firstName': 'Zoë' }] }, [a, b]],
        [{ $not: { 'contact.firstName': 'Bob' } }, [a]],
      ] as const)
        expect(await names({ filter: { $and: [mine, condition] } })).toEqual(found)
      const deep = (levels: number): object => (levels === 0 ? { status: 'APPROVED' } : { $and: [deep(levels - 1)] })
      expect([(await ask({ filter: deep(4) })).status, (await ask({ filter: deep(6) })).status]).toEqual([200, 400])
      const many = (count: number) => ({ id: { $in: Array.from({ length: count }, () => randomUUID()) } })
      expect([(await ask({ filter: many(100) })).status, (await ask({ filter: many(101) })).status]).toEqual([200, 400])
    },
    'How a member uses the business, owner only [decision]': async () => {
      for (const [field, value] of [
        ['business.bookings', 0],
        ['business.lastBookingEnd', { $exists: false }],
        ['business.noShows', 0],
        ['business.runningPlans', 0],
        ['business.unpaid', 0],
        ['business.birthday', { $exists: false }],
      ] as const) {
        expect((await names({ filter: { $and: [mine, { [field]: value }] } })).length, field).toBe(2)
        const answer = await server.call('POST', '/v1/members/query', { token: viewer.token, body: { query: { filter: { [field]: value } } } })
        expect([field, ...readRefusal(answer)]).toEqual([field, 403, 'PERMISSION_DENIED'])
      }
    },
    'Not on status, privacyStatus': async () => {
      for (const filter of [{ status: { $gt: 'APPROVED' } }, { status: { $startsWith: 'A' } }, { privacyStatus: { $lt: 'PUBLIC' } }])
        expect((await ask({ filter })).status).toBe(400)
    },
    'Text compare': async () => {
      const { loginEmail } = await make()
      expect((await names({ filter: { loginEmail: loginEmail.toUpperCase() } })).length).toBe(1)
      expect(await names({ filter: { $and: [mine, { 'contact.firstName': 'bob' }] } })).toEqual([])
      expect(await names({ filter: { $and: [mine, { 'contact.firstName': { $startsWith: 'bo' } }] } })).toEqual([`${word} b`])
    },
    Enums: async () => expect((await ask({ filter: { status: 'GONE' } })).status).toBe(400),
    'Sort fields': async () => {
      const sorted = stripMarkdown(tableAt('members', '### 6.4').find(([row]) => row === 'Sort fields')?.[1]).split(';')[0] ?? ''
      for (const fieldName of sorted.split(', ')) expect([fieldName, (await ask({ sort: [{ fieldName }] })).status]).toEqual([fieldName, 200])
      expect(await names({ filter: mine, sort: [{ fieldName: 'profile.nickname', order: 'DESC' }] })).toEqual([`${word} b`, `${word} a`])
      const keys = ['profile.nickname', 'createdDate', 'updatedDate', 'lastLoginDate'].map((fieldName) => ({ fieldName }))
      expect([(await ask({ sort: keys.slice(1) })).status, (await ask({ sort: keys })).status]).toEqual([200, 400])
    },
    'Default sort': async () => expect(await names({ filter: mine })).toEqual([`${word} a`, `${word} b`]),
    Paging: async () => {
      expect((await ask({ filter: mine, paging: { limit: 1, offset: 1 } })).body.metadata).toEqual({ count: 1, offset: 1, total: 2, tooManyToCount: false })
      for (const paging of [{ limit: 0 }, { limit: 101 }, { offset: 10_001 }, { limit: -1 }])
        expect([...readViolation(await ask({ paging }))].at(2)).toBe('PAGING_LIMIT_OUT_OF_RANGE')
      expect([(await ask({ paging: { limit: 100 } })).status, (await ask({ paging: { offset: 10_000 } })).status]).toEqual([200, 200])
    },
    Search: async () => {
      for (const [search, found] of [
        [{ expression: word.toUpperCase() }, 2],
        [{ expression: 'zoe', fields: ['contact.firstName'] }, 1],
        [{ expression: `ant ${word}`, fields: ['contact.lastName'] }, 1],
        [{ expression: `${word} unmatched` }, 0],
        [{ expression: 'unne', fields: ['profile.title'] }, 1],
      ] as const)
        expect((await names({ filter: mine }, { search })).length, search.expression).toBe(found)
      for (const search of [{ expression: 'x'.repeat(101) }, { expression: '' }, { expression: 'x', fields: ['status'] }])
        expect((await ask({}, { search })).status).toBe(400)
    },
    'Filter + search': async () => expect(await names({ filter: { 'contact.firstName': 'Bob' } }, { search: { expression: word } })).toEqual([`${word} b`]),
  })
})

describe('addresses of pages (8)', () => {
  const set = (id: string, slug: string) => owner('POST', `/v1/members/${id}/slug`, { slug })
  const some = () => `s${randomUUID().slice(0, 8)}`
  testRows(tableAt('members', '## 8. '), {
    Length: async () => {
      const { id } = await make()
      const free = (length: number) => (some() + 'x'.repeat(300)).slice(0, length)
      expect((await set(id, free(255))).body.member.profile.slug).toHaveLength(255)
      expect([(await set(id, free(256))).status, (await set(id, '')).status, (await set(id, free(1))).status]).toEqual([400, 400, 200])
    },
    Characters: async () => {
      const { id } = await make()
      expect((await set(id, `${some()}-_.A9`)).status).toBe(200)
      for (const slug of ['-x', 'x.', '_x', 'a b', 'zoë', 'a/b']) expect([slug, ...readViolation(await set(id, slug))]).toEqual([slug, 400, 'slug', 'FORMAT'])
    },
    Case: async () => {
      const [ann, slug] = [await open(), `Run${some()}`]
      expect((await set(ann.id, slug)).body.member.profile.slug).toBe(slug)
      expect(readRefusal(await set((await make()).id, slug.toLowerCase()))).toEqual([409, 'SLUG_ALREADY_EXISTS'])
      for (const spelling of [slug, slug.toLowerCase()]) expect((await as(viewer, 'GET', `/api/members/by-slug/${spelling}`)).body.member.id).toBe(ann.id)
    },
    'Reserved [decision]': async () => {
      const { id } = await make()
      const words = stripMarkdown(tableAt('members', '## 8. ')[3]?.[1]).split(' and words')[0]?.split(', ') ?? []
      expect(words.length).toBeGreaterThan(15)
      for (const word of words) expect([word, ...readViolation(await set(id, word))]).toEqual([word, 400, 'slug', 'SLUG_RESERVED'])
      expect(readViolation(await set(id, 'ADMIN'))).toEqual([400, 'slug', 'SLUG_RESERVED'])
    },
    Taken: async () => {
      const [{ profile }, { id }] = [await make(), await make()]
      expect(withData(await set(id, profile.slug))).toEqual([409, 'SLUG_ALREADY_EXISTS', { slug: profile.slug }])
    },
    'Own current slug': async () => {
      const { id, profile } = await make()
      expect([(await set(id, profile.slug)).body.member.profile.slug, await getSlugs(id)]).toEqual([profile.slug, ['created']])
    },
    'Freed slug': async () => {
      const [ann, first, second] = [await open(), some(), some()]
      await set(ann.id, first)
      await set(ann.id, second)
      expect((await as(viewer, 'GET', `/api/members/by-slug/${first}`)).body.member.profile.slug).toBe(second)
      expect(readRefusal(await set((await make()).id, first))).toEqual([409, 'SLUG_ALREADY_EXISTS'])
    },
    Rate: async () => {
      const ann = viewer
      const choose = () => as(ann, 'POST', '/v1/members/my/slug', { slug: some() })
      for (let n = 0; n < 5; n++) expect((await choose()).status).toBe(200)
      expect(readRefusal(await choose())).toEqual([429, 'THROTTLED_FEATURE'])
      expect((await set(ann.memberId, some())).status).toBe(200)
    },
  })
})
