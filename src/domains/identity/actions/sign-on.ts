/** A trusted server signs a person on by e-mail and vouches for them; and what identity does when members change standing. Source: guide identity 5.4, 9.6. */
import { markSignedIn, setStatus, tellMore, type StandingChange } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { badEmail, emailIn, type Email } from '../rules/email.ts'
import { readProfile, type Profile } from '../rules/profile.ts'
import { signOnOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit } from '../store/throttles.ts'
import { identityToWire } from '../wire.ts'
import { newPerson, toldMore } from './new-person.ts'
import { startSession } from './session.ts'
import { dropUnprovenWays } from './unproven-ways.ts'

export async function signOn(
  ctx: Ctx,
  wish: { loginId?: unknown; profile?: unknown; verifyEmail?: boolean | undefined; mergeExistingContact?: boolean | undefined },
) {
  const email = emailIn(wish.loginId)
  const { profile, violations } = readProfile(wish.profile, ctx.now)
  orViolate([...(email ? [] : [badEmail()]), ...violations])
  const { siteId } = ctx
  const id = await personFor(ctx, email as Email, profile, { verify: wish.verifyEmail ?? false, merge: wish.mergeExistingContact ?? true })
  const { sessionToken } = await startSession(ctx, siteId, id)
  await markSignedIn(ctx, id)
  await audit(ctx, 'member.signed-on', { subjectId: id })
  return { sessionToken, identity: identityToWire((await store.personById(ctx.tx, siteId, id)) as store.Person) }
}

/** The identity with this address, made when absent. */
export async function personFor(ctx: Ctx, email: Email, profile: Partial<Profile>, how: { verify: boolean; merge: boolean }): Promise<string> {
  const { siteId, authNow } = ctx
  const holder = await store.identityByEmail(ctx.tx, siteId, email.key)
  if (holder && holder.memberStatus !== 'OFFLINE') {
    const outcome = signOnOutcome(holder, how.verify)
    if ('refused' in outcome) return refuse(outcome.refused)
    if (how.verify && !holder.emailVerified) await dropUnprovenWays(ctx, holder, 'email proven by sign-on')
    if (holder.memberStatus === 'PENDING') await setStatus(ctx, holder.id, 'APPROVED', 'approved')
    if (Object.keys(profile).length > 0) {
      await store.updateIdentity(ctx.tx, siteId, holder.id, { profile: { ...(holder.profile as Partial<Profile>), ...profile } }, authNow)
      await tellMore(ctx, holder.id, toldMore(holder.email, profile))
    }
    return holder.id
  }
  const existingContact = how.merge ? 'link' : 'separate'
  return newPerson(ctx, { email, profile, passwordHash: null, emailVerified: how.verify, existingContact, formerHolder: holder })
}

/** What follows for sign-in when a member's standing changes, in the same transaction (guide: identity 9.6). */
export async function followMember(ctx: Ctx, { memberId, change, statuses }: StandingChange): Promise<void> {
  const { siteId, authNow } = ctx
  const row = await store.identityById(ctx.tx, siteId, memberId)
  if (!row) return
  if (row.email === store.erasedEmail(memberId)) return
  await audit(ctx, `member.${change}`, { subjectId: memberId, ...(statuses && { data: statuses }) })
  if (change === 'muted' || change === 'unmuted') return
  if (change === 'restored') return void (await store.updateIdentity(ctx.tx, siteId, memberId, { closed: false }, authNow))
  if (change === 'erased') return store.eraseIdentity(ctx.tx, siteId, memberId, authNow)
  if (change === 'approved') return void (await store.updateIdentity(ctx.tx, siteId, memberId, { approvalRequired: false }, authNow))
  await revokeSessions(ctx.tx, siteId, memberId, change, authNow)
  await dropFlowTokens(ctx.tx, siteId, memberId, OPEN_FLOWS)
  if (change !== 'blocked') await store.updateIdentity(ctx.tx, siteId, memberId, { closed: true }, authNow)
}
