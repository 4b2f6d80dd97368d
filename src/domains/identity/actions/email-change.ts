/** A new sign-in address: proven by a code before it counts, taken back by a link for seven days. Source: guide identity 9.6, 13. */
import { changeLoginEmail, memberByEmail } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard, refuseThrottled } from '#kit/refusal.ts'
import { fingerprint, newCode, newSecret, sameSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { badEmail, readEmail, type Email } from '../rules/email.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, insertFlowToken, loseTry, markUsed, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { confirmPerson } from './confirm-person.ts'
import { CODE_MINUTES, CODE_TRIES, writeTo } from './letters.ts'
import { openFlow, refuseTry } from './open-flow.ts'

const UNDO_DAYS = 7

/** Sends a code to the new address. */
export async function startEmailChange(ctx: Ctx, wish: { newEmail: string; currentPassword?: string | undefined }) {
  const email = readEmail(wish.newEmail)
  orViolate(email ? [] : [badEmail('newEmail')])
  const row = await confirmPerson(ctx, wish.currentPassword)
  const { address, key } = email as Email
  const result = await ctx.write(async (work) => {
    const wait = await countUse(work.tx, ctx.siteId, `email-change:${row.id}`, { times: 5, seconds: 3600 }, work.authNow)
    if (wait > 0) return { wait }
    await mustBeFree(work, key, row.id)
    const stateToken = newSecret()
    const code = newCode()
    await dropFlowTokens(work.tx, ctx.siteId, row.id, ['EMAIL_CHANGE'])
    await insertFlowToken(
      work.tx,
      {
        siteId: ctx.siteId,
        tokenHash: fingerprint(stateToken),
        purpose: 'EMAIL_CHANGE',
        identityId: row.id,
        data: { address, codeHash: fingerprint(`${stateToken}:${code}`) },
        triesLeft: CODE_TRIES,
        expiresAt: work.authNow.add({ minutes: CODE_MINUTES }),
      },
      work.authNow,
    )
    await writeTo(work, { ...row, email: address }, 'EMAIL_CHANGE_CODE', { code, expiresMinutes: CODE_MINUTES })
    return { stateToken }
  })
  return result.stateToken === undefined ? refuseThrottled(result.wait) : { stateToken: result.stateToken }
}

async function mustBeFree(ctx: Ctx, emailKey: string, identityId: string): Promise<void> {
  const holder = await store.identityByEmail(ctx.tx, ctx.siteId, emailKey)
  if (holder && holder.id !== identityId && holder.memberStatus !== 'OFFLINE') refuse('-19995')
  const member = await memberByEmail(ctx, emailKey)
  if (member && member.id !== identityId) refuse('-19995')
}

/** The code was right: the address changes here and in the member, other devices are signed out, both addresses are told. */
export async function confirmEmailChange(ctx: Ctx, wish: { stateToken: string; code: string }): Promise<{ email: string }> {
  const { memberId = '' } = ctx.caller
  const result = await ctx.write(async (work) => {
    const token = await openFlow(work, wish.stateToken, ['EMAIL_CHANGE'])
    if (token?.identityId !== memberId || !token.triesLeft) return { failed: 'NOT_FOUND' as const }
    const { address, codeHash } = token.data as { address: string; codeHash: string }
    if (!sameSecret(fingerprint(`${wish.stateToken}:${wish.code}`), codeHash))
      return { failed: 'BAD_CODE' as const, attemptsLeft: await loseTry(work.tx, ctx.siteId, token.tokenHash) }
    await markUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    await store.lockIdentity(work.tx, ctx.siteId, memberId)
    const row = (await store.identityById(work.tx, ctx.siteId, memberId)) as store.IdentityRow
    await changeTo(work, row, address, { proven: true, spare: ctx.caller.sessionId })
    await tellBoth(work, row, address)
    return { email: address }
  })
  return result.email === undefined ? refuseTry(result) : { email: result.email }
}

/** Both addresses are told; the letter to the old one takes it back. */
async function tellBoth(ctx: Ctx, row: store.IdentityRow, address: string): Promise<void> {
  const undo = newSecret()
  await insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(undo),
      purpose: 'EMAIL_UNDO',
      identityId: row.id,
      data: { address: row.email, changedTo: address },
      expiresAt: ctx.authNow.add({ hours: 24 * UNDO_DAYS }),
    },
    ctx.authNow,
  )
  const words = { oldEmail: row.email, newEmail: address }
  await writeTo(ctx, row, 'EMAIL_CHANGED', { ...words, undoLink: `${ctx.origin}/hosted/email-undo?token=${undo}` })
  await writeTo(ctx, { ...row, email: address }, 'EMAIL_CHANGED', words)
}

/**
 * The business gives a member another address (guide: members 7.5). Refuses NOT_FOUND for a member without a sign-in, and -19995.
 * decision: the business vouches for it, so that nobody is asked for a code, but only the person proves it: `loginEmailVerified` is false.
 * Everybody is signed out unless the call says to keep them.
 */
export async function changeEmailOf(ctx: Ctx, id: string, wish: { newEmail: string; keepsSessions: boolean }): Promise<void> {
  const email = readEmail(wish.newEmail)
  orViolate(email ? [] : [badEmail('newEmail')])
  const { address, key } = email as Email
  await store.lockIdentity(ctx.tx, ctx.siteId, id)
  const row = await store.identityById(ctx.tx, ctx.siteId, id)
  if (!row || row.closed || row.memberStatus === 'OFFLINE') return refuseStandard('NOT_FOUND')
  if (row.emailKey === key) return
  await changeTo(ctx, row, address, { proven: false, keepsSessions: wish.keepsSessions })
  await tellBoth(ctx, row, address)
}

interface HowChanged {
  /** The person read a code at the new address. */
  proven: boolean
  /** The one session that goes on. */
  spare?: string | undefined
  keepsSessions?: boolean
}
async function changeTo(ctx: Ctx, row: store.IdentityRow, address: string, { proven, spare, keepsSessions = false }: HowChanged): Promise<void> {
  const { address: kept, key } = readEmail(address) as Email
  await mustBeFree(ctx, key, row.id)
  await store.updateIdentity(ctx.tx, ctx.siteId, row.id, { email: kept, emailKey: key, emailVerified: proven, emailPending: false }, ctx.authNow)
  await changeLoginEmail(ctx, row.id, kept, proven)
  if (!keepsSessions) await revokeSessions(ctx.tx, ctx.siteId, row.id, 'email changed', ctx.authNow, spare)
  await dropFlowTokens(ctx.tx, ctx.siteId, row.id, OPEN_FLOWS)
  await audit(ctx, 'member.email-changed', { subjectId: row.id })
}

/** Whoever holds the old address takes the account back: the address returns; password, passkeys and connections die, everybody is signed out. */
export async function undoEmailChange(ctx: Ctx, token: string): Promise<{ email: string }> {
  const found = await openFlow(ctx, token, ['EMAIL_UNDO'])
  if (!found?.identityId) return refuse('INVALID_RECOVERY_TOKEN')
  await store.lockIdentity(ctx.tx, ctx.siteId, found.identityId)
  const row = await store.identityById(ctx.tx, ctx.siteId, found.identityId)
  if (!row || row.closed) return refuse('INVALID_RECOVERY_TOKEN')
  await markUsed(ctx.tx, ctx.siteId, found.tokenHash, ctx.authNow)
  const { address } = found.data as { address: string }
  await changeTo(ctx, row, address, { proven: true })
  // Somebody else may know the password: the next one is chosen by whoever reads this mailbox.
  if (row.passwordHash) await store.setPassword(ctx.tx, ctx.siteId, row.id, null, ctx.authNow)
  await store.dropOtherWaysIn(ctx.tx, ctx.siteId, row.id)
  await dropFlowTokens(ctx.tx, ctx.siteId, row.id, ['EMAIL_UNDO', 'DEVICE'])
  return { email: address }
}
