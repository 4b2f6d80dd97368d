/** Emails that recipients may turn off. Source: guide pricing-plans §15, bookings §20; RFC 8058. */

/**
 * decision: emails on payments and refunds, on orders and bookings created, changed or cancelled, and on sign-in
 * are always sent; reminders, news about a plan, and what is sent after a visit or on a birthday can be turned off. See decisions/0017.
 */
export const optionalEmailKinds = ['BOOKING_REMINDERS', 'PLAN_REMINDERS', 'PLAN_NEWS', 'FOLLOW_UPS'] as const
export type OptionalEmailKind = (typeof optionalEmailKinds)[number]

/** The kinds that are off after a change; kinds that it does not name stay. */
export function applyKindChoices(refused: readonly OptionalEmailKind[], change: readonly { kind: OptionalEmailKind; wanted: boolean }[]): OptionalEmailKind[] {
  const choices = new Map(change.map(({ kind, wanted }) => [kind, wanted]))
  return optionalEmailKinds.filter((kind) => !(choices.get(kind) ?? !refused.includes(kind)))
}

/** A masked address that only its owner recognizes: `a…@shop.example`. */
export const maskEmail = (address: string): string => address.replace(/^(.).*(@.*)$/u, '$1…$2')
