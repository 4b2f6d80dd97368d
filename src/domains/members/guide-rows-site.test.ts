/**
 * Each row of the guide's tables on deletion, fields and reports, through HTTP; a row without a case fails. Source: guide members §10, §12, §14.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { createMemberCalls, readRefusal, withData, type Person } from '../../../test/factories/members.ts'
import { signInOwner, testRows, readViolation } from '../../../test/member-guide.ts'
import { startTestServer, type TestReply, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let viewer: Person
let ownerSession: CallOptions
const { owner, as, person, make, open } = createMemberCalls(() => ({ server, site }))
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  viewer = await person()
  ownerSession = await signInOwner(server, site)
})
afterAll(() => server.close())

describe('deleting (10.1)', () => {
  const getAssignee = async (id: string) =>
    (await server.emittedEvents(site, id)).find((event) => event.slug === 'content_reassignment_requested')?.body.actionEvent as { body: { toMember: string } }
  const run = () => server.ok('POST', '/_test/run', { body: {} })
  const toOwner = async (id: string, to = site.ownerMemberId) => {
    expect((await owner('GET', `/v1/members/${id}`)).status).toBe(404)
    expect((await getAssignee(id)).body.toMember).toBe(to)
  }
  testRows(tableAt('members', '### 10.1'), {
    'DELETE /{id}': async () => {
      const { id } = await make()
      expect((await owner('DELETE', `/v1/members/${id}`)).body).toEqual({})
      await toOwner(id)
    },
    'DELETE /my?contentAssigneeId=': async () => {
      const [ann, assignee] = [await person(), await make()]
      expect((await server.call('DELETE', '/v1/members/my', { token: ann.token, query: { contentAssigneeId: assignee.id } })).body).toEqual({})
      expect((await as(ann, 'GET', '/v1/members/my')).status).toBe(401)
      await toOwner(ann.memberId, assignee.id)
    },
    'POST /bulk/delete {memberIds: 1–100}': async () => {
      const { id } = await make()
      expect((await owner('POST', '/v1/members/bulk/delete', { memberIds: [id] })).body.bulkActionMetadata).toMatchObject({ totalSuccesses: 1 })
      await toOwner(id)
    },
    'POST /bulk/delete-by-filter {filter, contentAssigneeId?, search?}': async () => {
      const [one, assignee] = [await make({ profile: { nickname: 'Filtered out' } }), await make()]
      const body = { filter: { id: one.id }, contentAssigneeId: assignee.id, search: { expression: 'filtered' } }
      expect((await owner('POST', '/v1/members/bulk/delete-by-filter', body)).body).toEqual({ jobId: expect.any(String) })
      await run()
      await toOwner(one.id, assignee.id)
    },
  })
  const card = () => ({ number: '4242424242424242', expMonth: 12, expYear: server.clocks.now().toZonedDateTimeISO('UTC').year + 5, cvc: '123' })
  async function subscriber() {
    const one = await server.registerMember(site)
    const pricing = { price: { value: '10' }, subscription: { cycleDuration: { unit: 'MONTH', count: 1 }, cycleCount: 0 } }
    const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Monthly', pricing } } })
    const { order } = await server.ok('POST', '/api/checkout/plans', { token: one.token, body: { planId: plan.id, card: card() } })
    return { ...one, orderId: order.id as string }
  }
  let one: Awaited<ReturnType<typeof subscriber>>
  const rule = (answer: TestReply) => {
    const [first] = answer.body.details.validationError.fieldViolations
    return [answer.status, first.ruleName, first.data]
  }
  testRows(tableAt('members', '### 10.1', 2), {
    'owner or contributor member': async () => {
      const memberId = site.ownerMemberId
      expect(rule(await owner('DELETE', `/v1/members/${memberId}`))).toEqual([400, 'OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN', { memberId }])
    },
    'renewing plan (§5.3), owner call': async () => {
      one = await subscriber()
      const { memberId } = one
      expect(rule(await owner('DELETE', `/v1/members/${memberId}`))).toEqual([400, 'ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN', { memberId }])
    },
    'renewing plan, own delete': async () => {
      expect((await as(one, 'DELETE', '/v1/members/my')).status).toBe(200)
      expect((await owner('GET', `/v2/orders/${one.orderId}`)).body.order).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    },
    'contentAssigneeId unknown, not APPROVED, or the member itself': async () => {
      const [{ id }, off] = [await make(), await make()]
      await owner('POST', `/v1/members/${off.id}/disconnect`, {})
      for (const assignee of [randomUUID(), off.id, id])
        expect(readViolation(await owner('DELETE', `/v1/members/${id}?contentAssigneeId=${assignee}`)).slice(0, 2)).toEqual([400, 'contentAssigneeId'])
    },
    'unknown or already deleted': async () => {
      const { id } = await make()
      await owner('DELETE', `/v1/members/${id}`)
      for (const gone of [id, randomUUID(), 'nonsense']) expect(readRefusal(await owner('DELETE', `/v1/members/${gone}`))).toEqual([404, 'NOT_FOUND'])
    },
    visitor: async () => {
      const token = await server.visitorToken(site)
      for (const path of ['/v1/members/my', `/v1/members/${(await make()).id}`])
        expect(readRefusal(await server.call('DELETE', path, { token }))).toEqual([403, 'PERMISSION_DENIED'])
    },
  })
  testRows(tableAt('members', '### 10.3'), {
    DELETED: async () => {
      const { id, loginEmail } = await make()
      await owner('DELETE', `/v1/members/${id}`)
      expect((await owner('POST', `/api/members/${id}/restore`, {})).body.member).toMatchObject({ id, loginEmail })
    },
    // Time passes in 'a deleted member is erased after 30 days' of members.test.ts; here the row's words on the way to it.
    PENDING_PURGE: async () => {
      const { id } = await make()
      await owner('POST', `/api/members/${id}/erase`, {})
      expect(readRefusal(await owner('POST', `/api/members/${id}/restore`, {}))).toEqual([404, 'NOT_FOUND'])
    },
    purged: async () => {
      const { id } = await make({ contact: { firstName: 'Wilma' } })
      await owner('POST', `/api/members/${id}/erase`, {})
      const row = await server.open.db.selectFrom('member').select(['nickname', 'firstName', 'purgedAt']).where('id', '=', id).executeTakeFirstOrThrow()
      expect([row.nickname, row.firstName, row.purgedAt === null]).toEqual(['Deleted member', null, false])
    },
  })
})

describe('fields of the site (12)', () => {
  const add = (field: object) => owner('POST', '/v1/custom-fields', { field: { name: `F ${randomUUID().slice(0, 8)}`, fieldType: 'TEXT', ...field } })
  const change = (id: string, field: object) => owner('PATCH', `/v1/custom-fields/${id}`, { field })
  const getWords = (row: number) => stripMarkdown(tableAt('members', '## 12. ')[row]?.[1])
  testRows(tableAt('members', '## 12. '), {
    name: async () => {
      const name = 'n'.repeat(150)
      expect([(await add({ name })).status, (await add({ name: `${name}n` })).status, (await add({ name: '' })).status]).toEqual([200, 400, 400])
      expect(readRefusal(await add({ name: name.toUpperCase() }))).toEqual([409, 'FIELD_NAME_ALREADY_EXISTS'])
    },
    key: async () => {
      const { field } = (await add({ name: 'Favourite Tea' })).body
      expect([field.key, (await change(field.id, { name: 'Coffee', key: 'custom.x', revision: '1' })).body.field.key]).toEqual([
        'custom.favourite-tea',
        'custom.favourite-tea',
      ])
    },
    fieldType: async () => {
      for (const fieldType of (getWords(2).split(';')[0] ?? '').split(', '))
        expect((await add({ fieldType, ...(fieldType === 'SOCIAL' && { socialType: 'OTHER' }) })).body.field).toMatchObject({ fieldType })
      const { field } = (await add({})).body
      expect(withData(await change(field.id, { fieldType: 'DATE', revision: '1' }))).toEqual([
        400,
        'INCORRECT_FIELD_TYPE',
        { incorrectType: 'DATE', correctType: 'TEXT' },
      ])
    },
    socialType: async () => {
      for (const socialType of (getWords(3).split(': ')[1] ?? '').split(', '))
        expect((await add({ fieldType: 'SOCIAL', socialType })).body.field).toMatchObject({ socialType, section: 'SOCIAL' })
    },
    defaultPrivacy: async () => {
      const [open, closed] = [(await add({ defaultPrivacy: 'PUBLIC' })).body.field, (await add({ defaultPrivacy: 'PRIVATE' })).body.field]
      const ann = await person()
      await owner('PATCH', `/v1/members/${ann.memberId}`, {
        member: { contact: { customFields: { [open.key]: { value: 'yes' }, [closed.key]: { value: 'no' } } } },
      })
      const { slug } = (await server.ok('GET', '/v1/members/my', { token: ann.token })).member.profile
      const { fields } = (await as(viewer, 'GET', `/api/members/by-slug/${slug}`)).body
      expect(fields.map(({ key }: { key: string }) => key).filter((key: string) => [open.key, closed.key].includes(key))).toEqual([open.key])
    },
    fieldOrigin: async () => {
      const made = (await add({ fieldOrigin: 'SYSTEM' })).body.field
      const { fields } = (await owner('GET', '/v1/custom-fields')).body
      const of = (origin: string) =>
        fields.filter((field: { fieldOrigin: string }) => field.fieldOrigin === origin).map((field: { name: string }) => field.name)
      expect([made.fieldOrigin, of('CONTACT').toSorted(), of('SYSTEM').toSorted()]).toEqual([
        'CUSTOM',
        ['Birth date', 'Company', 'Position'],
        ['Address', 'Display name', 'Email', 'First name', 'Last name', 'Phone', 'Title'],
      ])
    },
    appliesTo: async () => {
      const { field } = (await add({ appliesTo: 'SELECTED_MEMBERS' })).body
      const read = async () => (await owner('GET', `/v1/custom-fields/${field.id}`)).body.field.appliesTo
      const application = { customFieldId: field.id, applications: { items: [{ applicationType: 'MEMBER', entityId: (await make()).id }] } }
      expect([field.appliesTo, (await owner('POST', '/v1/custom-fields-applications', { application })).status, await read()]).toEqual([
        'ALL_MEMBERS',
        200,
        'SELECTED_MEMBERS',
      ])
    },
    section: async () => {
      const { fields } = (await owner('GET', '/v1/custom-fields')).body
      const sections = new Set(fields.map((field: { section: string }) => field.section))
      for (const section of getWords(7).split(';')[0]?.split(', ') ?? []) expect(sections).toContain(section)
    },
    revision: async () => {
      const { field } = (await add({})).body
      expect((await change(field.id, { name: 'No revision' })).status).toBe(400)
      expect((await change(field.id, { name: `R ${field.id}`, revision: '1' })).body.field.revision).toBe('2')
      expect((await owner('DELETE', `/v1/custom-fields/${field.id}`)).status).toBe(400)
      expect((await owner('POST', `/v1/custom-fields/${field.id}/hide`, {})).status).toBe(400)
    },
  })
  const builtIn = async (key: string) => (await owner('GET', '/v1/custom-fields')).body.fields.find((field: { key: string }) => field.key === key)
  testRows(tableAt('members', '## 12. ', 2), {
    INCORRECT_FIELD_TYPE: async () =>
      expect(withData(await add({ fieldType: 'UNKNOWN' }))).toEqual([400, 'INCORRECT_FIELD_TYPE', { incorrectType: 'UNKNOWN', correctType: 'TEXT' }]),
    INCORRECT_FIELD_PRIVACY: async () => {
      for (const key of ['contact.emails', 'contact.phones', 'contact.addresses', 'contact.birthdate']) {
        const { id, revision } = await builtIn(key)
        expect(withData(await change(id, { defaultPrivacy: 'PUBLIC', revision }))).toEqual([
          400,
          'INCORRECT_FIELD_PRIVACY',
          { incorrectPrivacy: 'PUBLIC', correctPrivacy: 'PRIVATE' },
        ])
      }
    },
    INVALID_FIELD_SOCIAL_TYPE: async () =>
      expect(withData(await add({ fieldType: 'SOCIAL' }))).toEqual([400, 'INVALID_FIELD_SOCIAL_TYPE', { invalidSocialType: 'UNKNOWN' }]),
    RESERVED_FIELD_NAME_NON_EDITABLE: async () => {
      const { id, revision } = await builtIn('contact.phones')
      expect(withData(await change(id, { name: 'Mobile', revision }))).toEqual([
        400,
        'RESERVED_FIELD_NAME_NON_EDITABLE',
        { newName: 'Mobile', currentName: 'Phone' },
      ])
    },
    'revision mismatch': async () => {
      const { field } = (await add({})).body
      for (const answer of [
        await change(field.id, { name: 'x', revision: '7' }),
        await owner('DELETE', `/v1/custom-fields/${field.id}?revision=7`),
        await owner('POST', `/v1/custom-fields/${field.id}/hide`, { revision: '7' }),
      ])
        expect(withData(answer)).toEqual([409, 'INVALID_REVISION', { revision: '7' }])
    },
  })
})

describe('reports (14)', () => {
  const report = (by: Person, reportedMemberId: string, reason: object = { category: 'SPAM' }) =>
    as(by, 'POST', '/v1/member-reports', { memberReport: { reportedMemberId, reason } })
  let bob: Person
  beforeAll(async () => {
    bob = await person()
    await report(viewer, bob.memberId)
  })
  const notForMembers = async (method: string, path: string, body?: object) => expect((await as(bob, method, path, body)).status).toBe(403)
  testRows(tableAt('members', '## 14. '), {
    'report a member': async () => {
      expect((await report(viewer, bob.memberId, { category: 'OTHER', description: 'd'.repeat(1000) })).body.memberReport.reason.category).toBe('OTHER')
      expect((await report(viewer, bob.memberId, { category: 'OTHER', description: 'd'.repeat(1001) })).status).toBe(400)
      expect((await owner('POST', '/v1/member-reports', { memberReport: { reportedMemberId: bob.memberId, reason: { category: 'SPAM' } } })).status).toBe(403)
    },
    'query reports': async () => {
      const ask = (query: object) => owner('POST', '/v1/member-reports/query', { query: { filter: { reportedMemberId: bob.memberId }, ...query } })
      expect((await ask({ cursorPaging: { limit: 1 } })).body).toMatchObject({
        memberReports: [{ reportedMemberId: bob.memberId }],
        pagingMetadata: { count: 1 },
      })
      expect([(await ask({ cursorPaging: { limit: 1000 } })).status, (await ask({ cursorPaging: { limit: 1001 } })).status]).toEqual([200, 400])
      await notForMembers('POST', '/v1/member-reports/query', { query: {} })
    },
    'list reported members': async () => {
      const { reportedMembers } = (await owner('GET', '/v1/member-reports/members')).body
      expect(reportedMembers.find((one: { reportedMemberId: string }) => one.reportedMemberId === bob.memberId)).toEqual({
        reportedMemberId: bob.memberId,
        reportCount: expect.stringMatching(/^\d+$/),
        reviewed: false,
        lastReportDate: expect.stringMatching(/Z$/),
      })
      await notForMembers('GET', '/v1/member-reports/members')
    },
    'query reported members': async () => {
      const filter = { reportedMemberId: bob.memberId, reviewed: false }
      expect((await owner('POST', '/v1/member-reports/members/query', { query: { filter } })).body.reportedMembers).toHaveLength(1)
      await notForMembers('POST', '/v1/member-reports/members/query', { query: {} })
    },
    'dismiss (delete all reports on a member)': async () => {
      await notForMembers('DELETE', `/v1/member-reports/members/${bob.memberId}`)
      expect((await owner('DELETE', `/v1/member-reports/members/${bob.memberId}`)).body).toEqual({})
      expect((await owner('POST', '/v1/member-reports/members/query', { query: { filter: { reportedMemberId: bob.memberId } } })).body.reportedMembers).toEqual(
        [],
      )
    },
  })
  testRows(tableAt('members', '## 14. ', 2), {
    SELF_REPORTING_FORBIDDEN: async () => expect(readRefusal(await report(bob, bob.memberId))).toEqual([400, 'SELF_REPORTING_FORBIDDEN']),
    CANNOT_REPORT_BLOCKED_MEMBER: async () => {
      const cid = await open()
      await owner('POST', `/v1/members/${cid.id}/block`, {})
      expect(readRefusal(await report(bob, cid.id))).toEqual([400, 'CANNOT_REPORT_BLOCKED_MEMBER'])
    },
    CANNOT_DELETE_MEMBER_REPORTS: async () =>
      expect(readRefusal(await server.call('DELETE', `/v1/member-reports/members/${site.ownerMemberId}`, ownerSession))).toEqual([
        428,
        'CANNOT_DELETE_MEMBER_REPORTS',
      ]),
  })
})
