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
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Another device')
}
