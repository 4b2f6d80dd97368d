/** No matcher looks at the type of what is expected of: one type for all of them, instead of all its members anew for each of thousands. */
import 'vitest'

declare module 'vitest' {
  interface ExpectStatic {
    (actual: unknown, message?: string): Assertion<unknown>
  }
}
