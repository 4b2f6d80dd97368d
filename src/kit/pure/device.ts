/** Devices, as far as a browser says what it is. */
import { type Language, said } from './languages.ts'

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const
const on = { message: '{browser} on {system}', de: '{browser} auf {system}' }

/** "Firefox on Windows" for a user agent; undefined when it names neither. */
export function deviceIn(userAgent: string, language: Language): string | undefined {
  const named = (known: readonly (readonly [mark: string, name: string])[]) => known.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  return browser && system ? said(on, language, { browser, system }) : (browser ?? system)
}
