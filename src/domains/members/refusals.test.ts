/** Refusals of sign-in, members and community that need somebody at the dashboard. Source: guide members 14, 16; identity 2, 5.8. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type Called, type CallOptions, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let desk: CallOptions
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
  const entered = await world.call('POST', '/api/owner/sign-in', { body: { email: site.ownerEmail, password: site.ownerPassword } })
  const cookies = ([] as unknown[]).concat(entered.headers['set-cookie'] ?? []).map((line) => String(line).split(';')[0])
  desk = { headers: { cookie: cookies.join('; '), 'x-csrf': entered.body.csrfToken, 'x-site-id': site.metaSiteId } }
}, 120_000)
afterAll(() => world.close())

const refused = (answer: Called) => [answer.status, answer.body.details?.applicationError?.code]

test('a wrong password at the dashboard, for known and unknown addresses', async () => {
  for (const email of [site.ownerEmail, 'nobody@shop.example'])
    expect(refused(await world.call('POST', '/api/owner/sign-in', { body: { email, password: 'certainly not this one' } }))).toEqual([401, 'WRONG_SIGN_IN'])
})

test('recovery codes without a second step', async () => {
  const { token } = await world.member(site)
  expect(refused(await world.call('POST', '/api/my-factors/recovery-codes', { token, body: {} }))[1]).toBe('NO_SECOND_STEP')
})

test('whoever runs the site is not blocked by members, and does not dismiss reports on themself', async () => {
  const { token } = await world.member(site)
  await world.ok('PATCH', `/v1/members/${site.ownerMemberId}`, { as: site, body: { member: { privacyStatus: 'PUBLIC' } } })
  const block = await world.call('POST', '/v1/member-to-member-blocks/members/my', { token, body: { memberId: site.ownerMemberId } })
  expect(refused(block)).toEqual([400, 'ADMIN_BLOCKING_FORBIDDEN'])
  const memberReport = { reportedMemberId: site.ownerMemberId, reason: { category: 'SPAM' } }
  await world.ok('POST', '/v1/member-reports', { token, body: { memberReport } })
  expect(refused(await world.call('DELETE', `/v1/member-reports/members/${site.ownerMemberId}`, desk))).toEqual([428, 'CANNOT_DELETE_MEMBER_REPORTS'])
})

test('fifty keys are enough for anybody', async () => {
  let last: Called | undefined
  for (let n = 0; n < 51 && (last === undefined || last.status === 200); n++)
    last = await world.call('POST', '/api/api-keys', { ...desk, body: { name: `Key ${n}` } })
  expect(refused(last as Called)[1]).toBe('TOO_MANY_API_KEYS')
})
