/** What several parts of this screen say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const words = defineDashboardMessages(
  {
    checkIn: 'Check in',
    upcoming: 'Upcoming sessions',
    until: (time: string) => `until ${time}`,
    filled: (people: number, capacity: number) => `${people} of ${capacity}`,
    spotsFilled: (people: number, capacity: number) => `${people} of ${capacity} spots filled`,
  },
  {
    de: {
      checkIn: 'Einchecken',
      upcoming: 'Nächste Termine',
      until: (time) => `bis ${time}`,
      filled: (people, capacity) => `${people} von ${capacity}`,
      spotsFilled: (people, capacity) => `${people} von ${capacity} Plätzen belegt`,
    },
  },
)
