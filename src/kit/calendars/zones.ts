/** Zones of iCalendar files: IANA names, the names of Windows, and those that a file defines itself. Source: RFC 5545 §3.6.5. */
import { dayMs, isZone, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { type Component, findProperty, listProperties } from './content-lines.ts'
import { expandRule } from './recurrence.ts'

/** Wall-clock time, counted as if in UTC, to the instant. */
export type ToInstant = (wall: number) => number

/** `20270601T100000` or `20270601`, as wall-clock milliseconds; undefined when it is none. */
export function parseWall(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?Z?)?$/.exec(text.trim())
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  const local = parseLocal(`${year}-${month}-${day}T${hour}:${minute}`)
  return local === undefined ? undefined : local + Math.min(Number(second), 59) * 1000
}

/** Zones that mail programs name in the words of Windows, without defining them. As in windowsZones of Unicode CLDR. */
const windowsZones: Readonly<Record<string, string>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Egypt Standard Time': 'Africa/Cairo',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Arabian Standard Time': 'Asia/Dubai',
  'India Standard Time': 'Asia/Kolkata',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'W. Australia Standard Time': 'Australia/Perth',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Atlantic Standard Time': 'America/Halifax',
  'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  UTC: 'UTC',
}

function parseOffset(text: string | undefined): number {
  const match = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text?.trim() ?? '')
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000)
}

/** Onsets of the observances of a VTIMEZONE up to a wall-clock time: from each on its offset counts. */
function listOnsets(zone: Component, until: number): { at: number; offset: number }[] {
  return zone.components
    .flatMap((observance) => {
      const start = parseWall(findProperty(observance, 'DTSTART')?.value ?? '')
      if (start === undefined) return []
      const offset = parseOffset(findProperty(observance, 'TZOFFSETTO')?.value)
      const rule = findProperty(observance, 'RRULE')?.value
      const dates = listProperties(observance, 'RDATE').flatMap(({ value }) => value.split(',').flatMap((one) => parseWall(one) ?? []))
      const starts = [start, ...dates, ...(rule ? expandRule(rule, start, Math.max(start, until - 3 * 366 * dayMs), until) : [])]
      return starts.map((at) => ({ at, offset }))
    })
    .sort((a, b) => a.at - b.at)
}

/** A zone that the file defines. Times in a gap move forward, as with IANA zones. */
function fromDefinition(zone: Component, until: number): ToInstant {
  const onsets = listOnsets(zone, until)
  const first = zone.components.map((one) => parseOffset(findProperty(one, 'TZOFFSETFROM')?.value))[0] ?? 0
  return (wall) => wall - (onsets.findLast((one) => one.at <= wall)?.offset ?? first)
}

/** `until`: the last wall-clock time that will be asked for. */
export function createZones(calendar: Component, businessZone: string, until: number): (tzid: string | undefined) => ToInstant {
  const known = new Map<string, ToInstant>()
  const find = (tzid: string): ToInstant => {
    const name = isZone(tzid) ? tzid : windowsZones[tzid]
    if (name) return zoneOffsets(name).toInstant
    const definition = calendar.components.find((one) => one.name === 'VTIMEZONE' && findProperty(one, 'TZID')?.value.trim() === tzid)
    return definition ? fromDefinition(definition, until) : zoneOffsets(businessZone).toInstant
  }
  return (tzid) => {
    const key = tzid ?? businessZone
    const toInstant = known.get(key) ?? find(key)
    known.set(key, toInstant)
    return toInstant
  }
}
