/** Answers to the forms that plans ask for at checkout. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'

export interface Submission {
  id: string
  formId: string
  memberId: string
  data: Record<string, unknown>
}

export const insertSubmission = (ctx: TransactionContext, submission: Submission): Promise<unknown> =>
  ctx.tx
    .insertInto('planSubmission')
    .values({ siteId: ctx.siteId, ...submission, data: json(submission.data), createdAt: ctx.now })
    .execute()

export async function submissionById(ctx: ReadContext, id: string): Promise<Submission | undefined> {
  const row = await ctx.db
    .selectFrom('planSubmission')
    .select(['id', 'formId', 'memberId', 'data'])
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, data: row.data as Record<string, unknown> }
}

/** The answers of a member who goes are deleted. */
export const deleteSubmissions = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('planSubmission').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
