/** When a payment attempt has ended for good. Source: guide bookings §7.2, §12.4. */

/** Declines that did not come from the bank: the page of such an attempt is closed. */
const closingDeclineCodes = new Set(['abandoned', 'superseded', 'provider_unavailable', 'amount_mismatch'])

/** Whether the page of an attempt is closed. After a declined card another one may be tried on the same page. */
export const isAttemptClosed = (declineCode: string | null | undefined): boolean =>
  declineCode !== null && declineCode !== undefined && closingDeclineCodes.has(declineCode)
