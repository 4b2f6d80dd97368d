/** Queries, lists and counts of members, and the timeline of one, through HTTP. Source: guide members §6. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstViolation } from '../../../test/auth-helpers.ts'
import { createMemberCalls } from '../../../test/factories/members.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { insertMembers } from '../../../test/factories/many-rows.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const { owner, make } = createMemberCalls(() => ({ server, site }))

describe('queries', () => {
  let own: TestSite
  beforeAll(async () => {
    own = await server.createSite()
    for (const [firstName, lastName] of [
      ['Zoë', 'Lee'],
      ['Ann', 'Lewis'],
      ['Ben', 'Ode'],
    ])
      await make({ loginEmail: `${lastName}@Example.org`, contact: { firstName, lastName } }, own)
    const gone = await make({ contact: { firstName: 'Off', lastName: 'Line' } }, own)
    await owner('POST', `/v1/members/${gone.id}/disconnect`, {}, own)
  })
  const names = async (body: Record<string, unknown>) => {
    const reply = await owner('POST', '/v1/members/query', body, own)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.members.map((member: { profile: { nickname: string } }) => member.profile.nickname)
  }
  test('everyone but the disconnected, oldest first', async () => {
    expect((await names({})).slice(1)).toEqual(['Zoë Lee', 'Ann Lewis', 'Ben Ode'])
    expect(await names({ query: { filter: { status: 'OFFLINE' } } })).toEqual(['Off Line'])
  })
  test('filter, sort, search and pages', async () => {
    expect(
      await names({
        query: {
          filter: { $and: [{ status: 'APPROVED' }, { 'contact.lastName': { $startsWith: 'le' } }] },
          sort: [{ fieldName: '_createdDate', order: 'DESC' }],
        },
      }),
    ).toEqual(['Ann Lewis', 'Zoë Lee'])
    expect(await names({ query: { filter: { loginEmail: 'LEE@example.ORG' } } })).toEqual(['Zoë Lee'])
    expect(await names({ search: { expression: 'ZOE le', fields: ['contact.firstName', 'contact.lastName'] } })).toEqual(['Zoë Lee'])
    const byName = { sorting: [{ fieldName: 'profile.nickname' }], paging: { limit: 1, offset: 1 } }
    expect(await names({ query: byName })).toEqual(['Ben Ode'])
    // Of two sort orders the newer spelling wins.
    expect(await names({ query: { ...byName, sort: [{ fieldName: 'profile.nickname', order: 'DESC' }] } })).toEqual(['Olive Owner'])
  })
  test('a list answers with its metadata and the public set', async () => {
    const reply = await server.call('GET', '/v1/members', { as: own, query: { 'paging.limit': 2 } })
    expect(reply.body.metadata).toEqual({ count: 2, offset: 0, total: 4, tooManyToCount: false })
    expect(reply.body.members[1]).toMatchObject({ status: 'UNKNOWN', profile: { nickname: 'Zoë Lee' } })
    expect(reply.body.members[1]).not.toHaveProperty('loginEmail')
  })
  test.each([
    [{ query: { filter: { status: { $startsWith: 'A' } } } }, 'query.filter', ''],
    [{ query: { filter: { status: 'GONE' } } }, 'query.filter', ''],
    [{ query: { filter: { password: 'x' } } }, 'query.filter', ''],
    [{ query: { sort: [{ fieldName: 'loginEmail' }] } }, 'query.sort', ''],
    [{ query: { paging: { limit: 0 } } }, 'query.paging.limit', 'PAGING_LIMIT_OUT_OF_RANGE'],
    [{ query: { paging: { limit: 101 } } }, 'query.paging.limit', 'PAGING_LIMIT_OUT_OF_RANGE'],
    [{ query: { paging: { offset: 10_001 } } }, 'query.paging.offset', 'PAGING_LIMIT_OUT_OF_RANGE'],
    [{ query: { filter: { id: { $in: Array.from({ length: 101 }, () => randomUUID()) } } } }, 'query.filter', ''],
    [{ query: { filter: { $and: Array.from({ length: 51 }, () => ({ status: 'APPROVED' })) } } }, 'query.filter', ''],
    [{ query: { sort: ['profile.nickname', 'createdDate', 'updatedDate', 'lastLoginDate'].map((fieldName) => ({ fieldName })) } }, 'query.sort', ''],
    [{ search: { expression: 'x'.repeat(101) } }, 'search.expression', ''],
    [{ search: { expression: 'x', fields: ['loginEmail', 'contact.firstName', 'contact.lastName', 'profile.title', 'profile.slug'] } }, 'search.fields', ''],
    [{ search: { expression: 'x', fields: ['contact.phones'] } }, 'search.fields[0]', ''],
    [{ fieldsets: ['EVERYTHING'] }, 'fieldsets[0]', ''],
  ])('%j is a violation of %s', async (body, field, ruleName) => {
    expect(firstViolation(await owner('POST', '/v1/members/query', body, own))).toMatchObject({ field, ruleName })
  })
  test('a long list is found, counted and walked through like a short one, also while members come', async () => {
    const long = await server.createSite()
    await insertMembers({ server, site: long, count: 2100 })
    const ask = async (body: object) => (await owner('POST', '/v1/members/query', body, long)).body
    const filter = { privacyStatus: 'PUBLIC' }
    expect((await ask({ query: { filter } })).metadata).toEqual({ count: 30, offset: 0, total: 30, tooManyToCount: false })
    expect((await ask({ query: { filter, paging: { offset: 40 } } })).metadata).toEqual({ count: 0, offset: 40, total: 30, tooManyToCount: false })
    expect((await ask({ search: { expression: 'ZOE 21' } })).members.map((m: { profile: { nickname: string } }) => m.profile.nickname).sort()).toEqual(
      Array.from({ length: 2100 }, (_, n) => n + 1)
        .filter((n) => n % 2 === 0 && String(n).includes('21'))
        .map((n) => `Zoë ${n}`)
        .sort(),
    )
    for (const sort of [
      [{ fieldName: 'lastLoginDate' }],
      [{ fieldName: 'lastLoginDate', order: 'DESC' }],
      [{ fieldName: 'profile.nickname' }, { fieldName: 'contact.lastName' }],
    ]) {
      const whole = (await ask({ query: { filter, sort } })).members.map((m: { id: string }) => m.id)
      let page = await ask({ query: { filter, sort, cursorPaging: { limit: 7 } } })
      const met = [...page.members]
      await make({ privacyStatus: 'PRIVATE' }, long)
      while (page.metadata.hasNext) met.push(...(page = await ask({ query: { cursorPaging: { cursor: page.metadata.cursors.next } } })).members)
      expect(met.map((m: { id: string }) => m.id)).toEqual(whole)
    }
  })
  test('a short one is walked through as well, by list and by query', async () => {
    const first = await server.ok('GET', '/v1/members', { as: own, query: { 'cursorPaging.limit': 3, 'sorting.fieldName': 'profile.nickname' } })
    expect(first.metadata).toMatchObject({ count: 3, hasNext: true })
    const next = await server.ok('GET', '/v1/members', { as: own, query: { 'cursorPaging.cursor': first.metadata.cursors.next } })
    expect(next.members.map((m: { profile: { nickname: string } }) => m.profile.nickname)).toEqual(['Zoë Lee'])
  })
  test('counts by status', async () =>
    expect((await owner('GET', '/api/members/counts', undefined, own)).body).toEqual({ PENDING: 0, APPROVED: 4, BLOCKED: 0, OFFLINE: 1 }))
})

test('the timeline of a member is newest first', async () => {
  const { id } = await make()
  await owner('POST', `/v1/members/${id}/mute`, {})
  expect((await owner('GET', `/api/members/${id}/timeline`)).body.events.map((event: { slug: string }) => event.slug)).toEqual(['muted', 'updated', 'created'])
  expect((await owner('GET', `/api/members/${randomUUID()}/timeline`)).status).toBe(404)
})
