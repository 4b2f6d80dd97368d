/** What is said of work on many things, by its kind. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export interface WorkTexts {
  running: string
  over: string
  /** When all of it was done. */
  all: (count: number) => string
  some: (count: number, total: number) => string
}
export const messages = defineDashboardMessages(
  {
    BOOKINGS_CHANGED: {
      CANCEL: {
        running: 'Cancelling bookings',
        over: 'Bookings cancelled',
        all: (count: number) => (count === 1 ? '1 booking cancelled' : `${count} bookings cancelled`),
        some: (count: number, total: number) => `${count} of ${total} bookings cancelled`,
      },
      CONFIRM: {
        running: 'Confirming bookings',
        over: 'Bookings confirmed',
        all: (count: number) => (count === 1 ? '1 booking confirmed' : `${count} bookings confirmed`),
        some: (count: number, total: number) => `${count} of ${total} bookings confirmed`,
      },
      DECLINE: {
        running: 'Declining requests',
        over: 'Requests declined',
        all: (count: number) => (count === 1 ? '1 request declined' : `${count} requests declined`),
        some: (count: number, total: number) => `${count} of ${total} requests declined`,
      },
      MARK_PAID: {
        running: 'Recording payments',
        over: 'Payments recorded',
        all: (count: number) => (count === 1 ? '1 payment recorded' : `${count} payments recorded`),
        some: (count: number, total: number) => `${count} of ${total} payments recorded`,
      },
      CHECK_IN: {
        running: 'Checking in bookings',
        over: 'Bookings checked in',
        all: (count: number) => (count === 1 ? '1 booking checked in' : `${count} bookings checked in`),
        some: (count: number, total: number) => `${count} of ${total} bookings checked in`,
      },
    } as Readonly<Record<string, WorkTexts>>,
    MEMBERS_CHANGED: {
      APPROVE: {
        running: 'Approving members',
        over: 'Members approved',
        all: (count: number) => (count === 1 ? '1 member approved' : `${count} members approved`),
        some: (count: number, total: number) => `${count} of ${total} members approved`,
      },
      BLOCK: {
        running: 'Blocking members',
        over: 'Members blocked',
        all: (count: number) => (count === 1 ? '1 member blocked' : `${count} members blocked`),
        some: (count: number, total: number) => `${count} of ${total} members blocked`,
      },
      DELETE: {
        running: 'Deleting members',
        over: 'Members deleted',
        all: (count: number) => (count === 1 ? '1 member deleted' : `${count} members deleted`),
        some: (count: number, total: number) => `${count} of ${total} members deleted`,
      },
      IMPORT: {
        running: 'Importing members',
        over: 'Members imported',
        all: (count: number) => (count === 1 ? '1 member imported' : `${count} members imported`),
        some: (count: number, total: number) => `${count} of ${total} members imported`,
      },
    } as Readonly<Record<string, WorkTexts>>,
    IMPORTED: {
      MEMBERS: {
        running: 'Importing members',
        over: 'Members imported',
        all: (count: number) => (count === 1 ? '1 member imported' : `${count} members imported`),
        some: (count: number, total: number) => `${count} of ${total} members imported`,
      },
      SERVICES: {
        running: 'Importing services',
        over: 'Services imported',
        all: (count: number) => (count === 1 ? '1 service imported' : `${count} services imported`),
        some: (count: number, total: number) => `${count} of ${total} services imported`,
      },
      PLANS: {
        running: 'Importing plans',
        over: 'Plans imported',
        all: (count: number) => (count === 1 ? '1 plan imported' : `${count} plans imported`),
        some: (count: number, total: number) => `${count} of ${total} plans imported`,
      },
      ORDERS: {
        running: 'Importing orders',
        over: 'Orders imported',
        all: (count: number) => (count === 1 ? '1 order imported' : `${count} orders imported`),
        some: (count: number, total: number) => `${count} of ${total} orders imported`,
      },
      BOOKINGS: {
        running: 'Importing bookings',
        over: 'Bookings imported',
        all: (count: number) => (count === 1 ? '1 booking imported' : `${count} bookings imported`),
        some: (count: number, total: number) => `${count} of ${total} bookings imported`,
      },
    } as Readonly<Record<string, WorkTexts>>,
    unknown: {
      running: 'Changing entries',
      over: 'Entries changed',
      all: (count: number) => (count === 1 ? '1 entry changed' : `${count} entries changed`),
      some: (count: number, total: number) => `${count} of ${total} entries changed`,
    },
  },
  {
    de: {
      BOOKINGS_CHANGED: {
        CANCEL: {
          running: 'Buchungen werden abgesagt',
          over: 'Buchungen abgesagt',
          all: (count) => (count === 1 ? '1 Buchung abgesagt' : `${count} Buchungen abgesagt`),
          some: (count, total) => `${count} von ${total} Buchungen abgesagt`,
        },
        CONFIRM: {
          running: 'Buchungen werden bestätigt',
          over: 'Buchungen bestätigt',
          all: (count) => (count === 1 ? '1 Buchung bestätigt' : `${count} Buchungen bestätigt`),
          some: (count, total) => `${count} von ${total} Buchungen bestätigt`,
        },
        DECLINE: {
          running: 'Anfragen werden abgelehnt',
          over: 'Anfragen abgelehnt',
          all: (count) => (count === 1 ? '1 Anfrage abgelehnt' : `${count} Anfragen abgelehnt`),
          some: (count, total) => `${count} von ${total} Anfragen abgelehnt`,
        },
        MARK_PAID: {
          running: 'Zahlungen werden vermerkt',
          over: 'Zahlungen vermerkt',
          all: (count) => (count === 1 ? '1 Zahlung vermerkt' : `${count} Zahlungen vermerkt`),
          some: (count, total) => `${count} von ${total} Zahlungen vermerkt`,
        },
        CHECK_IN: {
          running: 'Buchungen werden eingecheckt',
          over: 'Buchungen eingecheckt',
          all: (count) => (count === 1 ? '1 Buchung eingecheckt' : `${count} Buchungen eingecheckt`),
          some: (count, total) => `${count} von ${total} Buchungen eingecheckt`,
        },
      },
      MEMBERS_CHANGED: {
        APPROVE: {
          running: 'Mitglieder werden freigegeben',
          over: 'Mitglieder freigegeben',
          all: (count) => (count === 1 ? '1 Mitglied freigegeben' : `${count} Mitglieder freigegeben`),
          some: (count, total) => `${count} von ${total} Mitgliedern freigegeben`,
        },
        BLOCK: {
          running: 'Mitglieder werden gesperrt',
          over: 'Mitglieder gesperrt',
          all: (count) => (count === 1 ? '1 Mitglied gesperrt' : `${count} Mitglieder gesperrt`),
          some: (count, total) => `${count} von ${total} Mitgliedern gesperrt`,
        },
        DELETE: {
          running: 'Mitglieder werden gelöscht',
          over: 'Mitglieder gelöscht',
          all: (count) => (count === 1 ? '1 Mitglied gelöscht' : `${count} Mitglieder gelöscht`),
          some: (count, total) => `${count} von ${total} Mitgliedern gelöscht`,
        },
        IMPORT: {
          running: 'Mitglieder werden importiert',
          over: 'Mitglieder importiert',
          all: (count) => (count === 1 ? '1 Mitglied importiert' : `${count} Mitglieder importiert`),
          some: (count, total) => `${count} von ${total} Mitgliedern importiert`,
        },
      },
      IMPORTED: {
        MEMBERS: {
          running: 'Mitglieder werden importiert',
          over: 'Mitglieder importiert',
          all: (count) => (count === 1 ? '1 Mitglied importiert' : `${count} Mitglieder importiert`),
          some: (count, total) => `${count} von ${total} Mitgliedern importiert`,
        },
        SERVICES: {
          running: 'Angebote werden importiert',
          over: 'Angebote importiert',
          all: (count) => (count === 1 ? '1 Angebot importiert' : `${count} Angebote importiert`),
          some: (count, total) => `${count} von ${total} Angeboten importiert`,
        },
        PLANS: {
          running: 'Tarife werden importiert',
          over: 'Tarife importiert',
          all: (count) => (count === 1 ? '1 Tarif importiert' : `${count} Tarife importiert`),
          some: (count, total) => `${count} von ${total} Tarifen importiert`,
        },
        ORDERS: {
          running: 'Bestellungen werden importiert',
          over: 'Bestellungen importiert',
          all: (count) => (count === 1 ? '1 Bestellung importiert' : `${count} Bestellungen importiert`),
          some: (count, total) => `${count} von ${total} Bestellungen importiert`,
        },
        BOOKINGS: {
          running: 'Buchungen werden importiert',
          over: 'Buchungen importiert',
          all: (count) => (count === 1 ? '1 Buchung importiert' : `${count} Buchungen importiert`),
          some: (count, total) => `${count} von ${total} Buchungen importiert`,
        },
      },
      unknown: {
        running: 'Einträge werden geändert',
        over: 'Einträge geändert',
        all: (count) => (count === 1 ? '1 Eintrag geändert' : `${count} Einträge geändert`),
        some: (count, total) => `${count} von ${total} Einträgen geändert`,
      },
    },
  },
)
