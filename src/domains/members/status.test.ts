/** Every row of the table of transitions, through HTTP; and random histories against a small model. Source: guide members §5.2, §5.4, §17, §20. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode, signUp } from '../../../test/auth-helpers.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const owner = (method: string, path: string, body?: unknown) => server.call(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const newEmail = () => `s-${randomUUID().slice(0, 12)}@shop.example`
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)
const policy = (requireEmailVerification: boolean, requireOwnerApproval: boolean) =>
  server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireEmailVerification, requireOwnerApproval } } })

type Status = 'PENDING' | 'PENDING[EMAIL]' | 'PENDING[EMAIL, ADMIN]' | 'APPROVED' | 'BLOCKED' | 'OFFLINE'
/** A member in this status, with the address that got emails. */
async function createMemberWithStatus(status: Status): Promise<{ id: string; email: string }> {
  const email = newEmail()
  if (status.startsWith('PENDING')) {
    await policy(status !== 'PENDING', status !== 'PENDING[EMAIL]')
    const { id } = await signUp(server, site, email)
    await policy(false, false)
    return { id, email }
  }
  const { id } = (await owner('POST', '/v1/members', { member: { loginEmail: email } })).body.member
  if (status === 'BLOCKED') await owner('POST', `/v1/members/${id}/block`, {})
  if (status === 'OFFLINE') await owner('POST', `/v1/members/${id}/disconnect`, {})
  return { id, email }
}

describe('what the business does', () => {
  // Row of the guide, from, action, to or refusal, events, email.
  test.each([
    [7, 'PENDING', 'approve', 'APPROVED', ['updated', 'approved'], 'MEMBER_APPROVED'],
    [8, 'PENDING[EMAIL]', 'approve', 'APPROVED', ['updated', 'approved'], undefined],
    [8, 'PENDING[EMAIL, ADMIN]', 'approve', 'APPROVED', ['updated', 'approved'], undefined],
    [9, 'APPROVED', 'approve', 'APPROVED', [], undefined],
    [10, 'BLOCKED', 'approve', 'APPROVED', ['updated', 'approved'], undefined],
    [11, 'OFFLINE', 'approve', 'MEMBER_OFFLINE', [], undefined],
    [12, 'PENDING', 'block', 'BLOCKED', ['updated', 'blocked'], undefined],
    [12, 'APPROVED', 'block', 'BLOCKED', ['updated', 'blocked'], undefined],
    [13, 'BLOCKED', 'block', 'BLOCKED', [], undefined],
    [14, 'OFFLINE', 'block', 'MEMBER_OFFLINE', [], undefined],
    [18, 'APPROVED', 'mute', 'APPROVED', ['updated', 'muted'], undefined],
    [18, 'PENDING', 'mute', 'PENDING', ['updated', 'muted'], undefined],
    [18, 'BLOCKED', 'mute', 'BLOCKED', ['updated', 'muted'], undefined],
    [19, 'APPROVED', 'unmute', 'APPROVED', [], undefined],
    [20, 'OFFLINE', 'mute', 'MEMBER_OFFLINE', [], undefined],
    [20, 'OFFLINE', 'unmute', 'MEMBER_OFFLINE', [], undefined],
    [21, 'PENDING', 'disconnect', 'OFFLINE', ['updated'], undefined],
    [21, 'APPROVED', 'disconnect', 'OFFLINE', ['updated'], undefined],
    [21, 'BLOCKED', 'disconnect', 'OFFLINE', ['updated'], undefined],
    [22, 'OFFLINE', 'disconnect', 'OFFLINE', [], undefined],
  ] as const)('row %i: %s, %s → %s', async (_row, from, action, to, slugsAfter, template) => {
    const { id, email } = await createMemberWithStatus(from)
    const before = await slugs(id)
    const emailsBefore = (await server.sentEmails(site, email)).length
    const reply = await owner('POST', `/v1/members/${id}/${action}`, {})
    if (to === 'MEMBER_OFFLINE') expect([reply.status, errorCode(reply)]).toEqual([428, to])
    else expect([reply.status, reply.body.member?.status]).toEqual([200, to])
    expect((await slugs(id)).slice(before.length)).toEqual(slugsAfter)
    expect((await server.sentEmails(site, email)).slice(emailsBefore).map((one) => one.template)).toEqual(template ? [template] : [])
    // Twice is as once: rows 9, 13, 22 and "already".
    const again = await owner('POST', `/v1/members/${id}/${action}`, {})
    expect(again.status).toBe(reply.status)
    expect((await slugs(id)).length).toBe(before.length + slugsAfter.length)
  })

  test.each(['block', 'disconnect'])('rows 15, 16, 23: %s of oneself and of those who run the site', async (action) => {
    const signedIn = await server.call('POST', '/api/owner/sign-in', { body: { email: site.ownerEmail, password: site.ownerPassword } })
    const cookie = String(([] as unknown[]).concat(signedIn.headers['set-cookie'] ?? [])[0]).split(';')[0] ?? ''
    const headers = { cookie, 'x-csrf': signedIn.body.csrfToken, 'x-site-id': site.metaSiteId }
    const self = await server.call('POST', `/v1/members/${site.ownerMemberId}/${action}`, { headers, body: {} })
    expect([self.status, errorCode(self)]).toEqual([400, 'MEMBER_SELF_BLOCK_FORBIDDEN'])
    const byKey = await owner('POST', `/v1/members/${site.ownerMemberId}/${action}`, {})
    expect([byKey.status, errorCode(byKey), byKey.body.details.applicationError.data]).toEqual([
      400,
      'OWNER_MEMBER_BLOCK_FORBIDDEN',
      { memberId: site.ownerMemberId },
    ])
    expect(await slugs(site.ownerMemberId)).not.toContain('blocked')
    const kept = await owner('DELETE', `/v1/members/${site.ownerMemberId}`)
    expect([kept.status, kept.body.details.validationError.fieldViolations[0]]).toMatchObject([
      400,
      { field: 'id', ruleName: 'OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN', data: { memberId: site.ownerMemberId } },
    ])
  })

  test('row 17: a plan that renews prevents blocking, disconnecting and deleting; one that was paid once or renews no more does not', async () => {
    const plan = async (name: string, pricing: object) =>
      (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name, pricing: { price: { value: '10' }, ...pricing } } } })).plan.id as string
    const renewing = await plan('Monthly', { subscription: { cycleDuration: { unit: 'MONTH', count: 1 }, cycleCount: 0 } })
    const { token, memberId } = await server.registerMember(site)
    const card = { number: '4242424242424242', expMonth: 12, expYear: server.clocks.now().toZonedDateTimeISO('UTC').year + 5, cvc: '123' }
    const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: renewing, card } })
    for (const action of ['block', 'disconnect']) {
      const reply = await owner('POST', `/v1/members/${memberId}/${action}`, {})
      expect([reply.status, errorCode(reply), reply.body.details.applicationError.data]).toEqual([
        428,
        'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN',
        { memberId },
      ])
    }
    const kept = await owner('DELETE', `/v1/members/${memberId}`)
    expect([kept.status, kept.body.details.validationError.fieldViolations[0]]).toMatchObject([
      400,
      { field: 'id', violatedRule: 'OTHER', ruleName: 'ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN', data: { memberId } },
    ])
    const bulk = await owner('POST', '/v1/members/bulk/delete', { memberIds: [memberId] })
    expect(bulk.body.results[0].itemMetadata.error.code).toBe('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN')
    // In one step: the plan runs out, and the member stays out; or the plan ends, and the member goes.
    const plans = async () => (await owner('GET', `/v2/orders/${order.id}`)).body.order
    expect((await owner('POST', `/api/members/${memberId}/block-with-plans`, {})).body.member.status).toBe('BLOCKED')
    expect(await plans()).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true })
    await owner('POST', `/v1/members/${memberId}/approve`, {})
    expect((await plans()).autoRenewCanceled).toBe(true)
    await owner('POST', `/v1/members/${memberId}/mute`, {})
    // The log knows who did what, from where to where, and by which request.
    const { entries } = (await owner('GET', `/api/audit-log?subjectId=${memberId}&limit=3`)).body
    expect(entries).toMatchObject([
      { action: 'member.muted', actorKind: 'owner', data: { was: 'APPROVED', is: 'APPROVED' } },
      { action: 'member.approved', data: { was: 'BLOCKED', is: 'APPROVED' } },
      { action: 'member.blocked', data: { was: 'APPROVED', is: 'BLOCKED' }, requestId: expect.stringMatching(/./) },
    ])
    const leaver = await server.registerMember(site)
    const { order: theirs } = await server.ok('POST', '/api/checkout/plans', { token: leaver.token, body: { planId: renewing, card } })
    expect((await owner('DELETE', `/api/members/${leaver.memberId}/with-plans`)).body).toEqual({})
    expect((await owner('GET', `/v2/orders/${theirs.id}`)).body.order).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION' } })
    expect((await owner('GET', `/v1/members/${leaver.memberId}`)).status).toBe(404)

    const once = await createMemberWithStatus('APPROVED')
    const planId = await plan('Once', { singlePaymentUnlimited: true })
    await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: once.id, paid: true } })
    expect((await owner('POST', `/v1/members/${once.id}/block`, {})).body.member.status).toBe('BLOCKED')
  })

  test('rows 24, 28: a disconnected address is free for a new member with a new page; a deleted member is gone', async () => {
    const { id, email } = await createMemberWithStatus('OFFLINE')
    const old = (await owner('GET', `/v1/members/${id}?fieldsets=FULL`)).body.member
    const fresh = (await owner('POST', '/v1/members', { member: { loginEmail: email } })).body.member
    expect(fresh.id).not.toBe(id)
    expect(fresh.profile.slug).not.toBe(old.profile.slug)
    expect((await owner('DELETE', `/v1/members/${fresh.id}`)).body).toEqual({})
    expect((await owner('GET', `/v1/members/${fresh.id}`)).status).toBe(404)
    expect((await owner('DELETE', `/v1/members/${fresh.id}`)).status).toBe(404)
  })
})

describe('what members do', () => {
  test('rows 25, 26: join and leave, once each', async () => {
    const { token, memberId } = await server.registerMember(site)
    const before = (await slugs(memberId)).length
    for (const [path, privacyStatus] of [
      ['join-community', 'PUBLIC'],
      ['join-community', 'PUBLIC'],
      ['leave-community', 'PRIVATE'],
      ['leave-community', 'PRIVATE'],
    ])
      expect((await server.ok('POST', `/v1/members/${path}`, { token, body: {} })).member.privacyStatus).toBe(privacyStatus)
    expect((await slugs(memberId)).slice(before)).toEqual(['updated', 'joined_community', 'updated', 'left_community'])
  })
})

describe('limits', () => {
  test('sixty lists a minute for a visitor, whatever the business reads; then a minute of quiet', async () => {
    const token = await server.visitorToken(site)
    const read = () => server.call('POST', '/v1/members/query', { token, body: {} })
    for (let n = 0; n < 60; n++) expect((await read()).status).toBe(200)
    const full = await read()
    expect([full.status, errorCode(full)]).toEqual([429, 'THROTTLED_FEATURE'])
    expect(full.body.details.applicationError.data.retryAfterSeconds).toBeGreaterThan(0)
    expect((await owner('POST', '/v1/members/query', {})).status).toBe(200)
    await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT61S' } })
    expect((await read()).status).toBe(200)
  })
  test('sixty changes an hour of a member by themself; the business goes on', async () => {
    const { token, memberId } = await server.registerMember(site)
    const change = (title: string) => server.call('PATCH', `/v1/members/${memberId}`, { token, body: { member: { profile: { title } } } })
    // Attempts that change nothing count as well, and cost less here.
    for (let n = 0; n < 60; n++) expect((await change('')).status).toBe(200)
    expect((await change('Runner')).status).toBe(429)
    expect((await owner('PATCH', `/v1/members/${memberId}`, { member: { profile: { title: 'Walker' } } })).status).toBe(200)
  })
})

/** Random actions in random order; the model says what must come of each. */
type ModelStatus = 'APPROVED' | 'BLOCKED' | 'OFFLINE'
interface Model {
  status: ModelStatus | 'DELETED' | 'PURGED'
  /** What a restored member has again. */
  before: ModelStatus
  muted: boolean
  isPublic: boolean
  phones: string[]
  nickname: string
  events: number
}
const modelActions = [
  'approve',
  'block',
  'mute',
  'unmute',
  'disconnect',
  'publish',
  'hide',
  'phones',
  'clear phones',
  'rename',
  'same',
  'delete',
  'restore',
  'erase',
] as const
type ModelAction = (typeof modelActions)[number]

/** What an action must answer (status of HTTP), how the model goes on, and how many events it makes. */
function after(model: Model, action: ModelAction, text: string): { status: number; events: number; to: Partial<Model> } {
  const gone = model.status === 'DELETED' || model.status === 'PURGED'
  const before = gone ? model.before : (model.status as ModelStatus)
  if (action === 'restore') return model.status === 'DELETED' ? { status: 200, events: 1, to: { status: model.before } } : { status: 404, events: 0, to: {} }
  if (action === 'erase') {
    if (model.status === 'PURGED') return { status: 404, events: 0, to: {} }
    return { status: 200, events: gone ? 1 : 3, to: { status: 'PURGED' } }
  }
  if (gone) return { status: 404, events: 0, to: {} }
  const off = model.status === 'OFFLINE'
  const toMoved = (to: Partial<Model>, isSame: boolean) => ({ status: 200, events: isSame ? 0 : 2, to })
  switch (action) {
    case 'approve':
      return off ? { status: 428, events: 0, to: {} } : toMoved({ status: 'APPROVED' }, model.status === 'APPROVED')
    case 'block':
      return off ? { status: 428, events: 0, to: {} } : toMoved({ status: 'BLOCKED' }, model.status === 'BLOCKED')
    case 'mute':
      return off ? { status: 428, events: 0, to: {} } : toMoved({ muted: true }, model.muted)
    case 'unmute':
      return off ? { status: 428, events: 0, to: {} } : toMoved({ muted: false }, !model.muted)
    case 'disconnect':
      return { status: 200, events: off ? 0 : 1, to: { status: 'OFFLINE' } }
    case 'publish':
      if (model.isPublic) return { status: 200, events: 0, to: {} }
      return model.status === 'APPROVED' ? { status: 200, events: 1, to: { isPublic: true } } : { status: 428, events: 0, to: {} }
    case 'hide':
      return { status: 200, events: model.isPublic ? 1 : 0, to: { isPublic: false } }
    case 'phones':
      return { status: 200, events: model.phones.join() === text ? 0 : 1, to: { phones: [text] } }
    case 'clear phones':
      return { status: 200, events: model.phones.length > 0 ? 1 : 0, to: { phones: [] } }
    case 'rename':
      return { status: 200, events: model.nickname === text ? 0 : 1, to: { nickname: text } }
    case 'same':
      return { status: 200, events: 0, to: {} }
    case 'delete':
      return { status: 200, events: 2, to: { status: 'DELETED', before } }
  }
}

async function runModel(plan: readonly { action: ModelAction; text: string }[]): Promise<void> {
  const email = newEmail()
  // Six hundred new members a minute are the most that one key may make.
  await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT1S' } })
  const { id } = (await owner('POST', '/v1/members', { member: { loginEmail: email, profile: { nickname: 'One' } } })).body.member
  let model: Model = { status: 'APPROVED', before: 'APPROVED', muted: false, isPublic: false, phones: [], nickname: 'One', events: 1 }
  const patch = (member: object) => owner('PATCH', `/v1/members/${id}`, { member })
  for (const { action, text } of plan) {
    const expected = after(model, action, text)
    const reply = await {
      publish: () => patch({ privacyStatus: 'PUBLIC' }),
      hide: () => patch({ privacyStatus: 'PRIVATE' }),
      phones: () => patch({ contact: { phones: [text] } }),
      'clear phones': () => owner('DELETE', `/v1/members/${id}/phones`),
      rename: () => patch({ profile: { nickname: text } }),
      same: () => patch({ profile: { nickname: model.nickname }, contact: { phones: [] }, status: 'BLOCKED', loginEmail: email.toUpperCase() }),
      delete: () => owner('DELETE', `/v1/members/${id}`),
      restore: () => owner('POST', `/api/members/${id}/restore`, {}),
      erase: () => owner('POST', `/api/members/${id}/erase`, {}),
      approve: () => owner('POST', `/v1/members/${id}/approve`, {}),
      block: () => owner('POST', `/v1/members/${id}/block`, {}),
      mute: () => owner('POST', `/v1/members/${id}/mute`, {}),
      unmute: () => owner('POST', `/v1/members/${id}/unmute`, {}),
      disconnect: () => owner('POST', `/v1/members/${id}/disconnect`, {}),
    }[action]()
    expect([action, reply.status, reply.text.slice(0, reply.status === expected.status ? 0 : 200)]).toEqual([action, expected.status, ''])
    model = { ...model, ...expected.to, events: model.events + expected.events }
    if (action === 'delete' || action === 'erase') continue
    const read = await owner('GET', `/v1/members/${id}?fieldsets=FULL`)
    if (model.status === 'DELETED' || model.status === 'PURGED') expect(read.status).toBe(404)
    else
      expect(read.body.member).toMatchObject({
        status: model.status,
        activityStatus: model.muted ? 'MUTED' : 'ACTIVE',
        privacyStatus: model.isPublic ? 'PUBLIC' : 'PRIVATE',
        contact: { phones: model.phones },
        profile: { nickname: model.nickname },
      })
  }
  const emitted = await server.emittedEvents(site, id)
  expect(emitted.map((event) => event.slug)).toHaveLength(model.events)
  expect(emitted.map((event) => Number(event.sequence))).toEqual(emitted.map((_, at) => at + 1))
}

const options = propertyOptions({ short: 20, variable: 'MODEL_RUNS' })
test('random histories agree with the model', { timeout: 60_000 + options.numRuns * 2000 }, async () => {
  const step = fc.record({ action: fc.constantFrom(...modelActions), text: fc.constantFrom('One', '+1 212 555 0111', 'Zoë') })
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), runModel), options)
})
