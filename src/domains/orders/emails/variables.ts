/**
 * Template → its variables, of the emails about orders. Money and days are texts in the language of the reader; a day that there is not is empty.
 * Source: guide pricing-plans §15.
 */
export interface BuyerEmails {
  'plan-purchased': { priceSummary: string; startDate: string; endDate: string; terms?: string } & Partial<NextPayment>
  'trial-started': Trial
  'trial-ending': Trial & { cancelLink?: string }
  'renewal-reminder': NextPayment
  /** `lines`: what was charged, discounts with their sign; the last four digits of the card are empty when there was none. */
  'payment-receipt': {
    invoiceNumber: string
    lines: readonly ReceiptLine[]
    tax?: string
    total: string
    cardLast4: string
    periodStart: string
    periodEnd: string
  }
  'payment-failed': { reasonPlain: string; amount: string; nextTryDate?: string; graceEndDate: string; updateCardLink: string }
  'payment-failed-again': { lastTryDate: string; updateCardLink: string }
  'payment-action-needed': { graceEndDate: string; authenticateLink: string }
  'plan-canceled-payment': { reasonPlain: string; amount: string; buyAgainLink: string }
  'renewal-canceled': { endDate: string }
  'plan-canceled': { canceledDate: string; refundAmount?: string }
  'plan-started': { startDate: string }
  'plan-paused': { pauseDate: string }
  'plan-resumed': { resumeDate: string; newEndDate: string; nextPaymentDate?: string }
  'plan-extended': { oldEndDate: string; newEndDate: string }
  'plan-ending': { endDate: string; buyAgainLink: string }
  'plan-ended': { endDate: string; buyAgainLink: string }
  'offline-order-created': { startDate: string; amountDue?: string }
  'offline-order-paid': { amount: string }
  'refund-issued': { amount: string; cardLast4?: string }
  /** `expiry`: month and year, such as `03/2027`. */
  'card-expiring': { cardLast4: string; expiry: string; updateCardLink: string }
}

/** Template → its variables, of the emails about orders to the owners. */
export interface OwnerEmails {
  'new-order': { amount: string }
  'member-canceled': { endDate: string }
  'payment-failed-final': { amount: string }
  'dispute-opened': { amount: string }
  'late-success-refunded': { amount: string }
}

/** What every email to a buyer has. */
export interface BuyerVariables {
  memberName: string
  planName: string
  orderLink: string
}
/** What every email to the owners has; `link` opens the order on the dashboard. */
export interface OwnerVariables {
  member: string
  plan: string
  link: string
}

interface ReceiptLine {
  label: string
  amount: string
}
interface Trial {
  trialEndDate: string
  firstPaymentAmount: string
}
interface NextPayment {
  nextPaymentDate: string
  nextPaymentAmount: string
}

/** All of them, each with what every email to its readers has. */
export type OrderEmails = { [T in keyof BuyerEmails]: BuyerEmails[T] & BuyerVariables } & { [T in keyof OwnerEmails]: OwnerEmails[T] & OwnerVariables }
