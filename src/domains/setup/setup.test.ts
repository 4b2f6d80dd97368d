/** Settings of the site, and emails that are kept. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

test('settings change what they name and nothing else, whatever the request holds besides', async () => {
  const other = await server.createSite()
  const changed = await server.ok('PATCH', '/api/site-settings', {
    as: site,
    body: {
      name: 'Renamed',
      weekStartsOn: 0,
      id: other.metaSiteId,
      accountId: other.accountId,
      createdAt: '2001-01-01T00:00:00Z',
      'name"; drop table plan; --': 1,
    },
  })
  expect(changed).toMatchObject({ name: 'Renamed', weekStartsOn: 0, siteId: site.metaSiteId })
  const row = await server.open.db.selectFrom('site').selectAll().where('id', '=', site.metaSiteId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'Renamed', accountId: site.accountId })
  expect(row.createdAt.toString()).not.toMatch(/^2001/)
  expect((await server.call('PATCH', '/api/site-settings', { as: site, body: { timeZone: 'Mars/Olympus' } })).status).toBe(400)
})

test('a webhook needs the permission to read members, bookings or orders', async () => {
  const make = (as: CallOptions, types?: string[]) =>
    server.call('POST', '/api/webhooks', { ...as, body: { url: 'https://hooks.example.com/in', ...(types && { types }) } })
  const helper = await server.inviteCollaborator(site, ['WEBHOOKS.MANAGE', 'BOOKINGS.BOOKING_READ'])
  const refused = await make(helper, ['wix.members.v1.member_created', 'wix.bookings.v2.booking_created'])
  expect([refused.status, refused.body.details.applicationError]).toMatchObject([
    403,
    { code: 'PERMISSION_DENIED', data: { permissions: ['MEMBERS.MEMBER_READ'] } },
  ])
  expect((await make(helper, ['wix.members.v1.member_deleted', 'wix.bookings.v2.booking_created'])).status).toBe(200)
  const { types } = (await make(helper)).body.webhook
  expect([
    types.includes('wix.members.v1.member_deleted'),
    types.includes('wix.members.v1.member_updated'),
    types.includes('wix.bookings.v2.booking_created'),
  ]).toEqual([true, false, true])
  // Nor do they take over an address of another site.
  const { webhook } = (await make({ as: site }, ['wix.members.v1.member_created'])).body
  const change = (body: object) => server.call('PATCH', `/api/webhooks/${webhook.id}`, { ...helper, body })
  for (const body of [{ url: 'https://evil.example/' }, { isActive: true }, { types: ['wix.members.v1.member_updated'] }])
    expect((await change(body)).status).toBe(403)
  expect((await change({ name: 'Books' })).status).toBe(200)
  for (const one of (await server.ok('GET', '/api/webhooks', { as: site })).webhooks) await server.ok('DELETE', `/api/webhooks/${one.id}`, { as: site })
})

test('a webhook changes by its own fields only', async () => {
  const { webhook } = await server.ok('POST', '/api/webhooks', { as: site, body: { url: 'https://hooks.example.com/in' } })
  await server.ok('PATCH', `/api/webhooks/${webhook.id}`, { as: site, body: { name: 'Books', id: site.metaSiteId, siteId: site.metaSiteId } })
  expect((await server.ok('GET', '/api/webhooks', { as: site })).webhooks).toMatchObject([{ id: webhook.id, name: 'Books', isActive: true }])
})

test('a server that has a site is not set up again', async () => {
  const again = await server.call('POST', '/api/setup', {
    body: {
      ownerName: 'Eve',
      email: 'eve@evil.example',
      password: 'a door of my own',
      siteName: 'Mine now',
      timeZone: 'UTC',
      currency: 'EUR',
      weekStartsOn: 1,
      sample: false,
    },
  })
  expect([again.status, again.body.details.applicationError.code]).toEqual([409, 'ALREADY_SET_UP'])
  expect((await server.call('POST', '/api/owner/sign-in', { body: { email: 'eve@evil.example', password: 'a door of my own' } })).status).toBe(401)
})
