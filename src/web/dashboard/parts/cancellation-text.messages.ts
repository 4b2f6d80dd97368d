/** Sentences about what cancelling does to money, plan sessions and people. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    refunded: (amount: string) => `${amount} refunded`,
    notRefunded: (amount: string) => `${amount} paid by card, not refunded automatically`,
    returned: (count: number) => (count === 1 ? '1 plan session returned' : `${count} plan sessions returned`),
    nothing: 'nothing refunded',
    noEmail: 'no email address',
    feeKept: 'It is kept from what was paid. Refund the rest from the booking.',
    feeOwed: 'No card is saved: it is noted on the booking as owed.',
    feeSplit: (covered: string, open: string) => `${covered} is kept from what was paid, the saved card is charged ${open}.`,
    feeByCard: 'The saved card is charged now.',
    settled: {
      KEPT: (count: number) => `${count} kept from what was paid`,
      CARD: (count: number) => `${count} charged to a saved card`,
      OWED: (count: number) => `${count} noted as owed`,
    },
    fees: (totals: readonly string[], ways: string) => `${totals.join(' and ')} in all: ${ways}.`,
    allRefunded: (totals: readonly string[]) => `${totals.join(' and ')} refunded`,
    reachable: (count: number, all: number) => `${count} of ${all} can be emailed`,
    sum: (count: number, parts: string) => (count === 1 ? `1 booking: ${parts}.` : `${count} bookings: ${parts}.`),
  },
  {
    de: {
      people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
      refunded: (amount) => `${amount} erstattet`,
      notRefunded: (amount) => `${amount} mit Karte bezahlt, nicht automatisch erstattet`,
      returned: (count) => (count === 1 ? '1 Besuch gutgeschrieben' : `${count} Besuche gutgeschrieben`),
      nothing: 'nichts erstattet',
      noEmail: 'keine E-Mail-Adresse',
      feeKept: 'Sie wird vom Bezahlten einbehalten. Den Rest kannst du in der Buchung erstatten.',
      feeOwed: 'Es ist keine Karte gespeichert: Sie wird in der Buchung als offen vermerkt.',
      feeSplit: (covered, open) => `${covered} werden vom Bezahlten einbehalten, ${open} von der gespeicherten Karte abgebucht.`,
      feeByCard: 'Die gespeicherte Karte wird jetzt belastet.',
      settled: {
        KEPT: (count) => `${count} vom Bezahlten einbehalten`,
        CARD: (count) => `${count} von einer gespeicherten Karte abgebucht`,
        OWED: (count) => `${count} als offen vermerkt`,
      },
      fees: (totals, ways) => `Insgesamt ${totals.join(' und ')}: ${ways}.`,
      allRefunded: (totals) => `${totals.join(' und ')} erstattet`,
      reachable: (count, all) => `${count} von ${all} per E-Mail erreichbar`,
      sum: (count, parts) => (count === 1 ? `1 Buchung: ${parts}.` : `${count} Buchungen: ${parts}.`),
    },
  },
)
