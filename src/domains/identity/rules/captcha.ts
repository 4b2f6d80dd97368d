/** When a captcha is asked for, and where its answer stands in a request. Source: guide identity 9.3. */
import type { CaptchaMode } from './settings.ts'

/** Failures of late, of the account and of the caller's address. */
export interface Suspicion {
  accountFailures: number
  addressFailures: number
  /** Sign-ups from this address within the hour. */
  addressSignUps: number
}
const SUSPICIOUS_ACCOUNT = 3
const SUSPICIOUS_ADDRESS = 10
const SIGN_UP_BURST = 5

export function captchaDue(mode: CaptchaMode, seen: Suspicion): boolean {
  if (mode === 'OFF') return false
  return mode === 'ALWAYS' || seen.accountFailures >= SUSPICIOUS_ACCOUNT || seen.addressFailures >= SUSPICIOUS_ADDRESS || seen.addressSignUps >= SIGN_UP_BURST
}

const LONGEST = 5000
const names = ['Recaptcha', 'recaptcha', 'InvisibleRecaptcha', 'invisibleRecaptcha', 'NoCaptcha', 'noCaptcha'] as const
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined)

/** The first non-empty token of a request; clients send several keys with one of them undefined. */
export function captchaTokenIn(tokens: unknown): string | undefined {
  for (const item of Array.isArray(tokens) ? tokens : []) {
    if (typeof item !== 'object' || item === null) continue
    const entry = item as Record<string, unknown>
    for (const name of names) {
      const token = textOf(entry[name])
      if (token) return token
    }
    const named = entry.recaptchaForClientSiteKey ?? entry.RecaptchaForClientSiteKey
    const token = typeof named === 'object' && named !== null ? textOf((named as Record<string, unknown>).token) : undefined
    if (token) return token
  }
  return undefined
}
