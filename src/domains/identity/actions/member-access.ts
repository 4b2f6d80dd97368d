/** Sign-in of one member, managed by the business: sign out, require a new password, reset the second step, verify the email, invite. Source: guide identity §5.2, §5.6, §9.2, §9.6. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseViolation } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readEmail } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import { identityStatus } from '../rules/sign-in.ts'
import { requireReenrollment, listFactors } from '../store/factors.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { listConnections } from '../store/providers.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSession, revokeSessions, listSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'
import { queuePasswordLink } from './emails.ts'
import { findOrCreateIdentity } from './sign-on.ts'
import { setEmailVerified } from './verify-email.ts'
import * as store from '../store/identities.ts'

/** The identity of a member, locked. Refuses with -19999 when there is none or it is closed. */
async function lockOpenIdentity(ctx: TransactionContext, id: string): Promise<store.IdentityRow> {
  await store.lockIdentity(ctx, id)
  const row = await store.identityById(ctx.tx, ctx.siteId, id)
  return row && !row.closed ? row : refuse('-19999')
}

/** How a member signs in: methods, devices, second factors. Refuses with -19999. */
export async function getMemberSignIn(ctx: ReadContext, id: string) {
  const row = await store.identityById(ctx.db, ctx.siteId, id)
  if (!row || row.closed) return refuse('-19999')
  const { name, reasons } = identityStatus(row)
  return {
    status: name,
    reasons,
    emailVerified: row.emailVerified,
    hasPassword: row.passwordHash !== null,
    passwordResetRequired: row.passwordResetRequired,
    factors: (await listFactors(ctx, id)).filter((factor) => factor.status !== 'PENDING').map(({ type, status }) => ({ type, status })),
    passkeys: (await listPasskeys(ctx, id)).length,
    connections: (await listConnections(ctx, id)).map((connection) => connection.providerName),
    devices: (await listSessions(ctx, id, ctx.authNow)).map((session) => ({
      id: session.id,
      createdDate: wireInstant(session.createdAt),
      lastUsedDate: wireInstant(session.lastUsedAt),
      userAgent: session.userAgent,
      ip: session.ip,
    })),
  }
}

/** Ends one device of a member, or all of them. Refuses with -19999. */
export async function signOutMember(ctx: TransactionContext, id: string, deviceId: string | undefined): Promise<{ signedOut: number }> {
  await lockOpenIdentity(ctx, id)
  const sessionsToEnd = (await listSessions(ctx, id, ctx.authNow)).filter((session) => deviceId === undefined || session.id === deviceId)
  if (deviceId === undefined) await revokeSessions(ctx, id, 'signed out by the business', ctx.authNow)
  else for (const session of sessionsToEnd) await revokeSession(ctx.tx, ctx.siteId, session.id, 'signed out by the business', ctx.authNow)
  await audit(ctx, 'member.signed-out', { subjectId: id })
  return { signedOut: sessionsToEnd.length }
}

/** Refuses the next sign-ins with -19973 until a new password is set, and emails a link. */
export async function requireNewPassword(ctx: TransactionContext, id: string): Promise<void> {
  const row = await lockOpenIdentity(ctx, id)
  await store.updateIdentity(ctx, id, { passwordResetRequired: true }, ctx.authNow)
  await revokeSessions(ctx, id, 'new password demanded', ctx.authNow)
  await deleteFlowTokens(ctx, id, OPEN_FLOWS)
  // The request came from the business: its IP address is not shown to the member.
  await queuePasswordLink(ctx, row, 'PASSWORD_RESET', { variables: { requestIp: '' } })
  await audit(ctx, 'member.password-demanded', { subjectId: id })
}

/** decision: the business vouches for a member who lost their device: the password alone suffices until they enroll a second step again. */
export async function resetSecondStep(ctx: TransactionContext, id: string): Promise<{ reset: number }> {
  await lockOpenIdentity(ctx, id)
  const reset = await requireReenrollment(ctx, id, ctx.authNow)
  await deleteFlowTokens(ctx, id, ['MFA', 'DEVICE'])
  await audit(ctx, 'member.second-step-reset', { subjectId: id })
  return { reset }
}

/** Verifies the email on behalf of the business. */
export async function markEmailVerified(ctx: TransactionContext, id: string): Promise<void> {
  const row = await lockOpenIdentity(ctx, id)
  if (row.emailVerified && !row.emailPending) return
  await setEmailVerified(ctx, row)
  await audit(ctx, 'member.email-vouched', { subjectId: id })
}

/** Creates a member, or finds the existing one, and emails a link to choose a password. */
export async function inviteMember(ctx: TransactionContext, input: { email: string; firstName?: string | undefined; lastName?: string | undefined }) {
  const email = readEmail(input.email)
  if (!email) return refuseViolation(emailViolation('email'))
  const known = await store.identityByEmail(ctx, email.key)
  const { profile } = readProfile({ firstName: input.firstName, lastName: input.lastName }, ctx.now)
  const id = await findOrCreateIdentity(ctx, email, profile, { verify: false, merge: true })
  const row = (await store.identityById(ctx.tx, ctx.siteId, id)) as store.IdentityRow
  await queuePasswordLink(ctx, row, 'SET_PASSWORD', { variables: { invitedBy: (await getSite(ctx)).name } })
  await audit(ctx, 'member.invited', { subjectId: id })
  return { memberId: id, created: known?.id !== id }
}
