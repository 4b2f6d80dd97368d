/** Stored rows → wire entities. */
import { stableId } from '#kit/api/stable-id.ts'
import type { AnswerWire, FormSummary, FormWire, SubmissionWire } from './contract.ts'
import type { StoredAnswer } from './actions/submit.ts'
import { contactTargets, defaultFormId } from './rules/form.ts'
import type { SummaryField } from './rules/summary.ts'
import type { FormRow } from './store/forms.ts'
import type { SubmissionRow } from './store/submissions.ts'

export const formToWire = (row: FormRow): FormWire => ({
  id: row.id,
  revision: String(row.revision),
  kind: row.kind as FormWire['kind'],
  name: row.name,
  fields: row.fields as FormWire['fields'],
  validityMonths: row.validityMonths,
  archived: row.archivedAt !== null,
  default: row.id === defaultFormId,
})

export const formSummaryToWire = ({ id }: { id: string }, fields: readonly SummaryField[]): FormSummary => ({
  id,
  fields: fields.map((field) => ({ id: stableId(id, field.target), ...field, deleted: false, fields: [] })),
})

/** The answers in words; of submissions from before forms were data, what was sent beside the contact. */
export function answersToWire({ answers, values }: Pick<SubmissionRow, 'answers' | 'values'>): AnswerWire[] {
  if (answers)
    return (answers as unknown as StoredAnswer[]).map(({ label, value, fileId, drawing, at, by }) => ({
      label,
      value,
      ...(fileId && { file: { id: fileId, name: value } }),
      ...(drawing && { drawing }),
      ...(at && { at }),
      ...(by && { by }),
    }))
  return Object.entries(values as Record<string, unknown>).flatMap(([label, value]) =>
    !(contactTargets as readonly string[]).includes(label) && ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
      ? [{ label, value: String(value) }]
      : [],
  )
}

export const submissionToWire = (row: SubmissionRow, formName: string, valid: boolean | undefined): SubmissionWire => ({
  id: row.id,
  formId: row.formId,
  formName,
  kind: row.kind as SubmissionWire['kind'],
  ...(row.bookingId && { bookingId: row.bookingId }),
  createdDate: row.createdAt.toString(),
  ...(valid !== undefined && { valid }),
  answers: answersToWire(row),
})
