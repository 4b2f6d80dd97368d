import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    plansTab: 'Plans and renewals',
    bookingsTab: 'Bookings and reminders',
    forecast: 'Forecast',
    title: 'Billing forecast',
    aboutBookings: 'What the coming days bring: bookings, payments to collect, sessions of plans, and emails that are sent on their own.',
    aboutPlans: 'Simulate the coming weeks to see which plans are charged, renewed or ended. No payments are taken and no emails are sent.',
    forecasts: 'Forecasts',
    steps: { day: '1 day', week: '1 week', month: '30 days', quarter: '90 days' },
    date: 'Forecast date',
    about: (plans: number, asOf: string, until: string) =>
      `${plans === 1 ? '1 active plan' : `${plans} active plans`}, as of ${asOf}. Available until ${until}.`,
    deleteAsk: 'Delete this forecast?',
    deleteMeans: 'Its results are removed. Your site isn’t affected.',
    deleteForecast: 'Delete forecast',
    deleted: 'Forecast deleted.',
    simulating: (day: string) => `Simulating until ${day}…`,
    progress: 'Progress',
    forward: 'Move forward',
    upTo: 'Or up to and including',
    move: 'Move',
    problems: (n: number) => `${n === 1 ? '1 task' : `${n} tasks`} failed in the simulation and would be retried on your site.`,
  },
  {
    de: {
      plansTab: 'Tarife und Verlängerungen',
      bookingsTab: 'Buchungen und Erinnerungen',
      forecast: 'Vorschau',
      title: 'Abrechnungsvorschau',
      aboutBookings: 'Was die nächsten Tage bringen: Buchungen, offene Zahlungen, Einheiten von Tarifen und E-Mails, die von selbst gesendet werden.',
      aboutPlans:
        'Spiel die nächsten Wochen durch und sieh, welche Tarife abgebucht, verlängert oder beendet werden. Es wird nichts abgebucht und keine E-Mail gesendet.',
      forecasts: 'Vorschauen',
      steps: { day: '1 Tag', week: '1 Woche', month: '30 Tage', quarter: '90 Tage' },
      date: 'Datum der Vorschau',
      about: (plans, asOf, until) => `${plans === 1 ? '1 laufender Tarif' : `${plans} laufende Tarife`}, Stand ${asOf}. Verfügbar bis ${until}.`,
      deleteAsk: 'Diese Vorschau löschen?',
      deleteMeans: 'Ihre Ergebnisse werden entfernt. Auf deiner Website ändert sich nichts.',
      deleteForecast: 'Vorschau löschen',
      deleted: 'Vorschau gelöscht.',
      simulating: (day) => `Wird bis ${day} durchgespielt …`,
      progress: 'Fortschritt',
      forward: 'Weitergehen',
      upTo: 'Oder bis einschließlich',
      move: 'Weitergehen',
      problems: (n) =>
        n === 1
          ? '1 Aufgabe ist in der Vorschau fehlgeschlagen und würde auf deiner Website wiederholt.'
          : `${n} Aufgaben sind in der Vorschau fehlgeschlagen und würden auf deiner Website wiederholt.`,
    },
  },
)
