/** What other domains use of forms: their fields, what was answered, and whether an intake form is due. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { describeSubmissions } from './actions/list-submissions.ts'
import { findForm, type FormDefinition } from './actions/find-form.ts'
import { isStillValid } from './rules/validity.ts'
import * as store from './store/submissions.ts'

export { findForm, getBuiltInForm, type FormDefinition } from './actions/find-form.ts'
export { listForms } from './actions/save-form.ts'
export { readSubmission, saveSubmission, type ReadSubmission } from './actions/submit.ts'
export { contactTargets, defaultFormId, type FormField } from './rules/form.ts'
export { hasAnswers } from './rules/answers.ts'
export { answersToWire } from './wire.ts'
export {
  deleteSubmissionsOfBookings,
  deleteSubmissionsOfContact,
  insertSubmission,
  moveSubmissions,
  submissionsOfBookings,
  type SubmissionRow,
} from './store/submissions.ts'

/** A person and the intake form that a booking of theirs asks for. */
export interface IntakeQuestion {
  contactId: string
  formId: string
}
export const toIntakeKey = ({ contactId, formId }: IntakeQuestion): string => `${contactId} ${formId}`

/** The keys of those who sent the form and whose answers still count. */
export async function listValidIntakes(ctx: ReadContext, asked: readonly IntakeQuestion[]): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set()
  const formIds = [...new Set(asked.map(({ formId }) => formId))]
  const forms = new Map<string, FormDefinition>()
  for (const id of formIds) {
    const form = await findForm(ctx, id)
    if (form) forms.set(id, form)
  }
  const { timeZone } = await getSite(ctx)
  const latest = await store.latestIntakes(ctx, [...new Set(asked.map(({ contactId }) => contactId))], formIds)
  return new Set(
    latest
      .filter(({ formId, at }) => isStillValid(at, forms.get(formId)?.validityMonths ?? null, ctx.now, timeZone))
      .map(({ contactId, formId }) => toIntakeKey({ contactId: contactId ?? '', formId })),
  )
}

/** What a person answered, for the download of their data. Source: guide members §10.3. */
export const exportSubmissions = async (ctx: ReadContext, contactId: string) => ({
  title: 'formAnswers',
  records: await describeSubmissions(ctx, await store.submissionsOfContact(ctx, contactId)),
})
