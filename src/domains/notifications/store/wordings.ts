/** All SQL on emails in the words of the business. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Wording } from '#kit/email/wording.ts'
import type { Language } from '#kit/pure/languages.ts'

/** The words of the business for an email; undefined when it has none in this language. */
export async function findWording(ctx: ReadContext, template: string, language: Language): Promise<Wording | undefined> {
  const row = await ctx.db
    .selectFrom('emailWording')
    .select(['subject', 'body', 'buttonLabel'])
    .where('siteId', '=', ctx.siteId)
    .where('template', '=', template)
    .where('language', '=', language)
    .executeTakeFirst()
  return row && { subject: row.subject, body: row.body, button: row.buttonLabel }
}

/** Which emails have words of their own. */
export const listWordings = (ctx: ReadContext): Promise<{ template: string; language: string; subject: string }[]> =>
  ctx.db
    .selectFrom('emailWording')
    .select(['template', 'language', 'subject'])
    .where('siteId', '=', ctx.siteId)
    .orderBy('template')
    .orderBy('language')
    .execute()

export const saveWording = (ctx: TransactionContext, template: string, language: Language, { subject, body, button }: Wording): Promise<unknown> => {
  const words = { subject, body, buttonLabel: button, updatedAt: ctx.now }
  return ctx.tx
    .insertInto('emailWording')
    .values({ siteId: ctx.siteId, template, language, ...words })
    .onConflict((conflict) => conflict.columns(['siteId', 'template', 'language']).doUpdateSet(words))
    .execute()
}

export const deleteWording = (ctx: TransactionContext, template: string, language: Language): Promise<unknown> =>
  ctx.tx.deleteFrom('emailWording').where('siteId', '=', ctx.siteId).where('template', '=', template).where('language', '=', language).execute()
