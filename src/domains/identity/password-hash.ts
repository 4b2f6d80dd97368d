/** Hashes of passwords, made and checked off the event loop and never more than three at once. Source: guide identity 9.4; STACK (argon2id, 5 ms each). */
import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { normalPassword } from './rules/password.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** 2 is argon2id; the package declares its algorithms as a const enum, which cannot be read under isolated modules. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MOST_AT_ONCE = 3

let running = 0
const waiting: (() => void)[] = []

/** Waits for a free place; a burst of sign-ins must not starve everything else of memory and threads. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    // The place is handed on, so the count does not change while somebody waits.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalPassword(password), options))

let dummy: Promise<string> | undefined

/** Whether the password is right. Without a hash the same work is done in vain, so that the time says nothing. */
export async function passwordIsRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', options)
  const against = passwordHash ?? (await dummy)
  const right = await inTurn(() => matches(against, normalPassword(password)).catch(() => false))
  return right && passwordHash != null
}

const matches = (passwordHash: string, password: string): Promise<boolean> =>
  passwordHash.startsWith('$scrypt$') ? matchesScrypt(passwordHash, password) : verify(passwordHash, password)

/** Members that came from elsewhere may bring scrypt hashes: `$scrypt$ln=15,r=8,p=1$salt$hash`, both base64. */
async function matchesScrypt(passwordHash: string, password: string): Promise<boolean> {
  const [, , params = '', salt = '', expected = ''] = passwordHash.split('$')
  const of = Object.fromEntries(params.split(',').map((pair) => pair.split('='))) as Record<string, string>
  const [logN, r, p] = [Number(of.ln), Number(of.r), Number(of.p)]
  // Bounds keep a crafted hash from taking the machine.
  if (!(logN >= 1 && logN <= 17 && r >= 1 && r <= 16 && p >= 1 && p <= 4)) return false
  const wanted = Buffer.from(expected, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), wanted.length, { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r })
  return wanted.length >= 16 && timingSafeEqual(found, wanted)
}

/** Hashes that are weaker than today's are made anew at the next sign-in (guide: identity 9.4). */
export const isOutdatedHash = (passwordHash: string): boolean => !passwordHash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')
