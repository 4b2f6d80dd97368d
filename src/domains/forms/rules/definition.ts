/** Whether a form can be asked as it is written. Source: guide services-and-availability §12.3. */
import { contactTargets, type FormField } from './form.ts'

/** Fields of a form. */
export const mostFields = 60

export interface DefinitionProblem {
  /** Path under the form, such as `fields[2].label`. */
  path: string
  problem:
    | 'LABEL_MISSING'
    | 'TARGET_TAKEN'
    | 'TARGET_RESERVED'
    | 'OPTIONS_MISSING'
    | 'OPTION_TAKEN'
    | 'OPTION_LABEL_MISSING'
    | 'BOUNDS_CROSSED'
    | 'CONDITION_NOT_EARLIER'
    | 'CONDITION_VALUES'
}

const hasText = (texts: object) => Object.values(texts).some((text) => typeof text === 'string' && text.trim() !== '')
const hasOptions = ({ type }: FormField) => type === 'CHOICE' || type === 'CHOICES'

function findFieldProblems(field: FormField, at: number, earlier: readonly FormField[]): DefinitionProblem[] {
  const list: DefinitionProblem[] = []
  const add = (member: string, problem: DefinitionProblem['problem']) => list.push({ path: `fields[${at}].${member}`, problem })
  if (!hasText(field.label)) add('label', 'LABEL_MISSING')
  if (earlier.some(({ target }) => target === field.target)) add('target', 'TARGET_TAKEN')
  if ((contactTargets as readonly string[]).includes(field.target)) add('target', 'TARGET_RESERVED')
  const options = field.options ?? []
  if (hasOptions(field)) {
    if (options.length === 0) add('options', 'OPTIONS_MISSING')
    if (new Set(options.map(({ value }) => value)).size < options.length) add('options', 'OPTION_TAKEN')
    if (options.some(({ label }) => !hasText(label))) add('options', 'OPTION_LABEL_MISSING')
  }
  if (typeof field.minimum === 'number' && typeof field.maximum === 'number' && field.minimum > field.maximum) add('maximum', 'BOUNDS_CROSSED')
  return [...list, ...findConditionProblems(field, at, earlier)]
}

/** A condition names an earlier field, so that nothing depends on itself, and values that this field can have. */
function findConditionProblems({ showWhen }: FormField, at: number, earlier: readonly FormField[]): DefinitionProblem[] {
  if (!showWhen) return []
  const source = earlier.find(({ target }) => target === showWhen.target)
  if (!source || !(hasOptions(source) || source.type === 'CONSENT')) return [{ path: `fields[${at}].showWhen`, problem: 'CONDITION_NOT_EARLIER' }]
  const known = source.type === 'CONSENT' ? ['true'] : (source.options ?? []).map(({ value }) => value)
  const fits = showWhen.values.length > 0 && showWhen.values.every((value) => known.includes(value))
  return fits ? [] : [{ path: `fields[${at}].showWhen`, problem: 'CONDITION_VALUES' }]
}

/** Every problem, in the order of the fields. */
export const findDefinitionProblems = (fields: readonly FormField[]): DefinitionProblem[] =>
  fields.flatMap((field, at) => findFieldProblems(field, at, fields.slice(0, at)))
