/** What several parts of this screen say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const words = defineDashboardMessages(
  {
    checkIn: 'Check in',
    checkedIn: 'Checked in',
    noShow: 'No-show',
    checkInClient: (name: string) => `Check in ${name}`,
    upcoming: 'Upcoming sessions',
    until: (time: string) => `until ${time}`,
    filled: (people: number, capacity: number) => `${people} of ${capacity}`,
    spotsFilled: (people: number, capacity: number) => `${people} of ${capacity} spots filled`,
  },
  {
    de: {
      checkIn: 'Einchecken',
      checkedIn: 'Eingecheckt',
      noShow: 'Nicht erschienen',
      checkInClient: (name) => `${name} einchecken`,
      upcoming: 'Nächste Termine',
      until: (time) => `bis ${time}`,
      filled: (people, capacity) => `${people} von ${capacity}`,
      spotsFilled: (people, capacity) => `${people} von ${capacity} Plätzen belegt`,
    },
  },
)
