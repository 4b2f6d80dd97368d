/** What a dry run answers: the action was carried out in a transaction that was rolled back. Safe in the browser. */

/** One thing that would change. */
export interface Effect {
  /** Named by the domain that reports it, such as `BOOKING_CANCELED`. */
  kind: string
  /** Of the booking, order, refund or member. */
  id: string
  /** The person whom it concerns; absent when there is none, or no name is known. */
  who?: string
  /** The service or plan. */
  what?: string
  /** When that begins or ends, ISO. */
  at?: string
  /** Decimal string, with its currency. */
  amount?: string
  currency?: string
  /** How many: plan sessions (below zero when they go), bookings, plans. */
  count?: number
}

/** An email that would be sent. */
export interface PlannedEmail {
  to: string
  subject: string
  template: string
}

export interface DryRun {
  effects: readonly Effect[]
  emails: readonly PlannedEmail[]
  /** How many emails in all; at most `maxPlannedEmails` are named. */
  emailCount: number
}
export const maxPlannedEmails = 50
/** A request with this header, and the value `true`, changes nothing; operations that declare `dryRun` answer it with a `DryRun`. */
export const dryRunHeader = 'dry-run'
