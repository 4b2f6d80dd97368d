/** Refusals of availability and the calendar. */
import { refusals } from '#kit/refusal.ts'

export const { kinds, codes, refuse, orRefuse } = refusals({
  FAILED_VALIDATING_AVAILABILITY: { status: 428, message: 'Only a course is booked as a whole.' },
  FAILED_RESOLVING_SCHEDULE: { status: 428, message: 'This schedule does not exist.' },
})
