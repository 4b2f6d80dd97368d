export type Actor = 'MEMBER' | 'OWNER' | 'APP' | 'HOUSE'
/** What time or a payment brings, whoever's call happened to bring it about. */
const automaticEvents = new Set(['purchased', 'started', 'cycle_started', 'ended'])

/** Who did what happened to an order, from the identity that its event carries. */
export function identifyActor(slug: string, identityType: string | undefined): Actor {
  if (automaticEvents.has(slug)) return 'HOUSE'
  switch (identityType) {
    case 'MEMBER':
    case 'ANONYMOUS_VISITOR':
      return 'MEMBER'
    case 'WIX_USER':
      return 'OWNER'
    case 'APP':
      return 'APP'
    default:
      return 'HOUSE'
  }
}
