/**
 * What is wrong with a field, in the languages that we speak beside English. The descriptions in the code are the source; here they
 * are the keys, and `{n}` stands for whatever is there. Read after the name of a field: "Passwort: mindestens 8 Zeichen".
 * Descriptions without a translation stay English: developers meet them, hardly visitors and members.
 */
import type { Language } from '../pure/languages.ts'
import type { Violation } from './refusal.ts'

type Descriptions = Readonly<Record<string, string>>

/** Language → English description → what it says there. */
export const violationTranslations: Readonly<Record<Exclude<Language, 'en'>, Descriptions>> = {
  de: {
    // Any form.
    'is required': 'bitte ausfüllen',
    'must be given': 'bitte ausfüllen',
    'must not be empty': 'bitte ausfüllen',
    'must not be blank': 'bitte ausfüllen',
    'is not allowed here': 'gehört nicht hierher',
    'has a wrong format': 'hat nicht die richtige Form',
    'is not one of the allowed values': 'steht nicht zur Wahl',
    'is not known': 'ist nicht bekannt',
    'is too long': 'ist zu lang',
    'is too small': 'ist zu klein',
    'is too large': 'ist zu groß',
    'must be a number': 'muss eine Zahl sein',
    'is not a file of this form': 'ist keine Datei dieses Formulars',
    'is not a field of the form': 'gehört nicht zum Formular',
    'must be a whole minute': 'muss auf eine ganze Minute fallen',
    'must be YYYY-MM-DDThh:mm:ss': 'muss die Form JJJJ-MM-TTThh:mm:ss haben',
    'does not exist on this day: the clock is put forward': 'gibt es an diesem Tag nicht: Die Uhr wird vorgestellt',
    'is named twice': 'ist doppelt genannt',
    'must be a phone number with its country code': 'mit Ländervorwahl, zum Beispiel +49 151 23456789',
    'must be a text': 'muss ein Text sein',
    'must be an object': 'hat nicht die richtige Form',
    'must be true or false': 'muss ja oder nein sein',
    'must be of type {n}': 'muss vom Typ {n} sein',
    'must be one of {n}': 'muss eines davon sein: {n}',
    'must have at least 1 character': 'bitte ausfüllen',
    'must have at least 1 characters': 'bitte ausfüllen',
    'must have at least {n} characters': 'mindestens {n} Zeichen',
    'must have at most 1 characters': 'höchstens ein Zeichen',
    'must have at most {n} characters': 'höchstens {n} Zeichen',
    'must be at most {n} characters': 'höchstens {n} Zeichen',
    'needs {n} to {m} characters': '{n} bis {m} Zeichen',
    'must have at least 1 entries': 'mindestens ein Eintrag',
    'must have at least {n} entries': 'mindestens {n} Einträge',
    'must have at most 1 entries': 'höchstens ein Eintrag',
    'must have at most {n} entries': 'höchstens {n} Einträge',
    'must have at most {n} KB': 'höchstens {n} KB',
    'must be >= {n}': 'mindestens {n}',
    'must be > {n}': 'mehr als {n}',
    'must be <= {n}': 'höchstens {n}',
    'must be < {n}': 'weniger als {n}',
    'must be at least {n}': 'mindestens {n}',
    'must be at most {n}': 'höchstens {n}',
    'must be greater than {n}': 'mehr als {n}',
    'must be from {n} to {m}': 'von {n} bis {m}',
    'must be a whole number of at least {n}': 'eine ganze Zahl, mindestens {n}',
    'must be the id of the path': 'muss zur Adresse des Aufrufs passen',
    'is no cursor of this list': 'gehört nicht zu dieser Liste',
    'is no cursor of this query': 'gehört nicht zu dieser Abfrage',

    // Formats.
    'must be a valid email address': 'bitte gib eine gültige E-Mail-Adresse ein',
    'must be a valid email': 'bitte gib eine gültige E-Mail-Adresse ein',
    'must be a valid WEB_URL': 'bitte gib eine gültige Internetadresse ein',
    'must be a valid web_url': 'bitte gib eine gültige Internetadresse ein',
    'must be a valid url': 'bitte gib eine gültige Internetadresse ein',
    'must be a valid phone': 'bitte gib eine gültige Telefonnummer ein',
    'must be a valid LOCAL_DATE': 'bitte gib ein gültiges Datum ein',
    'must be a valid local_date': 'bitte gib ein gültiges Datum ein',
    'must be a valid date': 'bitte gib ein gültiges Datum ein',
    'must be a valid birthdate': 'bitte gib ein gültiges Geburtsdatum ein',
    'must be a valid language': 'bitte wähle eine Sprache',
    'must be a valid LOCAL_TIME': 'bitte gib eine gültige Uhrzeit ein',
    'must be a valid DATE_TIME': 'bitte gib einen gültigen Zeitpunkt ein',
    'must be a valid GUID': 'muss eine GUID sein',
    'must be a valid {n}': 'ist keine gültige Angabe ({n})',
    'must be a GUID': 'muss eine GUID sein',
    'must be a phone number that begins with + and the country': 'bitte gib die Nummer mit + und Landesvorwahl an',
    'must be a country of two capital letters': 'muss ein Land mit zwei Großbuchstaben sein',
    'must be a subdivision such as GB-BAS': 'muss ein Landesteil sein wie DE-BY',
    'must belong to the country': 'muss zum Land gehören',
    'is either this or streetAddress, not both': 'entweder das oder die Straße, nicht beides',
    'is not a date of the calendar': 'dieses Datum gibt es nicht',
    'must be a date between 1900 and today': 'ein Tag zwischen 1900 und heute',
    'is not a time zone': 'ist keine Zeitzone',
    'is not a known time zone': 'ist keine bekannte Zeitzone',

    // The account.
    'is too easy to guess': 'ist zu leicht zu erraten',
    'must differ from the current one': 'muss sich vom aktuellen unterscheiden',
    'must have letters, digits, dots, dashes or underscores, and begin and end with a letter or digit':
      'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, am Anfang und Ende ein Buchstabe oder eine Ziffer',
    'This address is reserved.': 'diese Adresse ist vergeben',
    "The login email can't be changed here.": 'die Anmeldeadresse lässt sich hier nicht ändern',
    'is no custom field of this site': 'dieses Feld gibt es auf dieser Website nicht',
    'must say what it is about': 'bitte gib das Thema an',
    'is required for OTHER': 'bitte beschreibe kurz das Problem',
    'must be another approved member': 'muss ein anderes bestätigtes Mitglied sein',
    "The owner and contributors of the site can't be deleted.": 'das Team der Website lässt sich nicht löschen',
    'This member has a plan that still renews.': 'dieses Mitglied hat einen Tarif, der sich noch verlängert',
    'is not a member': 'ist kein Mitglied',
    'must be EMAIL': 'geht nur per E-Mail',

    // Cards, plans, bookings.
    'This card number is not valid.': 'diese Kartennummer ist falsch',
    'The card has expired. Check the date.': 'die Karte ist abgelaufen, bitte prüfe das Datum',
    'The security code has {n} digits.': 'die Prüfnummer hat {n} Stellen',
    'Test payments accept test card numbers only, for example 4242 4242 4242 4242.': 'Testzahlungen gehen nur mit Testkarten, zum Beispiel 4242 4242 4242 4242',
    'Cards are not taken in a forecast.': 'in einer Vorschau werden keine Karten angenommen',
    'is no pricing variant of this plan': 'gehört nicht zu diesem Tarif',
    "is not this member's answer to the form of the plan": 'ist keine Antwort auf das Formular dieses Tarifs',
    'is the code of another coupon': 'ist der Code eines anderen Gutscheins',
    'must be the currency of the site, {n}': 'muss die Währung der Website sein: {n}',
    'must be an amount': 'muss ein Betrag sein',
    'must be an amount above zero': 'muss ein Betrag über null sein',
    'must be an amount above 0 with at most {n} decimals': 'ein Betrag über 0 mit höchstens {n} Nachkommastellen',
    'must have at most {n} decimals': 'höchstens {n} Nachkommastellen',
    'needs a slot or a schedule': 'braucht einen Termin oder eine Kursreihe',
    'is not a class': 'ist kein Kurs',
    'is not a location of the service': 'ist kein Ort dieses Angebots',
    'is not a duration of the service': 'ist keine Dauer dieses Angebots',
    'is not a session of the booking': 'ist kein Termin der Buchung',
    'and participantsChoices exclude each other': 'und participantsChoices schließen sich aus',
    'or participantsChoices is required, not both': 'oder participantsChoices ist nötig, nicht beides',
    'must be after the start': 'muss nach dem Beginn liegen',
    'takes letters, digits and hyphens': 'nur Buchstaben, Ziffern und Bindestriche',
    'must begin with https://': 'muss mit https:// beginnen',
    'must be an address such as https://studio.example': 'bitte gib eine Adresse wie https://studio.example ein',
    'must be an http or https address': 'muss mit http:// oder https:// beginnen',
    'must be an https address of the open internet': 'muss eine https-Adresse im offenen Internet sein',
    'must not lead into a private network': 'darf nicht in ein privates Netz führen',
  },
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Descriptions with placeholders, as expressions that capture their values. */
const toPatterns = (descriptions: Descriptions): [RegExp, string][] =>
  Object.entries(descriptions)
    .filter(([source]) => source.includes('{'))
    .map(([source, translated]) => [
      new RegExp(
        `^${source
          .split(/\{(\w+)\}/)
          .map((part, at) => (at % 2 === 0 ? escapeRegExp(part) : `(?<${part}>.+?)`))
          .join('')}$`,
      ),
      translated,
    ])
const patterns = Object.fromEntries(Object.entries(violationTranslations).map(([language, descriptions]) => [language, toPatterns(descriptions)]))

/** An English description in a language; unchanged without a translation. */
export function translateDescription(description: string, language: Language): string {
  if (language === 'en') return description
  const translations = violationTranslations[language]
  if (Object.hasOwn(translations, description)) return translations[description] ?? description
  for (const [pattern, translated] of patterns[language] ?? []) {
    const found = pattern.exec(description)?.groups
    if (found) return translated.replace(/\{(\w+)\}/g, (_, name: string) => found[name] ?? '')
  }
  return description
}

/** Violations as one reads them in a language. */
export const translateViolations = <V extends Pick<Violation, 'description'>>(violations: readonly V[], language: Language): V[] =>
  violations.map((violation) => ({ ...violation, description: translateDescription(violation.description, language) }))
