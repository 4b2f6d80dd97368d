import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { insertResourceTypes } from '../../../test/factories/many-rows.ts'

let testServer: TestServer
let site: TestSite
let token: string
beforeAll(async () => {
  testServer = await startTestServer()
  site = await testServer.createSite()
  token = await testServer.visitorToken(site)
})
afterAll(() => testServer.close())

const add = async (staffMember: object, more: object = {}) =>
  (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember, ...more } })).staffMember
const rules = (called: { body: { details: { validationError: { fieldViolations: { ruleName: string }[] } } } }) =>
  called.body.details.validationError.fieldViolations.map((v) => v.ruleName)

test('a staff member has a resource and the business hours; customers see name and picture only', async () => {
  const ana = await add({ name: 'Ana', email: 'ana@example.org', phone: '+49301' }, { fields: ['RESOURCE_DETAILS'] })
  expect(ana).toMatchObject({
    name: 'Ana',
    email: 'ana@example.org',
    revision: '1',
    serviceProvider: true,
    resource: { id: ana.resourceId, usesDefaultWorkingHours: true, workingHoursSchedules: [{ shared: true }] },
  })
  const seen = (await testServer.ok('GET', `/bookings/v1/staff-members/${ana.id}`, { token })).staffMember
  expect(Object.keys(seen).toSorted()).toEqual(['createdDate', 'id', 'name', 'resourceId', 'revision', 'updatedDate'])
  const { staffMemberSettings: settings } = await testServer.ok('GET', '/v1/staff-member-settings', { as: site })
  await testServer.ok('PATCH', '/v1/staff-member-settings', {
    as: site,
    body: { staffMemberSettings: { revision: settings.revision, contactInformation: { publiclyAccessible: true } } },
  })
  expect((await testServer.ok('GET', `/v1/staff-members/${ana.id}`, { token })).staffMember.email).toBe('ana@example.org')
  expect((await testServer.call('PATCH', '/v1/staff-member-settings', { as: site, body: { staffMemberSettings: { revision: '1' } } })).status).toBe(409)
  for (const filter of [{ email: 'ana@example.org' }, { 'tags.tags.tagIds': { $hasSome: ['x'] } }])
    expect((await testServer.call('POST', '/v1/staff-members/query', { token, body: { query: { filter } } })).status).toBe(403)
  expect((await testServer.call('POST', '/v1/staff-members', { token, body: { staffMember: { name: 'X' } } })).status).toBe(403)
  expect((await testServer.call('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: ' ' } } })).status).toBe(400)
  expect((await testServer.call('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'n'.repeat(41) } } })).status).toBe(400)
  expect((await testServer.emittedEvents(site, ana.id)).map((event) => event.slug)).toEqual(['created', 'fully_created'])
})

test('an update needs the revision; an update without a change changes nothing', async () => {
  const ben = await add({ name: 'Ben' })
  const patch = (change: object) => testServer.call('PATCH', `/v1/staff-members/${ben.id}`, { as: site, body: { staffMember: change } })
  expect((await patch({ name: 'Benno' })).status).toBe(400)
  const stale = await patch({ name: 'Benno', revision: '9' })
  expect([stale.status, errorCode(stale)]).toEqual([409, 'REVISION_MISMATCH'])
  expect((await patch({ name: 'Benno', revision: '1' })).body.staffMember).toMatchObject({ name: 'Benno', revision: '2' })
  expect((await patch({ name: 'Benno', revision: '2' })).body.staffMember.revision).toBe('2')
  expect((await testServer.ok('GET', `/v2/resources/${ben.resourceId}`, { as: site })).resource.name).toBe('Benno')
  expect((await testServer.call('PATCH', `/v2/resources/${ben.resourceId}`, { as: site, body: { resource: { name: 'X', revision: '1' } } })).status).toBe(400)
  expect(
    (await testServer.call('POST', `/v1/staff-members/${ben.id}/assign-working-hours-schedule`, { as: site, body: { scheduleId: randomUUID() } })).status,
  ).toBe(400)
})

test('staff are searched, counted, sorted and paged', async () => {
  for (const name of ['Carla Stein', 'Carlo Berg', 'Dora Stein']) await add({ name })
  const search = await testServer.ok('POST', '/v2/staff-members/search', {
    as: site,
    body: { search: { search: { expression: 'stein' }, aggregations: [{ name: 'kinds', type: 'VALUE', fieldPath: 'serviceProvider', value: {} }] } },
  })
  expect(search.staffMembers.map((one: { name: string }) => one.name).toSorted()).toEqual(['Carla Stein', 'Dora Stein'])
  expect(search.aggregationData.results[0]).toMatchObject({ name: 'kinds', values: { results: [{ value: 'true', count: 2 }] } })
  expect((await testServer.ok('POST', '/v1/staff-members/count', { token, body: { filter: { name: { $startsWith: 'carl' } } } })).count).toBe(2)
  const first = await testServer.ok('POST', '/v2/staff-members/query', { as: site, body: { query: { cursorPaging: { limit: 2 } } } })
  const next = await testServer.ok('POST', '/v2/staff-members/query', {
    as: site,
    body: { query: { cursorPaging: { cursor: first.pagingMetadata.cursors.next, limit: 2 } } },
  })
  expect(first.staffMembers.map((one: { id: string }) => one.id)).not.toContain(next.staffMembers[0].id)
  expect((await testServer.call('POST', '/v1/staff-members/query', { as: site, body: { query: { filter: { shoeSize: 43 } } } })).status).toBe(400)
})

test('a deleted staff member goes to the trash bin, is removed from every service, and can be restored', async () => {
  const [eva, finn] = [await add({ name: 'Eva' }), await add({ name: 'Finn' })]
  const { service } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'APPOINTMENT',
        name: 'Massage',
        onlineBooking: { enabled: true },
        payment: { rateType: 'NO_FEE' },
        schedule: { availabilityConstraints: { sessionDurations: [60] } },
        staffMemberIds: [eva.resourceId, finn.resourceId],
      },
    },
  })
  await testServer.ok('DELETE', `/v1/staff-members/${eva.id}`, { as: site })
  expect((await testServer.call('GET', `/v1/staff-members/${eva.id}`, { as: site })).status).toBe(404)
  expect((await testServer.ok('GET', `/v2/services/${service.id}`, { as: site })).service).toMatchObject({ staffMemberIds: [finn.resourceId], revision: '2' })
  expect((await testServer.ok('GET', '/bookings/staff/v2/staff-members/trash-bin', { as: site })).staffMembers.map((one: { id: string }) => one.id)).toEqual([
    eva.id,
  ])
  expect((await testServer.ok('POST', `/api/staff/${eva.id}/restore`, { as: site })).staffMember.resourceId).toBe(eva.resourceId)
  await testServer.ok('DELETE', `/v1/staff-members/${eva.id}`, { as: site })
  await testServer.ok('DELETE', `/v2/staff-members/trash-bin/${eva.id}`, { as: site })
  expect((await testServer.call('GET', `/v2/staff-members/trash-bin/${eva.id}`, { as: site })).status).toBe(404)
})

test('a staff member is connected to a dashboard user, or invited; tags', async () => {
  const gina = await add({ name: 'Gina', email: 'gina@example.org' })
  const status = async (id: string) =>
    (await testServer.ok('GET', `/v1/staff-members/${id}`, { as: site, query: { fields: 'ASSOCIATED_IDENTITY_STATUS' } })).staffMember.associatedWixIdentity
      ?.connection?.status
  await testServer.ok('POST', `/v1/staff-members/${gina.id}/connect-staff-member-to-user`, { as: site, body: {} })
  expect(await status(gina.id)).toBe('PENDING')
  expect((await testServer.sentEmails(site, 'gina@example.org')).map((email) => email.template)).toEqual(['staff-invitation'])
  await testServer.ok('POST', `/v1/staff-members/${gina.id}/connect-staff-member-to-user`, { as: site, body: { email: site.ownerEmail } })
  expect(await status(gina.id)).toBe('CONNECTED')
  const again = await testServer.call('POST', `/v1/staff-members/${gina.id}/connect-staff-member-to-user`, { as: site, body: {} })
  expect([again.status, errorCode(again)]).toEqual([428, 'FAILED_PRECONDITION'])
  expect((await testServer.ok('POST', `/v1/staff-members/get-or-create/wix-user-id/${site.ownerUserId}`, { as: site, body: {} })).staffMember.id).toBe(gina.id)
  await testServer.ok('POST', `/v1/staff-members/${gina.id}/disconnect-staff-member-from-user`, { as: site, body: {} })
  expect(await status(gina.id)).toBe('DISCONNECTED')
  const tags = (body: object) => testServer.call('POST', '/v1/bulk/staff-members/update-tags', { as: site, body })
  expect(errorCode(await tags({ ids: [gina.id] }))).toBe('EMPTY_ASSIGN_AND_UNASSIGN_LISTS')
  const done = (await tags({ ids: [gina.id, randomUUID()], assignTags: { tags: { tagIds: ['team'] } } })).body
  expect(done.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
  expect(
    (await testServer.ok('POST', '/v2/staff-members/query', { as: site, body: { query: { filter: { 'tags.tags.tagIds': { $hasSome: ['team'] } } } } }))
      .staffMembers,
  ).toHaveLength(1)
})

test('who is invited as a staff member joins the team, is connected, and disconnected when they leave it', async () => {
  const own = await testServer.createSite()
  const { staffMember: noor } = await testServer.ok('POST', '/v1/staff-members', {
    as: own,
    body: { staffMember: { name: 'Noor', email: 'noor@example.org' } },
  })
  const status = async () => {
    const reply = await testServer.ok('GET', `/v1/staff-members/${noor.id}`, { as: own, query: { fields: 'ASSOCIATED_IDENTITY_STATUS' } })
    return reply.staffMember.associatedWixIdentity?.connection?.status
  }
  const path = `/v1/staff-members/${noor.id}/connect-staff-member-to-user`
  // Only who manages the team can give a role.
  const planner = await testServer.inviteCollaborator(own, ['BOOKINGS.STAFF_MEMBER_UPDATE'])
  const refused = await testServer.call('POST', path, { ...planner, body: {} })
  expect([refused.status, errorCode(refused)]).toEqual([428, 'STAFF_INVITE_REQUIRES_ROLE'])
  await testServer.ok('POST', path, { as: own, body: {} })
  const { link } = (await testServer.emailVariables(own, 'noor@example.org', 'staff-invitation')) as { link: string }
  const password = 'a calm long evening'
  await testServer.ok('POST', '/api/invitations/accept', { body: { token: new URL(link).searchParams.get('token'), name: 'Noor', password } })
  expect(await status()).toBe('CONNECTED')
  const session = await testServer.signInAsOwner(own, { email: 'noor@example.org', password })
  expect((await testServer.ok('GET', '/api/my-time-off', session)).staffMember).toMatchObject({ id: noor.id })
  const { collaborators } = await testServer.ok('GET', '/api/collaborators', { as: own })
  const { userId } = collaborators.find(({ email }: { email: string }) => email === 'noor@example.org')
  await testServer.ok('DELETE', `/api/collaborators/${userId}`, { as: own })
  expect(await status()).toBe('DISCONNECTED')
  const events = (await testServer.emittedEvents(own, noor.id)).map(({ slug }) => slug)
  expect(events.slice(-4)).toEqual(['connected_to_user', 'updated', 'disconnected_from_user', 'updated'])
})

test('a restored staff member is disconnected when their user is another one by now, or left the team', async () => {
  const own = await testServer.createSite()
  const call = (method: string, path: string, body?: object) => testServer.ok(method, path, { as: own, ...(body && { body }) })
  const addConnected = async (name: string, email: string): Promise<string> => {
    const { staffMember } = await call('POST', '/v1/staff-members', { staffMember: { name } })
    await call('POST', `/v1/staff-members/${staffMember.id}/connect-staff-member-to-user`, { email })
    return staffMember.id
  }
  const restore = (id: string) => call('POST', `/api/staff/${id}/restore`, {})
  const readIdentity = async (id: string) => {
    const query = { fields: 'ASSOCIATED_IDENTITY_STATUS' }
    return (await testServer.ok('GET', `/v1/staff-members/${id}`, { as: own, query })).staffMember.associatedWixIdentity
  }
  const ana = await addConnected('Ana', own.ownerEmail)
  await call('DELETE', `/v1/staff-members/${ana}`)
  await restore(ana)
  expect((await readIdentity(ana)).connection.status).toBe('CONNECTED')
  await call('DELETE', `/v1/staff-members/${ana}`)
  const ben = await addConnected('Ben', own.ownerEmail)
  await restore(ana)
  expect([(await readIdentity(ana)).connection.status, (await readIdentity(ben)).connection.status]).toEqual(['DISCONNECTED', 'CONNECTED'])

  await testServer.inviteCollaborator(own, [])
  const { collaborators } = await call('GET', '/api/collaborators')
  const hal = collaborators.find(({ role }: { role: string }) => role === 'CONTRIBUTOR')
  const cleo = await addConnected('Cleo', hal.email)
  await call('DELETE', `/v1/staff-members/${cleo}`)
  await call('DELETE', `/api/collaborators/${hal.userId}`)
  await restore(cleo)
  expect((await readIdentity(cleo)).connection.status).toBe('DISCONNECTED')
})

test('events of staff, resources, types and settings say what changed', async () => {
  const own = await testServer.createSite()
  const call = (method: string, path: string, body?: object) => testServer.ok(method, path, { as: own, ...(body && { body }) })
  const readModified = async (id: string) => {
    const { body } = (await testServer.emittedEvents(own, id)).findLast(({ slug }) => slug === 'updated') as { body: Record<string, unknown> }
    return (body.updatedEvent as { modifiedFields: unknown }).modifiedFields
  }
  const { staffMember } = await call('POST', '/v1/staff-members', { staffMember: { name: 'Ivo', description: 'Teaches' } })
  await call('PATCH', `/v1/staff-members/${staffMember.id}`, { staffMember: { name: 'Ivo B.', revision: staffMember.revision } })
  expect(await readModified(staffMember.id)).toEqual({ name: 'Ivo' })
  await call('POST', `/v1/staff-members/${staffMember.id}/set-service-provider`, { serviceProvider: false })
  expect(await readModified(staffMember.id)).toEqual({ serviceProvider: true })
  const { resourceType } = await call('POST', '/v2/resources/resource-types', { resourceType: { name: 'Room' } })
  await call('PATCH', `/v2/resources/resource-types/${resourceType.id}`, { resourceType: { name: 'Hall', revision: resourceType.revision } })
  expect(await readModified(resourceType.id)).toEqual({ name: 'Room' })
  const { resource } = await call('POST', '/v2/resources', { resource: { name: 'Loft', typeId: resourceType.id, capacity: 8 } })
  await call('PATCH', `/v2/resources/${resource.id}`, { resource: { capacity: 9, revision: resource.revision } })
  expect(await readModified(resource.id)).toEqual({ capacity: 8 })
  const { staffMemberSettings: settings } = await call('GET', '/v1/staff-member-settings')
  const change = { contactInformation: { publiclyAccessible: true }, revision: settings.revision }
  await call('PATCH', '/v1/staff-member-settings', { staffMemberSettings: change })
  expect(await readModified(settings.id)).toEqual({ 'contactInformation.publiclyAccessible': false })
})

test('a location has an address as text or in parts, and says what it is used for', async () => {
  const own = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const call = (method: string, path: string, location: object) => testServer.call(method, path, { as: own, body: { location } })
  const parts = { addressLine: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' }
  const { location } = (await call('POST', '/api/locations', { name: 'Hall', address: parts, locationTypes: ['OFFICES', 'RECEPTION'] })).body
  expect(location).toMatchObject({
    timeZone: 'Europe/Berlin',
    locationTypes: ['OFFICES', 'RECEPTION'],
    revision: '1',
    status: 'ACTIVE',
    address: { ...parts, formattedAddress: 'Torstraße 12, 10119 Berlin, DE' },
  })
  const path = `/api/locations/${location.id}`
  const text = (await call('PATCH', path, { address: 'Side street 1', revision: '1' })).body.location
  expect([text.address, text.revision]).toEqual([{ addressLine: 'Side street 1', formattedAddress: 'Side street 1' }, '2'])
  const stale = await call('PATCH', path, { name: 'Large hall', revision: '1' })
  expect([stale.status, errorCode(stale)]).toEqual([409, 'REVISION_MISMATCH'])
  for (const wrong of [{ locationTypes: ['CASTLE'] }, { locationTypes: [] }, { address: { country: 'Germany' } }, { address: { country: 'XX' } }])
    expect((await call('PATCH', path, wrong)).status, JSON.stringify(wrong)).toBe(400)
})

test('an archived location never becomes the default one, and a location has a name', async () => {
  const own = await testServer.createSite()
  const call = (method: string, path: string, location: object) => testServer.call(method, path, { as: own, body: { location } })
  const { location } = (await call('POST', '/api/locations', { name: ' Annex ' })).body
  expect(location.name).toBe('Annex')
  const path = `/api/locations/${location.id}`
  expect((await call('PATCH', path, { default: true, status: 'INACTIVE' })).status).toBe(400)
  await call('PATCH', path, { status: 'INACTIVE' })
  expect((await call('PATCH', path, { default: true })).status).toBe(400)
  const { locations } = await testServer.ok('GET', '/api/locations', { as: own })
  expect(locations.filter((one: { default: boolean }) => one.default)).toMatchObject([{ status: 'ACTIVE' }])
  expect((await call('PATCH', path, { default: true, status: 'ACTIVE' })).body.location).toMatchObject({ default: true, status: 'ACTIVE' })
  expect([(await call('POST', '/api/locations', { name: '   ' })).status, (await call('PATCH', path, { name: '   ' })).status]).toEqual([400, 400])
})

test('public holidays of a country and region become closing days; what is special already stays', async () => {
  const own = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const get = (path: string, query: object = {}) => testServer.call('GET', path, { as: own, query: query as Record<string, string> })
  expect((await get('/api/holidays/countries')).body.countries).toContainEqual({ code: 'DE', name: 'Germany' })
  const { regions, holidays } = (await get('/api/holidays', { country: 'DE', region: 'BE', year: '2027' })).body
  expect(regions).toContainEqual({ code: 'BE', name: 'Berlin' })
  const dates = holidays.map(({ date }: { date: string }) => date)
  expect(dates).toEqual(dates.toSorted())
  // Good Friday everywhere, Women's Day in Berlin alone, nothing that is no public holiday.
  expect(dates).toEqual(expect.arrayContaining(['2027-01-01', '2027-03-08', '2027-03-26', '2027-12-26']))
  expect(dates).not.toContain('2027-02-14')
  const bavarian = (await get('/api/holidays', { country: 'DE', region: 'BY', year: '2027' })).body.holidays.map(({ date }: { date: string }) => date)
  expect([bavarian.includes('2027-03-08'), bavarian.includes('2027-01-06')]).toEqual([false, true])
  for (const wrong of [
    { country: 'XX', year: '2027' },
    { country: 'DE', region: 'XX', year: '2027' },
  ])
    expect((await get('/api/holidays', wrong)).status).toBe(400)
  const post = (path: string, body: object) => testServer.ok('POST', path, { as: own, body })
  await post('/api/special-days', { specialDay: { from: '2099-12-24', until: '2099-12-25', title: 'Short days', periods: [{ start: '09:00', end: '12:00' }] } })
  const days = ['2099-12-25', '2099-12-26', '2099-12-26'].map((date) => ({ date, title: 'Christmas' }))
  const { specialDays, skipped } = await post('/api/special-days/closures', { days })
  expect([specialDays.map(({ from }: { from: string }) => from), skipped]).toEqual([['2099-12-26'], ['2099-12-25']])
  expect((await get('/api/special-days')).body.specialDays).toMatchObject([
    { title: 'Short days' },
    { from: '2099-12-26', until: '2099-12-26', title: 'Christmas', periods: [] },
  ])
  // Those of a person or a room are their own.
  const { resourceId } = (await post('/v1/staff-members', { staffMember: { name: 'Uma' } })).staffMember
  const { resourceType } = await post('/v2/resources/resource-types', { resourceType: { name: 'Cellars' } })
  const room = (await post('/v2/resources', { resource: { name: 'Cellar', typeId: resourceType.id } })).resource.id
  for (const id of [resourceId, room]) {
    const closed = await post('/api/special-days/closures', { resourceId: id, days })
    expect([closed.specialDays.map((one: { from: string }) => one.from), closed.skipped]).toEqual([['2099-12-25', '2099-12-26'], []])
    expect((await get('/api/special-days', { resourceId: id })).body.specialDays).toMatchObject([{ resourceId: id }, { resourceId: id }])
  }
  expect((await get('/api/special-days')).body.specialDays).toHaveLength(2)
  const close = (body: object) => testServer.call('POST', '/api/special-days/closures', { as: own, body: { days, ...body } })
  const [{ id: locationId }] = (await get('/api/locations')).body.locations
  expect([(await close({ resourceId: randomUUID() })).status, (await close({ resourceId, locationId })).status]).toEqual([404, 400])
})

test('resources and their types', async () => {
  const kind = (name: string) => testServer.call('POST', '/v2/resources/resource-types', { as: site, body: { resourceType: { name } } })
  const { resourceType: rooms } = (await kind('Room')).body
  expect(errorCode(await kind('room'))).toBe('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  await insertResourceTypes({ server: testServer, site, count: 50 })
  expect(errorCode(await kind('One too many'))).toBe('MAX_NUMBER_OF_RESOURCE_TYPES_REACHED')
  await sql`delete from resource_type where site_id = ${site.metaSiteId} and name like 'More %'`.execute(testServer.open.db)
  const room = (resource: object) => testServer.call('POST', '/v2/resources', { as: site, body: { resource: { typeId: rooms.id, ...resource } } })
  const sized = (await room({ name: 'Sized', capacity: 12 })).body.resource
  expect(sized.capacity).toBe(12)
  const resize = (capacity: unknown, revision: string) =>
    testServer.call('PATCH', `/v2/resources/${sized.id}`, { as: site, body: { resource: { capacity, revision } } })
  expect((await resize(12, sized.revision)).body.resource.revision).toBe(sized.revision)
  const { resource: unsized } = (await resize(null, sized.revision)).body
  expect(unsized).not.toHaveProperty('capacity')
  for (const wrong of [0, 1001, 2.5, 'many']) expect((await resize(wrong, unsized.revision)).status).toBe(400)
  await testServer.call('DELETE', `/v2/resources/${sized.id}`, { as: site })
  const { resource: shared } = (await room({ name: 'Shared' })).body
  const business = (await testServer.ok('POST', '/calendar/v3/schedules/query', { as: site, body: {} })).schedules[0].id
  const share = (schedule: object) =>
    testServer.call('PATCH', `/v2/resources/${shared.id}`, {
      as: site,
      body: { resource: { revision: shared.revision, workingHoursSchedules: { values: [schedule] } } },
    })
  expect(rules(await share({ scheduleId: business }))).toEqual(['RESOURCE_WORKING_HOURS_SHARED_IS_REQUIRED'])
  expect((await share({ scheduleId: business, shared: true })).body.resource.usesDefaultWorkingHours).toBe(true)
  await testServer.call('DELETE', `/v2/resources/${shared.id}`, { as: site })
  expect(rules(await room({ name: '' }))).toEqual(['RESOURCE_NAME_IS_REQUIRED'])
  expect(rules(await room({ name: 'A', locationOptions: { availableInAllLocations: false } }))).toEqual(['RESOURCE_SPECIFIC_LOCATION_OPTIONS_MUST_BE_SET'])
  expect(
    rules(
      await room({
        name: 'A',
        locationOptions: {
          availableInAllLocations: true,
          specificLocationOptions: { availableInBusinessLocations: true, businessLocations: [{ locationId: randomUUID() }] },
        },
      }),
    ),
  ).toEqual(['RESOURCE_SPECIFIC_LOCATION_OPTIONS_NOT_ALLOWED'])
  const { results } = await testServer.ok('POST', '/v2/bulk/resources/create', {
    as: site,
    body: {
      resources: [
        { typeId: rooms.id, name: 'One' },
        { typeId: rooms.id, name: '' },
      ],
      returnEntity: true,
    },
  })
  expect(results).toMatchObject([
    { itemMetadata: { success: true, originalIndex: 0 }, item: { name: 'One' } },
    { itemMetadata: { success: false, error: { code: 'RESOURCE_NAME_IS_REQUIRED' } } },
  ])
  const one = results[0].item
  const ida = await add({ name: 'Ida' })
  const { service } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'APPOINTMENT',
        name: 'Room talk',
        onlineBooking: { enabled: true },
        payment: { rateType: 'NO_FEE' },
        schedule: { availabilityConstraints: { sessionDurations: [60] } },
        staffMemberIds: [ida.resourceId],
        serviceResources: [{ resourceType: { id: rooms.id }, resourceIds: { values: [one.id] } }],
      },
    },
  })
  const inUse = await testServer.call('DELETE', `/v2/resources/resource-types/${rooms.id}`, { as: site })
  expect([inUse.status, errorCode(inUse)]).toEqual([428, 'FAILED_PRECONDITION'])
  await testServer.ok('DELETE', `/v2/resources/${one.id}`, { as: site })
  expect((await testServer.ok('GET', `/v2/services/${service.id}`, { as: site })).service.serviceResources[0].resourceIds.values).toEqual([])
  await testServer.ok('DELETE', `/v2/services/${service.id}`, { as: site })
  await testServer.ok('DELETE', `/v2/resources/resource-types/${rooms.id}`, { as: site })
  expect((await testServer.call('DELETE', '/v2/resources/resource-types/1cd44cf8-756f-41c3-bd90-3e2ffcaf1155', { as: site })).status).toBe(400)
  expect((await testServer.ok('POST', '/v2/resources/count', { as: site, body: { filter: { typeId: rooms.id } } })).count).toBe(0)
})

test('a room can be used at any time, in business hours or at hours of its own, which repeat every other week and count at a location', async () => {
  const { resourceType } = await testServer.ok('POST', '/v2/resources/resource-types', { as: site, body: { resourceType: { name: 'Cabins' } } })
  const { resource } = await testServer.ok('POST', '/v2/resources', { as: site, body: { resource: { name: 'Cabin', typeId: resourceType.id } } })
  const { location } = await testServer.ok('POST', '/api/locations', { as: site, body: { location: { name: 'Annex', address: 'Side street 1' } } })
  const path = `/api/resources/${resource.id}/hours`
  const set = (body: object) => testServer.call('PUT', path, { as: site, body })
  expect(await testServer.ok('GET', path, { as: site })).toEqual({ mode: 'ALWAYS', periods: [] })
  const monday = { day: 'MONDAY', start: '09:00', end: '12:00', interval: 2, from: '2027-05-03', until: '2027-12-31', locationId: location.id }
  expect((await set({ mode: 'CUSTOM', periods: [monday] })).body).toMatchObject({ mode: 'CUSTOM', periods: [monday] })
  expect((await set({ mode: 'BUSINESS' })).body.mode).toBe('BUSINESS')
  // Its own hours come back.
  expect((await set({ mode: 'CUSTOM' })).body.periods).toMatchObject([monday])
  expect((await set({ mode: 'ALWAYS' })).status).toBe(200)
  for (const wrong of [{ interval: 2, from: null }, { until: '2027-05-02' }, { locationId: randomUUID() }, { day: 'SOMEDAY' }, { start: '9' }])
    expect((await set({ mode: 'CUSTOM', periods: [{ ...monday, ...wrong }] })).status, JSON.stringify(wrong)).toBe(400)
  expect((await set({ mode: 'NEVER' })).status).toBe(400)
  expect((await testServer.ok('GET', path, { as: site })).mode).toBe('ALWAYS')
  const otherSite = await testServer.createSite()
  expect((await testServer.call('GET', path, { as: otherSite })).status).toBe(404)
  expect((await testServer.call('PUT', path, { as: otherSite, body: { mode: 'ALWAYS' } })).status).toBe(404)
  expect((await testServer.call('PUT', path, { token, body: { mode: 'ALWAYS' } })).status).toBe(403)
  // The resource of a staff member follows the staff member.
  const ida = await add({ name: 'Ida' })
  expect((await testServer.call('PUT', `/api/resources/${ida.resourceId}/hours`, { as: site, body: { mode: 'ALWAYS' } })).status).toBe(400)
  expect(
    (await testServer.call('PUT', `/api/staff/${ida.id}/hours`, { as: site, body: { usesDefaultWorkingHours: false, periods: [{ ...monday, from: null }] } }))
      .status,
  ).toBe(400)
})

test('a rank is set by the business only, from 1 to 1000, for staff of the site', async () => {
  const rita = await add({ name: 'Rita' })
  const path = `/api/staff/${rita.id}/rank`
  expect(await testServer.ok('GET', path, { as: site })).toEqual({ rank: 100 })
  expect(await testServer.ok('PUT', path, { as: site, body: { rank: 3 } })).toEqual({ rank: 3 })
  await testServer.ok('PUT', path, { as: site, body: { rank: 3 } })
  expect((await testServer.emittedEvents(site, rita.id)).map((event) => event.slug)).toEqual(['created', 'fully_created', 'updated'])
  for (const rank of [0, 1001, 1.5, 'first', null]) expect((await testServer.call('PUT', path, { as: site, body: { rank } })).status).toBe(400)
  expect((await testServer.call('PUT', path, { token, body: { rank: 1 } })).status).toBe(403)
  expect((await testServer.call('GET', path, { token })).status).toBe(403)
  const other = await testServer.createSite()
  expect((await testServer.call('PUT', path, { as: other, body: { rank: 1 } })).status).toBe(404)
  expect((await testServer.call('GET', `/api/staff/${randomUUID()}/rank`, { as: site })).status).toBe(404)
  expect(await testServer.ok('GET', path, { as: site })).toEqual({ rank: 3 })
})
