/** What clients answered, for staff. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { SubmissionWire } from '../contract.ts'
import { isStillValid } from '../rules/validity.ts'
import * as store from '../store/submissions.ts'
import { submissionToWire } from '../wire.ts'
import { listForms } from './save-form.ts'

const pageSize = 20

/** Submissions with the names of their forms. */
export async function describeSubmissions(ctx: ReadContext, rows: readonly store.SubmissionRow[]): Promise<SubmissionWire[]> {
  if (rows.length === 0) return []
  const forms = await listForms(ctx)
  const { timeZone } = await getSite(ctx)
  return rows.map((row) => {
    const form = forms.find(({ id }) => id === row.formId)
    const valid = row.kind === 'INTAKE' ? isStillValid(row.createdAt, form?.validityMonths ?? null, ctx.now, timeZone) : undefined
    return submissionToWire(row, form?.name ?? 'Deleted form', valid)
  })
}

/** Newest first, 20 at a time; none without a person or a booking. */
export async function listSubmissions(ctx: ReadContext, query: { contactId?: string; bookingId?: string; offset?: number }) {
  if (!query.contactId && !query.bookingId) return { submissions: [], hasMore: false }
  const rows = await store.listSubmissions(ctx, { ...query, offset: query.offset ?? 0, limit: pageSize + 1 })
  return { submissions: await describeSubmissions(ctx, rows.slice(0, pageSize)), hasMore: rows.length > pageSize }
}
