/** Queues the emails of sign-in. Links lead to the site's own origin, never to a host taken from the request. Source: guide identity §13. */
import { hashSecret, newCode, newSiteSecret } from '../crypto/secrets.ts'
import { readEmail } from '../rules/email.ts'
import type { Profile } from '../rules/profile.ts'
import { identityByEmail, identityById, emailRecipientOfMember, saveEmailCode, updateIdentity, type IdentityRow } from '../store/identities.ts'
import { insertFlowToken } from '../store/sessions.ts'
import { openMailer, queueEmail } from '#domains/notifications/public.ts'
import type { Caller, BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ReadDatabase } from '#kit/db/open.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import type { IdentityEmails } from '../emails/variables.ts'

/** Recipient of an email; the profile names their language. */
type EmailRecipient = Pick<IdentityRow, 'email' | 'profile'>
export const CODE_MINUTES = 15
export const CODE_ATTEMPTS = 5
const RECOVERY_HOURS = 3
const ACTIVATION_DAYS = 7

/** The language that the holder of an address prefers. */
export async function findLanguageOfAddress(ctx: ReadContext, address: string): Promise<Language | undefined> {
  const holder = await identityByEmail(ctx, readEmail(address)?.key ?? '')
  return matchLanguage((holder?.profile as Partial<Profile> | undefined)?.language)
}

/** Address, display name and language for emails to a member, in one query. Undefined when the member is deleted. */
export async function findEmailRecipient(ctx: ReadContext, memberId: string) {
  const recipient = await emailRecipientOfMember(ctx, memberId)
  return (
    recipient && {
      email: recipient.email,
      name: recipient.firstName || recipient.nickname || recipient.email,
      language: matchLanguage((recipient.profile as Partial<Profile> | null)?.language),
    }
  )
}

/** The language stored in the caller's profile; undefined for callers that are no members and members without one. */
export async function findProfileLanguage(db: ReadDatabase, { siteId, memberId }: Caller): Promise<string | undefined> {
  const member = memberId ? await identityById(db, siteId, memberId) : undefined
  return (member?.profile as Partial<Profile> | undefined)?.language ?? undefined
}

/** The language of replies to the caller: Accept-Language, else the profile, else English. Source: guide identity §11. */
export const resolveCallerLanguage = async (ctx: ReadContext): Promise<Language> =>
  matchLanguage(ctx.headers['accept-language']) ?? matchLanguage(await findProfileLanguage(ctx.db, ctx.caller)) ?? 'en'

/** Stores the preferred email language of a member. */
export async function savePreferredLanguage(ctx: TransactionContext, memberId: string, language: Language): Promise<void> {
  const identity = await identityById(ctx.tx, ctx.siteId, memberId)
  if (!identity) return
  await updateIdentity(ctx, memberId, { profile: { ...(identity.profile as Partial<Profile>), language } }, ctx.authNow)
}

/** Queues an email to a person, in the language of their profile. */
export async function queueEmailTo<T extends keyof IdentityEmails>(
  ctx: TransactionContext,
  to: EmailRecipient,
  template: T,
  variables: IdentityEmails[T],
  uniqueKey?: string,
): Promise<void> {
  const language = (to.profile as Partial<Profile>).language ?? null
  const mailer = await openMailer<IdentityEmails>(ctx, { kind: 'address', address: to.email, language })
  mailer.queue({ template, variables, uniqueKey })
}

/** URL of the page that requests a password reset link. */
export const passwordRecoveryUrl = (ctx: BaseContext): string => `${ctx.origin}/hosted/login?mode=recover`

/** Emails a new verification code; the previous one becomes invalid. */
export async function queueEmailCode(ctx: TransactionContext, identity: IdentityRow): Promise<void> {
  const code = newCode()
  await saveEmailCode(ctx, identity.id, {
    codeHash: hashSecret(`${identity.id}:${code}`),
    attemptsLeft: CODE_ATTEMPTS,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  await updateIdentity(ctx, identity.id, { lastCodeAt: ctx.authNow }, ctx.authNow)
  await queueEmailTo(ctx, identity, 'VERIFY_EMAIL_CODE', { code, expiresMinutes: CODE_MINUTES })
}

/** Emails the owners for approval, and the person that their request is pending. */
export async function requestApproval(ctx: TransactionContext, identity: IdentityRow): Promise<void> {
  const profile = identity.profile as Partial<Profile>
  const memberName = profile.nickname || [profile.firstName, profile.lastName].filter(Boolean).join(' ') || identity.email
  await queueEmail<IdentityEmails>(
    ctx,
    { kind: 'owners' },
    {
      template: 'APPROVAL_REQUESTED',
      variables: { memberName, memberEmail: identity.email, approveLink: `${ctx.origin}/dashboard/members?open=${identity.id}` },
      uniqueKey: identity.id,
    },
  )
  await queueEmailTo(ctx, identity, 'APPROVAL_PENDING', {}, identity.id)
}

interface PasswordLinkOptions {
  redirect?: string | undefined
  language?: string | null | undefined
  /** `requestIp` of a reset is that of the caller by default; an invitation gives the name of the business. */
  variables?: { requestIp?: string; invitedBy?: string }
}

/**
 * Emails a link to set a password. `redirect` is where the page offers to continue: it stays on the server until the password is set.
 * `language` is the requested email language; without a supported one the person's own is used.
 */
export async function queuePasswordLink(
  ctx: TransactionContext,
  identity: IdentityRow,
  kind: 'PASSWORD_RESET' | 'SET_PASSWORD',
  { redirect, language, variables = {} }: PasswordLinkOptions = {},
): Promise<void> {
  const token = newSiteSecret(ctx.siteId)
  const recovery = kind === 'PASSWORD_RESET'
  await insertFlowToken(
    ctx,
    {
      siteId: ctx.siteId,
      tokenHash: hashSecret(token),
      purpose: recovery ? 'RECOVERY' : 'ACTIVATION',
      identityId: identity.id,
      data: { passwordVersion: identity.passwordVersion, ...(redirect ? { redirect } : {}) },
      expiresAt: ctx.authNow.add(recovery ? { hours: RECOVERY_HOURS } : { hours: 24 * ACTIVATION_DAYS }),
    },
    ctx.authNow,
  )
  const link = `${ctx.origin}/hosted/reset-password?token=${token}`
  const requestedLanguage = language ? matchLanguage(language) : undefined
  const recipient = requestedLanguage ? { ...identity, profile: { ...(identity.profile as Partial<Profile>), language: requestedLanguage } } : identity
  if (recovery) await queueEmailTo(ctx, recipient, 'PASSWORD_RESET', { link, expiresHours: RECOVERY_HOURS, requestIp: variables.requestIp ?? ctx.ip })
  else
    await queueEmailTo(ctx, recipient, 'SET_PASSWORD', { link, expiresDays: ACTIVATION_DAYS, ...(variables.invitedBy && { invitedBy: variables.invitedBy }) })
}
