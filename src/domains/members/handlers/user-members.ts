/** The members that dashboard users are: rows → wire. Source: guide members §15. */
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { userMembersApi } from '../contract/user-members.ts'
import * as queries from '../store/member-queries.ts'

export const userMembersHandlers: Handlers<typeof userMembersApi> = {
  queryUserMembers: async (ctx, { body }) => {
    const { users, meta } = await queries.findUserMembers(ctx, (body.query ?? {}) as Parameters<typeof queries.findUserMembers>[1])
    return {
      userMembers: users.map(({ createdAt, updatedAt, ...user }) => ({
        ...user,
        metaSiteId: ctx.siteId,
        createdDate: toWireTime(createdAt),
        updatedDate: toWireTime(updatedAt),
      })),
      metadata: meta,
    }
  },
}
