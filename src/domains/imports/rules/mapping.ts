/** Which column of a file means what: guessed from the names of other systems, corrected by the owner. */
import { type ImportKind, fieldsOfKind } from './fields.ts'

/** Column of the file → name of a field, or `ignore`. */
export type ImportMapping = Record<string, string>
export type Preset = 'WIX' | 'MINDBODY' | 'MOMENCE' | 'ATRIUM' | 'OTHER'

/** "Email 1", "e-mail" and "E_Mail" are compared as one. */
export const toPlainName = (column: string): string =>
  column
    .replace(/\(.*?\)/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Columns that only the export of one system has, and what its columns mean where the general names would guess wrongly. */
interface PresetOfKind {
  /** All of them together give the system away. */
  signs: readonly string[]
  columns?: Readonly<Record<string, string>>
}
const systems: Readonly<Record<Exclude<Preset, 'OTHER'>, Partial<Record<ImportKind, readonly PresetOfKind[]>>>> = {
  WIX: {
    MEMBERS: [{ signs: ['first name', 'email 1'], columns: { 'email 2': 'ignore', position: 'jobTitle' } }, { signs: ['login email', 'member status'] }],
    SERVICES: [{ signs: ['service name', 'service type'] }],
    PLANS: [{ signs: ['plan name', 'pricing model'] }],
    ORDERS: [{ signs: ['plan name', 'order id'] }, { signs: ['plan name', 'customer name'] }],
    BOOKINGS: [{ signs: ['booking start time', 'service name'], columns: { 'registration date': 'ignore', 'order number': 'ignore' } }],
  },
  MINDBODY: {
    MEMBERS: [{ signs: ['client id', 'first name'], columns: { 'client id': 'ignore', 'cell phone': 'phone', 'mobile phone': 'phone' } }],
    PLANS: [{ signs: ['pricing option'] }],
    ORDERS: [{ signs: ['pricing option', 'activation date'], columns: { client: 'ignore', 'client id': 'ignore' } }],
    BOOKINGS: [{ signs: ['client id', 'staff'], columns: { 'client id': 'ignore' } }],
  },
  MOMENCE: {
    MEMBERS: [{ signs: ['customer id', 'customer email'], columns: { 'customer id': 'ignore' } }, { signs: ['first seen', 'email'] }],
    ORDERS: [{ signs: ['membership name', 'customer email'], columns: { 'customer id': 'ignore' } }],
    BOOKINGS: [{ signs: ['session name', 'customer email'], columns: { 'customer id': 'ignore' } }],
  },
  ATRIUM: {
    MEMBERS: [{ signs: ['member since', 'last sign in'] }],
    ORDERS: [{ signs: ['plan', 'next payment', 'sold', 'bought on'] }],
    BOOKINGS: [{ signs: ['service', 'attendance', 'booked on'] }],
  },
}

/** The system whose export has these columns; OTHER when none is known by them. */
export function detectPreset(kind: ImportKind, columns: readonly string[]): Preset {
  const names = new Set(columns.map(toPlainName))
  const systemNames = ['ATRIUM', 'MOMENCE', 'MINDBODY', 'WIX'] as const
  return systemNames.find((system) => systems[system][kind]?.some(({ signs }) => signs.every((sign) => names.has(sign)))) ?? 'OTHER'
}

/** Guesses the meaning of every column; each field is given once, to the first column that means it. */
export function guessMapping(kind: ImportKind, columns: readonly string[], preset: Preset, customFields: readonly string[] = []): ImportMapping {
  const taken = new Set<string>()
  const ofSystem = Object.assign({}, ...(preset === 'OTHER' ? [] : (systems[preset][kind] ?? []).map((one) => one.columns ?? {}))) as Record<string, string>
  const custom = new Set(customFields.map(toPlainName))
  return Object.fromEntries(
    columns.map((column) => {
      const name = toPlainName(column)
      const field = ofSystem[name] ?? fieldsOfKind[kind].find(({ names }) => names.includes(name))?.name
      if (field === 'ignore') return [column, 'ignore']
      if (field && !taken.has(field)) {
        taken.add(field)
        return [column, field]
      }
      return [column, kind === 'MEMBERS' && custom.has(name) ? 'customField' : 'ignore']
    }),
  )
}

interface MappingProblem {
  /** UNKNOWN: a column that the file lacks, or a field that the kind lacks; MISSING: no column for a field; NO_START: none for the start of bookings. */
  reason: 'UNKNOWN' | 'MISSING' | 'NO_START'
  /** The column, or the label of the field. */
  name: string
}
/** What is wrong with a mapping; empty when nothing is. */
export function findMappingProblems(kind: ImportKind, columns: readonly string[], mapping: ImportMapping): MappingProblem[] {
  const fields = fieldsOfKind[kind]
  const used = new Set(columns.map((column) => mapping[column]).filter((field) => field !== undefined && field !== 'ignore'))
  const unknown = Object.entries(mapping).filter(
    ([column, field]) => !columns.includes(column) || (field !== 'ignore' && !fields.some(({ name }) => name === field)),
  )
  const missing = fields.filter(({ name, required }) => required && !used.has(name))
  const hasStart = kind !== 'BOOKINGS' || used.has('start') || (used.has('date') && used.has('time'))
  return [
    ...unknown.map(([column]): MappingProblem => ({ reason: 'UNKNOWN', name: column })),
    ...missing.map(({ label }): MappingProblem => ({ reason: 'MISSING', name: label })),
    ...(hasStart ? [] : [{ reason: 'NO_START', name: 'Start' } as const]),
  ]
}

/** The same in words, for callers of the API. */
export function describeMappingProblem({ reason, name }: MappingProblem): string {
  if (reason === 'UNKNOWN') return `“${name}” can’t mean that`
  return reason === 'MISSING' ? `no column for “${name}”` : 'no column for “Start”, or for “Day” and “Time of day”'
}
