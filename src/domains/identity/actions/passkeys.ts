/** Passkeys: made by the member, used instead of the password. The browser proves possession and that its person was there, so no second step follows. */
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import { identityById, lockIdentity, settingsOf, type IdentityRow } from '../store/identities.ts'
import * as store from '../store/passkeys.ts'
import { insertFlowToken, lockFlowToken, markUsed } from '../store/sessions.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { confirmPerson } from './confirm-person.ts'
import { proceed } from './register.ts'
import { keepOneWayIn } from './ways-in.ts'

const CHALLENGE_MINUTES = 5
/** Few sign-ins need it, and it takes long to load. */
const webAuthn = () => import('@simplewebauthn/server')
const rpId = (ctx: Ctx): string => new URL(ctx.origin).hostname

async function mustBeOffered(ctx: Ctx): Promise<void> {
  if (!(await settingsOf(ctx.tx, ctx.siteId)).passkeys) refuse('UNIMPLEMENTED_FEATURE')
}

const keepChallenge = (ctx: Ctx, challenge: string, identityId?: string) =>
  insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(`passkey ${challenge}`),
      purpose: 'PASSKEY',
      ...(identityId ? { identityId } : {}),
      expiresAt: ctx.authNow.add({ minutes: CHALLENGE_MINUTES }),
    },
    ctx.authNow,
  )

/** The challenge that a response answers, used up by it; undefined when it is none of ours, too old, or of somebody else. */
async function takeChallenge(ctx: Ctx, response: unknown, identityId: string | null): Promise<string | undefined> {
  const challenge = challengeIn(response)
  if (!challenge) return undefined
  const token = await lockFlowToken(ctx.tx, fingerprint(`passkey ${challenge}`), ['PASSKEY'])
  if (!token || token.siteId !== ctx.siteId || token.usedAt || token.identityId !== identityId) return undefined
  if (token.expiresAt.epochMilliseconds <= ctx.authNow.epochMilliseconds) return undefined
  await markUsed(ctx.tx, ctx.siteId, token.tokenHash, ctx.authNow)
  return challenge
}

function challengeIn(response: unknown): string | undefined {
  try {
    const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
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
  const { expectedChallenge, passkey } = await ctx.write(async (work) => ({
    expectedChallenge: await takeChallenge(work, response, null),
    passkey: await store.passkeyById(work.tx, work.siteId, String((response as { id?: unknown }).id ?? '')),
  }))
  if (!expectedChallenge || !passkey) return refuse('PASSKEY_REFUSED')
  const { verified, authenticationInfo } = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.origin,
      expectedRPID: rpId(ctx),
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    })
    .catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return refuse('PASSKEY_REFUSED')
  return ctx.write(async (work) => {
    await lockIdentity(work.tx, work.siteId, passkey.identityId)
    const row = (await identityById(work.tx, work.siteId, passkey.identityId)) as IdentityRow
    const outcome = loginOutcome(row, false)
    if ('refused' in outcome) return refuse(outcome.refused === 'MEMBER_BLOCKED' ? 'MEMBER_BLOCKED' : '-19976')
    await store.notePasskeyUse(work.tx, work.siteId, passkey.id, authenticationInfo.newCounter, work.authNow)
    return outcome.ok === 'SUCCESS' ? completeSignIn(work, row, 'passkey') : proceed(work, row.id)
  })
}

export const passkeyToWire = (row: store.PasskeyRow) => ({
  id: row.id,
  name: row.name,
  createdDate: wireInstant(row.createdAt),
  lastUsedDate: row.lastUsedAt ? wireInstant(row.lastUsedAt) : null,
})
