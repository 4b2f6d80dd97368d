/** Texts of members about themselves: operation → rows, reply. Source: guide members §16.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { findMemberById, findVisibleMember, queryVisibleMembers } from '#domains/members/public.ts'
import type { memberAboutApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { aboutEvents } from '../events.ts'
import * as abouts from '../store/abouts.ts'
import { getCallerMember, getVisibleMember } from './members.ts'

const MAX_BYTES = 50 * 1024
const aboutToWire = ({ id, memberId, content, revision }: abouts.About) => ({ id, memberId, content, revision: String(revision) })
function assertSize(content: unknown): void {
  if (new TextEncoder().encode(JSON.stringify(content)).length > MAX_BYTES)
    assertNoViolations([{ field: 'memberAbout.content', description: 'must have at most 50 KB', violatedRule: 'MAX_LENGTH', data: { threshold: MAX_BYTES } }])
}
/** The text, locked, if the caller may change it. Refuses with PERMISSION_DENIED for visible members, NOT_FOUND for all others. */
async function lockWritableAbout(ctx: TransactionContext, id: string): Promise<abouts.About> {
  const about = (isGuid(id) ? await abouts.lockAbout(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || about.memberId === ctx.caller.memberId) return about
  return refuseStandard((await findVisibleMember(ctx, about.memberId)) ? 'PERMISSION_DENIED' : 'NOT_FOUND')
}
export const memberAboutHandlers: Handlers<typeof memberAboutApi> = {
  createMemberAbout: async (ctx, { body: { memberAbout: input } }) => {
    assertSize(input.content)
    const memberId = ctx.caller.role === 'owner' ? (input.memberId ?? '') : (await getCallerMember(ctx)).id
    if (input.memberId && input.memberId.toLowerCase() !== memberId.toLowerCase()) refuseStandard('PERMISSION_DENIED')
    const member = (await findMemberById(ctx, memberId)) ?? refuseStandard('NOT_FOUND')
    const about: abouts.About = { id: ctx.newId(), memberId: member.id, content: input.content, revision: 1 }
    if (!(await abouts.insertAbout(ctx, about))) refuse('MEMBER_ABOUT_ALREADY_EXISTS', { memberId: member.id })
    ctx.emit(aboutEvents.created(aboutToWire(about)))
    return { memberAbout: aboutToWire(about) }
  },
  updateMemberAbout: async (ctx, { params, body: { memberAbout: input } }) => {
    const about = await lockWritableAbout(ctx, params.id)
    if (input.revision !== String(about.revision)) refuse('INVALID_REVISION', { revision: input.revision })
    assertSize(input.content)
    const changed = { ...about, content: input.content, revision: about.revision + 1 }
    await abouts.updateAbout(ctx, changed)
    ctx.emit(aboutEvents.updated(aboutToWire(changed)))
    return { memberAbout: aboutToWire(changed) }
  },
  deleteMemberAbout: async (ctx, { params }) => {
    const about = await lockWritableAbout(ctx, params.id)
    await abouts.deleteAbout(ctx, about.id)
    ctx.emit(aboutEvents.deleted(about.id))
    return {}
  },
  getMemberAbout: async (ctx, { params }) => {
    const about = (isGuid(params.id) ? await abouts.findAbout(ctx, params.id) : undefined) ?? refuseStandard('NOT_FOUND')
    await getVisibleMember(ctx, about.memberId)
    return { memberAbout: aboutToWire(about) }
  },
  getMyMemberAbout: async (ctx) => {
    const about = await abouts.findAboutOfMember(ctx, (await getCallerMember(ctx)).id)
    return about ? { memberAbout: aboutToWire(about) } : {}
  },
  queryMemberAbouts: async (ctx, { body }) => {
    const { abouts: found, meta } = await abouts.findAbouts(ctx, (body.query ?? {}) as WireQuery, await queryVisibleMembers(ctx))
    return { memberAbouts: found.map(aboutToWire), metadata: meta }
  },
}
