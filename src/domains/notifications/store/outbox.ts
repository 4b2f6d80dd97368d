/** All SQL on emails: queued with the change that causes them, delivered by the job `email`. */
import { json } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

export const findEmail = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('email').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

export const finishEmail = (
  ctx: TransactionContext,
  id: string,
  done: { state: 'SENT' | 'KEPT' | 'UNWANTED'; language: string; subject: string; html: string; text: string; variables: object },
) =>
  ctx.tx
    .updateTable('email')
    .set({
      state: done.state,
      language: done.language,
      variables: json(done.variables),
      subject: done.subject,
      html: done.html,
      bodyText: done.text,
      sentAt: ctx.now,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Newest first, by recipient if given. */
export async function listEmails(ctx: ReadContext, { to, limit, offset }: { to?: string | undefined; limit: number; offset: number }) {
  const base = ctx.db
    .selectFrom('email')
    .where('siteId', '=', ctx.siteId)
    .$if(to !== undefined, (q) => q.where((eb) => eb(eb.fn('lower', ['recipient']), 'like', `%${(to as string).toLowerCase()}%`)))
  const emails = await base.selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { emails, total }
}
