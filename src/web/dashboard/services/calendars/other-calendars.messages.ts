import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    connecting: 'Connecting',
    reading: 'Reading',
    synced: 'Synced',
    unreadable: 'Can’t be read',
    disconnected: 'Disconnected',
    title: 'Other calendars',
    about: (name: string | undefined) =>
      `Clients can’t book ${name ?? 'you'} while another calendar says busy. Only the times are read for bookings; titles stay private.`,
    feedAbout: (name: string | undefined) => `Shows the bookings of ${name ?? 'you'} in any calendar, with first names only.`,
    askDisconnect: (calendar: string) => `Disconnect ${calendar}?`,
    disconnectCalendar: 'Disconnect calendar',
    wasDisconnected: (calendar: string) => `${calendar} disconnected.`,
    disconnectAbout: 'Its busy times are removed at once: clients can book these times again. Bookings already written into it stay there.',
    beingRead: 'The calendar is being read.',
    showsBookings: (provider: string) => `${provider} · shows bookings`,
    settingsOf: (calendar: string) => `Settings of ${calendar}`,
    settings: 'Settings',
    syncOf: (calendar: string) => `Sync now: ${calendar}`,
    sync: 'Sync now',
    disconnectOf: (calendar: string) => `Disconnect ${calendar}`,
  },
  {
    de: {
      connecting: 'Wird verbunden',
      reading: 'Wird gelesen',
      synced: 'Abgeglichen',
      unreadable: 'Nicht lesbar',
      disconnected: 'Getrennt',
      title: 'Andere Kalender',
      about: (name) =>
        `Kunden können nicht bei ${name ?? 'dir'} buchen, solange ein anderer Kalender „belegt“ sagt. Dafür werden nur die Zeiten gelesen; Titel bleiben privat.`,
      feedAbout: (name) =>
        name === undefined
          ? 'Zeigt deine Buchungen in jedem Kalender, nur mit Vornamen.'
          : `Zeigt die Buchungen von ${name} in jedem Kalender, nur mit Vornamen.`,
      askDisconnect: (calendar) => `„${calendar}“ trennen?`,
      disconnectCalendar: 'Kalender trennen',
      wasDisconnected: (calendar) => `„${calendar}“ getrennt.`,
      disconnectAbout: 'Seine belegten Zeiten entfallen sofort: Kunden können sie wieder buchen. Schon eingetragene Buchungen bleiben im Kalender.',
      beingRead: 'Der Kalender wird gelesen.',
      showsBookings: (provider) => `${provider} · zeigt Buchungen`,
      settingsOf: (calendar) => `Einstellungen von ${calendar}`,
      settings: 'Einstellungen',
      syncOf: (calendar) => `Jetzt abgleichen: ${calendar}`,
      sync: 'Jetzt abgleichen',
      disconnectOf: (calendar) => `${calendar} trennen`,
    },
  },
)
