/** Every refusal about sets of bookings. Source: guide: bookings 16.3. */
import { refusals } from '#kit/refusal.ts'

export const { refuse, orRefuse } = refusals({
  MULTI_SERVICE_BOOKING_NOT_FOUND: { status: 404, message: 'This visit was not found.' },
  BOOKING_NOT_FOUND: { status: 404, message: 'A booking is not part of this visit.' },
  BOOKING_REVISION_MISMATCH: { status: 409, message: 'A booking of this visit has changed. Please reload.' },
  REVISION_MISSING: { status: 400, message: 'Say which revision of each booking is meant.' },
  NOT_ALL_BOOKINGS_WERE_SENT: { status: 400, message: 'Name every booking of the visit.' },
  DUPLICATE_BOOKING_INFO: { status: 400, message: 'A booking is named twice.' },
  VALIDATION_FAILURE: { status: 428, message: 'The visit cannot be booked like this.' },
  SLOT_NOT_AVAILABLE: { status: 428, message: 'One of the times was just taken. Please choose another one.' },
  BOOKING_POLICY_VIOLATION: { status: 428, message: 'The booking policy does not allow this now.' },
  INVALID_BOOKING_STATUS: { status: 428, message: 'A booking of this visit is in a state that does not allow this.' },
  ALL_BOOKINGS_ARE_ALREADY_CONFIRMED: { status: 428, message: 'The visit is confirmed already.' },
  ALL_BOOKINGS_ARE_ALREADY_DECLINED: { status: 428, message: 'The visit is declined already.' },
  ALL_BOOKINGS_ARE_ALREADY_CANCELED: { status: 428, message: 'The visit is cancelled already.' },
  BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING: { status: 428, message: 'A booking is part of another visit.' },
  MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING: { status: 428, message: 'A booking is part of this visit already.' },
  BOOKING_TO_ADD_STATUS_NOT_VALID: { status: 428, message: 'A booking that is over cannot join a visit.' },
  BOOKING_CANNOT_BE_CANCELLED: { status: 428, message: 'This visit cannot be cancelled any more.' },
  INVALID_TOKEN: { status: 401, message: 'This link is not valid any more.' },
})
