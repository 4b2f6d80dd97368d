/** Challenges for passkeys and what is signed with them, of members and of dashboard users: for the sign-in by passkey and for the second step of another. */
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint } from '../crypto/secrets.ts'
import * as store from '../store/passkeys.ts'
import type { Credential } from '../store/passkeys.ts'
import { insertFlowToken, markUsed } from '../store/sessions.ts'
import { openFlow } from './open-flow.ts'

const CHALLENGE_MINUTES = 5
/** Few sign-ins need it, and it takes long to load. */
const webAuthn = () => import('@simplewebauthn/server')
const rpId = (ctx: Ctx): string => new URL(ctx.requestOrigin).hostname

/** For whom a challenge is: a member, a dashboard user, or whoever holds a passkey of ours (null). */
export type Holder = { identityId: string | null } | { userId: string | null }
const purposeOf = (holder: Holder) => ('userId' in holder ? ('OWNER_PASSKEY' as const) : ('PASSKEY' as const))

/** The browser shows the challenge to its person's device only, but it is no secret like a token: it is never mistaken for one. */
const secretOf = (challenge: string): string => `passkey ${challenge}`

/** Challenges are answered once, by whom they were made for; `challengeId` names one that the caller has to name, too. */
const keepChallenge = (ctx: Ctx, challenge: string, holder: Holder, challengeId?: string) =>
  insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(secretOf(challenge)),
      purpose: purposeOf(holder),
      ...('identityId' in holder && holder.identityId ? { identityId: holder.identityId } : {}),
      data: { ...('userId' in holder ? { userId: holder.userId } : {}), ...(challengeId ? { challengeId } : {}) },
      expiresAt: ctx.authNow.add({ minutes: CHALLENGE_MINUTES }),
    },
    ctx.authNow,
  )

/** The challenge that a response answers, used up by it; undefined when it is none of ours, too old, or of somebody else. */
async function takeChallenge(ctx: Ctx, response: unknown, holder: Holder, challengeId?: string): Promise<string | undefined> {
  const challenge = challengeIn(response)
  if (!challenge) return undefined
  const token = await openFlow(ctx, secretOf(challenge), [purposeOf(holder)])
  if (!token) return undefined
  const data = token.data as { userId?: string | null; challengeId?: string }
  if ('userId' in holder ? data.userId !== holder.userId : token.identityId !== holder.identityId) return undefined
  if (data.challengeId !== challengeId) return undefined
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

type Known = readonly Pick<Credential, 'id' | 'transports'>[]
const named = (known: Known) => known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }))

/** What a browser needs to make a passkey for this person that is none of those they have. */
export async function registrationOptions(ctx: Ctx, holder: Holder, of: { id: string; name: string; house: string; known: Known }) {
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: of.house,
    rpID: rpId(ctx),
    userName: of.name,
    userID: new Uint8Array(Buffer.from(of.id)),
    attestationType: 'none',
    excludeCredentials: named(of.known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(ctx, options.challenge, holder)
  return options
}

/** The credential that a browser made for our challenge; undefined when anything about it is wrong. Runs outside of transactions. */
export async function registered(ctx: Ctx, response: object, holder: Holder): Promise<Omit<Credential, 'name' | 'createdAt' | 'lastUsedAt'> | undefined> {
  const expectedChallenge = await ctx.write((work) => takeChallenge(work, response, holder))
  if (!expectedChallenge) return undefined
  const { verified, registrationInfo } = await (await webAuthn())
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

/** What a browser is asked to sign: with one of these passkeys, or with any it holds for this site. */
export async function signingOptions(ctx: Ctx, holder: Holder, known?: Known, challengeId?: string) {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    ...(known ? { allowCredentials: named(known) } : {}),
  })
  await keepChallenge(ctx, options.challenge, holder, challengeId)
  return options
}

/** The passkey that signed our challenge, with its new counter; undefined when anything about it is wrong. Runs outside of transactions. */
export async function signedBy<Key extends Credential>(
  ctx: Ctx,
  response: object,
  of: { holder: Holder; find: (ctx: Ctx, id: string) => Promise<Key | undefined>; challengeId?: string | undefined },
): Promise<{ passkey: Key; counter: number } | undefined> {
  const { expectedChallenge, passkey } = await ctx.write(async (work) => ({
    expectedChallenge: await takeChallenge(work, response, of.holder, of.challengeId),
    passkey: await of.find(work, String((response as { id?: unknown }).id ?? '')),
  }))
  if (!expectedChallenge || !passkey) return undefined
  const { verified, authenticationInfo } = await (await webAuthn())
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

/** What a browser is asked when a passkey is to be the second step of a member: one of the person's own, in the form of the public call. */
export async function passkeyChallenge(ctx: Ctx, identityId: string) {
  const challengeId = ctx.newId()
  const options = await signingOptions(ctx, { identityId }, await store.passkeysOf(ctx.tx, ctx.siteId, identityId), challengeId)
  return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) }
}

/** Whether a passkey of this member signed the challenge they were sent. Runs outside of transactions. */
export async function passkeyProves(ctx: Ctx, identityId: string, answer: { challengeId: string; credential: string }): Promise<boolean> {
  let response: unknown
  try {
    response = JSON.parse(answer.credential)
  } catch {
    return false
  }
  if (typeof response !== 'object' || response === null) return false
  const signed = await signedBy(ctx, response, {
    holder: { identityId },
    find: async (work, id) => ofMember(await store.passkeyById(work.tx, work.siteId, id), identityId),
    challengeId: answer.challengeId,
  })
  if (!signed) return false
  await ctx.write((work) => store.notePasskeyUse(work.tx, work.siteId, signed.passkey.id, signed.counter, work.authNow))
  return true
}
const ofMember = (passkey: store.PasskeyRow | undefined, identityId: string) => (passkey?.identityId === identityId ? passkey : undefined)
