/** Who helps to run a site: invitations by letter, roles, permissions. */
import { followUserRole, memberForUser } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard, refuseThrottled } from '#kit/refusal.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { hashPassword, passwordIsRight } from '../password-hash.ts'
import { leavesOwner, mayGive, readPermissions, type Rights } from '../rules/collaborators.ts'
import { badEmail, readEmail } from '../rules/email.ts'
import { passwordViolations } from '../rules/password.ts'
import * as businesses from '../store/businesses.ts'
import * as store from '../store/owners.ts'
import { audit, countUse } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { writeTo } from './letters.ts'
import { recentlySignedIn } from './owner-session.ts'

const INVITATION_DAYS = 7

/** What the caller may do here; keys and apps act as the owner unless they are limited. */
const rightsOf = (ctx: Ctx): Rights =>
  ctx.caller.permissions ? { role: 'CONTRIBUTOR', permissions: ctx.caller.permissions } : { role: 'OWNER', permissions: null }

function rightsIn(wish: { role: Rights['role']; permissions?: string[] | null | undefined }): { role: Rights['role']; permissions: string[] | null } {
  const permissions = readPermissions(wish.role, wish.permissions)
  if (permissions === undefined) {
    orViolate([{ field: 'permissions', description: 'must be names of permissions', violatedRule: 'FORMAT', data: {} }])
    throw new Error('unreachable')
  }
  return { role: wish.role, permissions }
}

export async function listCollaborators(ctx: Ctx) {
  const people = await store.collaboratorsOf(ctx.tx, ctx.siteId)
  return {
    collaborators: people.map(({ id, email, name, role, permissions, createdAt, secondStep }) => ({
      userId: id,
      email,
      name,
      role,
      permissions,
      createdDate: wireInstant(createdAt),
      secondStep,
      you: id === ctx.caller.userId,
    })),
    invitations: (await store.openInvitations(ctx.tx, ctx.siteId, ctx.authNow)).map(invitationToWire),
  }
}

const invitationToWire = (row: store.InvitationRow) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  permissions: row.permissions,
  createdDate: wireInstant(row.createdAt),
  expiresDate: wireInstant(row.expiresAt),
})

/** Mails an invitation; an open one to the same address makes way. */
export async function inviteCollaborator(ctx: Ctx, wish: { email: string; role: Rights['role']; permissions?: string[] | null | undefined }) {
  await recentlySignedIn(ctx)
  const email = readEmail(wish.email)
  if (!email) return orViolate([badEmail('email')]) as never
  const rights = rightsIn(wish)
  if (!mayGive(rightsOf(ctx), rights)) refuse('MORE_THAN_OWN_RIGHTS')
  const people = await store.collaboratorsOf(ctx.tx, ctx.siteId)
  if (people.some((person) => person.email.toLowerCase() === email.address.toLowerCase())) refuse('ALREADY_COLLABORATOR')
  const wait = await countUse(ctx.tx, ctx.siteId, 'owner-invitations', { times: 50, seconds: 86_400 }, ctx.authNow)
  if (wait > 0) refuseThrottled(wait)
  const token = newSecret()
  const row = await store.insertInvitation(
    ctx.tx,
    {
      siteId: ctx.siteId,
      id: ctx.newId(),
      email: email.address,
      ...rights,
      tokenHash: fingerprint(token),
      invitedBy: ctx.caller.userId ?? null,
      expiresAt: ctx.authNow.add({ hours: 24 * INVITATION_DAYS }),
    },
    ctx.authNow,
  )
  const inviter = people.find((person) => person.id === ctx.caller.userId)
  await writeTo(ctx, { email: email.address, profile: {} }, 'OWNER_INVITATION', {
    link: `${ctx.origin}/dashboard/invitation?token=${token}`,
    invitedBy: inviter?.name ?? '',
    expiresDays: INVITATION_DAYS,
  })
  await audit(ctx, 'collaborator.invited', { subjectId: row.id, data: { role: rights.role } })
  return { invitation: invitationToWire(row) }
}

export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  if (!(await store.endInvitation(ctx.tx, ctx.siteId, id, 'revokedAt', ctx.authNow))) refuseStandard('NOT_FOUND')
  await audit(ctx, 'collaborator.invitation-withdrawn', { subjectId: id })
}

/** The person to be changed, among all with a role; the roles are locked, so that two owners cannot remove each other at once. */
async function personToChange(ctx: Ctx, userId: string, to: Rights | undefined) {
  await recentlySignedIn(ctx)
  await store.lockRoles(ctx.tx, ctx.siteId)
  const people = (await store.collaboratorsOf(ctx.tx, ctx.siteId)).map((person) => ({ userId: person.id, role: person.role, permissions: person.permissions }))
  const person = people.find((candidate) => candidate.userId === userId)
  if (!person) return refuseStandard('NOT_FOUND')
  const own = rightsOf(ctx)
  if (!mayGive(own, person) || (to && !mayGive(own, to))) refuse('MORE_THAN_OWN_RIGHTS')
  if (!leavesOwner(people, { userId, to })) refuse('LAST_OWNER')
  return person
}

export async function changeCollaborator(ctx: Ctx, userId: string, wish: { role: Rights['role']; permissions?: string[] | null | undefined }): Promise<void> {
  const to = rightsIn(wish)
  await personToChange(ctx, userId, to)
  await businesses.insertRole(ctx.tx, ctx.siteId, userId, to.role, to.permissions, ctx.authNow)
  await followUserRole(ctx, userId, to.role)
  await audit(ctx, 'collaborator.changed', { subjectId: userId, data: to })
}

export async function removeCollaborator(ctx: Ctx, userId: string): Promise<void> {
  await personToChange(ctx, userId, undefined)
  await store.deleteRole(ctx.tx, ctx.siteId, userId)
  // Whoever helps no more is a member like others: they can be blocked, disconnected and deleted again.
  await followUserRole(ctx, userId, undefined)
  await audit(ctx, 'collaborator.removed', { subjectId: userId })
}

/** What an invitation is for. */
export async function readInvitation(ctx: Ctx, token: string) {
  const row = await store.invitationByToken(ctx.tx, fingerprint(token), ctx.authNow)
  if (!row) return refuse('INVALID_INVITATION')
  const site = await businesses.siteNameOf(ctx.tx, row.siteId)
  return { siteName: site, email: row.email, role: row.role, hasAccount: (await businesses.ownerByEmail(ctx.tx, row.email)) !== undefined }
}

/** Whoever holds the link owns the mailbox: they join with a new password, or with the password of the account they have. */
export async function acceptInvitation(ctx: Ctx, wish: { token: string; name?: string | undefined; password: string }) {
  const tokenHash = fingerprint(wish.token)
  const { row, owner, siteName } = await ctx.write(async (work) => {
    const found = await store.invitationByToken(work.tx, tokenHash, work.authNow)
    return {
      row: found,
      owner: found && (await businesses.ownerByEmail(work.tx, found.email)),
      siteName: found ? await businesses.siteNameOf(work.tx, found.siteId) : '',
    }
  })
  if (!row) return refuse('INVALID_INVITATION')
  if (owner) {
    const wait = await ctx.write((work) => countUse(work.tx, row.siteId, `invitation:${row.id}`, { times: 10, seconds: 900 }, work.authNow), row.siteId)
    if (wait > 0) refuseThrottled(wait)
    if (!(await passwordIsRight(owner.passwordHash, wish.password))) return refuse('WRONG_SIGN_IN')
  } else orViolate(passwordViolations(wish.password, { email: row.email, siteName }))
  const passwordHash = owner ? '' : await hashPassword(wish.password)
  return ctx.write(async (work) => {
    const still = await store.invitationByToken(work.tx, tokenHash, work.authNow)
    if (!still) return refuse('INVALID_INVITATION')
    const userId = owner?.id ?? work.newId()
    if (!owner) {
      const accountId = (await businesses.accountOfSite(work.tx, row.siteId)) ?? work.newId()
      await businesses.insertOwner(work.tx, { id: userId, accountId, email: row.email, name: wish.name?.trim() || row.email, passwordHash }, work.authNow)
    }
    await businesses.insertRole(work.tx, row.siteId, userId, row.role, row.permissions, work.authNow)
    await store.endInvitation(work.tx, row.siteId, row.id, 'acceptedAt', work.authNow)
    // Whoever runs the site is one of its people, too.
    await memberForUser(work, { userId, email: row.email, name: owner?.name ?? (wish.name?.trim() || row.email), role: row.role })
    await audit(work, 'collaborator.joined', { subjectId: userId, actorKind: 'owner', actorId: userId })
    return { email: row.email, siteId: row.siteId }
  }, row.siteId)
}
