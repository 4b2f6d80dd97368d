/** Sign-up, sign-in, trusted callers, passwords and sign-out, as any client sees them: the guide line by line. Source: guide identity §5, §8, §9.1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { randomEmail, errorCode, errorData, PASSWORD, tokenFromLink } from '../../../test/auth-helpers.ts'
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
const codeTo = async (own: TestSite, email: string) => (await server.emailVariables(own, email, 'VERIFY_EMAIL_CODE')).code as string

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
      const reply = await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD, profile: { lastName: 'Sent' } } })
      expect([reply.state, reply.identity.status]).toEqual([state, { name, reasons }])
      expect([Boolean(reply.sessionToken), Boolean(reply.stateToken)]).toEqual([state === 'SUCCESS', state === 'REQUIRE_EMAIL_VERIFICATION'])
      // Nothing of the existing contact is returned before the email is verified.
      expect(JSON.stringify(reply)).not.toContain('Known')
      expect((await server.ok('GET', `/v1/members/${reply.identity.id}`, { as: own, query: { fieldsets: 'FULL' } })).member.status).toBe(memberStatus)
      const login = await server.ok('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })
      expect(login.state).toBe(state)
      if (state !== 'REQUIRE_EMAIL_VERIFICATION') return
      const proven = await server.ok('POST', '/v1/auth/verify', { token, body: { code: await codeTo(own, email), stateToken: login.stateToken } })
      expect([proven.state, proven.identity.email.isVerified]).toEqual([later ?? 'SUCCESS', true])
      if (!approve) return
      await server.ok('POST', `/v1/members/${reply.identity.id}/approve`, { as: own, body: {} })
      expect((await server.ok('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })).state).toBe('SUCCESS')
    },
  )

  test('the owner’s approval does not stand in for the proof of the address', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true, approve: true })
    const token = await server.visitorToken(own)
    const email = randomEmail()
    const { identity } = await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })
    await server.ok('POST', `/v1/members/${identity.id}/approve`, { as: own, body: {} })
    const login = await server.ok('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })
    expect(login).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { status: { name: 'PENDING', reasons: [EMAIL] } } })
    expect((await server.ok('POST', '/v1/auth/verify', { token, body: { code: await codeTo(own, email), stateToken: login.stateToken } })).state).toBe(
      'SUCCESS',
    )
    const other = await server.ok('POST', '/v2/register', { token, body: { loginId: { email: randomEmail() }, password: PASSWORD } })
    await server.ok('POST', `/api/members/${other.identity.id}/verify-email`, { as: own, body: {} })
    expect((await server.ok('GET', `/api/members/${other.identity.id}/sign-in`, { as: own })).reasons).toEqual([ADMIN])
  })

  test('of whoever signed up with an address and never proved it nothing is left for the one who does', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify: true })
    const token = await server.visitorToken(own)
    const email = randomEmail()
    const signUp = (profile: object) => server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD, profile } })
    const first = await signUp({ nickname: 'Eve Squatter', firstName: 'Eve', phones: ['+49 30 1234567'], company: 'Squat' })
    const { identity, stateToken } = await signUp({ nickname: 'Gil', lastName: 'Lee' })
    expect(identity.id).toBe(first.identity.id)
    await server.ok('POST', '/v1/auth/verify', { token, body: { code: await codeTo(own, email), stateToken } })
    const { member } = await server.ok('GET', `/v1/members/${identity.id}`, { as: own, query: { fieldsets: 'FULL' } })
    expect(member).toMatchObject({ status: 'APPROVED', profile: { nickname: 'Gil', slug: 'gil' }, contact: { lastName: 'Lee', phones: [], emails: [email] } })
    expect(JSON.stringify(member)).not.toMatch(/Eve|Squat|1234567|eve-/)
  })

  test('a change of the policy moves nobody', async () => {
    const own = await server.createSite()
    const member = await server.registerMember(own)
    await server.setSignOnPolicy(own, { verify: true, approve: true })
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(200)
    const token = await server.visitorToken(own)
    expect((await server.ok('POST', '/v2/login', { token, body: { loginId: { email: member.email }, password: PASSWORD } })).state).toBe('SUCCESS')
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
      expect(errorCode(await post('/v2/login', { loginId: { email: member.email }, password: PASSWORD }))).toBe('-19976')
      const again = await post('/v2/register', { loginId: { email: member.email }, password: 'a brand new morning' })
      // Their contact is still known, so the address is proven first.
      expect(['SUCCESS', 'REQUIRE_EMAIL_VERIFICATION']).toContain(again.body.state)
      expect(again.body.identity.id).not.toBe(member.memberId)
      expect(errorCode(await post('/v2/login', { loginId: { email: member.email }, password: PASSWORD }))).toBe('-19976')
    }
  })

  test('two at once with one address: one signs up, the other learns that it is taken', async () => {
    const email = randomEmail()
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('/v2/register', { loginId: { email }, password: PASSWORD })))
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
    const email = randomEmail()
    await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })
    const login = () => server.ok('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })
    const codes = async () => (await server.sentEmails(own, email)).filter((sent) => sent.template === 'VERIFY_EMAIL_CODE').length
    const first = await login()
    expect([first.state, await codes()]).toEqual(['REQUIRE_EMAIL_VERIFICATION', 1])
    await server.advanceAuthClock('PT61S')
    const second = await login()
    expect([await codes(), second.stateToken === first.stateToken]).toEqual([2, false])
  })

  test('a token of one site signs nobody in to another', async () => {
    const member = await server.registerMember(site)
    const elsewhere = await server.visitorToken(await server.createSite())
    expect(errorCode(await post('/v2/login', { loginId: { email: member.email }, password: PASSWORD }, elsewhere))).toBe('-19976')
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
  ] as const)('sign-on of somebody who waits (verify %s, approve %s) → %s', async (verify, approve, code, status) => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { verify, approve })
    const email = randomEmail()
    await server.ok('POST', '/v2/register', { token: await server.visitorToken(own), body: { loginId: { email }, password: PASSWORD } })
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
    const email = randomEmail()
    const squatter = await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: 'the squatter was here' } })
    const code = await codeTo(own, email)
    expect((await signOn(own, email, { verifyEmail: true })).body.identity).toMatchObject({ id: squatter.identity.id, email: { isVerified: true } })
    const login = await server.call('POST', '/v2/login', { token, body: { loginId: { email }, password: 'the squatter was here' } })
    expect(login.status).toBe(401)
    const late = await server.call('POST', '/v1/auth/verify', { token, body: { code, stateToken: squatter.stateToken } })
    expect(errorData(late)?.verificationFailureReason).toBe('NOT_FOUND')
  })

  test('a session token is no bearer token and joins nobody else’s session', async () => {
    const email = randomEmail()
    const { sessionToken } = (await signOn(site, email)).body
    expect((await server.call('GET', '/oauth2/user-info', { token: sessionToken })).status).toBe(401)
    expect(await server.ok('POST', '/oauth2/token-info', { body: { token: sessionToken } })).toMatchObject({ active: false })
  })

  test.each([
    ['member', 403],
    ['visitor', 403],
    ['nobody', 401],
  ] as const)('sign-on and invitations are closed to a %s', async (who, status) => {
    const token = who === 'member' ? (await server.registerMember(site)).token : who === 'visitor' ? visitor : undefined
    for (const [path, body] of [
      ['/v2/sign-on', { loginId: { email: randomEmail() } }],
      ['/v1/activation-email', { identityId: randomUUID() }],
    ] as const)
      expect((await server.call('POST', path, { body, ...(token ? { token } : {}) })).status).toBe(status)
  })
})

describe('codes, passwords, sign-out', () => {
  test('start: by the member or the business, by email only', async () => {
    const member = await server.registerMember(site)
    const other = await server.registerMember(site)
    const start = (body: unknown, token: string) => post('/v1/start', body, token)
    expect((await start({ identityId: member.memberId, target: 'EMAIL' }, member.token)).body.verificationId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await start({ identityId: member.memberId }, member.token)).status).toBe(429)
    expect((await start({ identityId: other.memberId }, member.token)).status).toBe(403)
    expect((await start({ identityId: member.memberId }, visitor)).status).toBe(403)
    expect((await start({ identityId: other.memberId, target: 'CARRIER_PIGEON' }, other.token)).status).toBe(400)
    expect(errorCode(await server.call('POST', '/v1/Start', { as: site, body: { identityId: randomUUID() } }))).toBe('-19999')
  })

  test('a new password needs a credential check of the last quarter of an hour', async () => {
    const member = await server.registerMember(site)
    const change = (body: unknown) => post('/v2/change-password', body, member.token)
    await server.advanceAuthClock('PT16M')
    expect(errorCode(await change({ newPassword: 'another quiet night' }))).toBe('REAUTHENTICATION_REQUIRED')
    expect(errorCode(await change({ newPassword: 'another quiet night', currentPassword: 'wrong' }))).toBe('REAUTHENTICATION_REQUIRED')
    expect((await change({ newPassword: 'another quiet night', currentPassword: PASSWORD })).body).toEqual({})
    expect((await change({ newPassword: 'yet another night' })).status).toBe(200)
    expect((await server.sentEmails(site, member.email)).filter((sent) => sent.template === 'PASSWORD_CHANGED')).toHaveLength(2)
    expect((await post('/v2/change-password', { newPassword: 'x' }, visitor)).status).toBe(403)
  })

  test('a link to set a password dies with every change of it', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email: member.email } })
    const link = (await server.sentEmails(site, member.email)).findLast((sent) => sent.template === 'PASSWORD_RESET')?.variables.link as string
    expect(link).toMatch(/\/hosted\/reset-password\?token=/)
    await server.ok('POST', '/v2/change-password', { token: member.token, body: { newPassword: 'another quiet night' } })
    const recover = await post('/v1/recover', { recoveryToken: tokenFromLink(link), password: 'yet another night' })
    expect([recover.status, errorCode(recover)]).toEqual([400, 'INVALID_RECOVERY_TOKEN'])
  })

  test('recovery emails go to identities that may sign in, twenty an hour from one IP address', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { approve: true })
    const token = await server.visitorToken(own)
    const signUp = async () => {
      const email = randomEmail()
      return { email, id: (await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })).identity.id as string }
    }
    const [waiting, gone] = [await signUp(), await signUp()]
    await server.ok('POST', `/v1/members/${gone.id}/block`, { as: own, body: {} })
    const ask = (email: string, ip = '198.51.100.9') =>
      server.ok('POST', '/v1/send-email', { token, headers: { 'x-test-ip': ip }, body: { email, language: 'de' } })
    const resetEmails = async (email: string) => (await server.sentEmails(own, email)).filter((sent) => sent.template === 'PASSWORD_RESET')
    expect([await ask(gone.email), await resetEmails(gone.email)]).toEqual([{}, []])
    await ask(waiting.email)
    const variables = (await resetEmails(waiting.email))[0]?.variables as Record<string, unknown>
    // In the language that was asked for; the person named none.
    expect(variables).toMatchObject({
      expiresHours: 3,
      requestIp: '127.0.0.1',
      language: 'de',
      siteName: 'Test studio',
      email: waiting.email,
      siteUrl: expect.any(String),
    })
    const recovered = await server.ok('POST', '/v1/recover', {
      token,
      body: { recoveryToken: tokenFromLink(variables.link), password: 'a brand new morning' },
    })
    // The proof of the address is no approval.
    expect(recovered).toMatchObject({ state: 'REQUIRE_OWNER_APPROVAL', sessionToken: null, identity: { email: { isVerified: true } } })
    for (let i = 0; i < 18; i++) await ask(randomEmail())
    await ask(waiting.email)
    expect([(await resetEmails(waiting.email)).length, await ask(waiting.email, '198.51.100.10'), (await resetEmails(waiting.email)).length]).toEqual([
      1,
      {},
      2,
    ])
  })

  test('where a recovery may continue', async () => {
    const send = (url: string) => post('/v1/send-email', { email: randomEmail(), redirect: { url, clientId: site.clientId } })
    for (const url of ['https://shop.example/cb', 'https://shop.example/anything?x=1']) expect((await send(url)).status).toBe(200)
    expect((await send(`https://shop.example/${'x'.repeat(1000)}`)).body.details.validationError.fieldViolations[0]).toMatchObject({
      field: 'redirect.url',
      violatedRule: 'MAX_LENGTH',
    })
    for (const url of ['https://evil.example/', 'javascript:alert(1)', 'https://shop.example@evil.example/', '//evil.example', 'http://localhost:3000/'])
      expect([url, errorCode(await send(url))]).toEqual([url, 'REDIRECT_DOMAIN_NOT_ALLOWED'])
  })

  test.each([
    ['ann@shop.example', true],
    ['ann+tag@b.shop.example', true],
    ['ann@münchen.example', true],
    ['ann', false],
    ['ann@shop', false],
    ['', false],
    [`${'x'.repeat(250)}@shop.example`, false],
  ])('%s can be an address: %s', async (email, valid) => expect((await post('/v2/validate-email', { email })).body.valid).toBe(valid))

  test('sign-out: by token in a wrapper, twice the same, without effect for visitors, never to a foreign page', async () => {
    const member = await server.registerMember(site)
    const out = (query: Record<string, string>, headers: Record<string, string> = {}, token?: string) =>
      server.call('GET', '/_api/iam/authentication/v1/logout', { query, headers, ...(token ? { token } : {}) })
    const wrapped = await out({ clientId: site.clientId, postLogoutRedirectUri: 'https://shop.example/bye' }, {}, member.token)
    expect(wrapped.body).toMatchObject({ statusCode: 302, headers: [{ key: 'Location', value: 'https://shop.example/bye' }, { key: 'Set-Cookie' }], body: '' })
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
    expect((await out({ clientId: site.clientId }, {}, member.token)).body.statusCode).toBe(302)
    expect((await out({}, {}, visitor)).status).toBe(200)
    const browser = { accept: 'text/html' }
    expect((await out({ clientId: site.clientId, postLogoutRedirectUri: 'https://shop.example/bye' }, browser)).headers.location).toBe(
      'https://shop.example/bye',
    )
    for (const evil of ['https://evil.example/', 'javascript:alert(1)', '//evil.example/', 'https://shop.example.evil.example/']) {
      const page = await out({ clientId: site.clientId, postLogoutRedirectUri: evil }, browser)
      expect([page.status, page.headers.location]).toEqual([200, undefined])
      expect(page.text).toContain('You are signed out')
    }
  })

  test('the policy takes only what it knows', async () => {
    const own = await server.createSite()
    expect((await server.ok('GET', '/iam/signon/v1/sign-on-policies', { as: own })).signOnPolicy).toMatchObject({
      requireOwnerApproval: false,
      requireEmailVerification: false,
    })
    for (const signOnPolicy of [{ requireOwnerApproval: 'yes' }, { requireEmailVerification: 1 }, 'open'])
      expect((await server.call('PATCH', '/iam/signon/v1/sign-on-policies', { as: own, body: { signOnPolicy } })).status).toBe(400)
    const first = await server.setSignOnPolicy(own, { verify: true })
    expect(first.signOnPolicy).toMatchObject({ requireEmailVerification: true, requireOwnerApproval: false })
    const second = await server.ok('PATCH', '/iam/signon/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireOwnerApproval: true } } })
    expect(second.signOnPolicy).toMatchObject({ requireEmailVerification: true, requireOwnerApproval: true })
    const events = (await server.emittedEvents(own)).filter((event) => event.eventType === 'wix.iam.signon.v1.sign_on_policy_updated')
    expect(events).toHaveLength(2)
  })
})

describe('pages and frames', () => {
  const page = (path: string, headers: Record<string, string> = {}) => server.call('GET', path, { headers: { accept: 'text/html', ...headers } })

  test('the login page in a frame is empty and cannot be laid under another page', async () => {
    const framed = await page('/hosted/login?rs=x', { 'sec-fetch-dest': 'iframe' })
    expect([framed.status, framed.text.includes('<form')]).toEqual([200, false])
    expect(framed.headers['set-cookie']).toBeUndefined()
  })

  test('the way back says no on a page, not in code', async () => {
    const made = await server.ok('POST', '/v1/redirect-session', {
      token: visitor,
      body: { paidPlansCheckout: { planId: randomUUID() }, callbacks: { postFlowUrl: 'https://shop.example/' } },
    })
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, { as: site, body: { oAuthApp: { allowedRedirectDomains: [], allowedRedirectUris: [] } } })
    const refused = await page(`/api/hosted/return?rs=${made.redirectSession.id}&outcome=abandoned`)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('isn&#39;t listed as an allowed redirect domain')
    expect((await page(`/api/hosted/return?rs=${randomUUID()}&outcome=abandoned`)).text).toContain('This link has expired')
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, {
      as: site,
      body: { oAuthApp: { allowedRedirectDomains: ['shop.example'], allowedRedirectUris: ['https://shop.example/cb'] } },
    })
  })

  test('what a stranger writes into an authorize address shows as text', async () => {
    const bad = await page(
      `/_api/oauth2/authorize?${new URLSearchParams({ clientId: site.clientId, redirectUri: 'https://x.example/"><script>alert(1)</script>' }).toString()}`,
    )
    expect(bad.status).toBe(400)
    expect(bad.text).toContain('Invalid redirect URI')
    expect(bad.text).not.toContain('<script>')
    expect(bad.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('preflights are allowed for the public API and refused for internal operations', async () => {
    const ask = (path: string) => server.call('OPTIONS', path, { headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' } })
    const open = await ask('/oauth2/token')
    expect(open.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-max-age': '600' })
    expect(open.headers['access-control-allow-headers']).not.toContain('wix-site-id')
    expect((await ask('/api/owner/sign-in')).headers['access-control-allow-origin']).toBeUndefined()
  })
})
