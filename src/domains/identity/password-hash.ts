/** Hashes of passwords, made and checked off the event loop and never more than three at once. Source: guide identity 9.4; STACK (argon2id, 5 ms each). */
import { hash, verify } from '@node-rs/argon2'
import { normalPassword } from './rules/password.ts'

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
  const right = await inTurn(() => verify(against, normalPassword(password)).catch(() => false))
  return right && passwordHash != null
}
