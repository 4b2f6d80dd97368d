/** Members on the wire: entities and operations. Source: guide members, contract operations (area members). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'
import { OffsetMetaWire, PagingWire, queryBody } from '#kit/query/wire.ts'
import { Maybe } from '#kit/wire.ts'

const Text = (maxLength: number) => Maybe(Type.String({ maxLength }))
const Picture = Type.Object({
  id: Type.String(),
  url: Type.String(),
  height: Type.Number(),
  width: Type.Number(),
  offsetX: Type.Optional(Type.Number()),
  offsetY: Type.Optional(Type.Number()),
})

const Address = Type.Object({
  id: Type.Optional(Type.String()),
  streetAddress: Type.Optional(Type.Object({ number: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })),
  addressLine: Type.Optional(Type.String()),
  addressLine2: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  subdivision: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  postalCode: Type.Optional(Type.String()),
})

const MemberContact = Type.Object({
  contactId: Type.String(),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  phones: Type.Array(Type.String()),
  emails: Type.Array(Type.String()),
  addresses: Type.Array(Address),
  birthdate: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  jobTitle: Type.Optional(Type.String()),
  customFields: Type.Record(Type.String(), Type.Object({ name: Type.String(), value: Type.Unknown() })),
})

export const Member = Type.Object({
  id: Type.String({ format: 'uuid' }),
  loginEmail: Type.Optional(Type.String()),
  loginEmailVerified: Type.Optional(Type.Boolean()),
  status: Type.Enum(['UNKNOWN', 'PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']),
  contactId: Type.String({ format: 'uuid' }),
  contact: Type.Optional(MemberContact),
  profile: Type.Object({
    nickname: Type.String(),
    slug: Type.String(),
    title: Type.Optional(Type.String()),
    photo: Type.Optional(Picture),
    cover: Type.Optional(Picture),
  }),
  privacyStatus: Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC']),
  activityStatus: Type.Enum(['UNKNOWN', 'ACTIVE', 'MUTED']),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  lastLoginDate: Type.Optional(Type.String()),
})
export type Member = Static<typeof Member>

/** What callers may write. Clients send back the whole object they read, so read-only fields are allowed and ignored. */
const AddressWish = Type.Object({
  id: Text(100),
  streetAddress: Maybe(Type.Object({ number: Text(100), name: Text(200) })),
  addressLine: Text(200),
  addressLine2: Text(200),
  city: Text(100),
  subdivision: Text(6),
  country: Text(2),
  postalCode: Text(20),
})
const PictureWish = Type.Object({
  id: Text(2048),
  url: Text(2048),
  height: Maybe(Type.Number()),
  width: Maybe(Type.Number()),
  offsetX: Maybe(Type.Number()),
  offsetY: Maybe(Type.Number()),
})
const contactWish = {
  firstName: Text(100),
  lastName: Text(100),
  phones: Maybe(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
  emails: Maybe(Type.Array(Type.String({ format: 'email', maxLength: 254 }), { maxItems: 50 })),
  addresses: Maybe(Type.Array(AddressWish, { maxItems: 50 })),
  birthdate: Text(100),
  company: Text(100),
  jobTitle: Text(100),
  customFields: Maybe(Type.Record(Type.String(), Maybe(Type.Object({ value: Type.Optional(Type.Unknown()) })))),
}
const wish = {
  contact: Maybe(Type.Object(contactWish)),
  profile: Maybe(Type.Object({ nickname: Text(100), title: Text(100), photo: Maybe(PictureWish), cover: Maybe(PictureWish) })),
  privacyStatus: Maybe(Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])),
}
const MemberWish = Type.Object({ ...wish, loginEmail: Maybe(Type.String()) })
export type MemberWish = Static<typeof MemberWish>

/** A malformed id is an unknown id (guide: members 5.2), so no format stands here. */
const ById = Type.Object({ id: Type.String() })
const OneMember = Type.Object({ member: Member })
const FieldSet = Type.Enum(['PUBLIC', 'EXTENDED', 'FULL'])
const fieldSets = { fieldsets: Maybe(Type.Array(FieldSet, { maxItems: 3 })), fieldSet: Maybe(FieldSet) }
const Search = Maybe(
  Type.Object({
    expression: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
    fields: Maybe(
      Type.Array(Type.Enum(['loginEmail', 'contact.firstName', 'contact.lastName', 'profile.title', 'profile.nickname', 'profile.slug']), { maxItems: 4 }),
    ),
  }),
)
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
const MemberPage = Type.Object({ members: Type.Array(Member), metadata: OffsetMetaWire })
const Nothing = Type.Object({})
const ByFilter = Type.Object({ filter: Type.Optional(Type.Unknown()) })
const Started = Type.Object({ jobId: Type.String({ format: 'uuid' }) })
const ImportMapping = Type.Record(
  Type.String(),
  Type.Enum(['loginEmail', 'firstName', 'lastName', 'nickname', 'phone', 'birthdate', 'company', 'jobTitle', 'customField', 'ignore']),
)
const ImportWish = Type.Object({
  /** The text of the file, with a header line; comma or semicolon between values. */
  csv: Type.String({ minLength: 1, maxLength: 900_000 }),
  mapping: Type.Optional(ImportMapping),
})
const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const selfOrOwner = { member: 'own', owner: 'any' } as const
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
const about = 'member'

export const membersApi = operations({
  getCurrentMember: {
    method: 'GET',
    path: '/v1/members/my',
    summary: 'The member who is signed in',
    may: { member: 'own', owner: 'own' },
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    query: Type.Object(fieldSets),
    reply: OneMember,
    refuses: ['NOT_FOUND'],
  },
  getMember: {
    method: 'GET',
    path: '/v1/members/{id}',
    summary: 'One member, as far as the caller may see',
    may: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ById,
    query: Type.Object(fieldSets),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_TO_MEMBER_BLOCKED'],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/members',
    summary: 'Members that the caller may see',
    may: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    query: Type.Object({ ...fieldSets, paging: Maybe(PagingWire), sorting: Type.Optional(Type.Unknown()) }),
    reply: MemberPage,
    refuses: ['PERMISSION_DENIED'],
  },
  queryMembers: {
    method: 'POST',
    path: '/v1/members/query',
    summary: 'Find members by filter and search',
    may: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    body: queryBody({ ...fieldSets, search: Search }),
    reply: MemberPage,
    refuses: ['PERMISSION_DENIED'],
  },
  createMember: {
    method: 'POST',
    path: '/v1/members',
    summary: 'Add a member without a password',
    may: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    body: Type.Object({ member: Type.Object({ ...wish, loginEmail: Type.String({ format: 'email', maxLength: 254 }) }) }),
    reply: OneMember,
    refuses: ['MEMBER_ALREADY_EXISTS'],
    about,
  },
  updateMember: {
    method: 'PATCH',
    path: '/v1/members/{id}',
    summary: 'Change contact, profile or privacy',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ member: MemberWish }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'COMMUNITY_JOIN_IMPOSSIBLE'],
    about,
  },
  deleteMemberPhones: {
    method: 'DELETE',
    path: '/v1/members/{id}/phones',
    summary: 'Remove all phones',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  deleteMemberEmails: {
    method: 'DELETE',
    path: '/v1/members/{id}/emails',
    summary: 'Remove all contact emails; the login email stays',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  deleteMemberAddresses: {
    method: 'DELETE',
    path: '/v1/members/{id}/addresses',
    summary: 'Remove all addresses',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  updateCurrentMemberSlug: {
    method: 'POST',
    path: '/v1/members/my/slug',
    summary: 'Change the address of the own page',
    may: self,
    permission: 'MEMBERS.MEMBER_UPDATE',
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
    about,
  },
  updateMemberSlug: {
    method: 'POST',
    path: '/v1/members/{id}/slug',
    summary: "Change the address of a member's page",
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SLUG_ALREADY_EXISTS'],
    about,
  },
  joinCommunity: {
    method: 'POST',
    path: '/v1/members/join-community',
    summary: 'Become visible to others',
    may: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'COMMUNITY_JOIN_IMPOSSIBLE'],
    about,
  },
  leaveCommunity: {
    method: 'POST',
    path: '/v1/members/leave-community',
    summary: 'Become invisible to others',
    may: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  approveMember: {
    method: 'POST',
    path: '/v1/members/{id}/approve',
    summary: 'Let a waiting or blocked member in',
    may: owner,
    permission: 'MEMBERS.MEMBER_APPROVE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  blockMember: {
    method: 'POST',
    path: '/v1/members/{id}/block',
    summary: 'Keep a member out',
    may: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN'],
    about,
  },
  muteMember: {
    method: 'POST',
    path: '/v1/members/{id}/mute',
    summary: 'Take away the right to post',
    may: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  unmuteMember: {
    method: 'POST',
    path: '/v1/members/{id}/unmute',
    summary: 'Give back the right to post',
    may: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  disconnectMember: {
    method: 'POST',
    path: '/v1/members/{id}/disconnect',
    summary: 'End the membership for good, keeping the record',
    may: owner,
    permission: 'MEMBERS.MEMBER_DISCONNECT',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', 'MEMBER_OFFLINE'],
    about,
  },
  deleteMember: {
    method: 'DELETE',
    path: '/v1/members/{id}',
    summary: 'Delete a member',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    params: ById,
    query: Type.Object({ contentAssigneeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    about,
  },
  deleteMyMember: {
    method: 'DELETE',
    path: '/v1/members/my',
    summary: 'Delete the own account',
    may: self,
    permission: 'MEMBERS.MEMBER_DELETE',
    query: Type.Object({ contentAssigneeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    about,
  },
  bulkDeleteMembers: {
    method: 'POST',
    path: '/v1/members/bulk/delete',
    summary: 'Delete up to 100 members, each on its own',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    work: 'own',
    body: Type.Object({ memberIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
    reply: Type.Object({
      results: Type.Array(
        Type.Object({
          itemMetadata: Type.Object({
            id: Type.String(),
            originalIndex: Type.Integer(),
            success: Type.Boolean(),
            error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
          }),
        }),
      ),
      bulkActionMetadata: Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer(), undetailedFailures: Type.Integer() }),
    }),
    refuses: [],
    about,
  },
  bulkDeleteMembersByFilter: {
    method: 'POST',
    path: '/v1/members/bulk/delete-by-filter',
    summary: 'Delete the members a filter finds',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    body: Type.Object({ filter: Type.Optional(Type.Unknown()), contentAssigneeId: Maybe(Type.String()), search: Search }),
    reply: Started,
    refuses: [],
    about,
  },
  bulkApproveMembers: {
    method: 'POST',
    path: '/v1/members/bulk/approve-by-filter',
    summary: 'Approve the members a filter finds',
    may: owner,
    permission: 'MEMBERS.MEMBER_APPROVE',
    body: ByFilter,
    reply: Started,
    refuses: [],
    about,
  },
  bulkBlockMembers: {
    method: 'POST',
    path: '/v1/members/bulk/block-by-filter',
    summary: 'Block the members a filter finds',
    may: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    body: ByFilter,
    reply: Started,
    refuses: [],
    about,
  },

  getMemberPrivacySettings: {
    method: 'GET',
    path: '/v1/privacy-settings',
    summary: 'Who may be public, and to whom',
    may: everyone,
    work: 'read',
    reply: Type.Object({ memberPrivacySettings: PrivacySettings }),
    refuses: [],
  },
  setMemberPrivacySettings: {
    method: 'POST',
    path: '/v1/privacy-settings',
    summary: 'Decide who may be public, and to whom',
    may: owner,
    permission: 'MEMBERS.MEMBER_PRIVACY_SETTINGS_SET',
    body: Type.Object({
      memberPrivacySettings: Type.Object({ publicMemberVisibility: Maybe(Visibility), publicMemberCandidates: Maybe(Candidates), revision: Type.String() }),
    }),
    reply: Type.Object({ memberPrivacySettings: PrivacySettings }),
    refuses: ['INVALID_REVISION', 'INVALID_SETTINGS'],
    about,
  },
  getDefaultPrivacyStatus: {
    method: 'GET',
    path: '/v1/default-privacy-status',
    summary: 'Privacy of new members',
    may: owner,
    permission: 'MEMBERS.DEFAULT_PRIVACY_STATUS_READ',
    work: 'read',
    reply: Type.Object({ defaultPrivacy: DefaultPrivacy }),
    refuses: [],
  },
  setDefaultPrivacyStatus: {
    method: 'PATCH',
    path: '/v1/default-privacy-status',
    summary: 'Decide the privacy of new members',
    may: owner,
    permission: 'MEMBERS.DEFAULT_PRIVACY_STATUS_WRITE',
    body: Type.Object({ defaultPrivacy: Type.Object({ defaultPrivacy: Privacy, revision: Type.String() }) }),
    reply: Type.Object({ defaultPrivacy: DefaultPrivacy }),
    refuses: ['INVALID_REVISION', 'INVALID_SETTINGS'],
    about,
  },

  memberBySlug: {
    method: 'GET',
    path: '/api/members/by-slug/{slug}',
    summary: 'The public page of a member',
    may: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    params: Type.Object({ slug: Type.String() }),
    reply: Type.Object({
      member: Member,
      /** Custom values that are for everybody who sees the page. */
      fields: Type.Array(
        Type.Object({
          key: Type.String(),
          name: Type.String(),
          fieldType: Type.String(),
          socialType: Type.Optional(Type.String()),
          value: Type.String(),
        }),
      ),
      /** Visitors see the page, too; otherwise search engines are asked to stay away. */
      forAll: Type.Boolean(),
    }),
    refuses: ['NOT_FOUND'],
  },
  downloadMyData: {
    method: 'GET',
    path: '/api/members/my/data',
    summary: 'Everything that is kept about the member',
    may: self,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    reply: Type.Object({ writtenDate: Type.String(), member: Member, records: Type.Record(Type.String(), Type.Unknown()) }),
    refuses: ['NOT_FOUND'],
  },
  listDeletedMembers: {
    method: 'GET',
    path: '/api/members/deleted',
    summary: 'Deleted members who can still come back',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    work: 'read',
    house: true,
    reply: Type.Object({
      members: Type.Array(Type.Object({ id: Type.String(), loginEmail: Type.String(), nickname: Type.String(), deletedDate: Type.String() })),
    }),
    refuses: [],
  },
  restoreMember: {
    method: 'POST',
    path: '/api/members/{id}/restore',
    summary: 'Take a deletion back within 30 days',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    house: true,
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'EMAIL_OR_ADDRESS_TAKEN'],
    about,
  },
  eraseMember: {
    method: 'POST',
    path: '/api/members/{id}/erase',
    summary: 'Delete a member and erase all personal data now',
    may: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    house: true,
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    about,
  },
  exportMembers: {
    method: 'GET',
    path: '/api/members/export',
    summary: 'All members as a CSV file',
    may: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    raw: true,
    reply: Nothing,
    refuses: [],
  },
  previewImport: {
    method: 'POST',
    path: '/api/members/import/preview',
    summary: 'What an import of a CSV file would do',
    may: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    work: 'read',
    house: true,
    body: ImportWish,
    reply: Type.Object({
      columns: Type.Array(Type.String()),
      /** Column of the file → field of the member, as given or guessed from the names. */
      mapping: ImportMapping,
      rows: Type.Integer(),
      /** Line of the file (the header is line 1) and what is wrong there; 100 at most. */
      problems: Type.Array(Type.Object({ line: Type.Integer(), problem: Type.String() })),
      sample: Type.Array(Type.Record(Type.String(), Type.String())),
    }),
    refuses: [],
  },
  importMembers: {
    method: 'POST',
    path: '/api/members/import',
    summary: 'Add the members of a CSV file',
    may: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    house: true,
    body: ImportWish,
    reply: Started,
    refuses: [],
    about,
  },

  memberTimeline: {
    method: 'GET',
    path: '/api/members/{id}/timeline',
    summary: 'What happened to a member, newest first',
    may: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    params: ById,
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })) }),
    reply: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          slug: Type.String(),
          happenedDate: Type.String(),
          by: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
    refuses: ['NOT_FOUND'],
  },
  memberCounts: {
    method: 'GET',
    path: '/api/members/counts',
    summary: 'How many members are in each status',
    may: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    reply: Type.Object({ PENDING: Type.Integer(), APPROVED: Type.Integer(), BLOCKED: Type.Integer(), OFFLINE: Type.Integer() }),
    refuses: [],
  },
})

export { customFieldsApi } from './contract/custom-fields.ts'
export { memberBlocksApi, memberJobsApi, memberRolesApi, userMembersApi } from './contract/moderation.ts'
