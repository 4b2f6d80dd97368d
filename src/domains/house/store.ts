import { sql } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'

export const letterById = (ctx: Ctx, id: string) => ctx.tx.selectFrom('letter').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

export const finishLetter = (ctx: Ctx, id: string, done: { state: 'SENT' | 'KEPT'; subject: string; html: string; text: string }) =>
  ctx.tx.updateTable('letter').set({ state: done.state, subject: done.subject, html: done.html, bodyText: done.text, sentAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Newest letters first, by recipient if given. */
export async function listLetters(ctx: Ctx, { to, limit, offset }: { to?: string | undefined; limit: number; offset: number }) {
  const base = ctx.tx.selectFrom('letter').where('siteId', '=', ctx.siteId).$if(to !== undefined, (q) => q.where((eb) => eb(eb.fn('lower', ['recipient']), 'like', `%${(to as string).toLowerCase()}%`)))
  const letters = await base.selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { letters, total }
}

export const eventsOf = (ctx: Ctx, entityId: string | undefined) =>
  ctx.tx
    .selectFrom('event')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .$if(entityId !== undefined, (q) => q.where('entityId', '=', entityId as string))
    .orderBy('happenedAt')
    .orderBy('sequence')
    .limit(500)
    .execute()

export const anySite = (ctx: Ctx) => ctx.tx.selectFrom('site').select('id').orderBy('createdAt').limit(1).executeTakeFirst()

/** Keeps both clocks over a restart. */
export const saveClocks = (ctx: Ctx, row: { businessOffsetMs: number; frozenAt: string | null; authOffsetMs: number }) => ctx.tx.updateTable('systemClock').set(row).where('id', '=', 1).execute()

export const setupLock = (ctx: Ctx) => sql`select pg_advisory_xact_lock(7164202)`.execute(ctx.tx)
