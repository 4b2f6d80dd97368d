/** Every site, for the few statements that look at all of them. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '../open.ts'
import { isDistributed } from './distribute.ts'

/** A table with the column `id`: on the nodes of a cluster one that is spread as the rows of the sites are, with which it is joined there. */
export const selectSites = async (db: ReadDatabase): Promise<RawBuilder<unknown>> =>
  (await isDistributed({ db })) ? sql`(select site_id as id from spread_site)` : sql`site`
