/** Schema errors in the form of the public wire: one violation per field. Source: contract wire §5. */
import { Settings } from 'typebox/system'
import type { TLocalizedValidationError } from 'typebox/error'
import type { Violation } from './refusal.ts'

// The default of 8 would hide fields of a long form, and branches of a long enumeration.
Settings.Set({ maxErrors: 200 })

type SchemaError = Pick<TLocalizedValidationError, 'keyword' | 'schemaPath' | 'instancePath' | 'message'> & { params: Record<string, unknown> }

/** JSON schema format → the name of the format on the wire; any other is spelled in capitals. */
const formatNames: Record<string, string> = { uuid: 'GUID', uri: 'WEB_URL', url: 'WEB_URL', date: 'LOCAL_DATE', time: 'LOCAL_TIME' }

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
const parsePointer = (pointer: string) => pointer.split('/').slice(1).map(unescapePointer)

const getProperty = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined

/** `/items/0/name` → `items[0].name`; only a list has indexes, an object may have a key `0`. */
function toFieldPath(steps: readonly string[], root: unknown): string {
  let field = ''
  let value = root
  for (const step of steps) {
    field += Array.isArray(value) ? `[${step}]` : field === '' ? step : `.${step}`
    value = getProperty(value, step)
  }
  return field
}

const requiredViolation = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })
const invalidViolation = (field: string, description: string): Violation => ({ field, description, violatedRule: 'VALIDATION', data: {} })

/** Bounds of the schema → the rule on the wire, and the bound in words. */
const boundRules: Record<string, { violatedRule: Violation['violatedRule']; describe(params: SchemaError['params']): string }> = {
  minimum: { violatedRule: 'MIN', describe: describeComparison },
  exclusiveMinimum: { violatedRule: 'MIN', describe: describeComparison },
  maximum: { violatedRule: 'MAX', describe: describeComparison },
  exclusiveMaximum: { violatedRule: 'MAX', describe: describeComparison },
  minLength: { violatedRule: 'MIN_LENGTH', describe: ({ limit }) => `must have at least ${String(limit)} characters` },
  maxLength: { violatedRule: 'MAX_LENGTH', describe: ({ limit }) => `must have at most ${String(limit)} characters` },
  minItems: { violatedRule: 'MIN_SIZE', describe: ({ limit }) => `must have at least ${String(limit)} entries` },
  minProperties: { violatedRule: 'MIN_SIZE', describe: ({ limit }) => `must have at least ${String(limit)} entries` },
  maxItems: { violatedRule: 'MAX_SIZE', describe: ({ limit }) => `must have at most ${String(limit)} entries` },
  maxProperties: { violatedRule: 'MAX_SIZE', describe: ({ limit }) => `must have at most ${String(limit)} entries` },
}
function describeComparison({ comparison, limit }: SchemaError['params']): string {
  return `must be ${String(comparison)} ${String(limit)}`
}

function formatViolation(field: string, format: string): Violation {
  const type = formatNames[format] ?? format.toUpperCase().replaceAll('-', '_')
  return { field, description: `must be a valid ${type === 'EMAIL' ? 'email address' : type}`, violatedRule: 'FORMAT', data: { type } }
}

/** The violations of one schema error: several for an object that lacks several fields. */
function toFieldViolations(error: SchemaError, root: unknown): Violation[] {
  const steps = parsePointer(error.instancePath)
  const field = toFieldPath(steps, root)
  const { params } = error
  const bound = boundRules[error.keyword]
  if (bound) return [{ field, description: bound.describe(params), violatedRule: bound.violatedRule, data: { threshold: Number(params['limit']) } }]
  switch (error.keyword) {
    case 'required':
      return (params['requiredProperties'] as string[]).map((name) => requiredViolation(toFieldPath([...steps, name], root)))
    case 'type': {
      const value = steps.reduce(getProperty, root)
      if (value === null || value === undefined) return [requiredViolation(field)]
      return [invalidViolation(field, `must be of type ${[params['type']].flat().join(' or ')}`)]
    }
    case 'format':
      return [formatViolation(field, String(params['format']))]
    case 'pattern':
      return [{ field, description: 'has a wrong format', violatedRule: 'FORMAT', data: {} }]
    case 'const':
    case 'enum':
      return [{ field, description: 'is not one of the allowed values', violatedRule: 'INVALID_ENUM_VALUE', data: {} }]
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return [params['additionalProperties'] ?? params['unevaluatedProperties']]
        .flat()
        .map((name) => invalidViolation(toFieldPath([...steps, String(name)], root), 'is not allowed here'))
    default:
      return [invalidViolation(field, error.message)]
  }
}

/**
 * Of the branches of a union only one is reported: one that is of the right type, then the one with the fewest
 * errors. Allowed values are reported as one error.
 */
function keepBestBranches(errors: readonly SchemaError[]): SchemaError[] {
  let remaining = [...errors]
  // Innermost unions first, so that an outer one counts what is left of them.
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').sort((a, b) => b.schemaPath.length - a.schemaPath.length)
  for (const union of unions) {
    const prefix = `${union.schemaPath}/${union.keyword}/`
    const isInside = (one: SchemaError) => one.schemaPath.startsWith(prefix) && one.instancePath.startsWith(union.instancePath)
    const branches = new Map<string, SchemaError[]>()
    for (const one of remaining.filter(isInside)) {
      const branch = one.schemaPath.slice(prefix.length).split('/')[0] as string
      branches.set(branch, [...(branches.get(branch) ?? []), one])
    }
    if (branches.size === 0) continue
    const hasWrongType = (branch: readonly SchemaError[]) => branch.some((one) => one.keyword === 'type' && one.instancePath === union.instancePath)
    const alternatives = [...branches.values()]
    const best = alternatives.toSorted((a, b) => Number(hasWrongType(a)) - Number(hasWrongType(b)) || a.length - b.length)[0] as SchemaError[]
    remaining = remaining.filter((one) => one !== union && (!isInside(one) || best.includes(one)))
  }
  return remaining
}

/** The violations behind the errors of a TypeBox check of `value`, in the order of the schema, one per field. */
export function toViolations(errors: readonly object[], value: unknown): Violation[] {
  const perField = new Map<string, Violation>()
  for (const violation of keepBestBranches(errors as readonly SchemaError[]).flatMap((found) => toFieldViolations(found, value))) {
    if (!perField.has(violation.field)) perField.set(violation.field, violation)
  }
  return [...perField.values()]
}
