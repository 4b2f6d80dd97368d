/** Refusals of availability and the calendar. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  FAILED_VALIDATING_AVAILABILITY: {
    status: 428,
    message: 'Only courses are booked as a whole.',
    de: 'Nur eine Kursreihe wird als Ganzes gebucht.',
    fr: 'Seuls les cycles de cours se réservent en entier.',
    es: 'Solo los cursos se reservan enteros.',
  },
  FAILED_RESOLVING_SCHEDULE: {
    status: 428,
    message: 'This schedule does not exist.',
    de: 'Diesen Terminplan gibt es nicht.',
    fr: 'Ce planning n’existe pas.',
    es: 'Este horario no existe.',
  },
  REVISION_MISMATCH: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
    fr: 'Un changement a eu lieu entre-temps. Rechargez la page.',
    es: 'Esto ha cambiado mientras tanto. Vuelve a cargar la página.',
  },
  SERVICE_NOT_FOUND: {
    status: 404,
    message: 'This service does not exist.',
    de: 'Dieses Angebot gibt es nicht.',
    fr: 'Cette prestation n’existe pas.',
    es: 'Este servicio no existe.',
  },
  SLOT_NOT_FOUND: {
    status: 404,
    message: "This time isn't available.",
    de: 'Diese Zeit ist nicht frei.',
    fr: 'Cet horaire n’est pas disponible.',
    es: 'Esta hora no está disponible.',
  },
  MISSING_ARGUMENTS: {
    status: 400,
    message: 'A service and a time range are required.',
    de: 'Bitte gib ein Angebot und einen Zeitraum an.',
    fr: 'Indiquez une prestation et une période.',
    es: 'Indica un servicio y un periodo.',
  },
  REQUESTED_GENDER_NOT_ALLOWED: {
    status: 428,
    message: 'Staff are not chosen by gender here.',
    de: 'Hier wird das Team nicht nach Geschlecht ausgewählt.',
    fr: 'Ici, l’équipe ne se choisit pas selon le genre.',
    es: 'Aquí no se elige al equipo por género.',
  },
  END_OPTIONS_NOT_SUPPORTED: {
    status: 400,
    message: 'This service has fixed durations.',
    de: 'Dieses Angebot hat feste Dauern.',
    fr: 'Cette prestation a des durées fixes.',
    es: 'Este servicio tiene duraciones fijas.',
  },
  MAX_END_DATE_EXCEEDS_MAXIMUM: {
    status: 428,
    message: 'The latest end is later than the service allows.',
    de: 'Das späteste Ende liegt weiter, als das Angebot erlaubt.',
    fr: 'La fin la plus tardive dépasse ce que permet la prestation.',
    es: 'El final más tardío supera lo que permite el servicio.',
  },
  INVALID_SERVICES_SIZE: {
    status: 400,
    message: 'Two to eight services can be booked together.',
    de: 'Zusammen lassen sich zwei bis acht Angebote buchen.',
    fr: 'De deux à huit prestations peuvent être réservées ensemble.',
    es: 'Se pueden reservar juntos de dos a ocho servicios.',
  },
  SESSIONS_HAVE_BOOKINGS: {
    status: 428,
    message: 'Later sessions have bookings. Cancel them too, or choose a later end.',
    de: 'Spätere Termine sind schon gebucht. Sag sie ebenfalls ab oder wähle ein späteres Ende.',
    fr: 'Des séances ultérieures ont des réservations. Annulez-les aussi ou choisissez une fin plus tardive.',
    es: 'Hay sesiones posteriores con reservas. Cancélalas también o elige un final posterior.',
  },
})
