/** What the business does about a member's way in: sign out, demand a new password, start the second step over, vouch, invite. Source: guide identity 5.2, 5.6, 9.2, 9.6. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readEmail } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import { identityStatus } from '../rules/sign-in.ts'
import { requireReenrollment, factorsOf } from '../store/factors.ts'
import { passkeysOf } from '../store/passkeys.ts'
import { connectionsOf } from '../store/providers.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSession, revokeSessions, sessionsOf } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'
import { sendPasswordLink } from './emails.ts'
import { findOrCreateIdentity } from './sign-on.ts'
import { setEmailVerified } from './verify-email.ts'
import * as store from '../store/identities.ts'

/** The identity of a member who may come in, locked; the rest has none to speak of. */
async function lockOpenIdentity(ctx: TransactionContext, id: string): Promise<store.IdentityRow> {
  await store.lockIdentity(ctx.tx, ctx.siteId, id)
  const row = await store.identityById(ctx.tx, ctx.siteId, id)
  return row && !row.closed ? row : refuse('-19999')
}

export async function getMemberSignIn(ctx: ReadContext, id: string) {
  const row = await store.identityById(ctx.db, ctx.siteId, id)
  if (!row || row.closed) return refuse('-19999')
  const { name, reasons } = identityStatus(row)
  return {
    status: name,
    reasons,
    emailVerified: row.emailVerified,
    hasPassword: row.passwordHash !== null,
    resetDemanded: row.resetDemanded,
    factors: (await factorsOf(ctx.db, ctx.siteId, id)).filter((factor) => factor.status !== 'PENDING').map(({ type, status }) => ({ type, status })),
    passkeys: (await passkeysOf(ctx.db, ctx.siteId, id)).length,
    connections: (await connectionsOf(ctx.db, ctx.siteId, id)).map((connection) => connection.providerName),
    devices: (await sessionsOf(ctx.db, ctx.siteId, id, ctx.authNow)).map((session) => ({
      id: session.id,
      createdDate: wireInstant(session.createdAt),
      lastUsedDate: wireInstant(session.lastUsedAt),
      userAgent: session.userAgent,
      ip: session.ip,
    })),
  }
}

export async function signOutMember(ctx: TransactionContext, id: string, deviceId: string | undefined): Promise<{ signedOut: number }> {
  await lockOpenIdentity(ctx, id)
  const sessionsToEnd = (await sessionsOf(ctx.tx, ctx.siteId, id, ctx.authNow)).filter((session) => deviceId === undefined || session.id === deviceId)
  if (deviceId === undefined) await revokeSessions(ctx.tx, ctx.siteId, id, 'signed out by the business', ctx.authNow)
  else for (const session of sessionsToEnd) await revokeSession(ctx.tx, ctx.siteId, session.id, 'signed out by the business', ctx.authNow)
  await audit(ctx, 'member.signed-out', { subjectId: id })
  return { signedOut: sessionsToEnd.length }
}

/** The next sign-in is refused with -19973 until a new password is set; a link goes out at once. */
export async function requireNewPassword(ctx: TransactionContext, id: string): Promise<void> {
  const row = await lockOpenIdentity(ctx, id)
  await store.updateIdentity(ctx.tx, ctx.siteId, id, { resetDemanded: true }, ctx.authNow)
  await revokeSessions(ctx.tx, ctx.siteId, id, 'new password demanded', ctx.authNow)
  await deleteFlowTokens(ctx.tx, ctx.siteId, id, OPEN_FLOWS)
  // It was the business that asked, and its network address is nobody's matter.
  await sendPasswordLink(ctx, row, 'PASSWORD_RESET', { variables: { requestIp: '' } })
  await audit(ctx, 'member.password-demanded', { subjectId: id })
}

/** decision: the business vouches for somebody who lost their phone: the password alone opens once more, and the second step is to be set up anew. */
export async function resetSecondStep(ctx: TransactionContext, id: string): Promise<{ reset: number }> {
  await lockOpenIdentity(ctx, id)
  const reset = await requireReenrollment(ctx.tx, ctx.siteId, id, ctx.authNow)
  await deleteFlowTokens(ctx.tx, ctx.siteId, id, ['MFA', 'DEVICE'])
  await audit(ctx, 'member.second-step-reset', { subjectId: id })
  return { reset }
}

/** The business vouches for the address; nobody is asked for a code again. */
export async function markEmailVerified(ctx: TransactionContext, id: string): Promise<void> {
  const row = await lockOpenIdentity(ctx, id)
  if (row.emailVerified && !row.emailPending) return
  await setEmailVerified(ctx, row)
  await audit(ctx, 'member.email-vouched', { subjectId: id })
}

/** Makes a member, or finds the one there is, and mails a link to choose a password. */
export async function inviteMember(ctx: TransactionContext, input: { email: string; firstName?: string | undefined; lastName?: string | undefined }) {
  const email = readEmail(input.email)
  if (!email) return assertNoViolations([emailViolation('email')]) as never
  const known = await store.identityByEmail(ctx.tx, ctx.siteId, email.key)
  const { profile } = readProfile({ firstName: input.firstName, lastName: input.lastName }, ctx.now)
  const id = await findOrCreateIdentity(ctx, email, profile, { verify: false, merge: true })
  const row = (await store.identityById(ctx.tx, ctx.siteId, id)) as store.IdentityRow
  await sendPasswordLink(ctx, row, 'SET_PASSWORD', { variables: { invitedBy: (await getSite(ctx)).name } })
  await audit(ctx, 'member.invited', { subjectId: id })
  return { memberId: id, created: known?.id !== id }
}
