/** Custom fields of members through HTTP. Source: guide members §12. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemberCalls, readRefusal } from '../../../test/factories/members.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { insertCustomFields } from '../../../test/factories/many-rows.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const { owner, make, createField } = createMemberCalls(() => ({ server, site }))

describe('custom fields', () => {
  test('are made, listed after those of every site, changed with their revision, and removed with their values', async () => {
    const made = await createField({ name: 'Shirt size', defaultPrivacy: 'PUBLIC' })
    expect(made.body.field).toMatchObject({
      key: 'custom.shirt-size',
      fieldType: 'TEXT',
      fieldOrigin: 'CUSTOM',
      appliesTo: 'ALL_MEMBERS',
      section: 'GENERAL',
      revision: '1',
    })
    const { id } = made.body.field
    const { fields } = (await owner('GET', '/v1/custom-fields')).body
    expect(fields.slice(0, 2).map((field: { name: string; fieldOrigin: string }) => [field.name, field.fieldOrigin])).toEqual([
      ['Display name', 'SYSTEM'],
      ['Title', 'SYSTEM'],
    ])
    expect(fields.at(-1).id).toBe(id)
    const member = await make({ contact: { customFields: { 'custom.shirt-size': { value: 'M' } } } })
    expect(member.contact.customFields).toEqual({ 'custom.shirt-size': { name: 'Shirt size', value: 'M' } })

    expect(readRefusal(await owner('PATCH', `/v1/custom-fields/${id}`, { field: { name: 'Size', revision: '7' } }))).toEqual([409, 'INVALID_REVISION'])
    expect((await owner('PATCH', `/v1/custom-fields/${id}`, { field: { name: 'Size', revision: '1' } })).body.field).toMatchObject({
      name: 'Size',
      key: 'custom.shirt-size',
      revision: '2',
    })
    expect(readRefusal(await owner('DELETE', `/v1/custom-fields/${id}?revision=1`))).toEqual([409, 'INVALID_REVISION'])
    expect((await owner('DELETE', `/v1/custom-fields/${id}?revision=2`)).status).toBe(200)
    expect((await owner('GET', `/v1/custom-fields/${id}`)).status).toBe(404)
    expect((await owner('GET', `/v1/members/${member.id}?fieldsets=FULL`)).body.member.contact.customFields).toEqual({})
  })
  test('names are unique whatever their case; a name of 151 characters is refused', async () => {
    await createField({ name: 'Belt' })
    expect(readRefusal(await createField({ name: 'BELT' }))).toEqual([409, 'FIELD_NAME_ALREADY_EXISTS'])
    expect(readRefusal(await createField({ name: 'Phone' }))).toEqual([409, 'FIELD_NAME_ALREADY_EXISTS'])
    expect((await createField({ name: 'x'.repeat(151) })).status).toBe(400)
    expect((await createField({ name: '' })).status).toBe(400)
  })
  test('a hundred are enough for a site', async () => {
    const of = await server.createSite()
    await insertCustomFields({ server, site: of, count: 99 })
    expect((await createField({}, of)).status).toBe(200)
    const more = await createField({}, of)
    expect([...readRefusal(more), more.body.details.applicationError.data]).toEqual([428, 'TOO_MANY_FIELDS', { maximum: 100 }])
  })
  test('fields of every site keep their name; what must be private stays so', async () => {
    const { fields } = (await owner('GET', '/v1/custom-fields')).body
    const phone = fields.find((field: { key: string }) => field.key === 'contact.phones')
    const company = fields.find((field: { key: string }) => field.key === 'contact.company')
    const change = (id: string, field: Record<string, unknown>) => owner('PATCH', `/v1/custom-fields/${id}`, { field: { revision: '1', ...field } })
    expect(readRefusal(await change(phone.id, { name: 'Mobile' }))).toEqual([400, 'RESERVED_FIELD_NAME_NON_EDITABLE'])
    expect(readRefusal(await change(phone.id, { defaultPrivacy: 'PUBLIC' }))).toEqual([400, 'INCORRECT_FIELD_PRIVACY'])
    expect((await change(company.id, { defaultPrivacy: 'PUBLIC' })).body.field).toMatchObject({
      defaultPrivacy: 'PUBLIC',
      revision: '2',
      fieldOrigin: 'CONTACT',
    })
    expect((await owner('DELETE', `/v1/custom-fields/${phone.id}?revision=1`)).status).toBe(400)
  })
  test('hidden fields keep their values and are offered again', async () => {
    const { field } = (await createField({ name: 'Mat colour' })).body
    const member = await make({ contact: { customFields: { [field.key]: { value: 'blue' } } } })
    expect((await owner('POST', `/v1/custom-fields/${field.id}/hide`, { revision: '1' })).status).toBe(200)
    const values = async () => (await owner('GET', `/v1/members/${member.id}?fieldsets=FULL`)).body.member.contact.customFields
    expect(await values()).toEqual({})
    const { suggestions } = (await owner('POST', '/v1/custom-field-suggestions/query', { query: {} })).body
    expect(suggestions[0]).toMatchObject({ name: 'Mat colour', customFieldId: field.id })
    await owner('POST', `/api/custom-fields/${field.id}/show`, { revision: '2' })
    expect(await values()).toEqual({ [field.key]: { name: 'Mat colour', value: 'blue' } })
  })
  test('order: the named ones first', async () => {
    const a = (await createField({})).body.field.id
    const b = (await createField({})).body.field.id
    const { fields } = (await owner('POST', '/v1/custom-fields/order', { fieldIds: [b, a], section: 'GENERAL' })).body
    const own = fields.filter((field: { fieldOrigin: string }) => field.fieldOrigin === 'CUSTOM').map((field: { id: string }) => field.id)
    expect(own.slice(0, 2)).toEqual([b, a])
    expect((await owner('POST', '/v1/custom-fields/order', { fieldIds: [randomUUID()] })).status).toBe(404)
  })
  test('a bad address is refused with its key; unknown keys are dropped on create and refused on update', async () => {
    const { field } = (await createField({ fieldType: 'URL' })).body
    const { id } = await make({ contact: { customFields: { 'custom.nothing': { value: 'x' } } } })
    const bad = await owner('PATCH', `/v1/members/${id}`, { member: { contact: { customFields: { [field.key]: { value: 'nonsense' } } } } })
    expect(bad.body.details.validationError.fieldViolations[0]).toMatchObject({
      ruleName: 'INVALID_CUSTOM_FIELD_URL',
      data: { fields: { [field.key]: 'nonsense' } },
    })
    const unknown = await owner('PATCH', `/v1/members/${id}`, { member: { contact: { customFields: { 'custom.nothing': { value: 'x' } } } } })
    expect(unknown.body.details.validationError.fieldViolations[0].field).toBe('member.contact.customFields.custom.nothing')
  })
  test('a field for some members: shown to those it is for, exclusions win, values survive', async () => {
    const { field } = (await createField({})).body
    await owner('POST', '/v1/roles/definitions', { roleKey: 'TEAM', roleTitle: 'Team' })
    const role = (await owner('GET', '/v1/roles/definitions/TEAM')).body.role
    const [inTeam, outside] = [await make({ contact: { customFields: { [field.key]: { value: 'a' } } } }), await make()]
    await owner('POST', `/v1/roles/members/${inTeam.id}`, { roleKey: 'TEAM' })
    const application = { customFieldId: field.id, applications: { items: [{ applicationType: 'ROLE', entityId: role.id }] } }
    expect((await owner('POST', '/v1/custom-fields-applications', { application })).body.application).toMatchObject({
      customFieldKey: field.key,
      revision: '1',
    })
    expect(readRefusal(await owner('POST', '/v1/custom-fields-applications', { application }))).toEqual([409, 'APPLICATION_ALREADY_EXISTS'])
    expect((await owner('GET', `/v1/custom-fields/${field.id}`)).body.field.appliesTo).toBe('SELECTED_MEMBERS')
    const { results } = (await owner('POST', '/v1/custom-fields-applications/members', { memberIds: [inTeam.id, outside.id] })).body
    const appliesTo = (id: string) =>
      results.find((one: { memberId: string }) => one.memberId === id).applications.find((one: { customFieldKey: string }) => one.customFieldKey === field.key)
        .applies
    expect([appliesTo(inTeam.id), appliesTo(outside.id)]).toEqual([true, false])
    const values = async (id: string) => (await owner('GET', `/v1/members/${id}?fieldsets=FULL`)).body.member.contact.customFields
    expect(await values(inTeam.id)).toHaveProperty([field.key])
    const exclusions = { items: [{ exclusionType: 'MEMBER', entityId: inTeam.id }] }
    const path = `/v1/custom-fields-applications/${field.id}`
    expect(readRefusal(await owner('PATCH', path, { application: { exclusions, revision: '9' } }))).toEqual([409, 'INVALID_REVISION'])
    expect((await owner('PATCH', path, { application: { exclusions, revision: '1' } })).body.application.exclusions.items).toHaveLength(1)
    expect(await values(inTeam.id)).not.toHaveProperty([field.key])
    expect((await owner('DELETE', path)).status).toBe(200)
    expect((await owner('GET', path)).status).toBe(404)
    expect(await values(inTeam.id)).toHaveProperty([field.key])
  })
  test('members and visitors read, only the owner writes; other sites see nothing', async () => {
    const { token, memberId } = await server.registerMember(site)
    const visitor = await server.visitorToken(site)
    expect((await server.call('GET', '/v1/custom-fields', { token: visitor })).status).toBe(200)
    expect((await server.call('POST', '/v1/custom-fields', { token, body: { field: { name: 'x' } } })).status).toBe(403)
    const { field } = (await createField({})).body
    const mine = { customFieldId: field.id, applications: { items: [{ applicationType: 'MEMBER', entityId: memberId }] } }
    await owner('POST', '/v1/custom-fields-applications', { application: mine })
    for (const [who, status] of [
      [token, 200],
      [visitor, 404],
    ] as const) {
      expect((await server.call('GET', `/v1/custom-fields/${field.id}`, { token: who })).status).toBe(status)
      const { fields } = (await server.call('GET', '/v1/custom-fields', { token: who })).body
      expect(fields.some(({ id }: { id: string }) => id === field.id)).toBe(status === 200)
    }
    const other = await server.createSite()
    expect((await owner('GET', `/v1/custom-fields/${field.id}`, undefined, other)).status).toBe(404)
    expect((await owner('DELETE', `/v1/custom-fields/${field.id}?revision=1`, undefined, other)).status).toBe(404)
  })
})
