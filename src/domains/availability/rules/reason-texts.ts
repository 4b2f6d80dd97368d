/** The words for reasons why a time is not offered, and for the action that takes each away. Source: guide services-and-availability §16.9. */
import { dateLocale, languages, translate, type Language, type LocalizedText } from '#kit/pure/languages.ts'
import type { SlotReasonCode } from './reason-codes.ts'
import type { SlotReason } from './slot-reasons.ts'

interface Words {
  because: LocalizedText
  action: LocalizedText
}
const words: Readonly<Record<SlotReasonCode, Words>> = {
  HIDDEN: {
    because: { message: 'The service is hidden from your site.', de: 'Das Angebot ist auf deiner Website ausgeblendet.' },
    action: { message: 'Show the service', de: 'Angebot einblenden' },
  },
  ONLINE_BOOKING_OFF: {
    because: { message: 'Online booking is off.', de: 'Die Onlinebuchung ist ausgeschaltet.' },
    action: { message: 'Turn on online booking', de: 'Onlinebuchung einschalten' },
  },
  IN_THE_PAST: {
    because: { message: 'This time has passed.', de: 'Diese Zeit ist vorbei.' },
    action: { message: 'Choose a later time', de: 'Spätere Zeit wählen' },
  },
  POLICY_TOO_EARLY: {
    because: { message: 'The booking policy “{policy}” opens booking later.', de: 'Die Buchungsregel „{policy}“ öffnet die Buchung erst später.' },
    action: { message: 'Allow booking {minutes} ahead', de: 'Buchung {minutes} im Voraus erlauben' },
  },
  POLICY_TOO_LATE: {
    because: { message: 'The booking policy “{policy}” closes booking earlier.', de: 'Die Buchungsregel „{policy}“ schließt die Buchung schon früher.' },
    action: { message: 'Allow later booking', de: 'Spätere Buchung erlauben' },
  },
  NO_LOCATION: {
    because: { message: 'The service isn’t offered at {place}.', de: 'Das Angebot gibt es nicht an diesem Ort: {place}.' },
    action: { message: 'Add the location', de: 'Ort hinzufügen' },
  },
  LOCATION_INACTIVE: {
    because: { message: '{place} is inactive.', de: '{place} ist nicht aktiv.' },
    action: { message: 'Activate the location', de: 'Ort aktivieren' },
  },
  NO_STAFF: {
    because: { message: 'No one offers the service.', de: 'Niemand im Team bietet das an.' },
    action: { message: 'Choose staff', de: 'Team auswählen' },
  },
  NO_RESOURCE: {
    because: { message: 'The room or thing it needs doesn’t exist.', de: 'Den nötigen Raum oder Gegenstand gibt es nicht.' },
    action: { message: 'Add a room', de: 'Raum hinzufügen' },
  },
  NOT_ASSIGNED: {
    because: { message: '{who} doesn’t offer this service.', de: '{who} bietet das nicht an.' },
    action: { message: 'Add {who} to the service', de: '{who} zum Angebot hinzufügen' },
  },
  NOT_BOOKABLE: {
    because: { message: '{who} doesn’t serve clients.', de: '{who} betreut keine Kunden.' },
    action: { message: 'Let clients book {who}', de: '{who} buchbar machen' },
  },
  NOT_AT_LOCATION: {
    because: { message: '{who} isn’t available at {place}.', de: '{who} gibt es nicht an diesem Ort: {place}.' },
    action: { message: 'Add the location for {who}', de: 'Ort bei {who} hinzufügen' },
  },
  CLOSED: {
    because: { message: '{who} is closed on {day}.', de: 'Geschlossen am {day}: {who}.' },
    action: { message: 'Change closing days', de: 'Schließtage ändern' },
  },
  SPECIAL_HOURS: {
    because: { message: 'The special hours of {who} on {day} leave this time out.', de: 'Die Sonderzeiten am {day} lassen diese Zeit aus: {who}.' },
    action: { message: 'Change special hours', de: 'Sonderzeiten ändern' },
  },
  OUTSIDE_HOURS: {
    because: { message: 'It’s outside the working hours of {who}.', de: 'Außerhalb der Arbeitszeiten: {who}.' },
    action: { message: 'Change working hours', de: 'Arbeitszeiten ändern' },
  },
  WORKS_ELSEWHERE: {
    because: { message: '{who} works at another location then.', de: '{who} arbeitet dann an einem anderen Ort.' },
    action: { message: 'Change working hours', de: 'Arbeitszeiten ändern' },
  },
  BOOKED: {
    because: { message: '{who} is booked from {from} to {to}.', de: '{who} ist von {from} bis {to} gebucht.' },
    action: { message: 'Open the booking', de: 'Buchung öffnen' },
  },
  BUFFER: {
    because: {
      message: 'The break after an appointment isn’t free: {who} is taken from {from} to {to}.',
      de: 'Die Pause nach dem Termin ist nicht frei: {who} ist von {from} bis {to} belegt.',
    },
    action: { message: 'Change the break between appointments', de: 'Pause zwischen Terminen ändern' },
  },
  IN_SESSION: {
    because: { message: '{who} has a session from {from} to {to}.', de: '{who} hat von {from} bis {to} einen Kurstermin.' },
    action: { message: 'Open the session', de: 'Kurstermin öffnen' },
  },
  BLOCKED: {
    because: { message: '{who} has blocked time from {from} to {to}.', de: '{who} hat von {from} bis {to} eine Sperrzeit.' },
    action: { message: 'Open the blocked time', de: 'Sperrzeit öffnen' },
  },
  OTHER_CALENDAR: {
    because: {
      message: '{who} is busy from {from} to {to} in another calendar.',
      de: '{who} ist von {from} bis {to} laut einem anderen Kalender beschäftigt.',
    },
    action: { message: 'Open connected calendars', de: 'Verbundene Kalender öffnen' },
  },
  OFF_GRID: {
    because: { message: 'Times don’t start at this minute.', de: 'Zu dieser Minute beginnt keine Zeit.' },
    action: { message: 'Change how start times are spaced', de: 'Abstand der Startzeiten ändern' },
  },
  NO_SESSION: {
    because: { message: 'No session starts at this time.', de: 'Zu dieser Zeit beginnt kein Termin.' },
    action: { message: 'Add a session', de: 'Termin hinzufügen' },
  },
  SESSION_CANCELLED: {
    because: { message: 'The session was cancelled.', de: 'Der Termin wurde abgesagt.' },
    action: { message: 'Add a new session', de: 'Neuen Termin hinzufügen' },
  },
  FULL: {
    because: { message: 'All spots are taken.', de: 'Alle Plätze sind belegt.' },
    action: { message: 'Raise the capacity', de: 'Mehr Plätze anbieten' },
  },
  RESERVED_FOR_WAITLIST: {
    because: { message: 'The free spots are kept for the waitlist.', de: 'Die freien Plätze sind für die Warteliste reserviert.' },
    action: { message: 'Open the waitlist', de: 'Warteliste öffnen' },
  },
}
const theBusiness: LocalizedText = { message: 'the business', de: 'das Unternehmen' }

export interface ReasonNames {
  /** Of the person or thing; absent: the business. */
  who?: string | undefined
  place?: string | undefined
  policy: string
  timeZone: string
  /** The day of the time, in epoch milliseconds. */
  at: number
}
export type Translations = Record<Language, string>

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const
function formatMinutes(minutes: number, language: Language): string {
  const [unit, size] = units.find(([, many]) => minutes >= many && minutes % many === 0) ?? units[2]
  return new Intl.NumberFormat(dateLocale(language), { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}

/** The sentence and the words of its action, in every language. */
export function describeReason(reason: SlotReason, names: ReasonNames): { text: Translations; action: Translations } {
  const { because, action } = words[reason.code]
  const say = (text: LocalizedText) =>
    Object.fromEntries(
      (Object.keys(languages) as Language[]).map((language) => [language, capitalize(translate(text, language, toValues(reason, names, language)))]),
    ) as Translations
  return { text: say(because), action: say(action) }
}
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function toValues({ change, busy }: SlotReason, { who, place, policy, timeZone, at }: ReasonNames, language: Language): Record<string, string> {
  const locale = dateLocale(language)
  const time = (ms: number) => new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(ms)
  return {
    who: who ?? translate(theBusiness, language),
    place: place ?? '',
    policy,
    day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(at),
    ...(busy && { from: time(busy.start), to: time(busy.endsAt) }),
    ...(change && 'minutes' in change && change.minutes !== null && { minutes: formatMinutes(change.minutes, language) }),
  }
}
