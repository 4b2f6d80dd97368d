/** Collaborators of a site: invitations by email, roles, permissions. */
import { queueEmail } from '#domains/notifications/public.ts'
import { syncMemberRole, findOrCreateMemberForUser } from '#domains/members/public.ts'
import { findSiteById } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, refuseThrottled, refuseViolation } from '#kit/api/refusal.ts'
import {
  hashSecret,
  newSecret,
  hashPassword,
  verifyPassword,
  emailViolation,
  readEmail,
  passwordViolations,
  audit,
  consumeSharedRateLimit,
  wireInstant,
} from '#domains/identity/public.ts'
import { refuse } from '../errors.ts'
import { onUserJoined, onUserLeft } from '../hooks.ts'
import { hasOwnerAfter, canGrant, type Rights } from '../rules/collaborators.ts'
import type { ReadyMadeRoleId } from '../rules/team-roles.ts'
import { callerRights, readRights, type SentRights } from './rights.ts'
import * as store from '../store/collaborators.ts'
import type { RoleRow } from '../store/collaborators.ts'
import * as owners from '../store/owners.ts'
import type { CollaboratorsEmails } from '../emails/variables.ts'

const INVITATION_DAYS = 7

/** Everyone with a role on the site, and open invitations. */
export async function listCollaborators(ctx: ReadContext) {
  const people = await store.loadCollaborators(ctx)
  return {
    collaborators: people.map(({ id, email, name, role, permissions, teamRole, createdAt, secondStep }) => ({
      userId: id,
      email,
      name,
      role,
      permissions,
      teamRole,
      createdDate: wireInstant(createdAt),
      secondStep,
      you: id === ctx.caller.userId,
    })),
    invitations: (await store.openInvitations(ctx, ctx.authNow)).map(invitationToWire),
  }
}

const invitationToWire = (row: store.InvitationRow) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  permissions: row.permissions,
  teamRole: row.teamRole,
  createdDate: wireInstant(row.createdAt),
  expiresDate: wireInstant(row.expiresAt),
})

const findOpenInvitation = async (ctx: ReadContext, matches: (row: store.InvitationRow) => boolean): Promise<store.InvitationRow | undefined> =>
  (await store.openInvitations(ctx, ctx.authNow)).find(matches)
/** Refuses with MORE_THAN_OWN_RIGHTS who could not have sent the invitation. */
function assertMayEnd(ctx: ReadContext, open: store.InvitationRow | undefined): void {
  if (open && !canGrant(callerRights(ctx), open)) refuse('MORE_THAN_OWN_RIGHTS')
}

/** Emails an invitation, replacing an open one to the same address. */
export async function inviteCollaborator(ctx: TransactionContext, input: { email: string } & SentRights) {
  const email = readEmail(input.email)
  if (!email) return refuseViolation(emailViolation('email'))
  const rights = await readRights(ctx, input)
  if (!canGrant(callerRights(ctx), rights)) refuse('MORE_THAN_OWN_RIGHTS')
  const people = await store.loadCollaborators(ctx)
  if (people.some((person) => person.email.toLowerCase() === email.address.toLowerCase())) refuse('ALREADY_COLLABORATOR')
  assertMayEnd(ctx, await findOpenInvitation(ctx, ({ email: known }) => known.toLowerCase() === email.address.toLowerCase()))
  const { row, link } = await createInvitation(ctx, email.address, rights, INVITATION_DAYS)
  const inviter = people.find((person) => person.id === ctx.caller.userId)
  const variables = { link, invitedBy: inviter?.name ?? '', expiresDays: INVITATION_DAYS }
  await queueEmail<CollaboratorsEmails>(ctx, { kind: 'user', address: email.address }, { template: 'OWNER_INVITATION', variables })
  return { invitation: invitationToWire(row) }
}

/** An open invitation, and the link that accepts it. Refuses more than 50 a day. */
async function createInvitation(ctx: TransactionContext, email: string, rights: RoleRow, days: number): Promise<{ row: store.InvitationRow; link: string }> {
  const wait = await consumeSharedRateLimit(ctx.tx, ctx.siteId, 'owner-invitations', { times: 50, seconds: 86_400 }, ctx.authNow)
  if (wait > 0) refuseThrottled(wait)
  const token = newSecret()
  const row = await store.insertInvitation(
    ctx,
    {
      siteId: ctx.siteId,
      id: ctx.newId(),
      email,
      ...rights,
      tokenHash: hashSecret(token),
      invitedBy: ctx.caller.userId ?? null,
      expiresAt: ctx.authNow.add({ hours: 24 * days }),
    },
    ctx.authNow,
  )
  await audit(ctx, 'collaborator.invited', { subjectId: row.id, data: { role: rights.role } })
  return { row, link: `${ctx.origin}/dashboard/invitation?token=${token}` }
}

/**
 * The link of an invitation with a ready-made role of the team, which the caller sends. An open invitation of the address is replaced, and its rights
 * stay. Undefined when the caller may not give the role.
 */
export async function inviteWithRole(
  ctx: TransactionContext,
  { email, teamRole, days }: { email: string; teamRole: ReadyMadeRoleId; days: number },
): Promise<string | undefined> {
  const own = callerRights(ctx)
  const open = (await store.openInvitations(ctx, ctx.authNow)).find((known) => known.email.toLowerCase() === email.toLowerCase())
  const rights = open ?? (await readRights(ctx, { role: 'CONTRIBUTOR', teamRole }))
  const mayInvite = own.permissions === null || own.permissions.includes('IAM.COLLABORATORS_MANAGE')
  if (!mayInvite || !canGrant(own, rights)) return undefined
  const { role, permissions, teamRole: givenRole } = rights
  return (await createInvitation(ctx, email, { role, permissions, teamRole: givenRole }, days)).link
}

/**
 * Invites the owner of a site by email, and answers the link, which works once and for a week. An open invitation to the address is replaced. The site
 * needs no owner yet: the server does this for its operator. Violates `email` by its format; refuses with ALREADY_COLLABORATOR who is in the team.
 */
export async function inviteOwner(ctx: TransactionContext, { email: given }: { email: string }): Promise<{ email: string; link: string; days: number }> {
  const email = readEmail(given)?.address ?? refuseViolation(emailViolation('email'))
  const people = await store.loadCollaborators(ctx)
  if (people.some((person) => person.email.toLowerCase() === email.toLowerCase())) refuse('ALREADY_COLLABORATOR')
  const { link } = await createInvitation(ctx, email, { role: 'OWNER', permissions: null, teamRole: null }, INVITATION_DAYS)
  const variables = { link, invitedBy: '', expiresDays: INVITATION_DAYS }
  await queueEmail<CollaboratorsEmails>(ctx, { kind: 'user', address: email }, { template: 'OWNER_INVITATION', variables })
  return { email, link, days: INVITATION_DAYS }
}

/** Refuses with NOT_FOUND an invitation that is not open, and with MORE_THAN_OWN_RIGHTS one that the caller could not have sent. */
export async function revokeInvitation(ctx: TransactionContext, id: string): Promise<void> {
  assertMayEnd(ctx, (await findOpenInvitation(ctx, (row) => row.id === id)) ?? refuseStandard('NOT_FOUND'))
  if (!(await store.endInvitation(ctx.tx, ctx.siteId, id, 'revokedAt', ctx.authNow))) refuseStandard('NOT_FOUND')
  await audit(ctx, 'collaborator.invitation-withdrawn', { subjectId: id })
}

/** The collaborator to change, with all roles of the site locked: two owners must not remove each other in parallel. */
async function lockCollaborator(ctx: TransactionContext, userId: string, to: Rights | undefined) {
  await store.lockRoles(ctx)
  const people = (await store.loadCollaborators(ctx)).map((person) => ({ userId: person.id, role: person.role, permissions: person.permissions }))
  const person = people.find((candidate) => candidate.userId === userId)
  if (!person) return refuseStandard('NOT_FOUND')
  const own = callerRights(ctx)
  if (!canGrant(own, person) || (to && !canGrant(own, to))) refuse('MORE_THAN_OWN_RIGHTS')
  if (!hasOwnerAfter(people, { userId, to })) refuse('LAST_OWNER')
  return person
}

/** Changes role and permissions. Refuses rights beyond the caller's own, and to leave the site without an owner. */
export async function changeCollaborator(ctx: TransactionContext, userId: string, input: SentRights): Promise<void> {
  const to = await readRights(ctx, input)
  await lockCollaborator(ctx, userId, to)
  await store.insertRole(ctx.tx, ctx.siteId, userId, to, ctx.authNow)
  await syncMemberRole(ctx, userId, to.role)
  await audit(ctx, 'collaborator.changed', { subjectId: userId, data: { ...to } })
}

/** Takes the role on this site away. Refuses to leave the site without an owner. */
export async function removeCollaborator(ctx: TransactionContext, userId: string): Promise<void> {
  await lockCollaborator(ctx, userId, undefined)
  await store.deleteRole(ctx, userId)
  // A former collaborator is a member like others: they can be blocked, disconnected and deleted again.
  await syncMemberRole(ctx, userId, undefined)
  await onUserLeft.call(ctx, { userId })
  await audit(ctx, 'collaborator.removed', { subjectId: userId })
}

/** Site, email and role of an invitation. */
export async function readInvitation(ctx: TransactionContext, token: string) {
  const row = await store.invitationByToken(ctx, hashSecret(token), ctx.authNow)
  if (!row) return refuse('INVALID_INVITATION')
  const site = (await findSiteById(ctx, row.siteId))?.name ?? ''
  return { siteName: site, email: row.email, role: row.role, hasAccount: (await owners.ownerByEmail(ctx, row.email)) !== undefined }
}

/** Accepts an invitation with a new password, or with that of an existing account. The link proves the mailbox. */
export async function acceptInvitation(ctx: OwnTransactionContext, input: { token: string; name?: string | undefined; password: string }) {
  const tokenHash = hashSecret(input.token)
  const { row, owner, siteName } = await ctx.transaction(async (work) => {
    const found = await store.invitationByToken(work, tokenHash, work.authNow)
    return {
      row: found,
      owner: found && (await owners.ownerByEmail(work, found.email)),
      siteName: found ? ((await findSiteById(work, found.siteId))?.name ?? '') : '',
    }
  })
  if (!row) return refuse('INVALID_INVITATION')
  if (owner) {
    const wait = await ctx.transaction(
      (work) => consumeSharedRateLimit(work.tx, row.siteId, `invitation:${row.id}`, { times: 10, seconds: 900 }, work.authNow),
      row.siteId,
    )
    if (wait > 0) refuseThrottled(wait)
    if (!(await verifyPassword(owner.passwordHash, input.password))) return refuse('WRONG_SIGN_IN')
  } else assertNoViolations(passwordViolations(input.password, { email: row.email, siteName }))
  const passwordHash = owner ? '' : await hashPassword(input.password)
  return ctx.transaction(async (work) => {
    const still = await store.invitationByToken(work, tokenHash, work.authNow)
    if (!still) return refuse('INVALID_INVITATION')
    const userId = owner?.id ?? work.newId()
    if (!owner) {
      const accountId = (await findSiteById(work, row.siteId))?.accountId ?? work.newId()
      await owners.insertOwner(work, { id: userId, accountId, email: row.email, name: input.name?.trim() || row.email, passwordHash }, work.authNow)
    }
    await store.insertRole(work.tx, row.siteId, userId, row, work.authNow)
    await store.endInvitation(work.tx, row.siteId, row.id, 'acceptedAt', work.authNow)
    // Collaborators are members of the site, too.
    await findOrCreateMemberForUser(work, { userId, email: row.email, name: owner?.name ?? (input.name?.trim() || row.email), role: row.role })
    await onUserJoined.call(work, { userId, email: row.email })
    await audit(work, 'collaborator.joined', { subjectId: userId, actorKind: 'owner', actorId: userId })
    return { email: row.email, siteId: row.siteId }
  }, row.siteId)
}
