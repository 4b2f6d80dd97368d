/** Passkeys of members, used instead of the password. They prove possession and user verification, so no second step follows. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { decideLogin } from '../rules/sign-in.ts'
import { lockIdentity, identityDetailsById, type IdentityDetails } from '../store/identities.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { reauthenticate } from './reauthenticate.ts'
import { verifyRegistration, createRegistrationOptions, verifyAuthentication, createAuthenticationOptions } from './webauthn.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { getCachedSettings } from './sign-in-settings.ts'
import { assertOtherSignInMethod } from './sign-in-methods.ts'
import * as store from '../store/passkeys.ts'

async function assertPasskeysEnabled(ctx: ReadContext): Promise<void> {
  if (!(await getCachedSettings(ctx)).passkeys) refuse('UNIMPLEMENTED_FEATURE')
}

/** Options for the browser to create a passkey. Refuses with REAUTHENTICATION_REQUIRED. */
export async function startPasskey(ctx: OwnTransactionContext, currentPassword: string | undefined) {
  const row = await reauthenticate(ctx, currentPassword)
  return ctx.transaction(async (work) => {
    await assertPasskeysEnabled(work)
    const known = await store.listPasskeys(work, row.id)
    const rpName = (await getSite(work)).name
    const options = await createRegistrationOptions(work, { identityId: row.id }, { id: row.id, name: row.email, rpName, known })
    return { options }
  })
}

/** Registers the passkey that the browser created. Refuses with PASSKEY_REFUSED. */
export async function addPasskey(ctx: OwnTransactionContext, input: { response: object; name?: string | undefined }) {
  const { memberId = '' } = ctx.caller
  const credential = await verifyRegistration(ctx, input.response, { identityId: memberId })
  if (!credential) return refuse('PASSKEY_REFUSED')
  return ctx.transaction(async (work) => {
    const passkey = { ...credential, identityId: memberId, name: input.name?.trim() || 'Passkey' }
    const row = await store.insertPasskey(work, passkey, work.authNow)
    if (!row) return refuse('PASSKEY_REFUSED')
    await audit(work, 'member.passkey-added', { subjectId: memberId })
    return { passkey: passkeyToWire(row) }
  })
}

/** Removes a passkey of the caller. Refuses with REAUTHENTICATION_REQUIRED, and LAST_WAY_IN when no other method is left. */
export async function removePasskey(ctx: OwnTransactionContext, input: { id: string; currentPassword?: string | undefined }): Promise<void> {
  const row = await reauthenticate(ctx, input.currentPassword)
  await ctx.transaction(async (work) => {
    await assertOtherSignInMethod(work, row)
    if (await store.deletePasskey(work, row.id, input.id)) await audit(work, 'member.passkey-removed', { subjectId: row.id })
  })
}

/** Options for sign-in with a discoverable passkey. */
export async function startPasskeySignIn(ctx: TransactionContext) {
  await assertPasskeysEnabled(ctx)
  return { options: await createAuthenticationOptions(ctx, { identityId: null }) }
}

/** Signs a member in by a discoverable passkey. Refuses with PASSKEY_REFUSED. */
export async function signInByPasskey(ctx: OwnTransactionContext, response: object) {
  const signed = await verifyAuthentication(ctx, response, { holder: { identityId: null }, find: (work, id) => store.passkeyById(work, id) })
  if (!signed) return refuse('PASSKEY_REFUSED')
  const { passkey, counter } = signed
  return ctx.transaction(async (work) => {
    await lockIdentity(work, passkey.identityId)
    const row = (await identityDetailsById(work, passkey.identityId)) as IdentityDetails
    const outcome = decideLogin(row, false)
    if ('refused' in outcome) return refuse(outcome.refused === 'MEMBER_BLOCKED' ? 'MEMBER_BLOCKED' : '-19976')
    await store.recordPasskeyUse(work, passkey.id, counter, work.authNow)
    return outcome.ok === 'SUCCESS' ? completeSignIn(work, row, 'passkey') : continueSignIn(work, row)
  })
}

export const passkeyToWire = (row: store.Credential) => ({
  id: row.id,
  name: row.name,
  createdDate: wireInstant(row.createdAt),
  lastUsedDate: row.lastUsedAt ? wireInstant(row.lastUsedAt) : null,
})
