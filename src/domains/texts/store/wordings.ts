/** All SQL on text messages in the words of the business. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Language } from '#kit/pure/languages.ts'

/** Every text in words of the business, from the cache. */
export const listWordings = (ctx: ReadContext): Promise<{ template: string; language: string; body: string }[]> =>
  ctx.cache(['text_wording'], 'text wordings', () =>
    ctx.db.selectFrom('textWording').select(['template', 'language', 'body']).where('siteId', '=', ctx.siteId).execute(),
  )

export const saveWording = (ctx: TransactionContext, template: string, language: Language, body: string): Promise<unknown> =>
  ctx.tx
    .insertInto('textWording')
    .values({ siteId: ctx.siteId, template, language, body, updatedAt: ctx.now })
    .onConflict((conflict) => conflict.columns(['siteId', 'template', 'language']).doUpdateSet({ body, updatedAt: ctx.now }))
    .execute()

export const deleteWording = (ctx: TransactionContext, template: string, language: Language): Promise<unknown> =>
  ctx.tx.deleteFrom('textWording').where('siteId', '=', ctx.siteId).where('template', '=', template).where('language', '=', language).execute()
