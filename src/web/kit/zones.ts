/** A time zone as people call it: by its place, never by its id. */
import { zonePlace } from './days.ts'
import { currentMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  { time: (place: string) => `${place} time` },
  {
    de: { time: (place) => `Ortszeit ${place}` },
    fr: { time: (place) => (/^[AEIOU]/.test(place) ? `heure d’${place}` : `heure de ${place}`) },
    es: { time: (place) => `hora de ${place}` },
  },
)

/** "New York time". */
export const zoneName = (zone: string): string => (zone === 'UTC' ? zone : currentMessages(messages).time(zonePlace(zone)))
