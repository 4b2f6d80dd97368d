/** Passkeys: made by the member, used instead of the password. The browser proves possession and that its person was there, so no second step follows. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import { lockIdentity, personById, type Person } from '../store/identities.ts'
import * as store from '../store/passkeys.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { confirmPerson } from './confirm-person.ts'
import { registered, registrationOptions, signedBy, signingOptions } from './passkey-proof.ts'
import { proceed } from './proceed.ts'
import { knownSettings } from './sign-in-settings.ts'
import { keepOneWayIn } from './ways-in.ts'

async function mustBeOffered(ctx: Ctx): Promise<void> {
  if (!(await knownSettings(ctx)).passkeys) refuse('UNIMPLEMENTED_FEATURE')
}

export async function startPasskey(ctx: Ctx, currentPassword: string | undefined) {
  const row = await confirmPerson(ctx, currentPassword)
  return ctx.write(async (work) => {
    await mustBeOffered(work)
    const known = await store.passkeysOf(work.tx, work.siteId, row.id)
    const house = (await currentSite(work)).name
    const options = await registrationOptions(work, { identityId: row.id }, { id: row.id, name: row.email, house, known })
    return { options }
  })
}

export async function addPasskey(ctx: Ctx, wish: { response: object; name?: string | undefined }) {
  const { memberId = '' } = ctx.caller
  const credential = await registered(ctx, wish.response, { identityId: memberId })
  if (!credential) return refuse('PASSKEY_REFUSED')
  return ctx.write(async (work) => {
    const passkey = { ...credential, identityId: memberId, name: wish.name?.trim() || 'Passkey' }
    const row = await store.insertPasskey(work.tx, work.siteId, passkey, work.authNow)
    if (!row) return refuse('PASSKEY_REFUSED')
    await audit(work, 'member.passkey-added', { subjectId: memberId })
    return { passkey: passkeyToWire(row) }
  })
}

export async function removePasskey(ctx: Ctx, wish: { id: string; currentPassword?: string | undefined }): Promise<void> {
  const row = await confirmPerson(ctx, wish.currentPassword)
  await ctx.write(async (work) => {
    await keepOneWayIn(work, row)
    if (await store.deletePasskey(work.tx, work.siteId, row.id, wish.id)) await audit(work, 'member.passkey-removed', { subjectId: row.id })
  })
}

/** Options for a browser that has not said who it is: it offers the passkeys it holds for this site. */
export async function startPasskeySignIn(ctx: Ctx) {
  await mustBeOffered(ctx)
  return { options: await signingOptions(ctx, { identityId: null }) }
}

export async function signInByPasskey(ctx: Ctx, response: object) {
  const signed = await signedBy(ctx, response, { holder: { identityId: null }, find: (work, id) => store.passkeyById(work.tx, work.siteId, id) })
  if (!signed) return refuse('PASSKEY_REFUSED')
  const { passkey, counter } = signed
  return ctx.write(async (work) => {
    await lockIdentity(work.tx, work.siteId, passkey.identityId)
    const row = (await personById(work.tx, work.siteId, passkey.identityId)) as Person
    const outcome = loginOutcome(row, false)
    if ('refused' in outcome) return refuse(outcome.refused === 'MEMBER_BLOCKED' ? 'MEMBER_BLOCKED' : '-19976')
    await store.notePasskeyUse(work.tx, work.siteId, passkey.id, counter, work.authNow)
    return outcome.ok === 'SUCCESS' ? completeSignIn(work, row, 'passkey') : proceed(work, row)
  })
}

export const passkeyToWire = (row: store.Credential) => ({
  id: row.id,
  name: row.name,
  createdDate: wireInstant(row.createdAt),
  lastUsedDate: row.lastUsedAt ? wireInstant(row.lastUsedAt) : null,
})
