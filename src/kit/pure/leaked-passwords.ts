/**
 * The passwords that public leaks hold most often, in lower case. Source: `@zxcvbn-ts/language-common` (MIT), 49,233 of them,
 * 17,950 with at least eight characters. Unpacked when first asked (30 ms), for no start needs them.
 */
import { createRequire } from 'node:module'

let leakedPasswords: ReadonlySet<string> | undefined

/** Whether leaks hold the password. `plain` is in lower case. */
export function isLeakedPassword(password: string): boolean {
  leakedPasswords ??= new Set(
    (createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')).dictionary['passwords-common'],
  )
  return leakedPasswords.has(password)
}
