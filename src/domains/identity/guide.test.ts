/** Sign-up, sign-in and trusted callers, as any client sees them: the guide line by line. Source: guide identity §5, §9.1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { randomEmail, emailedCode, errorCode, errorData, login, PASSWORD, register, signUp, verifyCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'], allowLocalhost: false })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token = visitor, headers: Record<string, string> = {}) => server.call('POST', path, { body, token, headers })
const EMAIL = 'PENDING_EMAIL_VERIFICATION_REQUIRED'
const ADMIN = 'PENDING_ADMIN_APPROVAL_REQUIRED'

describe('register', () => {
  /** Each row of the table; a cell that names two cases makes two, `any` makes both. */
  const rows = tableAt('identity', 'Result by policy').flatMap((row) => {
    const [verify = '', approve, contact = '', said, status = '', memberStatus] = row.map(stripMarkdown)
    const [state, later] = said?.split(', later ') ?? []
    const [name, ...reasons] = status.match(/[A-Z]+/g) ?? []
    return verify.split('/').flatMap((onOrOff, at) => {
      const known = contact.split('/')[at] ?? contact
      return (known === 'any' ? ['no', 'yes'] : [known]).map((knows) => ({
        verify: onOrOff === 'on',
        approve: approve === 'on',
        contact: knows === 'yes',
        state,
        later,
        name,
        reasons: reasons.map((reason) => (reason === 'EMAIL' ? EMAIL : ADMIN)),
        memberStatus,
      }))
    })
  })
  test('the table has every case', () => expect(rows).toHaveLength(8))
  test.each(rows)(
    'verify $verify, approve $approve, known contact $contact → $state',
    async ({ verify, approve, contact, state, later, name, reasons, memberStatus }) => {
      const own = await server.createSite()
      await server.setSignOnPolicy(own, { verify, approve })
      const email = randomEmail()
      if (contact) await server.ok('POST', '/_test/contacts', { body: { metaSiteId: own.metaSiteId, email, firstName: 'Known' } })
      const token = await server.visitorToken(own)
      const reply = (await register(server, token, email, { profile: { lastName: 'Sent' } })).body
      expect([reply.state, reply.identity.status]).toEqual([state, { name, reasons }])
      expect([Boolean(reply.sessionToken), Boolean(reply.stateToken)]).toEqual([state === 'SUCCESS', state === 'REQUIRE_EMAIL_VERIFICATION'])
      // Nothing of the existing contact is returned before the email is verified.
      expect(JSON.stringify(reply)).not.toContain('Known')
      expect((await server.ok('GET', `/v1/members/${reply.identity.id}`, { as: own, query: { fieldsets: 'FULL' } })).member.status).toBe(memberStatus)
      const { body: entered } = await login(server, token, email)
      expect(entered.state).toBe(state)
      if (state !== 'REQUIRE_EMAIL_VERIFICATION') return
      const { body: proven } = await verifyCode(server, { token, stateToken: entered.stateToken }, await emailedCode(server, own, email))
      expect([proven.state, proven.identity.email.isVerified]).toEqual([later ?? 'SUCCESS', true])
      if (!approve) return
      await server.ok('POST', `/v1/members/${reply.identity.id}/approve`, { as: own, body: {} })
      expect((await login(server, token, email)).body.state).toBe('SUCCESS')
    },
  )

  test('the owner’s approval does not stand in for the proof of the address', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true, approve: true })
    const token = await server.visitorToken(own)
    const { id, email } = await signUp(server, token)
    await server.ok('POST', `/v1/members/${id}/approve`, { as: own, body: {} })
    const { body: entered } = await login(server, token, email)
    expect(entered).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { status: { name: 'PENDING', reasons: [EMAIL] } } })
    const proven = await verifyCode(server, { token, stateToken: entered.stateToken }, await emailedCode(server, own, email))
    expect(proven.body.state).toBe('SUCCESS')
    const other = await signUp(server, token)
    await server.ok('POST', `/api/members/${other.id}/verify-email`, { as: own, body: {} })
    expect((await server.ok('GET', `/api/members/${other.id}/sign-in`, { as: own })).reasons).toEqual([ADMIN])
  })

  test('nothing of an unverified sign-up is left for the person who verifies the address', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true })
    const token = await server.visitorToken(own)
    const email = randomEmail()
    const first = await signUp(server, token, email, { profile: { nickname: 'Eve Squatter', firstName: 'Eve', phones: ['+49 30 1234567'], company: 'Squat' } })
    const second = await signUp(server, token, email, { profile: { nickname: 'Gil', lastName: 'Lee' } })
    expect(second.id).toBe(first.id)
    expect((await verifyCode(server, second, await emailedCode(server, own, email))).status).toBe(200)
    const { member } = await server.ok('GET', `/v1/members/${second.id}`, { as: own, query: { fieldsets: 'FULL' } })
    expect(member).toMatchObject({ status: 'APPROVED', profile: { nickname: 'Gil', slug: 'gil' }, contact: { lastName: 'Lee', phones: [], emails: [email] } })
    expect(JSON.stringify(member)).not.toMatch(/Eve|Squat|1234567|eve-/)
  })

  test('a change of the policy leaves existing members as they are', async () => {
    const own = await server.createSite()
    const member = await server.registerMember(own)
    await server.setSignOnPolicy(own, { verify: true, approve: true })
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(200)
    const token = await server.visitorToken(own)
    expect((await login(server, token, member.email)).body.state).toBe('SUCCESS')
  })

  test.each([
    [{ loginId: { email: 'nope' } }, 'loginId.email', 'FORMAT', { type: 'EMAIL' }],
    [{ loginId: undefined }, 'loginId.email', 'FORMAT', { type: 'EMAIL' }],
    [{ loginId: { email: `${'x'.repeat(250)}@shop.example` } }, 'loginId.email', 'FORMAT', { type: 'EMAIL' }],
    [{ password: undefined }, 'password', 'REQUIRED_FIELD', {}],
    [{ password: 'a1b2c3d' }, 'password', 'MIN_LENGTH', { threshold: 8 }],
    [{ password: '🌿'.repeat(129) }, 'password', 'MAX_LENGTH', { threshold: 128 }],
    [{ password: 'password123' }, 'password', 'OTHER', {}],
    [{ profile: { firstName: 'x'.repeat(101) } }, 'profile.firstName', 'MAX_LENGTH', { threshold: 100 }],
    [{ profile: { nickname: 'x'.repeat(101) } }, 'profile.nickname', 'MAX_LENGTH', { threshold: 100 }],
    [{ profile: { lastName: 'x'.repeat(101) } }, 'profile.lastName', 'MAX_LENGTH', { threshold: 100 }],
    [{ profile: { company: 'x'.repeat(1001) } }, 'profile.company', 'MAX_LENGTH', { threshold: 1000 }],
    [{ profile: { position: 'x'.repeat(1001) } }, 'profile.position', 'MAX_LENGTH', { threshold: 1000 }],
    [{ profile: { vatId: 'x'.repeat(1001) } }, 'profile.vatId', 'MAX_LENGTH', { threshold: 1000 }],
    [{ profile: { slug: 'x'.repeat(256) } }, 'profile.slug', 'MAX_LENGTH', { threshold: 255 }],
    [{ profile: { birthdate: '1990-13-01' } }, 'profile.birthdate', 'FORMAT', { type: 'LOCAL_DATE' }],
    [{ profile: { birthdate: '1990-02-30' } }, 'profile.birthdate', 'FORMAT', { type: 'LOCAL_DATE' }],
    [{ profile: { language: 'english' } }, 'profile.language', 'FORMAT', { type: 'LANGUAGE' }],
    [{ profile: { picture: 'http://plain.example/x.png' } }, 'profile.picture', 'FORMAT', { type: 'WEB_URL' }],
    [{ profile: { phones: Array.from({ length: 51 }, () => '1') } }, 'profile.phones', 'MAX_SIZE', { threshold: 50 }],
    [{ profile: { picture: `https://x.example/${'x'.repeat(2048)}` } }, 'profile.picture', 'FORMAT', { type: 'WEB_URL' }],
    [{ profile: { addresses: Array.from({ length: 51 }, () => ({})) } }, 'profile.addresses', 'MAX_SIZE', { threshold: 50 }],
    [{ profile: { secondaryEmails: Array.from({ length: 51 }, () => 'a@b.example') } }, 'profile.secondaryEmails', 'MAX_SIZE', { threshold: 50 }],
    [{ profile: 'text' }, 'profile', 'FORMAT', {}],
  ])('refuses %j', async (change, field, violatedRule, data) => {
    const reply = await post('/v2/register', { loginId: { email: randomEmail() }, password: PASSWORD, ...change })
    expect(reply.status).toBe(400)
    expect(reply.body.details.validationError.fieldViolations).toMatchObject([{ field, violatedRule, data }])
  })

  test('128 characters of any script are a password', async () => {
    const email = randomEmail()
    const password = '🌿'.repeat(60) + 'é'.repeat(68)
    expect((await post('/v2/register', { loginId: { email }, password })).body.state).toBe('SUCCESS')
    expect((await post('/v2/login', { loginId: { email: ` ${email.toUpperCase()} ` }, password: password.normalize('NFD') })).body.state).toBe('SUCCESS')
  })

  test('a disconnected or deleted member gives the address back', async () => {
    for (const leave of ['disconnect', 'delete'] as const) {
      const member = await server.registerMember(site)
      if (leave === 'disconnect') await server.ok('POST', `/v1/members/${member.memberId}/disconnect`, { as: site, body: {} })
      else await server.ok('DELETE', `/v1/members/${member.memberId}`, { as: site })
      expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
      expect(errorCode(await login(server, visitor, member.email))).toBe('-19976')
      const again = await post('/v2/register', { loginId: { email: member.email }, password: 'a brand new morning' })
      // Their contact is still known, so the address is proven first.
      expect(['SUCCESS', 'REQUIRE_EMAIL_VERIFICATION']).toContain(again.body.state)
      expect(again.body.identity.id).not.toBe(member.memberId)
      expect(errorCode(await login(server, visitor, member.email))).toBe('-19976')
    }
  })

  test('two at once with one address: one signs up, the other learns that it is taken', async () => {
    const email = randomEmail()
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(server, visitor, email)))
    expect(answers.map((reply) => reply.status).toSorted()).toEqual([200, 409, 409, 409])
  })
})

describe('login', () => {
  test('refusals read the same in message and description, and never are violations', async () => {
    const member = await server.registerMember(site)
    for (const body of [{ loginId: { email: member.email }, password: 'wrong' }, { loginId: { email: 'x' } }, [], 'text', { loginId: [] }, { password: 7 }]) {
      const reply = await post('/v2/login', body)
      expect(reply.body.details.validationError).toBeUndefined()
      expect(typeof errorCode(reply)).toBe('string')
      expect(reply.body.message).toBe(reply.body.details.applicationError.description)
    }
  })

  test('a pending sign-up gets its code again at login, once a minute', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true })
    const token = await server.visitorToken(own)
    const { email } = await signUp(server, token)
    const codes = async () => (await server.sentEmails(own, email)).filter((sent) => sent.template === 'VERIFY_EMAIL_CODE').length
    const { body: first } = await login(server, token, email)
    expect([first.state, await codes()]).toEqual(['REQUIRE_EMAIL_VERIFICATION', 1])
    await server.advanceAuthClock('PT61S')
    const { body: second } = await login(server, token, email)
    expect([await codes(), second.stateToken === first.stateToken]).toEqual([2, false])
  })

  test('a token of one site is not accepted by another', async () => {
    const member = await server.registerMember(site)
    const elsewhere = await server.visitorToken(await server.createSite())
    expect(errorCode(await login(server, elsewhere, member.email))).toBe('-19976')
    expect((await server.call('POST', '/v2/login', { body: { loginId: { email: member.email }, password: PASSWORD } })).status).toBe(401)
  })
})

describe('trusted callers', () => {
  const signOn = (own: TestSite, email: string, more: Record<string, unknown> = {}) =>
    server.call('POST', '/v2/sign-on', { as: own, body: { loginId: { email }, ...more } })

  test.each([
    [false, false, undefined, 200],
    [true, false, 'EMAIL_VERIFICATION_REQUIRED', 403],
    [false, true, 'OWNER_APPROVAL_REQUIRED', 403],
  ] as const)('sign-on of a pending member (verify %s, approve %s) → %s', async (verify, approve, code, status) => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify, approve })
    const { email } = await signUp(server, own)
    const reply = await signOn(own, email)
    expect([reply.status, errorCode(reply)]).toEqual([status, code])
  })

  test('a new member is approved whatever the policy; a blocked one stays out', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true, approve: true })
    const email = randomEmail()
    const made = await signOn(own, email, { profile: { firstName: 'Ida', birthdate: '1990-01-02' } })
    expect(made.body.identity.status).toEqual({ name: 'ACTIVE', reasons: [] })
    expect((await server.ok('GET', `/v1/members/${made.body.identity.id}`, { as: own, query: { fieldsets: 'FULL' } })).member.status).toBe('APPROVED')
    const changed = await signOn(own, email, { profile: { lastName: 'Lee' } })
    expect(changed.body.identity.identityProfile).toMatchObject({ firstName: 'Ida', lastName: 'Lee' })
    // Member and contact say the same: what comes later replaces what was said, and the rest stays.
    await signOn(own, email, { profile: { nickname: 'Idabel', phones: ['+49 30 7654321'] } })
    const { member } = await server.ok('GET', `/v1/members/${made.body.identity.id}`, { as: own, query: { fieldsets: 'FULL' } })
    expect(member).toMatchObject({
      profile: { nickname: 'Idabel', slug: 'ida' },
      contact: { firstName: 'Ida', lastName: 'Lee', phones: ['+49 30 7654321'], emails: [email] },
    })
    await server.ok('POST', `/v1/members/${made.body.identity.id}/block`, { as: own, body: {} })
    expect(errorCode(await signOn(own, email))).toBe('MEMBER_BLOCKED')
    expect((await signOn(own, 'nope')).body.details.validationError.fieldViolations[0].data).toEqual({ type: 'EMAIL' })
  })

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])('sign-on with mergeExistingContact %s takes the contact that is there: %s', async (mergeExistingContact, taken) => {
    const email = randomEmail()
    const { contactId } = await server.ok('POST', '/_test/contacts', { body: { metaSiteId: site.metaSiteId, email, firstName: 'Known' } })
    const { identity } = (await signOn(site, email, { mergeExistingContact })).body
    const { member } = await server.ok('GET', `/v1/members/${identity.id}`, { as: site, query: { fieldsets: 'FULL' } })
    expect([member.contactId === contactId, member.contact.firstName === 'Known']).toEqual([taken, taken])
  })

  test('sign-on with verifyEmail removes a password set before the email was verified', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true })
    const token = await server.visitorToken(own)
    const squatter = await signUp(server, token, randomEmail(), { password: 'the squatter was here' })
    const { email } = squatter
    const code = await emailedCode(server, own, email)
    expect((await signOn(own, email, { verifyEmail: true })).body.identity).toMatchObject({ id: squatter.id, email: { isVerified: true } })
    expect((await login(server, token, email, { password: 'the squatter was here' })).status).toBe(401)
    expect(errorData(await verifyCode(server, squatter, code))?.verificationFailureReason).toBe('NOT_FOUND')
  })

  test('a session token is no bearer token and does not join another member’s session', async () => {
    const email = randomEmail()
    const { sessionToken } = (await signOn(site, email)).body
    expect((await server.call('GET', '/oauth2/user-info', { token: sessionToken })).status).toBe(401)
    expect(await server.ok('POST', '/oauth2/token-info', { body: { token: sessionToken } })).toMatchObject({ active: false })
  })

  test.each([
    ['member', 403],
    ['visitor', 403],
    ['no caller', 401],
  ] as const)('sign-on and invitations are closed to a %s', async (who, status) => {
    const token = who === 'member' ? (await server.registerMember(site)).token : who === 'visitor' ? visitor : undefined
    for (const [path, body] of [
      ['/v2/sign-on', { loginId: { email: randomEmail() } }],
      ['/v1/activation-email', { identityId: randomUUID() }],
    ] as const)
      expect((await server.call('POST', path, { body, ...(token ? { token } : {}) })).status).toBe(status)
  })
})
