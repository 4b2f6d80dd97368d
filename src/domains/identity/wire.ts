/** Identities in the form of the public API. Source: guide identity §5. */
import { toWireTime } from '#kit/pure/wire-time.ts'
import { identityStatus, nextState, type SignInState } from './rules/sign-in.ts'
import { profileToWire, type Profile } from './rules/profile.ts'
import type { IdentityRow, IdentityDetails } from './store/identities.ts'

export const wireInstant = toWireTime

/** All fields, for the member and for trusted callers. */
export function identityToWire(row: IdentityDetails) {
  return {
    id: row.id,
    revision: String(row.revision),
    createdDate: wireInstant(row.createdAt),
    updatedDate: wireInstant(row.updatedAt),
    connections: row.connections.map(({ providerId, subject }) => ({ idpConnection: { idpConnectionId: providerId, idpUserId: subject } })),
    identityProfile: profileToWire(row.profile as Partial<Profile>),
    metadata: {},
    email: { address: row.email, isVerified: row.emailVerified },
    status: identityStatus(row),
    factors: [
      ...(row.passwordHash ? [{ factorId: row.id, type: 'PASSWORD', status: 'ACTIVE' }] : []),
      ...row.factors.map(({ id, type, status }) => ({ factorId: id, type, status: status === 'PENDING' ? 'INACTIVE' : status })),
    ],
  }
}

/** Before the email is verified only what the caller has just sent is returned. */
export function toGuardedIdentity(row: IdentityRow, sent: Partial<Profile>) {
  return { id: row.id, email: { address: row.email, isVerified: row.emailVerified }, status: identityStatus(row), identityProfile: profileToWire(sent) }
}

/** The identity in the reply of a sign-up with a used email, on sites that hide account existence. */
export const toDecoyIdentity = (id: string, email: string, sent: Partial<Profile> = {}) => ({
  id,
  email: { address: email, isVerified: false },
  status: identityStatus({ memberStatus: 'PENDING', emailPending: true, approvalRequired: false, closed: false }),
  identityProfile: profileToWire(sent),
})

export const signInState = (row: IdentityRow): SignInState => nextState(identityStatus(row).reasons)
