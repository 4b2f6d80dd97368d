/**
 * Template → its variables, of the emails about bookings. Times, amounts and days are texts in the language of the reader; what there is not is empty
 * or absent. Source: guide bookings §20.1.
 */
export interface CustomerEmails {
  /** `approvalNote`: what a request is and how long the time is kept. */
  'booking-requested': { approvalNote?: string }
  /** `cancelUntilText`: until when the customer cancels without the business; absent where they never do. */
  'booking-confirmed': { cancelUntilText?: string }
  'booking-declined': { reason?: string; refundText?: string }
  'booking-canceled': { canceledBy: 'you' | 'the business'; feeText?: string; refundText?: string; creditText?: string }
  'booking-rescheduled': Before & { statusText?: string }
  'booking-changed': Before
  'booking-participants-changed': { participants: string; oldParticipants: string; balanceText?: string }
  'booking-reminder': None
  /** `lines`: one for each booking when the payment is for several; the number is empty for money that was not earned. */
  'payment-receipt-booking': { receiptNumber: number | ''; receiptLink: string; paidText: string; cardLast4: string; lines?: readonly string[] }
  'payment-returned': { refundText: string }
  'booking-refunded': { amount: string; receiptLink: string }
  /** What is left to pay online, of a visit for all parts, and the page that takes it. */
  'payment-link': { amountDue: string; payLink: string }
  'fee-charged': { amount: string; cardLast4: string; receiptLink?: string }
  'fee-failed': { amount: string }
  'no-show': { feeText: string }
  'booking-follow-up': None
  'visit-missed': None
  /** What the business wrote; without a subject of its own the service is named. */
  'session-message': { ownSubject: string; sessionMessage: string }
  'waitlist-joined': { position: number }
  'waitlist-offer': { offerUntilText: string }
  'waitlist-missed': None
  'waitlist-closed': None
}

/** Template → its variables, of the emails about bookings to owners and staff. */
export interface BusinessEmails {
  'new-booking': None
  'booking-request': None
  'booking-canceled-by-customer': None
  'booking-rescheduled-by-customer': { oldStartText: string }
  'double-booking': None
  'money-without-place': { amount?: string }
  'booking-disputed': { amount: string }
  'booking-refund-failed': { amount: string; problem: string }
  'fee-not-collected': { amount: string }
}

/** What every email about bookings has. */
export interface BookingVariables {
  serviceName: string
  startText: string
  /** IANA name of the zone of the times. */
  timeZoneName: string
  locationText: string
  staffName: string
  priceText: string
  /** The chosen option and add-ons, in one line. */
  extrasText?: string
  /** The parts of a visit, a line each. */
  parts?: readonly string[]
}
/** What every email to a customer has. */
export interface CustomerVariables extends BookingVariables {
  customerFirstName: string
  durationText: string
  paymentText: string
  policyText: string
  conferencingLink: string
  /** The sessions of a course, a line each. */
  sessions?: readonly string[]
  manageLink: string
  calendarLink?: string
  /** Pages of web calendars that add the entry; absent for what is more than one. */
  googleCalendarLink?: string
  outlookCalendarLink?: string
  /** Opens the intake form; absent when there is none, or it was sent. */
  intakeLink?: string
  /** iCalendar text. */
  calendarFile?: string
  /** Words of the business to the customer. */
  ownerMessage?: string
}
/** What every email to owners and staff has. */
export interface BusinessVariables extends BookingVariables {
  customerName: string
  customerEmail: string
  customerPhone: string
  participants: number
  adminLink: string
}

type None = Record<never, never>
interface Before {
  oldStartText?: string
  oldLocationText?: string
  oldStaffName?: string
}

/** All of them, each with what every email to its readers has. */
export type BookingsEmails = { [T in keyof CustomerEmails]: CustomerEmails[T] & CustomerVariables } & {
  [T in keyof BusinessEmails]: BusinessEmails[T] & BusinessVariables
}
