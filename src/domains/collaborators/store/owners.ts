/** Business accounts, dashboard users, their roles on sites and their sessions. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { databaseKey, type ReadDatabase } from '#kit/db/open.ts'
import { resolvePermissions } from '../rules/team-roles.ts'

export const insertAccount = async (ctx: TransactionContext, id: string, name: string, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx
    .insertInto('account')
    .values({ id, name, createdAt: now })
    .onConflict((c) => c.column('id').doNothing())
    .execute())
export const insertOwner = async (
  ctx: TransactionContext,
  row: { id: string; accountId: string; email: string; name: string; passwordHash: string },
  now: Temporal.Instant,
): Promise<void> =>
  void (await ctx.tx
    .insertInto('ownerUser')
    .values({ ...row, createdAt: now, updatedAt: now })
    .execute())

const ownerColumns = ['id', 'email', 'name', 'passwordHash', 'secondStepVersion', 'accountId'] as const
export const ownerByEmail = (ctx: ReadContext, email: string) =>
  ctx.db.selectFrom('ownerUser').select(ownerColumns).where(sql<string>`lower(email)`, '=', email.trim().toLowerCase()).executeTakeFirst()
export const ownerById = (tx: ReadDatabase, id: string) => tx.selectFrom('ownerUser').select(ownerColumns).where('id', '=', id).executeTakeFirst()
export const sitesOfOwner = async (tx: ReadDatabase, userId: string) => {
  const rows = await tx
    .selectFrom('ownerSiteRole as r')
    .innerJoin('site as s', 's.id', 'r.siteId')
    .select(['s.id', 's.name', 'r.role', 'r.permissions', 'r.teamRole'])
    .where('r.userId', '=', userId)
    .orderBy('s.createdAt')
    .execute()
  return rows.map((row) => ({ ...row, permissions: resolvePermissions(row) }))
}

/** Since when a dashboard user works on this site. */
export const findJoinedAt = async (ctx: ReadContext, userId: string): Promise<Temporal.Instant | undefined> =>
  (await ctx.db.selectFrom('ownerSiteRole').select('createdAt').where('siteId', '=', ctx.siteId).where('userId', '=', userId).executeTakeFirst())?.createdAt

export const setOwnerPassword = async (ctx: TransactionContext, userId: string, passwordHash: string, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('ownerUser').set({ passwordHash, updatedAt: now }).where('id', '=', userId).execute())
/** Changes the security stamp after a second step was removed: trusted devices and started sign-ins become invalid. */
export const incrementSecondStepVersion = async (ctx: TransactionContext, userId: string, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx
    .updateTable('ownerUser')
    .set((eb) => ({ secondStepVersion: eb('secondStepVersion', '+', 1), updatedAt: now }))
    .where('id', '=', userId)
    .execute())

/** Email addresses of the owners of a site; for the copy of a simulation those of its original. */
export const ownerEmails = (ctx: ReadContext): Promise<readonly string[]> =>
  ctx.cache(['owner_site_role', 'owner_user', 'site'], 'addresses of owners', async () => (await selectOwnerEmails(ctx).execute()).map((row) => row.email))
const selectOwnerEmails = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('ownerSiteRole as r')
    .innerJoin('ownerUser as u', 'u.id', 'r.userId')
    .select('u.email')
    .where('r.siteId', '=', (eb) =>
      eb
        .selectFrom('site')
        .where('id', '=', ctx.siteId)
        .select((of) => of.fn.coalesce('simulationOf', 'id').as('id')),
    )
    .where('r.role', '=', 'OWNER')

/** An owner of a site, or one who is invited. */
export interface SitePerson {
  siteId: string
  email: string
  isInvited: boolean
}
/** Owners of all sites and open invitations of owners, for the operator of the server. */
export async function ownersOfSites(db: ReadDatabase, now: Temporal.Instant): Promise<SitePerson[]> {
  const owners = await db
    .selectFrom('ownerSiteRole as r')
    .innerJoin('ownerUser as u', 'u.id', 'r.userId')
    .select(['r.siteId', 'u.email'])
    .where('r.role', '=', 'OWNER')
    .orderBy('r.createdAt')
    .execute()
  const invited = await db
    .selectFrom('ownerInvitation')
    .select(['siteId', 'email'])
    .where('role', '=', 'OWNER')
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .execute()
  return [...owners.map((row) => ({ ...row, isInvited: false })), ...invited.map((row) => ({ ...row, isInvited: true }))]
}

/** Founder of each site: never changes, so it is cached per process. */
const founderCache = new WeakMap<object, Map<string, string>>()

export async function findFounder(db: ReadDatabase, siteId: string): Promise<string | undefined> {
  const root = databaseKey(db)
  const known = founderCache.get(root) ?? new Map<string, string>()
  founderCache.set(root, known)
  const cached = known.get(siteId)
  if (cached) return cached
  const row = await db
    .selectFrom('ownerSiteRole')
    .select('userId')
    .where('siteId', '=', siteId)
    .where('role', '=', 'OWNER')
    .orderBy('createdAt')
    .orderBy('userId')
    .limit(1)
    .executeTakeFirst()
  if (row && known.size < 100_000) known.set(siteId, row.userId)
  return row?.userId
}

/** The member of the site who is this dashboard user, too. */
export const findMemberOfUser = async (ctx: ReadContext, userId: string): Promise<string | undefined> =>
  (
    await ctx.db
      .selectFrom('member')
      .select('id')
      .where('siteId', '=', ctx.siteId)
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
  )?.id
