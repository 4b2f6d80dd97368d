/** Blocks between members: operation → action or rows → wire. Source: guide members §16.1. */
import type { BaseContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { blockMember } from '../actions/block-member.ts'
import { getMember } from '../actions/get-member.ts'
import type { memberBlocksApi } from '../contract/blocks.ts'
import { refuse } from '../errors.ts'
import * as blocks from '../store/blocks.ts'

const getCallerMemberId = (ctx: BaseContext): string => ctx.caller.memberId ?? refuseStandard('PERMISSION_DENIED')

export const memberBlocksHandlers: Handlers<typeof memberBlocksApi> = {
  blockOtherMember: async (ctx, { body }) => {
    await blockMember(ctx, getCallerMemberId(ctx), body.memberId)
    return {}
  },
  unblockOtherMember: async (ctx, { params }) => {
    const callerId = getCallerMemberId(ctx)
    if (params.memberId.toLowerCase() === callerId) refuse('SELF_UNBLOCKING_FORBIDDEN')
    if (!isGuid(params.memberId) || !(await blocks.deleteBlock(ctx, callerId, params.memberId))) refuse('BLOCK_DOES_NOT_EXIST')
    return {}
  },
  listMyBlockedMembers: async (ctx, { query }) => {
    const { blocks: ownBlocks, meta } = await blocks.findBlocks(ctx, getCallerMemberId(ctx), query.cursorPaging ?? query.paging, true)
    return { blockedMemberIds: ownBlocks.map((block) => block.memberId), pagingMetadata: meta }
  },
  myBlockedPeople: async (ctx) => ({ people: await blocks.listBlockedMembers(ctx, getCallerMemberId(ctx)) }),
  listMemberBlocks: async (ctx, { params, query }) => {
    const isAllowed = ctx.caller.role === 'owner' || ctx.caller.memberId === params.memberId.toLowerCase()
    if (!isAllowed) refuseStandard('PERMISSION_DENIED')
    const member = await getMember(ctx, params.memberId)
    const { blocks: found, meta } = await blocks.findBlocks(ctx, member.id, query.cursorPaging ?? query.paging, false)
    // Members do not learn who blocked them.
    return {
      memberBlocks: ctx.caller.role === 'owner' ? found : found.filter((block) => block.blockDirection === 'BLOCKING'),
      pagingMetadata: meta,
    }
  },
}
