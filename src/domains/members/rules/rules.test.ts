import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { applyMemberChange, isSame, type MemberChangeContext, type Editable } from './member-change.ts'
import { emptyContact, mergeContacts } from './contact.ts'
import { defaultPrivacySettings, grantedFieldSet, initialPrivacy, canSee } from './privacy.ts'
import { decideNewRole, systemRoles, type RoleDefinition } from './roles.ts'
import { isReservedSlug, isWellFormedSlug, slugCandidates, toSlug } from './slug.ts'
import { listAllowedActions, decideMemberAction, type MemberAction, type MemberState } from './status.ts'

const memberState = (more: Partial<MemberState> = {}): MemberState => ({
  status: 'APPROVED',
  activityStatus: 'ACTIVE',
  privacyStatus: 'PRIVATE',
  communityRole: 'MEMBER',
  awaitsEmailVerification: false,
  ...more,
})
const anyone = { isSelf: false, candidates: 'ANYONE' } as const

describe('the status machine, row by row', () => {
  const rows: [number, string, Partial<MemberState>, MemberAction, Record<string, unknown>][] = [
    [
      7,
      'a pending member is approved and gets an email',
      { status: 'PENDING' },
      'approve',
      { status: 'APPROVED', isUnchanged: false, sendsApprovalEmail: true },
    ],
    [
      8,
      'approval does not replace the proof of the email',
      { status: 'PENDING', awaitsEmailVerification: true },
      'approve',
      { status: 'APPROVED', sendsApprovalEmail: false },
    ],
    [9, 'an approved member is approved already', {}, 'approve', { isUnchanged: true, sendsApprovalEmail: false }],
    [
      10,
      'approving a blocked member unblocks without an email',
      { status: 'BLOCKED' },
      'approve',
      { status: 'APPROVED', isUnchanged: false, sendsApprovalEmail: false },
    ],
    [12, 'a waiting member is blocked', { status: 'PENDING' }, 'block', { status: 'BLOCKED' }],
    [12, 'an approved member is blocked and keeps the stored privacy', { privacyStatus: 'PUBLIC' }, 'block', { status: 'BLOCKED', privacyStatus: 'PUBLIC' }],
    [13, 'a blocked member is blocked already', { status: 'BLOCKED' }, 'block', { isUnchanged: true }],
    [18, 'a blocked member can be muted', { status: 'BLOCKED' }, 'mute', { status: 'BLOCKED', activityStatus: 'MUTED', isUnchanged: false }],
    [18, 'a muted member is muted already', { activityStatus: 'MUTED' }, 'mute', { isUnchanged: true }],
    [19, 'a muted member is unmuted', { activityStatus: 'MUTED' }, 'unmute', { activityStatus: 'ACTIVE', isUnchanged: false }],
    [19, 'an active member is active already', { status: 'PENDING' }, 'unmute', { isUnchanged: true, status: 'PENDING' }],
    [21, 'a member is disconnected', {}, 'disconnect', { status: 'OFFLINE' }],
    [22, 'a disconnected member is disconnected already', { status: 'OFFLINE' }, 'disconnect', { isUnchanged: true }],
    [25, 'joining makes public', {}, 'join', { privacyStatus: 'PUBLIC', isUnchanged: false }],
    [25, 'a public member has joined already', { privacyStatus: 'PUBLIC' }, 'join', { isUnchanged: true }],
    [26, 'leaving makes private', { privacyStatus: 'PUBLIC' }, 'leave', { privacyStatus: 'PRIVATE', isUnchanged: false }],
  ]
  test.each(rows)('row %i: %s', (_, __, from, action, to) => {
    expect(decideMemberAction(memberState(from), action, anyone)).toMatchObject({ ok: to })
  })
  const refusals: [number, string, Partial<MemberState>, MemberAction, object, string][] = [
    [11, 'a disconnected member is not approved', { status: 'OFFLINE' }, 'approve', {}, 'MEMBER_OFFLINE'],
    [14, 'a disconnected member is not blocked', { status: 'OFFLINE' }, 'block', {}, 'MEMBER_OFFLINE'],
    [15, 'a member cannot block themself', {}, 'block', { isSelf: true }, 'MEMBER_SELF_BLOCK_FORBIDDEN'],
    [16, 'the owner is not blocked', { communityRole: 'OWNER' }, 'block', {}, 'OWNER_MEMBER_BLOCK_FORBIDDEN'],
    [16, 'a contributor is not blocked', { communityRole: 'CONTRIBUTOR' }, 'block', {}, 'OWNER_MEMBER_BLOCK_FORBIDDEN'],
    [20, 'a disconnected member is not muted', { status: 'OFFLINE' }, 'mute', {}, 'MEMBER_OFFLINE'],
    [20, 'a disconnected member is not unmuted', { status: 'OFFLINE' }, 'unmute', {}, 'MEMBER_OFFLINE'],
    [23, 'a member cannot disconnect themself', {}, 'disconnect', { isSelf: true }, 'MEMBER_SELF_BLOCK_FORBIDDEN'],
    [23, 'the owner is not disconnected', { communityRole: 'OWNER' }, 'disconnect', {}, 'OWNER_MEMBER_BLOCK_FORBIDDEN'],
    [27, 'no member joins where all are private', {}, 'join', { candidates: 'NO_ONE' }, 'COMMUNITY_JOIN_IMPOSSIBLE'],
    [25, 'a waiting member does not join', { status: 'PENDING' }, 'join', {}, 'COMMUNITY_JOIN_IMPOSSIBLE'],
  ]
  test.each(refusals)('row %i: %s', (_, __, from, action, at, refused) => {
    expect(decideMemberAction(memberState(from), action, { ...anyone, ...at })).toEqual({ refused })
  })
  test('the dashboard offers what would change something', () => {
    expect(listAllowedActions(memberState(), anyone)).toEqual(['block', 'mute', 'disconnect', 'join'])
    expect(listAllowedActions(memberState({ status: 'BLOCKED' }), anyone)).toEqual(['approve', 'mute', 'disconnect'])
    expect(listAllowedActions(memberState({ status: 'OFFLINE' }), anyone)).toEqual([])
  })
})

describe('slugs', () => {
  test.each([
    ['Ann Lee', 'annlee'],
    ['Zoë Müller', 'zoemueller'],
    ['Łukasz', 'lukasz'],
    ['Анна', 'anna'],
    ['花子', 'member'],
    ['Admin', 'memberadmin'],
    ['a.b-c_d', 'abcd'],
  ])('%s becomes %s', (name, slug) => expect(toSlug(name)).toBe(slug))
  test('taken ones get a number, then four digits', () => {
    const tried = [...slugCandidates('Ann Lee', '4821aa73-0000-4000-8000-000000000000')]
    expect(tried.slice(0, 3)).toEqual(['annlee', 'annlee2', 'annlee3'])
    expect(tried[20]).toBe('annlee_4821')
  })
  test.each([
    ['a', true],
    ['A.b-c_9', true],
    ['-a', false],
    ['a_', false],
    ['a b', false],
    ['ä', false],
    ['', false],
    ['a'.repeat(256), false],
  ])('%s is well formed: %s', (slug, is) => expect(isWellFormedSlug(slug)).toBe(is))
  test('reserved words are reserved in any case', () => expect(isReservedSlug('Query')).toBe(true))
})

test('a role has a key of capitals, digits and underscores that is free, and a site has fifty of its own', () => {
  const own = (count: number): RoleDefinition[] =>
    Array.from({ length: count }, (_, n) => ({ id: String(n), roleKey: `ROLE_${n}`, title: 'x', blockable: true, revision: 1 }))
  for (const [roleKey, existing, possible] of [
    ['ROLE_9', own(9), true],
    ['ROLE_8', own(9), false],
    ['lower', [], false],
    ['A'.repeat(51), [], false],
    ['ROLE_50', [...systemRoles, ...own(49)], true],
    ['ROLE_50', [...systemRoles, ...own(50)], false],
  ] as const)
    expect('ok' in decideNewRole(roleKey, existing), roleKey).toBe(possible)
})

describe('who sees whom', () => {
  const ann = { id: 'ann', status: 'APPROVED', privacyStatus: 'PUBLIC', awaitsEmailVerification: false } as const
  const open = { ...defaultPrivacySettings, visibility: 'VISIBLE_TO_ALL' } as const
  test('visitors see public members only where all may', () => {
    expect(canSee({ role: 'visitor' }, ann, defaultPrivacySettings)).toBe(false)
    expect(canSee({ role: 'visitor' }, ann, open)).toBe(true)
  })
  test('members see public and approved ones whose email is proven', () => {
    const ben = { role: 'member', memberId: 'ben' } as const
    expect(canSee(ben, ann, defaultPrivacySettings)).toBe(true)
    for (const hidden of [
      { ...ann, status: 'BLOCKED' as const },
      { ...ann, privacyStatus: 'PRIVATE' as const },
      { ...ann, awaitsEmailVerification: true },
    ])
      expect(canSee(ben, hidden, open)).toBe(false)
  })
  test('everyone sees themself, the owner everyone', () => {
    expect(canSee({ role: 'member', memberId: 'ann' }, { ...ann, privacyStatus: 'PRIVATE' }, defaultPrivacySettings)).toBe(true)
    expect(canSee({ role: 'owner' }, { ...ann, status: 'OFFLINE' }, defaultPrivacySettings)).toBe(true)
  })
  test('of several field sets the widest counts, and only for oneself and the owner', () => {
    expect(grantedFieldSet(['PUBLIC', 'FULL', 'EXTENDED'], { role: 'owner' }, 'ann')).toBe('FULL')
    expect(grantedFieldSet(['FULL'], { role: 'member', memberId: 'ben' }, 'ann')).toBe('PUBLIC')
    expect(grantedFieldSet([], { role: 'member', memberId: 'ann' }, 'ann')).toBe('PUBLIC')
  })
  test('new members are private where no member may be public, and public on request only when approved', () => {
    expect(initialPrivacy('PUBLIC', 'APPROVED', { ...defaultPrivacySettings, candidates: 'NO_ONE' })).toBe('PRIVATE')
    expect(initialPrivacy('PUBLIC', 'PENDING', defaultPrivacySettings)).toBe('PRIVATE')
    expect(initialPrivacy('PUBLIC', 'APPROVED', defaultPrivacySettings)).toBe('PUBLIC')
    expect(initialPrivacy(undefined, 'APPROVED', { ...defaultPrivacySettings, defaultPrivacy: 'PUBLIC' })).toBe('PUBLIC')
  })
})

test('merging two contacts keeps what stands, fills blanks and joins lists without doubles', () => {
  const merged = mergeContacts(
    { ...emptyContact, firstName: 'Ann', phones: ['+1 212'], emails: ['old@x.example', 'ann@x.example'], customValues: { a: 1 } },
    { ...emptyContact, firstName: 'Anna', lastName: 'Lee', phones: ['+1212', '+49'], emails: ['ANN@x.example'], customValues: { a: 2, b: 3 } },
    'ann@x.example',
  )
  expect(merged).toMatchObject({
    firstName: 'Ann',
    lastName: 'Lee',
    phones: ['+1 212', '+49'],
    emails: ['ann@x.example', 'old@x.example'],
    customValues: { a: 1, b: 3 },
  })
})

describe('what an update changes', () => {
  const at: MemberChangeContext = {
    today: Temporal.PlainDate.from('2030-01-01'),
    fields: [{ key: 'custom.site', fieldType: 'URL', socialType: null }],
    allowsForeignPictures: false,
    uploaded: {},
    unknownFields: 'refuse',
    newId: () => 'new-id',
  }
  const from: Editable = {
    profile: { nickname: 'Ann', title: 'Runner', photo: null, cover: null },
    contact: { ...emptyContact, firstName: 'Ann', phones: ['1'], addresses: [{ id: 'a1', city: 'Bath' }] },
  }
  const to = (input: Parameters<typeof applyMemberChange>[1]) => applyMemberChange(from, input, at)
  test('absent, null and empty lists change nothing', () => {
    expect(isSame(from, to({ profile: { title: null }, contact: { firstName: null, phones: [], addresses: [] } }).to)).toBe(true)
  })
  test("'' clears, but never the nickname", () => {
    expect(to({ profile: { title: '' } }).to.profile.title).toBe('')
    expect(to({ profile: { nickname: ' ' } }).errors).toMatchObject([{ field: 'member.profile.nickname', violatedRule: 'MIN_LENGTH' }])
  })
  test("a custom value is merged by its key; '' clears one, null leaves it", () => {
    const at2 = { ...at, fields: [...at.fields, { key: 'custom.size', fieldType: 'TEXT' as const, socialType: null }] }
    const had = { ...from, contact: { ...from.contact, customValues: { 'custom.site': 'https://a.example', 'custom.size': 'M' } } }
    const values = (value: unknown) => applyMemberChange(had, { contact: { customFields: { 'custom.size': { value } } } }, at2).to.contact.customValues
    expect(values('L')).toEqual({ 'custom.site': 'https://a.example', 'custom.size': 'L' })
    expect(values('')).toEqual({ 'custom.site': 'https://a.example' })
    expect(values(null)).toEqual(had.contact.customValues)
  })
  test('an address keeps the id it was given and is replaced whole', () => {
    expect(
      to({
        contact: {
          addresses: [
            { id: 'a1', country: 'GB' },
            { id: 'x', city: 'Ely' },
          ],
        },
      }).to.contact.addresses,
    ).toMatchObject([
      { id: 'a1', country: 'GB', city: undefined },
      { id: 'new-id', city: 'Ely' },
    ])
  })
  test.each([
    [{ contact: { addresses: [{ country: 'gb' }] } }, 'member.contact.addresses[0].country'],
    [{ contact: { addresses: [{ country: 'DE', subdivision: 'GB-BAS' }] } }, 'member.contact.addresses[0].subdivision'],
    [{ contact: { addresses: [{ country: 'GB', subdivision: 'GB-QQQ' }] } }, 'member.contact.addresses[0].subdivision'],
    [{ contact: { addresses: [{ subdivision: 'XX-1' }] } }, 'member.contact.addresses[0].subdivision'],
    [{ contact: { addresses: [{ addressLine: 'x', streetAddress: { name: 'y' } }] } }, 'member.contact.addresses[0].addressLine'],
    [{ contact: { birthdate: '2001-02-30' } }, 'member.contact.birthdate'],
    [{ contact: { birthdate: '2030-01-02' } }, 'member.contact.birthdate'],
    [{ contact: { birthdate: '1899-12-31' } }, 'member.contact.birthdate'],
    [{ contact: { customFields: { 'custom.none': { value: 'x' } } } }, 'member.contact.customFields.custom.none'],
    [{ profile: { photo: { url: 'https://elsewhere.example/pixel.png' } } }, 'member.profile.photo.url'],
  ])('%j is a violation', (input, field) => expect(to(input).errors).toMatchObject([{ field }]))
  test('a bad address in a URL field names all of them', () => {
    expect(to({ contact: { customFields: { 'custom.site': { value: 'not a url' } } } }).errors).toMatchObject([
      { ruleName: 'INVALID_CUSTOM_FIELD_URL', data: { fields: { 'custom.site': 'not a url' } } },
    ])
  })
  test('an uploaded picture is shown as it is kept, whatever size was sent', () => {
    const uploaded = { id: 'a_b', url: 'https://here.example/media/a_b.webp', width: 800, height: 600 }
    const { to, errors: flaws } = applyMemberChange(
      from,
      { profile: { photo: { url: 'wix:image://v1/a_b/me.jpg', width: 1, height: 1 } } },
      { ...at, uploaded: { photo: uploaded } },
    )
    expect([to.profile.photo, flaws]).toMatchObject([uploaded, []])
  })
  test('text is composed, trimmed and free of control characters; lines become one', () =>
    expect(to({ profile: { title: ' e\u0301\u0007x\u0085\r\ny ' } }).to.profile.title).toBe('éx y'))
})
