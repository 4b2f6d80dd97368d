/** Texts of the check-in. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    title: 'Check-in',
    today: (day: string) => `Today, ${day}`,
    find: 'Name or code',
    scan: 'Scan',
    done: (name: string) => `${name} checked in.`,
    unknownCode: 'No booking found for this code.',
    already: (name: string) => `${name} is already checked in.`,
    allToday: 'All of today',
    toRoster: 'Back to roster',
    toDashboard: 'Back to dashboard',
    offline: 'No connection',
    waiting: (count: number) =>
      count === 1
        ? '1 check-in is waiting and will be sent when the connection is back. You can go on.'
        : `${count} check-ins are waiting and will be sent when the connection is back. You can go on.`,
    refused: (name: string) => `${name} was not checked in`,
    dismiss: 'Dismiss',
    noneFound: 'No one found',
    showAll: 'Show everyone',
    noneFoundHint: 'Check the spelling, or look under another name.',
    none: 'No one is expected',
    noneHint: 'Clients with a booking appear here, with one button to check them in.',
  },
  {
    de: {
      title: 'Check-in',
      today: (day) => `Heute, ${day}`,
      find: 'Name oder Code',
      scan: 'Scannen',
      done: (name) => `${name} ist eingecheckt.`,
      unknownCode: 'Zu diesem Code gibt es keine Buchung.',
      already: (name) => `${name} ist schon eingecheckt.`,
      allToday: 'Alles von heute',
      toRoster: 'Zur Teilnehmerliste',
      toDashboard: 'Zum Dashboard',
      offline: 'Keine Verbindung',
      waiting: (count) =>
        count === 1
          ? '1 Check-in wartet und wird gesendet, sobald die Verbindung wieder da ist. Du kannst weitermachen.'
          : `${count} Check-ins warten und werden gesendet, sobald die Verbindung wieder da ist. Du kannst weitermachen.`,
      refused: (name) => `${name} wurde nicht eingecheckt`,
      dismiss: 'Ausblenden',
      noneFound: 'Niemand gefunden',
      showAll: 'Alle zeigen',
      noneFoundHint: 'Prüfe die Schreibweise oder such unter einem anderen Namen.',
      none: 'Niemand wird erwartet',
      noneHint: 'Hier erscheinen alle mit einer Buchung; eingecheckt wird mit einem Knopf.',
    },
  },
)
