/**
 * The site of what a provider names, for events that name none. Called before a site is known: every site is looked up by its own
 * index, which leads with its id.
 */
import { sql, type RawBuilder } from 'kysely'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { selectSites } from '#kit/db/cluster/sites.ts'
import { acrossSites, readSql } from '#kit/db/open.ts'

interface FoundSite {
  id: string
}

/** The limit inside keeps it a look-up per site. */
export const siteOfChargeQuery = (provider: string, ref: string, sites: RawBuilder<unknown> = sql`site`): RawBuilder<FoundSite> => sql<FoundSite>`${acrossSites}
  select s.id from ${sites} s cross join lateral (
    (select 1 from receipt r where r.site_id = s.id and r.provider = ${provider} and r.ref = ${ref} limit 1)
    union all (select 1 from payment_attempt a where a.site_id = s.id and a.provider = ${provider} and a.ref = ${ref} limit 1)) found
  limit 1`
export const siteOfTokenQuery = (token: string, sites: RawBuilder<unknown> = sql`site`): RawBuilder<FoundSite> => sql<FoundSite>`${acrossSites}
  select s.id from ${sites} s cross join lateral (select 1 from payment_method m where m.site_id = s.id and m.token = ${token} limit 1) found limit 1`

const findSite = (ctx: OwnTransactionContext, toQuery: (sites: RawBuilder<unknown>) => RawBuilder<FoundSite>): Promise<string | undefined> =>
  ctx.read(async ({ db }) => (await readSql(db, toQuery(await selectSites(db)))).rows[0]?.id)

/** The site of a payment or of an attempt to charge. */
export const findSiteOfCharge = (ctx: OwnTransactionContext, provider: string, ref: string): Promise<string | undefined> =>
  findSite(ctx, (sites) => siteOfChargeQuery(provider, ref, sites))
/** The site whose member a card belongs to; events about cards name no site. */
export const findSiteOfToken = (ctx: OwnTransactionContext, token: string): Promise<string | undefined> =>
  findSite(ctx, (sites) => siteOfTokenQuery(token, sites))
