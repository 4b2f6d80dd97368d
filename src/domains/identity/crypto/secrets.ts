/** Generates random secrets, hashes them, and compares in constant time. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in URLs and cookies (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

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
