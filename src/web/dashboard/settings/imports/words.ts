/** What the import calls things. */
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Tone } from '../../parts/list.tsx'

const messages = defineDashboardMessages(
  {
    kinds: {
      MEMBERS: {
        label: 'Members',
        one: 'member',
        many: 'members',
        about:
          'People with name, phone, birthday and your own fields. They sign in with “Forgot password”, or with the password they had if you bring its hash.',
      },
      SERVICES: {
        label: 'Services',
        one: 'service',
        many: 'services',
        about: 'Appointments, classes and courses with length, price and places. Add the dates of classes in the calendar afterwards.',
      },
      PLANS: {
        label: 'Plans',
        one: 'plan',
        many: 'plans',
        about: 'Price, billing and how long they last. Choose afterwards which services each plan pays for.',
      },
      ORDERS: {
        label: 'Subscriptions',
        one: 'subscription',
        many: 'subscriptions',
        about: 'Memberships and passes that run on, each with its next payment. They come as paid in person: cards don’t move with a file.',
      },
      BOOKINGS: {
        label: 'Bookings',
        one: 'booking',
        many: 'bookings',
        about: 'Future bookings. Each takes a real place; what no longer fits is reported. Past ones stay in the old system.',
      },
    } as Record<Kind, KindWords>,
    otherSystem: 'Another system, or a table of my own',
    receiving: 'Uploading',
    ready: 'Not started',
    running: 'Importing',
    finished: 'Done',
    canceled: 'Cancelled',
    rows: (count: number, written: string) => (count === 1 ? '1 row' : `${written} rows`),
    created: (count: string) => `${count} new`,
    updated: (count: string) => `${count} updated`,
    skipped: (count: string) => `${count} skipped`,
    failed: (count: string) => `${count} failed`,
    nothingYet: 'nothing yet',
  },
  {
    de: {
      kinds: {
        MEMBERS: {
          label: 'Mitglieder',
          one: 'Mitglied',
          many: 'Mitglieder',
          about:
            'Personen mit Name, Telefon, Geburtstag und deinen eigenen Feldern. Sie melden sich über „Passwort vergessen“ an, oder mit ihrem bisherigen Passwort, wenn die Datei dessen Hash enthält.',
        },
        SERVICES: {
          label: 'Angebote',
          one: 'Angebot',
          many: 'Angebote',
          about: 'Termine, Kurse und Kursreihen mit Dauer, Preis und Plätzen. Trage die Termine der Kurse danach im Kalender ein.',
        },
        PLANS: { label: 'Tarife', one: 'Tarif', many: 'Tarife', about: 'Preis, Abrechnung und Laufzeit. Wähle danach, für welche Angebote ein Tarif gilt.' },
        ORDERS: {
          label: 'Abos',
          one: 'Abo',
          many: 'Abos',
          about:
            'Laufende Mitgliedschaften und Karten, jeweils mit der nächsten Zahlung. Sie gelten als vor Ort bezahlt: Kreditkarten ziehen mit einer Datei nicht um.',
        },
        BOOKINGS: {
          label: 'Buchungen',
          one: 'Buchung',
          many: 'Buchungen',
          about: 'Künftige Buchungen. Jede belegt einen echten Platz; was nicht mehr passt, wird gemeldet. Vergangene bleiben im alten System.',
        },
      },
      otherSystem: 'Anderes System oder eigene Tabelle',
      receiving: 'Wird hochgeladen',
      ready: 'Nicht gestartet',
      running: 'Wird importiert',
      finished: 'Fertig',
      canceled: 'Abgebrochen',
      rows: (count, written) => (count === 1 ? '1 Zeile' : `${written} Zeilen`),
      created: (count) => `${count} neu`,
      updated: (count) => `${count} aktualisiert`,
      skipped: (count) => `${count} übersprungen`,
      failed: (count) => `${count} fehlgeschlagen`,
      nothingYet: 'noch nichts',
    },
  },
)
const text = currentMessages(messages)

export type Import = ReplyOf<'imports.getImport'>['import']
export type Kind = Import['kind']
export type Preview = ReplyOf<'imports.previewImport'>

interface KindWords {
  label: string
  one: string
  many: string
  about: string
}
export const kindWords: Readonly<Record<Kind, KindWords>> = text.kinds
export const isKind = (text: string): text is Kind => text in kindWords

export const presetLabels: Readonly<Record<Import['preset'], string>> = {
  WIX: 'Wix',
  MINDBODY: 'Mindbody',
  MOMENCE: 'Momence',
  ATRIUM: 'Atrium',
  OTHER: text.otherSystem,
}
export const statusWords: Readonly<Record<Import['status'], [string, Tone]>> = {
  RECEIVING: [text.receiving, 'wait'],
  READY: [text.ready, 'wait'],
  RUNNING: [text.running, 'wait'],
  FINISHED: [text.finished, 'good'],
  CANCELED: [text.canceled, 'quiet'],
}

const number = new Intl.NumberFormat(pageLanguage())
/** "1 member", "2,000 members". */
export const formatCount = (count: number, kind: Kind): string => `${number.format(count)} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`
export const formatRows = (count: number): string => text.rows(count, number.format(count))
/** "3 new, 1 updated, 2 skipped, 1 failed", without what there is none of. */
export function describeCounts({ created, updated, skipped, failed }: { created: number; updated: number; skipped: number; failed: number }): string {
  const parts = [
    [created, text.created],
    [updated, text.updated],
    [skipped, text.skipped],
    [failed, text.failed],
  ] as const
  return parts.flatMap(([count, toText]) => (count > 0 ? [toText(number.format(count))] : [])).join(', ') || text.nothingYet
}
