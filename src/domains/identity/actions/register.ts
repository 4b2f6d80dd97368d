/** Sign-up by email and password. Source: guide identity §5.1. */
import { isContactEmail, overwriteUnverifiedMember } from '#domains/members/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, Refusal, refuseThrottled } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import type { RegisterInput } from '../contract/shapes.ts'
import { refuse } from '../errors.ts'
import { hashPassword } from '../password-hash.ts'
import { emailViolation, readLoginEmail, type Email } from '../rules/email.ts'
import { passwordViolations } from '../rules/password.ts'
import { readProfile, type Profile } from '../rules/profile.ts'
import { hashSecret, newSiteSecret } from '../crypto/secrets.ts'
import { decideRegistration } from '../rules/sign-in.ts'
import { deleteFlowTokens, insertFlowToken, OPEN_FLOWS } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { toDecoyIdentity } from '../wire.ts'
import { assertCaptchaSolved, isCaptchaNeeded } from './captcha.ts'
import { CODE_ATTEMPTS, passwordRecoveryUrl, queueEmailCode, queueEmailTo } from './emails.ts'
import { readAddressUsage, consumeAddressLimit } from './rate-limits.ts'
import { createMemberIdentity, toMemberFields } from './create-member-identity.ts'
import { continueSignIn } from './continue-sign-in.ts'
import * as store from '../store/identities.ts'

/** Registers a member. The password is hashed before the transaction opens, to keep it short. */
export async function register(ctx: OwnTransactionContext, input: RegisterInput) {
  const wait = await consumeAddressLimit(ctx, 'register', { times: 20, seconds: 3600 })
  if (wait > 0) refuseThrottled(wait)
  const email = readLoginEmail(input.loginId)
  const { profile, violations } = readProfile(input.profile, ctx.now)
  const { siteName, settings, signUps } = await ctx.transaction(async (work) => ({
    siteName: (await getSite(work)).name,
    settings: await store.readSignInSettings(work.tx, work.siteId),
    signUps: await readAddressUsage(work, 'register', 3600),
  }))
  assertNoViolations([
    ...(email ? [] : [emailViolation()]),
    ...passwordViolations(input.password, { siteName, ...(email ? { email: email.key } : {}) }),
    ...violations,
  ])
  if (isCaptchaNeeded(settings, 'signup', { accountFailures: 0, addressFailures: 0, addressSignUps: signUps.uses - 1 }))
    await assertCaptchaSolved(ctx, settings, 'signup', input.captchaTokens)
  const passwordHash = await hashPassword(input.password as string)
  return ctx.transaction((work) => signUp(work, email as Email, passwordHash, profile)).catch(refuseDuplicateEmail)
}

/** Two parallel sign-ups with one email: the unique constraint refuses the second with -19995, like any later one. */
function refuseDuplicateEmail(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && (constraint === 'identity_email_is_used_once' || constraint === 'member_login_email_is_unique')) return refuse('-19995')
  if (error instanceof Refusal && error.code === 'MEMBER_ALREADY_EXISTS') return refuse('-19995')
  throw error
}

const defaultPolicy = { requireOwnerApproval: false, requireEmailVerification: false, hideAccountExistence: false }

/** A profile without a language gets that of the Accept-Language header. */
const withRequestLanguage = (ctx: BaseContext, profile: Partial<Profile>): Partial<Profile> => {
  const language = profile.language ?? matchLanguage(ctx.headers['accept-language'])
  return language ? { ...profile, language } : profile
}

async function signUp(ctx: TransactionContext, email: Email, passwordHash: string, sent: Partial<Profile>) {
  const profile = withRequestLanguage(ctx, sent)
  const policy = (await store.readPolicy(ctx.tx, ctx.siteId)) ?? defaultPolicy
  const holder = await store.identityByEmail(ctx, email.key)
  if (holder && holder.memberStatus !== 'OFFLINE') {
    const wasNeverVerified = holder.emailPending && !holder.emailVerified && holder.memberStatus === 'PENDING'
    if (wasNeverVerified) return reclaimUnverifiedIdentity(ctx, holder, passwordHash, profile)
    if (policy.hideAccountExistence) return startDecoyFlow(ctx, holder, email.address, profile)
    return refuse('-19995')
  }
  const { state, ...due } = decideRegistration(policy, await isContactEmail(ctx, email.address))
  const existingContact = due.emailPending ? 'provisional' : 'link'
  const id = await createMemberIdentity(ctx, { email, profile, passwordHash, emailVerified: false, ...due, existingContact, formerHolder: holder })
  await audit(ctx, 'member.registered', { subjectId: id, data: { state } })
  return continueSignIn(ctx, id, profile)
}

/** A sign-up with an email that an earlier one never verified replaces it, so that an address cannot be squatted on. */
async function reclaimUnverifiedIdentity(ctx: TransactionContext, holder: store.IdentityRow, passwordHash: string, profile: Partial<Profile>) {
  await store.lockIdentity(ctx, holder.id)
  await deleteFlowTokens(ctx, holder.id, OPEN_FLOWS)
  await store.deleteEmailCode(ctx, holder.id)
  // Nor do passkeys and accounts elsewhere stay that were there before the address was proved.
  await store.deletePasskeysAndConnections(ctx, holder.id)
  await store.setPassword(ctx, holder.id, passwordHash, ctx.authNow)
  await store.updateIdentity(ctx, holder.id, { profile }, ctx.authNow)
  await overwriteUnverifiedMember(ctx, holder.id, toMemberFields(holder.email, profile))
  await queueEmailCode(ctx, holder)
  await audit(ctx, 'member.registered-again', { subjectId: holder.id })
  return continueSignIn(ctx, holder.id, profile)
}

/** On sites that hide account existence the reply is that of a new address; its holder gets an email. Source: guide identity §9.7. */
async function startDecoyFlow(ctx: TransactionContext, holder: store.IdentityRow, sentAddress: string, profile: Partial<Profile>) {
  await queueEmailTo(ctx, holder, 'REGISTER_EXISTING', { resetLink: passwordRecoveryUrl(ctx) })
  const stateToken = newSiteSecret(ctx.siteId)
  await insertFlowToken(
    ctx,
    {
      siteId: ctx.siteId,
      tokenHash: hashSecret(stateToken),
      purpose: 'DECOY',
      attemptsLeft: CODE_ATTEMPTS,
      data: { email: sentAddress, startedAt: ctx.authNow.toString() },
      expiresAt: ctx.authNow.add({ minutes: 60 }),
    },
    ctx.authNow,
  )
  return {
    state: 'REQUIRE_EMAIL_VERIFICATION' as const,
    sessionToken: null,
    stateToken,
    additionalData: {},
    identity: toDecoyIdentity(ctx.newId(), sentAddress, profile),
  }
}
