/**
 * Browsers in which a person proved who they are. A cookie marks them; it opens nothing. Its only use: wrong guesses from such a browser are
 * counted apart, so that nobody elsewhere can keep the person out of it. Source: guide identity 9.5.
 */
import type { Ctx } from '#kit/ctx.ts'
import { cookieOf } from '../caller.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { days, insertFlowToken } from '../store/sessions.ts'
import { cookieLine } from './cookies.ts'
import { openFlowAnywhere } from './open-flow.ts'

const KNOWN_DAYS = 365
/** A mark with more days left than this is left as it is. */
const RENEW_BELOW_DAYS = 180

const member = { cookie: 'ms_known', purpose: 'KNOWN_BROWSER', sameSite: 'Lax' } as const
const owner = { cookie: 'ms_owner_known', purpose: 'OWNER_KNOWN_BROWSER', sameSite: 'Strict' } as const
type Kind = typeof member | typeof owner

interface Mark {
  /** Member or dashboard user. */
  personId: string
}

async function findMark(ctx: Ctx, kind: Kind) {
  const token = await openFlowAnywhere(ctx, cookieOf(ctx.cookies, kind.cookie), [kind.purpose])
  return token && { token, personId: (token.data as Mark).personId }
}

/** How a mark is spelled in the keys of counters. */
const nameOf = (tokenHash: string): string => tokenHash.slice(0, 16)

/** What names this browser among those of a person, for counters; undefined when the person never came in with it. */
async function browserOf(ctx: Ctx, kind: Kind, personId: string): Promise<string | undefined> {
  const mark = await findMark(ctx, kind)
  return mark?.personId === personId ? nameOf(mark.token.tokenHash) : undefined
}

/** The Set-Cookie line that marks this browser as the person's; undefined when it is marked already. */
async function markBrowser(ctx: Ctx, kind: Kind, siteId: string, personId: string): Promise<string | undefined> {
  const mark = await findMark(ctx, kind)
  if (mark?.personId === personId && mark.token.expiresAt.since(ctx.authNow).total('days') > RENEW_BELOW_DAYS) return undefined
  const secret = newSecret()
  const data: Mark = { personId }
  const expiresAt = ctx.authNow.add(days(KNOWN_DAYS))
  await insertFlowToken(ctx.tx, { siteId, tokenHash: fingerprint(secret), purpose: kind.purpose, data, expiresAt }, ctx.authNow)
  return cookieLine(ctx.requestOrigin, kind.cookie, secret, { sameSite: kind.sameSite, maxAgeSeconds: KNOWN_DAYS * 86_400 })
}

/** The mark that this browser brings, whosever it is: its hash, and what names the browser in the keys of counters. */
export function memberMark(ctx: Ctx): { tokenHash: string; name: string } | undefined {
  const secret = cookieOf(ctx.cookies, member.cookie)
  const tokenHash = secret ? fingerprint(secret) : undefined
  return tokenHash === undefined ? undefined : { tokenHash, name: nameOf(tokenHash) }
}

export const memberBrowser = (ctx: Ctx, identityId: string): Promise<string | undefined> => browserOf(ctx, member, identityId)
export const ownerBrowser = (ctx: Ctx, userId: string): Promise<string | undefined> => browserOf(ctx, owner, userId)

/** For answers that carry their own headers. */
export const memberBrowserCookie = (ctx: Ctx, siteId: string, identityId: string): Promise<string | undefined> => markBrowser(ctx, member, siteId, identityId)

export async function knowMemberBrowser(ctx: Ctx, siteId: string, identityId: string): Promise<void> {
  const line = await markBrowser(ctx, member, siteId, identityId)
  if (line) ctx.setHeader('set-cookie', line)
}
export async function knowOwnerBrowser(ctx: Ctx, userId: string): Promise<void> {
  const line = await markBrowser(ctx, owner, ctx.siteId, userId)
  if (line) ctx.setHeader('set-cookie', line)
}
