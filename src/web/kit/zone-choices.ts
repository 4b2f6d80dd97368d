/** Time zones where one of all is chosen: by place, and with the region after it. */
import { zonePlace } from './days.ts'

/** "New York (America)". */
function zoneChoice(zone: string): string {
  const regions = zone.split('/').slice(0, -1).join(', ').replaceAll('_', ' ')
  return regions ? `${zonePlace(zone)} (${regions})` : zonePlace(zone)
}
/** For a list of choices: each with its id, by place. */
export const toZoneChoices = (zones: Iterable<string>): { value: string; label: string }[] =>
  [...new Set(zones)].map((value) => ({ value, label: zoneChoice(value) })).sort((a, b) => a.label.localeCompare(b.label))
