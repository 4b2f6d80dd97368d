/** Texts of the list of failed payments. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    waitsFor: {
      CHECKING: 'Checking',
      ON_HOLD: 'Disputed, needs your decision',
      PAUSED: 'Paused',
      RETRY: 'Retrying',
      BUYER: 'Needs a new card',
    } as Readonly<Record<string, string>>,
    retryOn: (day: string) => `Retry on ${day}`,
    what: { one: 'failed payment', many: 'failed payments' },
    none: 'No failed payments',
    noneHint: 'We retry declined renewals after 1, 3, 5 and 7 days and ask the member for another card. They appear here until they are paid.',
    list: 'Failed payments',
    one: 'Failed payment',
    row: (amount: string, name: string) => `${amount} from ${name}`,
    dueOn: (day: string) => `due ${day}`,
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    endsUnpaid: (day: string) => `plan ends ${day} if unpaid`,
    retryAsk: 'Retry payment?',
    retryEffect: (amount: string, name: string) => `${amount} will be charged to ${name}’s card now. If it is declined, the retry schedule doesn’t change.`,
    retry: 'Retry',
    retried: 'Retry started. The result will appear shortly.',
    retryNow: 'Retry now',
  },
  {
    de: {
      waitsFor: {
        CHECKING: 'Wird geprüft',
        ON_HOLD: 'Angefochten, du entscheidest',
        PAUSED: 'Pausiert',
        RETRY: 'Neuer Versuch folgt',
        BUYER: 'Braucht eine neue Karte',
      },
      retryOn: (day) => `Neuer Versuch am ${day}`,
      what: { one: 'Zahlung', many: 'Zahlungen' },
      none: 'Keine fehlgeschlagenen Zahlungen',
      noneHint:
        'Abgelehnte Verlängerungen versuchen wir nach 1, 3, 5 und 7 Tagen erneut und bitten das Mitglied um eine andere Karte. Sie stehen hier, bis sie bezahlt sind.',
      list: 'Fehlgeschlagene Zahlungen',
      one: 'Fehlgeschlagene Zahlung',
      row: (amount, name) => `${amount} von ${name}`,
      dueOn: (day) => `fällig am ${day}`,
      attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
      endsUnpaid: (day) => `Tarif endet am ${day}, falls unbezahlt`,
      retryAsk: 'Zahlung erneut versuchen?',
      retryEffect: (amount, name) =>
        `Die Karte von ${name} wird jetzt mit ${amount} belastet. Wird sie abgelehnt, bleiben die geplanten Versuche, wie sie sind.`,
      retry: 'Erneut versuchen',
      retried: 'Der Versuch läuft. Das Ergebnis steht gleich hier.',
      retryNow: 'Jetzt erneut versuchen',
    },
  },
)
