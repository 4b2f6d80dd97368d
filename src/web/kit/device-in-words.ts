import { sayNow, words } from './words.ts'

const said = words(
  { on: (browser: string, system: string) => `${browser} on ${system}`, another: 'Another device' },
  { de: { on: (browser, system) => `${browser} auf ${system}`, another: 'Ein anderes Gerät' } },
)
/** "Firefox on Windows", as far as a browser says so. */
export function deviceInWords(userAgent: string): string {
  const browser = [
    ['Edg', 'Edge'],
    ['OPR', 'Opera'],
    ['Firefox', 'Firefox'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1]
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['Mac OS', 'Mac'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1]
  const t = sayNow(said)
  return browser && system ? t.on(browser, system) : (browser ?? system ?? t.another)
}
