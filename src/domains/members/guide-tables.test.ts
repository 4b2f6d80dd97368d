/** Each row of the guide's table of transitions of members, through HTTP; a row without a case fails. Source: guide members §5.2. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomEmail } from '../../../test/auth-helpers.ts'
import { readRefusal } from '../../../test/factories/members.ts'
import { createSignUpCalls } from '../../../test/factories/sign-ups.ts'
import { tableAt } from '../../../test/guide-tables.ts'
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

const { owner, make, getSlugs, full, changeMember, templates, createContact, signUp, codeTo, prove, signIn } = createSignUpCalls(() => ({ server, site }))

describe('rows of the table of transitions', () => {
  test('row 1: a sign-up where everyone may: approved, signed in, welcomed', async () => {
    const { id, email } = await signUp()
    expect([(await full(id)).status, await getSlugs(id), await templates(email)]).toEqual(['APPROVED', ['created'], ['WELCOME']])
  })
  test.each([
    [2, true, false, ['VERIFY_EMAIL_CODE']],
    [2, false, true, ['APPROVAL_PENDING']],
    [2, true, true, ['VERIFY_EMAIL_CODE']],
  ])('row %i: a sign-up that proves its address (%s) or waits for the owner (%s) is pending', async (_row, verify, approve, emails) => {
    const { id, email } = await signUp({ verify, approve })
    expect([(await full(id)).status, await getSlugs(id), await templates(email)]).toEqual(['PENDING', ['created'], emails])
  })
  test('row 3: created by the owner: approved, no email, no password', async () => {
    const { id, loginEmail, status } = await make()
    expect([status, await getSlugs(id), await templates(loginEmail)]).toEqual(['APPROVED', ['created'], []])
    expect(readRefusal(await signIn({ email: loginEmail, token: await server.visitorToken(site) }))).toEqual([401, '-19976'])
  })
  test('row 4: vouched for by a trusted caller: approved, created once', async () => {
    const email = randomEmail()
    const signOn = () => server.ok('POST', '/v2/sign-on', { as: site, body: { loginId: { email } } })
    const { id } = (await signOn()).identity
    expect([(await signOn()).identity.id, (await full(id)).status, (await getSlugs(id)).filter((slug) => slug === 'created')]).toEqual([
      id,
      'APPROVED',
      ['created'],
    ])
  })
  test('row 5: the code makes the member approved and links the contact', async () => {
    const email = randomEmail()
    const contactId = await createContact(email)
    const one = await signUp({ verify: true, email })
    expect((await full(one.id)).contactId).not.toBe(contactId)
    expect((await prove(one)).state).toBe('SUCCESS')
    const { status, contactId: linked } = await full(one.id)
    expect([status, linked, await getSlugs(one.id)]).toEqual(['APPROVED', contactId, ['created', 'updated', 'approved']])
  })
  test('row 6: the code of a member who also waits for approval: still pending, and now the owners get the request', async () => {
    const one = await signUp({ verify: true, approve: true, profile: { nickname: 'Zora Waits' } })
    const askForStatus = async () => (await server.sentEmails(site, site.ownerEmail)).filter((email) => email.variables.memberName === 'Zora Waits').length
    expect(await askForStatus()).toBe(0)
    expect((await prove(one)).state).toBe('REQUIRE_OWNER_APPROVAL')
    expect([(await full(one.id)).status, await askForStatus(), (await templates(one.email)).includes('APPROVAL_PENDING')]).toEqual(['PENDING', 1, true])
  })
  test('row 8: approved before the address is proven: not seen by others, and sign-in still asks for the code', async () => {
    const one = await signUp({ verify: true, approve: true })
    await owner('POST', `/v1/members/${one.id}/approve`, {})
    expect((await signIn(one)).body.state).toBe('REQUIRE_EMAIL_VERIFICATION')
    await changeMember(one.id, { privacyStatus: 'PUBLIC' })
    const other = await server.registerMember(site)
    expect((await server.call('GET', `/v1/members/${one.id}`, { token: other.token })).status).toBe(404)
  })
  test('row 10: an unblocked member with an unverified address verifies it then; that opens no session', async () => {
    const one = await signUp({ verify: true })
    await owner('POST', `/v1/members/${one.id}/block`, {})
    expect(readRefusal(await signIn(one))).toEqual([403, 'MEMBER_BLOCKED'])
    await owner('POST', `/v1/members/${one.id}/approve`, {})
    expect((await signIn(one)).body.state).toBe('REQUIRE_EMAIL_VERIFICATION')
    const known = await server.registerMember(site)
    await owner('POST', `/v1/members/${known.memberId}/block`, {})
    await owner('POST', `/v1/members/${known.memberId}/approve`, {})
    expect((await server.call('GET', '/v1/members/my', { token: known.token })).status).toBe(401)
    expect((await server.call('POST', '/oauth2/token', { body: { grantType: 'refresh_token', refreshToken: known.refreshToken } })).status).toBe(400)
  })
  test('row 12: a block ends what was begun: the code opens nothing any more', async () => {
    const one = await signUp({ verify: true })
    const code = await codeTo(one.email)
    await owner('POST', `/v1/members/${one.id}/block`, {})
    const reply = await server.call('POST', '/v1/auth/verify', { token: one.token, body: { code, stateToken: one.stateToken } })
    expect([reply.status, reply.body.details.applicationError.data.verificationFailureReason]).toEqual([400, 'NOT_FOUND'])
  })
  test.each(['APPROVED', 'BLOCKED'])('row 19: unmute of a muted member who is %s', async (status) => {
    const { id } = await make()
    if (status === 'BLOCKED') await owner('POST', `/v1/members/${id}/block`, {})
    await owner('POST', `/v1/members/${id}/mute`, {})
    const { member } = (await owner('POST', `/v1/members/${id}/unmute`, {})).body
    expect([member.status, member.activityStatus, (await getSlugs(id)).slice(-2)]).toEqual([status, 'ACTIVE', ['updated', 'unmuted']])
  })
  test('row 27: no member joins where no member may be public', async () => {
    const own = await server.createSite()
    const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: own })
    await server.ok('POST', '/v1/privacy-settings', {
      as: own,
      body: { memberPrivacySettings: { ...memberPrivacySettings, publicMemberCandidates: 'NO_ONE' } },
    })
    const { token } = await server.registerMember(own)
    expect(readRefusal(await server.call('POST', '/v1/members/join-community', { token, body: {} }))).toEqual([428, 'COMMUNITY_JOIN_IMPOSSIBLE'])
  })
  test('row 28: a member who leaves is gone and signed out', async () => {
    const { token, memberId, email } = await server.registerMember(site)
    await server.ok('DELETE', '/v1/members/my', { token })
    expect([(await server.call('GET', '/v1/members/my', { token })).status, (await owner('GET', `/v1/members/${memberId}`)).status]).toEqual([401, 404])
    expect(await templates(email)).toContain('ACCOUNT_DELETED')
  })

  test('every row of the guide is a case here or in status.test.ts', () => {
    const sources = ['guide-tables', 'status', 'contacts'].map((name) => readFileSync(`src/domains/members/${name}.test.ts`, 'utf8')).join('\n')
    const named = [...sources.matchAll(/rows? ([\d, ]+)/g)].flatMap(([, list]) => (list as string).split(','))
    const listed = [...sources.matchAll(/^ {4}\[(\d+), /gm)].map(([, row]) => row as string)
    const shown = new Set([...named, ...listed].map(Number))
    expect(
      tableAt('members', '### 5.2')
        .map(([row]) => Number(row))
        .filter((row) => !shown.has(row)),
    ).toEqual([])
  })
})

/** Stands last: business time stays where it was moved to. */
test('row 29: who does not prove the address within thirty days is gone, and their address is free', async () => {
  const one = await signUp({ verify: true })
  await server.advanceClock('P31D')
  expect([(await owner('GET', `/v1/members/${one.id}`)).status, (await getSlugs(one.id)).at(-1)]).toEqual([404, 'deleted'])
  expect((await signUp({ email: one.email })).id).not.toBe(one.id)
})
