/** A form while it is edited, and what is wrong with it. Pure. */
import { findDefinitionProblems, type DefinitionProblem } from '#domains/forms/rules/definition.ts'
import { textIn, type FieldType, type FormField, type FormKind, type Texts } from '#domains/forms/rules/form.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    shortText: 'Short text',
    longText: 'Long text',
    number: 'Number',
    singleChoice: 'Single choice',
    multipleChoice: 'Multiple choice',
    date: 'Date',
    file: 'File',
    consent: 'Consent',
    signature: 'Signature',
    untitled: 'Untitled question',
    choiceNumber: (n: number) => `Choice ${n}`,
    agreed: 'Agreed',
    unnamedChoice: 'Unnamed choice',
    labelMissing: 'Enter a question.',
    targetTaken: 'This field is there twice.',
    targetReserved: 'Every form has this field.',
    optionsMissing: 'Add at least one choice.',
    optionTaken: 'This choice is there twice.',
    optionLabelMissing: 'Enter a text for each choice.',
    boundsCrossed: 'Must not be below the minimum.',
    conditionNotEarlier: 'Choose an earlier question.',
    conditionValues: 'Choose at least one answer.',
  },
  {
    de: {
      shortText: 'Kurzer Text',
      longText: 'Langer Text',
      number: 'Zahl',
      singleChoice: 'Einfachauswahl',
      multipleChoice: 'Mehrfachauswahl',
      date: 'Datum',
      file: 'Datei',
      consent: 'Einwilligung',
      signature: 'Unterschrift',
      untitled: 'Frage ohne Titel',
      choiceNumber: (n) => `Antwort ${n}`,
      agreed: 'Zugestimmt',
      unnamedChoice: 'Antwort ohne Text',
      labelMissing: 'Gib eine Frage ein.',
      targetTaken: 'Dieses Feld gibt es doppelt.',
      targetReserved: 'Dieses Feld hat jedes Formular.',
      optionsMissing: 'Füge mindestens eine Antwort hinzu.',
      optionTaken: 'Diese Antwort gibt es doppelt.',
      optionLabelMissing: 'Gib für jede Antwort einen Text ein.',
      boundsCrossed: 'Darf nicht unter dem Mindestwert liegen.',
      conditionNotEarlier: 'Wähle eine frühere Frage.',
      conditionValues: 'Wähle mindestens eine Antwort.',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

export type ClientForm = ReplyOf<'forms.listForms'>['forms'][number]
export interface FormDraft {
  kind: FormKind
  name: string
  /** INTAKE: null is once. */
  validityMonths: number | null
  fields: FormField[]
}

export const typeLabels: Readonly<Record<FieldType, string>> = {
  SHORT_TEXT: text.shortText,
  LONG_TEXT: text.longText,
  NUMBER: text.number,
  CHOICE: text.singleChoice,
  CHOICES: text.multipleChoice,
  DATE: text.date,
  PHONE: commonWords.phone,
  EMAIL: commonWords.email,
  ADDRESS: wordText.address,
  FILE: text.file,
  CONSENT: text.consent,
  SIGNATURE: text.signature,
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
  const t = currentMessages(messages)
  const named = (label: Texts, placeholder: string): Texts => (textIn(label, language) ? label : { [language]: placeholder })
  return fields.map((field) => ({
    ...field,
    label: named(field.label, t.untitled),
    ...(field.options && { options: field.options.map(({ value, label }, at) => ({ value, label: named(label, t.choiceNumber(at + 1)) })) }),
  }))
}

/** What a field may depend on: choices and consents before it. */
export const listSources = (fields: readonly FormField[], at: number): FormField[] =>
  fields.slice(0, at).filter((field) => hasOptions(field) || field.type === 'CONSENT')

export const listSourceValues = (source: FormField, language: Language): { value: string; label: string }[] =>
  source.type === 'CONSENT'
    ? [{ value: 'true', label: text.agreed }]
    : (source.options ?? []).map(({ value, label }) => ({ value, label: textIn(label, language) || text.unnamedChoice }))

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
  LABEL_MISSING: text.labelMissing,
  TARGET_TAKEN: text.targetTaken,
  TARGET_RESERVED: text.targetReserved,
  OPTIONS_MISSING: text.optionsMissing,
  OPTION_TAKEN: text.optionTaken,
  OPTION_LABEL_MISSING: text.optionLabelMissing,
  BOUNDS_CROSSED: text.boundsCrossed,
  CONDITION_NOT_EARLIER: text.conditionNotEarlier,
  CONDITION_VALUES: text.conditionValues,
}
/** Path such as `name` or `fields[2].label` → what to do. */
export const findProblems = ({ name, fields }: FormDraft): Record<string, string> => ({
  ...(name.trim() === '' && { name: wordText.enterName }),
  ...Object.fromEntries(findDefinitionProblems(fields).map(({ path, problem }) => [path, sentences[problem]])),
})
