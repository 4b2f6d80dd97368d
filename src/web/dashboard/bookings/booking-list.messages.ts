/** What the tabs of the bookings are called, and what stands in an empty one. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const tabMessages = defineDashboardMessages(
  {
    upcoming: {
      label: 'Upcoming',
      list: 'Upcoming bookings',
      empty: 'No upcoming bookings',
      about: 'Bookings made on your site appear here. You can also add one yourself.',
    },
    requests: {
      label: 'Requests',
      list: 'Requests bookings',
      empty: 'No pending requests',
      about: 'Bookings for services that need your approval appear here.',
    },
    past: { label: 'Past', list: 'Past bookings', empty: 'No past bookings', about: 'Completed bookings appear here.' },
    cancelled: {
      label: 'Cancelled',
      list: 'Cancelled bookings',
      empty: 'No cancelled bookings',
      about: 'Cancelled and declined bookings appear here.',
    },
    waitlist: {
      label: 'Waitlist',
      list: 'Waitlist bookings',
      empty: 'No one on a waitlist',
      about: 'Clients waiting for a spot in a full class appear here.',
    },
  },
  {
    de: {
      upcoming: {
        label: 'Anstehend',
        list: 'Anstehende Buchungen',
        empty: 'Keine anstehenden Buchungen',
        about: 'Hier erscheinen die Buchungen von deiner Website. Du kannst auch selbst eine anlegen.',
      },
      requests: {
        label: 'Anfragen',
        list: 'Angefragte Buchungen',
        empty: 'Keine offenen Anfragen',
        about: 'Hier erscheinen Buchungen, die du erst bestätigen musst.',
      },
      past: { label: 'Vergangen', list: 'Vergangene Buchungen', empty: 'Keine vergangenen Buchungen', about: 'Hier erscheinen Buchungen, die vorbei sind.' },
      cancelled: {
        label: 'Abgesagt',
        list: 'Abgesagte Buchungen',
        empty: 'Keine abgesagten Buchungen',
        about: 'Hier erscheinen abgesagte und abgelehnte Buchungen.',
      },
      waitlist: {
        label: 'Warteliste',
        list: 'Buchungen auf Wartelisten',
        empty: 'Niemand auf einer Warteliste',
        about: 'Hier erscheinen alle, die auf einen Platz in einem vollen Kurs warten.',
      },
    },
  },
)
