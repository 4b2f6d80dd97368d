/** Members through HTTP: created, changed, moderated, deleted. Source: guide members §5 to §11. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode, firstViolation, randomEmail } from '../../../test/auth-helpers.ts'
import { createMemberCalls } from '../../../test/factories/members.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

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

const { owner, make, getSlugs } = createMemberCalls(() => ({ server, site }))
/** Lets the runner do what is waiting. */
const runJobs = () => server.ok('POST', '/_test/run', { body: {} })

describe('the owner makes a member', () => {
  test('approved, private, found by a slug from the name, without an email', async () => {
    const member = await make({ contact: { firstName: 'Ann', lastName: 'Lee', phones: ['+1 212'] }, status: 'BLOCKED' })
    expect(member).toMatchObject({
      status: 'APPROVED',
      loginEmailVerified: false,
      privacyStatus: 'PRIVATE',
      activityStatus: 'ACTIVE',
      profile: { nickname: 'Ann Lee', slug: 'annlee' },
      contact: { firstName: 'Ann', phones: ['+1 212'], emails: [], addresses: [], customFields: {} },
    })
    expect((await make({ profile: { nickname: 'Ann Lee' } })).profile.slug).toBe('annlee2')
    expect(await getSlugs(member.id)).toEqual(['created'])
    expect(await server.sentEmails(site, member.loginEmail)).toEqual([])
  })
  test('an email that is held is refused, whatever its case', async () => {
    const { loginEmail, id } = await make()
    const again = await owner('POST', '/v1/members', { member: { loginEmail: loginEmail.toUpperCase() } })
    expect([again.status, errorCode(again), again.body.details.applicationError.data]).toEqual([409, 'MEMBER_ALREADY_EXISTS', { memberId: id }])
  })
  test('a missing or malformed email is a violation', async () => {
    expect(firstViolation(await owner('POST', '/v1/members', { member: {} }))).toMatchObject({ field: 'member.loginEmail', violatedRule: 'REQUIRED_FIELD' })
    expect(firstViolation(await owner('POST', '/v1/members', { member: { loginEmail: 'no-address' } }))).toMatchObject({
      field: 'member.loginEmail',
      violatedRule: 'FORMAT',
      data: { type: 'EMAIL' },
    })
  })
  test('five at once with one email and one name: one is made', async () => {
    const loginEmail = randomEmail()
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner('POST', '/v1/members', { member: { loginEmail } })))
    expect(answers.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409])
  })
})

describe('moderation', () => {
  test('block, block again, approve: two events each and no email', async () => {
    const { id } = await make()
    expect((await owner('POST', `/v1/members/${id}/block`, {})).body.member.status).toBe('BLOCKED')
    expect((await owner('POST', `/v1/members/${id}/block`, {})).status).toBe(200)
    expect((await owner('POST', `/v1/members/${id}/approve`, {})).body.member.status).toBe('APPROVED')
    expect(await getSlugs(id)).toEqual(['created', 'updated', 'blocked', 'updated', 'approved'])
  })
  test('mute and unmute leave the status alone', async () => {
    const { id } = await make()
    expect((await owner('POST', `/v1/members/${id}/mute`, {})).body.member).toMatchObject({ status: 'APPROVED', activityStatus: 'MUTED' })
    expect((await owner('POST', `/v1/members/${id}/unmute`, {})).body.member.activityStatus).toBe('ACTIVE')
  })
  test('a disconnected member stays so, keeps the slug and gives the email back', async () => {
    const { id, loginEmail, profile } = await make()
    expect((await owner('POST', `/v1/members/${id}/disconnect`, {})).body.member.status).toBe('OFFLINE')
    for (const action of ['approve', 'block', 'mute', 'unmute']) {
      const reply = await owner('POST', `/v1/members/${id}/${action}`, {})
      expect([action, reply.status, errorCode(reply)]).toEqual([action, 428, 'MEMBER_OFFLINE'])
    }
    const next = await make({ loginEmail })
    expect(next.profile.slug).not.toBe(profile.slug)
    expect(next).toMatchObject({ contactId: id, status: 'APPROVED' })
  })
  test('twenty blocks at once are one transition and one event', async () => {
    const { id } = await make()
    await Promise.all(Array.from({ length: 20 }, () => owner('POST', `/v1/members/${id}/block`, {})))
    expect((await getSlugs(id)).filter((slug) => slug === 'blocked')).toHaveLength(1)
  })
  test.each(['approve', 'block', 'mute', 'unmute', 'disconnect'])('%s of an unknown member is 404, also for a malformed id', async (action) => {
    for (const id of [randomUUID(), 'nonsense']) expect(errorCode(await owner('POST', `/v1/members/${id}/${action}`, {}))).toBe('NOT_FOUND')
  })
  test('a member of another site is unknown', async () => {
    const { id } = await make({}, await server.createSite())
    expect((await owner('POST', `/v1/members/${id}/block`, {})).status).toBe(404)
  })
})

describe('updates', () => {
  test('merge by key; what is sent back unchanged is no event', async () => {
    const made = await make({ contact: { firstName: 'Ann', phones: ['1', '2'] } })
    const path = `/v1/members/${made.id}`
    const { member } = (await owner('PATCH', path, { member: { _id: made.id, contact: { lastName: 'Lee', phones: [] }, profile: { title: 'Runner' } } })).body
    expect(member).toMatchObject({ contact: { firstName: 'Ann', lastName: 'Lee', phones: ['1', '2'] }, profile: { title: 'Runner' } })
    expect((await owner('PATCH', path, { member })).body.member.updatedDate).toBe(member.updatedDate)
    expect(await getSlugs(made.id)).toEqual(['created', 'updated'])
  })
  test('the login email stands', async () => {
    const { id } = await make()
    expect(firstViolation(await owner('PATCH', `/v1/members/${id}`, { member: { loginEmail: randomEmail() } }))).toMatchObject({
      field: 'member.loginEmail',
      ruleName: 'IMMUTABLE_FIELD',
    })
  })
  test('lists are cleared by their own calls, once', async () => {
    const { id, loginEmail } = await make({ contact: { phones: ['1'], emails: ['a@example.org'], addresses: [{ city: 'Bath', country: 'GB' }] } })
    for (const list of ['phones', 'emails', 'addresses', 'phones'])
      expect((await owner('DELETE', `/v1/members/${id}/${list}`)).body.member.contact[list]).toEqual([])
    expect((await owner('GET', `/v1/members/${id}?fieldsets=FULL`)).body.member.loginEmail).toBe(loginEmail)
    expect(await getSlugs(id)).toEqual(['created', 'updated', 'updated', 'updated'])
    for (const list of ['phones', 'emails', 'addresses']) expect((await owner('DELETE', `/v1/members/${randomUUID()}/${list}`)).status).toBe(404)
  })
})

describe('slugs', () => {
  const set = (id: string, slug: string) => owner('POST', `/v1/members/${id}/slug`, { slug })
  test('are taken once, ignoring case, and a freed one is held for the member who had it', async () => {
    const [ann, ben] = [await make(), await make()]
    const slug = `Run-${randomUUID().slice(0, 8)}a`
    expect((await set(ann.id, slug)).body.member.profile.slug).toBe(slug)
    const taken = await set(ben.id, slug.toLowerCase())
    expect([taken.status, errorCode(taken), taken.body.details.applicationError.data]).toEqual([409, 'SLUG_ALREADY_EXISTS', { slug: slug.toLowerCase() }])
    await set(ann.id, `${slug}2`)
    expect((await set(ben.id, slug)).status).toBe(409)
    expect((await set(ann.id, slug)).status).toBe(200)
  })
  test('reserved and malformed ones are violations', async () => {
    const { id } = await make()
    expect(firstViolation(await set(id, 'settings'))).toMatchObject({ field: 'slug', ruleName: 'SLUG_RESERVED' })
    expect(firstViolation(await set(id, '-x'))).toMatchObject({ field: 'slug', violatedRule: 'FORMAT' })
    expect((await set(randomUUID(), 'anna')).status).toBe(404)
  })
  test('words that the business keeps are reserved too, in any case, also for new members', async () => {
    const own = await server.createSite()
    expect((await owner('PUT', '/api/members/reserved-slugs', { words: ['Studio', 'studio'] }, own)).body).toEqual({ words: ['studio'] })
    expect((await owner('GET', '/api/members/reserved-slugs', undefined, own)).body).toEqual({ words: ['studio'] })
    const { id, profile } = await make({ profile: { nickname: 'Studio' } }, own)
    expect(profile.slug).toBe('memberstudio')
    expect(firstViolation(await owner('POST', `/v1/members/${id}/slug`, { slug: 'STUDIO' }, own))).toMatchObject({ ruleName: 'SLUG_RESERVED' })
  })
})

describe('deleting', () => {
  test('frees email and slug hold, notifies the member, and is final', async () => {
    const { id, loginEmail } = await make()
    expect(await owner('DELETE', `/v1/members/${id}`)).toMatchObject({ status: 200, body: {} })
    expect((await owner('GET', `/v1/members/${id}`)).status).toBe(404)
    expect((await owner('DELETE', `/v1/members/${id}`)).status).toBe(404)
    expect((await server.sentEmails(site, loginEmail)).map((email) => email.template)).toEqual(['ACCOUNT_DELETED'])
    expect(await getSlugs(id)).toContain('deleted')
    expect((await make({ loginEmail })).id).not.toBe(id)
  })
  test('the content assignee must be another approved member', async () => {
    const { id } = await make()
    for (const assignee of [id, randomUUID(), 'x'])
      expect(firstViolation(await owner('DELETE', `/v1/members/${id}?contentAssigneeId=${assignee}`))).toMatchObject({ field: 'contentAssigneeId' })
  })
  test('in bulk each on its own: the second of two equal ids is unknown', async () => {
    const { id } = await make()
    const reply = await owner('POST', '/v1/members/bulk/delete', { memberIds: [id, id, 'nonsense'] })
    expect(reply.body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
    expect(reply.body.results[1].itemMetadata).toMatchObject({
      id,
      originalIndex: 1,
      success: false,
      error: { code: 'NOT_FOUND', description: 'Member not found.' },
    })
    for (const memberIds of [[], Array.from({ length: 101 }, () => id)])
      expect((await owner('POST', '/v1/members/bulk/delete', { memberIds })).status).toBe(400)
  })
  test('by filter, but never by an empty one', async () => {
    const { id } = await make({ contact: { lastName: 'Gone' } })
    for (const body of [{}, { filter: {} }])
      expect(firstViolation(await owner('POST', '/v1/members/bulk/delete-by-filter', body))).toMatchObject({ field: 'filter', violatedRule: 'REQUIRED_FIELD' })
    expect((await owner('POST', '/v1/members/bulk/delete-by-filter', { filter: { 'contact.lastName': 'Gone' } })).body.jobId).toMatch(/^[0-9a-f-]{36}$/)
    await runJobs()
    expect((await owner('GET', `/v1/members/${id}`)).status).toBe(404)
  })
  test('block and approve by filter', async () => {
    const { id } = await make({ contact: { lastName: 'Herd' } })
    const status = async () => (await owner('GET', `/v1/members/${id}?fieldsets=EXTENDED`)).body.member.status
    await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { 'contact.lastName': 'Herd' } })
    await runJobs()
    expect(await status()).toBe('BLOCKED')
    const approve = async (expression: string) => {
      await owner('POST', '/v1/members/bulk/approve-by-filter', {
        filter: { id, status: 'BLOCKED' },
        search: { expression, fields: ['contact.lastName'] },
      })
      await runJobs()
      return status()
    }
    expect(await approve('another person')).toBe('BLOCKED')
    expect(await approve('HER')).toBe('APPROVED')
  })
})

describe('members themselves', () => {
  test('see themselves whole and change themselves only', async () => {
    const [ann, ben] = [await server.registerMember(site), await server.registerMember(site)]
    const as = (token: string) => (method: string, path: string, body?: unknown) => server.call(method, path, { token, ...(body !== undefined && { body }) })
    expect((await as(ann.token)('GET', '/v1/members/my?fieldsets=FULL')).body.member).toMatchObject({
      id: ann.memberId,
      loginEmail: ann.email,
      status: 'APPROVED',
      contact: { firstName: 'Mia' },
    })
    expect((await as(ann.token)('GET', '/v1/members/my')).body.member.status).toBe('UNKNOWN')
    // Signing in is noted and is no change of the member; a token that is renewed is no sign-in.
    const signedIn = (await as(ann.token)('GET', '/v1/members/my?fieldSet=FULL')).body.member
    expect([typeof signedIn.lastLoginDate, (await getSlugs(ann.memberId)).filter((slug) => slug === 'updated')]).toEqual(['string', []])
    expect((await make()).lastLoginDate).toBeUndefined()
    expect((await as(ann.token)('GET', `/v1/members/${ben.memberId}`)).status).toBe(404)
    expect((await as(ann.token)('PATCH', `/v1/members/${ben.memberId}`, { member: { profile: { title: 'x' } } })).status).toBe(404)
    expect((await as(ben.token)('POST', '/v1/members/join-community', {})).body.member.privacyStatus).toBe('PUBLIC')
    expect((await as(ann.token)('GET', `/v1/members/${ben.memberId}?fieldsets=FULL`)).body.member).toMatchObject({
      status: 'UNKNOWN',
      profile: { nickname: 'Mia Member' },
    })
    expect(errorCode(await as(ann.token)('PATCH', `/v1/members/${ben.memberId}`, { member: { profile: { title: 'x' } } }))).toBe('PERMISSION_DENIED')
    expect(errorCode(await as(ann.token)('POST', `/v1/members/${ben.memberId}/slug`, { slug: 'benny' }))).toBe('PERMISSION_DENIED')
    const found = await as(ann.token)('POST', '/v1/members/query', { query: { filter: { status: 'APPROVED' } } })
    expect(found.body.members.map((member: { id: string }) => member.id)).toEqual([ben.memberId])
    expect((await as(ann.token)('POST', '/v1/members/query', { query: { filter: { status: 'BLOCKED' } } })).body.members).toEqual([])
    expect((await as(ann.token)('POST', '/v1/members/query', { query: { paging: { offset: 1001 } } })).status).toBe(400)
    expect(errorCode(await as(ann.token)('POST', '/v1/members/query', { query: { filter: { loginEmail: ben.email } } }))).toBe('PERMISSION_DENIED')
    expect(errorCode(await as(ann.token)('GET', '/v1/members?sorting.fieldName=updatedDate'))).toBe('PERMISSION_DENIED')
    expect((await as(ben.token)('POST', '/v1/members/leave-community', {})).body.member.privacyStatus).toBe('PRIVATE')
    const check = async (slug: string) => (await as(ann.token)('GET', `/api/members/my/slug-check?slug=${encodeURIComponent(slug)}`)).body.answer
    const [mine, theirs] = await Promise.all([ann, ben].map(async ({ token }) => (await as(token)('GET', '/v1/members/my')).body.member.profile.slug))
    for (const [slug, reply] of [
      [mine, 'MINE'],
      [theirs, 'TAKEN'],
      [theirs.toUpperCase(), 'TAKEN'],
      ['admin', 'RESERVED'],
      ['-x', 'MALFORMED'],
      ['quite-free', 'FREE'],
    ] as const)
      expect(await check(slug), slug).toBe(reply)
    // Five choices a day; the page one begins with is none of them.
    for (const [n, status] of [200, 200, 200, 200, 200, 429].entries())
      expect((await as(ann.token)('POST', '/v1/members/my/slug', { slug: `mia-${n}-${ann.memberId.slice(0, 8)}` })).status).toBe(status)
    expect(errorCode(await as(ann.token)('POST', `/v1/members/${ben.memberId}/block`, {}))).toBe('PERMISSION_DENIED')
  })
  test('may leave for good, and are signed out', async () => {
    const { token, memberId } = await server.registerMember(site)
    expect((await server.call('DELETE', '/v1/members/my', { token })).status).toBe(200)
    expect((await server.call('GET', '/v1/members/my', { token })).status).toBe(401)
    expect((await owner('GET', `/v1/members/${memberId}`)).status).toBe(404)
  })
  test('leave only within five minutes of a right password: an unattended browser does not', async () => {
    const { token, memberId } = await server.registerMember(site)
    await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT6M' } })
    const leave = () => server.call('DELETE', '/v1/members/my', { token })
    const refused = await leave()
    expect([refused.status, refused.body.details.applicationError.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await owner('GET', `/v1/members/${memberId}`)).status).toBe(200)
    const confirm = (currentPassword: string) => server.call('POST', '/api/my-session/confirm', { token, body: { currentPassword } })
    // Fresh enough for other changes, and wrong all the same.
    for (const wrong of ['another long evening', '']) expect((await confirm(wrong)).status).toBe(403)
    expect((await leave()).status).toBe(403)
    expect((await confirm('a calm long evening')).status).toBe(200)
    expect((await leave()).status).toBe(200)
  })
  test('visitors and API keys have no own member', async () => {
    expect((await server.call('GET', '/v1/members/my', { token: await server.visitorToken(site) })).status).toBe(403)
    expect((await owner('GET', '/v1/members/my')).status).toBe(403)
    expect((await server.call('GET', '/v1/members/my')).status).toBe(401)
  })
})

test('a deleted member is erased after 30 days, and the slug is free again', async () => {
  const { id, loginEmail, profile } = await make({ profile: { nickname: `Gone ${randomUUID().slice(0, 8)}` } })
  await owner('DELETE', `/v1/members/${id}`)
  const other = await make()
  expect((await owner('POST', `/v1/members/${other.id}/slug`, { slug: profile.slug })).status).toBe(409)
  await server.advanceClock('P31D')
  expect((await owner('POST', `/v1/members/${other.id}/slug`, { slug: profile.slug })).status).toBe(200)
  const row = await server.open.db.selectFrom('member').select(['loginEmail', 'nickname', 'purgedAt']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ nickname: 'Deleted member' })
  expect(row.loginEmail).not.toBe(loginEmail)
  expect(row.purgedAt).not.toBeNull()
})

describe('privacy of the site', () => {
  test('where no member may be public, all become private, no member joins, and a public default contradicts', async () => {
    const own = await server.createSite()
    const { id } = await make({ privacyStatus: 'PUBLIC' }, own)
    const set = (body: Record<string, unknown>) => owner('POST', '/v1/privacy-settings', { memberPrivacySettings: body }, own)
    const setDefault = (body: Record<string, unknown>) => owner('PATCH', '/v1/default-privacy-status', { defaultPrivacy: body }, own)
    expect((await server.call('GET', '/v1/privacy-settings', { token: await server.visitorToken(own) })).body.memberPrivacySettings).toMatchObject({
      publicMemberVisibility: 'VISIBLE_TO_MEMBERS_ONLY',
      publicMemberCandidates: 'ANYONE',
      revision: '1',
    })
    const stale = await set({ publicMemberCandidates: 'NO_ONE', revision: '7' })
    expect([stale.status, errorCode(stale), stale.body.details.applicationError.data]).toEqual([409, 'INVALID_REVISION', { revision: '7' }])
    expect(errorCode(await set({ publicMemberCandidates: 'UNKNOWN', revision: '1' }))).toBe('INVALID_SETTINGS')
    expect((await set({ publicMemberCandidates: 'NO_ONE', revision: '1' })).body.memberPrivacySettings).toMatchObject({
      publicMemberCandidates: 'NO_ONE',
      revision: '2',
    })
    await server.advanceClock('PT1S')
    expect((await owner('GET', `/v1/members/${id}?fieldsets=FULL`, undefined, own)).body.member.privacyStatus).toBe('PRIVATE')
    const update = await owner('PATCH', `/v1/members/${id}`, { member: { privacyStatus: 'PUBLIC' } }, own)
    expect([update.status, errorCode(update)]).toEqual([428, 'COMMUNITY_JOIN_IMPOSSIBLE'])
    const member = await server.registerMember(own)
    expect(errorCode(await server.call('POST', '/v1/members/join-community', { token: member.token, body: {} }))).toBe('COMMUNITY_JOIN_IMPOSSIBLE')
    expect(errorCode(await setDefault({ defaultPrivacy: 'PUBLIC', revision: '1' }))).toBe('INVALID_SETTINGS')
    expect(errorCode(await setDefault({ defaultPrivacy: 'PRIVATE', revision: '9' }))).toBe('INVALID_REVISION')
    expect((await setDefault({ defaultPrivacy: 'PRIVATE', revision: '1' })).body.defaultPrivacy).toMatchObject({ defaultPrivacy: 'PRIVATE', revision: '2' })
    expect((await owner('GET', '/v1/default-privacy-status', undefined, own)).body.defaultPrivacy.revision).toBe('2')
  })
})
