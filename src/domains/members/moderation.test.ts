/** Roles, blocks between members, jobs, deletion and its way back, files: through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemberCalls, readRefusal } from '../../../test/factories/members.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

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

test('the owner of the site is a member of it: approved, private', async () => {
  const { userMembers } = (await owner('POST', '/v1/user-members/query', { query: {} })).body
  expect(userMembers).toMatchObject([{ memberId: site.ownerMemberId, metaSiteId: site.metaSiteId, status: 'APPROVED', privacyStatus: 'PRIVATE' }])
})

describe('roles', () => {
  test('are given and taken, again without effect; members are found by them', async () => {
    await owner('POST', '/v1/roles/definitions', { roleKey: 'GOLD_CIRCLE', roleTitle: 'Gold circle' })
    const { id } = await make()
    for (let twice = 0; twice < 2; twice++)
      expect((await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'GOLD_CIRCLE' })).body).toEqual({ roleKey: 'GOLD_CIRCLE' })
    expect((await owner('GET', `/v1/roles/members/${id}`)).body.roles).toEqual([
      { roleKey: 'MEMBER', title: 'Member' },
      { roleKey: 'GOLD_CIRCLE', title: 'Gold circle' },
    ])
    const found = await owner('POST', '/v1/members/query', { query: { filter: { roleKey: 'GOLD_CIRCLE' } } })
    expect(found.body.members.map((member: { id: string }) => member.id)).toEqual([id])
    const { rolesByMemberId } = (await owner('POST', '/v1/roles/members/query', { query: { filter: { id: { $in: [id] } } } })).body
    expect(Object.keys(rolesByMemberId)).toEqual([id])
    for (let twice = 0; twice < 2; twice++) expect((await owner('DELETE', `/v1/roles/members/${id}?roleKey=GOLD_CIRCLE`)).status).toBe(200)
    expect((await owner('GET', `/v1/roles/members/${id}`)).body.roles).toHaveLength(1)
  })
  test('refusals', async () => {
    const { id } = await make()
    expect(readRefusal(await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'UNKNOWN' }))).toEqual([404, 'ROLE_DOES_NOT_EXIST'])
    expect(readRefusal(await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'OWNER' }))).toEqual([400, 'INVALID_ROLE'])
    expect(readRefusal(await owner('POST', '/v1/roles/definitions', { roleKey: 'lower case', roleTitle: 'x' }))).toEqual([400, 'INVALID_ROLE'])
    expect(readRefusal(await owner('POST', '/v1/roles/definitions', { roleKey: 'OWNER', roleTitle: 'x' }))).toEqual([400, 'INVALID_ROLE'])
    expect(readRefusal(await owner('PATCH', '/v1/roles/definitions/OWNER', { blockable: true, revision: '1' }))).toEqual([400, 'CANNOT_UPDATE_SYSTEM_ROLE'])
    expect(readRefusal(await owner('DELETE', '/v1/roles/definitions/OWNER'))).toEqual([400, 'CANNOT_DELETE_SYSTEM_ROLE'])
    await owner('POST', '/v1/roles/definitions', { roleKey: 'SILVER', roleTitle: 'Silver' })
    expect(readRefusal(await owner('PATCH', '/v1/roles/definitions/SILVER', { blockable: false, revision: '4' }))).toEqual([409, 'INVALID_REVISION'])
    expect((await owner('PATCH', '/v1/roles/definitions/SILVER', { blockable: false, revision: '1' })).body.role).toMatchObject({
      blockable: false,
      revision: '2',
    })
    await owner('POST', `/v1/members/${id}/block`, {})
    expect(readRefusal(await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'SILVER' }))).toEqual([428, 'MEMBER_BLOCKED'])
  })
})

describe('one member blocks another', () => {
  const see = (token: string, id: string) => server.call('GET', `/v1/members/${id}`, { token })
  test('neither sees the other; only the one who blocked can lift it', async () => {
    const [ann, bob] = [await server.registerMember(site), await server.registerMember(site)]
    for (const { token } of [ann, bob]) expect((await server.call('POST', '/v1/members/join-community', { token, body: {} })).status).toBe(200)
    const block = (token: string, memberId: string) => server.call('POST', '/v1/member-to-member-blocks/members/my', { token, body: { memberId } })
    expect((await see(ann.token, bob.memberId)).status).toBe(200)
    expect((await block(ann.token, bob.memberId)).status).toBe(200)
    expect(readRefusal(await see(ann.token, bob.memberId))).toEqual([404, 'MEMBER_TO_MEMBER_BLOCKED'])
    expect(readRefusal(await see(bob.token, ann.memberId))).toEqual([404, 'NOT_FOUND'])
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const { members } = (await server.call('POST', '/v1/members/query', { token: one.token, body: { query: { paging: { limit: 100 } } } })).body
      expect(members.map((member: { id: string }) => member.id)).not.toContain(other.memberId)
    }
    expect(readRefusal(await block(ann.token, bob.memberId))).toEqual([409, 'MEMBER_ALREADY_BLOCKED'])
    expect(readRefusal(await block(bob.token, ann.memberId))).toEqual([404, 'NOT_FOUND'])
    expect(readRefusal(await block(ann.token, ann.memberId))).toEqual([400, 'SELF_BLOCKING_FORBIDDEN'])
    const lift = (token: string, id: string) => server.call('DELETE', `/v1/member-to-member-blocks/members/my/${id}`, { token })
    expect(readRefusal(await lift(bob.token, ann.memberId))).toEqual([404, 'BLOCK_DOES_NOT_EXIST'])
    expect(readRefusal(await lift(ann.token, ann.memberId))).toEqual([400, 'SELF_UNBLOCKING_FORBIDDEN'])
    expect((await server.call('GET', '/v1/member-to-member-blocks/members/my', { token: ann.token })).body).toMatchObject({ blockedMemberIds: [bob.memberId] })
    expect((await server.call('GET', '/api/members/my/blocked', { token: ann.token })).body.people).toEqual([{ id: bob.memberId, nickname: 'Mia Member' }])
    expect((await server.call('GET', '/api/members/my/blocked', { token: bob.token })).body.people).toEqual([])
    expect((await server.call('GET', `/v1/member-to-member-blocks/members/${bob.memberId}`, { token: bob.token })).body.memberBlocks).toEqual([])
    expect((await server.call('GET', `/v1/member-to-member-blocks/members/${ann.memberId}`, { token: bob.token })).status).toBe(403)
    expect((await owner('GET', `/v1/member-to-member-blocks/members/${bob.memberId}`)).body.memberBlocks).toEqual([
      { memberId: ann.memberId, blockDirection: 'BLOCKED' },
    ])
    expect((await lift(ann.token, bob.memberId)).status).toBe(200)
    // Some roles are out of reach of other members.
    await owner('POST', '/v1/roles/definitions', { roleKey: 'HOST', roleTitle: 'Host', blockable: false })
    await owner('POST', `/v1/roles/members/${bob.memberId}`, { roleKey: 'HOST' })
    expect(readRefusal(await block(ann.token, bob.memberId))).toEqual([400, 'ADMIN_BLOCKING_FORBIDDEN'])
    expect((await see(bob.token, ann.memberId)).status).toBe(200)
  })
})

describe('work on many members', () => {
  const getJob = async (id: string, of = site) => owner('GET', `/async-jobs/v1/async-jobs/${id}`, undefined, of)
  test('the members are fixed when it begins; failed ones say why', async () => {
    const of = await server.createSite()
    const made = [await make({}, of), await make({}, of), await make({}, of)]
    await owner('POST', `/v1/members/${made[0].id}/disconnect`, {}, of)
    const { jobId } = (await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { id: { $in: made.map((one) => one.id) } } }, of)).body
    expect((await getJob(jobId, of)).body.job).toMatchObject({ status: 'INITIALIZED', counts: { itemsToProcess: 3, itemsSucceeded: 0, itemsFailed: 0 } })
    await server.ok('POST', '/_test/run', { body: {} })
    const { job } = (await getJob(jobId, of)).body
    expect(job).toMatchObject({ status: 'FINISHED', counts: { itemsToProcess: 3, itemsSucceeded: 2, itemsFailed: 1 } })
    expect(job.counters).toEqual(job.counts)
    const { items } = (await owner('GET', `/async-jobs/v1/async-jobs/${jobId}/items`, undefined, of)).body
    expect(items).toMatchObject([{ itemMetadata: { id: made[0].id, originalIndex: 0, success: false, error: { code: 'MEMBER_OFFLINE' } } }])
    expect((await getJob(jobId)).status).toBe(404)
    // A member approved before counts as done; a job whose filter matches no members is done at once.
    const { jobId: again } = (await owner('POST', '/v1/members/bulk/approve-by-filter', { filter: { roleKey: 'OWNER' } }, of)).body
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await getJob(again, of)).body.job.counts).toEqual({ itemsToProcess: 1, itemsSucceeded: 1, itemsFailed: 0 })
    const { jobId: none } = (await owner('POST', '/v1/members/bulk/approve-by-filter', { filter: { id: randomUUID() } }, of)).body
    expect((await getJob(none, of)).body.job.status).toBe('FINISHED')
    await server.advanceClock('P31D')
    expect((await getJob(jobId, of)).status).toBe(404)
  })
  test('two jobs on the same members are safe: each counts them as done, and each member is blocked once', async () => {
    const ids = [(await make()).id, (await make()).id] as string[]
    const startJob = async () => (await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { id: { $in: ids } } })).body.jobId as string
    const jobs = [await startJob(), await startJob()]
    await server.ok('POST', '/_test/run', { body: {} })
    for (const id of jobs)
      expect((await getJob(id)).body.job).toMatchObject({ status: 'FINISHED', counts: { itemsToProcess: 2, itemsSucceeded: 2, itemsFailed: 0 } })
    for (const id of ids) expect((await server.emittedEvents(site, id)).map((event) => event.slug)).toEqual(['created', 'updated', 'blocked'])
  })
  test.each(['approve', 'block', 'delete'])('%s by an empty filter is a violation', async (action) => {
    for (const filter of [undefined, {}]) {
      const answer = await owner('POST', `/v1/members/bulk/${action}-by-filter`, { filter })
      expect(answer.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'filter', violatedRule: 'REQUIRED_FIELD' })
    }
  })
})

describe('deletion and its way back', () => {
  test('within 30 days, while the email is unused', async () => {
    const { id, loginEmail, profile } = await make({ contact: { firstName: 'Ann' } })
    await owner('DELETE', `/v1/members/${id}`)
    expect((await owner('GET', '/api/members/deleted')).body.members).toContainEqual(expect.objectContaining({ id, loginEmail }))
    expect((await owner('POST', `/api/members/${id}/restore`, {})).body.member).toMatchObject({
      id,
      loginEmail,
      status: 'APPROVED',
      profile: { slug: profile.slug },
    })
    expect((await owner('GET', `/v1/members/${id}`)).status).toBe(200)
    await owner('DELETE', `/v1/members/${id}`)
    await make({ loginEmail })
    expect(readRefusal(await owner('POST', `/api/members/${id}/restore`, {}))).toEqual([409, 'EMAIL_OR_ADDRESS_TAKEN'])
  })
  test('an erased person is gone at once', async () => {
    const { id, loginEmail } = await make({ contact: { firstName: 'Ann', phones: ['1'] } })
    expect((await owner('POST', `/api/members/${id}/erase`, {})).status).toBe(200)
    expect((await owner('POST', `/api/members/${id}/restore`, {})).status).toBe(404)
    expect((await make({ loginEmail })).contact.phones).toEqual([])
  })
  test('members take their data along', async () => {
    const { token, memberId } = await server.registerMember(site)
    const data = await server.call('GET', '/api/members/my/data', { token })
    expect(data.body).toMatchObject({ member: { id: memberId } })
  })
})

test('the public page shows public values only, to those who may see it', async () => {
  const { field: open } = (await createField({ defaultPrivacy: 'PUBLIC' })).body
  const { field: closed } = (await createField({})).body
  const { profile } = await make({
    privacyStatus: 'PUBLIC',
    contact: { phones: ['1'], customFields: { [open.key]: { value: 'yes' }, [closed.key]: { value: 'no' } } },
  })
  const { token } = await server.registerMember(site)
  const page = await server.call('GET', `/api/members/by-slug/${profile.slug}`, { token })
  expect(page.body.fields).toEqual([{ key: open.key, name: open.name, fieldType: 'TEXT', value: 'yes' }])
  expect(page.body.member).not.toHaveProperty('contact')
  expect((await server.call('GET', `/api/members/by-slug/${profile.slug}`, { token: await server.visitorToken(site) })).status).toBe(404)
})

describe('notes of the business', () => {
  test('are written, read newest first and struck out; members never see them', async () => {
    const { id } = await make()
    const path = `/api/members/${id}/notes`
    const first = (await owner('POST', path, { text: ' Likes the window.\n' })).body.note
    await server.advanceClock('PT1M')
    await owner('POST', path, { text: 'Bad knee.' })
    expect((await owner('GET', path)).body.notes.map((note: { text: string }) => note.text)).toEqual(['Bad knee.', 'Likes the window.'])
    expect((await owner('POST', path, { text: ' ' })).status).toBe(400)
    const { token } = await server.registerMember(site)
    expect((await server.call('GET', path, { token })).status).toBe(403)
    expect((await owner('GET', path, undefined, await server.createSite())).status).toBe(404)
    expect((await owner('DELETE', `${path}/${first.id}`)).status).toBe(200)
    expect((await owner('DELETE', `${path}/${first.id}`)).status).toBe(404)
    expect((await owner('GET', path)).body.notes).toHaveLength(1)
  })
  test('go when a person is erased', async () => {
    const { id } = await make()
    await owner('POST', `/api/members/${id}/notes`, { text: 'x' })
    await owner('POST', `/api/members/${id}/erase`, {})
    expect(await server.open.db.selectFrom('memberNote').select('id').where('memberId', '=', id).execute()).toEqual([])
  })
})
