/** Hashes and verifies passwords off the event loop, at most three at a time. Source: guide identity §9.4. */
import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { detectHashFormat } from '#kit/pure/hash-format.ts'
import { createSemaphore } from '#kit/jobs/semaphore.ts'
import { normalizePassword } from './rules/password.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** 2 is argon2id; the package declares its algorithms as a const enum, which cannot be read under isolated modules. */
const full = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** `reduced` takes a hundredth of the time: thousands of people sign up in tests. */
const costs = { full, reduced: { ...full, memoryCost: 64, timeCost: 1 } }
let options = full
let dummyHash: Promise<string> | undefined

/** How dear hashes are from now on, for the process. */
export function setHashingCost(cost: keyof typeof costs): void {
  options = costs[cost]
  dummyHash = undefined
}

/** Limits concurrent hashing, so that a burst of sign-ins does not exhaust memory and threads. */
export const hashingSemaphore = createSemaphore(3)

/** An argon2id hash as a PHC string. */
export const hashPassword = (password: string): Promise<string> => hashingSemaphore(() => hash(normalizePassword(password), options))

/** Whether the password is right. Without a hash a dummy is verified, so that timing reveals nothing. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('a password that is never used', options)
  const against = passwordHash ?? (await dummyHash)
  const right = await hashingSemaphore(() => matchesHash(against, password).catch(() => false))
  return right && passwordHash != null
}

/** Own hashes are of the normalized password; imported ones of the password as entered, or normalized. */
async function matchesHash(passwordHash: string, password: string): Promise<boolean> {
  const normal = normalizePassword(password)
  if (!isOutdatedHash(passwordHash)) return verify(passwordHash, normal)
  if (await matchesImportedHash(passwordHash, password)) return true
  return normal !== password && matchesImportedHash(passwordHash, normal)
}

async function matchesImportedHash(passwordHash: string, password: string): Promise<boolean> {
  const form = detectHashFormat(passwordHash)
  if (form === undefined) return false
  if (form === 'bcrypt') return verifyBcrypt(password, passwordHash)
  return form === 'argon2' ? verify(passwordHash, password) : matchesScrypt(passwordHash, password)
}

/** `$scrypt$ln=15,r=8,p=1$salt$hash`, both base64. */
async function matchesScrypt(passwordHash: string, password: string): Promise<boolean> {
  const [, , params = '', salt = '', expected = ''] = passwordHash.split('$')
  const [logN, r, p] = params.split(',').map((pair) => Number(pair.split('=')[1])) as [number, number, number]
  const wanted = Buffer.from(expected, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), wanted.length, { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r })
  return wanted.length >= 16 && timingSafeEqual(found, wanted)
}

/** Whether a hash is weaker than the current parameters: it is replaced at the next sign-in. Source: guide identity §9.4. */
export const isOutdatedHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`)
