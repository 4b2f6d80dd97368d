/** Dashboard users set up, renew and switch off their second steps; an owner helps whoever lost theirs. Source: guide identity 5.8, 9.8. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard, refuseThrottled } from '#kit/refusal.ts'
import { enrolment, newRecoveryCodes, newTotpSecret } from '../crypto/totp.ts'
import { refuse } from '../errors.ts'
import { hintOf, type OwnerFactorType } from '../rules/factor.ts'
import { ownerById, sitesOfOwner } from '../store/businesses.ts'
import * as store from '../store/owner-factors.ts'
import { collaboratorsOf, endOwnerSessions, forgetSecondSteps, ownerSessionsOf } from '../store/owners.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { refuseTry } from './open-flow.ts'
import { appCodeFits, codeTriesWait, mailedCodeFits, ownerRecoveryHash, sendOwnerCode, waysOf } from './owner-codes.ts'
import { callingOwner, recentlySignedIn, writeToOwner, type Owner } from './owner-session.ts'
import { registered, registrationOptions } from './passkey-proof.ts'
import { passkeyToWire } from './passkeys.ts'

/** What guards the caller's own way in: second steps, passkeys, recovery codes, browsers. */
export async function ownerSecurity(ctx: Ctx) {
  const { owner, sessionId } = await callingOwner(ctx)
  const sessions = await ownerSessionsOf(ctx.tx, owner.id, ctx.authNow)
  return {
    secondStep: (await waysOf(ctx, owner.id)).length > 0,
    factors: (await store.ownerFactors(ctx.tx, owner.id)).map(({ type, status }) => ({ type, status: status === 'PENDING' ? ('INACTIVE' as const) : status })),
    passkeys: (await store.ownerPasskeys(ctx.tx, owner.id)).map(passkeyToWire),
    recoveryCodesLeft: await store.ownerCodesLeft(ctx.tx, owner.id),
    sessions: sessions.map((session) => ({
      id: session.id,
      createdDate: wireInstant(session.createdAt),
      lastUsedDate: wireInstant(session.lastUsedAt),
      userAgent: session.userAgent,
      ip: session.ip,
      current: session.id === sessionId,
    })),
  }
}

const tell = (ctx: Ctx, owner: Owner, factor: OwnerFactorType | 'WEBAUTHN', added: boolean): Promise<void> =>
  writeToOwner(ctx, owner, 'FACTOR_CHANGED', { added, factor, when: ctx.authNow.toString(), supportLink: `${ctx.origin}/dashboard/sign-in` })

/** Begins a factor: the secret for the app, or a code by letter. It counts only after it is proven. */
export async function startOwnerFactor(ctx: Ctx, type: OwnerFactorType) {
  const { owner } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  const secret = type === 'TOTP' ? newTotpSecret() : null
  if (!(await store.beginOwnerFactor(ctx.tx, owner.id, type, secret, ctx.authNow))) return refuse('FACTOR_EXISTS')
  if (secret) return { hint: '', secret, ...enrolment(secret, { person: owner.email, site: `${(await currentSite(ctx)).name} dashboard` }) }
  const wait = await sendOwnerCode(ctx, owner)
  return wait > 0 ? refuseThrottled(wait) : { hint: hintOf('EMAIL', { email: owner.email, phone: null }) }
}

/** The first right code makes the factor count. */
export async function confirmOwnerFactor(ctx: Ctx, type: OwnerFactorType, code: string): Promise<{ recoveryCodes: string[] }> {
  const result = await ctx.write(async (work) => {
    const { owner } = await callingOwner(work)
    const wait = await codeTriesWait(work, owner.id)
    if (wait > 0) return { wait }
    const factor = (await store.ownerFactors(work.tx, owner.id)).find((one) => one.type === type && one.status === 'PENDING')
    if (!factor) return { failed: 'NOT_FOUND' as const }
    const isRight = type === 'TOTP' ? await appCodeFits(work, owner.id, factor, code) : await mailedCodeFits(work, owner.id, code)
    if (!isRight) return { failed: 'BAD_CODE' as const }
    await store.activateOwnerFactor(work.tx, owner.id, type)
    await tell(work, owner, type, true)
    await audit(work, 'owner.second-step-added', { subjectId: owner.id, data: { type } })
    return { recoveryCodes: await codesForTheFirst(work, owner.id) }
  })
  return result.recoveryCodes ? { recoveryCodes: result.recoveryCodes } : refuseTry(result)
}

/** With the first second step come ten recovery codes, shown once. */
const codesForTheFirst = async (ctx: Ctx, userId: string): Promise<string[]> => ((await store.ownerCodesLeft(ctx.tx, userId)) > 0 ? [] : giveCodes(ctx, userId))

async function giveCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceOwnerCodes(
    ctx.tx,
    userId,
    codes.map((code) => ownerRecoveryHash(userId, code)),
  )
  return codes
}

/** Ten new recovery codes; the older ones die. */
export async function renewOwnerCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const { owner } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  if ((await waysOf(ctx, owner.id)).length === 0) return refuse('NO_SECOND_STEP')
  await audit(ctx, 'owner.recovery-codes-renewed', { subjectId: owner.id })
  return { recoveryCodes: await giveCodes(ctx, owner.id) }
}

/** Other browsers are signed out and forgotten; without any second step the recovery codes go, too. */
async function afterLess(ctx: Ctx, owner: Owner, spare: string | undefined): Promise<void> {
  await forgetSecondSteps(ctx.tx, owner.id, ctx.authNow)
  await endOwnerSessions(ctx.tx, owner.id, spare)
  const left = (await waysOf(ctx, owner.id)).filter((way) => way !== 'RECOVERY_CODE')
  if (left.length === 0) await store.replaceOwnerCodes(ctx.tx, owner.id, [])
}

export async function removeOwnerFactor(ctx: Ctx, type: OwnerFactorType): Promise<void> {
  const { owner, sessionId } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  if ((await store.deleteOwnerFactor(ctx.tx, owner.id, type)) !== 'ACTIVE') return
  await afterLess(ctx, owner, sessionId)
  await tell(ctx, owner, type, false)
  await audit(ctx, 'owner.second-step-removed', { subjectId: owner.id, data: { type } })
}

export async function startOwnerPasskey(ctx: Ctx) {
  const { owner } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  const house = `${(await currentSite(ctx)).name} dashboard`
  const known = await store.ownerPasskeys(ctx.tx, owner.id)
  return { options: await registrationOptions(ctx, { userId: owner.id }, { id: owner.id, name: owner.email, house, known }) }
}

/** Keeps a passkey; from now on a sign-in by password asks for a second step. */
export async function addOwnerPasskey(ctx: Ctx, wish: { response: object; name?: string | undefined }) {
  const { owner } = await ctx.write(callingOwner)
  const credential = await registered(ctx, wish.response, { userId: owner.id })
  if (!credential) return refuse('PASSKEY_REFUSED')
  return ctx.write(async (work) => {
    const row = await store.insertOwnerPasskey(work.tx, { ...credential, userId: owner.id, name: wish.name?.trim() || 'Passkey' }, work.authNow)
    if (!row) return refuse('PASSKEY_REFUSED')
    await tell(work, owner, 'WEBAUTHN', true)
    await audit(work, 'owner.passkey-added', { subjectId: owner.id })
    return { passkey: passkeyToWire(row), recoveryCodes: await codesForTheFirst(work, owner.id) }
  })
}

export async function removeOwnerPasskey(ctx: Ctx, id: string): Promise<void> {
  const { owner, sessionId } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  if ((await store.deleteOwnerPasskeys(ctx.tx, owner.id, id)) === 0) return
  await afterLess(ctx, owner, sessionId)
  await tell(ctx, owner, 'WEBAUTHN', false)
  await audit(ctx, 'owner.passkey-removed', { subjectId: owner.id })
}

/**
 * Somebody lost phone and recovery codes: their password opens once more, and they are asked to set the second step up anew.
 * decision: passkeys are forgotten with it, as a lost device may hold them; and as the account may open other sites, too,
 * only an owner of all of them may do it.
 */
export async function resetOwnerSteps(ctx: Ctx, userId: string): Promise<{ reset: number }> {
  await recentlySignedIn(ctx)
  const isHere = (await collaboratorsOf(ctx.tx, ctx.siteId)).some(({ id }) => id === userId)
  const owner = isHere ? await ownerById(ctx.tx, userId) : undefined
  if (!owner) return refuseStandard('NOT_FOUND')
  const own = await ownedBy(ctx)
  if (!(await sitesOfOwner(ctx.tx, userId)).every(({ id }) => own.has(id))) return refuse('MORE_THAN_OWN_RIGHTS')
  const kinds = await store.demandOwnerReenrolment(ctx.tx, userId)
  const passkeys = await store.deleteOwnerPasskeys(ctx.tx, userId)
  await afterLess(ctx, owner, ctx.caller.userId === userId ? ctx.caller.sessionId : undefined)
  for (const kind of kinds) await tell(ctx, owner, kind, false)
  if (passkeys > 0) await tell(ctx, owner, 'WEBAUTHN', false)
  await audit(ctx, 'owner.second-step-reset', { subjectId: userId })
  return { reset: kinds.length + passkeys }
}

/** The sites on which the caller is an owner; a key or an app that is not limited speaks for its own site only. */
async function ownedBy({ caller, siteId, tx }: Ctx): Promise<ReadonlySet<string>> {
  if (!caller.userId) return new Set(caller.permissions ? [] : [siteId])
  return new Set((await sitesOfOwner(tx, caller.userId)).filter(({ role }) => role === 'OWNER').map(({ id }) => id))
}
