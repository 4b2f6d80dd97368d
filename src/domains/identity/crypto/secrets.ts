/** Generates random secrets, hashes them, and compares in constant time. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in URLs and cookies (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const SITE_BYTES = 16
const SITE_SECRET = /^[\w-]{64}$/

/** 256 random bits behind the id of a site, safe in URLs and cookies (64 characters): in a cluster its row is found on the node of the site. */
export const newSiteSecret = (siteId: string): string => Buffer.concat([Buffer.from(siteId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url')

/**
 * The site that a secret names, whether there is one or not; a prefix such as `JWS.` is passed over. Undefined for secrets without: those issued
 * before 0.3.0, and whatever people make up.
 */
export function readSiteOfSecret(secret: string): string | undefined {
  const text = secret.slice(secret.lastIndexOf('.') + 1)
  if (!SITE_SECRET.test(text)) return undefined
  const hex = Buffer.from(text, 'base64url').subarray(0, SITE_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** How a token is found: by its hash, on the site that it names. */
export interface TokenKey {
  tokenHash: string
  siteId?: string | undefined
}
export const toTokenKey = (secret: string): TokenKey => ({ tokenHash: hashSecret(secret), siteId: readSiteOfSecret(secret) })

/** The stored hash of a secret. Secrets are random, so an unsalted hash cannot be brute-forced. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Six digits for an email or text message. */
export const newCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** Constant-time comparison for texts of the same length. */
export function equalsConstantTime(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
