/** SQL on secret addresses of feeds: only their hashes are kept. */
import type { Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { CalendarFeedTable } from '#kit/db/tables.gen.ts'

export type FeedKind = 'STAFF' | 'ROOM' | 'LOCATION' | 'SITE' | 'MEMBER'
export interface FeedSubject {
  kind: FeedKind
  subjectId: string
}
export type FeedRow = Selectable<CalendarFeedTable>

export const findFeed = (ctx: ReadContext, { kind, subjectId }: FeedSubject): Promise<FeedRow | undefined> =>
  ctx.db.selectFrom('calendarFeed').selectAll().where('siteId', '=', ctx.siteId).where('kind', '=', kind).where('subjectId', '=', subjectId).executeTakeFirst()
export const findFeedBySecret = (ctx: ReadContext, secretHash: string): Promise<FeedRow | undefined> =>
  ctx.db.selectFrom('calendarFeed').selectAll().where('siteId', '=', ctx.siteId).where('secretHash', '=', secretHash).executeTakeFirst()
export const saveFeed = (ctx: TransactionContext, { kind, subjectId }: FeedSubject, secretHash: string): Promise<unknown> =>
  ctx.tx
    .insertInto('calendarFeed')
    .values({ siteId: ctx.siteId, kind, subjectId, secretHash, createdAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'kind', 'subjectId']).doUpdateSet({ secretHash, createdAt: ctx.now }))
    .execute()
export const deleteFeed = (ctx: TransactionContext, { kind, subjectId }: FeedSubject): Promise<unknown> =>
  ctx.tx.deleteFrom('calendarFeed').where('siteId', '=', ctx.siteId).where('kind', '=', kind).where('subjectId', '=', subjectId).execute()
export const deleteFeedsOfResources = (ctx: TransactionContext, resourceIds: readonly string[]): Promise<unknown> =>
  ctx.tx.deleteFrom('calendarFeed').where('siteId', '=', ctx.siteId).where('kind', 'in', ['STAFF', 'ROOM']).where('subjectId', 'in', resourceIds).execute()
