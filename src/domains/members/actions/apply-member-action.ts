/** Approve, block, mute, unmute, disconnect, join, leave. Source: guide members §5.2–§5.4. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { onMemberStatusChanged, checkMemberBlock } from '../hooks.ts'
import { refuse } from '../errors.ts'
import type { MemberActionEvent } from '../events.ts'
import { decideMemberAction, type MemberAction } from '../rules/status.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saveMember } from './save-member.ts'
import type { MembersEmails } from '../emails/variables.ts'

const actionEvents: Partial<Record<MemberAction, MemberActionEvent>> = {
  approve: 'approved',
  block: 'blocked',
  mute: 'muted',
  unmute: 'unmuted',
  join: 'joined_community',
  leave: 'left_community',
}
const statusChanges = { approve: 'approved', block: 'blocked', disconnect: 'disconnected', mute: 'muted', unmute: 'unmuted' } as const

/** `endsPlans`: plans that renew do not prevent it; orders stop their renewals. Source: guide members §5.3. */
export async function applyMemberAction(ctx: TransactionContext, id: string, action: MemberAction, { endsPlans = false } = {}): Promise<store.MemberRecord> {
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const { candidates } = await privacy.getPrivacySettings(ctx)
  const decision = decideMemberAction(member, action, { isSelf: ctx.caller.role === 'owner' && ctx.caller.memberId === id, candidates })
  if ('refused' in decision) return refuse(decision.refused, { memberId: id })
  const { isUnchanged, sendsApprovalEmail, ...state } = decision.ok
  if (isUnchanged) return member
  if (!endsPlans && (action === 'block' || action === 'disconnect') && (await checkMemberBlock.call(ctx, { memberId: id })).some(Boolean))
    refuse('ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', { memberId: id })
  const updated = await saveMember(ctx, id, state, actionEvents[action])
  if (action in statusChanges)
    await onMemberStatusChanged.call(ctx, {
      memberId: id,
      change: statusChanges[action as keyof typeof statusChanges],
      byMember: false,
      statuses: { was: member.status, is: updated.status },
    })
  if (sendsApprovalEmail)
    await queueEmail<MembersEmails>(
      ctx,
      { kind: 'address', address: member.loginEmail },
      {
        template: 'MEMBER_APPROVED',
        variables: { nickname: member.nickname, signInLink: `${ctx.origin}/hosted/login` },
        uniqueKey: `${id}:${ctx.now.toString()}`,
      },
    )
  return updated
}
