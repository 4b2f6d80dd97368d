/** What calendars and emails say, in the languages of their readers. */
import type { CalendarProblemCode } from '#kit/pure/calendar-providers.ts'
import type { Language } from '#kit/pure/languages.ts'

/** Why a calendar cannot be read, as a sentence. */
export const problemTexts: Record<Language, Record<CalendarProblemCode, string>> = {
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
  fr: {
    UNAUTHORIZED: 'L’agenda n’accepte plus le mot de passe ou l’autorisation. Connectez-le à nouveau.',
    GONE: 'L’agenda n’existe plus.',
    TOO_LARGE: 'L’agenda dépasse 5 Mo.',
    TOO_MANY_REDIRECTS: 'L’adresse redirige plus de trois fois.',
    ADDRESS_REFUSED: 'L’adresse mène à un réseau privé ou n’est pas en https.',
    NOT_A_CALENDAR: 'L’adresse ne contient pas d’agenda lisible.',
    NOT_CONFIGURED: 'Les clés de ce fournisseur manquent ou sont incorrectes sur ce serveur.',
    UNREACHABLE: 'L’agenda ne répond pas.',
  },
  es: {
    UNAUTHORIZED: 'El calendario ya no acepta la contraseña o el permiso. Conéctalo de nuevo.',
    GONE: 'El calendario ya no existe.',
    TOO_LARGE: 'El calendario supera los 5 MB.',
    TOO_MANY_REDIRECTS: 'La dirección redirige más de tres veces.',
    ADDRESS_REFUSED: 'La dirección lleva a una red privada o no es https.',
    NOT_A_CALENDAR: 'En la dirección no hay ningún calendario legible.',
    NOT_CONFIGURED: 'En este servidor faltan las claves de este proveedor o no son correctas.',
    UNREACHABLE: 'El calendario no responde.',
  },
}

const peopleTexts: Record<Language, { none: string; one: string; more: (count: number) => string }> = {
  en: { none: 'No bookings yet', one: '1 person', more: (count) => `${count} people` },
  de: { none: 'Noch keine Buchungen', one: '1 Person', more: (count) => `${count} Personen` },
  fr: { none: 'Aucune réservation pour le moment', one: '1 personne', more: (count) => `${count} personnes` },
  es: { none: 'Aún no hay reservas', one: '1 persona', more: (count) => `${count} personas` },
}

/** How many people come, for the notes of an event. */
export function describePeople(language: Language, people: number): string {
  const texts = peopleTexts[language]
  if (people === 0) return texts.none
  return people === 1 ? texts.one : texts.more(people)
}
