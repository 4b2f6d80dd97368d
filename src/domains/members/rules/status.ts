/** Status of members: actions and transitions. Source: guide members §5.2 (the row numbers are those of its table). */
export type MemberStatus = 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE'
export type ActivityStatus = 'ACTIVE' | 'MUTED'
export type PrivacyStatus = 'PRIVATE' | 'PUBLIC'
export type CommunityRole = 'MEMBER' | 'OWNER' | 'CONTRIBUTOR'
export type MemberAction = 'approve' | 'block' | 'mute' | 'unmute' | 'disconnect' | 'join' | 'leave'
export type StatusRefusal = 'MEMBER_OFFLINE' | 'MEMBER_SELF_BLOCK_FORBIDDEN' | 'OWNER_MEMBER_BLOCK_FORBIDDEN' | 'COMMUNITY_JOIN_IMPOSSIBLE'

/** Transitions by status and action; an absent entry is refused. The dashboard enables its buttons from this table. */
export const statusMachine = {
  PENDING: { approve: 'APPROVED', block: 'BLOCKED', mute: 'PENDING', unmute: 'PENDING', disconnect: 'OFFLINE' },
  APPROVED: { approve: 'APPROVED', block: 'BLOCKED', mute: 'APPROVED', unmute: 'APPROVED', disconnect: 'OFFLINE', join: 'APPROVED', leave: 'APPROVED' },
  BLOCKED: { approve: 'APPROVED', block: 'BLOCKED', mute: 'BLOCKED', unmute: 'BLOCKED', disconnect: 'OFFLINE' },
  // A disconnected member never comes back: a new sign-up creates a new member (row 24).
  OFFLINE: { disconnect: 'OFFLINE' },
} as const satisfies Record<MemberStatus, Partial<Record<MemberAction, MemberStatus>>>

/** The part of a member that decides. */
export interface MemberState {
  status: MemberStatus
  activityStatus: ActivityStatus
  privacyStatus: PrivacyStatus
  communityRole: CommunityRole
  awaitsEmailVerification: boolean
}
export interface MemberActionContext {
  /** The caller is this member. */
  isSelf: boolean
  /** Site setting: whether members may be public at all. */
  candidates: 'NO_ONE' | 'ANYONE'
}
export interface MemberStateChange {
  status: MemberStatus
  activityStatus: ActivityStatus
  privacyStatus: PrivacyStatus
  /** Nothing changes: no event, no email. */
  isUnchanged: boolean
  /** A pending member gets an email about the approval. */
  sendsApprovalEmail: boolean
}

type Refused = { refused: StatusRefusal }

/** The effect of an action on a member, or the refusal. Plans that renew are checked by the caller, after this. */
export function decideMemberAction(from: MemberState, action: MemberAction, context: MemberActionContext): { ok: MemberStateChange } | Refused {
  if (action === 'block' || action === 'disconnect') {
    if (context.isSelf) return { refused: 'MEMBER_SELF_BLOCK_FORBIDDEN' }
    if (from.communityRole !== 'MEMBER') return { refused: 'OWNER_MEMBER_BLOCK_FORBIDDEN' }
  }
  const status = (statusMachine[from.status] as Partial<Record<MemberAction, MemberStatus>>)[action]
  if (status === undefined) return { refused: action === 'join' ? 'COMMUNITY_JOIN_IMPOSSIBLE' : 'MEMBER_OFFLINE' }
  if (action === 'join' && context.candidates === 'NO_ONE') return { refused: 'COMMUNITY_JOIN_IMPOSSIBLE' }
  const activityStatus = action === 'mute' ? 'MUTED' : action === 'unmute' ? 'ACTIVE' : from.activityStatus
  const privacyStatus = action === 'join' ? 'PUBLIC' : action === 'leave' ? 'PRIVATE' : from.privacyStatus
  const isUnchanged = status === from.status && activityStatus === from.activityStatus && privacyStatus === from.privacyStatus
  // Approval does not replace email verification: a member who still has to verify gets no email (row 8).
  const sendsApprovalEmail = action === 'approve' && from.status === 'PENDING' && !from.awaitsEmailVerification
  return { ok: { status, activityStatus, privacyStatus, isUnchanged, sendsApprovalEmail } }
}

/** The actions that the dashboard may offer for a member. */
export const listAllowedActions = (from: MemberState, context: MemberActionContext): MemberAction[] =>
  (['approve', 'block', 'mute', 'unmute', 'disconnect', 'join', 'leave'] as const).filter((action) => {
    const decision = decideMemberAction(from, action, context)
    return 'ok' in decision && !decision.ok.isUnchanged
  })
