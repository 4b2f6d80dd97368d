/** reCAPTCHA, hCaptcha and Turnstile speak one language: a form with secret and response, an answer with `success`. */
import { fetchPublic } from '../http/fetch-public.ts'
import type { CaptchaProvider } from './port.ts'

export const siteVerifyUrls = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const TIMEOUT_MS = 5000
const MIN_SCORE = 0.5

export const createSiteVerifyCaptcha = (url: string, secret: string): CaptchaProvider => ({
  async verify(token, { ip }) {
    try {
      const response = await fetchPublic(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) return 'UNREACHABLE'
      const result = (await response.json()) as { success?: unknown; score?: unknown }
      return result.success === true && (typeof result.score !== 'number' || result.score >= MIN_SCORE) ? 'RIGHT' : 'WRONG'
    } catch {
      return 'UNREACHABLE'
    }
  },
})
