/** Texts of members about themselves: operation → rows, reply. Source: guide members 16.4. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { memberById, seenByCaller, seenMembers } from '#domains/members/public.ts'
import type { memberAboutApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { aboutEvents } from '../events.ts'
import * as abouts from '../store/abouts.ts'
import { me, seen } from './whom.ts'

const mostBytes = 50 * 1024
const aboutToWire = ({ id, memberId, content, revision }: abouts.About) => ({ id, memberId, content, revision: String(revision) })
function checkSize(content: unknown): void {
  if (new TextEncoder().encode(JSON.stringify(content)).length > mostBytes)
    orViolate([{ field: 'memberAbout.content', description: 'must have at most 50 KB', violatedRule: 'MAX_LENGTH', data: { threshold: mostBytes } }])
}
/** A text of the caller, or any for the owner; those of others are not to be changed, and unknown when they can't be seen. */
async function writable(ctx: Ctx, id: string): Promise<abouts.About> {
  const about = (isGuid(id) ? await abouts.aboutById(ctx, id, true) : undefined) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || about.memberId === ctx.caller.memberId) return about
  return refuseStandard((await seenByCaller(ctx, about.memberId)) ? 'PERMISSION_DENIED' : 'NOT_FOUND')
}
export const memberAboutHandlers: Handlers<typeof memberAboutApi> = {
  createMemberAbout: async (ctx, { body: { memberAbout: wish } }) => {
    checkSize(wish.content)
    const memberId = ctx.caller.role === 'owner' ? (wish.memberId ?? '') : (await me(ctx)).id
    if (wish.memberId && wish.memberId.toLowerCase() !== memberId.toLowerCase()) refuseStandard('PERMISSION_DENIED')
    const member = (await memberById(ctx, memberId)) ?? refuseStandard('NOT_FOUND')
    const about: abouts.About = { id: ctx.newId(), memberId: member.id, content: wish.content, revision: 1 }
    if (!(await abouts.insertAbout(ctx, about))) refuse('MEMBER_ABOUT_ALREADY_EXISTS', { memberId: member.id })
    ctx.announce(aboutEvents.created(aboutToWire(about)))
    return { memberAbout: aboutToWire(about) }
  },
  updateMemberAbout: async (ctx, { params, body: { memberAbout: wish } }) => {
    const about = await writable(ctx, params.id)
    if (wish.revision !== String(about.revision)) refuse('INVALID_REVISION', { revision: wish.revision })
    checkSize(wish.content)
    const changed = { ...about, content: wish.content, revision: about.revision + 1 }
    await abouts.updateAbout(ctx, changed)
    ctx.announce(aboutEvents.updated(aboutToWire(changed)))
    return { memberAbout: aboutToWire(changed) }
  },
  deleteMemberAbout: async (ctx, { params }) => {
    const about = await writable(ctx, params.id)
    await abouts.deleteAbout(ctx, about.id)
    ctx.announce(aboutEvents.deleted(about.id))
    return {}
  },
  getMemberAbout: async (ctx, { params }) => {
    const about = (isGuid(params.id) ? await abouts.aboutById(ctx, params.id) : undefined) ?? refuseStandard('NOT_FOUND')
    await seen(ctx, about.memberId)
    return { memberAbout: aboutToWire(about) }
  },
  getMyMemberAbout: async (ctx) => {
    const about = await abouts.aboutOfMember(ctx, (await me(ctx)).id)
    return about ? { memberAbout: aboutToWire(about) } : {}
  },
  queryMemberAbouts: async (ctx, { body }) => {
    const { abouts: found, meta } = await abouts.findAbouts(ctx, (body.query ?? {}) as WireQuery, await seenMembers(ctx))
    return { memberAbouts: found.map(aboutToWire), metadata: meta }
  },
}
