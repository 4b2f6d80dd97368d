/** Registration. Source: guide identity 5.1. */
import type { Temporal } from 'temporal-polyfill'
import { createMemberFor, isContactEmail } from '#domains/members/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, Refusal, refuseThrottled, type Violation } from '#kit/refusal.ts'
import { spoken } from '#kit/pure/languages.ts'
import { refuse } from '../errors.ts'
import { hashPassword } from '../password-hash.ts'
import { readEmail, type Email } from '../rules/email.ts'
import { passwordViolations } from '../rules/password.ts'
import { readProfile, type Profile } from '../rules/profile.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import type { FirstStep } from '../rules/factor.ts'
import { registerOutcome, type MemberStatus } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, insertFlowToken, OPEN_FLOWS } from '../store/sessions.ts'
import { audit } from '../store/throttles.ts'
import { decoyIdentity, guardedIdentity, stateOfRow } from '../wire.ts'
import { checkCaptcha, needsCaptcha } from './captcha.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { askForApproval, CODE_TRIES, passwordPage, sendCode, writeTo } from './letters.ts'
import { usesByAddress, waitForAddress } from './limits.ts'
import { askSecondStep } from './second-step.ts'

export interface RegisterWish {
  loginId?: unknown
  password?: unknown
  profile?: unknown
  captchaTokens?: unknown
}

export const badEmail = (field = 'loginId.email'): Violation => ({
  field,
  description: 'must be a valid email address',
  violatedRule: 'FORMAT',
  data: { type: 'EMAIL' },
})
/** The day that it is somewhere already. */
export const latestBirthday = (ctx: Ctx): Temporal.PlainDate => ctx.now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate()
export const emailIn = (loginId: unknown): Email | undefined => readEmail((loginId as { email?: unknown } | null | undefined)?.email)

/** Signs a person up. The password is hashed before the transaction opens, so that it stays short. */
export async function register(ctx: Ctx, wish: RegisterWish) {
  const wait = await waitForAddress(ctx, 'register', { times: 20, seconds: 3600 })
  if (wait > 0) refuseThrottled(wait)
  const email = emailIn(wish.loginId)
  const { profile, violations } = readProfile(wish.profile, latestBirthday(ctx))
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
  const { siteId, authNow } = ctx
  const policy = (await store.readPolicy(ctx.tx, siteId)) ?? noPolicy
  const holder = await store.identityByEmail(ctx.tx, siteId, email.key)
  // A disconnected or deleted member has given the address back.
  if (holder?.memberStatus === 'OFFLINE') await store.updateIdentity(ctx.tx, siteId, holder.id, { closed: true }, authNow)
  else if (holder) {
    const neverProven = holder.emailPending && !holder.emailVerified && holder.memberStatus === 'PENDING'
    if (neverProven) return takeOver(ctx, holder, passwordHash, profile)
    if (policy.hideAccountExistence) return decoy(ctx, holder, email.address, profile)
    return refuse('-19995')
  }
  const outcome = registerOutcome(policy, await isContactEmail(ctx, email.address))
  const id = ctx.newId()
  await store.insertIdentity(
    ctx.tx,
    {
      siteId,
      id,
      email: email.address,
      emailKey: email.key,
      emailVerified: false,
      emailPending: outcome.emailPending,
      approvalRequired: outcome.approvalRequired,
      passwordHash,
      profile,
    },
    authNow,
  )
  await memberFor(ctx, {
    id,
    email: email.address,
    profile,
    status: outcome.memberStatus,
    awaitsEmailProof: outcome.emailPending,
    verified: false,
    existingContact: outcome.emailPending ? 'provisional' : 'link',
  })
  await audit(ctx, 'member.registered', { subjectId: id, data: { state: outcome.state } })
  return proceed(ctx, id, profile)
}

const MOST_EMAILS = 50
/** Whoever signs up by themself is reached at that address first (guide: members 9); a contact holds fifty. */
const contactEmails = (login: string, others: readonly string[] = []): string[] =>
  [login, ...others.filter((other) => readEmail(other)?.key !== readEmail(login)?.key)].slice(0, MOST_EMAILS)

/** decision: the profile of a sign-up has room for 1,000 letters, the contact for 100 (guide: identity 5.1, members 2); the contact gets the first of them. */
const shortened = (text: string): string => [...text].slice(0, 100).join('')

/** The member behind an identity; both have one id. */
export async function memberFor(
  ctx: Ctx,
  of: {
    id: string
    email: string
    profile: Partial<Profile>
    status: MemberStatus
    awaitsEmailProof: boolean
    verified: boolean
    existingContact: 'link' | 'provisional' | 'separate'
  },
): Promise<void> {
  const { profile } = of
  await createMemberFor(ctx, {
    id: of.id,
    loginEmail: of.email,
    loginEmailVerified: of.verified,
    status: of.status,
    awaitsEmailProof: of.awaitsEmailProof,
    existingContact: of.existingContact,
    ...(profile.privacyStatus ? { privacyStatus: profile.privacyStatus } : {}),
    profile: { ...(profile.nickname ? { nickname: profile.nickname } : {}), ...(profile.slug ? { slug: profile.slug } : {}) },
    contact: {
      ...(profile.firstName ? { firstName: profile.firstName } : {}),
      ...(profile.lastName ? { lastName: profile.lastName } : {}),
      ...(profile.phones ? { phones: profile.phones } : {}),
      emails: contactEmails(of.email, profile.secondaryEmails),
      ...(profile.addresses ? { addresses: profile.addresses } : {}),
      ...(profile.birthdate ? { birthdate: profile.birthdate } : {}),
      ...(profile.company ? { company: shortened(profile.company) } : {}),
      ...(profile.position ? { jobTitle: shortened(profile.position) } : {}),
    },
  })
}

/** The next step of the sign-in machine for an identity whose credential was right just now: by its id, or as it was read under its lock. `sent` is what the caller may see before the e-mail is proven. */
export async function proceed(ctx: Ctx, who: string | store.Person, sent: Partial<Profile> = {}, first: FirstStep = 'password') {
  const { siteId } = ctx
  const row = typeof who === 'string' ? ((await store.personById(ctx.tx, siteId, who)) as store.Person) : who
  const state = stateOfRow(row)
  const none = { sessionToken: null, stateToken: null, additionalData: {} }
  if (state === 'REQUIRE_EMAIL_VERIFICATION') {
    const stateToken = newSecret()
    await insertFlowToken(
      ctx.tx,
      {
        siteId,
        tokenHash: fingerprint(stateToken),
        purpose: 'STATE',
        identityId: row.id,
        data: { passwordVersion: row.passwordVersion },
        expiresAt: ctx.authNow.add({ minutes: 60 }),
      },
      ctx.authNow,
    )
    const recently = row.lastCodeAt !== null && ctx.authNow.since(row.lastCodeAt).total('seconds') < 60
    if (!recently) await sendCode(ctx, row)
    return { ...none, state, stateToken, identity: guardedIdentity(row, sent) }
  }
  if (state === 'REQUIRE_OWNER_APPROVAL') {
    await askForApproval(ctx, row)
    return { ...none, state, identity: guardedIdentity(row, sent) }
  }
  return (await askSecondStep(ctx, row, first)) ?? completeSignIn(ctx, row, 'password')
}

/** An address that somebody signed up with and never proved goes to whoever proves it: nobody can squat on it. */
async function takeOver(ctx: Ctx, holder: store.IdentityRow, passwordHash: string, profile: Partial<Profile>) {
  await store.lockIdentity(ctx.tx, ctx.siteId, holder.id)
  await dropFlowTokens(ctx.tx, ctx.siteId, holder.id, OPEN_FLOWS)
  await store.dropCode(ctx.tx, ctx.siteId, holder.id)
  await store.setPassword(ctx.tx, ctx.siteId, holder.id, passwordHash, ctx.authNow)
  await store.updateIdentity(ctx.tx, ctx.siteId, holder.id, { profile }, ctx.authNow)
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
