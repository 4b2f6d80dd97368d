/** When an attempt to pay has ended for good. Source: guide: bookings 7.2, 12.4. */

/** Ends without an answer of the bank: the page of such an attempt is not paid on any more. */
const closingDeclineCodes = new Set(['abandoned', 'superseded', 'provider_unavailable', 'amount_mismatch'])

/** Whether nobody can pay on the page of an attempt any more. A card that was declined may be followed by another one on the same page. */
export const isAttemptClosed = (declineCode: string | null | undefined): boolean =>
  declineCode !== null && declineCode !== undefined && closingDeclineCodes.has(declineCode)
