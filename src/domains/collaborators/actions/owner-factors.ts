/** Second factors and passkeys of dashboard users: enroll, confirm, remove; reset by an owner. Source: guide identity §5.8, §9.8. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard, refuseThrottled } from '#kit/api/refusal.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import {
  createEnrollment,
  factorMachine,
  newRecoveryCodes,
  newTotpSecret,
  maskDestination,
  audit,
  wireInstant,
  refuseAttempt,
  verifyRegistration,
  createRegistrationOptions,
  passkeyToWire,
} from '#domains/identity/public.ts'
import { refuse } from '../errors.ts'
import type { OwnerFactorType } from '../rules/second-step.ts'
import { incrementSecondStepVersion, ownerById, sitesOfOwner } from '../store/owners.ts'
import { loadCollaborators } from '../store/collaborators.ts'
import { deleteOwnerSessions, listOwnerSessions } from '../store/owner-sessions.ts'
import { verifyOwnerTotpCode, consumeOwnerCodeLimit, verifyOwnerEmailCode, hashOwnerRecoveryCode, queueOwnerCode, listOwnerSecondSteps } from './owner-codes.ts'
import { getCallingOwner, queueEmailToOwner, type Owner } from './owner-session.ts'
import * as store from '../store/owner-factors.ts'

/** Account security of the calling dashboard user: factors, passkeys, recovery codes, sessions. */
export async function getOwnerSecurity(ctx: ReadContext) {
  const { owner, sessionId } = await getCallingOwner(ctx)
  const sessions = await listOwnerSessions(ctx, owner.id, ctx.authNow)
  return {
    secondStep: (await listOwnerSecondSteps(ctx, owner.id)).length > 0,
    factors: (await store.ownerFactors(ctx, owner.id)).map(({ type, status }) => ({ type, status: status === 'PENDING' ? ('INACTIVE' as const) : status })),
    passkeys: (await store.ownerPasskeys(ctx, owner.id)).map(passkeyToWire),
    recoveryCodesLeft: await store.countOwnerRecoveryCodes(ctx, owner.id),
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

const emailFactorChanged = (ctx: TransactionContext, owner: Owner, factor: OwnerFactorType | 'WEBAUTHN', added: boolean): Promise<void> =>
  queueEmailToOwner(ctx, owner, 'FACTOR_CHANGED', { added, factor, when: ctx.authNow.toString(), supportLink: `${ctx.origin}/dashboard/sign-in` })

/** Starts enrollment: returns the TOTP secret, or emails a code. The factor counts after it is confirmed. */
export async function startOwnerFactor(ctx: TransactionContext, type: OwnerFactorType) {
  const { owner } = await getCallingOwner(ctx)
  const secret = type === 'TOTP' ? newTotpSecret() : null
  if (!(await store.beginOwnerFactor(ctx, owner.id, type, secret, ctx.authNow))) return refuse('FACTOR_EXISTS')
  if (secret) return { hint: '', secret, ...createEnrollment(secret, { person: owner.email, site: `${(await getSite(ctx)).name} dashboard` }) }
  const wait = await queueOwnerCode(ctx, owner)
  return wait > 0 ? refuseThrottled(wait) : { hint: maskDestination('EMAIL', { email: owner.email, phone: null }) }
}

/** Activates the factor by its first right code. */
export async function confirmOwnerFactor(ctx: OwnTransactionContext, type: OwnerFactorType, code: string): Promise<{ recoveryCodes: string[] }> {
  const result = await ctx.transaction(async (work) => {
    const { owner } = await getCallingOwner(work)
    const wait = await consumeOwnerCodeLimit(work, owner.id)
    if (wait > 0) return { wait }
    const factor = (await store.ownerFactors(work, owner.id)).find((one) => one.type === type && one.status === 'PENDING')
    if (!factor) return { failed: 'NOT_FOUND' as const }
    const isRight = type === 'TOTP' ? await verifyOwnerTotpCode(work, owner.id, factor, code) : await verifyOwnerEmailCode(work, owner.id, code)
    if (!isRight) return { failed: 'BAD_CODE' as const }
    await store.moveOwnerFactor(work, owner.id, type, getTransition(factorMachine, factor.status, 'confirm'))
    await emailFactorChanged(work, owner, type, true)
    await audit(work, 'owner.second-step-added', { subjectId: owner.id, data: { type } })
    return { recoveryCodes: await createFirstRecoveryCodes(work, owner.id) }
  })
  return result.recoveryCodes ? { recoveryCodes: result.recoveryCodes } : refuseAttempt(result)
}

/** The first second step comes with ten recovery codes, shown once. */
const createFirstRecoveryCodes = async (ctx: TransactionContext, userId: string): Promise<string[]> =>
  (await store.countOwnerRecoveryCodes(ctx, userId)) > 0 ? [] : createRecoveryCodes(ctx, userId)

async function createRecoveryCodes(ctx: TransactionContext, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceOwnerRecoveryCodes(
    ctx,
    userId,
    codes.map((code) => hashOwnerRecoveryCode(userId, code)),
  )
  return codes
}

/** Issues ten new recovery codes; older ones become invalid. */
export async function renewOwnerCodes(ctx: TransactionContext): Promise<{ recoveryCodes: string[] }> {
  const { owner } = await getCallingOwner(ctx)
  if ((await listOwnerSecondSteps(ctx, owner.id)).length === 0) return refuse('NO_SECOND_STEP')
  await audit(ctx, 'owner.recovery-codes-renewed', { subjectId: owner.id })
  return { recoveryCodes: await createRecoveryCodes(ctx, owner.id) }
}

/** Signs other browsers out and voids trusted devices; deletes the recovery codes when no second step is left. */
async function onSecondStepRemoved(ctx: TransactionContext, owner: Owner, exceptSessionId: string | undefined): Promise<void> {
  await incrementSecondStepVersion(ctx, owner.id, ctx.authNow)
  await deleteOwnerSessions(ctx, owner.id, exceptSessionId)
  const left = (await listOwnerSecondSteps(ctx, owner.id)).filter((way) => way !== 'RECOVERY_CODE')
  if (left.length === 0) await store.replaceOwnerRecoveryCodes(ctx, owner.id, [])
}

/** Removes a factor of the calling user; other browsers are signed out. */
export async function removeOwnerFactor(ctx: TransactionContext, type: OwnerFactorType): Promise<void> {
  const { owner, sessionId } = await getCallingOwner(ctx)
  if ((await store.deleteOwnerFactor(ctx, owner.id, type)) !== 'ACTIVE') return
  await onSecondStepRemoved(ctx, owner, sessionId)
  await emailFactorChanged(ctx, owner, type, false)
  await audit(ctx, 'owner.second-step-removed', { subjectId: owner.id, data: { type } })
}

/** Options for the browser to create a passkey. */
export async function startOwnerPasskey(ctx: TransactionContext) {
  const { owner } = await getCallingOwner(ctx)
  const rpName = `${(await getSite(ctx)).name} dashboard`
  const known = await store.ownerPasskeys(ctx, owner.id)
  return { options: await createRegistrationOptions(ctx, { userId: owner.id }, { id: owner.id, name: owner.email, rpName, known }) }
}

/** Registers a passkey; from now on a sign-in by password requires a second step. */
export async function addOwnerPasskey(ctx: OwnTransactionContext, input: { response: object; name?: string | undefined }) {
  const { owner } = await ctx.transaction(getCallingOwner)
  const credential = await verifyRegistration(ctx, input.response, { userId: owner.id })
  if (!credential) return refuse('PASSKEY_REFUSED')
  return ctx.transaction(async (work) => {
    const row = await store.insertOwnerPasskey(work, { ...credential, userId: owner.id, name: input.name?.trim() || 'Passkey' }, work.authNow)
    if (!row) return refuse('PASSKEY_REFUSED')
    await emailFactorChanged(work, owner, 'WEBAUTHN', true)
    await audit(work, 'owner.passkey-added', { subjectId: owner.id })
    return { passkey: passkeyToWire(row), recoveryCodes: await createFirstRecoveryCodes(work, owner.id) }
  })
}

/** Removes a passkey of the calling user; other browsers are signed out. */
export async function removeOwnerPasskey(ctx: TransactionContext, id: string): Promise<void> {
  const { owner, sessionId } = await getCallingOwner(ctx)
  if ((await store.deleteOwnerPasskeys(ctx, owner.id, id)) === 0) return
  await onSecondStepRemoved(ctx, owner, sessionId)
  await emailFactorChanged(ctx, owner, 'WEBAUTHN', false)
  await audit(ctx, 'owner.passkey-removed', { subjectId: owner.id })
}

/**
 * Resets the second step of a collaborator who lost device and recovery codes: their password alone suffices until they enroll again.
 * decision: passkeys are deleted too, as a lost device may hold them; and as the account may belong to other sites,
 * only an owner of all of them may do it.
 */
export async function resetOwnerSteps(ctx: TransactionContext, userId: string): Promise<{ reset: number }> {
  const isHere = (await loadCollaborators(ctx)).some(({ id }) => id === userId)
  const owner = isHere ? await ownerById(ctx.tx, userId) : undefined
  if (!owner) return refuseStandard('NOT_FOUND')
  const own = await listOwnedSiteIds(ctx)
  if (!(await sitesOfOwner(ctx.tx, userId)).every(({ id }) => own.has(id))) return refuse('MORE_THAN_OWN_RIGHTS')
  const types = await store.requireOwnerReenrollment(ctx, userId)
  const passkeys = await store.deleteOwnerPasskeys(ctx, userId)
  await onSecondStepRemoved(ctx, owner, ctx.caller.userId === userId ? ctx.caller.sessionId : undefined)
  for (const type of types) await emailFactorChanged(ctx, owner, type, false)
  if (passkeys > 0) await emailFactorChanged(ctx, owner, 'WEBAUTHN', false)
  await audit(ctx, 'owner.second-step-reset', { subjectId: userId })
  return { reset: types.length + passkeys }
}

/** The sites of which the caller is an owner; an unrestricted API key or app acts for its own site only. */
async function listOwnedSiteIds({ caller, siteId, db: tx }: ReadContext): Promise<ReadonlySet<string>> {
  if (!caller.userId) return new Set(caller.permissions ? [] : [siteId])
  return new Set((await sitesOfOwner(tx, caller.userId)).filter(({ role }) => role === 'OWNER').map(({ id }) => id))
}
