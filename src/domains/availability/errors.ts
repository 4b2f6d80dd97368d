/** Refusals of availability and the calendar. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  FAILED_VALIDATING_AVAILABILITY: { status: 428, message: 'Only courses are booked as a whole.', de: 'Nur eine Kursreihe wird als Ganzes gebucht.' },
  FAILED_RESOLVING_SCHEDULE: { status: 428, message: 'This schedule does not exist.', de: 'Diesen Terminplan gibt es nicht.' },
  REVISION_MISMATCH: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  SERVICE_NOT_FOUND: { status: 404, message: 'This service does not exist.', de: 'Dieses Angebot gibt es nicht.' },
  SLOT_NOT_FOUND: { status: 404, message: "This time isn't available.", de: 'Diese Zeit ist nicht frei.' },
  MISSING_ARGUMENTS: { status: 400, message: 'A service and a time range are required.', de: 'Bitte gib ein Angebot und einen Zeitraum an.' },
  REQUESTED_GENDER_NOT_ALLOWED: { status: 428, message: 'Staff are not chosen by gender here.', de: 'Hier wird das Team nicht nach Geschlecht ausgewählt.' },
  END_OPTIONS_NOT_SUPPORTED: { status: 400, message: 'This service has fixed durations.', de: 'Dieses Angebot hat feste Dauern.' },
  MAX_END_DATE_EXCEEDS_MAXIMUM: {
    status: 428,
    message: 'The latest end is later than the service allows.',
    de: 'Das späteste Ende liegt weiter, als das Angebot erlaubt.',
  },
  INVALID_SERVICES_SIZE: { status: 400, message: 'Two to eight services can be booked together.', de: 'Zusammen lassen sich zwei bis acht Angebote buchen.' },
  SESSIONS_HAVE_BOOKINGS: {
    status: 428,
    message: 'Later sessions have bookings. Cancel them too, or choose a later end.',
    de: 'Spätere Termine sind schon gebucht. Sag sie ebenfalls ab oder wähle ein späteres Ende.',
  },
})
