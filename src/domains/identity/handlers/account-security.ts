/** Operation → action: account security of the calling member. */
import type { BaseContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { reauthenticate } from '../actions/reauthenticate.ts'
import { confirmEmailChange, startEmailChange, undoEmailChange } from '../actions/email-change.ts'
import { confirmFactor, removeFactor, renewRecoveryCodes, startFactor } from '../actions/factors.ts'
import { addPasskey, passkeyToWire, removePasskey, signInByPasskey, startPasskey, startPasskeySignIn } from '../actions/passkeys.ts'
import { removeConnection, startConnection } from '../actions/providers.ts'
import type { accountSecurityApi } from '../contract/account-security.ts'
import { refuse } from '../errors.ts'
import { maskDestination } from '../rules/factor.ts'
import { listFactors, countRecoveryCodes } from '../store/factors.ts'
import { identityById } from '../store/identities.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { listConnections } from '../store/providers.ts'
import { revokeSession, revokeSessions, sessionById, listSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'

const callerMemberId = (ctx: BaseContext): string => ctx.caller.memberId ?? ''

export const accountSecurityHandlers: Handlers<typeof accountSecurityApi> = {
  listDevices: async (ctx) => {
    const sessions = await listSessions(ctx, callerMemberId(ctx), ctx.authNow)
    return {
      devices: sessions.map((session) => ({
        id: session.id,
        createdDate: wireInstant(session.createdAt),
        lastUsedDate: wireInstant(session.lastUsedAt),
        userAgent: session.userAgent,
        ip: session.ip,
        current: session.id === ctx.caller.sessionId,
      })),
    }
  },
  signOutDevice: async (ctx, { params }) => {
    const own = (await listSessions(ctx, callerMemberId(ctx), ctx.authNow)).some((session) => session.id === params.id)
    if (!own) refuseStandard('NOT_FOUND')
    await revokeSession(ctx.tx, ctx.siteId, params.id, 'signed out by the member', ctx.authNow)
    await audit(ctx, 'member.device-signed-out', { subjectId: callerMemberId(ctx) })
    return {}
  },
  signOutOtherDevices: async (ctx) => {
    const others = (await listSessions(ctx, callerMemberId(ctx), ctx.authNow)).filter((session) => session.id !== ctx.caller.sessionId)
    await revokeSessions(ctx, callerMemberId(ctx), 'signed out by the member', ctx.authNow, ctx.caller.sessionId)
    await audit(ctx, 'member.others-signed-out', { subjectId: callerMemberId(ctx) })
    return { signedOut: others.length }
  },
  confirmPassword: async (ctx, { body }) => (await reauthenticate(ctx, body.currentPassword, { strictly: true }), {}),
  getMySignIn: async (ctx) => {
    const { siteId, db } = ctx
    const row = await identityById(db, siteId, callerMemberId(ctx))
    if (!row) return refuse('-19999')
    const session = await sessionById(db, siteId, ctx.caller.sessionId ?? '', ctx.authNow)
    return {
      email: row.email,
      emailVerified: row.emailVerified,
      hasPassword: row.passwordHash !== null,
      factors: (await listFactors(ctx, row.id)).map((factor) => ({
        factorId: factor.id,
        type: factor.type,
        status: factor.status === 'PENDING' ? 'INACTIVE' : factor.status,
        hint: maskDestination(factor.type, { email: row.email, phone: factor.phone }),
        createdDate: wireInstant(factor.createdAt),
      })),
      recoveryCodesLeft: await countRecoveryCodes(ctx, row.id),
      passkeys: (await listPasskeys(ctx, row.id)).map(passkeyToWire),
      connections: (await listConnections(ctx, row.id)).map((connection) => ({
        providerId: connection.providerId,
        providerName: connection.providerName,
        email: connection.email,
        createdDate: wireInstant(connection.createdAt),
        lastUsedDate: wireInstant(connection.lastUsedAt),
      })),
      confirmedRecently: session !== undefined && ctx.authNow.since(session.verifiedAt).total('minutes') <= 15,
    }
  },
  startFactor: (ctx, { params, body }) => startFactor(ctx, params.type, body),
  confirmFactor: (ctx, { params, body }) => confirmFactor(ctx, params.type, body.code),
  removeFactor: async (ctx, { params, body }) => (await removeFactor(ctx, params.type, body.currentPassword), {}),
  renewRecoveryCodes: (ctx, { body }) => renewRecoveryCodes(ctx, body.currentPassword),
  startPasskey: (ctx, { body }) => startPasskey(ctx, body.currentPassword),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  removePasskey: async (ctx, { body }) => (await removePasskey(ctx, body), {}),
  startPasskeySignIn: (ctx) => startPasskeySignIn(ctx),
  signInByPasskey: (ctx, { body }) => signInByPasskey(ctx, body.response),
  startConnection: (ctx, { params, body }) => startConnection(ctx, params.id, body.currentPassword),
  removeConnection: async (ctx, { params, body }) => (await removeConnection(ctx, params.id, body.currentPassword), {}),
  startEmailChange: (ctx, { body }) => startEmailChange(ctx, body),
  confirmEmailChange: (ctx, { body }) => confirmEmailChange(ctx, body),
  undoEmailChange: (ctx, { body }) => undoEmailChange(ctx, body.token),
}
