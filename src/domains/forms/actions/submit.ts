/** Takes in what was answered. Source: guide services-and-availability §12.3, bookings §4.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { Violation } from '#kit/api/refusal.ts'
import { type Language, translate } from '#kit/pure/languages.ts'
import { readAnswers, type AnswerProblem, type Answers, type AnswerValue, type Signature } from '../rules/answers.ts'
import { listShownFields } from '../rules/conditions.ts'
import { textIn, type FormField } from '../rules/form.ts'
import { attachFiles, lockUnsentFiles } from '../store/files.ts'
import { insertSubmission } from '../store/submissions.ts'
import type { FormDefinition } from './find-form.ts'

/** An answer as it stays, whatever becomes of the form. `at` is an ISO instant. */
export interface StoredAnswer {
  target: string
  type: string
  label: string
  value: string
  fileId?: string
  drawing?: string
  at?: string
  by?: string
}

const descriptions: Readonly<Record<AnswerProblem, { description: string; rule: Violation['violatedRule'] }>> = {
  REQUIRED: { description: 'is required', rule: 'REQUIRED_FIELD' },
  TOO_LONG: { description: 'is too long', rule: 'MAX_LENGTH' },
  NOT_A_NUMBER: { description: 'must be a number', rule: 'FORMAT' },
  TOO_SMALL: { description: 'is too small', rule: 'MIN' },
  TOO_LARGE: { description: 'is too large', rule: 'MAX' },
  NOT_OFFERED: { description: 'is not one of the allowed values', rule: 'INVALID_ENUM_VALUE' },
  NOT_A_DATE: { description: 'must be a date', rule: 'FORMAT' },
  NOT_A_PHONE: { description: 'must be a phone number', rule: 'FORMAT' },
  NOT_AN_EMAIL: { description: 'must be a valid email address', rule: 'FORMAT' },
  NOT_A_FILE: { description: 'is not a file of this form', rule: 'FORMAT' },
  WRONG_TYPE: { description: 'has a wrong format', rule: 'FORMAT' },
}
const toViolation = (path: string, target: string, problem: AnswerProblem): Violation => ({
  field: `${path}.${target}`,
  description: descriptions[problem].description,
  violatedRule: descriptions[problem].rule,
})

export interface ReadSubmission {
  form: FormDefinition
  answers: Answers
  files: ReadonlyMap<string, string>
}

/** Checks what was sent for a form, and locks its files. `path` is where the answers stand in the request. */
export async function readSubmission(
  ctx: TransactionContext,
  form: FormDefinition,
  given: Readonly<Record<string, unknown>>,
  path: string,
): Promise<{ submission: ReadSubmission; violations: Violation[] }> {
  const { answers, violations } = readAnswers(form.fields, given)
  const fileFields = form.fields.filter(({ type, target }) => type === 'FILE' && answers[target] !== undefined)
  const unsent = await lockUnsentFiles(
    ctx,
    form.id,
    fileFields.map(({ target }) => String(answers[target])),
  )
  const files = new Map(unsent.map(({ id, name }) => [id, name]))
  const strange = fileFields.filter(({ target }) => !files.has(String(answers[target])))
  return {
    submission: { form, answers, files },
    violations: [
      ...violations.map(({ target, problem }) => toViolation(path, target, problem)),
      ...strange.map(({ target }) => toViolation(path, target, 'NOT_A_FILE')),
    ],
  }
}

const yes = { message: 'Yes', de: 'Ja', fr: 'Oui', es: 'Sí' }

function toWords({ type, options }: FormField, value: AnswerValue, { files, language }: { files: ReadonlyMap<string, string>; language: Language }): string {
  if (type === 'FILE') return files.get(String(value)) ?? ''
  if (type === 'CONSENT') return translate(yes, language)
  if (type === 'SIGNATURE') return (value as Signature).name
  if (type === 'CHOICE' || type === 'CHOICES')
    return [value]
      .flat()
      .map((chosen) => textIn(options?.find((option) => option.value === chosen)?.label, language) || String(chosen))
      .join(', ')
  return String(value)
}

export interface Submitter {
  contactId: string | null
  bookingId: string | null
  /** Who answered, in words that stay: name and email address. */
  by: string
  language: Language
}

/** Stores checked answers with their files; answers the id. Consent and signature keep when, which text, and by whom. */
export async function saveSubmission(ctx: TransactionContext, { form, answers, files }: ReadSubmission, who: Submitter): Promise<string> {
  const id = ctx.newId()
  const stored = listShownFields(form.fields, answers).flatMap((field): StoredAnswer[] => {
    const value = answers[field.target]
    if (value === undefined) return []
    const drawing = field.type === 'SIGNATURE' ? (value as Signature).drawing : undefined
    return [
      {
        target: field.target,
        type: field.type,
        label: textIn(field.label, who.language),
        value: toWords(field, value, { files, language: who.language }),
        ...(field.type === 'FILE' && { fileId: String(value) }),
        ...(drawing && { drawing }),
        ...((field.type === 'CONSENT' || field.type === 'SIGNATURE') && { at: ctx.now.toString(), by: who.by }),
      },
    ]
  })
  await insertSubmission(ctx, { id, formId: form.id, kind: form.kind, bookingId: who.bookingId, contactId: who.contactId, values: answers, answers: stored })
  await attachFiles(ctx, [...files.keys()], id)
  return id
}
