/** WebAuthn ceremonies of members and dashboard users: registration, sign-in by passkey, passkey as second step. */
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { hashSecret } from '../crypto/secrets.ts'
import type { Credential } from '../store/passkeys.ts'
import { insertFlowToken, markFlowTokenUsed } from '../store/sessions.ts'
import { findOpenFlow } from './open-flow.ts'
import * as store from '../store/passkeys.ts'

const CHALLENGE_MINUTES = 5
/** Loaded on demand: few sign-ins need it, and it loads slowly. */
const loadWebAuthn = () => import('@simplewebauthn/server')
const rpId = (ctx: BaseContext): string => new URL(ctx.requestOrigin).hostname

/** Whose passkeys a challenge accepts: a member's, a dashboard user's, or anyone's (null). */
export type PasskeyHolder = { identityId: string | null } | { userId: string | null }
const flowPurpose = (holder: PasskeyHolder) => ('userId' in holder ? ('OWNER_PASSKEY' as const) : ('PASSKEY' as const))

/** Prefixed, so that a challenge, which is public, is never accepted as one of the secret flow tokens. */
const challengeSecret = (challenge: string): string => `passkey ${challenge}`

/** A challenge is answered once, by the holder it was made for; with a `challengeId` the response has to name it. */
const saveChallenge = (ctx: TransactionContext, challenge: string, holder: PasskeyHolder, challengeId?: string) =>
  insertFlowToken(
    ctx,
    {
      siteId: ctx.siteId,
      tokenHash: hashSecret(challengeSecret(challenge)),
      purpose: flowPurpose(holder),
      ...('identityId' in holder && holder.identityId ? { identityId: holder.identityId } : {}),
      data: { ...('userId' in holder ? { userId: holder.userId } : {}), ...(challengeId ? { challengeId } : {}) },
      expiresAt: ctx.authNow.add({ minutes: CHALLENGE_MINUTES }),
    },
    ctx.authNow,
  )

/** Consumes the challenge that a response answers; undefined when it is unknown, expired, or another holder's. */
async function consumeChallenge(ctx: TransactionContext, response: unknown, holder: PasskeyHolder, challengeId?: string): Promise<string | undefined> {
  const challenge = readChallenge(response)
  if (!challenge) return undefined
  const token = await findOpenFlow(ctx, challengeSecret(challenge), [flowPurpose(holder)])
  if (!token) return undefined
  const data = token.data as { userId?: string | null; challengeId?: string }
  if ('userId' in holder ? data.userId !== holder.userId : token.identityId !== holder.identityId) return undefined
  if (data.challengeId !== challengeId) return undefined
  await markFlowTokenUsed(ctx.tx, ctx.siteId, token.tokenHash, ctx.authNow)
  return challenge
}

function readChallenge(response: unknown): string | undefined {
  try {
    const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

type KnownCredentials = readonly Pick<Credential, 'id' | 'transports'>[]
const toDescriptors = (known: KnownCredentials) => known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }))

/** Options for the browser to create a passkey, excluding those that the person has. */
export async function createRegistrationOptions(
  ctx: TransactionContext,
  holder: PasskeyHolder,
  of: { id: string; name: string; rpName: string; known: KnownCredentials },
) {
  const options = await (await loadWebAuthn()).generateRegistrationOptions({
    rpName: of.rpName,
    rpID: rpId(ctx),
    userName: of.name,
    userID: new Uint8Array(Buffer.from(of.id)),
    attestationType: 'none',
    excludeCredentials: toDescriptors(of.known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(ctx, options.challenge, holder)
  return options
}

/** The credential of a valid registration response; undefined otherwise. Runs outside of transactions. */
export async function verifyRegistration(
  ctx: OwnTransactionContext,
  response: object,
  holder: PasskeyHolder,
): Promise<Omit<Credential, 'name' | 'createdAt' | 'lastUsedAt'> | undefined> {
  const expectedChallenge = await ctx.transaction((work) => consumeChallenge(work, response, holder))
  if (!expectedChallenge) return undefined
  const { verified, registrationInfo } = await (await loadWebAuthn())
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.requestOrigin,
      expectedRPID: rpId(ctx),
      requireUserVerification: true,
    })
    .catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter, transports } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: [...(transports ?? [])].slice(0, 8) }
}

/** Options for the browser to sign a challenge with one of these passkeys, or with any discoverable one. */
export async function createAuthenticationOptions(ctx: TransactionContext, holder: PasskeyHolder, known?: KnownCredentials, challengeId?: string) {
  const options = await (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    ...(known ? { allowCredentials: toDescriptors(known) } : {}),
  })
  await saveChallenge(ctx, options.challenge, holder, challengeId)
  return options
}

/** The passkey of a valid authentication response, with its new counter; undefined otherwise. Runs outside of transactions. */
export async function verifyAuthentication<Key extends Credential>(
  ctx: OwnTransactionContext,
  response: object,
  of: { holder: PasskeyHolder; find: (ctx: TransactionContext, id: string) => Promise<Key | undefined>; challengeId?: string | undefined },
): Promise<{ passkey: Key; counter: number } | undefined> {
  const { expectedChallenge, passkey } = await ctx.transaction(async (work) => ({
    expectedChallenge: await consumeChallenge(work, response, of.holder, of.challengeId),
    passkey: await of.find(work, String((response as { id?: unknown }).id ?? '')),
  }))
  if (!expectedChallenge || !passkey) return undefined
  const { verified, authenticationInfo } = await (await loadWebAuthn())
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.requestOrigin,
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
  return verified && authenticationInfo ? { passkey, counter: authenticationInfo.newCounter } : undefined
}

/** Challenge for a member's passkey as second step, in the form of the public API. */
export async function createPasskeyChallenge(ctx: TransactionContext, identityId: string) {
  const challengeId = ctx.newId()
  const options = await createAuthenticationOptions(ctx, { identityId }, await store.listPasskeys(ctx, identityId), challengeId)
  return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) }
}

/** Whether a passkey of this member signed their challenge. Runs outside of transactions. */
export async function verifyPasskeyChallenge(
  ctx: OwnTransactionContext,
  identityId: string,
  reply: { challengeId: string; credential: string },
): Promise<boolean> {
  let response: unknown
  try {
    response = JSON.parse(reply.credential)
  } catch {
    return false
  }
  if (typeof response !== 'object' || response === null) return false
  const signed = await verifyAuthentication(ctx, response, {
    holder: { identityId },
    find: async (work, id) => matchHolder(await store.passkeyById(work, id), identityId),
    challengeId: reply.challengeId,
  })
  if (!signed) return false
  await ctx.transaction((work) => store.recordPasskeyUse(work, signed.passkey.id, signed.counter, work.authNow))
  return true
}
const matchHolder = (passkey: store.PasskeyRow | undefined, identityId: string) => (passkey?.identityId === identityId ? passkey : undefined)
