/** Random secrets, their fingerprints, and comparing them without telling how much was right. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in URLs and cookies (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored instead of a secret. The secrets are random, so a plain hash cannot be reversed by guessing. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Six digits for a letter. */
export const newCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** Equality in constant time for texts of the same length. */
export function equalsConstantTime(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
