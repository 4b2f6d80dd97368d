/**
 * The passwords that public leaks hold most often, in lower case. Source: `@zxcvbn-ts/language-common` (MIT), 49,233 of them,
 * 17,950 with at least eight characters. Unpacked when first asked (30 ms), for no start needs them.
 */
import { createRequire } from 'node:module'

let leaked: ReadonlySet<string> | undefined

/** Whether leaks hold the password. `plain` is in lower case. */
export function isLeaked(plain: string): boolean {
  leaked ??= new Set(
    (createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')).dictionary['passwords-common'],
  )
  return leaked.has(plain)
}
