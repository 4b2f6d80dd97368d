/** When a captcha is required, and how its token is read from a request. Source: guide identity §9.3. */
import type { CaptchaMode } from './settings.ts'

/** Recent failures of the account and of the caller's IP address. */
export interface RecentFailures {
  accountFailures: number
  addressFailures: number
  /** Sign-ups from this address within the hour. */
  addressSignUps: number
}
const SUSPICIOUS_ACCOUNT = 3
const SUSPICIOUS_ADDRESS = 10
const SIGN_UP_BURST = 5

/** Whether the mode asks for a captcha after these failures. */
export function isCaptchaRequired(mode: CaptchaMode, recent: RecentFailures): boolean {
  if (mode === 'OFF') return false
  return (
    mode === 'ALWAYS' || recent.accountFailures >= SUSPICIOUS_ACCOUNT || recent.addressFailures >= SUSPICIOUS_ADDRESS || recent.addressSignUps >= SIGN_UP_BURST
  )
}

const MAX_TOKEN_LENGTH = 5000
const names = ['Recaptcha', 'recaptcha', 'InvisibleRecaptcha', 'invisibleRecaptcha', 'NoCaptcha', 'noCaptcha'] as const
const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length <= MAX_TOKEN_LENGTH ? value : undefined)

/** The first non-empty token of a request; clients send several keys with one of them undefined. */
export function readCaptchaToken(tokens: unknown): string | undefined {
  for (const item of Array.isArray(tokens) ? tokens : []) {
    if (typeof item !== 'object' || item === null) continue
    const entry = item as Record<string, unknown>
    for (const name of names) {
      const token = readText(entry[name])
      if (token) return token
    }
    const named = entry.recaptchaForClientSiteKey ?? entry.RecaptchaForClientSiteKey
    const token = typeof named === 'object' && named !== null ? readText((named as Record<string, unknown>).token) : undefined
    if (token) return token
  }
  return undefined
}
