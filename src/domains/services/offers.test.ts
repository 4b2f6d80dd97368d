import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { insertCategories } from '../../../test/factories/many-rows.ts'

let testServer: TestServer
let site: TestSite
let token: string
let ana: string
beforeAll(async () => {
  testServer = await startTestServer()
  site = await testServer.createSite()
  token = await testServer.visitorToken(site)
  ana = (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })).staffMember.resourceId
})
afterAll(() => testServer.close())

const weekdays = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
const yoga = (name: string, more: object = {}) => ({
  type: 'CLASS',
  name,
  defaultCapacity: 10,
  onlineBooking: { enabled: true },
  payment: { rateType: 'FIXED', fixed: { price: { value: '16.00' } }, options: { online: true } },
  ...more,
})
const make = async (service: object) => (await testServer.ok('POST', '/v2/services', { as: site, body: { service } })).service
const post = (path: string, body: object) => testServer.call('POST', path, { as: site, body })

test('services are searched, with aggregations', async () => {
  for (const service of [yoga('Morning yoga', { description: 'slow' }), yoga('Evening yoga'), yoga('Boxing', { hidden: true }), yoga('Dance for all')])
    await make(service)
  const search = (body: object) => testServer.ok('POST', '/_api/bookings/v2/services/search', { token, body: { search: body } })
  const names = async (body: object) => (await search(body)).services.map((s: { name: string }) => s.name)
  expect((await names({ search: { expression: 'yoga' } })).toSorted()).toEqual(['Evening yoga', 'Morning yoga'])
  expect(await names({ search: { expression: 'morning yoga', mode: 'AND' } })).toEqual(['Morning yoga'])
  expect((await names({ search: { expression: 'evening yoga' } }))[0]).toBe('Evening yoga')
  expect(await names({ search: { expression: 'boxing' } })).toEqual([])
  expect(await names({ search: { expression: 'yogga', fuzzy: true } })).toContain('Morning yoga')
  const { aggregationData, pagingMetadata } = await search({
    cursorPaging: { limit: 1 },
    aggregations: [
      { name: 'types', type: 'VALUE', fieldPath: 'type', value: { limit: 5 } },
      { name: 'names', type: 'SCALAR', fieldPath: 'name', scalar: { type: 'COUNT_DISTINCT' } },
      {
        name: 'both',
        type: 'NESTED',
        nested: {
          nestedAggregations: [
            { name: 'type', type: 'VALUE', fieldPath: 'type', value: {} },
            { name: 'n', type: 'SCALAR', fieldPath: 'id', scalar: { type: 'COUNT_DISTINCT' } },
          ],
        },
      },
    ],
  })
  expect(aggregationData.results).toMatchObject([
    { name: 'types', values: { results: [{ value: 'CLASS', count: 3 }] } },
    { name: 'names', scalar: { type: 'COUNT_DISTINCT', value: 3 } },
    { name: 'both', nested: { results: [{ results: { type: { value: { value: 'CLASS', count: 3 } }, n: { scalar: { value: 3 } } } }] } },
  ])
  expect(pagingMetadata.hasNext).toBe(true)
  expect(await names({ cursorPaging: { cursor: pagingMetadata.cursors.next, limit: 1 } })).toHaveLength(1)
  expect((await testServer.call('POST', '/v2/services/search', { token, body: { search: { filter: { colour: 'red' } } } })).status).toBe(400)
  expect((await testServer.call('POST', '/v2/services/count', { token, body: {} })).status).toBe(400)
  expect((await testServer.ok('POST', '/v2/services/count', { token, body: { filter: { name: { $contains: 'YOGA' } } } })).count).toBe(2)
})

test.each([
  ['a text', ['type'], 'search.aggregations[0].type'],
  ['nothing', [null], 'search.aggregations[0].type'],
  ['parts that are texts', [{ type: 'NESTED', nested: { nestedAggregations: ['type', 'name'] } }], 'search.aggregations[0].nested.nestedAggregations[0].type'],
  ['ranges that are none', [{ type: 'RANGE', fieldPath: 'sortOrder', range: { buckets: [null, 7] } }], 'search.aggregations[0].range.buckets[0]'],
  ['a range from a word', [{ type: 'RANGE', fieldPath: 'sortOrder', range: { buckets: [{ from: 'few' }] } }], 'search.aggregations[0].range.buckets[0]'],
])('an aggregation that is %s is a violation', async (_, aggregations, field) => {
  const reply = await testServer.call('POST', '/_api/bookings/v2/services/search', { token, body: { search: { aggregations } } })
  expect([reply.status, reply.body.details.validationError?.fieldViolations]).toMatchObject([400, [{ field }]])
})

test('a list of a thousand ids is read page by page, like any other filter', async () => {
  const own = await testServer.createSite()
  const made: string[] = []
  for (const name of ['One', 'Two', 'Three']) made.push((await testServer.ok('POST', '/v2/services', { as: own, body: { service: yoga(name) } })).service.id)
  const filter = { id: { $in: [...made, ...Array.from({ length: 997 }, () => randomUUID())] } }
  const search = (body: object) => testServer.ok('POST', '/v2/services/search', { as: own, body: { search: body } })
  const first = await search({ filter, cursorPaging: { limit: 2 } })
  const second = await search({ cursorPaging: { limit: 2, cursor: first.pagingMetadata.cursors.next } })
  expect([...first.services, ...second.services].map(({ id }) => id)).toEqual(made)
})

test('bulk calls treat each item on its own', async () => {
  const created = await testServer.ok('POST', '/bookings/v2/bulk/services/create', {
    as: site,
    body: { services: [yoga('B one'), { ...yoga('B two'), name: '' }], returnEntity: true },
  })
  expect(created.results).toMatchObject([
    { itemMetadata: { success: true }, item: { name: 'B one' } },
    { itemMetadata: { success: false, originalIndex: 1, error: { code: 'INVALID_SERVICE_NAME' } } },
  ])
  const { id, revision } = created.results[0].item
  const updated = await testServer.ok('POST', '/v2/bulk/services/update', {
    as: site,
    body: { services: [{ service: { id, revision, tagLine: 'new' }, mask: 'tagLine' }], returnEntity: true },
  })
  expect(updated.results[0].item).toMatchObject({ name: 'B one', tagLine: 'new', revision: '2' })
  expect(
    (await testServer.ok('POST', '/v2/bulk/services/update-by-filter', { as: site, body: { filter: { name: 'B one' }, service: { tagLine: 'again' } } })).jobId,
  ).toMatch(/^[0-9a-f-]{36}$/)
  expect((await testServer.ok('GET', `/v2/services/${id}`, { as: site })).service.tagLine).toBe('again')
  expect((await post('/v2/bulk/services/delete-by-filter', {})).status).toBe(400)
  expect((await post('/v2/bulk/services/delete', { ids: [] })).status).toBe(400)
  const gone = await testServer.ok('POST', '/v2/bulk/services/delete', { as: site, body: { ids: [id, randomUUID()] } })
  expect(gone.results.map((r: { itemMetadata: { success: boolean; error?: { code: string } } }) => r.itemMetadata.error?.code ?? 'ok')).toEqual([
    'ok',
    'NOT_FOUND',
  ])
})

test('an update without a change has no new revision; a clone is hidden and named after its source', async () => {
  const service = await make(yoga('Source'))
  const same = await testServer.ok('PATCH', `/v2/services/${service.id}`, { as: site, body: { service: { ...service, id: service.id } } })
  expect(same.service.revision).toBe('1')
  const clone = async () =>
    (await testServer.ok('POST', '/v2/services/clone', { as: site, body: { sourceServiceId: service.id } })) as {
      service: { name: string; hidden: boolean; revision: string; schedule: { id: string } }
      errors: string[]
    }
  const [one, two] = [await clone(), await clone()]
  expect([one.service.name, two.service.name, one.service.hidden, one.service.revision, one.errors]).toEqual([
    'Source (copy)',
    'Source (copy 2)',
    true,
    '1',
    [],
  ])
  expect(one.service.schedule.id).not.toBe(service.schedule.id)
})

test('a clone takes series along that begin years ahead', async () => {
  const service = await make(yoga('Olympics'))
  const day = testServer.clocks.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1200 })
  const event = {
    scheduleId: service.schedule.id,
    type: 'CLASS',
    start: { localDate: `${day}T18:00:00` },
    end: { localDate: `${day}T19:00:00` },
    resources: [{ id: ana }],
    recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [weekdays[day.dayOfWeek]], until: { localDate: `${day.add({ days: 60 })}T23:59:00` } },
  }
  await testServer.ok('POST', '/calendar/v3/events', { as: site, body: { event } })
  const copy = await testServer.ok('POST', '/v2/services/clone', { as: site, body: { sourceServiceId: service.id } })
  const range = { fromLocalDate: `${day.subtract({ days: 1 })}T00:00:00`, toLocalDate: `${day.add({ days: 3 })}T00:00:00` }
  const query = { filter: { scheduleId: copy.service.schedule.id } }
  const { events } = await testServer.ok('POST', '/calendar/v3/events/query', { as: site, body: { ...range, query } })
  expect(events).toMatchObject([{ start: { localDate: `${day}T18:00:00` } }])
})

test('variants of an option have their own prices', async () => {
  const varied = await make(yoga('Varied', { payment: { rateType: 'VARIED', varied: { defaultPrice: { value: '20.00' } }, options: { inPerson: true } } }))
  const optionId = randomUUID()
  const input = (choices: string[], more: object = {}) => ({
    serviceOptionsAndVariants: {
      serviceId: varied.id,
      options: { values: [{ id: optionId, type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }] },
      variants: { values: choices.map((custom) => ({ choices: [{ optionId, custom }], price: { value: '9.50' } })) },
      ...more,
    },
  })
  expect(errorCode(await post('/v1/serviceOptionsAndVariants', input(['senior'])))).toBe('MISSING_CUSTOM_CHOICES')
  expect(errorCode(await post('/v1/serviceOptionsAndVariants', input(['child', 'child'])))).toBe('IDENTICAL_CHOICES')
  const created = (await testServer.ok('POST', '/bookings/v1/serviceOptionsAndVariants', { as: site, body: input(['child']) })).serviceOptionsAndVariants
  expect(created).toMatchObject({ minPrice: { value: '9.50' }, maxPrice: { value: '20.00' }, revision: '1' })
  expect(errorCode(await post('/v1/serviceOptionsAndVariants', input(['child'])))).toBe('ALREADY_EXISTS')
  expect((await testServer.ok('GET', `/v2/services/${varied.id}`, { token })).service.payment.varied).toMatchObject({
    minPrice: { value: '9.50' },
    maxPrice: { value: '20.00' },
  })
  expect((await testServer.ok('GET', `/bookings/v1/serviceOptionsAndVariants/service_id/${varied.id}`, { token })).serviceVariants.id).toBe(created.id)
  const price = (items: object[]) => testServer.ok('POST', '/v2/pricing/preview', { token, body: { bookingLineItems: items } })
  const { priceInfo } = await price([
    {
      serviceId: varied.id,
      serviceChoices: [
        { numberOfParticipants: 2, choices: [{ optionId, custom: 'child' }] },
        { numberOfParticipants: 1, choices: [{ optionId, custom: 'adult' }] },
      ],
    },
  ])
  expect(priceInfo).toMatchObject({ calculatedPrice: 39, bookingLineItems: [{ serviceChoices: [{ pricePerParticipant: 9.5 }, { pricePerParticipant: 20 }] }] })
  const refused = async (body: object) => errorCode(await testServer.call('POST', '/v2/pricing/preview', { token, body: { bookingLineItems: [body] } }))
  expect(await refused({ serviceId: varied.id })).toBe('NUMBER_OF_PARTICIPANTS_NOT_FOUND')
  expect(await refused({ numberOfParticipants: 1 })).toBe('INVALID_SERVICE_ID')
  expect(await refused({ serviceId: randomUUID(), numberOfParticipants: 1 })).toBe('FAILED_RESOLVING_SERVICE')
  // A booking without a service, and none at all.
  for (const body of [{}, { bookings: [] }, { booking: {} }, { bookings: [{ bookedEntity: {} }] }]) {
    const priced = await testServer.call('POST', '/v2/pricing/calculate', { token, body })
    expect([priced.status, errorCode(priced)]).toEqual([400, 'INVALID_BOOKING'])
  }
  await testServer.ok('DELETE', `/v1/serviceOptionsAndVariants/${created.id}`, { as: site })
  expect((await testServer.ok('GET', `/v2/services/${varied.id}`, { token })).service.payment.varied.minPrice.value).toBe('20.00')
})

test('the options of a service go with it', async () => {
  const service = await make(yoga('Going', { payment: { rateType: 'VARIED', varied: { defaultPrice: { value: '20.00' } }, options: { inPerson: true } } }))
  const optionId = randomUUID()
  const input = {
    serviceId: service.id,
    options: { values: [{ id: optionId, type: 'CUSTOM', customData: { name: 'Age', choices: ['child'] } }] },
    variants: { values: [{ choices: [{ optionId, custom: 'child' }], price: { value: '9.50' } }] },
  }
  const { id } = (await testServer.ok('POST', '/bookings/v1/serviceOptionsAndVariants', { as: site, body: { serviceOptionsAndVariants: input } }))
    .serviceOptionsAndVariants
  await testServer.ok('DELETE', `/v2/services/${service.id}`, { as: site })
  const query = { query: { filter: { serviceId: service.id } } }
  const found = await testServer.ok('POST', '/bookings/v1/serviceOptionsAndVariants/query', { as: site, body: query })
  expect(found.serviceOptionsAndVariantsList).toEqual([])
  expect((await testServer.emittedEvents(site, id)).map(({ slug }) => slug)).toEqual(['created', 'deleted'])
})

test('add-ons tell of being made, changed and deleted', async () => {
  const change = (method: string, path: string, addOn?: object) => testServer.ok(method, path, { as: site, ...(addOn && { body: { addOn } }) })
  const { addOn } = await change('POST', '/addons/v1/add-ons', { name: 'Towel', price: { value: '2.00' }, maxQuantity: 3 })
  await change('PATCH', `/addons/v1/add-ons/${addOn.id}`, { ...addOn, name: 'Large towel' })
  await change('DELETE', `/addons/v1/add-ons/${addOn.id}`)
  const events = await testServer.emittedEvents(site, addOn.id)
  expect(events.map(({ eventType }) => eventType)).toEqual(['wix.addons.v1.add_on_created', 'wix.addons.v1.add_on_updated', 'wix.addons.v1.add_on_deleted'])
  expect(events[1]?.body).toMatchObject({ updatedEvent: { currentEntity: { name: 'Large towel' }, modifiedFields: { name: 'Towel' } } })
})

test('events of services and of the settings say what changed', async () => {
  const own = await testServer.createSite()
  const readEvents = async (id: string) => (await testServer.emittedEvents(own, id)).filter(({ eventType }) => eventType.startsWith('wix.bookings'))
  const readModified = async (id: string) => {
    const { body } = (await readEvents(id)).findLast(({ slug }) => slug === 'updated') as { body: Record<string, unknown> }
    return (body.updatedEvent as { modifiedFields: unknown }).modifiedFields
  }
  const call = (method: string, path: string, body?: object) => testServer.ok(method, path, { as: own, ...(body && { body }) })
  const { service } = await call('POST', '/v2/services', { service: yoga('Slow yoga') })
  await call('PATCH', `/v2/services/${service.id}`, { service: { tagLine: 'For all', revision: service.revision } })
  expect(await readModified(service.id)).toEqual({ tagLine: null })
  await call('POST', `/_api/bookings/v2/services/${service.id}/slugs/custom`, { slug: 'slow-and-slower' })
  expect(await readModified(service.id)).toMatchObject({ 'mainSlug.name': 'slow-yoga', 'mainSlug.custom': false })
  const { bookingsSettings } = await call('GET', '/_api/bookings-settings/v2/settings')
  const change = { multiServiceAppointments: { enabled: false }, revision: bookingsSettings.revision }
  await call('PATCH', '/_api/bookings-settings/v2/bookings-settings', { bookingsSettings: change })
  expect(await readModified(bookingsSettings.id)).toEqual({ 'multiServiceAppointments.enabled': true })
  expect((await readEvents(bookingsSettings.id)).map(({ slug }) => slug)).toEqual(['created', 'updated'])
})

test('a service offers add-ons in groups', async () => {
  const service = await make(yoga('With extras'))
  const addOn = (
    await testServer.ok('POST', '/addons/v1/add-ons', { as: site, body: { addOn: { name: 'Oil', price: { value: '5' }, durationInMinutes: 15 } } })
  ).addOn
  expect((await post('/v1/add-ons', { addOn: { name: 'Nothing', price: { value: '5' } } })).status).toBe(400)
  const { addOnGroup } = await testServer.ok('POST', '/v2/services/add-on-groups/create', {
    as: site,
    body: { serviceId: service.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } },
  })
  const { addOnGroupsDetails } = await testServer.ok('POST', '/v2/services/add-on-groups/list-add-on-groups-by-service-id', {
    token,
    body: { serviceId: service.id },
  })
  expect(addOnGroupsDetails).toMatchObject([{ groupId: addOnGroup.id, groupName: 'Extras', addOns: [{ addOnId: addOn.id, durationInMinutes: 15 }] }])
  expect((await testServer.ok('GET', `/v2/services/${service.id}`, { token })).service).toMatchObject({
    addOnGroups: [{ id: addOnGroup.id }],
    addOnDetails: [{ addOnId: addOn.id, durationInMinutes: 15 }],
  })
  expect(
    errorCode(await post('/v2/services/add-on-groups/set-add-ons-for-group', { serviceId: service.id, groupId: randomUUID(), addOnIds: [addOn.id] })),
  ).toBe('ADD_ON_GROUP_NOT_FOUND')
  expect(errorCode(await post('/v2/services/add-on-groups/delete', { serviceId: service.id, addOnGroupId: randomUUID() }))).toBe('GROUP_NOT_ON_SERVICE')
  expect(
    (
      await testServer.ok('GET', '/addons/v1/add-ons/query', {
        token,
        query: { '.r': Buffer.from(JSON.stringify({ query: { filter: { name: 'Oil' } } })).toString('base64url') },
      })
    ).addOns,
  ).toHaveLength(1)
  await testServer.ok('DELETE', `/v1/add-ons/${addOn.id}`, { as: site })
  expect((await testServer.ok('GET', `/v2/services/${service.id}`, { token })).service.addOnGroups[0].addOnIds).toEqual([])
})

test('policies: rules are replaced as a whole, one is the default, the strictest of several', async () => {
  const policy = (bookingPolicy: object) => post('/bookings/v1/booking-policies', { bookingPolicy: { name: 'P', ...bookingPolicy } })
  const getRule = async (rules: object) => (await policy(rules)).body.details?.validationError?.fieldViolations.map((v: { ruleName: string }) => v.ruleName)
  expect(await getRule({ limitLateBookingPolicy: { enabled: true }, bookAfterStartPolicy: { enabled: true } })).toEqual([
    'BOTH_LATE_AND_AFTER_START_POLICIES_NOT_ALLOWED',
  ])
  expect(
    await getRule({
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 },
    }),
  ).toEqual(['INVALID_BOOKING_WINDOW'])
  expect(await getRule({ intakeFormPolicy: { enabled: true } })).toEqual(['INTAKE_FORM_ID_REQUIRED'])
  expect((await policy({ staffSortingPolicy: { sortingMethodType: 'CUSTOM' } })).status).toBe(400)
  const make2 = async (rules: object) => (await policy(rules)).body.bookingPolicy
  const a = await make2({
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 60 },
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 900 },
  })
  const b = await make2({
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 120 },
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 500 },
  })
  expect((await testServer.ok('POST', '/v1/booking-policies/strictest', { token, body: { bookingPolicyIds: [a.id, b.id] } })).bookingPolicy).toMatchObject({
    id: null,
    cancellationPolicy: { enabled: true, latestCancellationInMinutes: 120 },
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 500 },
  })
  // Those two, and the default one of a new site.
  expect((await testServer.ok('POST', '/v1/booking-policies/count', { token, body: { filter: { 'cancellationPolicy.enabled': true } } })).count).toBe(3)
  const set = await testServer.ok('POST', `/v1/booking-policies/${a.id}:setDefault`, { as: site, body: {} })
  expect([set.currentDefaultBookingPolicy.id, set.previousDefaultBookingPolicy.default]).toEqual([a.id, false])
  expect(errorCode(await testServer.call('DELETE', `/v1/booking-policies/${a.id}`, { as: site }))).toBe('DEFAULT_POLICY_CANNOT_BE_DELETED')
  const service = await make(yoga('By B', { bookingPolicy: { id: b.id } }))
  const { bookingPolicies } = await testServer.ok('POST', '/v2/services/policies/query', { token, body: { query: {} } })
  expect(bookingPolicies.find((one: { bookingPolicy: { id: string } }) => one.bookingPolicy.id === b.id)).toMatchObject({
    totalServiceCount: 1,
    connectedServices: [{ id: service.id }],
  })
  await testServer.ok('DELETE', `/v1/booking-policies/${b.id}`, { as: site })
  expect((await testServer.ok('GET', `/v2/services/${service.id}`, { token })).service.bookingPolicy.id).toBe(a.id)
})

test('categories are ordered; locations, forms and settings', async () => {
  const add = async (name: string) => (await testServer.ok('POST', '/v2/categories', { as: site, body: { category: { name } } })).category
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')]
  const order = async () => (await testServer.ok('GET', '/bookings/v1/categories', { token })).categories.map((c: { name: string }) => c.name)
  await testServer.ok('POST', `/v2/categories/set-position/${three.id}`, { as: site, body: { position: 'FIRST' } })
  await testServer.ok('POST', `/v2/categories/set-position/${one.id}`, { as: site, body: { position: 'AFTER_CATEGORY', afterCategoryId: two.id } })
  expect(await order()).toEqual(['Three', 'Two', 'One'])
  expect((await post(`/v2/categories/set-position/${randomUUID()}`, { position: 'LAST' })).status).toBe(404)
  await insertCategories({ server: testServer, site, count: 97 })
  expect((await post('/v2/categories', { category: { name: 'One too many' } })).body.details.applicationError.code).toBe('CATEGORY_LIMIT_REACHED')
  await sql`delete from service_category where site_id = ${site.metaSiteId} and name like 'More %'`.execute(testServer.open.db)
  const service = await make(yoga('Categorised', { category: { id: one.id } }))
  expect(
    (await testServer.ok('POST', '/v2/services/categories/query', { token, body: { filter: { services: {} } } })).categories.map(
      (c: { name: string }) => c.name,
    ),
  ).toEqual(['One'])
  await testServer.ok('DELETE', `/v2/categories/${one.id}`, { as: site })
  const stuck = await testServer.call('PATCH', `/v2/services/${service.id}`, { as: site, body: { service: { tagLine: 'x', revision: '1' } } })
  expect(stuck.body.details.validationError.fieldViolations[0].ruleName).toBe('INVALID_CATEGORY')
  expect((await testServer.ok('POST', '/v2/services/locations/query', { token, body: {} })).businessLocations).toMatchObject({
    exists: true,
    locations: [{ type: 'BUSINESS' }],
  })
  const forms = await testServer.ok('POST', '/v2/services/booking-forms/query', { token, body: { query: {}, conditionalFields: ['DEFAULT_BOOKING_FORM'] } })
  expect(forms.defaultBookingForm.formDetails.formId).toBe('00000000-0000-0000-0000-000000000000')
  const { bookingsSettings } = await testServer.ok('GET', '/_api/bookings-settings/v2/settings', { token })
  expect(bookingsSettings).toMatchObject({ cartCheckout: { enabled: false }, multiServiceAppointments: { enabled: true } })
  expect(
    (
      await testServer.ok('PATCH', '/_api/bookings-settings/v2/bookings-settings', {
        as: site,
        body: { bookingsSettings: { revision: '1', cartCheckout: { enabled: true } } },
      })
    ).bookingsSettings,
  ).toMatchObject({ revision: '2', cartCheckout: { enabled: true } })
})

test('changed locations: sessions at a removed one move or stay', async () => {
  const [main] = (await testServer.ok('GET', '/api/locations', { as: site })).locations
  const annex = (await testServer.ok('POST', '/api/locations', { as: site, body: { location: { name: 'Annex' } } })).location
  const service = await make(yoga('Moving', { locations: [{ type: 'BUSINESS', business: { id: main.id } }] }))
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { event } = await testServer.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: service.schedule.id,
        type: 'CLASS',
        start: { localDate: `${date}T18:00:00` },
        end: { localDate: `${date}T19:00:00` },
        resources: [{ id: ana }],
        location: { type: 'BUSINESS', id: main.id },
      },
    },
  })
  const set = (body: object) => testServer.call('POST', `/v2/services/${service.id}/locations`, { as: site, body })
  const there = { type: 'BUSINESS', business: { id: annex.id } }
  const wrong = await set({
    locations: [there],
    removedLocationSessionsAction: { action: 'MOVE_TO_LOCATION', moveToLocationOptions: { newLocation: { type: 'BUSINESS', business: { id: main.id } } } },
  })
  expect(wrong.body.details.validationError.fieldViolations[0].ruleName).toBe('INVALID_LOCATIONS')
  expect(
    (await set({ locations: [there], removedLocationSessionsAction: { action: 'MOVE_TO_LOCATION', moveToLocationOptions: { newLocation: there } } })).body
      .service.locations[0].business.id,
  ).toBe(annex.id)
  expect((await testServer.ok('GET', `/calendar/v3/events/${event.id}`, { as: site })).event.location.id).toBe(annex.id)
})

test('sums are those of the services that are found, whatever they are made of', async () => {
  const own = await testServer.createSite()
  const post = (path: string, body: object) => testServer.ok('POST', path, { as: own, body })
  const [main] = (await testServer.ok('GET', '/api/locations', { as: own })).locations
  const annex = (await post('/api/locations', { location: { name: 'Annex' } })).location
  const people: string[] = []
  for (const name of ['Mia', 'Ben']) people.push((await post('/v1/staff-members', { staffMember: { name } })).staffMember.resourceId)
  const category = (await post('/v2/categories', { category: { name: 'Calm' } })).category
  const at = (...ids: string[]) => ({ locations: ids.map((id) => ({ type: 'BUSINESS', business: { id } })) })
  const talk = { type: 'APPOINTMENT', defaultCapacity: 1, schedule: { availabilityConstraints: { sessionDurations: [60] } } }
  const services = [
    yoga('Soft flow', { category, level: 'BEGINNER', ...at(main.id) }),
    yoga('Soft stretch', { category, ...at(main.id, annex.id) }),
    yoga('Hard flow', { hidden: true, ...at(annex.id) }),
    { ...yoga('Soft talk', { level: 'BEGINNER' }), ...talk, staffMemberIds: people },
    { ...yoga('Hard talk', { category }), ...talk, staffMemberIds: people.slice(0, 1) },
  ]
  for (const service of services) await post('/v2/services', { service })
  type Found = Record<string, any>
  const values: Record<string, (service: Found) => unknown[]> = {
    type: ({ type }) => [type],
    hidden: ({ hidden }) => [hidden],
    level: ({ level }) => (level ? [level] : []),
    name: ({ name }) => [name],
    'category.name': ({ category: of }) => (of ? [of.name] : []),
    'payment.options.inPerson': ({ payment }) => [payment.options.inPerson],
    'locations.business.id': ({ locations }) => locations.flatMap(({ business }: Found) => business?.id ?? []),
    'locations.business.name': ({ locations }) => locations.flatMap(({ business }: Found) => business?.name ?? []),
    staffMemberIds: ({ staffMemberIds }) => staffMemberIds,
  }
  const value = (fieldPath: string, more: object = {}) => ({ name: fieldPath, fieldPath, type: 'VALUE', value: { limit: 50, ...more } })
  const count = (all: readonly unknown[]) => all.reduce<Record<string, number>>((sums, one) => ({ ...sums, [String(one)]: (sums[String(one)] ?? 0) + 1 }), {})
  const toSums = (results: readonly Found[]) => Object.fromEntries(results.map((row) => [row.value, row.count]))
  const questions = [
    {},
    { search: { expression: 'soft' } },
    { filter: { level: 'BEGINNER' } },
    { search: { expression: 'strech', fuzzy: true }, filter: { hidden: false } },
  ]
  for (const question of questions) {
    const ask = async (aggregations: object[]) => post('/v2/services/search', { search: { ...question, aggregations } })
    const names = Object.keys(values)
    const { services: found, aggregationData } = await ask(names.map((name) => value(name)))
    expect(found.length).toBeGreaterThan(0)
    for (const [n, name] of names.entries())
      expect([name, toSums(aggregationData.results[n].values.results)]).toEqual([name, count(found.flatMap(values[name] as never))])
    const nested = (...parts: string[]) => ({ name: 'both', type: 'NESTED', nested: { nestedAggregations: parts.map((part) => value(part)) } })
    const mixes = [
      ['type', 'category.name'],
      ['type', 'staffMemberIds'],
    ] as const
    const mixed = await ask([...mixes.map((parts) => nested(...parts)), value('level', { missingValues: 'INCLUDE', includeOptions: { addToBucket: 'any' } })])
    for (const [n, [outer, inner]] of mixes.entries()) {
      const expected = count(found.flatMap((one: Found) => values[inner]?.(one).map((each) => `${one[outer]} ${String(each)}`)))
      const rows = mixed.aggregationData.results[n].nested.results.map(({ results }: Found) => ({
        value: `${results[outer].value.value} ${results[inner].value.value}`,
        count: results[inner].value.count,
      }))
      expect(toSums(rows)).toEqual(expected)
    }
    expect(toSums(mixed.aggregationData.results[2].values.results)).toEqual(count(found.map((one: Found) => one.level ?? 'any')))
  }
})

// Last: it stops the clock.
test('dates are aggregated on the clock of a zone, lists by each of their elements', async () => {
  const own = await testServer.createSite()
  const makeHere = async (at: string, service: object) => {
    testServer.freezeClock(at)
    await testServer.ok('POST', '/v2/services', { as: own, body: { service } })
  }
  const addStaff = async (name: string) =>
    (await testServer.ok('POST', '/v1/staff-members', { as: own, body: { staffMember: { name } } })).staffMember.resourceId as string
  const [mia, ben] = [await addStaff('Mia'), await addStaff('Ben')]
  const talk = { ...yoga('Talk'), type: 'APPOINTMENT', defaultCapacity: 1, schedule: { availabilityConstraints: { sessionDurations: [60] } } }
  await makeHere('2027-01-31T23:30:00Z', { ...talk, staffMemberIds: [mia, ben] })
  await makeHere('2027-02-15T12:00:00Z', { ...talk, staffMemberIds: [mia] })
  await makeHere('2027-03-15T12:00:00Z', yoga('Without anyone'))
  const byMonth = { name: 'months', fieldPath: 'createdDate', type: 'DATE_HISTOGRAM', dateHistogram: { interval: 'MONTH' } }
  const byPerson = (more: object = {}) => ({ name: 'people', fieldPath: 'staffMemberIds', type: 'VALUE', value: { limit: 9, ...more } })
  const byType = { name: 'type', fieldPath: 'type', type: 'VALUE', value: {} }
  const read = async (aggregation: object, timeZone = 'UTC') => {
    const body = { search: { aggregations: [aggregation], timeZone } }
    return (await testServer.ok('POST', '/v2/services/search', { as: own, body })).aggregationData.results[0]
  }
  const toPairs = ({ results }: { results: { value: string; count: number }[] }) => results.map(({ value, count }) => [value, count])
  const [march, february] = ['2027-03-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z']
  expect(toPairs((await read(byMonth)).dateHistogram)).toEqual([
    ['2027-01-01T00:00:00.000Z', 1],
    [february, 1],
    [march, 1],
  ])
  expect(toPairs((await read(byMonth, 'Europe/Berlin')).dateHistogram)).toEqual([
    ['2027-01-31T23:00:00.000Z', 2],
    ['2027-02-28T23:00:00.000Z', 1],
  ])
  const nested = await read({ name: 'both', type: 'NESTED', nested: { nestedAggregations: [byType, byMonth] } })
  expect(nested.nested.results.at(-1).results).toEqual({ type: { value: { value: 'CLASS', count: 1 } }, months: { dateHistogram: { value: march, count: 1 } } })
  expect(toPairs((await read(byPerson())).values)).toEqual([
    [mia, 2],
    [ben, 1],
  ])
  expect(toPairs((await read(byPerson({ missingValues: 'INCLUDE', includeOptions: { addToBucket: 'none' } }))).values)).toContainEqual(['none', 1])
})
