/** SQL on files that clients attach. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

interface NewFile {
  id: string
  formId: string
  name: string
  mediaType: string
  bytes: Uint8Array
}
export const insertFile = (ctx: TransactionContext, file: NewFile): Promise<unknown> =>
  ctx.tx
    .insertInto('formFile')
    .values({ ...file, bytes: Buffer.from(file.bytes), siteId: ctx.siteId, createdAt: ctx.now })
    .execute()

/** Files of a form that were not sent yet, locked. */
export const lockUnsentFiles = async (ctx: TransactionContext, formId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : ctx.tx
        .selectFrom('formFile')
        .select(['id', 'name'])
        .where('siteId', '=', ctx.siteId)
        .where('formId', '=', formId)
        .where('id', 'in', ids)
        .where('submissionId', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute()

export const attachFiles = async (ctx: TransactionContext, ids: readonly string[], submissionId: string): Promise<void> => {
  if (ids.length > 0) await ctx.tx.updateTable('formFile').set({ submissionId }).where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
}

/** A file that was sent with a form; those of forms that are still being filled in cannot be downloaded. */
export const sentFileById = (ctx: ReadContext, id: string) =>
  ctx.db
    .selectFrom('formFile')
    .select(['name', 'mediaType', 'bytes'])
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('submissionId', 'is not', null)
    .executeTakeFirst()

/** Deletes what was uploaded before an instant and never sent. Answers how many. */
export const deleteUnsentFiles = async (ctx: TransactionContext, before: TransactionContext['now']): Promise<number> =>
  (
    await ctx.tx
      .deleteFrom('formFile')
      .where('siteId', '=', ctx.siteId)
      .where('submissionId', 'is', null)
      .where('createdAt', '<', before)
      .returning('id')
      .execute()
  ).length

/** Whether `deleteUnsentFiles` finds any: a condition on a row of `site`. */
export const hasUnsentFiles = (before: TransactionContext['now']) => sql<boolean>`
  exists (select from form_file as one where one.site_id = site.id and one.submission_id is null and one.created_at < ${before})`
