/** What counts as an e-mail address, and when two of them are the same. Source: guide identity 5.1, 5.7. */
import type { Violation } from '#kit/api/refusal.ts'

const LOCAL = /^[^\s@"(),:;<>[\\\]\u0000-\u001f]{1,64}$/u
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

export interface Email {
  /** As the person wrote it, trimmed. */
  address: string
  /** What addresses are compared by: lower case, domain in punycode. */
  key: string
}

/** Reads an address; undefined when it cannot be one. */
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

/** The domain as the network spells it (punycode, lower case); empty when it is none. */
function asciiDomain(domain: string): string {
  // A URL would read these as its own parts.
  if (/[/?#:@\\\s]/.test(domain)) return ''
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/** The address in the `loginId` of a request. */
export const readLoginEmail = (loginId: unknown): Email | undefined => readEmail((loginId as { email?: unknown } | null | undefined)?.email)

/** An address that is none; clients know it by its data (W6). */
export const emailViolation = (field = 'loginId.email'): Violation => ({
  field,
  description: 'must be a valid email address',
  violatedRule: 'FORMAT',
  data: { type: 'EMAIL' },
})
