export type Actor = 'MEMBER' | 'OWNER' | 'APP' | 'SYSTEM'
/** Events caused by time or a payment, whichever request emits them. */
const automaticEvents = new Set(['purchased', 'started', 'cycle_started', 'ended'])

/** The actor of an order event, from its identity. */
export function identifyActor(slug: string, identityType: string | undefined): Actor {
  if (automaticEvents.has(slug)) return 'SYSTEM'
  switch (identityType) {
    case 'MEMBER':
    case 'ANONYMOUS_VISITOR':
      return 'MEMBER'
    case 'WIX_USER':
      return 'OWNER'
    case 'APP':
      return 'APP'
    default:
      return 'SYSTEM'
  }
}
