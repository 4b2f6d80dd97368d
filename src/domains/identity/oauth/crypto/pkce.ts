/** PKCE for authorization codes. Source: guide identity §4.3, RFC 7636. */
import { createHash } from 'node:crypto'
import { equalsConstantTime } from '../../crypto/secrets.ts'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Whether a challenge is well-formed for S256; other methods are refused. */
export const isChallenge = (challenge: string | undefined, method: string | undefined): challenge is string =>
  method === 'S256' && challenge !== undefined && CHALLENGE.test(challenge)

/** The S256 challenge of a verifier. */
export const computeChallenge = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url')

/** Whether the challenge was derived from this verifier. */
export const matchesChallenge = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && equalsConstantTime(computeChallenge(verifier), challenge)
