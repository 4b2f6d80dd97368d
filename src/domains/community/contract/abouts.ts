/** What members write about themselves. Source: guide members §16.4. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const self = { member: 'own' } as const
const members = { member: 'any', owner: 'any' } as const
const Nothing = Type.Object({})
const ById = Type.Object({ id: Type.String() })

const RichContent = Type.Record(Type.String(), Type.Unknown())
const MemberAbout = Type.Object({ id: Guid, revision: Type.String(), memberId: Guid, content: RichContent })
const OneAbout = Type.Object({ memberAbout: MemberAbout })
const selfOrOwner = { member: 'own', owner: 'any' } as const
export const memberAboutApi = operations({
  createMemberAbout: {
    method: 'POST',
    path: '/v2/abouts',
    summary: 'Write about oneself',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_CREATE',
    body: Type.Object({ memberAbout: Type.Object({ memberId: Maybe(Type.String()), content: RichContent }) }),
    reply: OneAbout,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'MEMBER_ABOUT_ALREADY_EXISTS'],
  },
  updateMemberAbout: {
    method: 'PATCH',
    path: '/v2/abouts/{id}',
    summary: 'Write something else about oneself',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_UPDATE',
    params: ById,
    body: Type.Object({ memberAbout: Type.Object({ content: RichContent, revision: Type.String({ minLength: 1 }) }) }),
    reply: OneAbout,
    refuses: ['NOT_FOUND', 'INVALID_REVISION'],
  },
  deleteMemberAbout: {
    method: 'DELETE',
    path: '/v2/abouts/{id}',
    summary: 'Delete an about text',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_DELETE',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
  },
  getMemberAbout: {
    method: 'GET',
    path: '/v2/abouts/{id}',
    summary: 'Get the about text of a member',
    access: members,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    params: ById,
    reply: OneAbout,
    refuses: ['NOT_FOUND'],
  },
  getMyMemberAbout: {
    method: 'GET',
    path: '/v2/abouts/my',
    summary: 'Get the own about text',
    access: self,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    reply: Type.Object({ memberAbout: Type.Optional(MemberAbout) }),
    refuses: [],
  },
  queryMemberAbouts: {
    method: 'POST',
    path: '/v2/abouts/query',
    summary: 'Query about texts of members',
    access: members,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ memberAbouts: Type.Array(MemberAbout), metadata: CursorMetaWire }),
    refuses: [],
  },
})
