/** The letters that sign-in sends. Links lead to our own pages only, never to a host from the request. Source: guide identity 13. */
import { listOwnerEmails } from '../hooks.ts'
import { hashSecret, newCode, newSecret } from '../crypto/secrets.ts'
import { readEmail } from '../rules/email.ts'
import type { Profile } from '../rules/profile.ts'
import { identityByEmail, identityById, emailRecipientOfMember, saveEmailCode, updateIdentity, type IdentityRow } from '../store/identities.ts'
import { insertFlowToken } from '../store/sessions.ts'
import { getSite } from '#domains/site/public.ts'
import type { Caller, BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ReadDatabase } from '#kit/db/open.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'

/** Whoever a letter is for: where it goes, and the profile that names their language. */
type EmailRecipient = Pick<IdentityRow, 'email' | 'profile'>
export const CODE_MINUTES = 15
export const CODE_ATTEMPTS = 5
const RECOVERY_HOURS = 3
const ACTIVATION_DAYS = 7

/** The language of whoever reads letters at this address: their own, else the site's, as far as we write it. */
export async function resolveEmailLanguage(ctx: ReadContext, email: string): Promise<Language> {
  const holder = await identityByEmail(ctx.db, ctx.siteId, readEmail(email)?.key ?? '')
  const { language } = await getSite(ctx)
  return matchLanguage((holder?.profile as Partial<Profile> | undefined)?.language, language) ?? 'en'
}

/** Who reads letters to a member, under what name and in which language: one look at the database. Undefined when the member is gone. */
export async function findEmailRecipient(ctx: ReadContext, memberId: string): Promise<{ email: string; name: string; language: Language } | undefined> {
  const recipient = await emailRecipientOfMember(ctx.db, ctx.siteId, memberId)
  if (!recipient) return undefined
  const { language } = await getSite(ctx)
  return {
    email: recipient.email,
    name: recipient.firstName || recipient.nickname || recipient.email,
    language: matchLanguage((recipient.profile as Partial<Profile> | null)?.language, language) ?? 'en',
  }
}

/** The language of a caller's profile as it stands there; undefined for whoever is no member or said none. */
export async function findProfileLanguage(db: ReadDatabase, { siteId, memberId }: Caller): Promise<string | undefined> {
  const member = memberId ? await identityById(db, siteId, memberId) : undefined
  return (member?.profile as Partial<Profile> | undefined)?.language ?? undefined
}

/** The language in which the caller is spoken to: the one their request asks for, else that of their profile, else English. Source: guide identity 11. */
export const resolveCallerLanguage = async (ctx: ReadContext): Promise<Language> =>
  matchLanguage(ctx.headers['accept-language']) ?? matchLanguage(await findProfileLanguage(ctx.db, ctx.caller)) ?? 'en'

/** The language in which a member wants their letters from now on. */
export async function setPreferredLanguage(ctx: TransactionContext, memberId: string, language: Language): Promise<void> {
  const identity = await identityById(ctx.tx, ctx.siteId, memberId)
  if (!identity) return
  await updateIdentity(ctx.tx, ctx.siteId, memberId, { profile: { ...(identity.profile as Partial<Profile>), language } }, ctx.authNow)
}

/** Puts a letter to a person into the outbox, with the variables that every letter has. */
export async function queueEmailTo(
  ctx: TransactionContext,
  to: EmailRecipient,
  template: string,
  variables: Record<string, unknown> = {},
  idempotencyKey?: string,
): Promise<void> {
  const site = await getSite(ctx)
  const language = matchLanguage((to.profile as Partial<Profile>).language, site.language) ?? 'en'
  const commonVariables = { siteName: site.name, siteUrl: ctx.origin, email: to.email, language, sentAt: ctx.authNow.toString() }
  ctx.queueEmail({
    to: to.email,
    template,
    language,
    variables: { ...commonVariables, ...variables },
    ...(idempotencyKey ? { uniqueKey: idempotencyKey } : {}),
  })
}

/** Where somebody asks for a link to set a new password. */
export const passwordRecoveryUrl = (ctx: BaseContext): string => `${ctx.origin}/hosted/login?mode=recover`

/** A fresh code by letter; older ones die. */
export async function sendEmailCode(ctx: TransactionContext, identity: IdentityRow): Promise<void> {
  const code = newCode()
  await saveEmailCode(ctx.tx, ctx.siteId, identity.id, {
    codeHash: hashSecret(`${identity.id}:${code}`),
    triesLeft: CODE_ATTEMPTS,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  await updateIdentity(ctx.tx, ctx.siteId, identity.id, { lastCodeAt: ctx.authNow }, ctx.authNow)
  await queueEmailTo(ctx, identity, 'VERIFY_EMAIL_CODE', { code, expiresMinutes: CODE_MINUTES })
}

/** Asks the owners to approve, and tells the person that somebody will look. */
export async function requestApproval(ctx: TransactionContext, identity: IdentityRow): Promise<void> {
  const profile = identity.profile as Partial<Profile>
  const memberName = profile.nickname || [profile.firstName, profile.lastName].filter(Boolean).join(' ') || identity.email
  for (const owner of (await listOwnerEmails.call(ctx, undefined)).flat())
    await queueEmailTo(
      ctx,
      { email: owner, profile: {} },
      'APPROVAL_REQUESTED',
      { memberName, memberEmail: identity.email, approveLink: `${ctx.origin}/dashboard/members?open=${identity.id}` },
      `${identity.id}:${owner}`,
    )
  await queueEmailTo(ctx, identity, 'APPROVAL_PENDING', {}, identity.id)
}

/**
 * A link to set a password. `redirect` is where the page offers to continue: it stays on the server until the password is set.
 * `language` is what whoever asked wants the letter in; the person's own without it, or when we do not write it.
 */
export async function sendPasswordLink(
  ctx: TransactionContext,
  identity: IdentityRow,
  kind: 'PASSWORD_RESET' | 'SET_PASSWORD',
  { redirect, language, variables = {} }: { redirect?: string | undefined; language?: string | null | undefined; variables?: Record<string, unknown> } = {},
): Promise<void> {
  const token = newSecret()
  const recovery = kind === 'PASSWORD_RESET'
  await insertFlowToken(
    ctx.tx,
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
  const expiry = recovery ? { expiresHours: RECOVERY_HOURS, requestIp: ctx.ip } : { expiresDays: ACTIVATION_DAYS }
  await queueEmailTo(ctx, recipient, kind, { link, ...expiry, ...variables })
}
