/** Challenges for passkeys and what is signed with them: for the sign-in by passkey and for the second step of another. */
import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server'
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint } from '../crypto/secrets.ts'
import * as store from '../store/passkeys.ts'
import { insertFlowToken, lockFlowToken, markUsed } from '../store/sessions.ts'

const CHALLENGE_MINUTES = 5
/** Few sign-ins need it, and it takes long to load. */
export const webAuthn = () => import('@simplewebauthn/server')
export const rpId = (ctx: Ctx): string => new URL(ctx.origin).hostname

/** Challenges are answered once, by whom they were made for; `challengeId` names one that the caller has to name, too. */
export const keepChallenge = (ctx: Ctx, challenge: string, identityId?: string, challengeId?: string) =>
  insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(`passkey ${challenge}`),
      purpose: 'PASSKEY',
      ...(identityId ? { identityId } : {}),
      ...(challengeId ? { data: { challengeId } } : {}),
      expiresAt: ctx.authNow.add({ minutes: CHALLENGE_MINUTES }),
    },
    ctx.authNow,
  )

/** The challenge that a response answers, used up by it; undefined when it is none of ours, too old, or of somebody else. */
export async function takeChallenge(ctx: Ctx, response: unknown, identityId: string | null, challengeId?: string): Promise<string | undefined> {
  const challenge = challengeIn(response)
  if (!challenge) return undefined
  const token = await lockFlowToken(ctx.tx, fingerprint(`passkey ${challenge}`), ['PASSKEY'])
  if (!token || token.siteId !== ctx.siteId || token.usedAt || token.identityId !== identityId) return undefined
  if (token.expiresAt.epochMilliseconds <= ctx.authNow.epochMilliseconds) return undefined
  if ((token.data as { challengeId?: string } | null)?.challengeId !== challengeId) return undefined
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

/** The passkey that signed our challenge, with its new counter; undefined when anything about it is wrong. Runs outside of transactions. */
export async function signedBy(
  ctx: Ctx,
  response: object,
  of: { identityId: string | null; challengeId?: string | undefined },
): Promise<{ passkey: store.PasskeyRow; counter: number } | undefined> {
  const { expectedChallenge, passkey } = await ctx.write(async (work) => ({
    expectedChallenge: await takeChallenge(work, response, of.identityId, of.challengeId),
    passkey: await store.passkeyById(work.tx, work.siteId, String((response as { id?: unknown }).id ?? '')),
  }))
  if (!expectedChallenge || !passkey || (of.identityId !== null && passkey.identityId !== of.identityId)) return undefined
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
  return verified && authenticationInfo ? { passkey, counter: authenticationInfo.newCounter } : undefined
}

/** What a browser is asked when a passkey is to be the second step: one of the person's own, in the form of the public call. */
export async function passkeyChallenge(ctx: Ctx, identityId: string) {
  const known = await store.passkeysOf(ctx.tx, ctx.siteId, identityId)
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  })
  const challengeId = ctx.newId()
  await keepChallenge(ctx, options.challenge, identityId, challengeId)
  return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) }
}

/** Whether a passkey of this person signed the challenge they were sent. Runs outside of transactions. */
export async function passkeyProves(ctx: Ctx, identityId: string, answer: { challengeId: string; credential: string }): Promise<boolean> {
  let response: unknown
  try {
    response = JSON.parse(answer.credential)
  } catch {
    return false
  }
  if (typeof response !== 'object' || response === null) return false
  const signed = await signedBy(ctx, response, { identityId, challengeId: answer.challengeId })
  if (!signed) return false
  await ctx.write((work) => store.notePasskeyUse(work.tx, work.siteId, signed.passkey.id, signed.counter, work.authNow))
  return true
}
