/** Second factors of members: enroll, confirm, renew recovery codes, remove. Source: guide identity §5.8, §9.6. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseThrottled } from '#kit/api/refusal.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { createEnrollment, newRecoveryCodes, newTotpSecret } from '../crypto/totp.ts'
import { refuse } from '../errors.ts'
import { toE164 } from '#kit/pure/phone.ts'
import { enrollableFactors, maskDestination, isEnrollableFactor, isFactorType, isUnsupported, type EnrollableFactor } from '../rules/factor.ts'
import { factorMachine } from '../rules/factor-machine.ts'
import { identityById, type IdentityRow } from '../store/identities.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import { passwordRecoveryUrl, queueEmailTo } from './emails.ts'
import { refuseAttempt } from './open-flow.ts'
import { verifyFactorCode, hashRecoveryCode, sendFactorCode } from './factor-codes.ts'
import * as store from '../store/factors.ts'

/** The factor type in the path. Refuses with UNIMPLEMENTED_FEATURE or a violation for others. */
function readFactorType(text: string): EnrollableFactor {
  const type = text.toUpperCase()
  if (isEnrollableFactor(type)) return type
  if (isFactorType(type) && isUnsupported(type)) return refuse('UNIMPLEMENTED_FEATURE', { factorType: type })
  assertNoViolations([{ field: 'type', description: `must be one of ${enrollableFactors.join(', ')}`, violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  throw new Error('unreachable')
}

const emailFactorChanged = (ctx: TransactionContext, row: IdentityRow, type: EnrollableFactor, added: boolean) =>
  queueEmailTo(ctx, row, 'FACTOR_CHANGED', { added, factor: type, when: ctx.authNow.toString(), supportLink: passwordRecoveryUrl(ctx) })

/** Starts enrollment: returns the TOTP secret, or sends a code to phone or email. The factor counts after it is confirmed. */
export async function startFactor(ctx: OwnTransactionContext, typeText: string, input: { currentPassword?: string | undefined; phone?: string | undefined }) {
  const type = readFactorType(typeText)
  const needsPhone = type === 'SMS' || type === 'CALL'
  const phone = needsPhone ? toE164(input.phone) : undefined
  if (needsPhone && !phone)
    assertNoViolations([
      { field: 'phone', description: 'must be a phone number that begins with + and the country', violatedRule: 'FORMAT', data: { type: 'PHONE' } },
    ])
  const row = await reauthenticate(ctx, input.currentPassword)
  const started = await ctx.transaction(async (work) => {
    const secret = type === 'TOTP' ? newTotpSecret() : null
    const factor = await store.beginFactor(work, { id: ctx.newId(), identityId: row.id, type, secret, phone: phone ?? null }, work.authNow)
    if (!factor) return refuse('FACTOR_EXISTS')
    const wait = await sendFactorCode(work, row, factor)
    return { factor, wait, site: (await getSite(work)).name }
  })
  if (started.wait > 0) refuseThrottled(started.wait)
  const { factor, site } = started
  return {
    factorId: factor.id,
    hint: maskDestination(type, { email: row.email, phone: factor.phone }),
    ...(factor.secret ? { secret: factor.secret, ...createEnrollment(factor.secret, { person: row.email, site }) } : {}),
  }
}

/** Activates the factor by its first right code. The first factor comes with ten recovery codes, shown once. */
export async function confirmFactor(ctx: OwnTransactionContext, typeText: string, code: string): Promise<{ recoveryCodes: string[] }> {
  const type = readFactorType(typeText)
  const { memberId = '' } = ctx.caller
  const result = await ctx.transaction(async (work) => {
    const wait = await consumeSharedRateLimit(work.tx, ctx.siteId, `code-tries:${memberId}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait }
    const factor = (await store.listFactors(work, memberId)).find((candidate) => candidate.type === type && candidate.status === 'PENDING')
    if (!factor) return { failed: 'NOT_FOUND' as const }
    if (!(await verifyFactorCode(work, factor, code))) return { failed: 'BAD_CODE' as const }
    await store.moveFactor(work, factor.id, getTransition(factorMachine, factor.status, 'confirm'), work.authNow)
    const row = (await identityById(work.tx, ctx.siteId, memberId)) as IdentityRow
    await emailFactorChanged(work, row, type, true)
    await audit(work, 'member.second-step-added', { subjectId: memberId, data: { type } })
    return { recoveryCodes: (await store.countRecoveryCodes(work, memberId)) > 0 ? [] : await createRecoveryCodes(work, memberId) }
  })
  return result.recoveryCodes ? { recoveryCodes: result.recoveryCodes } : refuseAttempt(result)
}

async function createRecoveryCodes(ctx: TransactionContext, identityId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceRecoveryCodes(
    ctx,
    identityId,
    codes.map((code) => hashRecoveryCode(identityId, code)),
  )
  return codes
}

/** Issues ten new recovery codes; older ones become invalid. */
export async function renewRecoveryCodes(ctx: OwnTransactionContext, currentPassword: string | undefined): Promise<{ recoveryCodes: string[] }> {
  const row = await reauthenticate(ctx, currentPassword)
  return ctx.transaction(async (work) => {
    const active = (await store.listFactors(work, row.id)).some((factor) => factor.status === 'ACTIVE')
    if (!active) return refuse('NO_SECOND_STEP')
    await audit(work, 'member.recovery-codes-renewed', { subjectId: row.id })
    return { recoveryCodes: await createRecoveryCodes(work, row.id) }
  })
}

/** Removes a factor and signs all other devices out; the last factor takes the recovery codes with it. */
export async function removeFactor(ctx: OwnTransactionContext, typeText: string, currentPassword: string | undefined): Promise<void> {
  const type = readFactorType(typeText)
  const row = await reauthenticate(ctx, currentPassword)
  await ctx.transaction(async (work) => {
    const { authNow } = work
    const all = await store.listFactors(work, row.id)
    const factor = all.find((candidate) => candidate.type === type)
    if (!factor) return
    await store.deleteFactor(work, factor.id)
    if (!all.some((other) => other.id !== factor.id && other.status === 'ACTIVE')) await store.replaceRecoveryCodes(work, row.id, [])
    if (factor.status !== 'ACTIVE') return
    await revokeSessions(work, row.id, 'second step switched off', authNow, ctx.caller.sessionId)
    await deleteFlowTokens(work, row.id, [...OPEN_FLOWS, 'DEVICE'])
    await emailFactorChanged(work, row, type, false)
    await audit(work, 'member.second-step-removed', { subjectId: row.id, data: { type } })
  })
}
