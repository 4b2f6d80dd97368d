/** Validates email addresses and compares them. Source: guide identity §5.1, §5.7. */
import type { Violation } from '#kit/api/refusal.ts'

const LOCAL = /^[^\s@"(),:;<>[\\\]\u0000-\u001f]{1,64}$/u
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

export interface Email {
  /** As entered, trimmed. */
  address: string
  /** Key of comparison: lower case, domain in punycode. */
  key: string
}

/** Parses an address; undefined when invalid. */
export function readEmail(text: unknown): Email | undefined {
  if (typeof text !== 'string') return undefined
  const address = text.trim().normalize('NFC')
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > 254) return undefined
  const local = address.slice(0, at)
  const domain = asciiDomain(address.slice(at + 1))
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..') || !DOMAIN.test(domain)) return undefined
  return { address, key: `${local.toLowerCase()}@${domain}` }
}

/** The domain in punycode and lower case; empty when invalid. */
function asciiDomain(domain: string): string {
  // The URL parser would take these as its own delimiters.
  if (/[/?#:@\\\s]/.test(domain)) return ''
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/** The email in the `loginId` of a request. */
export const readLoginEmail = (loginId: unknown): Email | undefined => readEmail((loginId as { email?: unknown } | null | undefined)?.email)

/** The violation of an invalid email; clients recognize it by its data (W6). */
export const emailViolation = (field = 'loginId.email'): Violation => ({
  field,
  description: 'must be a valid email address',
  violatedRule: 'FORMAT',
  data: { type: 'EMAIL' },
})
