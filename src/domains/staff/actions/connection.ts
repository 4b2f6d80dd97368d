/** Staff members and the dashboard users behind them. Source: guide services-and-availability §10.2. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { findSiteUser, inviteWithRole } from '#domains/collaborators/public.ts'
import type { StaffMember } from '../contract.ts'
import { refuse } from '../errors.ts'
import { onStaffAccountLost } from '../hooks.ts'
import { staffEvents } from '../events.ts'
import * as store from '../store/staff.ts'
import { createStaff, emitStaffUpdated, showStaffMember } from './staff.ts'
import type { StaffEmails } from '../emails/variables.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { connectionMachine, type ConnectionStatus, type ConnectionStep } from '../rules/connection-machine.ts'
import { INVITATION_DAYS } from '../rules/ids.ts'

const alreadyConnected = {
  message: 'This staff member is connected already. Disconnect them first.',
  de: 'Dieses Teammitglied ist schon verbunden. Trenne es zuerst.',
  fr: 'Cette personne de l’équipe est déjà associée à un compte. Dissociez-la d’abord.',
  es: 'Esta persona del equipo ya está conectada. Desconéctala primero.',
}
const connectedElsewhere = {
  message: 'This user is connected to another staff member.',
  de: 'Diese Person ist mit einem anderen Teammitglied verbunden.',
  fr: 'Ce compte est associé à une autre personne de l’équipe.',
  es: 'Este usuario está conectado con otra persona del equipo.',
}

const takeStep = ({ connectionStatus }: Pick<store.StaffRow, 'connectionStatus'>, step: ConnectionStep) =>
  findTransition(connectionMachine, (connectionStatus ?? 'NONE') as ConnectionStatus, step)

/** Connects a user of the site at once; anyone else is invited to the team by email and connected when they accept. Refuses with STAFF_INVITE_REQUIRES_ROLE callers who may not give a role. */
export async function connectToUser(ctx: TransactionContext, id: string, requestedEmail: string | null | undefined, fields?: unknown): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const email = requestedEmail ?? row.email
  assertNoViolations(email ? [] : [{ field: 'email', description: 'is required, the staff member has none', violatedRule: 'REQUIRED_FIELD', data: {} }])
  const user = await findSiteUser(ctx, { email: email as string })
  const transition = takeStep(row, user ? 'connect' : 'invite') ?? refuse('FAILED_PRECONDITION', {}, alreadyConnected)
  const other = user && (await store.staffOfUser(ctx, user.id))
  if (other && other.id !== id) refuse('FAILED_PRECONDITION', { staffMemberId: other.id }, connectedElsewhere)
  const change = user ? { transition, userId: user.id, invitedEmail: null } : { transition, userId: null, invitedEmail: (email as string).toLowerCase() }
  const after = (await store.updateStaff(ctx, id, undefined, change)) ?? refuseStandard('NOT_FOUND')
  if (user) {
    const member = await showStaffMember(ctx, after, 'ASSOCIATED_IDENTITY_STATUS')
    ctx.emit(staffEvents.action('connected_to_user', member, { staffMember: member }))
  } else {
    const invitation = { email: email as string, teamRole: 'TEACHER', days: INVITATION_DAYS } as const
    const link = (await inviteWithRole(ctx, invitation)) ?? refuse('STAFF_INVITE_REQUIRES_ROLE')
    const variables = { staffName: row.name, link }
    await queueEmail<StaffEmails>(ctx, { kind: 'address', address: email as string }, { template: 'staff-invitation', variables })
  }
  return emitStaffUpdated(ctx, { before: row, after }, fields)
}

/** The staff member of the calling dashboard user: connected, or invited by their email address within the last 30 days. */
export async function findStaffOfCaller(ctx: ReadContext): Promise<store.StaffRow | undefined> {
  const { userId } = ctx.caller
  if (!userId) return undefined
  const connected = await store.staffOfUser(ctx, userId)
  if (connected) return connected
  const user = await findSiteUser(ctx, { id: userId })
  return user && (await store.staffInvitedAs(ctx, user.email, ctx.now.subtract({ hours: INVITATION_DAYS * 24 })))
}

/** The same, connected from now on when they were only invited. */
export async function acceptStaffInvitation(ctx: TransactionContext): Promise<store.StaffRow | undefined> {
  const row = await findStaffOfCaller(ctx)
  return row && connectInvited(ctx, row, ctx.caller.userId as string)
}
/** Who was invited as a staff member within the last 30 days is connected when they join the team. */
export async function connectNewUser(ctx: TransactionContext, { userId, email }: { userId: string; email: string }): Promise<void> {
  const row = (await store.staffOfUser(ctx, userId)) ? undefined : await store.staffInvitedAs(ctx, email, ctx.now.subtract({ hours: INVITATION_DAYS * 24 }))
  if (row) await connectInvited(ctx, row, userId)
}
/** Who leaves the team is no longer the staff member's account. */
export async function disconnectFormerUser(ctx: TransactionContext, { userId }: { userId: string }): Promise<void> {
  const row = await store.staffOfUser(ctx, userId)
  if (row) await disconnectFromUser(ctx, row.id)
}

async function connectInvited(ctx: TransactionContext, row: store.StaffRow, userId: string): Promise<store.StaffRow> {
  const transition = takeStep(row, 'connect')
  if (!transition || row.userId) return row
  const change = { transition, userId, invitedEmail: null }
  const after = (await store.updateStaff(ctx, row.id, undefined, change)) ?? refuseStandard('NOT_FOUND')
  const member = await showStaffMember(ctx, after, 'ASSOCIATED_IDENTITY_STATUS')
  ctx.emit(staffEvents.action('connected_to_user', member, { staffMember: member }))
  await emitStaffUpdated(ctx, { before: row, after })
  return after
}

/** Ends the connection or the invitation. Refuses with NOT_FOUND. */
export async function disconnectFromUser(ctx: TransactionContext, id: string, fields?: unknown): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const transition = takeStep(row, 'disconnect')
  if (!transition) return showStaffMember(ctx, row, fields)
  const after = (await store.updateStaff(ctx, id, undefined, { transition, userId: null, invitedEmail: null })) ?? refuseStandard('NOT_FOUND')
  if (row.userId) await onStaffAccountLost.call(ctx, { resourceId: row.resourceId })
  const member = await showStaffMember(ctx, after, 'ASSOCIATED_IDENTITY_STATUS')
  ctx.emit(staffEvents.action('disconnected_from_user', member, { staffMember: member }))
  return emitStaffUpdated(ctx, { before: row, after }, fields)
}

/** The staff member of a user of this site, created with the user's name and email address if there is none. */
export async function getOrCreateForUser(ctx: TransactionContext, userId: string, fields?: unknown): Promise<StaffMember> {
  const known = await store.staffOfUser(ctx, userId)
  if (known) return showStaffMember(ctx, known, fields)
  const user = (await findSiteUser(ctx, { id: userId })) ?? refuseStandard('NOT_FOUND')
  const name = (user.name || user.email.split('@')[0] || 'Staff').slice(0, 40)
  const created = await createStaff(ctx, { name, email: user.email }, { userId })
  const row = (await store.staffById(ctx, created.id)) ?? refuseStandard('NOT_FOUND')
  return showStaffMember(ctx, row, fields)
}
