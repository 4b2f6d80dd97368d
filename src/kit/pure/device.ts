/** Device names from user agents. */
import { type Language, translate } from './languages.ts'

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
const browserOnSystem = { message: '{browser} on {system}', de: '{browser} auf {system}', fr: '{browser} sur {system}', es: '{browser} en {system}' }

/** "Firefox on Windows" for a user agent; undefined when it names neither. */
export function describeDevice(userAgent: string, language: Language): string | undefined {
  const findName = (names: readonly (readonly [mark: string, name: string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  return browser && system ? translate(browserOnSystem, language, { browser, system }) : (browser ?? system)
}
