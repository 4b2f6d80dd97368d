/** Changing, recovering and first setting of passwords. Source: guide identity 5.5, 5.6. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { hashPassword, passwordIsRight } from '../password-hash.ts'
import { badEmail, readEmail } from '../rules/email.ts'
import { passwordViolations, unchangedPassword } from '../rules/password.ts'
import { redirectDomainAllowed, redirectUriAllowed } from '../rules/redirect-match.ts'
import { identityStatus } from '../rules/sign-in.ts'
import { appById } from '../store/businesses.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, noteCredential, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { guardedIdentity, identityToWire, stateOfRow } from '../wire.ts'
import { confirmPerson } from './confirm-person.ts'
import { askForApproval, passwordPage, sendPasswordLink, writeTo } from './letters.ts'
import { knowMemberBrowser } from './known-browsers.ts'
import { clearLock } from './login.ts'
import { waitForAddress } from './limits.ts'
import { openFlow } from './open-flow.ts'
import { proveEmail } from './verify.ts'

const tellChanged = (ctx: Ctx, row: store.IdentityRow) =>
  writeTo(ctx, row, 'PASSWORD_CHANGED', {
    when: ctx.authNow.toString(),
    device: ctx.headers['user-agent'] ?? '',
    supportLink: passwordPage(ctx),
  })

/** A member sets a new password; the calling session stays, all others end. */
export async function changePassword(ctx: Ctx, wish: { newPassword?: unknown; currentPassword?: unknown }): Promise<void> {
  const { siteId } = ctx
  const { memberId = '', sessionId = '' } = ctx.caller
  const { known, siteName } = await ctx.write(async (work) => ({
    known: await store.identityById(work.tx, siteId, memberId),
    siteName: (await currentSite(work)).name,
  }))
  orViolate(passwordViolations(wish.newPassword, { ...(known ? { email: known.emailKey } : {}), siteName }, 'newPassword'))
  const row = await confirmPerson(ctx, wish.currentPassword)
  const newPassword = wish.newPassword as string
  if (await passwordIsRight(row.passwordHash, newPassword)) orViolate([unchangedPassword])
  const passwordHash = await hashPassword(newPassword)
  await ctx.write(async (work) => {
    await store.setPassword(work.tx, siteId, memberId, passwordHash, work.authNow)
    await revokeSessions(work.tx, siteId, memberId, 'password changed', work.authNow, sessionId)
    await dropFlowTokens(work.tx, siteId, memberId, OPEN_FLOWS)
    await noteCredential(work.tx, siteId, sessionId, work.authNow)
    await tellChanged(work, row)
    await audit(work, 'member.password-changed', { subjectId: memberId })
  })
}

/** Checks where the page may lead to afterwards. Says nothing about the e-mail. */
async function allowedRedirect(ctx: Ctx, redirect: unknown): Promise<string | undefined> {
  const { url, clientId } = (redirect ?? {}) as { url?: unknown; clientId?: unknown }
  if (typeof url !== 'string' || url === '') return undefined
  if (url.length > 1000)
    orViolate([{ field: 'redirect.url', description: 'must have at most 1000 characters', violatedRule: 'MAX_LENGTH', data: { threshold: 1000 } }])
  const app = await appById(ctx.tx, typeof clientId === 'string' ? clientId : ctx.caller.clientId)
  const allowed = app?.siteId === ctx.siteId && (redirectUriAllowed(url, app) || redirectDomainAllowed(url, app))
  if (!allowed) {
    const domain = URL.canParse(url) ? new URL(url).host : url.slice(0, 100)
    refuse('REDIRECT_DOMAIN_NOT_ALLOWED', { domain })
  }
  return url
}

/** Mails a link to set a new password, if there is somebody to mail to. The answer is the same either way. */
export async function sendRecoveryEmail(ctx: Ctx, wish: { email?: unknown; language?: unknown; redirect?: unknown }): Promise<void> {
  const email = readEmail(wish.email)
  orViolate(email ? [] : [badEmail('email')])
  const redirect = await ctx.write((work) => allowedRedirect(work, wish.redirect))
  if ((await waitForAddress(ctx, 'recovery', { times: 20, seconds: 3600 })) > 0) return
  await ctx.write(async (work) => {
    // The letter needs the site. It is read, and the count taken, for unknown addresses too, so that both ways wait for the same.
    await currentSite(work)
    const row = await store.identityByEmail(work.tx, ctx.siteId, (email as { key: string }).key)
    const wait = await countUse(work.tx, ctx.siteId, `recovery-mails:${(email as { key: string }).key}`, { times: 3, seconds: 3600 }, work.authNow)
    const status = row && identityStatus(row).name
    if (!row || wait > 0 || (status !== 'ACTIVE' && status !== 'PENDING')) return
    await sendPasswordLink(work, row, 'PASSWORD_RESET', { redirect, language: wish.language })
    await audit(work, 'member.recovery-mailed', { subjectId: row.id })
  })
}

/** The business invites a person to choose a password. */
export async function sendActivationEmail(ctx: Ctx, wish: { identityId: string; emailOptions?: unknown }): Promise<void> {
  const row = await store.identityById(ctx.tx, ctx.siteId, wish.identityId)
  if (!row || row.closed || row.memberStatus === 'OFFLINE') return refuse('-19999')
  const { language, redirect: wanted } = (wish.emailOptions ?? {}) as { language?: unknown; redirect?: unknown }
  const redirect = await allowedRedirect(ctx, wanted)
  await sendPasswordLink(ctx, row, 'SET_PASSWORD', { redirect, language, variables: { invitedBy: (await currentSite(ctx)).name } })
  await audit(ctx, 'member.activation-mailed', { subjectId: row.id })
}

/** Sets the password that a mailed link allows. The person signs in with it afterwards: no session comes out of a link. */
export async function recover(ctx: Ctx, wish: { recoveryToken?: unknown; password?: unknown }) {
  const { flow: begun, siteName } = await ctx.write(async (work) => ({
    flow: await recoveryFlow(work, wish.recoveryToken),
    siteName: (await currentSite(work)).name,
  }))
  if (!begun) return refuse('INVALID_RECOVERY_TOKEN')
  orViolate(passwordViolations(wish.password, { email: begun.row.emailKey, siteName }))
  const passwordHash = await hashPassword(wish.password as string)
  return ctx.write(async (work) => {
    const { siteId, authNow } = work
    const flow = await recoveryFlow(work, wish.recoveryToken)
    if (!flow) return refuse('INVALID_RECOVERY_TOKEN')
    const { row: still, redirect } = flow
    await store.setPassword(work.tx, siteId, still.id, passwordHash, authNow)
    // Passkeys and connections of before the address was proven may be a stranger's.
    if (!still.emailVerified) await store.dropOtherWaysIn(work.tx, siteId, still.id)
    await revokeSessions(work.tx, siteId, still.id, 'password recovered', authNow)
    await dropFlowTokens(work.tx, siteId, still.id, OPEN_FLOWS)
    if (!still.emailVerified || still.emailPending) await proveEmail(work, still)
    await clearLock(work, still.emailKey)
    // Strangers who go on guessing do not keep the person out of the browser in which they proved their address.
    await knowMemberBrowser(work, siteId, still.id)
    await tellChanged(work, still)
    await audit(work, 'member.password-recovered', { subjectId: still.id, actorKind: 'member', actorId: still.id })
    const after = (await store.personById(work.tx, siteId, still.id)) as store.Person
    const state = stateOfRow(after)
    if (state === 'REQUIRE_OWNER_APPROVAL') await askForApproval(work, after)
    return {
      state,
      sessionToken: null,
      stateToken: null,
      // Where the business wanted the person to go on: from the link's own row, so that nobody can write another address into it.
      additionalData: redirect ? { redirectUrl: { strValue: redirect } } : {},
      identity: state === 'SUCCESS' ? identityToWire(after) : guardedIdentity(after, {}),
    }
  })
}

/** The person a live recovery or activation token stands for, and where they go on; any password change voids it. */
async function recoveryFlow(ctx: Ctx, recoveryToken: unknown): Promise<{ row: store.IdentityRow; redirect: string | undefined } | undefined> {
  const token = await openFlow(ctx, recoveryToken, ['RECOVERY', 'ACTIVATION'])
  if (!token?.identityId) return undefined
  const row = await store.identityById(ctx.tx, ctx.siteId, token.identityId)
  const status = row && identityStatus(row).name
  const { passwordVersion, redirect } = token.data as { passwordVersion: number; redirect?: string }
  if (!row || row.passwordVersion !== passwordVersion) return undefined
  return status === 'ACTIVE' || status === 'PENDING' ? { row, redirect } : undefined
}
