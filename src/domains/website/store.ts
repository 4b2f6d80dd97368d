/** All SQL on the website of a site and its publications. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { Website } from './rules/website.ts'

export interface WebsiteRow {
  draft: Website
  published: Website | null
  revision: number
  publishedAt: Temporal.Instant | null
}
const columns = ['draft', 'published', 'revision', 'publishedAt'] as const
const toRow = (row: { draft: unknown; published: unknown; revision: number; publishedAt: Temporal.Instant | null }): WebsiteRow => ({
  ...row,
  draft: row.draft as Website,
  published: row.published as Website | null,
})

export async function findWebsite(ctx: ReadContext): Promise<WebsiteRow | undefined> {
  const row = await ctx.db.selectFrom('website').select(columns).where('siteId', '=', ctx.siteId).executeTakeFirst()
  return row && toRow(row)
}
/** The row, locked; made of `initial` where there is none. */
export async function lockWebsite(ctx: TransactionContext, initial: Website): Promise<WebsiteRow> {
  await ctx.tx
    .insertInto('website')
    .values({ siteId: ctx.siteId, draft: json(initial), revision: 1, updatedAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return toRow(await ctx.tx.selectFrom('website').select(columns).where('siteId', '=', ctx.siteId).forUpdate().executeTakeFirstOrThrow())
}
export const saveWebsite = (ctx: TransactionContext, { draft, published, revision, publishedAt }: WebsiteRow): Promise<unknown> =>
  ctx.tx
    .updateTable('website')
    .set({ draft: json(draft), published: published && json(published), revision, publishedAt, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .execute()

export interface Version {
  id: string
  website: Website
  publishedAt: Temporal.Instant
}
/** Keeps a publication, and of the older ones the newest up to `most` in all. */
export async function insertVersion(ctx: TransactionContext, { id, website, publishedAt }: Version, most: number): Promise<void> {
  await ctx.tx
    .insertInto('websiteVersion')
    .values({ siteId: ctx.siteId, id, website: json(website), publishedAt })
    .execute()
  await ctx.tx
    .deleteFrom('websiteVersion')
    .where('siteId', '=', ctx.siteId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('websiteVersion').select('id').where('siteId', '=', ctx.siteId).orderBy('publishedAt', 'desc').orderBy('id', 'desc').offset(most),
    )
    .execute()
}
/** Newest first; `pages` counts the home page, too. */
export const listVersions = (ctx: ReadContext, most: number): Promise<{ id: string; publishedAt: Temporal.Instant; pages: number }[]> =>
  ctx.db
    .selectFrom('websiteVersion')
    .select(['id', 'publishedAt', sql<number>`jsonb_array_length(website -> 'pages') + 1`.as('pages')])
    .where('siteId', '=', ctx.siteId)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
export async function findVersion(ctx: ReadContext, id: string): Promise<Website | undefined> {
  const row = await ctx.db.selectFrom('websiteVersion').select('website').where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
  return row?.website as Website | undefined
}
