/** Time zones as people call them: by their place, never by their id. */
import { currentMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  { time: (place: string) => `${place} time` },
  {
    de: { time: (place) => `Ortszeit ${place}` },
    fr: { time: (place) => (/^[AEIOU]/.test(place) ? `heure d’${place}` : `heure de ${place}`) },
    es: { time: (place) => `hora de ${place}` },
  },
)

/** "New York". */
export const zonePlace = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
/** "New York time". */
export const zoneName = (zone: string): string => (zone === 'UTC' ? zone : currentMessages(messages).time(zonePlace(zone)))
/** "New York (America)": where one of all is chosen. */
export function zoneChoice(zone: string): string {
  const regions = zone.split('/').slice(0, -1).join(', ').replaceAll('_', ' ')
  return regions ? `${zonePlace(zone)} (${regions})` : zonePlace(zone)
}
/** For a list of choices: each with its id, by place. */
export const toZoneChoices = (zones: Iterable<string>): { value: string; label: string }[] =>
  [...new Set(zones)].map((value) => ({ value, label: zoneChoice(value) })).sort((a, b) => a.label.localeCompare(b.label))
