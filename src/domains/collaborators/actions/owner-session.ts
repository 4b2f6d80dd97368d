/** Dashboard sessions: start, end, current user, reauthentication. Source: guide identity §9.8. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { readCookie, hashSecret, newSecret, audit, setCookie, rememberOwnerBrowser, type IdentityEmails } from '#domains/identity/public.ts'
import { openMailer } from '#domains/notifications/public.ts'
import { OWNER_COOKIE } from '../caller.ts'
import { refuse } from '../errors.ts'
import * as sessions from '../store/owner-sessions.ts'
import * as owners from '../store/owners.ts'
import type { CollaboratorsEmails } from '../emails/variables.ts'

export type Owner = NonNullable<Awaited<ReturnType<typeof owners.ownerById>>>

/** Security stamp: changes with the password and when a second step is removed, which voids flows and trusted devices. */
export const ownerSecurityStamp = (owner: Owner): string => hashSecret(`${owner.passwordHash}:${owner.secondStepVersion}`)

/** Refuses with NO_SITE_HERE when several sites exist and none has the called address. */
export const assertSiteFound = (ctx: BaseContext): void => void (ctx.siteId || refuse('NO_SITE_HERE'))

type OwnerEmails = CollaboratorsEmails & Pick<IdentityEmails, 'PASSWORD_CHANGED' | 'SIGN_IN_CODE' | 'FACTOR_CHANGED'>

/** Queues an email to a dashboard user, from the called site. */
export async function queueEmailToOwner<T extends keyof OwnerEmails>(
  ctx: TransactionContext,
  owner: Owner,
  template: T,
  variables: OwnerEmails[T],
): Promise<void> {
  const mailer = await openMailer<OwnerEmails>(ctx, { kind: 'user', address: owner.email })
  mailer.queue({ template, variables })
}

/** Starts a session and sets its cookie. */
export async function startOwnerSession(ctx: TransactionContext, owner: Owner, keepSignedIn: boolean) {
  const secret = newSecret()
  const csrfToken = newSecret()
  await sessions.insertOwnerSession(
    ctx,
    {
      id: ctx.newId(),
      userId: owner.id,
      tokenHash: hashSecret(secret),
      csrfToken,
      keepSignedIn,
      userAgent: (ctx.headers['user-agent'] ?? '').slice(0, 300),
      ip: ctx.ip,
    },
    ctx.authNow,
  )
  const sites = await owners.sitesOfOwner(ctx.tx, owner.id)
  for (const site of sites) await audit(ctx, 'owner.signed-in', { siteId: site.id, subjectId: owner.id, actorKind: 'owner', actorId: owner.id })
  setCookie(ctx, OWNER_COOKIE, secret, { sameSite: 'Strict', ...(keepSignedIn ? { maxAgeSeconds: 12 * 3600 } : {}) })
  await rememberOwnerBrowser(ctx, owner.id)
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken }
}

/** Ends the dashboard session of this browser. */
export async function signOutOwner(ctx: TransactionContext): Promise<void> {
  const secret = readCookie(ctx.cookies, OWNER_COOKIE)
  if (secret) await sessions.deleteOwnerSession(ctx, hashSecret(secret))
  setCookie(ctx, OWNER_COOKIE, '', { sameSite: 'Strict', maxAgeSeconds: 0 })
}

/** The signed-in dashboard user with their sites; null without a session. */
export async function getSignedInOwner(ctx: ReadContext) {
  const owner = ctx.caller.userId ? await owners.ownerById(ctx.db, ctx.caller.userId) : undefined
  const session = ctx.caller.sessionId && owner ? await sessions.ownerSessionById(ctx, ctx.caller.sessionId) : undefined
  if (!owner || !session) return { user: null, sites: [], csrfToken: '' }
  const sites = await owners.sitesOfOwner(ctx.db, owner.id)
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken: session.csrfToken }
}

const siteToWire = (site: { id: string; name: string; role: string; permissions: string[] | null }) => ({
  id: site.id,
  name: site.name,
  role: site.role,
  permissions: site.permissions,
})

/** The calling dashboard user with their session. Refuses API keys and apps with PERMISSION_DENIED. */
export async function getCallingOwner(ctx: ReadContext): Promise<{ owner: Owner; sessionId: string }> {
  const { userId, sessionId } = ctx.caller
  const owner = userId ? await owners.ownerById(ctx.db, userId) : undefined
  return owner && sessionId ? { owner, sessionId } : refuseStandard('PERMISSION_DENIED')
}

const REAUTHENTICATION_MINUTES = 15
/**
 * Refuses with REAUTHENTICATION_REQUIRED when the password of the calling dashboard user was checked 15 minutes ago or more: an unattended dashboard must
 * not hand out keys or change access. Called for every operation with `recentPassword`.
 */
export async function assertOwnerReauthenticated(ctx: ReadContext): Promise<void> {
  const session = ctx.caller.sessionId ? await sessions.ownerSessionById(ctx, ctx.caller.sessionId) : undefined
  if (session && ctx.authNow.since(session.verifiedAt).total('minutes') < REAUTHENTICATION_MINUTES) return
  refuse('REAUTHENTICATION_REQUIRED')
}

/** Ends all sessions of the calling user but this one. */
export async function signOutOtherOwners(ctx: TransactionContext): Promise<{ signedOut: number }> {
  const { owner, sessionId } = await getCallingOwner(ctx)
  const signedOut = await sessions.deleteOwnerSessions(ctx, owner.id, sessionId)
  await audit(ctx, 'owner.others-signed-out', { subjectId: owner.id })
  return { signedOut }
}
