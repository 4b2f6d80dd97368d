/** The first instant of a day in a zone; where the clock skips midnight, the first one there is. */
export function startOfDay(day: string, zone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  const toWallTime = (at: number) => Date.parse(`${format.format(at).replace(', ', 'T')}Z`)
  const wanted = Date.parse(`${day}T00:00:00Z`)
  // Twice: the offset of the guess may be that of the day before a change of the clock.
  const first = wanted - (toWallTime(wanted) - wanted)
  return new Date(first - (toWallTime(first) - wanted)).toISOString()
}
