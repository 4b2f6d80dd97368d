/** Approve, block, mute, unmute, disconnect, join, leave: one road for all. Source: guide members 5.2–5.4. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { followStanding, mayBlock } from '../asks.ts'
import { refuse } from '../errors.ts'
import type { MemberDeed } from '../events.ts'
import { decideMove, type MemberAction } from '../rules/status.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saved } from './saved.ts'

const deeds: Partial<Record<MemberAction, MemberDeed>> = {
  approve: 'approved',
  block: 'blocked',
  mute: 'muted',
  unmute: 'unmuted',
  join: 'joined_community',
  leave: 'left_community',
}
const followed = { approve: 'approved', block: 'blocked', disconnect: 'disconnected', mute: 'muted', unmute: 'unmuted' } as const

/** `endsPlans`: plans that renew do not speak against it; whoever follows the change stops them (guide: members 5.3). */
export async function moveMember(ctx: Ctx, id: string, action: MemberAction, { endsPlans = false } = {}): Promise<store.MemberRecord> {
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const { candidates } = await privacy.privacySettings(ctx)
  const decision = decideMove(member, action, { isSelf: ctx.caller.role === 'owner' && ctx.caller.memberId === id, candidates })
  if ('refused' in decision) return refuse(decision.refused, { memberId: id })
  const { same, tellApproved, ...standing } = decision.ok
  if (same) return member
  if (!endsPlans && (action === 'block' || action === 'disconnect') && (await mayBlock.ask(ctx, { memberId: id })).some(Boolean))
    refuse('ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', { memberId: id })
  const moved = await saved(ctx, id, standing, deeds[action])
  if (action in followed)
    await followStanding.ask(ctx, {
      memberId: id,
      change: followed[action as keyof typeof followed],
      byMember: false,
      statuses: { was: member.status, is: moved.status },
    })
  if (tellApproved)
    ctx.send({
      to: member.loginEmail,
      template: 'MEMBER_APPROVED',
      variables: { nickname: member.nickname, signInLink: `${ctx.origin}/hosted/login` },
      once: `${id}:${ctx.now.toString()}`,
    })
  return moved
}
