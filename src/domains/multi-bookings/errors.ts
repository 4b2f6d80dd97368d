/** Every refusal about sets of bookings. Source: guide bookings §16.3. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse, unwrapOrRefuse } = defineRefusals({
  MULTI_SERVICE_BOOKING_NOT_FOUND: { status: 404, message: "This visit doesn't exist.", de: 'Diesen Besuch gibt es nicht.' },
  BOOKING_NOT_FOUND: { status: 404, message: 'A booking is not part of this visit.', de: 'Eine Buchung gehört nicht zu diesem Besuch.' },
  BOOKING_REVISION_MISMATCH: {
    status: 409,
    message: 'A booking of this visit has changed. Please reload.',
    de: 'Eine Buchung dieses Besuchs wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  REVISION_MISSING: { status: 400, message: 'The revision of each booking is required.', de: 'Bitte gib zu jeder Buchung die Revision an.' },
  NOT_ALL_BOOKINGS_WERE_SENT: { status: 400, message: 'List every booking of the visit.', de: 'Bitte gib alle Buchungen des Besuchs an.' },
  DUPLICATE_BOOKING_INFO: { status: 400, message: 'A booking is listed twice.', de: 'Eine Buchung ist doppelt genannt.' },
  VALIDATION_FAILURE: { status: 428, message: "This visit isn't possible.", de: 'Dieser Besuch ist so nicht buchbar.' },
  SLOT_NOT_AVAILABLE: {
    status: 428,
    message: 'One of the times was just taken. Please choose another one.',
    de: 'Eine der Zeiten wurde gerade vergeben. Bitte wähle eine andere.',
  },
  BOOKING_POLICY_VIOLATION: { status: 428, message: 'The booking policy does not allow this now.', de: 'Die Buchungsregeln lassen das jetzt nicht zu.' },
  INVALID_BOOKING_STATUS: {
    status: 428,
    message: 'A booking of this visit is in a state that does not allow this.',
    de: 'Im aktuellen Status einer Buchung dieses Besuchs ist das nicht möglich.',
  },
  ALL_BOOKINGS_ARE_ALREADY_CONFIRMED: { status: 428, message: 'The visit is already confirmed.', de: 'Der Besuch ist schon bestätigt.' },
  ALL_BOOKINGS_ARE_ALREADY_DECLINED: { status: 428, message: 'The visit is already declined.', de: 'Der Besuch ist schon abgelehnt.' },
  ALL_BOOKINGS_ARE_ALREADY_CANCELED: { status: 428, message: 'The visit is already cancelled.', de: 'Der Besuch ist schon abgesagt.' },
  BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING: {
    status: 428,
    message: 'A booking is part of another visit.',
    de: 'Eine Buchung gehört zu einem anderen Besuch.',
  },
  MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING: {
    status: 428,
    message: 'A booking is already part of this visit.',
    de: 'Eine Buchung gehört schon zu diesem Besuch.',
  },
  BOOKING_TO_ADD_STATUS_NOT_VALID: {
    status: 428,
    message: "A booking that has ended can't join a visit.",
    de: 'Eine Buchung, die vorbei ist, kommt zu keinem Besuch dazu.',
  },
  BOOKING_CANNOT_BE_CANCELLED: { status: 428, message: 'This visit can no longer be cancelled.', de: 'Dieser Besuch lässt sich nicht mehr absagen.' },
  RESCHEDULING_NOT_ALLOWED: { status: 428, message: 'This visit can no longer be rescheduled.', de: 'Dieser Besuch lässt sich nicht mehr verschieben.' },
  INVALID_TOKEN: { status: 401, message: 'This link is no longer valid.', de: 'Dieser Link gilt nicht mehr.' },
})
