/** reCAPTCHA, hCaptcha and Turnstile speak one language: a form with secret and response, an answer with `success`. */
import { reach } from '../reach/reach.ts'
import type { CaptchaProvider } from './port.ts'

export const siteVerifyAddresses = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const WAIT_MS = 5000
const LEAST_SCORE = 0.5

export const siteVerify = (address: string, secret: string): CaptchaProvider => ({
  async verify(token, { ip }) {
    try {
      const response = await reach(address, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
        signal: AbortSignal.timeout(WAIT_MS),
      })
      if (!response.ok) return 'UNREACHABLE'
      const answer = (await response.json()) as { success?: unknown; score?: unknown }
      return answer.success === true && (typeof answer.score !== 'number' || answer.score >= LEAST_SCORE) ? 'RIGHT' : 'WRONG'
    } catch {
      return 'UNREACHABLE'
    }
  },
})
