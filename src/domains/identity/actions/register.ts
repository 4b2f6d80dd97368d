/** Registration. Source: guide identity 5.1. */
import { isContactEmail, retellMember } from '#domains/members/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, Refusal, refuseThrottled } from '#kit/refusal.ts'
import { spoken } from '#kit/pure/languages.ts'
import { refuse } from '../errors.ts'
import { hashPassword } from '../password-hash.ts'
import { badEmail, emailIn, type Email } from '../rules/email.ts'
import { passwordViolations } from '../rules/password.ts'
import { readProfile, type Profile } from '../rules/profile.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { registerOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, insertFlowToken, OPEN_FLOWS } from '../store/sessions.ts'
import { audit } from '../store/throttles.ts'
import { decoyIdentity } from '../wire.ts'
import { checkCaptcha, needsCaptcha } from './captcha.ts'
import { CODE_TRIES, passwordPage, sendCode, writeTo } from './letters.ts'
import { usesByAddress, waitForAddress } from './limits.ts'
import { newPerson, told } from './new-person.ts'
import { proceed } from './proceed.ts'

export interface RegisterWish {
  loginId?: unknown
  password?: unknown
  profile?: unknown
  captchaTokens?: unknown
}

/** Signs a person up. The password is hashed before the transaction opens, so that it stays short. */
export async function register(ctx: Ctx, wish: RegisterWish) {
  const wait = await waitForAddress(ctx, 'register', { times: 20, seconds: 3600 })
  if (wait > 0) refuseThrottled(wait)
  const email = emailIn(wish.loginId)
  const { profile, violations } = readProfile(wish.profile, ctx.now)
  const { siteName, settings, signUps } = await ctx.write(async (work) => ({
    siteName: (await currentSite(work)).name,
    settings: await store.settingsOf(work.tx, work.siteId),
    signUps: await usesByAddress(work, 'register', 3600),
  }))
  orViolate([...(email ? [] : [badEmail()]), ...passwordViolations(wish.password, { siteName, ...(email ? { email: email.key } : {}) }), ...violations])
  if (needsCaptcha(settings, 'signup', { accountFailures: 0, addressFailures: 0, addressSignUps: signUps.uses - 1 }))
    await checkCaptcha(ctx, settings, 'signup', wish.captchaTokens)
  const passwordHash = await hashPassword(wish.password as string)
  return ctx.write((work) => signUp(work, email as Email, passwordHash, profile)).catch(takenAtOnce)
}

/** Two people who sign up with one address at the same instant: the second learns it like any later one. */
function takenAtOnce(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && (constraint === 'identity_email_is_used_once' || constraint === 'member_login_email_is_unique')) return refuse('-19995')
  if (error instanceof Refusal && error.code === 'MEMBER_ALREADY_EXISTS') return refuse('-19995')
  throw error
}

const noPolicy = { requireOwnerApproval: false, requireEmailVerification: false, hideAccountExistence: false }

/** Who does not say in which language they want letters gets them in the one their browser asks for. */
const heard = (ctx: Ctx, profile: Partial<Profile>): Partial<Profile> => {
  const language = profile.language ?? spoken(ctx.headers['accept-language'])
  return language ? { ...profile, language } : profile
}

async function signUp(ctx: Ctx, email: Email, passwordHash: string, sent: Partial<Profile>) {
  const profile = heard(ctx, sent)
  const policy = (await store.readPolicy(ctx.tx, ctx.siteId)) ?? noPolicy
  const holder = await store.identityByEmail(ctx.tx, ctx.siteId, email.key)
  if (holder && holder.memberStatus !== 'OFFLINE') {
    const neverProven = holder.emailPending && !holder.emailVerified && holder.memberStatus === 'PENDING'
    if (neverProven) return takeOver(ctx, holder, passwordHash, profile)
    if (policy.hideAccountExistence) return decoy(ctx, holder, email.address, profile)
    return refuse('-19995')
  }
  const { state, ...due } = registerOutcome(policy, await isContactEmail(ctx, email.address))
  const existingContact = due.emailPending ? 'provisional' : 'link'
  const id = await newPerson(ctx, { email, profile, passwordHash, emailVerified: false, ...due, existingContact, formerHolder: holder })
  await audit(ctx, 'member.registered', { subjectId: id, data: { state } })
  return proceed(ctx, id, profile)
}

/** An address that somebody signed up with and never proved goes to whoever proves it: nobody can squat on it. */
async function takeOver(ctx: Ctx, holder: store.IdentityRow, passwordHash: string, profile: Partial<Profile>) {
  await store.lockIdentity(ctx.tx, ctx.siteId, holder.id)
  await dropFlowTokens(ctx.tx, ctx.siteId, holder.id, OPEN_FLOWS)
  await store.dropCode(ctx.tx, ctx.siteId, holder.id)
  await store.setPassword(ctx.tx, ctx.siteId, holder.id, passwordHash, ctx.authNow)
  await store.updateIdentity(ctx.tx, ctx.siteId, holder.id, { profile }, ctx.authNow)
  await retellMember(ctx, holder.id, told(holder.email, profile))
  await sendCode(ctx, holder)
  await audit(ctx, 'member.registered-again', { subjectId: holder.id })
  return proceed(ctx, holder.id, profile)
}

/** Sites that hide who has an account answer as if the address were new; its owner learns the truth by letter (guide: identity 9.7). */
async function decoy(ctx: Ctx, holder: store.IdentityRow, sentAddress: string, profile: Partial<Profile>) {
  await writeTo(ctx, holder, 'REGISTER_EXISTING', { resetLink: passwordPage(ctx) })
  const stateToken = newSecret()
  await insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(stateToken),
      purpose: 'DECOY',
      triesLeft: CODE_TRIES,
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
    identity: decoyIdentity(ctx.newId(), sentAddress, profile),
  }
}
