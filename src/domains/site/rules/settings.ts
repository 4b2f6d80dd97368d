/** Settings of a site that are no column of their own, with their defaults. Values are checked where they are written. */
export interface SiteSettings {
  /** Whether the business sells plans at all; off, every call of plans and every new order is refused (guide: pricing-plans 16.2). */
  'plans.enabled': boolean
  /** One tax for all plans (guide: pricing-plans 4.3); null means none. `byBusinessAddress`: the address must say where the business is. */
  'plans.tax': { name: string; rate: string; includedInPrice: boolean; byBusinessAddress?: boolean } | null
  /** Shortest cycle of a recurring plan in days, 1–7 (guide: pricing-plans 3.3). */
  'plans.minRecurringCycleDays': number
  /** Shortest plan of one payment for a duration in days (guide: pricing-plans 3.3). */
  'plans.minSinglePaymentDays': number
  /** Whether a plan may be paid at the front desk from the public checkout (guide: pricing-plans 6.5). */
  'plans.payAtDesk': boolean
  /** Whether customers may book now and have their plan redeemed when they come (guide: bookings 12.1). */
  'plans.redeemAtDesk': boolean
  /** What a missed cycle after downtime becomes (guide: pricing-plans 9.6). */
  'plans.catchUp': 'current-only' | 'all'
  /** What becomes of sessions that are booked for the time after a plan's end (guide: pricing-plans 13.4). */
  'plans.onPlanEnd': 'keep' | 'cancel'
  /** What of the money goes back when a customer cancels in time, or a session does not take place (guide: bookings 12.6). */
  'bookings.refundOnCancel': 'none' | 'full-minus-fee'
  /** Words that no member's page may have as its address, in lower case (guide: members 8). */
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
