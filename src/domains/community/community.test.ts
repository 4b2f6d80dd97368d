/** Reports, follows, texts about oneself and badges, through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { insertBadges } from '../../../test/factories/many-rows.ts'

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

type Person = Awaited<ReturnType<TestServer['registerMember']>>
const asOwner = (method: string, path: string, body?: unknown, of = site) => server.call(method, path, { as: of, ...(body !== undefined && { body }) })
const as = ({ token }: Person, method: string, path: string, body?: unknown) => server.call(method, path, { token, ...(body !== undefined && { body }) })
/** A member whom other members see. */
async function person(isPublic = true): Promise<Person> {
  const one = await server.registerMember(site)
  if (isPublic) await server.ok('POST', '/v1/members/join-community', { token: one.token, body: {} })
  return one
}
const readRefusal = (answer: { status: number; body: { details?: { applicationError?: { code: string } } } }) => [
  answer.status,
  answer.body.details?.applicationError?.code,
]

describe('reports', () => {
  const report = (by: Person, reportedMemberId: string, reason: object = { category: 'SPAM' }) =>
    as(by, 'POST', '/v1/member-reports', { memberReport: { reportedMemberId, reason } })
  const onMember = async (id: string) =>
    (await asOwner('POST', '/v1/member-reports/members/query', { query: { filter: { reportedMemberId: id } } })).body.reportedMembers

  test('one per pair; blocking reviews them, dismissing removes them', async () => {
    const [ann, bob, cid] = [await person(), await person(), await person()]
    expect((await report(ann, cid.memberId)).body.memberReport).toMatchObject({ reportingMemberId: ann.memberId, reason: { category: 'SPAM' } })
    await report(ann, cid.memberId, { category: 'OTHER', description: 'shouts' })
    await report(bob, cid.memberId)
    expect(await onMember(cid.memberId)).toMatchObject([{ reportCount: '2', reviewed: false }])
    const { memberReports } = (
      await asOwner('POST', '/v1/member-reports/query', { query: { filter: { reportedMemberId: cid.memberId, 'reason.category': 'OTHER' } } })
    ).body
    expect(memberReports).toMatchObject([{ reason: { category: 'OTHER', description: 'shouts' } }])
    await asOwner('POST', `/v1/members/${cid.memberId}/block`, {})
    expect(await onMember(cid.memberId)).toMatchObject([{ reviewed: true }])
    expect(readRefusal(await report(await person(), cid.memberId))).toEqual([400, 'CANNOT_REPORT_BLOCKED_MEMBER'])
    expect((await asOwner('DELETE', `/v1/member-reports/members/${cid.memberId}`)).status).toBe(200)
    expect(await onMember(cid.memberId)).toEqual([])
    expect((await server.emittedEvents(site, cid.memberId)).map((event) => event.slug)).toEqual(
      expect.arrayContaining(['reported_member_created', 'reported_member_deleted']),
    )
  })
  test('refusals', async () => {
    const [ann, hidden] = [await person(), await person(false)]
    expect(readRefusal(await report(ann, ann.memberId))).toEqual([400, 'SELF_REPORTING_FORBIDDEN'])
    expect(readRefusal(await report(ann, hidden.memberId))).toEqual([404, 'NOT_FOUND'])
    expect(readRefusal(await report(ann, randomUUID()))).toEqual([404, 'NOT_FOUND'])
    const bob = await person()
    const silent = await report(ann, bob.memberId, { category: 'OTHER' })
    expect(silent.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'memberReport.reason.description', violatedRule: 'REQUIRED_FIELD' })
    await asOwner('POST', `/v1/members/${ann.memberId}/mute`, {})
    expect(readRefusal(await report(ann, bob.memberId))).toEqual([403, 'PERMISSION_DENIED'])
    expect((await as(bob, 'POST', '/v1/member-reports/query', { query: {} })).status).toBe(403)
  })
  test('ten a day, then no more until tomorrow', async () => {
    const ann = await person()
    const other = async () =>
      (await asOwner('POST', '/v1/members', { member: { loginEmail: `r${randomUUID()}@example.org`, privacyStatus: 'PUBLIC' } })).body.member.id as string
    for (let n = 0; n < 10; n++) expect((await report(ann, await other())).status).toBe(200)
    expect(readRefusal(await report(ann, await other()))).toEqual([429, 'THROTTLED_FEATURE'])
  })
  test('the owner gets one email a day', async () => {
    const of = await server.createSite()
    const [ann, bob] = [await server.registerMember(of), await server.registerMember(of)]
    await server.ok('POST', '/v1/members/join-community', { token: bob.token, body: {} })
    await server.ok('POST', '/v1/member-reports', {
      token: ann.token,
      body: { memberReport: { reportedMemberId: bob.memberId, reason: { category: 'SPAM' } } },
    })
    const countEmails = async () => (await server.sentEmails(of, of.ownerEmail)).filter((email) => email.template === 'MEMBERS_REPORTED').length
    const counts: number[] = []
    // The next morning, the rest of that day, and the morning after.
    for (const advance of ['P1D', 'PT3H', 'P1D']) {
      await server.advanceClock(advance)
      counts.push(await countEmails())
    }
    expect(counts).toEqual([1, 1, 1])
  })
})

describe('follows', () => {
  test('are seen from both ends, counted once, and end when one goes private', async () => {
    const [ann, bob] = [await person(), await person()]
    for (let twice = 0; twice < 2; twice++) expect((await as(ann, 'POST', `/v3/followers/${bob.memberId}`, {})).status).toBe(200)
    expect((await as(ann, 'GET', '/v3/followers/my/following')).body.memberIds).toEqual([bob.memberId])
    expect((await as(bob, 'GET', '/v3/followers/my')).body.memberIds).toEqual([ann.memberId])
    expect((await as(ann, 'GET', `/v3/followers/${bob.memberId}`)).body.memberIds).toEqual([ann.memberId])
    // Members do not see a member that the business blocked, nor in lists of others.
    const cid = await person()
    await as(cid, 'POST', `/v3/followers/${bob.memberId}`, {})
    await asOwner('POST', `/v1/members/${cid.memberId}/block`, {})
    expect((await as(bob, 'GET', '/v3/followers/my')).body.memberIds).toEqual([ann.memberId])
    const connections = await as(bob, 'POST', '/v3/followers/my/connections', { connectedMemberIds: [ann.memberId] })
    expect(connections.body.connectedMembers).toEqual([{ connectedMemberId: ann.memberId, followingMember: true, followedByMember: false }])
    // Ann followed twice and cid once: each is emitted once.
    expect((await server.emittedEvents(site, bob.memberId)).filter((event) => event.slug === 'member_followed')).toHaveLength(2)
    await as(bob, 'POST', '/v1/members/leave-community', {})
    expect((await as(ann, 'GET', '/v3/followers/my/following')).body.memberIds).toEqual([])
    expect((await server.emittedEvents(site, bob.memberId)).map((event) => event.slug)).toContain('member_unfollowed')
  })
  test('a block ends them in both directions', async () => {
    const [ann, bob] = [await person(), await person()]
    await as(ann, 'POST', `/v3/followers/${bob.memberId}`, {})
    await as(bob, 'POST', `/v3/followers/${ann.memberId}`, {})
    await as(ann, 'POST', '/v1/member-to-member-blocks/members/my', { memberId: bob.memberId })
    for (const one of [ann, bob]) expect((await as(one, 'GET', '/v3/followers/my')).body.memberIds).toEqual([])
    expect((await as(bob, 'POST', `/v3/followers/${ann.memberId}`, {})).status).toBe(404)
  })
  test('only public members follow and are followed, and a member cannot follow themself', async () => {
    const [ann, hidden] = [await person(), await person(false)]
    expect((await as(ann, 'POST', `/v3/followers/${hidden.memberId}`, {})).status).toBe(404)
    expect((await as(hidden, 'POST', `/v3/followers/${ann.memberId}`, {})).status).toBe(403)
    expect(readRefusal(await as(ann, 'POST', `/v3/followers/${ann.memberId}`, {}))).toEqual([400, 'SELF_FOLLOWING_FORBIDDEN'])
    const silent = await person()
    await asOwner('POST', `/v1/members/${silent.memberId}/mute`, {})
    expect((await as(silent, 'POST', `/v3/followers/${ann.memberId}`, {})).status).toBe(403)
    expect((await as(ann, 'DELETE', `/v3/followers/${randomUUID()}`)).status).toBe(200)
  })
})

describe('a text about oneself', () => {
  const content = { nodes: [{ type: 'PARAGRAPH', id: 'a', nodes: [{ type: 'TEXT', textData: { text: 'I run.' } }] }] }
  test('one per member, changed with its revision, visible to callers who can see the member', async () => {
    const [ann, bob, hidden] = [await person(), await person(), await person(false)]
    expect((await as(ann, 'GET', '/v2/abouts/my')).body).toEqual({})
    const { memberAbout } = (await as(ann, 'POST', '/v2/abouts', { memberAbout: { content } })).body
    expect(memberAbout).toMatchObject({ memberId: ann.memberId, content, revision: '1' })
    expect(readRefusal(await as(ann, 'POST', '/v2/abouts', { memberAbout: { content } }))).toEqual([409, 'MEMBER_ABOUT_ALREADY_EXISTS'])
    const path = `/v2/abouts/${memberAbout.id}`
    expect((await as(bob, 'GET', path)).body.memberAbout.content).toEqual(content)
    expect((await as(bob, 'PATCH', path, { memberAbout: { content, revision: '1' } })).status).toBe(403)
    expect(readRefusal(await as(ann, 'PATCH', path, { memberAbout: { content, revision: '7' } }))).toEqual([409, 'INVALID_REVISION'])
    expect((await as(ann, 'PATCH', path, { memberAbout: { content: { nodes: [] }, revision: '1' } })).body.memberAbout.revision).toBe('2')
    const other = (await as(hidden, 'POST', '/v2/abouts', { memberAbout: { content } })).body.memberAbout
    expect((await as(bob, 'GET', `/v2/abouts/${other.id}`)).status).toBe(404)
    const found = await as(bob, 'POST', '/v2/abouts/query', { query: { filter: { memberId: { $in: [ann.memberId, hidden.memberId] } } } })
    expect(found.body.memberAbouts.map((about: { id: string }) => about.id)).toEqual([memberAbout.id])
    expect((await as(ann, 'DELETE', path)).status).toBe(200)
    expect((await as(ann, 'GET', path)).status).toBe(404)
  })
  test('more than 50 KB is too much', async () => {
    const answer = await as(await person(), 'POST', '/v2/abouts', { memberAbout: { content: { nodes: ['x'.repeat(51_300)] } } })
    expect(answer.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'memberAbout.content', violatedRule: 'MAX_LENGTH' })
  })
})

describe('badges', () => {
  const colours = { backgroundColor: '#112233', textColor: '#FFFFFF' }
  const make = async (title: string) => (await asOwner('POST', '/v4/badges', { badge: { title, ...colours } })).body.badge
  test('are made in either version, ordered, given once and taken', async () => {
    const old = (await asOwner('POST', '/v3/badges', { badge: { title: 'Early bird', icon: 'https://a.example/i.png', ...colours } })).body.badge
    expect(old).toMatchObject({ slug: 'early-bird', icon: 'https://a.example/i.png' })
    const badge = await make('Early bird')
    expect(badge).toMatchObject({ slug: 'early-bird-2', revision: '1' })
    expect((await asOwner('POST', `/v4/badges/${badge.id}/move`, { position: 'FIRST' })).status).toBe(200)
    const { badges } = (await asOwner('GET', '/v3/badges')).body
    expect(badges.map((one: { id: string }) => one.id).slice(0, 2)).toEqual([badge.id, old.id])

    const ann = await person()
    for (let twice = 0; twice < 2; twice++) expect((await asOwner('POST', `/v3/badges/${badge.id}/members`, { memberIds: [ann.memberId] })).status).toBe(200)
    expect((await asOwner('GET', `/v3/badges/${badge.id}/members`)).body).toMatchObject({ memberIds: [ann.memberId], metadata: { total: 1 } })
    expect((await as(ann, 'POST', '/v3/badges/members', { memberIds: [ann.memberId] })).body.memberBadgeIds).toEqual([
      { memberId: ann.memberId, badgeIds: [badge.id] },
    ])
    expect((await asOwner('GET', '/v3/badges/members/count')).body.badgeMemberCounts).toContainEqual({ badgeId: badge.id, memberCount: 1 })
    expect(readRefusal(await asOwner('POST', '/v4/badge-assignments', { badgeAssignment: { badgeId: badge.id, memberId: ann.memberId } }))).toEqual([
      409,
      'BADGE_ALREADY_ASSIGNED',
    ])
    expect((await asOwner('DELETE', `/v3/badges/${badge.id}/members?memberIds=${ann.memberId}`)).status).toBe(200)
    expect((await server.emittedEvents(site, badge.id)).map((event) => event.slug)).toEqual(['created', 'badge_assigned', 'badge_unassigned'])
    expect((await asOwner('DELETE', `/v4/badges/${badge.id}`)).status).toBe(200)
    expect((await asOwner('GET', `/v3/badges/${badge.id}`)).status).toBe(404)
  })
  test('members see the badges of those whom they see, and their own; a deleted member is counted nowhere', async () => {
    const badge = await make('Seen')
    const [ann, hidden, gone] = [await person(), await person(false), await person()]
    const memberIds = [ann.memberId, hidden.memberId, gone.memberId]
    await asOwner('POST', `/v3/badges/${badge.id}/members`, { memberIds })
    const holders = async (who?: Person) => {
      const [list, each, found] = [
        ['GET', `/v3/badges/${badge.id}/members`, undefined],
        ['POST', '/v3/badges/members', { memberIds }],
        ['POST', '/v4/badge-assignments/query', { query: { filter: { badgeId: badge.id } } }],
      ].map(
        async ([method, path, body]) => (await (who ? as(who, method as string, path as string, body) : asOwner(method as string, path as string, body))).body,
      )
      const ids = [
        (await list).memberIds,
        (await each).memberBadgeIds.filter((one: { badgeIds: string[] }) => one.badgeIds.length > 0).map((one: { memberId: string }) => one.memberId),
        (await found).badgeAssignments.map((one: { memberId: string }) => one.memberId),
      ].map((seen: string[]) => seen.toSorted())
      expect(ids).toEqual([ids[0], ids[0], ids[0]])
      return ids[0]
    }
    expect(await holders(ann)).toEqual([ann.memberId, gone.memberId].toSorted())
    expect(await holders(hidden)).toEqual([...memberIds].toSorted())
    await asOwner('DELETE', `/v1/members/${gone.memberId}`)
    expect(await holders()).toEqual([ann.memberId, hidden.memberId].toSorted())
    expect((await asOwner('GET', '/v3/badges/members/count')).body.badgeMemberCounts).toContainEqual({ badgeId: badge.id, memberCount: 2 })
    await asOwner('POST', `/api/members/${gone.memberId}/restore`, {})
    expect(await holders()).toHaveLength(3)
  })
  test('in bulk, each item on its own', async () => {
    const badge = await make('Regular')
    const ann = await person()
    const items = [
      { badgeId: badge.id, memberId: ann.memberId },
      { badgeId: badge.id, memberId: randomUUID() },
    ]
    const { results, bulkActionMetadata } = (await asOwner('POST', '/v4/bulk/badge-assignments/create', { badgeAssignments: items, returnEntity: true })).body
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
    expect(results[0].item).toMatchObject(items[0] as object)
    expect(results[1].itemMetadata).toMatchObject({ originalIndex: 1, success: false, error: { code: 'NOT_FOUND' } })
    const gone = await asOwner('POST', '/v4/bulk/badge-assignments/delete', { badgeAssignmentIds: [results[0].item.id, randomUUID()] })
    expect(gone.body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
  })
  test('a hundred are enough; many members get one by one call, unless one of them is unknown', async () => {
    const of = await server.createSite()
    await insertBadges({ server, site: of, count: 100 })
    const more = await asOwner('POST', '/v3/badges', { badge: { title: 'One more', ...colours } }, of)
    expect([...readRefusal(more), more.body.details.applicationError.data]).toEqual([428, 'TOO_MANY_BADGES', { maximum: 100 }])
    const [badge] = (await asOwner('GET', '/v3/badges', undefined, of)).body.badges
    const make = async () => (await asOwner('POST', '/v1/members', { member: { loginEmail: `b${randomUUID()}@example.org` } }, of)).body.member.id as string
    const memberIds = [await make(), await make()]
    const give = (ids: string[]) => asOwner('POST', `/v3/badges/${badge.id}/members`, { memberIds: ids }, of)
    expect((await give([...memberIds, randomUUID()])).status).toBe(404)
    expect((await give([...memberIds, memberIds[0]?.toUpperCase() ?? ''])).status).toBe(200)
    expect((await asOwner('GET', `/v3/badges/${badge.id}/members`, undefined, of)).body.memberIds.toSorted()).toEqual(memberIds.toSorted())
  })
  describe('that bring a role', () => {
    const getRole = async ({ memberId }: Person) => {
      const { roles, reasons } = (await asOwner('GET', `/v1/roles/members/${memberId}`)).body
      return { keys: roles.map((role: { roleKey: string }) => role.roleKey).slice(1), reasons }
    }
    const makeRole = (roleKey: string) => asOwner('POST', '/v1/roles/definitions', { roleKey, roleTitle: roleKey.toLowerCase() })
    const makeGiving = async (title: string, roleKey: string) =>
      (await asOwner('POST', '/v4/badges', { badge: { title, ...colours, permissionsEnabled: true, roleKey } })).body.badge
    const patch = (id: string, badge: object) => asOwner('PATCH', `/v3/badges/${id}`, { badge })
    const give = (badgeId: string, who: Person) => asOwner('POST', `/v3/badges/${badgeId}/members`, { memberIds: [who.memberId] })
    const take = (badgeId: string, who: Person) => asOwner('DELETE', `/v3/badges/${badgeId}/members?memberIds=${who.memberId}`)

    test('a member with the badge has the role, as long as one reason for it is left', async () => {
      const ann = await person()
      await makeRole('COACH')
      const [gold, silver] = [await makeGiving('Gold coach', 'COACH'), await makeGiving('Silver coach', 'COACH')]
      expect(gold).toMatchObject({ roleKey: 'COACH', permissionsEnabled: true })
      for (const one of [gold, silver, gold]) await give(one.id, ann)
      await asOwner('POST', `/v1/roles/members/${ann.memberId}`, { roleKey: 'COACH' })
      expect(await getRole(ann)).toEqual({
        keys: ['COACH'],
        reasons: expect.arrayContaining([{ roleKey: 'COACH', badgeId: gold.id }, { roleKey: 'COACH', badgeId: silver.id }, { roleKey: 'COACH' }]),
      })
      const withRole = async () => (await asOwner('POST', '/v1/members/query', { query: { filter: { roleKey: 'COACH' } } })).body.members.length
      expect(await withRole()).toBe(1)
      await take(gold.id, ann)
      await asOwner('DELETE', `/v1/roles/members/${ann.memberId}?roleKey=COACH`)
      expect(await getRole(ann)).toEqual({ keys: ['COACH'], reasons: [{ roleKey: 'COACH', badgeId: silver.id }] })
      // The hand does not take what comes with a badge.
      expect((await asOwner('DELETE', `/v1/roles/members/${ann.memberId}?roleKey=COACH`)).status).toBe(200)
      expect(await withRole()).toBe(1)
      const assignment = (await asOwner('POST', '/v4/badge-assignments/query', { query: { filter: { badgeId: silver.id } } })).body.badgeAssignments[0]
      await asOwner('DELETE', `/v4/badge-assignments/${assignment.id}`)
      expect([await getRole(ann), await withRole()]).toEqual([{ keys: [], reasons: [] }, 0])
    })
    test.each([
      ['it is deleted', async (id: string) => asOwner('DELETE', `/v4/badges/${id}`), []],
      ['it brings no role any more', async (id: string) => patch(id, { roleKey: '' }), []],
      ['it is set to grant none', async (id: string) => patch(id, { permissionsEnabled: false }), []],
      ['it brings another', async (id: string) => patch(id, { roleKey: 'OTHER_ONE' }), ['OTHER_ONE']],
      ['only its title changes', async (id: string) => patch(id, { title: 'New title', roleKey: null }), ['FIRST_ONE']],
      ['the role is deleted', async () => asOwner('DELETE', '/v1/roles/definitions/FIRST_ONE'), []],
    ] as const)('the holders follow when %s', async (_, change, after) => {
      for (const key of ['FIRST_ONE', 'OTHER_ONE']) await makeRole(key)
      const [ann, badge] = [await person(), await makeGiving('Bringer', 'FIRST_ONE')]
      await give(badge.id, ann)
      expect((await getRole(ann)).keys).toEqual(['FIRST_ONE'])
      expect((await change(badge.id)).status).toBe(200)
      expect((await getRole(ann)).keys).toEqual(after)
    })
    test('a role that goes leaves the badge, which says so', async () => {
      await makeRole('SHORT_LIVED')
      const badge = await makeGiving('Stays', 'SHORT_LIVED')
      await asOwner('DELETE', '/v1/roles/definitions/SHORT_LIVED')
      const left = (await asOwner('GET', `/v4/badges/${badge.id}`)).body.badge
      expect([left.roleKey, left.permissionsEnabled, left.revision]).toEqual([undefined, false, '2'])
      expect((await server.emittedEvents(site, badge.id)).map((event) => event.slug)).toEqual(['created', 'updated'])
    })
    test('a role has to exist and to be given, and only those who may give roles link one', async () => {
      await makeRole('LINKED')
      for (const roleKey of ['UNKNOWN', 'OWNER', 'MEMBER'])
        expect(readRefusal(await asOwner('POST', '/v4/badges', { badge: { title: 'x', ...colours, roleKey } }))).toEqual([404, 'ROLE_DOES_NOT_EXIST'])
      const { badge } = (await asOwner('POST', '/v4/badges', { badge: { title: 'Linked', ...colours, permissionsEnabled: true } })).body
      const collaborator = await server.inviteCollaborator(site, ['BADGES.BADGE_READ', 'BADGES.BADGE_UPDATE'])
      const asCollaborator = (input: object) => server.call('PATCH', `/v4/badges/${badge.id}`, { ...collaborator, body: { badge: input } })
      expect(readRefusal(await asCollaborator({ roleKey: 'LINKED' }))).toEqual([403, 'PERMISSION_DENIED'])
      expect((await asCollaborator({ title: 'Renamed' })).status).toBe(200)
      const found = await asOwner('POST', '/v4/badges/query', { query: { filter: { permissionsEnabled: true, title: 'Renamed' } } })
      expect(found.body.badges.map((one: { id: string }) => one.id)).toEqual([badge.id])
    })
  })
  test('bad colours and titles are violations; members read and do not write; other sites see nothing', async () => {
    for (const badge of [
      { title: '', ...colours },
      { title: 'x'.repeat(51), ...colours },
      { title: 'x', description: 'x'.repeat(1501), ...colours },
      { title: 'x', ...colours, textColor: 'red' },
    ])
      expect((await asOwner('POST', '/v4/badges', { badge })).status).toBe(400)
    const badge = await make('Closed')
    expect((await as(await person(), 'PATCH', `/v4/badges/${badge.id}`, { badge: { title: 'mine' } })).status).toBe(403)
    expect((await asOwner('PATCH', `/v4/badges/${badge.id}`, { badge: { title: 'theirs' } }, await server.createSite())).status).toBe(404)
    expect(readRefusal(await asOwner('PATCH', `/v4/badges/${badge.id}`, { badge: { title: 'new', revision: '9' } }))).toEqual([409, 'INVALID_REVISION'])
  })
})
