/** Letters that people may do without. Source: guide pricing-plans 15, bookings 20; RFC 8058. */

/**
 * decision: what tells of money taken, refused or given back, of an order or booking made, changed or cancelled, and of the
 * sign-in is always sent; reminders and news of the plan's course can be left out. See decisions/0017.
 */
export const optionalEmailKinds = ['BOOKING_REMINDERS', 'PLAN_REMINDERS', 'PLAN_NEWS'] as const
export type OptionalEmailKind = (typeof optionalEmailKinds)[number]

/** The kinds that are left out after a change; what the change does not name stays as it was. */
export function applyKindChoices(refused: readonly OptionalEmailKind[], change: readonly { kind: OptionalEmailKind; wanted: boolean }[]): OptionalEmailKind[] {
  const choices = new Map(change.map(({ kind, wanted }) => [kind, wanted]))
  return optionalEmailKinds.filter((kind) => !(choices.get(kind) ?? !refused.includes(kind)))
}

/** The address as somebody recognizes it who has it, and nobody learns it who has not: `a…@shop.example`. */
export const maskEmail = (address: string): string => address.replace(/^(.).*(@.*)$/u, '$1…$2')
