/** Values on their way to and from both drivers: one table, so that both databases return the same. */
import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { keepText } from './embedded-engine.ts'

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of the safe range: ${text}`)
  return value
}
const millisecondPattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?([+-]\d\d)$/
/** Our columns hold milliseconds; the general parser, seven times slower, serves the rest. */
function parseInstantText(text: string): Temporal.Instant {
  const parts = millisecondPattern.exec(text)
  if (!parts) return Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  const [, year, month, day, hour, minute, second, fraction = '0', offset] = parts
  return Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) - Number(offset), Number(minute), Number(second), Number(fraction.padEnd(3, '0'))),
  )
}
const MAX_INSTANTS = 20_000
const instants = new Map<string, Temporal.Instant>()
/** Lists read the same rows again and again, and instants do not change: one is made once. */
function parseInstant(text: string): Temporal.Instant {
  let known = instants.get(text)
  if (!known) {
    if (instants.size >= MAX_INSTANTS) instants.clear()
    instants.set(text, (known = parseInstantText(text)))
  }
  return known
}
const parsePlainDate = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
/** Type oid → parser; one table for both drivers. */
export const parsers: Record<number, (text: string) => unknown> = { 20: parseInt8, 1700: keepText, 1184: parseInstant, 1082: parsePlainDate, 1083: keepText }

/** The years that every date of ours lies in, and that both spellings write with four digits. */
const FOUR_DIGITS_FROM = Date.UTC(1000, 0, 1)
const FOUR_DIGITS_TO = Date.UTC(9999, 11, 31)
/** An instant as text. Ours are whole milliseconds, and the native form is ten times faster than the polyfill's. */
function formatInstant(value: Temporal.Instant): string {
  const ms = value.epochMilliseconds
  const isWholeMilliseconds = ms > FOUR_DIGITS_FROM && ms < FOUR_DIGITS_TO && value.epochNanoseconds === BigInt(ms) * 1_000_000n
  return isWholeMilliseconds ? new Date(ms).toISOString() : value.toString()
}
/** Temporal values and big integers go in as text. */
export const toDriver = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? value.toString() : value
  if (value instanceof Temporal.Instant) return formatInstant(value)
  return value instanceof Temporal.PlainDate ? value.toString() : value
}

/** Names of columns as the code spells them, found once per result shape. */
class CachedCamelCasePlugin extends CamelCasePlugin {
  readonly #known = new Map<string, string>()
  toCamelCase(column: string): string {
    let name = this.#known.get(column)
    if (name === undefined) this.#known.set(column, (name = this.camelCase(column)))
    return name
  }
  /** Rows come with their names already spelled; see `toRows`. */
  override transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result)
  }
}
export const camelCasePlugin = new CachedCamelCasePlugin({ maintainNestedObjectKeys: true })

type RowBuilder = (values: readonly unknown[]) => Record<string, unknown>
/** More shapes than all our statements have; lists of changing length do not change the shape of a row. */
const MAX_SHAPES = 5000
const builders = new Map<string, RowBuilder>()

/** What makes a row of its values: one literal with all names, which the engine fills in a tenth of the time that an object takes which grows name by name. */
export function findRowBuilder(columns: readonly string[]): RowBuilder {
  const shape = columns.join('\0')
  let build = builders.get(shape)
  if (!build) {
    if (builders.size >= MAX_SHAPES) builders.clear()
    const parts = columns.map((column, at) => `[${JSON.stringify(camelCasePlugin.toCamelCase(column))}]: values[${at}]`)
    // The text is made of names in our own statements only.
    // oxlint-disable-next-line no-new-func
    builders.set(shape, (build = new Function('values', `return { ${parts.join(', ')} }`) as RowBuilder))
  }
  return build
}

/** Rows of values → objects. */
export function toRows(rows: readonly unknown[][], columns: readonly string[]): Record<string, unknown>[] {
  if (rows.length === 0) return []
  const build = findRowBuilder(columns)
  return rows.map((values) => build(values))
}
