/** A row of a file as values of ours, or what is wrong with it, column by column. Pure; the same for the preview and for the import. */
import { parseCell } from '#kit/pure/csv.ts'
import { detectHashFormat } from '#kit/pure/hash-format.ts'
import { findCountry } from '#kit/pure/iso-3166.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import { fieldsOfKind, findField, type ImportField, type ImportKind, type ValueType } from './fields.ts'
import type { ImportMapping } from './mapping.ts'
import { createReason, type Reason, type ReasonCode } from './reasons.ts'
import {
  type DateOrder,
  parseAmount,
  parseDate,
  parseDateTime,
  parseInteger,
  parsePeriod,
  parseServiceLevel,
  parseServiceType,
  parseTime,
  parseYesNo,
  toInstant,
} from './values.ts'

/** Field → canonical text; what is empty in the file is absent. Custom fields of members are `custom:<name of the field>`. */
export type RowValues = Partial<Record<string, string>>
export interface RowProblem {
  /** The column in which it is; absent when it is the row as a whole. */
  column?: string | undefined
  reason: Reason
}
export interface ReadingOptions {
  mapping: ImportMapping
  dateOrder: DateOrder
  /** Of the business. */
  zone: string
}

const parsers: Readonly<Record<ValueType, (text: string, options: ReadingOptions) => string | undefined>> = {
  text: (text) => text,
  email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined),
  date: (text, { dateOrder, zone }) => parseDate(text, { order: dateOrder, zone }),
  dateTime: (text, { dateOrder, zone }) => parseDateTime(text, { order: dateOrder, zone }),
  time: parseTime,
  amount: parseAmount,
  integer: parseInteger,
  yesNo: parseYesNo,
  period: parsePeriod,
  serviceType: parseServiceType,
  serviceLevel: parseServiceLevel,
  country: findCountry,
  list: (text) =>
    text
      .split(/[;|\n]|,(?=\s)/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('; '),
}
const codes = {
  text: 'NOT_A_TEXT',
  email: 'NOT_AN_EMAIL',
  date: 'NOT_A_DATE',
  dateTime: 'NOT_A_DATE_WITH_TIME',
  time: 'NOT_A_TIME',
  amount: 'NOT_AN_AMOUNT',
  integer: 'NOT_A_WHOLE_NUMBER',
  yesNo: 'NOT_YES_OR_NO',
  period: 'NOT_A_PERIOD',
  serviceType: 'NOT_A_SERVICE_TYPE',
  serviceLevel: 'NOT_A_SERVICE_LEVEL',
  country: 'NOT_A_COUNTRY',
  list: 'NOT_A_LIST',
} as const satisfies Readonly<Record<ValueType, ReasonCode>>

/** The values of a row and everything that is wrong with them. */
export function readRow(
  kind: ImportKind,
  columns: readonly string[],
  cells: readonly string[],
  options: ReadingOptions,
): { values: RowValues; problems: RowProblem[] } {
  const values: RowValues = {}
  const problems: RowProblem[] = []
  for (const [place, column] of columns.entries()) {
    const field = findField(kind, options.mapping[column] ?? 'ignore')
    const key = field?.name === 'customField' ? `custom:${column.trim()}` : field?.name
    if (!field || !key || values[key] !== undefined) continue
    const text = toText(field, parseCell(cells[place] ?? ''))
    if (text === '') continue
    const read = readCell(field, text, options)
    if ('reason' in read) problems.push({ column, reason: read.reason })
    else values[key] = read.value
  }
  const complete = completeValues(kind, values, options.zone)
  return { values: complete, problems: [...problems, ...findMissing(kind, complete, problems, options.mapping)] }
}

/** Lines of a description stay lines. */
const toText = (field: ImportField, cell: string): string =>
  field.name === 'description' || field.type === 'list'
    ? cell
        .normalize('NFC')
        .replace(/\r\n?/g, '\n')
        .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
        .trim()
    : toPlainText(cell)

function readCell(field: ImportField, text: string, options: ReadingOptions): { value: string } | { reason: Reason } {
  const value = parsers[field.type](text, options)
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  if (field.name === 'passwordHash') return detectHashFormat(text) ? { value: text } : { reason: createReason('UNKNOWN_PASSWORD_HASH') }
  if (value === undefined) return { reason: createReason(codes[field.type], { value: shown }) }
  if (field.max !== undefined && value.length > field.max) return { reason: createReason('TOO_LONG', { max: field.max }) }
  return { value }
}

/** What follows from several columns: the parts of a name, the start of a booking. */
function completeValues(kind: ImportKind, values: RowValues, zone: string): RowValues {
  const isOfPerson = kind === 'MEMBERS' || kind === 'BOOKINGS'
  const { name, ...rest } = values
  const named = isOfPerson && name !== undefined ? { ...splitName(name), ...rest } : values
  const { date, time, ...others } = named
  if (kind !== 'BOOKINGS' || named['start'] !== undefined || date === undefined || time === undefined) return named
  return { ...others, start: toInstant(`${date}T${time}`, zone) }
}
/** The last word is the last name. */
function splitName(name: string): { firstName: string; lastName?: string } {
  const words = name.split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return { firstName: words.join(' '), ...(last !== undefined && { lastName: last }) }
}

function findMissing(kind: ImportKind, values: RowValues, problems: readonly RowProblem[], mapping: ImportMapping): RowProblem[] {
  const findColumn = (field: string) => Object.keys(mapping).find((column) => mapping[column] === field)
  const isReported = (column: string | undefined) => column !== undefined && problems.some((problem) => problem.column === column)
  const needed = fieldsOfKind[kind].filter(({ required }) => required)
  const start = kind === 'BOOKINGS' ? [{ name: 'start', label: 'Start' }] : []
  return [...needed, ...start]
    .filter(
      ({ name }) =>
        values[name] === undefined &&
        !['start', 'date', 'time'].some((one) => name === 'start' && isReported(findColumn(one))) &&
        !isReported(findColumn(name)),
    )
    .map(({ name, label }) => ({ column: findColumn(name), reason: createReason('VALUE_MISSING', { field: label.toLowerCase() }) }))
}

/** What tells a row from all others of its kind: rows with the same key are the same thing, in this file and in later ones. */
export function getRowKey(kind: ImportKind, values: RowValues): string {
  const email = values['email']?.toLowerCase() ?? ''
  if (kind === 'MEMBERS') return email
  if (values['externalId'] !== undefined) return `id ${values['externalId']}`
  if (kind === 'ORDERS') return `${email} ${values['plan']?.toLowerCase()} ${values['start']}`
  if (kind === 'BOOKINGS') return `${email} ${values['service']?.toLowerCase()} ${values['start']}`
  return values['name']?.toLowerCase() ?? ''
}
