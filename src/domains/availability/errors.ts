/** Refusals of availability and the calendar. */
import { refusals } from '#kit/refusal.ts'

export const { kinds, codes, refuse, orRefuse } = refusals({
  FAILED_VALIDATING_AVAILABILITY: { status: 428, message: 'Only a course is booked as a whole.' },
  FAILED_RESOLVING_SCHEDULE: { status: 428, message: 'This schedule does not exist.' },
  REVISION_MISMATCH: { status: 409, message: 'This has changed in the meantime. Please reload.' },
  SERVICE_NOT_FOUND: { status: 404, message: 'This service does not exist.' },
  SLOT_NOT_FOUND: { status: 404, message: 'This time is not free.' },
  MISSING_ARGUMENTS: { status: 400, message: 'A service and a range of time are needed.' },
  REQUESTED_GENDER_NOT_ALLOWED: { status: 428, message: 'Staff are not chosen by gender here.' },
  END_OPTIONS_NOT_SUPPORTED: { status: 400, message: 'This service has fixed durations.' },
  MAX_END_DATE_EXCEEDS_MAXIMUM: { status: 428, message: 'The latest end lies beyond what the service allows.' },
  INVALID_SERVICES_SIZE: { status: 400, message: 'Two to eight services can be booked together.' },
  SESSIONS_HAVE_BOOKINGS: { status: 428, message: 'Sessions after this have bookings. Cancel them too, or choose a later end.' },
})
