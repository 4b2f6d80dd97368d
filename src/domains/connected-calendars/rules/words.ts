/** What calendars and emails say, in the languages of their readers. */
import type { CalendarProblemCode } from '#kit/pure/calendar-providers.ts'

export type WordsLanguage = 'en' | 'de'

/** Why a calendar cannot be read, as a sentence. */
export const problemTexts: Record<WordsLanguage, Record<CalendarProblemCode, string>> = {
  en: {
    UNAUTHORIZED: 'The calendar no longer accepts the password or the consent. Connect it again.',
    GONE: 'The calendar is no longer there.',
    TOO_LARGE: 'The calendar is larger than 5 MB.',
    TOO_MANY_REDIRECTS: 'The address redirects more than three times.',
    ADDRESS_REFUSED: 'The address leads into a private network or is not https.',
    NOT_A_CALENDAR: 'The address does not answer with a calendar that can be read.',
    NOT_CONFIGURED: 'The keys of this provider are missing or wrong on this server.',
    UNREACHABLE: 'The calendar does not answer.',
  },
  de: {
    UNAUTHORIZED: 'Er nimmt Passwort oder Zustimmung nicht mehr an. Verbinde ihn neu.',
    GONE: 'Es gibt ihn nicht mehr.',
    TOO_LARGE: 'Er ist größer als 5 MB.',
    TOO_MANY_REDIRECTS: 'Die Adresse leitet mehr als dreimal weiter.',
    ADDRESS_REFUSED: 'Die Adresse führt in ein privates Netz oder beginnt nicht mit https.',
    NOT_A_CALENDAR: 'Unter der Adresse steht kein lesbarer Kalender.',
    NOT_CONFIGURED: 'Die Schlüssel dieses Anbieters fehlen auf dem Server oder sind falsch.',
    UNREACHABLE: 'Er antwortet nicht.',
  },
}

/** How many people come, for the notes of an event. */
export function describePeople(language: WordsLanguage, people: number): string {
  if (people === 0) return language === 'de' ? 'Noch keine Buchungen' : 'No bookings yet'
  if (people === 1) return language === 'de' ? '1 Person' : '1 person'
  return language === 'de' ? `${people} Personen` : `${people} people`
}
