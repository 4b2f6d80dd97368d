/** Privacy settings of the site. Source: guide members §13. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'

const Visibility = Type.Enum(['UNKNOWN', 'VISIBLE_TO_MEMBERS_ONLY', 'VISIBLE_TO_ALL'])
const Candidates = Type.Enum(['UNKNOWN', 'NO_ONE', 'ANYONE'])
const Privacy = Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])
const PrivacySettings = Type.Object({
  id: Type.String(),
  publicMemberVisibility: Visibility,
  publicMemberCandidates: Candidates,
  revision: Type.String(),
  updatedDate: Type.Optional(Type.String()),
})
const DefaultPrivacy = Type.Object({ id: Type.String(), defaultPrivacy: Privacy, revision: Type.String() })
const owner = { owner: 'any' } as const
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const

const ReservedSlugs = Type.Object({ words: Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' }), { maxItems: 500 }) })

export const privacyApi = operations({
  getReservedSlugs: {
    method: 'GET',
    path: '/api/members/reserved-slugs',
    summary: 'Words that no page of a member has as its address',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    reply: ReservedSlugs,
    refuses: [],
  },
  setReservedSlugs: {
    method: 'PUT',
    path: '/api/members/reserved-slugs',
    summary: 'Set reserved slugs; members who have one keep it',
    access: owner,
    permission: 'MEMBERS.MEMBER_PRIVACY_SETTINGS_SET',
    internal: true,
    body: ReservedSlugs,
    reply: ReservedSlugs,
    refuses: [],
  },
  getMemberPrivacySettings: {
    method: 'GET',
    path: '/v1/privacy-settings',
    summary: 'Get who may be public, and to whom',
    access: everyone,
    needsNoPermission: true,
    work: 'read',
    reply: Type.Object({ memberPrivacySettings: PrivacySettings }),
    refuses: [],
  },
  setMemberPrivacySettings: {
    method: 'POST',
    path: '/v1/privacy-settings',
    summary: 'Set who may be public, and to whom',
    access: owner,
    permission: 'MEMBERS.MEMBER_PRIVACY_SETTINGS_SET',
    body: Type.Object({
      memberPrivacySettings: Type.Object({ publicMemberVisibility: Maybe(Visibility), publicMemberCandidates: Maybe(Candidates), revision: Type.String() }),
    }),
    reply: Type.Object({ memberPrivacySettings: PrivacySettings }),
    refuses: ['INVALID_REVISION', 'INVALID_SETTINGS'],
  },
  getDefaultPrivacyStatus: {
    method: 'GET',
    path: '/v1/default-privacy-status',
    summary: 'Get the privacy of new members',
    access: owner,
    permission: 'MEMBERS.DEFAULT_PRIVACY_STATUS_READ',
    work: 'read',
    reply: Type.Object({ defaultPrivacy: DefaultPrivacy }),
    refuses: [],
  },
  setDefaultPrivacyStatus: {
    method: 'PATCH',
    path: '/v1/default-privacy-status',
    summary: 'Set the privacy of new members',
    access: owner,
    permission: 'MEMBERS.DEFAULT_PRIVACY_STATUS_WRITE',
    body: Type.Object({ defaultPrivacy: Type.Object({ defaultPrivacy: Privacy, revision: Type.String() }) }),
    reply: Type.Object({ defaultPrivacy: DefaultPrivacy }),
    refuses: ['INVALID_REVISION', 'INVALID_SETTINGS'],
  },
})
