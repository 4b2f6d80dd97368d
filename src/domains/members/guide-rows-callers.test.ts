/**
 * Each row of the guide's tables on roles, events, callers and codes, through HTTP; a row without a case fails. And refusals that need another caller
 * at the dashboard. Source: guide members §15, §17–19; identity §2, §5.8.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import { createMemberCalls, readRefusal, withData, type Person } from '../../../test/factories/members.ts'
import { testRows, signInOwner } from '../../../test/member-guide.ts'
import { allOperations } from '../../../test/operations.ts'
import { startTestServer, type CallOptions, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { standardRefusals } from '#kit/api/refusal.ts'
import { kinds as communityKinds } from '#domains/community/errors.ts'
import { kinds } from './errors.ts'

let server: TestServer
let site: TestSite
let viewer: Person
let ownerSession: CallOptions
const { owner, as, person, make } = createMemberCalls(() => ({ server, site }))
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  viewer = await person()
  ownerSession = await signInOwner(server, site)
})
afterAll(() => server.close())

describe('roles (15)', () => {
  const define = (roleKey: string, roleTitle = 'Role') => owner('POST', '/v1/roles/definitions', { roleKey, roleTitle })
  testRows(tableAt('members', '## 15. '), {
    'assign, remove, list roles of a member': async () => {
      const { id } = await make()
      await define('COACHES', 'Coaches')
      for (let twice = 0; twice < 2; twice++)
        expect((await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'COACHES' })).body).toEqual({ roleKey: 'COACHES' })
      expect((await owner('GET', `/v1/roles/members/${id}`)).body.roles).toContainEqual({ roleKey: 'COACHES', title: 'Coaches' })
      for (let twice = 0; twice < 2; twice++) expect((await owner('DELETE', `/v1/roles/members/${id}?roleKey=COACHES`)).status).toBe(200)
      expect(withData(await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'UNKNOWN' }))).toEqual([404, 'ROLE_DOES_NOT_EXIST', { roleKey: 'UNKNOWN' }])
      await owner('POST', `/v1/members/${id}/block`, {})
      expect(withData(await owner('POST', `/v1/roles/members/${id}`, { roleKey: 'COACHES' }))).toEqual([428, 'MEMBER_BLOCKED', { memberId: id }])
    },
    query: async () => {
      const { rolesByMemberId } = (await owner('POST', '/v1/roles/members/query', { query: { filter: { memberId: site.ownerMemberId } } })).body
      expect(rolesByMemberId).toEqual({
        [site.ownerMemberId]: {
          roles: [
            { roleKey: 'MEMBER', title: 'Member' },
            { roleKey: 'OWNER', title: 'Owner' },
          ],
        },
      })
    },
    definitions: async () => {
      for (const bad of ['lower', 'A-B', 'X'.repeat(51), 'OWNER']) expect([bad, ...readRefusal(await define(bad))]).toEqual([bad, 400, 'INVALID_ROLE'])
      expect((await define('X'.repeat(50))).status).toBe(200)
      for (const key of ['MEMBER', 'OWNER', 'CONTRIBUTOR']) {
        expect(readRefusal(await owner('PATCH', `/v1/roles/definitions/${key}`, { blockable: true, revision: '1' }))).toEqual([
          400,
          'CANNOT_UPDATE_SYSTEM_ROLE',
        ])
        expect(readRefusal(await owner('DELETE', `/v1/roles/definitions/${key}`))).toEqual([400, 'CANNOT_DELETE_SYSTEM_ROLE'])
      }
    },
  })
})

describe('events (17)', () => {
  const getLast = async (id: string, slug: string) => (await server.emittedEvents(site, id)).findLast((event) => event.slug === slug)
  testRows(tableAt('members', '## 17. '), {
    created: async () => {
      const member = await make()
      expect(await getLast(member.id, 'created')).toMatchObject({
        eventType: 'wix.members.v1.member_created',
        sequence: 1,
        body: { createdEvent: { entity: { id: member.id, loginEmail: member.loginEmail, contact: {} } } },
      })
    },
    updated: async () => {
      const { id } = await make()
      await owner('PATCH', `/v1/members/${id}`, { member: { profile: { title: 'Runner' } } })
      expect(await getLast(id, 'updated')).toMatchObject({
        eventType: 'wix.members.v1.member_updated',
        body: { updatedEvent: { currentEntity: { id, profile: { title: 'Runner' } } } },
      })
    },
    deleted: async () => {
      const { id } = await make()
      await owner('DELETE', `/v1/members/${id}`)
      expect(await getLast(id, 'deleted')).toMatchObject({ eventType: 'wix.members.v1.member_deleted', body: { deletedEvent: {} } })
    },
    'approved, blocked, muted, unmuted, joined_community, left_community': async () => {
      const one = await server.registerMember(site)
      for (const action of ['join-community', 'leave-community']) await as(one, 'POST', `/v1/members/${action}`, {})
      for (const action of ['mute', 'unmute', 'block', 'approve']) await owner('POST', `/v1/members/${one.memberId}/${action}`, {})
      const actions = (await server.emittedEvents(site, one.memberId)).filter((event) => 'actionEvent' in event.body)
      expect(actions.map((event) => [event.slug, event.body])).toEqual(
        ['joined_community', 'left_community', 'muted', 'unmuted', 'blocked', 'approved'].map((slug) => [
          slug,
          { actionEvent: { body: { memberId: one.memberId } } },
        ]),
      )
    },
    content_reassignment_requested: async () => {
      const { id } = await make()
      await owner('DELETE', `/v1/members/${id}`)
      expect((await getLast(id, 'content_reassignment_requested'))?.body).toEqual({
        actionEvent: { body: { fromMember: id, toMember: site.ownerMemberId } },
      })
    },
    content_deletion_requested: async () => {
      const { id } = await make()
      await owner('POST', `/api/members/${id}/erase`, {})
      expect((await getLast(id, 'content_deletion_requested'))?.body).toEqual({ actionEvent: { body: { member: { id } } } })
    },
  })
})

describe('who may call what (18)', () => {
  /** Row of the guide → its operations; the record of each says who may, and `test/permissions` that the record is kept to. */
  const operations: Record<string, string[]> = {
    getCurrentMember: ['members.getCurrentMember'],
    'getMember, list, query': ['members.getMember', 'members.listMembers', 'members.queryMembers'],
    createMember: ['members.createMember'],
    'updateMember, delete phones/emails/addresses': ['updateMember', 'deleteMemberPhones', 'deleteMemberEmails', 'deleteMemberAddresses'].map(
      (name) => `members.${name}`,
    ),
    'my slug': ['members.updateCurrentMemberSlug'],
    'slug by id': ['members.updateMemberSlug'],
    'join, leave': ['members.joinCommunity', 'members.leaveCommunity'],
    'approve / block / mute, unmute / disconnect': ['approveMember', 'blockMember', 'muteMember', 'unmuteMember', 'disconnectMember'].map(
      (name) => `members.${name}`,
    ),
    'delete, bulk delete, by filter': ['members.deleteMember', 'members.bulkDeleteMembers', 'members.bulkDeleteMembersByFilter'],
    'delete my': ['members.deleteMyMember'],
    'custom fields write / read': ['createCustomField', 'updateCustomField', 'deleteCustomField', 'hideCustomField', 'listCustomFields'].map(
      (name) => `customFields.${name}`,
    ),
    'default privacy': ['members.getDefaultPrivacyStatus', 'members.setDefaultPrivacyStatus'],
    'privacy settings get / set': ['members.getMemberPrivacySettings', 'members.setMemberPrivacySettings'],
    'report / read reports': ['memberReports.reportMember', 'memberReports.queryMemberReports'],
    roles: ['memberRoles.getMemberRoles', 'memberRoles.createMemberRoleDefinition', 'memberRoles.assignMemberRole'],
    'member blocks': ['memberBlocks.listMemberBlocks', 'memberBlocks.blockOtherMember'],
  }
  const rows = tableAt('members', '## 18. ')
  const records = new Map(allOperations().map(({ name, op }) => [name, op]))
  test('has operations for every row', () => expect(unmatchedRows(rows, operations)).toEqual(allMatched))
  test.each(rows.map(([row, visitor, member, business, permission]) => [stripMarkdown(row), visitor, member, business, permission] as string[]))(
    '%s: visitor %s, member %s, owner %s',
    (row = '', visitor = '', member = '', business = '', permission = '') => {
      const ops = (operations[row] ?? []).map((name) => records.get(name))
      const kinds = { visitor, member, owner: business }
      for (const [kind, cell] of Object.entries(kinds)) {
        // "403 / yes" and "read": some of the calls may be made, not all.
        const may = ops.map((op) => op?.access === 'anyone' || op?.access[kind as 'visitor'] !== undefined)
        const words = cell === 'read' ? ['yes', '403'] : cell.split(' / ')
        // Of an owner a dash means "not as such": the call asks who the person is, and an owner without a member has no identity here.
        if (words.length === 1 && !(kind === 'owner' && cell === '–')) expect([kind, new Set(may)]).toEqual([kind, new Set([cell !== '403' && cell !== '–'])])
        else if (words.length === 2) expect([kind, may.some(Boolean), may.every(Boolean)]).toEqual([kind, true, false])
      }
      // `_BLOCK` is the end of a name that begins as the one before it.
      const wanted = stripMarkdown(permission)
        .replaceAll('MEMBERS.', '')
        .split(/, | \/ /)
      for (const op of ops) {
        const name = op?.permission?.replace('MEMBERS.', '') ?? '–'
        expect(
          wanted.some((one) => name.startsWith(one) || (one.startsWith('_') && name.endsWith(one))),
          name,
        ).toBe(true)
      }
    },
  )
})

describe('codes (19)', () => {
  /** A code that stands in no list of refusals: the names of rules, whose violations are 400. */
  const sources = [
    'guide-rows',
    'guide-rows-callers',
    'guide-rows-site',
    'guide-tables',
    'guide-tables-writing',
    'guide-examples',
    'members',
    'moderation',
    'status',
  ]
    .map((name) => readFileSync(`src/domains/members/${name}.test.ts`, 'utf8'))
    .join('\n')
  const declared: Record<string, { status: number }> = { ...standardRefusals, ...communityKinds, ...kinds }
  test.each(tableAt('members', '## 19. ').map(([status, codes, where]) => [codes, status, where] as string[]))('%s is %s on %s', (codes = '', status = '') => {
    const found = [...codes.matchAll(/`([A-Z_]{6,})`/g)].map(([, code]) => code as string)
    expect(found.length).toBeGreaterThan(0)
    for (const code of found) {
      if (!status.includes('rule')) expect([code, declared[code]?.status]).toEqual([code, Number.parseInt(status, 10)])
      // Named by a test that causes it.
      expect(sources.includes(`'${code}'`), code).toBe(true)
    }
  })
})

test('a wrong password at the dashboard, for known and unknown addresses', async () => {
  for (const email of [site.ownerEmail, 'unknown@shop.example'])
    expect(readRefusal(await server.call('POST', '/api/owner/sign-in', { body: { email, password: 'certainly not this one' } }))).toEqual([
      401,
      'WRONG_SIGN_IN',
    ])
})

test('recovery codes without a second step', async () => {
  expect(readRefusal(await as(viewer, 'POST', '/api/my-factors/recovery-codes', {}))[1]).toBe('NO_SECOND_STEP')
})

test('members cannot block an owner', async () => {
  await server.ok('PATCH', `/v1/members/${site.ownerMemberId}`, { as: site, body: { member: { privacyStatus: 'PUBLIC' } } })
  const block = await as(viewer, 'POST', '/v1/member-to-member-blocks/members/my', { memberId: site.ownerMemberId })
  expect(readRefusal(block)).toEqual([400, 'ADMIN_BLOCKING_FORBIDDEN'])
})

test('fifty keys are enough for anyone', async () => {
  let last: TestReply | undefined
  for (let n = 0; n < 51 && (last === undefined || last.status === 200); n++)
    last = await server.call('POST', '/api/api-keys', { ...ownerSession, body: { name: `Key ${n}` } })
  expect(readRefusal(last as TestReply)[1]).toBe('TOO_MANY_API_KEYS')
})
