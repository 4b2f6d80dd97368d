/** Our own captcha: the browser solves a small sum (ALTCHA), no third party learns of the visit. */
import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaRequest, CaptchaProvider } from './port.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** About half a second of a telephone's time: 256 tries of this many rounds on average. */
const ROUNDS = 2000
const CHALLENGE_TTL_SECONDS = 120

export const createCaptchaChallenge = (secret: string, { siteId, now }: Pick<CaptchaRequest, 'siteId' | 'now'>): Promise<Challenge> =>
  createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    deriveKey,
    hmacSignatureSecret: secret,
    expiresAt: Math.floor(now.epochMilliseconds / 1000) + CHALLENGE_TTL_SECONDS,
    data: { siteId },
  })

function parsePayload(token: string): Payload | undefined {
  try {
    const value = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Partial<Payload> | null
    return value?.challenge?.parameters && value.solution ? (value as Payload) : undefined
  } catch {
    return undefined
  }
}

export const createProofOfWorkCaptcha = (secret: string): CaptchaProvider => ({
  async verify(token, { siteId, now }) {
    const payload = parsePayload(token)
    const parameters = payload?.challenge.parameters
    // The work below is bounded by our own challenges: a crafted one must not cost us work.
    if (!payload || !parameters || parameters.algorithm !== ALGORITHM || parameters.cost !== ROUNDS || parameters.data?.siteId !== siteId) return 'WRONG'
    if (!parameters.expiresAt || parameters.expiresAt * 1000 <= now.epochMilliseconds) return 'WRONG'
    const { verified } = await verifySolution({
      challenge: payload.challenge,
      solution: payload.solution,
      deriveKey,
      hmacSignatureSecret: secret,
    }).catch(() => ({ verified: false }))
    return verified ? 'RIGHT' : 'WRONG'
  },
})
