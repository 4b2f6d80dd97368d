/** Random lives of people against a small model: whatever happens in whatever order, who may come in and whose tokens work agree. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let visitor: string
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
  visitor = await world.visitor(site)
}, 120_000)
afterAll(() => world.close())

const passwords = ['a calm long evening', 'a brand new morning', 'another quiet night'] as const
const steps = [
  'login',
  'wrong password',
  'verify',
  'approve',
  'block',
  'disconnect',
  'change password',
  'recover',
  'sign out',
  'sign out others',
  'revoke by owner',
  'demand password',
] as const
type Step = { step: (typeof steps)[number]; session: number; password: number }

interface Model {
  password: string
  status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE'
  emailPending: boolean
  approvalRequired: boolean
  resetDemanded: boolean
  /** Token pairs that must work. */
  live: Tokens[]
  dead: Tokens[]
  failures: number
}
interface Tokens {
  access: string
  refresh: string
}

/** What login must answer. */
function expected(model: Model): string {
  if (model.status === 'BLOCKED') return 'MEMBER_BLOCKED'
  if (model.status === 'OFFLINE') return '-19976'
  if (model.resetDemanded) return '-19973'
  if (model.emailPending) return 'REQUIRE_EMAIL_VERIFICATION'
  return model.status === 'PENDING' ? 'REQUIRE_OWNER_APPROVAL' : 'SUCCESS'
}
const post = (path: string, body: unknown, token: string) => world.call('POST', path, { body, token })
const end = (model: Model, spare?: Tokens): void => {
  model.dead.push(...model.live.filter((tokens) => tokens !== spare))
  model.live = spare ? [spare] : []
}
const outcome = (answer: { body: { state?: string; details?: { applicationError?: { code?: string } } } }) =>
  answer.body.state ?? answer.body.details?.applicationError?.code

async function life(policy: { verify: boolean; approve: boolean }, plan: readonly Step[]): Promise<void> {
  await world.ok('PATCH', '/v1/sign-on-policies', {
    as: site,
    body: { signOnPolicy: { requireEmailVerification: policy.verify, requireOwnerApproval: policy.approve } },
  })
  const email = `m-${randomUUID().slice(0, 12)}@shop.example`
  const registered = await post('/v2/register', { loginId: { email }, password: passwords[0] }, visitor)
  const id = registered.body.identity.id as string
  let stateToken = registered.body.stateToken as string | null
  const model: Model = {
    password: passwords[0],
    status: policy.verify || policy.approve ? 'PENDING' : 'APPROVED',
    emailPending: policy.verify,
    approvalRequired: policy.approve,
    resetDemanded: false,
    live: [],
    dead: [],
    failures: 0,
  }
  expect(registered.body.state).toBe(expected(model))
  const login = (password: string) => post('/v2/login', { loginId: { email }, password }, visitor)
  const letter = async (template: string) => (await world.letters(site, email)).filter((one) => one.template === template)

  for (const { step, session, password } of plan) {
    const tokens = model.live[session % Math.max(1, model.live.length)]
    const chosen = passwords[password % passwords.length] as string
    switch (step) {
      case 'login': {
        const answer = await login(model.password)
        expect(outcome(answer)).toBe(expected(model))
        if (answer.status === 200) model.failures = 0
        if (answer.body.stateToken) stateToken = answer.body.stateToken
        if (answer.body.state !== 'SUCCESS') break
        const pair = await world.ok('POST', '/oauth2/token', {
          headers: { authorization: `,${site.apiKey}` },
          body: { grant_type: 'authorized_client', member_id: id, session_token: answer.body.sessionToken },
        })
        model.live.push({ access: pair.access_token, refresh: pair.refresh_token })
        break
      }
      case 'wrong password':
        // The fifth in a row would make everybody wait; that has tests of its own.
        if (++model.failures < 5) expect(outcome(await login('certainly not this one'))).toBe('-19976')
        break
      case 'verify': {
        const [code] = (await letter('VERIFY_EMAIL_CODE')).map((one) => one.variables.code)
        if (!model.emailPending || !stateToken || model.status === 'BLOCKED' || model.status === 'OFFLINE') break
        const answer = await post('/v1/auth/verify', { code, stateToken }, visitor)
        if (answer.status !== 200) break
        model.emailPending = false
        if (model.status === 'PENDING' && !model.approvalRequired) model.status = 'APPROVED'
        expect(answer.body.state).toBe(model.status === 'APPROVED' ? 'SUCCESS' : 'REQUIRE_OWNER_APPROVAL')
        stateToken = null
        break
      }
      case 'approve':
        if ((await world.call('POST', `/v1/members/${id}/approve`, { as: site, body: {} })).status !== 200) break
        model.status = 'APPROVED'
        model.approvalRequired = false
        break
      case 'block':
        if ((await world.call('POST', `/v1/members/${id}/block`, { as: site, body: {} })).status !== 200) break
        model.status = 'BLOCKED'
        stateToken = null
        end(model)
        break
      case 'disconnect':
        if (password !== 0 || (await world.call('POST', `/v1/members/${id}/disconnect`, { as: site, body: {} })).status !== 200) break
        model.status = 'OFFLINE'
        end(model)
        break
      case 'change password':
        if (!tokens || chosen === model.password) break
        expect((await post('/v2/change-password', { newPassword: chosen, currentPassword: model.password }, tokens.access)).status).toBe(200)
        model.password = chosen
        model.resetDemanded = false
        stateToken = null
        end(model, tokens)
        break
      case 'recover': {
        if (model.status === 'BLOCKED' || model.status === 'OFFLINE') break
        const before = (await letter('PASSWORD_RESET')).length
        expect((await post('/v1/send-email', { email }, visitor)).body).toEqual({})
        const link = (await letter('PASSWORD_RESET')).slice(before).at(-1)?.variables.link as string | undefined
        if (!link) break
        const answer = await post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: chosen }, visitor)
        model.password = chosen
        model.resetDemanded = false
        model.failures = 0
        stateToken = null
        if (model.emailPending && model.status === 'PENDING' && !model.approvalRequired) model.status = 'APPROVED'
        model.emailPending = false
        end(model)
        expect(answer.body.state).toBe(expected(model))
        break
      }
      case 'sign out':
        if (!tokens) break
        await world.ok('GET', '/v1/logout', { token: tokens.access })
        model.live = model.live.filter((other) => other !== tokens)
        model.dead.push(tokens)
        break
      case 'sign out others':
        if (!tokens) break
        await world.ok('POST', '/api/my-devices/sign-out-others', { token: tokens.access, body: {} })
        end(model, tokens)
        break
      case 'revoke by owner':
        if (model.status === 'OFFLINE') break
        await world.ok('POST', `/api/members/${id}/sign-out`, { as: site, body: {} })
        end(model)
        break
      case 'demand password':
        if (model.status === 'OFFLINE') break
        await world.ok('POST', `/api/members/${id}/demand-password`, { as: site, body: {} })
        model.resetDemanded = true
        stateToken = null
        end(model)
        break
    }
    for (const [set, status, renewal] of [
      [model.live, 200, 200],
      [model.dead.slice(-3), 401, 400],
    ] as const)
      for (const { access, refresh } of set) {
        expect((await world.call('GET', '/oauth2/user-info', { token: access })).status).toBe(status)
        expect((await world.call('POST', '/oauth2/token', { body: { grantType: 'refresh_token', refreshToken: refresh } })).status).toBe(renewal)
      }
  }
}

test('random lives agree with the model', { timeout: 300_000 }, async () => {
  const plans = fc.array(fc.record({ step: fc.constantFrom(...steps), session: fc.nat(3), password: fc.nat(2) }), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.record({ verify: fc.boolean(), approve: fc.boolean() }), plans, (policy, plan) => life(policy, plan)),
    { numRuns: Number(process.env.MODEL_RUNS ?? 25), endOnFailure: true },
  )
})
