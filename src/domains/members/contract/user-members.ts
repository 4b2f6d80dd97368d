/** The members that dashboard users are. Source: guide members §15. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, queryBody } from '#kit/query/wire.ts'

const owner = { owner: 'any' } as const
export const userMembersApi = operations({
  queryUserMembers: {
    method: 'POST',
    path: '/v1/user-members/query',
    summary: 'Query the members of dashboard users',
    access: owner,
    permission: 'MEMBERS.USER_MEMBER_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({
      userMembers: Type.Array(
        Type.Object({
          memberId: Type.String(),
          userId: Type.String(),
          contactId: Type.String(),
          metaSiteId: Type.String(),
          nickname: Type.String(),
          privacyStatus: Type.Enum(['PRIVATE', 'PUBLIC']),
          status: Type.Enum(['PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']),
          createdDate: Type.String(),
          updatedDate: Type.String(),
        }),
      ),
      metadata: CursorMetaWire,
    }),
    refuses: [],
  },
})
