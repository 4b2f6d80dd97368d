/**
 * Known browsers: a cookie marks the browsers in which a person signed in. It grants nothing: failed attempts from such a browser are
 * counted apart, so that an attacker elsewhere cannot lock the person out of it. Source: guide identity §9.5.
 */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { readCookie } from '../caller.ts'
import { hashSecret, newSiteSecret } from '../crypto/secrets.ts'
import { days, insertFlowToken } from '../store/sessions.ts'
import { cookieLine } from './cookies.ts'
import { findOpenFlowOnAnySite } from './open-flow.ts'

const KNOWN_DAYS = 365
/** A cookie with more days left is not renewed. */
const RENEW_BELOW_DAYS = 180

const member = { cookie: 'ms_known', purpose: 'KNOWN_BROWSER', sameSite: 'Lax' } as const
const owner = { cookie: 'ms_owner_known', purpose: 'OWNER_KNOWN_BROWSER', sameSite: 'Strict' } as const
type BrowserKind = typeof member | typeof owner

interface BrowserTokenData {
  /** Member or dashboard user. */
  personId: string
}

async function findBrowserToken(ctx: TransactionContext, kind: BrowserKind) {
  const token = await findOpenFlowOnAnySite(ctx, readCookie(ctx.cookies, kind.cookie), [kind.purpose])
  return token && { token, personId: (token.data as BrowserTokenData).personId }
}

/** Short form of the token hash, for keys of counters. */
const toBrowserKey = (tokenHash: string): string => tokenHash.slice(0, 16)

/** Key of this browser for counters; undefined when it is not a known browser of the person. */
async function findBrowserKey(ctx: TransactionContext, kind: BrowserKind, personId: string): Promise<string | undefined> {
  const browserToken = await findBrowserToken(ctx, kind)
  return browserToken?.personId === personId ? toBrowserKey(browserToken.token.tokenHash) : undefined
}

/** The Set-Cookie line that makes this browser a known one; undefined when it is already. */
async function issueBrowserCookie(ctx: TransactionContext, kind: BrowserKind, siteId: string, personId: string): Promise<string | undefined> {
  const browserToken = await findBrowserToken(ctx, kind)
  if (browserToken?.personId === personId && browserToken.token.expiresAt.since(ctx.authNow).total('days') > RENEW_BELOW_DAYS) return undefined
  const secret = newSiteSecret(siteId)
  const data: BrowserTokenData = { personId }
  const expiresAt = ctx.authNow.add(days(KNOWN_DAYS))
  await insertFlowToken(ctx, { siteId, tokenHash: hashSecret(secret), purpose: kind.purpose, data, expiresAt }, ctx.authNow)
  return cookieLine(ctx.requestOrigin, kind.cookie, secret, { sameSite: kind.sameSite, maxAgeSeconds: KNOWN_DAYS * 86_400 })
}

/** Hash and counter key of the cookie that this browser sends, whosever it is. */
export function readMemberBrowserToken(ctx: BaseContext): { tokenHash: string; name: string } | undefined {
  const secret = readCookie(ctx.cookies, member.cookie)
  const tokenHash = secret ? hashSecret(secret) : undefined
  return tokenHash === undefined ? undefined : { tokenHash, name: toBrowserKey(tokenHash) }
}

/** The counter key of this browser when the member signed in with it before. */
export const findMemberBrowserKey = (ctx: TransactionContext, identityId: string): Promise<string | undefined> => findBrowserKey(ctx, member, identityId)
/** The counter key of this browser when the dashboard user signed in with it before. */
export const findOwnerBrowserKey = (ctx: TransactionContext, userId: string): Promise<string | undefined> => findBrowserKey(ctx, owner, userId)

/** For raw replies, which carry their own headers. */
export const issueMemberBrowserCookie = (ctx: TransactionContext, siteId: string, identityId: string): Promise<string | undefined> =>
  issueBrowserCookie(ctx, member, siteId, identityId)

/** Marks this browser as known to the member, with a cookie on the reply. */
export async function rememberMemberBrowser(ctx: TransactionContext, siteId: string, identityId: string): Promise<void> {
  const line = await issueBrowserCookie(ctx, member, siteId, identityId)
  if (line) ctx.setHeader('set-cookie', line)
}
/** Marks this browser as known to the dashboard user, with a cookie on the reply. */
export async function rememberOwnerBrowser(ctx: TransactionContext, userId: string): Promise<void> {
  const line = await issueBrowserCookie(ctx, owner, ctx.siteId, userId)
  if (line) ctx.setHeader('set-cookie', line)
}
