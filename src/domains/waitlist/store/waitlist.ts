/** SQL on waitlists. Lock order: bookings, list, seats. */
import { sql, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { writes } from '#kit/db/open.ts'
import type { WaitlistEntryTable, WaitlistTable } from '#kit/db/tables.gen.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import type { EntryStatus, EntryTransition } from '../rules/waitlist.ts'

export type WaitlistEntryRow = Omit<Selectable<WaitlistEntryTable>, 'status'> & { status: EntryStatus }
export type WaitlistRow = Selectable<WaitlistTable>

const entries = (ctx: ReadContext) => ctx.db.selectFrom('waitlistEntry').where('waitlistEntry.siteId', '=', ctx.siteId)
const records = (rows: Selectable<WaitlistEntryTable>[]) => rows as WaitlistEntryRow[]

/** The list of a session, created if needed, locked. */
export async function lockWaitlist(ctx: TransactionContext, sessionId: string, startsAt: Temporal.Instant): Promise<WaitlistRow> {
  await ctx.tx
    .insertInto('waitlist')
    .values({ siteId: ctx.siteId, sessionId, startsAt })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return ctx.tx.selectFrom('waitlist').selectAll().where('siteId', '=', ctx.siteId).where('sessionId', '=', sessionId).forUpdate().executeTakeFirstOrThrow()
}
/** The list of a session, locked, if it has one: most sessions have none. */
export const lockWaitlistIfAny = (ctx: TransactionContext, sessionId: string): Promise<WaitlistRow | undefined> =>
  ctx.tx.selectFrom('waitlist').selectAll().where('siteId', '=', ctx.siteId).where('sessionId', '=', sessionId).forUpdate().executeTakeFirst()
export const saveWaitlist = (
  ctx: TransactionContext,
  sessionId: string,
  change: Partial<Pick<WaitlistRow, 'round' | 'running' | 'closed' | 'startsAt' | 'servedCapacity'>>,
) => ctx.tx.updateTable('waitlist').set(change).where('siteId', '=', ctx.siteId).where('sessionId', '=', sessionId).execute()

/** Sessions of a schedule with open entries. */
export const findSessionsWithWaitlist = async (ctx: ReadContext, scheduleId: string): Promise<string[]> =>
  (
    await entries(ctx)
      .select('sessionId')
      .distinct()
      .where('scheduleId', '=', scheduleId)
      .where('status', 'in', ['WAITING', 'SUGGESTING', 'EXPIRED'])
      .orderBy('sessionId')
      .execute()
  ).map((row) => row.sessionId)
/** Open entries in order of registration. */
export const findWaitingEntries = async (ctx: ReadContext, sessionIds: readonly string[]): Promise<WaitlistEntryRow[]> =>
  sessionIds.length === 0
    ? []
    : records(
        await entries(ctx)
          .selectAll()
          .where('sessionId', 'in', sessionIds)
          .where('status', 'in', ['WAITING', 'SUGGESTING', 'EXPIRED'])
          .orderBy('place')
          .execute(),
      )
export const loadWaitlists = (ctx: ReadContext, sessionIds: readonly string[]): Promise<WaitlistRow[]> =>
  sessionIds.length === 0
    ? Promise.resolve([])
    : ctx.db.selectFrom('waitlist').selectAll().where('siteId', '=', ctx.siteId).where('sessionId', 'in', sessionIds).execute()
export const entryById = async (ctx: ReadContext, id: string): Promise<WaitlistEntryRow | undefined> =>
  (await entries(ctx).selectAll().where('id', '=', id).executeTakeFirst()) as WaitlistEntryRow | undefined
export const entryOfBooking = async (ctx: ReadContext, bookingId: string): Promise<WaitlistEntryRow | undefined> =>
  (await entries(ctx).selectAll().where('bookingId', '=', bookingId).executeTakeFirst()) as WaitlistEntryRow | undefined
/** False when the contact has an entry for the session already. */
export const insertEntry = async (
  ctx: TransactionContext,
  entry: Pick<WaitlistEntryRow, 'id' | 'bookingId' | 'sessionId' | 'scheduleId' | 'contactId' | 'people'>,
): Promise<boolean> =>
  (await ctx.tx
    .insertInto('waitlistEntry')
    .values({ ...entry, siteId: ctx.siteId, status: 'WAITING', createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
/** Moves an entry to its next status. */
export const updateEntry = (
  ctx: TransactionContext,
  id: string,
  transition: EntryTransition,
  change: Partial<Pick<WaitlistEntryRow, 'offeredRound' | 'offers' | 'offerUntil' | 'enrolledAt'>>,
) =>
  ctx.tx
    .updateTable('waitlistEntry')
    .set({ ...change, status: transition.to })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Moves entries from one contact to another. A contact that would wait twice for a session keeps both. */
export const moveEntriesToContact = async (ctx: TransactionContext, { fromId, toId }: { fromId: string; toId: string }): Promise<void> =>
  void (await sql`${writes('waitlist_entry')}
    update waitlist_entry set contact_id = ${toId}
    where site_id = ${ctx.siteId} and contact_id = ${fromId} and not exists (
      select 1 from waitlist_entry mine where mine.site_id = waitlist_entry.site_id and mine.session_id = waitlist_entry.session_id and mine.contact_id = ${toId})`.execute(
    ctx.tx,
  ))

// ---- due work

export const findOverdueOffers = async (ctx: ReadContext): Promise<WaitlistEntryRow[]> =>
  records(await entries(ctx).selectAll().where('status', '=', 'SUGGESTING').where('offerUntil', '<=', ctx.now).orderBy('offerUntil').limit(100).execute())
/** Open lists whose session has begun. */
export const findStartedWaitlists = (ctx: ReadContext): Promise<WaitlistRow[]> =>
  ctx.db
    .selectFrom('waitlist')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('closed', '=', sql<boolean>`false`)
    .where('startsAt', '<=', ctx.now)
    .limit(100)
    .execute()

/** Offers that ran out, or open lists whose session has begun. */
export const hasDueWaitlists: SiteCondition = ({ now }) => sql`
  exists (select from waitlist_entry as one where one.site_id = site.id and one.status = 'SUGGESTING' and one.offer_until <= ${now})
  or exists (select from waitlist as one where one.site_id = site.id and not one.closed and one.starts_at <= ${now})`
