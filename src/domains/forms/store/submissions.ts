/** SQL on what was answered. */
import { sql, type Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { FormSubmissionTable } from '#kit/db/tables.gen.ts'

export type SubmissionRow = Selectable<FormSubmissionTable>

export interface NewSubmission {
  id: string
  formId: string
  kind: 'BOOKING' | 'INTAKE'
  bookingId: string | null
  contactId: string | null
  values: Record<string, unknown>
  answers: readonly object[] | null
}
export const insertSubmission = (ctx: TransactionContext, submission: NewSubmission): Promise<unknown> =>
  ctx.tx
    .insertInto('formSubmission')
    .values({
      ...submission,
      values: json(submission.values),
      answers: submission.answers && json(submission.answers),
      siteId: ctx.siteId,
      createdAt: ctx.now,
    })
    .execute()

const select = (ctx: ReadContext) => ctx.db.selectFrom('formSubmission').selectAll().where('siteId', '=', ctx.siteId)

export const submissionsOfBookings = (ctx: ReadContext, bookingIds: readonly string[]): Promise<SubmissionRow[]> =>
  bookingIds.length === 0 ? Promise.resolve([]) : select(ctx).where('bookingId', 'in', bookingIds).orderBy('createdAt').orderBy('id').execute()

export const listSubmissions = (
  ctx: ReadContext,
  { contactId, bookingId, offset, limit }: { contactId?: string | undefined; bookingId?: string | undefined; offset: number; limit: number },
): Promise<SubmissionRow[]> =>
  select(ctx)
    .$if(contactId !== undefined, (q) => q.where('contactId', '=', contactId as string))
    .$if(bookingId !== undefined, (q) => q.where('bookingId', '=', bookingId as string))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()

export const submissionsOfContact = (ctx: ReadContext, contactId: string): Promise<SubmissionRow[]> =>
  select(ctx).where('contactId', '=', contactId).orderBy('createdAt').orderBy('id').execute()

/** Contact and form → when the intake form was last sent. */
export const latestIntakes = (
  ctx: ReadContext,
  contactIds: readonly string[],
  formIds: readonly string[],
): Promise<{ contactId: string | null; formId: string; at: SubmissionRow['createdAt'] }[]> =>
  contactIds.length === 0 || formIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('formSubmission')
        .select(['contactId', 'formId'])
        .select(({ fn }) => fn.max('createdAt').as('at'))
        .where('siteId', '=', ctx.siteId)
        .where('kind', '=', 'INTAKE')
        .where('contactId', 'in', contactIds)
        .where('formId', 'in', formIds)
        .groupBy(['contactId', 'formId'])
        .execute()

export const countByForm = (ctx: ReadContext): Promise<{ formId: string; n: number }[]> =>
  ctx.db
    .selectFrom('formSubmission')
    .select(['formId', sql<number>`count(*)`.as('n')])
    .where('siteId', '=', ctx.siteId)
    .groupBy('formId')
    .execute()

export const deleteSubmission = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await ctx.tx.deleteFrom('formSubmission').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').execute()).length > 0

export const deleteSubmissionsOfContact = (ctx: TransactionContext, contactId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('formSubmission').where('siteId', '=', ctx.siteId).where('contactId', '=', contactId).execute()

export const deleteSubmissionsOfBookings = async (ctx: TransactionContext, bookingIds: readonly string[]): Promise<void> => {
  if (bookingIds.length > 0) await ctx.tx.deleteFrom('formSubmission').where('siteId', '=', ctx.siteId).where('bookingId', 'in', bookingIds).execute()
}

export const moveSubmissions = (ctx: TransactionContext, fromId: string, toId: string): Promise<unknown> =>
  ctx.tx.updateTable('formSubmission').set({ contactId: toId }).where('siteId', '=', ctx.siteId).where('contactId', '=', fromId).execute()
