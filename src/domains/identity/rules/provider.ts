/** Decides a sign-in by the claims of an identity provider. Source: guide identity §5.4 (pre-hijacking), §9.2. */

export interface Claims {
  subject: string
  email: string | undefined
  emailVerified: boolean
}
/** The identity that holds the email. */
export interface EmailHolder {
  id: string
  emailVerified: boolean
}
export type ProviderDecision =
  | { sign: 'in'; identityId: string }
  /** The email is verified on both sides, or by the provider only: then unverified sign-in methods are removed first. */
  | { sign: 'link'; identityId: string; dropUnproven: boolean }
  | { sign: 'up' }
  | { refused: 'email_required' | 'account_exists' | 'connected_elsewhere' }

/** A connection wins over an email; an unverified email never opens an existing account. */
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

/** A path on the site's own origin, never a URL of another: prevents open redirects. */
export function readLocalPath(text: unknown): string {
  return typeof text === 'string' && text.length <= 2048 && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : '/account'
}
