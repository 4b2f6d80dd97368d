/** Passkeys: made by the member, used instead of the password. The browser proves possession and that its person was there, so no second step follows. */
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import { identityById, lockIdentity, settingsOf, type IdentityRow } from '../store/identities.ts'
import * as store from '../store/passkeys.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { confirmPerson } from './confirm-person.ts'
import { keepChallenge, rpId, signedBy, takeChallenge, webAuthn } from './passkey-proof.ts'
import { proceed } from './register.ts'
import { keepOneWayIn } from './ways-in.ts'

async function mustBeOffered(ctx: Ctx): Promise<void> {
  if (!(await settingsOf(ctx.tx, ctx.siteId)).passkeys) refuse('UNIMPLEMENTED_FEATURE')
}

export async function startPasskey(ctx: Ctx, currentPassword: string | undefined) {
  const row = await confirmPerson(ctx, currentPassword)
  return ctx.write(async (work) => {
    await mustBeOffered(work)
    const known = await store.passkeysOf(work.tx, work.siteId, row.id)
    const options = await (await webAuthn()).generateRegistrationOptions({
      rpName: (await currentSite(work)).name,
      rpID: rpId(work),
      userName: row.email,
      userID: new Uint8Array(Buffer.from(row.id)),
      attestationType: 'none',
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await keepChallenge(work, options.challenge, row.id)
    return { options }
  })
}

export async function addPasskey(ctx: Ctx, wish: { response: object; name?: string | undefined }) {
  const { memberId = '' } = ctx.caller
  const expectedChallenge = await ctx.write((work) => takeChallenge(work, wish.response, memberId))
  if (!expectedChallenge) return refuse('PASSKEY_REFUSED')
  const { verified, registrationInfo } = await (await webAuthn())
    .verifyRegistrationResponse({
      response: wish.response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.origin,
      expectedRPID: rpId(ctx),
      requireUserVerification: true,
    })
    .catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return refuse('PASSKEY_REFUSED')
  const { credential } = registrationInfo
  return ctx.write(async (work) => {
    const row = await store.insertPasskey(
      work.tx,
      work.siteId,
      {
        id: credential.id,
        identityId: memberId,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])].slice(0, 8),
        name: wish.name?.trim() || 'Passkey',
      },
      work.authNow,
    )
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
  const options = await (await webAuthn()).generateAuthenticationOptions({ rpID: rpId(ctx), userVerification: 'required' })
  await keepChallenge(ctx, options.challenge)
  return { options }
}

export async function signInByPasskey(ctx: Ctx, response: object) {
  const signed = await signedBy(ctx, response, { identityId: null })
  if (!signed) return refuse('PASSKEY_REFUSED')
  const { passkey, counter } = signed
  return ctx.write(async (work) => {
    await lockIdentity(work.tx, work.siteId, passkey.identityId)
    const row = (await identityById(work.tx, work.siteId, passkey.identityId)) as IdentityRow
    const outcome = loginOutcome(row, false)
    if ('refused' in outcome) return refuse(outcome.refused === 'MEMBER_BLOCKED' ? 'MEMBER_BLOCKED' : '-19976')
    await store.notePasskeyUse(work.tx, work.siteId, passkey.id, counter, work.authNow)
    return outcome.ok === 'SUCCESS' ? completeSignIn(work, row, 'passkey') : proceed(work, row.id)
  })
}

export const passkeyToWire = (row: store.PasskeyRow) => ({
  id: row.id,
  name: row.name,
  createdDate: wireInstant(row.createdAt),
  lastUsedDate: row.lastUsedAt ? wireInstant(row.lastUsedAt) : null,
})
