/** What a schema found wrong, as the public wire says it: one violation per field (guide: wire 5). */
import { Settings } from 'typebox/system'
import type { TLocalizedValidationError } from 'typebox/error'
import type { Violation } from '../refusal.ts'

// The default of 8 would hide fields of a long form, and branches of a long enumeration.
Settings.Set({ maxErrors: 200 })

type Found = Pick<TLocalizedValidationError, 'keyword' | 'schemaPath' | 'instancePath' | 'message'> & { params: Record<string, unknown> }

/** JSON schema format → the name of the format on the wire; any other is spelled in capitals. */
const formatNames: Record<string, string> = { uuid: 'GUID', uri: 'WEB_URL', url: 'WEB_URL', date: 'LOCAL_DATE', time: 'LOCAL_TIME' }

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
const stepsOf = (pointer: string) => pointer.split('/').slice(1).map(unescaped)

const at = (value: unknown, step: string): unknown => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined)

/** `/items/0/name` → `items[0].name`; only a list has indexes, an object may have a key `0`. */
function fieldOf(steps: readonly string[], root: unknown): string {
  let field = ''
  let value = root
  for (const step of steps) {
    field += Array.isArray(value) ? `[${step}]` : field === '' ? step : `.${step}`
    value = at(value, step)
  }
  return field
}

const required = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })
const bound = (field: string, violatedRule: Violation['violatedRule'], description: string, threshold: unknown): Violation => ({
  field,
  description,
  violatedRule,
  data: { threshold: Number(threshold) },
})
const invalid = (field: string, description: string): Violation => ({ field, description, violatedRule: 'VALIDATION', data: {} })

/** The violations of one finding: several for an object that lacks several fields. */
function translate(found: Found, root: unknown): Violation[] {
  const steps = stepsOf(found.instancePath)
  const field = fieldOf(steps, root)
  const { params } = found
  switch (found.keyword) {
    case 'required':
      return (params['requiredProperties'] as string[]).map((name) => required(fieldOf([...steps, name], root)))
    case 'type': {
      const value = steps.reduce(at, root)
      if (value === null || value === undefined) return [required(field)]
      return [invalid(field, `must be of type ${[params['type']].flat().join(' or ')}`)]
    }
    case 'format': {
      const format = String(params['format'])
      const type = formatNames[format] ?? format.toUpperCase().replaceAll('-', '_')
      return [{ field, description: `must be a valid ${type === 'EMAIL' ? 'email address' : type}`, violatedRule: 'FORMAT', data: { type } }]
    }
    case 'pattern':
      return [{ field, description: 'has a wrong format', violatedRule: 'FORMAT', data: {} }]
    case 'const':
    case 'enum':
      return [{ field, description: 'is not one of the allowed values', violatedRule: 'INVALID_ENUM_VALUE', data: {} }]
    case 'minimum':
    case 'exclusiveMinimum':
      return [bound(field, 'MIN', `must be ${String(params['comparison'])} ${String(params['limit'])}`, params['limit'])]
    case 'maximum':
    case 'exclusiveMaximum':
      return [bound(field, 'MAX', `must be ${String(params['comparison'])} ${String(params['limit'])}`, params['limit'])]
    case 'minLength':
      return [bound(field, 'MIN_LENGTH', `must have at least ${String(params['limit'])} characters`, params['limit'])]
    case 'maxLength':
      return [bound(field, 'MAX_LENGTH', `must have at most ${String(params['limit'])} characters`, params['limit'])]
    case 'minItems':
    case 'minProperties':
      return [bound(field, 'MIN_SIZE', `must have at least ${String(params['limit'])} entries`, params['limit'])]
    case 'maxItems':
    case 'maxProperties':
      return [bound(field, 'MAX_SIZE', `must have at most ${String(params['limit'])} entries`, params['limit'])]
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return [params['additionalProperties'] ?? params['unevaluatedProperties']]
        .flat()
        .map((name) => invalid(fieldOf([...steps, String(name)], root), 'is not allowed here'))
    default:
      return [invalid(field, found.message)]
  }
}

/**
 * Of the branches of a union only one is worth telling about: one that is of the right type, then the one with the fewest
 * findings. Allowed values are told as one finding.
 */
function withoutOtherBranches(found: readonly Found[]): Found[] {
  let left = [...found]
  // Innermost unions first, so that an outer one counts what is left of them.
  const unions = found.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').sort((a, b) => b.schemaPath.length - a.schemaPath.length)
  for (const union of unions) {
    const prefix = `${union.schemaPath}/${union.keyword}/`
    const inside = (one: Found) => one.schemaPath.startsWith(prefix) && one.instancePath.startsWith(union.instancePath)
    const branches = new Map<string, Found[]>()
    for (const one of left.filter(inside)) {
      const branch = one.schemaPath.slice(prefix.length).split('/')[0] as string
      branches.set(branch, [...(branches.get(branch) ?? []), one])
    }
    if (branches.size === 0) continue
    const wrongKind = (branch: readonly Found[]) => branch.some((one) => one.keyword === 'type' && one.instancePath === union.instancePath)
    const choices = [...branches.values()]
    const best = choices.toSorted((a, b) => Number(wrongKind(a)) - Number(wrongKind(b)) || a.length - b.length)[0] as Found[]
    left = left.filter((one) => one !== union && (!inside(one) || best.includes(one)))
  }
  return left
}

/** The violations behind the errors of a TypeBox check of `value`, in the order of the schema, one per field. */
export function violationsOf(errors: readonly object[], value: unknown): Violation[] {
  const perField = new Map<string, Violation>()
  for (const violation of withoutOtherBranches(errors as readonly Found[]).flatMap((found) => translate(found, value))) {
    if (!perField.has(violation.field)) perField.set(violation.field, violation)
  }
  return [...perField.values()]
}
