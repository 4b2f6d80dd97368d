/** Every site, for the few statements that look at all of them. */
import { type RawBuilder, sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '../open.ts'
import { isDistributed } from './distribute.ts'

/** A table with the column `id`: on the nodes of a cluster one that is spread as the rows of the sites are, with which it is joined there. */
export const selectSites = async (db: ReadDatabase): Promise<RawBuilder<unknown>> =>
  (await isDistributed({ db })) ? sql`(select site_id as id from spread_site)` : sql`site`

/** Notes a new site beside its rows, in a cluster: what names no site is looked up there from its first minute, not from the next round of the runner on. */
export async function spreadSite(tx: Tx, siteId: string, createdAt: Temporal.Instant): Promise<void> {
  if (await isDistributed({ db: tx })) await tx.insertInto('spreadSite').values({ siteId, createdAt }).execute()
}
