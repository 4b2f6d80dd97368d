/** Every refusal of waitlists. Source: guide bookings §13, §21. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse, unwrapOrRefuse } = defineRefusals({
  REGISTRATION_NOT_FOUND: {
    status: 404,
    message: "This waitlist entry doesn't exist.",
    de: 'Diesen Platz auf der Warteliste gibt es nicht.',
    fr: 'Cette inscription sur la liste d’attente n’existe pas.',
    es: 'Esta inscripción en la lista de espera no existe.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    message: "This session doesn't exist.",
    de: 'Diesen Termin gibt es nicht.',
    fr: 'Cette séance n’existe pas.',
    es: 'Esta sesión no existe.',
  },
  ALREADY_EXISTS: {
    status: 409,
    message: "You're already on the waitlist for this class.",
    de: 'Du stehst schon auf der Warteliste für diesen Kurs.',
    fr: 'Vous êtes déjà sur la liste d’attente de ce cours.',
    es: 'Ya estás en la lista de espera de esta clase.',
  },
  INVALID_BOOKING_STATUS: {
    status: 428,
    message: 'The booking is in a state that does not allow this.',
    de: 'Im aktuellen Status dieser Buchung ist das nicht möglich.',
    fr: 'L’état de la réservation ne le permet pas.',
    es: 'El estado de la reserva no lo permite.',
  },
  SLOT_NOT_AVAILABLE: {
    status: 428,
    message: 'This time was just taken. Please choose another one.',
    de: 'Diese Zeit wurde gerade vergeben. Bitte wähle eine andere.',
    fr: 'Cet horaire vient d’être pris. Choisissez-en un autre.',
    es: 'Esta hora se acaba de ocupar. Elige otra.',
  },
  BOOKING_POLICY_VIOLATION: {
    status: 428,
    message: 'The booking policy does not allow this now.',
    de: 'Die Buchungsregeln lassen das jetzt nicht zu.',
    fr: 'Les conditions de réservation ne le permettent pas maintenant.',
    es: 'Las condiciones de reserva no lo permiten ahora.',
  },
  NO_OPEN_SPOTS: {
    status: 428,
    message: 'There are no spots left.',
    de: 'Es ist kein Platz mehr frei.',
    fr: 'Il ne reste plus de place.',
    es: 'No quedan plazas.',
  },
  WAITLIST_FULL: {
    status: 428,
    message: 'The waitlist is full.',
    de: 'Die Warteliste ist voll.',
    fr: 'La liste d’attente est complète.',
    es: 'La lista de espera está completa.',
  },
})
