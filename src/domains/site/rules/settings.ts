/** Settings of a site without a column, with their defaults. Values are validated where they are written. */
export interface SiteSettings {
  /** Whether the business sells plans; if not, all operations on plans and new orders are refused. Source: guide pricing-plans §16.2. */
  'plans.enabled': boolean
  /** One tax for all plans; null means none. `byBusinessAddress`: the address must say where the business is. */
  'plans.tax': { name: string; rate: string; includedInPrice: boolean; byBusinessAddress?: boolean } | null
  /** Shortest cycle of a recurring plan in days, 1–7. Source: guide pricing-plans §3.3. */
  'plans.minRecurringCycleDays': number
  /** Shortest plan of one payment for a duration in days. Source: guide pricing-plans §3.3. */
  'plans.minSinglePaymentDays': number
  /** Whether the public checkout offers to pay in person. Source: guide pricing-plans §6.5. */
  'plans.payAtDesk': boolean
  /** Whether customers may book now and redeem their plan in person. Source: guide bookings §12.1. */
  'plans.redeemAtDesk': boolean
  /** What happens to cycles missed during downtime. Source: guide pricing-plans §9.6. */
  'plans.catchUp': 'current-only' | 'all'
  /** What happens to sessions booked after the end of a plan. Source: guide pricing-plans §13.4. */
  'plans.onPlanEnd': 'keep' | 'cancel'
  /** What is refunded when a customer cancels in time, or a session does not take place. Source: guide bookings §12.6. */
  'bookings.refundOnCancel': 'none' | 'full-minus-fee'
  /** Reserved slugs, in lower case. Source: guide members §8. */
  'members.reservedSlugs': readonly string[]
  /** Address and contact shown on the site. */
  'site.address': { line: string; city: string; postalCode: string; country: string; subdivision?: string; phone: string; email: string } | null
}

export const defaultSettings: SiteSettings = {
  'plans.enabled': true,
  'plans.tax': null,
  'plans.minRecurringCycleDays': 7,
  'plans.minSinglePaymentDays': 1,
  'plans.payAtDesk': false,
  'plans.redeemAtDesk': false,
  'plans.catchUp': 'current-only',
  'plans.onPlanEnd': 'keep',
  'bookings.refundOnCancel': 'none',
  'members.reservedSlugs': [],
  'site.address': null,
}
