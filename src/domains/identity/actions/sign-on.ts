/** Sign-on by a trusted server, which vouches for the email; and the effects of member status changes on sign-in. Source: guide identity §5.4, §9.6. */
import { recordSignIn, setMemberStatus, mergeSignInProfile, type MemberStatusChange } from '#domains/members/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { SignOnInput } from '../contract/shapes.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readLoginEmail, type Email } from '../rules/email.ts'
import { readProfile, type Profile } from '../rules/profile.ts'
import { decideSignOn } from '../rules/sign-in.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { identityToWire } from '../wire.ts'
import { createMemberIdentity, toMemberUpdate } from './create-member-identity.ts'
import { startSession } from './session.ts'
import { removeUnverifiedSignInMethods } from './unverified-sign-in-methods.ts'
import * as store from '../store/identities.ts'

/** Signs a person in whom a trusted server vouches for; creates them when unknown. Violates `loginId` for a bad address. */
export async function signOn(ctx: TransactionContext, input: SignOnInput) {
  const email = readLoginEmail(input.loginId)
  const { profile, violations } = readProfile(input.profile, ctx.now)
  assertNoViolations([...(email ? [] : [emailViolation()]), ...violations])
  const { siteId } = ctx
  const id = await findOrCreateIdentity(ctx, email as Email, profile, { verify: input.verifyEmail ?? false, merge: input.mergeExistingContact ?? true })
  const { sessionToken } = await startSession(ctx, siteId, id)
  await recordSignIn(ctx, id)
  await audit(ctx, 'member.signed-on', { subjectId: id })
  return { sessionToken, identity: identityToWire((await store.identityDetailsById(ctx, id)) as store.IdentityDetails) }
}

/** The id of the identity with this email, created when absent. */
export async function findOrCreateIdentity(
  ctx: TransactionContext,
  email: Email,
  profile: Partial<Profile>,
  options: { verify: boolean; merge: boolean },
): Promise<string> {
  const { authNow } = ctx
  const holder = await store.identityByEmail(ctx, email.key)
  if (holder && holder.memberStatus !== 'OFFLINE') {
    const outcome = decideSignOn(holder, options.verify)
    if ('refused' in outcome) return refuse(outcome.refused)
    if (options.verify && !holder.emailVerified) await removeUnverifiedSignInMethods(ctx, holder, 'email proven by sign-on')
    if (holder.memberStatus === 'PENDING') await setMemberStatus(ctx, holder.id, 'APPROVED', 'approved')
    if (Object.keys(profile).length > 0) {
      await store.updateIdentity(ctx, holder.id, { profile: { ...(holder.profile as Partial<Profile>), ...profile } }, authNow)
      await mergeSignInProfile(ctx, holder.id, toMemberUpdate(holder.email, profile))
    }
    return holder.id
  }
  const existingContact = options.merge ? 'link' : 'separate'
  return createMemberIdentity(ctx, { email, profile, passwordHash: null, emailVerified: options.verify, existingContact, formerHolder: holder })
}

/** Revokes sessions and closes identities when a member's status changes, in the same transaction. Source: guide identity §9.6. */
export async function applyMemberStatusChange(ctx: TransactionContext, { memberId, change, statuses }: MemberStatusChange): Promise<void> {
  const { siteId, authNow } = ctx
  const row = await store.identityById(ctx.tx, siteId, memberId)
  if (!row) return
  if (row.email === store.toErasedEmail(memberId)) return
  await audit(ctx, `member.${change}`, { subjectId: memberId, ...(statuses && { data: statuses }) })
  if (change === 'muted' || change === 'unmuted') return
  if (change === 'restored') return void (await store.updateIdentity(ctx, memberId, { closed: false }, authNow))
  if (change === 'erased') return store.eraseIdentity(ctx, memberId, authNow)
  if (change === 'approved') return void (await store.updateIdentity(ctx, memberId, { approvalRequired: false }, authNow))
  await revokeSessions(ctx, memberId, change, authNow)
  await deleteFlowTokens(ctx, memberId, OPEN_FLOWS)
  if (change !== 'blocked') await store.updateIdentity(ctx, memberId, { closed: true }, authNow)
}
