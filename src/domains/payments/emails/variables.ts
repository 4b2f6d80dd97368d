/** Template → its variables, of the emails about money to the owners. Source: guide pricing-plans §9.6, §10.4. */
export interface PaymentsEmails {
  /** `ref`: the payment at its provider; `link` opens it on the dashboard. */
  'unclaimed-payment': { amount: string; ref: string; link: string }
  'clock-is-wrong': { reasonPlain: string; link: string }
  'charges-stopped': { reasonPlain: string; link: string }
}
