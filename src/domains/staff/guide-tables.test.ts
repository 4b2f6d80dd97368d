/** Rows of the guide's tables on staff and resources, each driven through HTTP. Source: guide services-and-availability §10, §11. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, monday, staffType, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { codesIn, describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import type { TestReply } from '../../../test/test-server.ts'
import { StaffMember } from './contract/staff-member.ts'

const guide = 'services-and-availability'
let studio: TimeSlotStudio
beforeAll(async () => {
  studio = await createTimeSlotStudio()
})
afterAll(() => studio.testServer.close())
beforeEach(() => studio.testServer.freezeClock('2027-05-01T08:00:00Z'))

const call = (method: string, path: string, body?: object, query?: Record<string, string>): Promise<TestReply> =>
  studio.testServer.call(method, path, { as: studio.site, ...(body && { body }), ...(query && { query }) })
const ok = async (method: string, path: string, body?: object, query?: Record<string, string>) => {
  const answer = await call(method, path, body, query)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const name = () => `P ${randomUUID().slice(0, 8)}`
const text = (length: number) => 'x'.repeat(length)
const create = (staffMember: object, fields: string[] = []) => call('POST', '/v1/staff-members', { staffMember: { name: name(), ...staffMember }, fields })
const add = async (staffMember: object = {}, fields: string[] = []) => (await create(staffMember, fields)).body.staffMember
const refuses = async (staffMember: object) => expect([staffMember, (await create(staffMember)).status]).toEqual([staffMember, 400])
const read = async (id: string, as: object = { as: studio.site }, query: Record<string, string> = {}) =>
  (await studio.testServer.ok('GET', `/v1/staff-members/${id}`, { ...as, query })).staffMember
const act = (id: string, what: string, body: object = {}) => call('POST', `/v1/staff-members/${id}/${what}`, body)
const listSlugs = async (id: string) => (await studio.testServer.emittedEvents(studio.site, id)).map(({ slug }) => slug)
const ruleNames = ({ body }: TestReply): string[] => body.details.validationError.fieldViolations.map(({ ruleName }: { ruleName: string }) => ruleName)

const rows = tableAt(guide, '### 10.1')
test('the table names every field of a staff member, and no other', () => {
  const named = rows.flatMap(([cell = '']) =>
    stripMarkdown(cell)
      .replaceAll(/ ≤ \d+/g, '')
      .split(', '),
  )
  expect(named.toSorted()).toEqual(Object.keys(StaffMember.properties).toSorted())
})
describeRows('fields (§10.1)', rows, {
  'id, createdDate, updatedDate, revision': async () => {
    const [id, old] = [randomUUID(), '2020-01-01T00:00:00Z']
    const one = await add({ id, createdDate: old, updatedDate: old, revision: '7' })
    expect(one).toMatchObject({ createdDate: '2027-05-01T08:00:00.000Z', updatedDate: '2027-05-01T08:00:00.000Z', revision: '1' })
    expect(one.id).not.toBe(id)
  },
  name: async () => {
    for (const wrong of [undefined, ' ', text(41)]) await refuses({ name: wrong })
    expect((await create({ name: text(40) })).status).toBe(200)
  },
  'email ≤ 320, phone ≤ 20': async () => {
    await refuses({ email: `${text(320)}@example.org` })
    await refuses({ phone: '1'.repeat(21) })
    const { id } = await add({ email: 'ana@example.org', phone: '+49301' })
    expect(await read(id, { token: studio.token })).not.toHaveProperty('email')
    const settings = async () => (await ok('GET', '/v1/staff-member-settings')).staffMemberSettings
    const share = async (publiclyAccessible: boolean) =>
      ok('PATCH', '/v1/staff-member-settings', { staffMemberSettings: { revision: (await settings()).revision, contactInformation: { publiclyAccessible } } })
    await share(true)
    expect(await read(id, { token: studio.token })).toMatchObject({ email: 'ana@example.org', phone: '+49301' })
    await share(false)
  },
  description: async () => {
    await refuses({ description: text(501) })
    expect((await add({ description: text(500) })).description.length).toBe(500)
  },
  mainMedia: async () => {
    const mainMedia = { image: { url: 'https://example.org/a.jpg' } }
    expect((await add({ mainMedia })).mainMedia).toMatchObject(mainMedia)
  },
  resourceId: async () => {
    const resourceId = randomUUID()
    const one = await add({ resourceId })
    expect(one.resourceId).not.toBe(resourceId)
    expect((await ok('GET', `/v2/resources/${one.resourceId}`)).resource.typeId).toBe(staffType)
  },
  resource: async ([, rule = '']) => {
    expect(await add()).not.toHaveProperty('resource')
    const { resource } = await add({}, ['RESOURCE_DETAILS'])
    for (const field of Object.keys(resource)) expect(rule).toContain(field)
    expect(resource).toMatchObject({ usesDefaultWorkingHours: true, workingHoursSchedules: [{ shared: true }], eventsSchedule: { id: expect.any(String) } })
  },
  associatedWixIdentity: async () => {
    const { id } = await add({ email: `${randomUUID()}@example.org` })
    await act(id, 'connect-staff-member-to-user')
    const { associatedWixIdentity } = await read(id, undefined, { fields: 'ASSOCIATED_IDENTITY_STATUS' })
    expect(associatedWixIdentity.connection.status).toBe('PENDING')
    expect(await read(id, { token: studio.token })).not.toHaveProperty('associatedWixIdentity')
  },
  serviceProvider: async () => expect([(await add()).serviceProvider, (await add({ serviceProvider: false })).serviceProvider]).toEqual([true, false]),
  tags: async () => {
    const tags = { tags: { tagIds: ['team'] }, privateTags: { tagIds: ['senior'] } }
    expect((await add({ tags })).tags).toEqual(tags)
  },
  extendedFields: async () => {
    const extendedFields = { namespaces: { '@studio/app': { a: 1 } } }
    expect((await add({ extendedFields })).extendedFields).toEqual(extendedFields)
  },
})

/** A staff member with an appointment of their own, offered on Mondays. */
async function getProvider() {
  const one = await studio.person(name())
  await studio.hours(one.own, '2027-05-03', '09:00', '11:00', 'MONDAY')
  const service = await studio.appointment(name(), [60], { staffMemberIds: [one.resourceId] })
  return { ...one, service, list: async () => starts(await studio.list({ serviceId: service.id, ...monday })) }
}
describeRows('calls (§10.2)', tableAt(guide, '### 10.2'), {
  connectStaffMemberToUser: async ([, rule = '']) => {
    const { site, testServer } = studio
    const email = `${randomUUID()}@example.org`
    const { id } = await add({ email })
    const path = `/v1/staff-members/${id}/connect-staff-member-to-user`
    const readStatus = async () =>
      (await ok('GET', `/v1/staff-members/${id}`, undefined, { fields: 'ASSOCIATED_IDENTITY_STATUS' })).staffMember.associatedWixIdentity?.connection?.status
    const planner = await testServer.inviteCollaborator(site, ['BOOKINGS.STAFF_MEMBER_UPDATE'])
    expect(rule).toContain(errorCode(await testServer.call('POST', path, { ...planner, body: {} })))
    await ok('POST', path, {})
    expect(await readStatus()).toBe('PENDING')
    const days = Number(/EXPIRED after (\d+) days/.exec(rule)?.[1])
    testServer.freezeClock(new Date(Date.parse('2027-05-01T08:00:00Z') + (days * 24 + 1) * 3_600_000).toISOString())
    expect(await readStatus()).toBe('EXPIRED')
    testServer.freezeClock('2027-05-01T08:00:00Z')
    const { link } = (await testServer.emailVariables(site, email, 'staff-invitation')) as { link: string }
    const accepted = { token: new URL(link).searchParams.get('token'), name: 'Noor', password: 'a calm long evening' }
    await testServer.ok('POST', '/api/invitations/accept', { body: accepted })
    expect([await readStatus(), (await call('POST', path, {})).status]).toEqual(['CONNECTED', 428])
    const { collaborators } = await ok('GET', '/api/collaborators')
    await ok('DELETE', `/api/collaborators/${collaborators.find((one: { email: string }) => one.email === email).userId}`)
    expect(await readStatus()).toBe('DISCONNECTED')
  },
  createStaffMember: async () => expect(await listSlugs((await add()).id)).toEqual(['created', 'fully_created']),
  updateStaffMember: async () => {
    const { id, resourceId } = await add()
    const patch = (staffMember: object) => call('PATCH', `/v1/staff-members/${id}`, { staffMember })
    expect([(await patch({ name: 'Zoe' })).status, errorCode(await patch({ name: 'Zoe', revision: '9' }))]).toEqual([400, 'REVISION_MISMATCH'])
    expect((await patch({ name: 'Zoe', revision: '1' })).body.staffMember.name).toBe('Zoe')
    expect((await ok('GET', `/v2/resources/${resourceId}`)).resource.name).toBe('Zoe')
  },
  deleteStaffMember: async () => {
    const { id, resourceId, service } = await getProvider()
    await ok('DELETE', `/v1/staff-members/${id}`)
    expect([(await call('GET', `/v2/resources/${resourceId}`)).status, (await ok('GET', `/v2/services/${service.id}`)).service.staffMemberIds]).toEqual([
      404,
      [],
    ])
  },
  'trash bin': async () => {
    const { id, resourceId } = await add()
    await ok('DELETE', `/v1/staff-members/${id}`)
    expect((await ok('GET', '/bookings/staff/v2/staff-members/trash-bin')).staffMembers.map((one: { id: string }) => one.id)).toContain(id)
    expect((await ok('GET', `/v2/staff-members/trash-bin/${id}`)).staffMember.id).toBe(id)
    expect((await ok('POST', `/api/staff/${id}/restore`)).staffMember.resourceId).toBe(resourceId)
    await ok('DELETE', `/v1/staff-members/${id}`)
    await ok('DELETE', `/v2/staff-members/trash-bin/${id}`)
    expect((await call('GET', `/v2/staff-members/trash-bin/${id}`)).status).toBe(404)
  },
  assignWorkingHoursSchedule: async () => expectSchedules('assign-working-hours-schedule'),
  assignCustomSchedule: async () => {
    const { id, resource } = await add({}, ['RESOURCE_DETAILS'])
    await ok('POST', `/v1/staff-members/${id}/assign-custom-schedule`, { scheduleId: resource.eventsSchedule.id })
    expect((await read(id, undefined, { fields: 'RESOURCE_DETAILS' })).resource.usesDefaultWorkingHours).toBe(false)
  },
  disconnectStaffMemberFromUser: async () => {
    const { id } = await add({ email: `${randomUUID()}@example.org` })
    await act(id, 'connect-staff-member-to-user')
    await act(id, 'disconnect-staff-member-from-user')
    expect((await read(id, undefined, { fields: 'ASSOCIATED_IDENTITY_STATUS' })).associatedWixIdentity.connection.status).toBe('DISCONNECTED')
  },
  setServiceProvider: async () => {
    const { id, list } = await getProvider()
    const before = await list()
    await ok('POST', `/v1/staff-members/${id}/set-service-provider`, { serviceProvider: false })
    expect([before.length, await list()]).toEqual([3, []])
  },
  rank: async () => {
    const { id } = await add()
    const set = (rank: number) => call('PUT', `/api/staff/${id}/rank`, { rank })
    expect((await ok('GET', `/api/staff/${id}/rank`)).rank).toBe(100)
    for (const rank of [0, 1001]) expect((await set(rank)).status).toBe(400)
    for (const rank of [1, 1000]) expect((await set(rank)).status).toBe(200)
  },
  bulkUpdateStaffMemberTags: async ([, rule]) => {
    const { id } = await add()
    const update = (body: object) => call('POST', '/v1/bulk/staff-members/update-tags', { ids: [id], ...body })
    expect(codesIn(rule)).toEqual([errorCode(await update({}))])
    expect((await update({ assignTags: { tags: { tagIds: ['a'] } } })).body.bulkActionMetadata.totalSuccesses).toBe(1)
    expect((await update({ ids: Array.from({ length: 101 }, () => randomUUID()), assignTags: { tags: { tagIds: ['a'] } } })).status).toBe(400)
    const byFilter = await ok('POST', '/v1/bulk/staff-members/update-tags-by-filter', { filter: { id }, assignTags: { tags: { tagIds: ['b'] } } })
    expect(byFilter).toEqual({ jobId: expect.any(String) })
  },
  'queryStaffMembers (V1)': async () => {
    const { id } = await add({ serviceProvider: false })
    const query = async (path: string, more: object = {}) => call('POST', `${path}/staff-members/query`, { query: { filter: { id }, ...more } })
    expect((await query('/v1')).body.staffMembers).toEqual([])
    expect([(await query('/v1', { cursorPaging: { limit: 100 } })).status, (await query('/v1', { cursorPaging: { limit: 101 } })).status]).toEqual([200, 400])
    const ids = ((await call('POST', '/v1/staff-members/query', {})).body.staffMembers as { id: string }[]).map((one) => one.id)
    expect(ids).toEqual(ids.toSorted())
  },
  queryStaffMembersV2: async () => {
    const { id } = await add({ serviceProvider: false })
    const query = (limit: number) => call('POST', '/v2/staff-members/query', { query: { filter: { id }, cursorPaging: { limit } } })
    expect([(await query(100)).body.staffMembers.length, (await query(101)).status]).toEqual([1, 400])
  },
})
async function expectSchedules(what: string): Promise<void> {
  const { id, resource } = await add({}, ['RESOURCE_DETAILS'])
  const assign = (scheduleId: string) => act(id, what, { scheduleId })
  const isShared = async () => (await read(id, undefined, { fields: 'RESOURCE_DETAILS' })).resource.usesDefaultWorkingHours
  expect((await assign(randomUUID())).status).toBe(400)
  await assign(resource.eventsSchedule.id)
  expect(await isShared()).toBe(false)
  const filter = { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' }
  const [business] = (await ok('POST', '/calendar/v3/schedules/query', { query: { filter } })).schedules
  await assign(business.id)
  expect(await isShared()).toBe(true)
}

describeRows('working hours (§10.3)', tableAt(guide, '### 10.3'), {
  'default (usesDefaultWorkingHours true)': async () => {
    const { resourceId } = await add()
    const service = await studio.appointment(name(), [60], { staffMemberIds: [resourceId] })
    expect((await studio.list({ serviceId: service.id, ...monday })).timeSlots.at(0).localStartDate).toBe('2027-05-03T10:00:00')
  },
  custom: async () => {
    const { list } = await getProvider()
    expect(await list()).toEqual(['09:00', '09:30', '10:00'])
    const none = await studio.person(name())
    const service = await studio.appointment(name(), [60], { staffMemberIds: [none.resourceId] })
    expect((await studio.list({ serviceId: service.id, ...monday })).timeSlots).toEqual([])
  },
})

const addType = async (of = name()) => (await ok('POST', '/v2/resources/resource-types', { resourceType: { name: of } })).resourceType
const createRoom = (resource: object) => call('POST', '/v2/resources', { resource: { name: name(), ...resource } })
describeRows('resources (§11)', tableAt(guide, '## 11.'), {
  Resource: async () => {
    const { id: typeId } = await addType()
    for (const wrong of [{ name: '' }, { name: text(41) }, { capacity: 0 }, { capacity: 1001 }])
      expect([wrong, (await createRoom({ typeId, ...wrong })).status]).toEqual([wrong, 400])
    const { resource } = (await createRoom({ typeId, name: text(40), capacity: 1000 })).body
    expect([resource.capacity, resource.eventsSchedule.id]).toEqual([1000, expect.any(String)])
    const changed = await call('PATCH', `/v2/resources/${resource.id}`, { resource: { typeId: (await addType()).id, name: 'Hall', revision: '1' } })
    expect([changed.status === 200 ? changed.body.resource.typeId : typeId]).toEqual([typeId])
    expect((await createRoom({ typeId })).body.resource).not.toHaveProperty('capacity')
  },
  Capacity: async () => {
    const { id: typeId } = await addType()
    const { resource } = (await createRoom({ typeId, capacity: 2 })).body
    const yoga = await studio.make({ type: 'CLASS', name: name(), defaultCapacity: 10 })
    const event = {
      scheduleId: yoga.schedule.id,
      type: 'CLASS',
      start: { localDate: '2027-05-10T09:00:00' },
      end: { localDate: '2027-05-10T10:00:00' },
      resources: [{ id: resource.id }],
    }
    expect((await ok('POST', '/calendar/v3/events', { event })).event.totalCapacity).toBe(10)
  },
  Hours: async () => {
    const { id: typeId } = await addType()
    const { resource } = (await createRoom({ typeId })).body
    expect([resource.workingHoursSchedules.values, resource.usesDefaultWorkingHours]).toEqual([[], false])
  },
  locationOptions: async () => {
    const { id: typeId } = await addType()
    const place = (await ok('GET', '/api/locations')).locations[0].id
    const specific = { availableInBusinessLocations: true, businessLocations: [{ locationId: place }] }
    const { resource } = (await createRoom({ typeId, locationOptions: { availableInAllLocations: false, specificLocationOptions: specific } })).body
    expect(resource.locationOptions.specificLocationOptions.businessLocations).toMatchObject([{ locationId: place }])
    expect(ruleNames(await createRoom({ typeId, locationOptions: { availableInAllLocations: false } }))).toEqual([
      'RESOURCE_SPECIFIC_LOCATION_OPTIONS_MUST_BE_SET',
    ])
    expect(ruleNames(await createRoom({ typeId, locationOptions: { availableInAllLocations: true, specificLocationOptions: specific } }))).toEqual([
      'RESOURCE_SPECIFIC_LOCATION_OPTIONS_NOT_ALLOWED',
    ])
  },
  Type: async ([, rule]) => {
    const same = name()
    await addType(same)
    const again = await call('POST', '/v2/resources/resource-types', { resourceType: { name: same.toUpperCase() } })
    expect([again.status, codesIn(rule)]).toEqual([409, expect.arrayContaining([errorCode(again)])])
    expect((await call('POST', '/v2/resources/resource-types', { resourceType: { name: text(41) } })).status).toBe(400)
  },
  'Staff type': async () => {
    expect((await call('DELETE', `/v2/resources/resource-types/${staffType}`)).status).toBe(400)
    expect((await call('PATCH', `/v2/resources/resource-types/${staffType}`, { resourceType: { name: 'Team', revision: '1' } })).status).toBe(400)
    expect((await createRoom({ typeId: staffType })).status).toBe(400)
    expect((await call('DELETE', `/v2/resources/${studio.ana.resourceId}`)).status).toBe(400)
  },
  'Delete type': async () => {
    const { type, resource } = await getNeededRoom()
    expect((await call('DELETE', `/v2/resources/resource-types/${type.id}`)).status).toBe(428)
    const free = await addType()
    const { resource: alone } = (await createRoom({ typeId: free.id })).body
    await ok('DELETE', `/v2/resources/resource-types/${free.id}`)
    expect([(await call('GET', `/v2/resources/${alone.id}`)).status, (await call('GET', `/v2/resources/${resource.id}`)).status]).toEqual([404, 200])
  },
  'Delete resource': async () => {
    const { resource, service } = await getNeededRoom()
    await ok('DELETE', `/v2/resources/${resource.id}`)
    expect((await ok('GET', `/v2/services/${service.id}`)).service.serviceResources[0].resourceIds.values).toEqual([])
    expect((await studio.list({ serviceId: service.id, ...monday })).timeSlots).toEqual([])
  },
})
async function getNeededRoom() {
  const type = await addType()
  const { resource } = (await createRoom({ typeId: type.id, locationOptions: { availableInAllLocations: true } })).body
  const service = await studio.appointment(name(), [60], { serviceResources: [{ resourceType: { id: type.id }, resourceIds: { values: [resource.id] } }] })
  return { type, resource, service }
}
