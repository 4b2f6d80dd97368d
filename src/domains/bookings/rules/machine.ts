/** Which steps a booking may take, and where each leads. Source: guide bookings §5.1, §5.2. */
import { findTransition, isAllowedAction, type StateMachine, type Transition } from '#kit/pure/state-machine.ts'
import type { Decision } from './decision.ts'

export type BookingStatus = 'CREATED' | 'PENDING' | 'CONFIRMED' | 'WAITING_LIST' | 'DECLINED' | 'CANCELED'
export type PaymentStatus = 'UNDEFINED' | 'NOT_PAID' | 'PAID' | 'PARTIALLY_PAID' | 'REFUNDED' | 'EXEMPT' | 'FAILED'

export type BookingStep =
  | 'enroll'
  | 'confirm'
  | 'decline'
  | 'markAsPending'
  /** Our own checkout ends. */
  | 'finishCheckout'
  /** A custom checkout reports how it ended. */
  | 'confirmOrDecline'
  | 'reschedule'
  | 'changeParticipants'
  | 'cancel'
  /** The service, the session or the member is gone, or a list is over. */
  | 'close'

/** Where a step leads to several statuses, seats, approval and the caller decide (rules/outcome.ts). New bookings are CREATED or WAITING_LIST. */
export const bookingMachine: StateMachine<BookingStatus, BookingStep> = {
  CREATED: {
    confirm: ['CONFIRMED'],
    decline: ['DECLINED'],
    markAsPending: ['PENDING'],
    finishCheckout: ['CONFIRMED', 'PENDING', 'DECLINED'],
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

export type BookingTransition = Transition<BookingStatus>

/** Whether the table allows the step. */
export const canTakeStep = (from: BookingStatus, step: BookingStep): boolean => isAllowedAction(bookingMachine, from, step)
/** Whether no step leads on. */
export const isFinal = (status: BookingStatus): boolean => status === 'DECLINED' || status === 'CANCELED'

type StepRefusal =
  | 'FAILED_CONFIRMING_NON_PENDING_BOOKING'
  | 'FAILED_DECLINE_NON_PENDING_BOOKING'
  | 'BOOKING_MARK_BOOKING_AS_PENDING'
  | 'INVALID_BOOKING_STATUS'
  | 'VALIDATION_FAILURE'

/** The public code of a refused step. Source: guide bookings §5.2 rows 9 to 22. */
const stepRefusals: Record<BookingStep, StepRefusal> = {
  confirm: 'FAILED_CONFIRMING_NON_PENDING_BOOKING',
  decline: 'FAILED_DECLINE_NON_PENDING_BOOKING',
  markAsPending: 'BOOKING_MARK_BOOKING_AS_PENDING',
  finishCheckout: 'INVALID_BOOKING_STATUS',
  confirmOrDecline: 'INVALID_BOOKING_STATUS',
  reschedule: 'VALIDATION_FAILURE',
  changeParticipants: 'VALIDATION_FAILURE',
  cancel: 'INVALID_BOOKING_STATUS',
  close: 'INVALID_BOOKING_STATUS',
  enroll: 'INVALID_BOOKING_STATUS',
}

/** The transition of a step, or the refusal of a step that the status does not allow. `to` is needed where the step may lead to several statuses. */
export function takeStep(from: BookingStatus, step: BookingStep, to?: BookingStatus): Decision<BookingTransition, StepRefusal> {
  const transition = findTransition(bookingMachine, from, step, to)
  return transition ? { ok: transition } : { refused: stepRefusals[step], data: { status: from } }
}
