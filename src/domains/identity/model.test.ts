/** Random histories of people against a small model: whatever happens in whatever order, who may come in and whose tokens work agree. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticatorCode, login, register, verifyCode } from '../../../test/auth-helpers.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
let lives = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const passwords = ['a calm long evening', 'a brand new morning', 'another quiet night'] as const
const steps = [
  'login',
  'login',
  'wrong password',
  'register again',
  'sign on',
  'verify',
  'resend',
  'approve',
  'block',
  'disconnect',
  'change password',
  'recover',
  'second step on',
  'second step off',
  'second step reset',
  'sign out',
  'sign out others',
  'revoke by owner',
  'demand password',
  'a quarter of an hour',
] as const
type Step = { step: (typeof steps)[number]; session: number; choice: number }

/** Expected state after each step, independent of the implementation. */
interface Model {
  /** Null after a sign-on by a trusted server: no password is known. */
  password: string | null
  status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE'
  emailPending: boolean
  emailVerified: boolean
  approvalRequired: boolean
  passwordResetRequired: boolean
  /** Minutes since the life began. */
  now: number
  /** The newest state token, and the code that was mailed for it. */
  state: { token: string; at: number } | undefined
  code: { at: number; attemptsLeft: number } | undefined
  failures: number
  locked: boolean
  factor: 'none' | 'on' | 'anew'
  recoveryCodes: string[]
  /** Token pairs that must work. */
  live: Tokens[]
  dead: Tokens[]
}
interface Tokens {
  access: string
  refresh: string
}

/** What login with the right password must answer. */
function expectedLoginOutcome(model: Model): string {
  if (model.locked) return 'THROTTLED_FEATURE'
  if (model.password === null || model.status === 'OFFLINE') return '-19976'
  if (model.status === 'BLOCKED') return 'MEMBER_BLOCKED'
  if (model.passwordResetRequired) return '-19973'
  if (model.emailPending) return 'REQUIRE_EMAIL_VERIFICATION'
  if (model.status === 'PENDING') return 'REQUIRE_OWNER_APPROVAL'
  return model.factor === 'on' ? 'REQUIRE_MFA' : 'SUCCESS'
}
/** What a trusted caller's word for the person must answer. */
function expectedSignOnOutcome(model: Model, verifyEmail: boolean): string {
  const emailDue = model.emailPending && !verifyEmail
  if (model.status === 'BLOCKED') return 'MEMBER_BLOCKED'
  if (model.status === 'PENDING' && model.approvalRequired) return 'OWNER_APPROVAL_REQUIRED'
  return emailDue ? 'EMAIL_VERIFICATION_REQUIRED' : 'SUCCESS'
}
const post = (path: string, body: unknown, token: string) => server.call('POST', path, { body, token })
/** Sessions end, all or but one. */
const endSessions = (model: Model, spare?: Tokens): void => {
  model.dead.push(...model.live.filter((tokens) => tokens !== spare))
  model.live = spare ? [spare] : []
}
/** The address is proven. */
function onEmailVerified(model: Model): void {
  model.emailVerified = true
  model.code = undefined
  model.state = undefined
  if (model.emailPending && model.status === 'PENDING' && !model.approvalRequired) model.status = 'APPROVED'
  model.emailPending = false
}
function onCodeMailed(model: Model): void {
  if (!model.code || model.now > model.code.at) model.code = { at: model.now, attemptsLeft: 5 }
}
const replyOutcome = (reply: { body: { state?: string; sessionToken?: string; details?: { applicationError?: { code?: string } } } }) =>
  reply.body.state ?? reply.body.details?.applicationError?.code ?? (reply.body.sessionToken ? 'SUCCESS' : 'nothing')
const failureReason = (reply: { body: { details?: { applicationError?: { data: { verificationFailureReason?: string } } } } }) =>
  reply.body.details?.applicationError?.data.verificationFailureReason

async function runRandomLife(policy: { verify: boolean; approve: boolean }, plan: readonly Step[]): Promise<void> {
  // Emails of a site are read often: a new site per run keeps the time linear.
  if (lives++ % 25 === 0) site = await server.createSite()
  // The clock goes on from life to life, and a visitor's token lives four hours.
  visitor = await server.visitorToken(site)
  await server.ok('PATCH', '/v1/sign-on-policies', {
    as: site,
    body: { signOnPolicy: { requireEmailVerification: policy.verify, requireOwnerApproval: policy.approve } },
  })
  const email = `m-${randomUUID().slice(0, 12)}@shop.example`
  const registered = await register(server, visitor, email, { password: passwords[0] })
  const id = registered.body.identity.id as string
  const model: Model = {
    password: passwords[0],
    status: policy.verify || policy.approve ? 'PENDING' : 'APPROVED',
    emailPending: policy.verify,
    emailVerified: false,
    approvalRequired: policy.approve,
    passwordResetRequired: false,
    now: 0,
    state: registered.body.stateToken ? { token: registered.body.stateToken, at: 0 } : undefined,
    code: policy.verify ? { at: 0, attemptsLeft: 5 } : undefined,
    failures: 0,
    locked: false,
    factor: 'none',
    recoveryCodes: [],
    live: [],
    dead: [],
  }
  expect(registered.body.state).toBe(expectedLoginOutcome(model))
  const findSent = async (template: string) => (await server.sentEmails(site, email)).filter((sent) => sent.template === template)
  const asOwner = (what: string) => server.call('POST', `/api/members/${id}/${what}`, { as: site, body: {} })
  const tokensFor = async (sessionToken: string) => {
    const pair = await server.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: id, session_token: sessionToken },
    })
    model.live.push({ access: pair.access_token, refresh: pair.refresh_token })
  }
  /** The right password, and the second step where one is due. */
  async function enter(wrongFirst: boolean): Promise<void> {
    const reply = await login(server, visitor, email, { password: model.password ?? 'certainly not this one' })
    expect(replyOutcome(reply)).toBe(expectedLoginOutcome(model))
    if (replyOutcome(reply) === '-19976') countFailure()
    if (reply.status !== 200) return
    model.failures = 0
    if (reply.body.state === 'REQUIRE_EMAIL_VERIFICATION') {
      onCodeMailed(model)
      model.state = { token: reply.body.stateToken, at: model.now }
    }
    if (reply.body.state === 'SUCCESS') await tokensFor(reply.body.sessionToken)
    const code = model.recoveryCodes[0]
    if (reply.body.state !== 'REQUIRE_MFA' || !code) return
    const prove = (given: string) => post('/v2/RECOVERY_CODE/verify', { stateToken: reply.body.stateToken, recoveryCodeData: { code: given } }, visitor)
    if (wrongFirst) expect(failureReason(await prove('AAAAA-AAAAA'))).toBe('BAD_CODE')
    const done = await prove(code)
    expect(done.body.state).toBe('SUCCESS')
    model.recoveryCodes.shift()
    expect(failureReason(await prove(code))).toBe('NOT_FOUND')
    await tokensFor(done.body.sessionToken)
  }
  function countFailure(): void {
    model.failures++
    model.locked = model.failures >= 5
  }
  const newPassword = (password: string) => {
    model.password = password
    model.passwordResetRequired = false
    model.state = undefined
  }

  for (const { step, session, choice } of plan) {
    const tokens = model.live[session % Math.max(1, model.live.length)]
    const chosen = passwords[choice % passwords.length] as string
    // A member who left is a visitor with the rights of a visitor.
    if (model.status === 'OFFLINE' && step !== 'login' && step !== 'wrong password' && step !== 'a quarter of an hour') continue
    switch (step) {
      case 'login':
        await enter(choice === 0)
        break
      case 'wrong password':
        expect(replyOutcome(await login(server, visitor, email, { password: 'certainly not this one' }))).toBe(model.locked ? 'THROTTLED_FEATURE' : '-19976')
        if (!model.locked) countFailure()
        break
      case 'a quarter of an hour':
        await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT16M' } })
        model.now += 16
        model.locked = false
        break
      case 'register again': {
        const reply = await register(server, visitor, email, { password: chosen })
        // An address cannot be squatted on: until it is verified, the last sign-up sets the password.
        const takesOver = model.emailPending && !model.emailVerified && model.status === 'PENDING'
        expect(replyOutcome(reply)).toBe(takesOver ? 'REQUIRE_EMAIL_VERIFICATION' : '-19995')
        if (!takesOver) break
        newPassword(chosen)
        model.code = { at: model.now, attemptsLeft: 5 }
        model.state = { token: reply.body.stateToken, at: model.now }
        break
      }
      case 'sign on': {
        const verifyEmail = choice === 0
        const reply = await server.call('POST', '/v2/sign-on', { as: site, body: { loginId: { email }, verifyEmail } })
        expect(replyOutcome(reply)).toBe(expectedSignOnOutcome(model, verifyEmail))
        if (reply.status !== 200) break
        if (verifyEmail && !model.emailVerified) {
          if (model.password !== null) newPassword('')
          model.password = null
          endSessions(model)
          onEmailVerified(model)
        }
        model.status = 'APPROVED'
        model.approvalRequired = false
        await tokensFor(reply.body.sessionToken)
        break
      }
      case 'verify': {
        if (!model.state) break
        const code = (await findSent('VERIFY_EMAIL_CODE')).at(-1)?.variables.code
        const reply = await verifyCode(server, { token: visitor, stateToken: model.state.token }, code)
        if (model.now - model.state.at >= 60 || !model.code?.attemptsLeft) expect(failureReason(reply)).toBe('NOT_FOUND')
        else if (model.now - model.code.at >= 15) {
          model.code.attemptsLeft--
          expect(failureReason(reply)).toBe('BAD_CODE')
        } else {
          onEmailVerified(model)
          expect(reply.body.state).toBe(model.status === 'PENDING' ? 'REQUIRE_OWNER_APPROVAL' : model.factor === 'on' ? 'REQUIRE_MFA' : 'SUCCESS')
        }
        break
      }
      case 'resend': {
        if (!model.state) break
        const reply = await post('/v1/auth/resend', { stateToken: model.state.token }, visitor)
        if (model.now - model.state.at >= 60) expect(failureReason(reply)).toBe('NOT_FOUND')
        else if (model.code && model.code.at === model.now) expect(replyOutcome(reply)).toBe('THROTTLED_FEATURE')
        else {
          onCodeMailed(model)
          expect(replyOutcome(reply)).toBe('REQUIRE_EMAIL_VERIFICATION')
        }
        break
      }
      case 'approve':
        if ((await server.call('POST', `/v1/members/${id}/approve`, { as: site, body: {} })).status !== 200) break
        model.status = 'APPROVED'
        model.approvalRequired = false
        break
      case 'block':
        if ((await server.call('POST', `/v1/members/${id}/block`, { as: site, body: {} })).status !== 200) break
        model.status = 'BLOCKED'
        model.state = undefined
        endSessions(model)
        break
      case 'disconnect':
        if (choice !== 0 || (await server.call('POST', `/v1/members/${id}/disconnect`, { as: site, body: {} })).status !== 200) break
        model.status = 'OFFLINE'
        endSessions(model)
        break
      case 'change password': {
        if (!tokens || model.password === null) break
        const reply = await post('/v2/change-password', { newPassword: chosen, currentPassword: model.password }, tokens.access)
        expect(reply.status).toBe(chosen === model.password ? 400 : 200)
        if (reply.status !== 200) break
        newPassword(chosen)
        endSessions(model, tokens)
        break
      }
      case 'recover': {
        const before = (await findSent('PASSWORD_RESET')).length
        expect((await post('/v1/send-email', { email }, visitor)).body).toEqual({})
        const link = (await findSent('PASSWORD_RESET')).slice(before).at(-1)?.variables.link as string | undefined
        if (model.status === 'BLOCKED') expect(link).toBeUndefined()
        // Three emails an hour; above that nothing is sent and the reply is the same.
        if (!link) break
        const reply = await post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: chosen }, visitor)
        newPassword(chosen)
        model.failures = 0
        model.locked = false
        endSessions(model)
        onEmailVerified(model)
        expect([reply.body.state, reply.body.sessionToken]).toEqual([model.status === 'PENDING' ? 'REQUIRE_OWNER_APPROVAL' : 'SUCCESS', null])
        break
      }
      case 'second step on': {
        if (!tokens || model.password === null) break
        const body = { currentPassword: model.password }
        const begun = await post('/api/my-factors/TOTP/start', body, tokens.access)
        expect(replyOutcome(begun)).toBe(model.factor === 'on' ? 'FACTOR_EXISTS' : 'nothing')
        if (model.factor === 'on') break
        const { recoveryCodes } = await server.ok('POST', '/api/my-factors/TOTP/confirm', {
          token: tokens.access,
          body: { code: authenticatorCode(server, begun.body.secret) },
        })
        // Codes that are still good are not shown again.
        expect(recoveryCodes).toHaveLength(model.recoveryCodes.length > 0 ? 0 : 10)
        if (recoveryCodes.length > 0) model.recoveryCodes = recoveryCodes
        model.factor = 'on'
        break
      }
      case 'second step off':
        if (!tokens || model.password === null) break
        await server.ok('POST', '/api/my-factors/TOTP/remove', { token: tokens.access, body: { currentPassword: model.password } })
        if (model.factor === 'on') {
          endSessions(model, tokens)
          model.state = undefined
        }
        if (model.factor !== 'none') model.recoveryCodes = []
        model.factor = 'none'
        break
      case 'second step reset':
        expect((await asOwner('reset-second-step')).body).toEqual({ reset: model.factor === 'on' ? 1 : 0 })
        if (model.factor === 'on') model.factor = 'anew'
        break
      case 'sign out':
        if (!tokens) break
        await server.ok('GET', '/v1/logout', { token: tokens.access })
        model.live = model.live.filter((other) => other !== tokens)
        model.dead.push(tokens)
        break
      case 'sign out others':
        if (!tokens) break
        await server.ok('POST', '/api/my-devices/sign-out-others', { token: tokens.access, body: {} })
        endSessions(model, tokens)
        break
      case 'revoke by owner':
        expect((await asOwner('sign-out')).status).toBe(200)
        endSessions(model)
        break
      case 'demand password':
        expect((await asOwner('demand-password')).status).toBe(200)
        model.passwordResetRequired = true
        model.state = undefined
        endSessions(model)
        break
    }
    await expectAgreement(model)
  }
}

/** Compares live and revoked tokens, and the reply about the own sign-in. */
async function expectAgreement(model: Model): Promise<void> {
  for (const { access, refresh } of model.live) {
    const mine = await server.call('GET', '/api/my-sign-in', { token: access })
    expect([mine.status, mine.body.hasPassword, mine.body.emailVerified, mine.body.recoveryCodesLeft]).toEqual([
      200,
      model.password !== null,
      model.emailVerified,
      model.recoveryCodes.length,
    ])
    expect((await server.call('POST', '/oauth2/token', { body: { grantType: 'refresh_token', refreshToken: refresh } })).status).toBe(200)
  }
  for (const { access, refresh } of model.dead.slice(-2)) {
    expect((await server.call('GET', '/oauth2/user-info', { token: access })).status).toBe(401)
    expect((await server.call('POST', '/oauth2/token', { body: { grantType: 'refresh_token', refreshToken: refresh } })).status).toBe(400)
  }
}

test('random histories agree with the model', { timeout: 7_200_000 }, async () => {
  const plans = fc.array(fc.record({ step: fc.constantFrom(...steps), session: fc.nat(3), choice: fc.nat(2) }), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.record({ verify: fc.boolean(), approve: fc.boolean() }), plans, (policy, plan) => runRandomLife(policy, plan)),
    { ...propertyOptions({ short: 15, variable: 'MODEL_RUNS' }), endOnFailure: true },
  )
})
