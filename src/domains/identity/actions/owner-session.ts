/** Sign-in of owners to the dashboard. Source: guide identity 9.8. */
import type { Ctx } from '#kit/ctx.ts'
import { cookieOf, OWNER_COOKIE } from '../caller.ts'
import { refuse } from '../errors.ts'
import { passwordIsRight } from '../password-hash.ts'
import { afterFailure, waitSeconds } from '../rules/lock-out.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import * as store from '../store/businesses.ts'
import { audit, clearAttempts, lockAttempts, readAttempts, saveAttempts } from '../store/throttles.ts'
import { setCookie } from './cookies.ts'
import { refuseThrottled } from './limits.ts'

/** Checks the password, starts a session and sets its cookie. */
export async function signInOwner(ctx: Ctx, wish: { email: string; password: string; keepSignedIn?: boolean | undefined }) {
  const key = `owner-login:${wish.email.trim().toLowerCase()}`
  const { owner, sites, wait } = await ctx.write(async (work) => {
    const found = await store.ownerByEmail(work.tx, wish.email)
    return {
      owner: found,
      sites: found ? await store.sitesOfOwner(work.tx, found.id) : [],
      wait: waitSeconds(await readAttempts(work.tx, ctx.siteId, key, work.authNow), work.authNow.epochMilliseconds),
    }
  })
  if (wait > 0) refuseThrottled(wait)
  if (!(await passwordIsRight(owner?.passwordHash, wish.password)) || !owner) {
    await ctx.write(async (work) => {
      await saveAttempts(work.tx, ctx.siteId, key, afterFailure(await lockAttempts(work.tx, ctx.siteId, key, work.authNow), work.authNow.epochMilliseconds))
      await audit(work, 'owner.sign-in-failed', owner ? { subjectId: owner.id } : {})
    })
    return refuse('WRONG_SIGN_IN')
  }
  const secret = newSecret()
  const csrfToken = newSecret()
  await ctx.write(async (work) => {
    await clearAttempts(work.tx, ctx.siteId, key)
    await store.insertOwnerSession(
      work.tx,
      {
        id: work.newId(),
        userId: owner.id,
        tokenHash: fingerprint(secret),
        csrfToken,
        keepSignedIn: wish.keepSignedIn ?? false,
        userAgent: (ctx.headers['user-agent'] ?? '').slice(0, 300),
        ip: ctx.ip,
      },
      work.authNow,
    )
    await audit(work, 'owner.signed-in', { subjectId: owner.id, actorKind: 'owner', actorId: owner.id })
  })
  setCookie(ctx, OWNER_COOKIE, secret, { sameSite: 'Strict', ...(wish.keepSignedIn ? { maxAgeSeconds: 12 * 3600 } : {}) })
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken }
}

/** Ends the dashboard session of this browser. */
export async function signOutOwner(ctx: Ctx): Promise<void> {
  const secret = cookieOf(ctx.cookies, OWNER_COOKIE)
  if (secret) await store.deleteOwnerSession(ctx.tx, fingerprint(secret))
  setCookie(ctx, OWNER_COOKIE, '', { sameSite: 'Strict', maxAgeSeconds: 0 })
}

/** Who is signed in to the dashboard, and on which sites. */
export async function currentOwner(ctx: Ctx) {
  const owner = ctx.caller.userId ? await store.ownerById(ctx.tx, ctx.caller.userId) : undefined
  const session = ctx.caller.sessionId && owner ? await store.ownerSessionById(ctx.tx, ctx.caller.sessionId) : undefined
  if (!owner || !session) return { user: null, sites: [], csrfToken: '' }
  const sites = await store.sitesOfOwner(ctx.tx, owner.id)
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken: session.csrfToken }
}

const siteToWire = (site: { id: string; name: string; role: string; permissions: string[] | null }) => ({
  id: site.id,
  name: site.name,
  role: site.role,
  permissions: site.permissions,
})
