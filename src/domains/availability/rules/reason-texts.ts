/** The words for reasons why a time is not offered, and for the action that takes each away. Source: guide services-and-availability §16.9. */
import { dateFormat } from '#kit/pure/date-format.ts'
import { languages, translate, type Language, type LocalizedText } from '#kit/pure/languages.ts'
import type { SlotReasonCode } from './reason-codes.ts'
import type { SkippedTime, SlotReason } from './slot-reasons.ts'

interface Words {
  because: LocalizedText
  action: LocalizedText
}
const words: Readonly<Record<SlotReasonCode, Words>> = {
  HIDDEN: {
    because: {
      message: 'The service is hidden from your site.',
      de: 'Das Angebot ist auf deiner Website ausgeblendet.',
      fr: 'La prestation est masquée sur votre site.',
      es: 'El servicio está oculto en tu sitio.',
    },
    action: { message: 'Show the service', de: 'Angebot einblenden', fr: 'Afficher la prestation', es: 'Mostrar el servicio' },
  },
  ONLINE_BOOKING_OFF: {
    because: {
      message: 'Online booking is off.',
      de: 'Die Onlinebuchung ist ausgeschaltet.',
      fr: 'La réservation en ligne est désactivée.',
      es: 'La reserva en línea está desactivada.',
    },
    action: { message: 'Turn on online booking', de: 'Onlinebuchung einschalten', fr: 'Activer la réservation en ligne', es: 'Activar la reserva en línea' },
  },
  IN_THE_PAST: {
    because: { message: 'This time has passed.', de: 'Diese Zeit ist vorbei.', fr: 'Cet horaire est passé.', es: 'Esta hora ya ha pasado.' },
    action: { message: 'Choose a later time', de: 'Spätere Zeit wählen', fr: 'Choisir un horaire plus tard', es: 'Elegir una hora posterior' },
  },
  SKIPPED_TIME: {
    because: {
      message: '{time} doesn’t exist on {day} in {zone}: the clock is put forward. The next time is {next}.',
      de: '{time} Uhr gibt es am {day} in {zone} nicht: Die Uhr wird vorgestellt. Die nächste Zeit: {next}.',
      fr: '{time} n’existe pas le {day} ({zone}) : l’heure est avancée. L’horaire suivant : {next}.',
      es: 'Las {time} no existen el {day} ({zone}): el reloj se adelanta. La hora siguiente: {next}.',
    },
    action: { message: 'Choose the next time', de: 'Die nächste Zeit wählen', fr: 'Choisir l’horaire suivant', es: 'Elegir la hora siguiente' },
  },
  REPEATED_TIME: {
    because: {
      message: '{time} comes twice on {day} in {zone}: the clock is put back. Lists of times show only the first.',
      de: '{time} Uhr gibt es am {day} in {zone} zweimal: Die Uhr wird zurückgestellt. Listen zeigen nur das erste Mal.',
      fr: '{time} revient deux fois le {day} ({zone}) : l’heure est reculée. Les listes ne montrent que la première.',
      es: 'Las {time} llegan dos veces el {day} ({zone}): el reloj se atrasa. Las listas solo muestran la primera.',
    },
    action: { message: 'Choose the first of the two', de: 'Das erste Mal wählen', fr: 'Choisir la première des deux', es: 'Elegir la primera de las dos' },
  },
  POLICY_TOO_EARLY: {
    because: {
      message: 'The booking policy “{policy}” opens booking later.',
      de: 'Die Buchungsregel „{policy}“ öffnet die Buchung erst später.',
      fr: 'Les conditions « {policy} » n’ouvrent la réservation que plus tard.',
      es: 'Las condiciones «{policy}» abren la reserva más tarde.',
    },
    action: {
      message: 'Allow booking {minutes} ahead',
      de: 'Buchung {minutes} im Voraus erlauben',
      fr: 'Autoriser la réservation {minutes} à l’avance',
      es: 'Permitir reservar con {minutes} de antelación',
    },
  },
  POLICY_TOO_LATE: {
    because: {
      message: 'The booking policy “{policy}” closes booking earlier.',
      de: 'Die Buchungsregel „{policy}“ schließt die Buchung schon früher.',
      fr: 'Les conditions « {policy} » ferment la réservation plus tôt.',
      es: 'Las condiciones «{policy}» cierran la reserva antes.',
    },
    action: { message: 'Allow later booking', de: 'Spätere Buchung erlauben', fr: 'Autoriser une réservation plus tardive', es: 'Permitir reservar más tarde' },
  },
  NO_LOCATION: {
    because: {
      message: 'The service isn’t offered at {place}.',
      de: 'Das Angebot gibt es nicht an diesem Ort: {place}.',
      fr: 'La prestation n’est pas proposée à cet endroit : {place}.',
      es: 'El servicio no se ofrece en este lugar: {place}.',
    },
    action: { message: 'Add the location', de: 'Ort hinzufügen', fr: 'Ajouter le lieu', es: 'Añadir el lugar' },
  },
  LOCATION_INACTIVE: {
    because: { message: '{place} is inactive.', de: '{place} ist nicht aktiv.', fr: 'Lieu inactif : {place}.', es: 'Lugar inactivo: {place}.' },
    action: { message: 'Activate the location', de: 'Ort aktivieren', fr: 'Activer le lieu', es: 'Activar el lugar' },
  },
  NO_STAFF: {
    because: {
      message: 'No one offers the service.',
      de: 'Niemand im Team bietet das an.',
      fr: 'Personne n’assure cette prestation.',
      es: 'Nadie ofrece este servicio.',
    },
    action: { message: 'Choose staff', de: 'Team auswählen', fr: 'Choisir l’équipe', es: 'Elegir el equipo' },
  },
  NO_RESOURCE: {
    because: {
      message: 'The room or thing it needs doesn’t exist.',
      de: 'Den nötigen Raum oder Gegenstand gibt es nicht.',
      fr: 'La salle ou l’équipement nécessaire n’existe pas.',
      es: 'La sala o el equipamiento que necesita no existe.',
    },
    action: { message: 'Add a room', de: 'Raum hinzufügen', fr: 'Ajouter une salle', es: 'Añadir una sala' },
  },
  NOT_ASSIGNED: {
    because: {
      message: '{who} doesn’t offer this service.',
      de: '{who} bietet das nicht an.',
      fr: '{who} n’assure pas cette prestation.',
      es: '{who} no ofrece este servicio.',
    },
    action: { message: 'Add {who} to the service', de: '{who} zum Angebot hinzufügen', fr: 'Ajouter {who} à la prestation', es: 'Añadir {who} al servicio' },
  },
  NOT_BOOKABLE: {
    because: {
      message: '{who} doesn’t serve clients.',
      de: '{who} betreut keine Kunden.',
      fr: '{who} ne reçoit pas de clients.',
      es: '{who} no atiende a clientes.',
    },
    action: { message: 'Let clients book {who}', de: '{who} buchbar machen', fr: 'Permettre de réserver {who}', es: 'Permitir reservar con {who}' },
  },
  NOT_AT_LOCATION: {
    because: {
      message: '{who} isn’t available at {place}.',
      de: '{who} gibt es nicht an diesem Ort: {place}.',
      fr: '{who} n’est pas disponible à cet endroit : {place}.',
      es: '{who} no está disponible en este lugar: {place}.',
    },
    action: { message: 'Add the location for {who}', de: 'Ort bei {who} hinzufügen', fr: 'Ajouter le lieu pour {who}', es: 'Añadir el lugar para {who}' },
  },
  CLOSED: {
    because: { message: '{who} is closed on {day}.', de: 'Geschlossen am {day}: {who}.', fr: 'Fermé le {day} : {who}.', es: 'Cerrado el {day}: {who}.' },
    action: { message: 'Change closing days', de: 'Schließtage ändern', fr: 'Modifier les jours de fermeture', es: 'Cambiar los días de cierre' },
  },
  SPECIAL_HOURS: {
    because: {
      message: 'The special hours of {who} on {day} leave this time out.',
      de: 'Die Sonderzeiten am {day} lassen diese Zeit aus: {who}.',
      fr: 'Les horaires exceptionnels du {day} excluent cet horaire : {who}.',
      es: 'El horario especial del {day} deja fuera esta hora: {who}.',
    },
    action: { message: 'Change special hours', de: 'Sonderzeiten ändern', fr: 'Modifier les horaires exceptionnels', es: 'Cambiar el horario especial' },
  },
  OUTSIDE_HOURS: {
    because: {
      message: 'It’s outside the working hours of {who}.',
      de: 'Außerhalb der Arbeitszeiten: {who}.',
      fr: 'En dehors des heures de travail : {who}.',
      es: 'Fuera del horario de trabajo: {who}.',
    },
    action: { message: 'Change working hours', de: 'Arbeitszeiten ändern', fr: 'Modifier les heures de travail', es: 'Cambiar el horario de trabajo' },
  },
  WORKS_ELSEWHERE: {
    because: {
      message: '{who} works at another location then.',
      de: '{who} arbeitet dann an einem anderen Ort.',
      fr: '{who} travaille alors à un autre endroit.',
      es: '{who} trabaja en otro lugar a esa hora.',
    },
    action: { message: 'Change working hours', de: 'Arbeitszeiten ändern', fr: 'Modifier les heures de travail', es: 'Cambiar el horario de trabajo' },
  },
  BOOKED: {
    because: {
      message: '{who} is booked from {from} to {to}.',
      de: '{who} ist von {from} bis {to} gebucht.',
      fr: '{who} a une réservation de {from} à {to}.',
      es: '{who} tiene una reserva de {from} a {to}.',
    },
    action: { message: 'Open the booking', de: 'Buchung öffnen', fr: 'Ouvrir la réservation', es: 'Abrir la reserva' },
  },
  BUFFER: {
    because: {
      message: 'The break after an appointment isn’t free: {who} is taken from {from} to {to}.',
      de: 'Die Pause nach dem Termin ist nicht frei: {who} ist von {from} bis {to} belegt.',
      fr: 'La pause après le rendez-vous n’est pas libre : {who} n’est pas disponible de {from} à {to}.',
      es: 'El descanso después de la cita no está libre: {who} tiene algo de {from} a {to}.',
    },
    action: {
      message: 'Change the break between appointments',
      de: 'Pause zwischen Terminen ändern',
      fr: 'Modifier la pause entre les rendez-vous',
      es: 'Cambiar el descanso entre citas',
    },
  },
  IN_SESSION: {
    because: {
      message: '{who} has a session from {from} to {to}.',
      de: '{who} hat von {from} bis {to} einen Kurstermin.',
      fr: '{who} a une séance de {from} à {to}.',
      es: '{who} tiene una sesión de {from} a {to}.',
    },
    action: { message: 'Open the session', de: 'Kurstermin öffnen', fr: 'Ouvrir la séance', es: 'Abrir la sesión' },
  },
  BLOCKED: {
    because: {
      message: '{who} has blocked time from {from} to {to}.',
      de: '{who} hat von {from} bis {to} eine Sperrzeit.',
      fr: '{who} a bloqué la période de {from} à {to}.',
      es: '{who} tiene bloqueado el tiempo de {from} a {to}.',
    },
    action: { message: 'Open the blocked time', de: 'Sperrzeit öffnen', fr: 'Ouvrir la période bloquée', es: 'Abrir el tiempo bloqueado' },
  },
  OTHER_CALENDAR: {
    because: {
      message: '{who} is busy from {from} to {to} in another calendar.',
      de: '{who} ist von {from} bis {to} laut einem anderen Kalender beschäftigt.',
      fr: '{who} a autre chose de {from} à {to} dans un autre agenda.',
      es: '{who} tiene algo de {from} a {to} en otro calendario.',
    },
    action: {
      message: 'Open connected calendars',
      de: 'Verbundene Kalender öffnen',
      fr: 'Ouvrir les agendas connectés',
      es: 'Abrir los calendarios conectados',
    },
  },
  OFF_GRID: {
    because: {
      message: 'Times don’t start at this minute.',
      de: 'Zu dieser Minute beginnt keine Zeit.',
      fr: 'Aucun horaire ne commence à cette minute.',
      es: 'Ninguna hora empieza en este minuto.',
    },
    action: {
      message: 'Change how start times are spaced',
      de: 'Abstand der Startzeiten ändern',
      fr: 'Modifier l’intervalle des horaires',
      es: 'Cambiar el intervalo de las horas de inicio',
    },
  },
  NO_SESSION: {
    because: {
      message: 'No session starts at this time.',
      de: 'Zu dieser Zeit beginnt kein Termin.',
      fr: 'Aucune séance ne commence à cette heure.',
      es: 'Ninguna sesión empieza a esta hora.',
    },
    action: { message: 'Add a session', de: 'Termin hinzufügen', fr: 'Ajouter une séance', es: 'Añadir una sesión' },
  },
  SESSION_CANCELLED: {
    because: { message: 'The session was cancelled.', de: 'Der Termin wurde abgesagt.', fr: 'La séance a été annulée.', es: 'La sesión se ha cancelado.' },
    action: { message: 'Add a new session', de: 'Neuen Termin hinzufügen', fr: 'Ajouter une nouvelle séance', es: 'Añadir una sesión nueva' },
  },
  FULL: {
    because: { message: 'All spots are taken.', de: 'Alle Plätze sind belegt.', fr: 'Toutes les places sont prises.', es: 'Todas las plazas están ocupadas.' },
    action: { message: 'Raise the capacity', de: 'Mehr Plätze anbieten', fr: 'Augmenter le nombre de places', es: 'Aumentar las plazas' },
  },
  RESERVED_FOR_WAITLIST: {
    because: {
      message: 'The free spots are kept for the waitlist.',
      de: 'Die freien Plätze sind für die Warteliste reserviert.',
      fr: 'Les places libres sont gardées pour la liste d’attente.',
      es: 'Las plazas libres se guardan para la lista de espera.',
    },
    action: { message: 'Open the waitlist', de: 'Warteliste öffnen', fr: 'Ouvrir la liste d’attente', es: 'Abrir la lista de espera' },
  },
}
const theBusiness: LocalizedText = { message: 'the business', de: 'das Unternehmen', fr: 'l’entreprise', es: 'el negocio' }

export interface ReasonNames {
  /** Of the person or thing; absent: the business. */
  who?: string | undefined
  place?: string | undefined
  policy: string
  timeZone: string
  /** The day of the time, in epoch milliseconds. */
  at: number
  skipped?: SkippedTime | undefined
}
export type Translations = Record<Language, string>

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const
function formatMinutes(minutes: number, language: Language): string {
  const [unit, size] = units.find(([, many]) => minutes >= many && minutes % many === 0) ?? units[2]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
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

const clock = { hour: '2-digit', minute: '2-digit' } as const
const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
function toValues({ change, busy }: SlotReason, { who, place, policy, timeZone, at, skipped }: ReasonNames, language: Language): Record<string, string> {
  const format = (ms: number, options: Intl.DateTimeFormatOptions, zone = timeZone) => dateFormat(language, timeZone, { ...options, timeZone: zone }).format(ms)
  const time = (ms: number) => format(ms, clock)
  return {
    who: who ?? translate(theBusiness, language),
    place: place ?? '',
    policy,
    zone: timeZone.replaceAll('_', ' '),
    time: time(at),
    day: format(at, day),
    // Local numbers: no instant has the time that is skipped.
    ...(skipped && {
      time: format(skipped.local, clock, 'UTC'),
      day: format(skipped.local, day, 'UTC'),
      next: format(skipped.next, { ...day, ...clock }, 'UTC'),
    }),
    ...(busy && { from: time(busy.start), to: time(busy.endsAt) }),
    ...(change && 'minutes' in change && change.minutes !== null && { minutes: formatMinutes(change.minutes, language) }),
  }
}
