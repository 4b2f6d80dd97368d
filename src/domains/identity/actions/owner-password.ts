/** Passwords of dashboard users: changed by the old one, or set by a mailed link. Source: guide identity 9.4, 9.8. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { hashPassword } from '../password-hash.ts'
import { passwordViolations } from '../rules/password.ts'
import * as store from '../store/businesses.ts'
import * as owners from '../store/owners.ts'
import { insertFlowToken, markUsed } from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { knowOwnerBrowser } from './known-browsers.ts'
import { openFlowAnywhere } from './open-flow.ts'
import { callingOwner, markOf, mustHaveSite, writeToOwner, type Owner } from './owner-session.ts'
import { checkedOwner, clearOwnerLock } from './owner-sign-in.ts'

export async function changeOwnerPassword(ctx: Ctx, wish: { currentPassword: string; newPassword: unknown }): Promise<void> {
  const { owner, sessionId } = await ctx.write(callingOwner)
  await checkedOwner(ctx, owner.email, wish.currentPassword)
  const siteName = await ctx.write(async (work) => (await currentSite(work)).name)
  orViolate(passwordViolations(wish.newPassword, { email: owner.email, siteName }, 'newPassword'))
  const passwordHash = await hashPassword(wish.newPassword as string)
  await ctx.write(async (work) => {
    await owners.setOwnerPassword(work.tx, owner.id, passwordHash, work.authNow)
    await owners.noteOwnerCredential(work.tx, sessionId, work.authNow)
    await owners.endOwnerSessions(work.tx, owner.id, sessionId)
    await tellChanged(work, owner)
    await audit(work, 'owner.password-changed', { subjectId: owner.id })
  })
}

const tellChanged = (ctx: Ctx, owner: Owner) =>
  writeToOwner(ctx, owner, 'PASSWORD_CHANGED', {
    when: ctx.authNow.toString(),
    device: ctx.headers['user-agent'] ?? '',
    supportLink: `${ctx.origin}/dashboard/sign-in`,
  })

/** Mails a link to set a new dashboard password; says nothing about who exists. */
export async function mailOwnerRecovery(ctx: Ctx, email: string): Promise<void> {
  mustHaveSite(ctx)
  await ctx.write(async (work) => {
    // What the letter needs is read for unknown addresses too, so that both ways wait for the same.
    await currentSite(work)
    const owner = await store.ownerByEmail(work.tx, email)
    const wait = await countUse(work.tx, ctx.siteId, `owner-recovery:${email.trim().toLowerCase()}`, { times: 3, seconds: 3600 }, work.authNow)
    if (!owner || wait > 0) return
    const token = newSecret()
    await insertFlowToken(
      work.tx,
      {
        siteId: ctx.siteId,
        tokenHash: fingerprint(token),
        purpose: 'OWNER_RECOVERY',
        data: { userId: owner.id, mark: markOf(owner) },
        expiresAt: work.authNow.add({ hours: 3 }),
      },
      work.authNow,
    )
    const link = `${ctx.origin}/dashboard/reset-password?token=${token}`
    await writeToOwner(work, owner, 'OWNER_PASSWORD_RESET', { link, expiresHours: 3 })
    await audit(work, 'owner.recovery-mailed', { subjectId: owner.id })
  })
}

/** Sets the password that a mailed link allows; every browser is signed out, the second step stays. */
export async function recoverOwner(ctx: Ctx, wish: { token: string; password: unknown }): Promise<void> {
  const live = async (work: Ctx) => {
    const token = await openFlowAnywhere(work, wish.token, ['OWNER_RECOVERY'])
    if (!token) return undefined
    const { userId, mark } = token.data as { userId: string; mark: string }
    const owner = await store.ownerById(work.tx, userId)
    return owner && markOf(owner) === mark ? { token, owner } : undefined
  }
  const { found, siteName } = await ctx.write(async (work) => ({ found: await live(work), siteName: await store.siteNameOf(work.tx, work.siteId) }))
  if (!found) return refuse('INVALID_RECOVERY_TOKEN')
  orViolate(passwordViolations(wish.password, { email: found.owner.email, siteName }))
  const passwordHash = await hashPassword(wish.password as string)
  await ctx.write(async (work) => {
    const still = await live(work)
    if (!still) return refuse('INVALID_RECOVERY_TOKEN')
    const { owner, token } = still
    await markUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    await owners.setOwnerPassword(work.tx, owner.id, passwordHash, work.authNow)
    await owners.endOwnerSessions(work.tx, owner.id)
    await clearOwnerLock(work, owner.email)
    // Whoever reads the person's mail is the person: strangers who go on guessing do not keep them out of this browser.
    await knowOwnerBrowser(work, owner.id)
    await tellChanged(work, owner)
    return audit(work, 'owner.password-recovered', { siteId: token.siteId, subjectId: owner.id })
  })
}
