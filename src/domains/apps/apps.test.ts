/** Apps of a site through HTTP: what is part of the product, what is not, and for whom. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type CallOptions, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let otherSite: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  otherSite = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const bookings = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const plans = '1522827f-c56c-a5c9-2ac9-00f9e6ae12d3'
const members = '14cc59bc-f0b7-15b8-e1c7-89ce41d0e0c9'
const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const path = '/apps-installer-service/v1/app-instance/install'
const install = (appDefId: string, { as = { as: site }, tenant = {}, more = {} }: { as?: CallOptions; tenant?: object; more?: object } = {}) =>
  server.call('POST', path, {
    ...as,
    body: { tenant: { tenantType: 'SITE', id: site.metaSiteId, ...tenant }, appInstance: { appDefId, enabled: true, ...more } },
  })

test('an app of this product is there already, however often it is installed', async () => {
  const first = await install(bookings)
  expect(first).toMatchObject({ status: 200, body: { appInstance: { appDefId: bookings, enabled: true } } })
  expect((await install(bookings.toUpperCase())).body).toEqual(first.body)
  expect((await install(plans)).status).toBe(200)
  expect((await install(members, { more: { enabled: undefined, version: 'latest' } })).status).toBe(200)
  const { appInstances } = await server.ok('GET', '/_api/apps-installer-service/v1/app-instances', { as: site })
  expect(appInstances.map((app: { appDefId: string; enabled: boolean }) => [app.appDefId, app.enabled])).toEqual([
    [bookings, true],
    [plans, true],
    [members, true],
  ])
  expect(appInstances[0]).toEqual(first.body.appInstance)
})

test('any other app is refused by name', async () => {
  const refused = await install(stores)
  expect([refused.status, errorCode(refused)]).toEqual([501, 'NOT_OFFERED'])
  expect(refused.body.details.applicationError.data).toEqual({ appDefId: stores })
})

test('only for the own site, and only for the business', async () => {
  expect(errorCode(await install(bookings, { tenant: { id: otherSite.metaSiteId } }))).toBe('PERMISSION_DENIED')
  expect((await install(bookings, { as: {} })).status).toBe(401)
  expect((await install(bookings, { as: { token: await server.visitorToken(site) } })).status).toBe(403)
  expect((await install(bookings, { as: { token: (await server.registerMember(site)).token } })).status).toBe(403)
  expect((await server.call('GET', '/apps-installer-service/v1/app-instances', { token: await server.visitorToken(site) })).status).toBe(403)
})

test('a request of another shape is refused with its field', async () => {
  const { status, body } = await server.call('POST', path, { as: site, body: { tenant: { tenantType: 'SITE', id: site.metaSiteId } } })
  expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, 'appInstance'])
  expect((await install('bookings')).status).toBe(400)
  expect((await install(bookings, { tenant: { tenantType: 'ACCOUNT' } })).status).toBe(400)
  expect((await install(bookings, { more: { enabled: false } })).status).toBe(400)
})

test('plans that the business has switched off stay off', async () => {
  const closed = await server.createSite()
  await server.ok('PATCH', '/api/money/terms', { as: closed, body: { enabled: false } })
  const answer = await install(plans, { as: { as: closed }, tenant: { id: closed.metaSiteId } })
  expect([answer.status, errorCode(answer)]).toEqual([428, 'PRICING_PLANS_NOT_INSTALLED'])
  const { appInstances } = await server.ok('GET', '/apps-installer-service/v1/app-instances', { as: closed })
  expect(appInstances.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([true, false, true])
})
