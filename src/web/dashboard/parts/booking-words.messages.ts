/** Texts that several questions about bookings share. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const bookingWords = defineDashboardMessages(
  {
    keepBookings: 'Keep bookings',
    theClient: 'the client',
    theClients: (count: number) => `the clients of all ${count} bookings`,
    freed: (people: number) => (people === 1 ? 'The spot becomes available.' : `${people} spots become available.`),
  },
  {
    de: {
      keepBookings: 'Buchungen behalten',
      theClient: 'die Person',
      theClients: (count) => `die Kunden aller ${count} Buchungen`,
      freed: (people) => (people === 1 ? 'Der Platz wird frei.' : `${people} Plätze werden frei.`),
    },
  },
)
