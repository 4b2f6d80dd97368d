/** Members set up, renew and switch off their second steps. Source: guide identity 5.8, 9.6. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseThrottled } from '#kit/refusal.ts'
import { enrolment, newRecoveryCodes, newTotpSecret } from '../crypto/totp.ts'
import { refuse } from '../errors.ts'
import { enrollable, hintOf, isEnrollable, isFactorType, isUnavailable, readPhone, type Enrollable } from '../rules/factor.ts'
import * as store from '../store/factors.ts'
import { identityById, type IdentityRow } from '../store/identities.ts'
import { dropFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { confirmPerson } from './confirm-person.ts'
import { passwordPage, writeTo } from './letters.ts'
import { refuseTry } from './open-flow.ts'
import { codeFits, recoveryHash, sendFactorCode } from './second-step.ts'

/** The kind that an address names; others are refused clearly. */
function kindOf(text: string): Enrollable {
  const type = text.toUpperCase()
  if (isEnrollable(type)) return type
  if (isFactorType(type) && isUnavailable(type)) return refuse('UNIMPLEMENTED_FEATURE', { factorType: type })
  orViolate([{ field: 'type', description: `must be one of ${enrollable.join(', ')}`, violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  throw new Error('unreachable')
}

const tell = (ctx: Ctx, row: IdentityRow, type: Enrollable, added: boolean) =>
  writeTo(ctx, row, 'FACTOR_CHANGED', { added, factor: type, when: ctx.authNow.toString(), supportLink: passwordPage(ctx) })

/** Begins a factor: the secret for the app, or a code to the phone or address. It counts only after it is proven. */
export async function startFactor(ctx: Ctx, asked: string, wish: { currentPassword?: string | undefined; phone?: string | undefined }) {
  const type = kindOf(asked)
  const needsPhone = type === 'SMS' || type === 'CALL'
  const phone = needsPhone ? readPhone(wish.phone) : undefined
  if (needsPhone && !phone)
    orViolate([{ field: 'phone', description: 'must be a phone number that begins with + and the country', violatedRule: 'FORMAT', data: { type: 'PHONE' } }])
  const row = await confirmPerson(ctx, wish.currentPassword)
  const begun = await ctx.write(async (work) => {
    const secret = type === 'TOTP' ? newTotpSecret() : null
    const factor = await store.beginFactor(work.tx, ctx.siteId, { id: ctx.newId(), identityId: row.id, type, secret, phone: phone ?? null }, work.authNow)
    if (!factor) return refuse('FACTOR_EXISTS')
    const wait = await sendFactorCode(work, row, factor)
    return { factor, wait, site: (await currentSite(work)).name }
  })
  if (begun.wait > 0) refuseThrottled(begun.wait)
  const { factor, site } = begun
  return {
    factorId: factor.id,
    hint: hintOf(type, { email: row.email, phone: factor.phone }),
    ...(factor.secret ? { secret: factor.secret, ...enrolment(factor.secret, { person: row.email, site }) } : {}),
  }
}

/** The first right code makes the factor count. With the first factor come ten recovery codes, shown once. */
export async function confirmFactor(ctx: Ctx, asked: string, code: string): Promise<{ recoveryCodes: string[] }> {
  const type = kindOf(asked)
  const { memberId = '' } = ctx.caller
  const result = await ctx.write(async (work) => {
    const wait = await countUse(work.tx, ctx.siteId, `code-tries:${memberId}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait }
    const factor = (await store.factorsOf(work.tx, ctx.siteId, memberId)).find((candidate) => candidate.type === type && candidate.status === 'PENDING')
    if (!factor) return { failed: 'NOT_FOUND' as const }
    if (!(await codeFits(work, factor, code))) return { failed: 'BAD_CODE' as const }
    await store.setFactorStatus(work.tx, ctx.siteId, factor.id, 'ACTIVE', work.authNow)
    const row = (await identityById(work.tx, ctx.siteId, memberId)) as IdentityRow
    await tell(work, row, type, true)
    await audit(work, 'member.second-step-added', { subjectId: memberId, data: { type } })
    return { recoveryCodes: (await store.recoveryCodesLeft(work.tx, ctx.siteId, memberId)) > 0 ? [] : await giveRecoveryCodes(work, memberId) }
  })
  return result.recoveryCodes ? { recoveryCodes: result.recoveryCodes } : refuseTry(result)
}

async function giveRecoveryCodes(ctx: Ctx, identityId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceRecoveryCodes(
    ctx.tx,
    ctx.siteId,
    identityId,
    codes.map((code) => recoveryHash(identityId, code)),
  )
  return codes
}

/** Ten new recovery codes; the older ones die. */
export async function renewRecoveryCodes(ctx: Ctx, currentPassword: string | undefined): Promise<{ recoveryCodes: string[] }> {
  const row = await confirmPerson(ctx, currentPassword)
  return ctx.write(async (work) => {
    const active = (await store.factorsOf(work.tx, ctx.siteId, row.id)).some((factor) => factor.status === 'ACTIVE')
    if (!active) return refuse('NO_SECOND_STEP')
    await audit(work, 'member.recovery-codes-renewed', { subjectId: row.id })
    return { recoveryCodes: await giveRecoveryCodes(work, row.id) }
  })
}

/** Switches a factor off. All other devices are signed out; with the last factor the recovery codes go, too. */
export async function removeFactor(ctx: Ctx, asked: string, currentPassword: string | undefined): Promise<void> {
  const type = kindOf(asked)
  const row = await confirmPerson(ctx, currentPassword)
  await ctx.write(async (work) => {
    const { siteId, authNow } = work
    const all = await store.factorsOf(work.tx, siteId, row.id)
    const factor = all.find((candidate) => candidate.type === type)
    if (!factor) return
    await store.deleteFactor(work.tx, siteId, factor.id)
    if (!all.some((other) => other.id !== factor.id && other.status === 'ACTIVE')) await store.replaceRecoveryCodes(work.tx, siteId, row.id, [])
    if (factor.status !== 'ACTIVE') return
    await revokeSessions(work.tx, siteId, row.id, 'second step switched off', authNow, ctx.caller.sessionId)
    await dropFlowTokens(work.tx, siteId, row.id, [...OPEN_FLOWS, 'DEVICE'])
    await tell(work, row, type, false)
    await audit(work, 'member.second-step-removed', { subjectId: row.id, data: { type } })
  })
}
