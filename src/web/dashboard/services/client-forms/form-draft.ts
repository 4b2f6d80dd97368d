/** A form while it is edited, and what is wrong with it. Pure. */
import { findDefinitionProblems, type DefinitionProblem } from '#domains/forms/rules/definition.ts'
import { textIn, type FieldType, type FormField, type FormKind, type Texts } from '#domains/forms/rules/form.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'

export type ClientForm = ReplyOf<'forms.listForms'>['forms'][number]
export interface FormDraft {
  kind: FormKind
  name: string
  /** INTAKE: null is once. */
  validityMonths: number | null
  fields: FormField[]
}

export const typeLabels: Readonly<Record<FieldType, string>> = {
  SHORT_TEXT: 'Short text',
  LONG_TEXT: 'Long text',
  NUMBER: 'Number',
  CHOICE: 'Single choice',
  CHOICES: 'Multiple choice',
  DATE: 'Date',
  PHONE: 'Phone',
  EMAIL: 'Email',
  ADDRESS: 'Address',
  FILE: 'File',
  CONSENT: 'Consent',
  SIGNATURE: 'Signature',
}

export const emptyForm: FormDraft = { kind: 'BOOKING', name: '', validityMonths: null, fields: [] }
export const toDraft = ({ kind, name, validityMonths, fields }: ClientForm): FormDraft => ({ kind, name, validityMonths, fields })
export const toBody = ({ name, validityMonths, fields }: FormDraft): InputOf<'forms.createForm'>['body'] extends infer B ? Omit<B, 'kind'> : never =>
  ({ name: name.trim(), validityMonths, fields }) as never

const newKey = (prefix: string) => `${prefix}_${crypto.randomUUID().slice(0, 8)}`
export const hasOptions = ({ type }: Pick<FormField, 'type'>) => type === 'CHOICE' || type === 'CHOICES'
export const newOption = () => ({ value: newKey('o'), label: {} })
export const newField = (type: FieldType): FormField => ({
  target: newKey('f'),
  type,
  label: {},
  required: type === 'CONSENT',
  ...(hasOptions({ type }) && { options: [newOption(), newOption()] }),
})

/** Texts with one language changed; an emptied one is left out. */
export function withText(texts: Texts | null | undefined, language: Language, text: string): Texts {
  const { [language]: _, ...others } = texts ?? {}
  return text === '' ? others : { ...others, [language]: text }
}

/** For the preview: questions and choices without words yet are named, as everything on a page must be. */
export function withPlaceholders(fields: readonly FormField[], language: Language): FormField[] {
  const named = (label: Texts, placeholder: string): Texts => (textIn(label, language) ? label : { [language]: placeholder })
  return fields.map((field) => ({
    ...field,
    label: named(field.label, 'Untitled question'),
    ...(field.options && { options: field.options.map(({ value, label }, at) => ({ value, label: named(label, `Choice ${at + 1}`) })) }),
  }))
}

/** What a field may depend on: choices and consents before it. */
export const listSources = (fields: readonly FormField[], at: number): FormField[] =>
  fields.slice(0, at).filter((field) => hasOptions(field) || field.type === 'CONSENT')

export const listSourceValues = (source: FormField, language: Language): { value: string; label: string }[] =>
  source.type === 'CONSENT'
    ? [{ value: 'true', label: 'Agreed' }]
    : (source.options ?? []).map(({ value, label }) => ({ value, label: textIn(label, language) || 'Unnamed choice' }))

/** Moves a field; conditions that would then look ahead fall away. */
export function moveField(fields: readonly FormField[], at: number, to: number): FormField[] {
  const moved = fields.filter((_, index) => index !== at)
  moved.splice(to, 0, fields[at] as FormField)
  return dropLooseConditions(moved)
}
export const dropLooseConditions = (fields: readonly FormField[]): FormField[] =>
  fields.map((field, at) => {
    if (!field.showWhen) return field
    const source = listSources(fields, at).find(({ target }) => target === field.showWhen?.target)
    const values = source ? field.showWhen.values.filter((value) => listSourceValues(source, 'en').some((one) => one.value === value)) : []
    return { ...field, showWhen: source && values.length > 0 ? { target: source.target, values } : null }
  })

const sentences: Readonly<Record<DefinitionProblem['problem'], string>> = {
  LABEL_MISSING: 'Enter a question.',
  TARGET_TAKEN: 'This field is there twice.',
  TARGET_RESERVED: 'Every form has this field.',
  OPTIONS_MISSING: 'Add at least one choice.',
  OPTION_TAKEN: 'This choice is there twice.',
  OPTION_LABEL_MISSING: 'Enter a text for each choice.',
  BOUNDS_CROSSED: 'Must not be below the minimum.',
  CONDITION_NOT_EARLIER: 'Choose an earlier question.',
  CONDITION_VALUES: 'Choose at least one answer.',
}
/** Path such as `name` or `fields[2].label` → what to do. */
export const findProblems = ({ name, fields }: FormDraft): Record<string, string> => ({
  ...(name.trim() === '' && { name: 'Enter a name.' }),
  ...Object.fromEntries(findDefinitionProblems(fields).map(({ path, problem }) => [path, sentences[problem]])),
})
