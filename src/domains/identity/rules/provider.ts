/** What the word of an identity provider is worth. Source: guide identity 5.4 (pre-hijacking), 9.2. */

export interface Claims {
  subject: string
  email: string | undefined
  emailVerified: boolean
}
/** The identity that has the address already. */
export interface EmailHolder {
  id: string
  emailVerified: boolean
}
export type ProviderDecision =
  | { sign: 'in'; identityId: string }
  /** The address is proven on both sides, or proven by the provider and never proven here: then what was set up here is dropped first. */
  | { sign: 'link'; identityId: string; dropUnproven: boolean }
  | { sign: 'up' }
  | { refused: 'email_required' | 'account_exists' | 'connected_elsewhere' }

/** What a sign-in through a provider leads to: a connection wins over an address, an unproven address never opens an account that exists. */
export function decideProviderSignIn(
  claims: Claims,
  known: { connectedTo: string | undefined; holder: EmailHolder | undefined; connecting: string | undefined },
): ProviderDecision {
  if (known.connecting !== undefined) {
    return known.connectedTo !== undefined && known.connectedTo !== known.connecting
      ? { refused: 'connected_elsewhere' }
      : { sign: 'link', identityId: known.connecting, dropUnproven: false }
  }
  if (known.connectedTo !== undefined) return { sign: 'in', identityId: known.connectedTo }
  if (claims.email === undefined) return { refused: 'email_required' }
  if (!known.holder) return { sign: 'up' }
  if (!claims.emailVerified) return { refused: 'account_exists' }
  return { sign: 'link', identityId: known.holder.id, dropUnproven: !known.holder.emailVerified }
}

/** Where a sign-in may go on: a path on our own pages, never an address. */
export function readLocalPath(text: unknown): string {
  return typeof text === 'string' && text.length <= 2048 && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : '/account'
}
