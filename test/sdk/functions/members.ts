/** Functions of @wix/members, by everyone who may call them. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { getRefusal } from './recorder.ts'
import type { Suite } from './suite.ts'

const randomEmail = () => `sdk-${randomBytes(4).toString('hex')}@example.org`

export function testMembers(suite: () => Suite): void {
  const ownerClient = () => suite().owner.members
  /** A client that acts as a member whom others see. */
  async function person() {
    const { members: client, memberId, email } = await suite().member()
    await client.members.joinCommunity()
    return { client, memberId, email }
  }
  test('the business makes, finds, changes and moves members, one and many', async () => {
    const { members: api } = ownerClient()
    const loginEmail = randomEmail()
    const made = await api.createMember({ member: { loginEmail, contact: { firstName: 'Ann', phones: ['+1'], emails: ['ann@shop.example'] } } })
    const id = made._id as string
    expect([made.status, made._createdDate instanceof Date]).toEqual(['APPROVED', true])
    expect(await api.getMember(id, { fieldsets: ['FULL'] })).toMatchObject({ _id: id, loginEmail, contact: { firstName: 'Ann' } })
    expect((await api.updateMember(id, { contact: { lastName: 'Lee' } })).contact).toMatchObject({ firstName: 'Ann', lastName: 'Lee' })
    expect(
      (
        await api
          .queryMembers({ fieldsets: ['FULL'] })
          .eq('loginEmail', loginEmail)
          .find()
      ).items.map((one) => one._id),
    ).toEqual([id])
    expect((await api.listMembers({ paging: { limit: 5 } })).metadata?.count).toBeGreaterThan(0)
    expect((await api.updateMemberSlug(id, 'ann-of-the-package')).member?.profile?.slug).toBe('ann-of-the-package')
    for (const clear of ['deleteMemberPhones', 'deleteMemberEmails', 'deleteMemberAddresses'] as const) expect((await api[clear](id)).member?._id).toBe(id)
    for (const [move, status, activity] of [
      ['blockMember', 'BLOCKED', 'ACTIVE'],
      ['approveMember', 'APPROVED', 'ACTIVE'],
      ['muteMember', 'APPROVED', 'MUTED'],
      ['unmuteMember', 'APPROVED', 'ACTIVE'],
      ['disconnectMember', 'OFFLINE', 'ACTIVE'],
    ] as const)
      expect((await api[move](id)).member).toMatchObject({ status, activityStatus: activity })
    expect((await api.bulkDeleteMembers([id])).bulkActionMetadata).toMatchObject({ totalSuccesses: 1 })
    expect(await getRefusal(api.deleteMember(id))).toBe('NOT_FOUND')
    const filter = { loginEmail: randomEmail() }
    for (const begin of ['bulkApproveMembers', 'bulkBlockMembers', 'bulkDeleteMembersByFilter'] as const)
      expect((await api[begin](filter)).jobId).toMatch(/^[0-9a-f-]{36}$/)
    const other = await api.createMember({ member: { loginEmail: randomEmail() } })
    expect(await api.deleteMember(other._id as string)).toEqual({})
  })

  test('a member reads, names, opens, closes and ends the own record', async () => {
    const { client, memberId } = await person()
    const { members: api } = client
    expect((await api.getCurrentMember({ fieldsets: ['FULL'] })).member).toMatchObject({ _id: memberId, privacyStatus: 'PUBLIC' })
    expect((await api.updateCurrentMemberSlug(`mia-${memberId.slice(0, 8)}`)).member?.profile?.slug).toBe(`mia-${memberId.slice(0, 8)}`)
    expect((await api.leaveCommunity()).member?.privacyStatus).toBe('PRIVATE')
    await api.deleteMyMember()
    expect((await ownerClient().members.queryMembers().eq('_id', memberId).find()).items).toEqual([])
  })

  test('what the old authentication module is good for: another address, and a link to a password', async () => {
    const { client, memberId, email } = await person()
    const { authentication: api } = ownerClient()
    const newEmail = randomEmail()
    expect((await api.changeLoginEmail(memberId, newEmail)).member).toMatchObject({
      _id: memberId,
      loginEmail: newEmail,
      status: 'ACTIVE',
      emailVerified: false,
    })
    // Everyone is signed out, both addresses are emailed, and the old one can take it back.
    await expect(client.members.getCurrentMember()).rejects.toThrow()
    const [old, fresh] = [
      await suite().server.emailVariables(suite().site, email, 'EMAIL_CHANGED'),
      await suite().server.emailVariables(suite().site, newEmail, 'EMAIL_CHANGED'),
    ]
    expect([typeof old.undoLink, fresh.undoLink]).toEqual(['string', undefined])
    const other = await person()
    expect(await getRefusal(api.changeLoginEmail(memberId, other.email))).toBe('-19995')
    expect(await getRefusal(api.changeLoginEmail(memberId, 'nonsense'))).not.toBe('ACCEPTED')
    await api.changeLoginEmail(other.memberId, randomEmail(), { revokeCurrentSessions: false })
    expect((await other.client.members.getCurrentMember()).member?._id).toBe(other.memberId)
    expect(await api.sendSetPasswordEmail(newEmail)).toEqual({ accepted: true })
    await suite().server.emailVariables(suite().site, newEmail, 'SET_PASSWORD')
    expect(await getRefusal(api.sendSetPasswordEmail(randomEmail()))).toBe('-19999')
  })

  test('fields of the site: made, arranged, given to some, hidden, removed', async () => {
    const { customFields: api, customFieldApplications: applications, customFieldSuggestions: suggestions, memberRoleDefinition: roles } = ownerClient()
    const field = await api.createCustomField({ name: 'Belt', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' })
    const id = field._id as string
    expect((await api.getCustomField(id)).field?.key).toBe('custom.belt')
    expect((await api.listCustomFields({ paging: { limit: 50 } })).fields?.some((one) => one._id === id)).toBe(true)
    expect((await api.updateCustomField(id, { name: 'Belt colour', revision: field.revision ?? null })).revision).toBe('2')
    expect((await api.updateCustomFieldsOrder([id], { section: 'GENERAL' })).fields?.length).toBeGreaterThan(0)
    const { role } = await roles.createMemberRoleDefinition('SDK_TEAM', { roleTitle: 'Team' })
    const applied = await applications.createCustomFieldApplication({
      customFieldId: id,
      applications: { items: [{ applicationType: 'ROLE', entityId: role?._id as string }] },
    })
    expect(applied.revision).toBe('1')
    expect((await applications.updateCustomFieldApplication(id, { revision: '1', exclusions: { items: [] } })).revision).toBe('2')
    expect((await applications.getCustomFieldApplication(id)).application?.customFieldId).toBe(id)
    expect((await applications.getCustomFieldApplications([id])).applications).toHaveLength(1)
    expect((await applications.getMembersCustomFieldApplications([suite().site.ownerMemberId])).results?.[0]?.memberId).toBe(suite().site.ownerMemberId)
    expect((await applications.getRolesCustomFieldApplications([role?._id as string])).results?.[0]?.roleId).toBe(role?._id)
    await applications.deleteCustomFieldApplication(id)
    await api.hideCustomField(id, '2')
    expect((await suggestions.listCustomFieldSuggestions()).suggestions?.length).toBeGreaterThan(0)
    expect((await suggestions.queryCustomFieldSuggestions({ paging: { limit: 5 } })).suggestions?.length).toBeGreaterThan(0)
    await api.deleteCustomField(id, '3')
    await roles.deleteMemberRoleDefinition('SDK_TEAM')
  })

  test('privacy, roles and users', async () => {
    const { memberPrivacySettings: privacy, defaultPrivacy: first, memberRoleDefinition: definitions, authorization: roles, userMember: users } = ownerClient()
    const { memberPrivacySettings: now } = await privacy.getMemberPrivacySettings()
    expect((await privacy.setMemberPrivacySettings({ ...now, publicMemberVisibility: 'VISIBLE_TO_ALL' })).memberPrivacySettings?.revision).toBe('2')
    const begun = (await first.getDefaultPrivacyStatus()).defaultPrivacy
    expect((await first.setDefaultPrivacyStatus({ ...begun, defaultPrivacy: 'PUBLIC' })).defaultPrivacy).toMatchObject({
      defaultPrivacy: 'PUBLIC',
      revision: '2',
    })
    const { memberId } = await person()
    await definitions.createMemberRoleDefinition('WRITER', { roleTitle: 'Writer' })
    expect((await definitions.listMemberRoleDefinitions()).roles?.map((role) => role.roleKey)).toContain('WRITER')
    expect((await definitions.updateMemberRoleDefinition('WRITER', { blockable: false, revision: '1' })).role?.revision).toBe('2')
    expect((await definitions.getMemberRoleDefinition('WRITER')).role?.blockable).toBe(false)
    expect((await roles.assignRole(memberId, 'WRITER')).roleKey).toBe('WRITER')
    expect((await roles.getRoles(memberId)).roles?.map((role) => role.roleKey)).toEqual(['MEMBER', 'WRITER'])
    expect(Object.keys((await roles.queryRoles({ query: { filter: { roleKey: 'WRITER' } } })).rolesByMemberId ?? {})).toEqual([memberId])
    await roles.unassignRole(memberId, 'WRITER')
    await definitions.deleteMemberRoleDefinition('WRITER')
    expect(await getRefusal(roles.assignRole(memberId, 'WRITER'))).toBe('ROLE_DOES_NOT_EXIST')
    expect((await users.queryUserMembers().find()).items.map((user) => user.memberId)).toEqual([suite().site.ownerMemberId])
  })

  test('members follow, block and report each other, and write about themselves', async () => {
    const [ann, bob] = [await person(), await person()]
    const { memberFollowers: follows, memberToMemberBlock: blocks, memberReport: reports, membersAbout: abouts } = ann.client
    await follows.followMember(bob.memberId)
    expect((await follows.listCurrentMemberFollowing()).memberIds).toEqual([bob.memberId])
    expect((await follows.listMemberFollowers(bob.memberId)).memberIds).toEqual([ann.memberId])
    expect((await follows.listMemberFollowing(ann.memberId)).memberIds).toEqual([bob.memberId])
    expect((await bob.client.memberFollowers.listCurrentMemberFollowers()).memberIds).toEqual([ann.memberId])
    for (const { connectedMembers } of [
      await follows.queryCurrentMemberConnections([bob.memberId]),
      await follows.queryMemberConnections(ann.memberId, [bob.memberId]),
    ])
      expect(connectedMembers).toMatchObject([{ connectedMemberId: bob.memberId, followedByMember: true }])
    await follows.unfollowMember(bob.memberId)

    await reports.reportMember({ reportedMemberId: bob.memberId, reason: { category: 'SPAM' } })
    const dashboard = ownerClient()
    expect((await dashboard.memberReport.listReportedMembers({ cursorPaging: { limit: 5 } })).reportedMembers).toMatchObject([
      { reportedMemberId: bob.memberId },
    ])
    expect((await dashboard.memberReport.queryReportedMembers({ query: { filter: { reportedMemberId: bob.memberId } } })).reportedMembers).toHaveLength(1)
    expect((await dashboard.memberReport.queryMemberReports({ filter: { reportedMemberId: bob.memberId } })).memberReports).toHaveLength(1)
    await dashboard.memberReport.deleteMemberReports(bob.memberId)

    const content = {
      nodes: [{ type: 'PARAGRAPH' as const, id: 'a', nodes: [{ type: 'TEXT' as const, id: '', nodes: [], textData: { text: 'I run.', decorations: [] } }] }],
    }
    const about = await abouts.createMemberAbout({ content })
    expect((await abouts.getMemberAbout(about._id as string)).memberId).toBe(ann.memberId)
    expect((await abouts.getMyMemberAbout()).memberAbout?._id).toBe(about._id)
    expect((await abouts.queryMemberAbouts().eq('memberId', ann.memberId).find()).items).toHaveLength(1)
    expect((await abouts.updateMemberAbout(about._id as string, { content, revision: about.revision ?? null })).revision).toBe('2')
    await abouts.deleteMemberAbout(about._id as string)

    await blocks.blockMember(bob.memberId)
    expect((await blocks.listCurrentMemberBlocking()).blockedMemberIds).toEqual([bob.memberId])
    expect((await dashboard.memberToMemberBlock.listMemberBlocks(bob.memberId)).memberBlocks).toMatchObject([{ memberId: ann.memberId }])
    expect(await getRefusal(ann.client.members.getMember(bob.memberId))).toBe('MEMBER_TO_MEMBER_BLOCKED')
    await blocks.unblockMember(bob.memberId)
  })

  test('badges of both versions, and who has them', async () => {
    const { badges: old, badgesV2: api, badgeAssignments: given } = ownerClient()
    const [ann, bob] = [await person(), await person()]
    const colours = { backgroundColor: '#112233', textColor: '#ffffff' }
    const first = await old.createBadge({ title: 'First', ...colours })
    const second = await api.createBadge({ title: 'Second', ...colours, permissionsEnabled: true })
    const [one, two] = [first._id as string, second._id as string]
    expect((await old.updateBadge(one, { title: 'Begun', ...colours })).title).toBe('Begun')
    expect((await api.updateBadge(two, { title: 'Followed', revision: second.revision ?? null })).title).toBe('Followed')
    expect([(await old.getBadge(one)).slug, (await api.getBadge(two)).revision]).toEqual(['first', '2'])
    expect((await old.updateBadgesDisplayOrder([two, one])).badges?.map((badge) => badge._id)).toEqual([two, one])
    await api.moveBadge(one, { position: 'FIRST' })
    expect((await api.updateBadgesDisplayOrder([one, two])).badges).toHaveLength(2)
    expect((await api.queryBadges().eq('permissionsEnabled', true).find()).items.map((badge) => badge._id)).toEqual([two])
    expect((await old.listBadges({ paging: { limit: 1 } })).badges).toHaveLength(1)
    expect((await old.assignBadge(one, [ann.memberId, bob.memberId])).memberIds).toHaveLength(2)
    expect((await old.listMembersByBadge(one)).memberIds).toHaveLength(2)
    expect((await old.listBadgesPerMember([ann.memberId])).memberBadgeIds).toMatchObject([{ badgeIds: [one] }])
    expect((await old.getMemberCountsPerBadge()).badgeMemberCounts).toMatchObject([{ badgeId: one, memberCount: 2 }])
    await old.unassignBadge(one, [ann.memberId])
    const assignment = await given.createBadgeAssignment({ badgeId: two, memberId: ann.memberId })
    expect((await given.queryBadgeAssignments().eq('badgeId', two).find()).items.map((item) => item._id)).toEqual([assignment._id])
    const bulk = await given.bulkCreateBadgeAssignments([{ badgeId: two, memberId: bob.memberId }], { returnEntity: true })
    expect(bulk.results?.[0]?.item?.memberId).toBe(bob.memberId)
    await given.bulkDeleteBadgeAssignments([bulk.results?.[0]?.item?._id as string])
    await given.deleteBadgeAssignment(assignment._id as string)
    await old.deleteBadge(one)
    await api.deleteBadge(two)
    expect((await old.listBadges()).badges).toEqual([])
  })
}
