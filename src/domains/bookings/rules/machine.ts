/** Which steps a booking may take, and where each leads. Source: guide: bookings 5.1, 5.2. */
export type BookingStatus = 'CREATED' | 'PENDING' | 'CONFIRMED' | 'WAITING_LIST' | 'DECLINED' | 'CANCELED'
export type PaymentStatus = 'UNDEFINED' | 'NOT_PAID' | 'PAID' | 'PARTIALLY_PAID' | 'REFUNDED' | 'EXEMPT' | 'FAILED'

export type BookingStep = 'enroll' | 'confirm' | 'decline' | 'markAsPending' | 'confirmOrDecline' | 'reschedule' | 'changeParticipants' | 'cancel' | 'close'

/** Where a step may lead. Several targets mean that seats, approval or the caller decide (rules/outcome.ts). */
export const machine: Record<BookingStatus, Partial<Record<BookingStep, readonly BookingStatus[]>>> = {
  CREATED: {
    confirm: ['CONFIRMED'],
    decline: ['DECLINED'],
    markAsPending: ['PENDING'],
    confirmOrDecline: ['CONFIRMED', 'PENDING', 'DECLINED'],
    reschedule: ['CREATED'],
    changeParticipants: ['CREATED'],
    cancel: ['CANCELED'],
  },
  PENDING: {
    confirm: ['CONFIRMED'],
    decline: ['DECLINED'],
    confirmOrDecline: ['CONFIRMED', 'PENDING', 'DECLINED'],
    reschedule: ['PENDING'],
    changeParticipants: ['PENDING'],
    cancel: ['CANCELED'],
    close: ['CANCELED'],
  },
  CONFIRMED: {
    reschedule: ['CONFIRMED', 'PENDING'],
    changeParticipants: ['CONFIRMED'],
    cancel: ['CANCELED'],
    close: ['CANCELED'],
  },
  WAITING_LIST: {
    enroll: ['CREATED'],
    confirm: ['CONFIRMED'],
    decline: ['DECLINED'],
    confirmOrDecline: ['CONFIRMED', 'PENDING', 'DECLINED'],
    cancel: ['CANCELED'],
    close: ['CANCELED'],
  },
  DECLINED: {},
  CANCELED: {},
}

export const may = (from: BookingStatus, step: BookingStep): boolean => machine[from][step] !== undefined
export const isFinal = (status: BookingStatus): boolean => status === 'DECLINED' || status === 'CANCELED'

/** The public code with which a step is turned down in a state that does not allow it. Source: guide: bookings 5.2 rows 9–22. */
export const stepRefusals: Record<
  BookingStep,
  | 'FAILED_CONFIRMING_NON_PENDING_BOOKING'
  | 'FAILED_DECLINE_NON_PENDING_BOOKING'
  | 'BOOKING_MARK_BOOKING_AS_PENDING'
  | 'INVALID_BOOKING_STATUS'
  | 'VALIDATION_FAILURE'
> = {
  confirm: 'FAILED_CONFIRMING_NON_PENDING_BOOKING',
  decline: 'FAILED_DECLINE_NON_PENDING_BOOKING',
  markAsPending: 'BOOKING_MARK_BOOKING_AS_PENDING',
  confirmOrDecline: 'INVALID_BOOKING_STATUS',
  reschedule: 'VALIDATION_FAILURE',
  changeParticipants: 'VALIDATION_FAILURE',
  cancel: 'INVALID_BOOKING_STATUS',
  close: 'INVALID_BOOKING_STATUS',
  enroll: 'INVALID_BOOKING_STATUS',
}
