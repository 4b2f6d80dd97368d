/** Texts of the first screen. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    title: 'Today',
    hello: (name: string) => `Hello, ${name}`,
    about: (day: string, zone: string) => `${day} · times in ${zone}`,
    openCalendar: 'Open calendar',
    caughtUp: 'You’re all caught up',
    needsAttention: 'Needs your attention',
    /** Their number stands before them. */
    waiting: {
      requests: (count: number): string => (count === 1 ? 'booking request' : 'booking requests'),
      timeOff: (count: number): string => (count === 1 ? 'request for time off' : 'requests for time off'),
      brokenCalendars: (count: number): string => (count === 1 ? 'calendar that can’t be read' : 'calendars that can’t be read'),
      approvals: (count: number): string => (count === 1 ? 'member to approve' : 'members to approve'),
      unpaidBookings: (count: number): string => (count === 1 ? 'unpaid past booking' : 'unpaid past bookings'),
      unpaidOrders: (count: number): string => (count === 1 ? 'unpaid subscription' : 'unpaid subscriptions'),
      failedPayments: (count: number): string => (count === 1 ? 'failed payment of a subscription' : 'failed payments of subscriptions'),
      waitlist: (count: number): string => (count === 1 ? 'person on a waitlist who would fit in now' : 'people on waitlists who would fit in now'),
      intakes: (count: number): string =>
        count === 1 ? 'client due within 7 days has not filled in the intake form' : 'clients due within 7 days have not filled in the intake form',
      reports: (count: number): string => (count === 1 ? 'reported member' : 'reported members'),
      money: (count: number): string => (count === 1 ? 'payment to review' : 'payments to review'),
      failedEmails: (count: number): string => (count === 1 ? 'failed email' : 'failed emails'),
    },
    noSessions: 'No sessions after today',
    viewServices: 'View services',
    noSessionsAbout: 'Upcoming appointments and classes appear here.',
  },
  {
    de: {
      title: 'Heute',
      hello: (name) => `Hallo, ${name}`,
      about: (day, zone) => `${day} · Zeitzone ${zone}`,
      openCalendar: 'Kalender öffnen',
      caughtUp: 'Alles erledigt',
      needsAttention: 'Das wartet auf dich',
      waiting: {
        requests: (count) => (count === 1 ? 'Buchungsanfrage' : 'Buchungsanfragen'),
        timeOff: (count) => (count === 1 ? 'Antrag auf Abwesenheit' : 'Anträge auf Abwesenheit'),
        brokenCalendars: (count) => (count === 1 ? 'Kalender, der sich nicht lesen lässt' : 'Kalender, die sich nicht lesen lassen'),
        approvals: (count) => (count === 1 ? 'Mitglied wartet auf Freigabe' : 'Mitglieder warten auf Freigabe'),
        unpaidBookings: (count) => (count === 1 ? 'vergangene Buchung ist unbezahlt' : 'vergangene Buchungen sind unbezahlt'),
        unpaidOrders: (count) => (count === 1 ? 'unbezahltes Abo' : 'unbezahlte Abos'),
        failedPayments: (count) => (count === 1 ? 'fehlgeschlagene Zahlung für ein Abo' : 'fehlgeschlagene Zahlungen für Abos'),
        waitlist: (count) => (count === 1 ? 'Person auf einer Warteliste hätte jetzt Platz' : 'Personen auf Wartelisten hätten jetzt Platz'),
        intakes: (count) =>
          count === 1
            ? 'Person mit Termin in den nächsten 7 Tagen hat das Formular noch nicht ausgefüllt'
            : 'Personen mit Termin in den nächsten 7 Tagen haben das Formular noch nicht ausgefüllt',
        reports: (count) => (count === 1 ? 'gemeldetes Mitglied' : 'gemeldete Mitglieder'),
        money: (count) => (count === 1 ? 'Zahlung zu prüfen' : 'Zahlungen zu prüfen'),
        failedEmails: (count) => (count === 1 ? 'fehlgeschlagene E-Mail' : 'fehlgeschlagene E-Mails'),
      },
      noSessions: 'Nach heute keine Termine',
      viewServices: 'Angebote ansehen',
      noSessionsAbout: 'Hier erscheinen die nächsten Termine und Kurse.',
    },
  },
)
