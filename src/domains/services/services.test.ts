import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
let site: TestSite
let resourceId: string
beforeAll(async () => {
  testServer = await startTestServer()
  site = await testServer.createSite()
  resourceId = (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana', email: 'ana@example.org' } } })).staffMember
    .resourceId
})
afterAll(() => testServer.close())

const yoga = {
  type: 'CLASS',
  name: 'Yoga in the Park',
  defaultCapacity: 10,
  onlineBooking: { enabled: true },
  payment: { rateType: 'FIXED', fixed: { price: { value: '16.00' } }, options: { online: true } },
}
const create = (service: object) => testServer.call('POST', '/v2/services', { as: site, body: { service } })
const rules = (called: { body: { details: { validationError: { fieldViolations: { ruleName: string }[] } } } }) =>
  called.body.details.validationError.fieldViolations.map((v) => v.ruleName)

test('a class is created with everything storefronts read', async () => {
  const category = (await testServer.ok('POST', '/v2/categories', { as: site, body: { category: { name: 'Outside' } } })).category
  const { service } = await testServer.ok('POST', '/v2/services', { as: site, body: { service: { ...yoga, category: { id: category.id } } } })
  expect(service).toMatchObject({
    name: 'Yoga in the Park',
    mainSlug: { name: 'yoga-in-the-park', custom: false },
    category: { id: category.id, name: 'Outside' },
    revision: '1',
    defaultCapacity: 10,
    payment: { fixed: { price: { value: '16.00', formattedValue: expect.any(String) } }, options: { online: true, inPerson: false, pricingPlan: false } },
    bookingPolicy: { default: true },
    locations: [{ type: 'BUSINESS' }],
  })
  const token = await testServer.visitorToken(site)
  const found = await testServer.ok('POST', '/_api/bookings/v2/services/query', {
    token,
    body: { query: { filter: { 'mainSlug.name': 'yoga-in-the-park' }, paging: { limit: 1 } } },
  })
  expect(found).toMatchObject({ services: [{ id: service.id }], pagingMetadata: { count: 1, total: 1, offset: 0 } })
  for (const filter of [
    { type: { $in: ['CLASS'] } },
    { 'category.id': category.id },
    { 'supportedSlugs.name': { $hasSome: ['yoga-in-the-park'] } },
    { 'payment.options.online': true },
  ])
    expect((await testServer.ok('POST', '/v2/services/query', { token, body: { query: { filter } } })).services.map((s: { id: string }) => s.id)).toEqual([
      service.id,
    ])
  expect((await testServer.ok('GET', `/_api/bookings/v2/services/${service.id}`, { token, query: { serviceId: service.id } })).service.id).toBe(service.id)
  expect((await testServer.ok('POST', '/v2/services/categories/query', { token, body: { filter: {} } })).categories).toHaveLength(1)
})

test('a refused service names the violated rule', async () => {
  expect(rules(await create({ type: 'CLASS', name: ' ' }))).toEqual([
    'INVALID_SERVICE_NAME',
    'INVALID_ONLINE_BOOKING',
    'PAYMENT_REQUIRED',
    'INVALID_DEFAULT_CAPACITY',
  ])
  expect(rules(await create({ ...yoga, type: 'APPOINTMENT' }))).toEqual(['INVALID_APPOINTMENT_CAPACITY', 'INVALID_SESSION_DURATION'])
  expect(rules(await create({ ...yoga, payment: { rateType: 'NO_FEE', options: { online: true } } }))).toEqual(['INVALID_PAYMENT_OPTIONS'])
  expect((await create({ ...yoga, payment: { rateType: 'SUBSCRIPTION' } })).body.details.applicationError.code).toBe('SUBSCRIPTION_SERVICE_NOT_SUPPORTED')
  const fixed = { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { inPerson: true } }
  for (const branch of [{ varied: { defaultPrice: { value: '9.00' } } }, { custom: { description: 'Ask us' } }])
    expect(rules(await create({ ...yoga, payment: { ...fixed, ...branch } }))).toEqual(['INVALID_PAYMENT_TYPE'])
  expect(rules(await create({ ...yoga, category: { id: '00000000-0000-4000-8000-000000000001' } }))).toEqual(['INVALID_CATEGORY'])
})

test('what search engines and apps are told has its bounds', async () => {
  const readFields = async (more: object) => {
    const { status, body } = await create({ ...yoga, name: 'Well described', ...more })
    return [status, body.details?.validationError?.fieldViolations.map(({ field }: { field: string }) => field)]
  }
  const keywords = (count: number) => ({ seoData: { settings: { keywords: Array.from({ length: count }, (_, n) => ({ term: `calm ${n}` })) } } })
  expect(await readFields(keywords(6))).toEqual([400, ['service.seoData.settings.keywords']])
  expect(await readFields({ extendedFields: { namespaces: { mine: { text: 'x'.repeat(10_300) } } } })).toEqual([
    400,
    ['service.extendedFields.namespaces.mine'],
  ])
  expect(await readFields({ taxableAddress: { taxableAddressType: 'MOON' } })).toEqual([400, ['service.taxableAddress.taxableAddressType']])
  expect(await readFields({ ...keywords(5), taxableAddress: { taxableAddressType: 'BILLING' } })).toEqual([200, undefined])
})

test('an update needs the revision, merges what is given and keeps the rest', async () => {
  const { service } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'APPOINTMENT',
        name: 'Talk',
        onlineBooking: { enabled: true },
        payment: { rateType: 'NO_FEE' },
        schedule: { availabilityConstraints: { sessionDurations: [60] } },
        staffMemberIds: [resourceId],
      },
    },
  })
  const patch = (change: object) => testServer.call('PATCH', `/v2/services/${service.id}`, { as: site, body: { service: { id: service.id, ...change } } })
  expect((await patch({ name: 'Long talk' })).status).toBe(400)
  expect((await patch({ name: 'Long talk', revision: '7' })).body.details.applicationError).toMatchObject({
    code: 'REVISION_MISMATCH',
    data: { currentRevision: '1' },
  })
  const renamed = (await patch({ name: 'Long talk', revision: '1' })).body.service
  expect(renamed).toMatchObject({
    name: 'Long talk',
    revision: '2',
    mainSlug: { name: 'long-talk' },
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
    staffMemberIds: [resourceId],
  })
  expect(renamed.supportedSlugs.map((s: { name: string }) => s.name).toSorted()).toEqual(['long-talk', 'talk'])
})

test('a service says for which level it is, or nothing, and is found by it', async () => {
  const { service } = (await create({ ...yoga, name: 'Deep backbends', level: 'ADVANCED' })).body
  expect(service.level).toBe('ADVANCED')
  const token = await testServer.visitorToken(site)
  const find = async (level: string) =>
    (await testServer.ok('POST', '/v2/services/query', { token, body: { query: { filter: { level } } } })).services.map(({ name }: { name: string }) => name)
  expect([await find('ADVANCED'), await find('ALL')]).toEqual([['Deep backbends'], []])
  const patch = (change: object) => testServer.call('PATCH', `/v2/services/${service.id}`, { as: site, body: { service: change } })
  const refused = await patch({ level: 'EXPERT', revision: '1' })
  expect([refused.status, refused.body.details.validationError.fieldViolations[0].field]).toEqual([400, 'service.level'])
  // What is not named stays; null takes it away.
  expect((await patch({ tagLine: 'Slowly', revision: '1' })).body.service.level).toBe('ADVANCED')
  expect((await patch({ level: null, revision: '2' })).body.service).not.toHaveProperty('level')
  expect((await create({ ...yoga, name: 'Gentle stretch' })).body.service).not.toHaveProperty('level')
})

test('slugs belong to one service and old ones keep working', async () => {
  const first = (await create(yoga)).body.service
  expect(first.mainSlug.name).toBe('yoga-in-the-park-1')
  const custom = await testServer.ok('POST', `/v2/services/${first.id}/slugs/custom`, { as: site, body: { slug: 'Park' } })
  expect(custom.slug).toMatchObject({ name: 'park', custom: true })
  expect((await testServer.call('POST', `/v2/services/${first.id}/slugs/custom`, { as: site, body: { slug: 'talk' } })).status).toBe(428)
  expect((await testServer.ok('POST', '/v2/services/slugs/validate', { as: site, body: { slug: 'park' } })).errors).toEqual(['SLUG_ALREADY_EXISTS'])
  expect((await testServer.ok('POST', '/v2/services/slugs/validate', { as: site, body: { slug: 'a_b' } })).valid).toBe(false)
  const find = async (condition: unknown) => {
    const { services } = await testServer.ok('POST', '/v2/services/query', { as: site, body: { query: { filter: { 'supportedSlugs.name': condition } } } })
    return services.map(({ id }: { id: string }) => id)
  }
  for (const condition of ['park', { $in: ['park', 'none'] }, { $hasSome: ['park', 'yoga-in-the-park-1'] }, { $hasAll: ['park', 'yoga-in-the-park-1'] }])
    expect([condition, await find(condition)]).toEqual([condition, [first.id]])
  expect(await find({ $ne: 'park' })).not.toContain(first.id)
  expect((await find({ $ne: 'park' })).length).toBeGreaterThan(0)
})

test('a deleted service frees its slug; a hidden one is found by id or slug only', async () => {
  const gone = (await create({ ...yoga, name: 'Short lived' })).body.service
  await testServer.ok('DELETE', `/v2/services/${gone.id}`, { as: site })
  expect((await testServer.call('GET', `/v2/services/${gone.id}`, { as: site })).status).toBe(404)
  const hidden = (await create({ ...yoga, name: 'Short lived', hidden: true })).body.service
  expect(hidden.mainSlug.name).toBe('short-lived')
  const token = await testServer.visitorToken(site)
  expect((await testServer.ok('POST', '/v2/services/query', { token, body: { query: { filter: { name: 'Short lived' } } } })).services).toEqual([])
  expect((await testServer.ok('POST', '/v2/services/query', { token, body: { query: { filter: { 'mainSlug.name': 'short-lived' } } } })).services).toHaveLength(
    1,
  )
})
