/** All SQL on emails: queued with the change that causes them, delivered by the job `email`. */
import { json } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { EmailState, EmailTransition } from '../rules/email-machine.ts'

export const findEmail = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('email').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

/** An email with the words of the business in its language, in one statement. */
export const findEmailWithWording = (ctx: ReadContext, id: string) =>
  ctx.db
    .selectFrom('email')
    .leftJoin('emailWording as own', (join) =>
      join.onRef('own.siteId', '=', 'email.siteId').onRef('own.template', '=', 'email.template').onRef('own.language', '=', 'email.language'),
    )
    .selectAll('email')
    .select(['own.subject as ownSubject', 'own.body as ownBody', 'own.buttonLabel as ownButton'])
    .where('email.siteId', '=', ctx.siteId)
    .where('email.id', '=', id)
    .executeTakeFirst()

export const finishEmail = (
  ctx: TransactionContext,
  id: string,
  done: { transition: EmailTransition; language: string; subject: string; html: string; text: string; variables: object },
) =>
  ctx.tx
    .updateTable('email')
    .set({
      state: done.transition.to,
      language: done.language,
      variables: json(done.variables),
      subject: done.subject,
      html: done.html,
      bodyText: done.text,
      sentAt: ctx.now,
      error: null,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Why an email was not handed over; the job tries again. */
export const failEmail = (ctx: TransactionContext, id: string, transition: EmailTransition, error: string) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, error: error.slice(0, 500) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Puts a failed email back, to be tried again now. */
export const requeueEmail = (ctx: TransactionContext, id: string, transition: EmailTransition) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, error: null })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('state', '=', transition.from)
    .execute()

/** Keeps the words of an email that goes nowhere. */
export const saveKeptEmail = (ctx: TransactionContext, id: string, transition: EmailTransition, words: { subject: string; text: string }) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, subject: words.subject, bodyText: words.text })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** The newest emails of a template. */
export const listEmailsOfTemplate = (ctx: ReadContext, template: string, limit: number) =>
  ctx.db
    .selectFrom('email')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('template', '=', template)
    .where('recipient', '!=', 'erased')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

interface EmailFilter {
  to?: string | undefined
  state?: EmailState | undefined
  template?: string | undefined
  limit: number
  offset: number
}
/** A list counts no further than this, and one that ends on its page is not counted at all. */
const MAX_COUNTED = 10_000
/** Newest first, by recipient, state and template if given; `total` is exact up to `MAX_COUNTED`. */
export async function listEmails(ctx: ReadContext, { to, state, template, limit, offset }: EmailFilter) {
  const base = ctx.db
    .selectFrom('email')
    .where('siteId', '=', ctx.siteId)
    .$if(to !== undefined, (q) => q.where((eb) => eb(eb.fn('lower', ['recipient']), 'like', `%${(to as string).toLowerCase()}%`)))
    .$if(state !== undefined, (q) => q.where('state', '=', state as string))
    .$if(template !== undefined, (q) => q.where('template', '=', template as string))
  const emails = await base.selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const listed = offset + emails.length
  if (emails.length < limit && (emails.length > 0 || offset === 0)) return { emails, total: listed }
  const counted = await ctx.db
    .selectFrom(
      base
        .select('id')
        .limit(MAX_COUNTED + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  return { emails, total: total <= MAX_COUNTED ? total : Math.max(total, listed + 1) }
}

/** Those of these templates and keys of which an email was queued before. */
export const listQueuedEmails = (ctx: ReadContext, keys: readonly { template: string; uniqueKey: string }[]) =>
  ctx.db
    .selectFrom('email')
    .select(['template', 'uniqueKey'])
    .where('siteId', '=', ctx.siteId)
    .where('template', 'in', [...new Set(keys.map(({ template }) => template))])
    .where('uniqueKey', 'in', [...new Set(keys.map(({ uniqueKey }) => uniqueKey))])
    .execute()
