/** State machine of sign-in: decisions of register, login, verification and sign-on. Source: guide identity §5. */
import type { Decision } from '#kit/api/refusal.ts'

export type PendingReason = 'PENDING_EMAIL_VERIFICATION_REQUIRED' | 'PENDING_ADMIN_APPROVAL_REQUIRED'
export type IdentityStatus = 'PENDING' | 'ACTIVE' | 'DELETED' | 'BLOCKED' | 'OFFLINE'
export type MemberStatus = 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE'
export type SignInState = 'SUCCESS' | 'REQUIRE_EMAIL_VERIFICATION' | 'REQUIRE_OWNER_APPROVAL'

export interface SignOnPolicy {
  requireOwnerApproval: boolean
  requireEmailVerification: boolean
}

/** Decides a registration. An email that belongs to a contact must be verified first, whatever the policy. Source: guide identity §5.1. */
export function decideRegistration(
  policy: SignOnPolicy,
  emailIsContact: boolean,
): { state: SignInState; emailPending: boolean; approvalRequired: boolean; memberStatus: 'APPROVED' | 'PENDING' } {
  const emailPending = policy.requireEmailVerification || emailIsContact
  const approvalRequired = policy.requireOwnerApproval
  return {
    state: emailPending ? 'REQUIRE_EMAIL_VERIFICATION' : approvalRequired ? 'REQUIRE_OWNER_APPROVAL' : 'SUCCESS',
    emailPending,
    approvalRequired,
    memberStatus: emailPending || approvalRequired ? 'PENDING' : 'APPROVED',
  }
}

/** What decides whether an identity may sign in. The member's status is owned by members. */
export interface IdentityState {
  memberStatus: MemberStatus
  emailPending: boolean
  approvalRequired: boolean
  closed: boolean
}

/** Status and reasons as the public API shows them. */
export function identityStatus(identity: IdentityState): { name: IdentityStatus; reasons: PendingReason[] } {
  if (identity.memberStatus === 'BLOCKED') return { name: 'BLOCKED', reasons: [] }
  if (identity.closed || identity.memberStatus === 'OFFLINE') return { name: 'OFFLINE', reasons: [] }
  const reasons: PendingReason[] = []
  if (identity.emailPending) reasons.push('PENDING_EMAIL_VERIFICATION_REQUIRED')
  // Approval sets the member APPROVED; email verification stays pending.
  if (identity.memberStatus === 'PENDING' && (identity.approvalRequired || !identity.emailPending)) reasons.push('PENDING_ADMIN_APPROVAL_REQUIRED')
  return { name: reasons.length > 0 ? 'PENDING' : 'ACTIVE', reasons }
}

/** Decides a login with the right password. Disconnected members get the reply of unknown ones. Source: guide identity §5.2. */
export function decideLogin(identity: IdentityState, passwordResetRequired: boolean): Decision<SignInState, '-19973' | 'MEMBER_BLOCKED' | '-19976'> {
  const { name, reasons } = identityStatus(identity)
  if (name === 'BLOCKED') return { refused: 'MEMBER_BLOCKED' }
  if (name === 'OFFLINE' || name === 'DELETED') return { refused: '-19976' }
  if (passwordResetRequired) return { refused: '-19973' }
  return { ok: nextState(reasons) }
}

/** The state of the sign-in for these pending reasons. */
export function nextState(reasons: readonly PendingReason[]): SignInState {
  if (reasons.includes('PENDING_EMAIL_VERIFICATION_REQUIRED')) return 'REQUIRE_EMAIL_VERIFICATION'
  return reasons.length > 0 ? 'REQUIRE_OWNER_APPROVAL' : 'SUCCESS'
}

/** Decides the sign-on of an existing identity by a trusted server. Source: guide identity §5.4. */
export function decideSignOn(
  identity: IdentityState,
  verifyEmail: boolean,
): Decision<'SUCCESS', 'MEMBER_BLOCKED' | 'OWNER_APPROVAL_REQUIRED' | 'EMAIL_VERIFICATION_REQUIRED'> {
  const { name, reasons } = identityStatus({ ...identity, emailPending: identity.emailPending && !verifyEmail })
  if (name === 'BLOCKED') return { refused: 'MEMBER_BLOCKED' }
  if (reasons.includes('PENDING_ADMIN_APPROVAL_REQUIRED') && identity.approvalRequired) return { refused: 'OWNER_APPROVAL_REQUIRED' }
  if (reasons.includes('PENDING_EMAIL_VERIFICATION_REQUIRED')) return { refused: 'EMAIL_VERIFICATION_REQUIRED' }
  return { ok: 'SUCCESS' }
}
