/**
 * Search calls: a query by cursor with words to look for, sorted by relevance. What it sums up is read here and worked out in aggregate.ts.
 * Source: contract query-language §9.
 *
 *   const search = readSearch(body.search, { name: 'services.search', fields, searchable: { name: 'service.name' }, aggregatable: ['type'] })
 *   const { rows, meta } = await searchPage(base, search)
 *   const aggregationData = await aggregate(ctx.db, base, search)
 */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { type AnyAggregation, readAggregations } from './aggregations.ts'
import { readCursor } from './cursor.ts'
import type { Field } from './filter.ts'
import { cursorPage, readQuery, type CursorMeta, type Query, type QuerySpec, type WireQuery } from './query.ts'
import { SEARCH_PATH as path, throwSearchViolation as throwViolation } from './search-violation.ts'

export interface SearchSpec extends Omit<QuerySpec, 'paging' | 'path'> {
  /** Names that words are looked for in, and their text columns in SQL spelling. */
  searchable: Readonly<Record<string, string>>
  /** Names of `fields` that may be summed up. */
  aggregatable: readonly string[]
  /** Longest expression. Default 200. */
  maxExpression?: number
}

export interface WireSearch extends WireQuery {
  search?: { mode?: string | null; expression?: string | null; fields?: readonly string[] | null; fuzzy?: boolean | null } | null
  aggregations?: unknown
  timeZone?: string | null
}

interface SearchTerms {
  expression: string
  mode: 'AND' | 'OR'
  fuzzy: boolean
  fields: string[]
}
export interface Search {
  query: Query
  terms: SearchTerms | undefined
  condition: Expression<SqlBool>
  aggregations: AnyAggregation[]
  zone: string
}

export function readSearch(wire: WireSearch | null | undefined, spec: SearchSpec): Search {
  const cursor = wire?.cursorPaging?.cursor
  const words = cursor ? readCarriedTerms(readCursor(spec.name, cursor)?.options.words, spec) : readTerms(wire, spec)
  const relevance: Field = { type: 'number', column: words ? toRelevance(words, spec) : sql`0`, sort: true, filter: false, required: true }
  const query = readQuery(wire, {
    ...spec,
    path,
    paging: 'cursor',
    fields: { ...spec.fields, relevance },
    ...(words && { defaultSort: [{ field: 'relevance', order: 'DESC' as const }, ...(spec.defaultSort ?? [])] }),
    options: { ...spec.options, words },
  })
  return {
    query,
    terms: words,
    condition: words ? matchesTerms(words, spec) : sql<SqlBool>`true`,
    aggregations: cursor ? [] : readAggregations(wire?.aggregations, spec),
    zone: wire?.timeZone ?? 'UTC',
  }
}

function readTerms(wire: WireSearch | null | undefined, { searchable, maxExpression = 200 }: SearchSpec): SearchTerms | undefined {
  const requested = wire?.search
  const expression = requested?.expression?.trim() ?? ''
  if (expression.length > maxExpression)
    throwViolation('search.expression', `must have at most ${maxExpression} characters`, 'MAX_LENGTH', { threshold: maxExpression })
  if (requested?.mode && requested.mode !== 'AND' && requested.mode !== 'OR') throwViolation('search.mode', 'must be AND or OR', 'INVALID_ENUM_VALUE')
  const fields = requested?.fields?.length ? [...requested.fields] : Object.keys(searchable)
  for (const field of fields) if (!Object.hasOwn(searchable, field)) throwViolation('search.fields', `${field} can't be searched`)
  return expression === '' ? undefined : { expression, mode: requested?.mode === 'AND' ? 'AND' : 'OR', fuzzy: requested?.fuzzy === true, fields }
}

/** The words of a cursor, read again like those that were sent; undefined without any. */
function readCarriedTerms(carried: unknown, spec: SearchSpec): SearchTerms | undefined {
  if (carried === undefined) return undefined
  const { expression, mode, fuzzy, fields } = (carried ?? {}) as Partial<Record<keyof SearchTerms, unknown>>
  if (typeof expression !== 'string' || typeof mode !== 'string' || !Array.isArray(fields) || fields.length > 10)
    return throwViolation('cursorPaging.cursor', 'is no cursor of this query')
  return readTerms({ search: { expression, mode, fuzzy: fuzzy === true, fields: fields.map(String) } }, spec)
}

const splitTerms = (words: SearchTerms): string[] => words.expression.split(/\s+/).slice(0, 20)
const toLikePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
const columns = (words: SearchTerms, spec: SearchSpec): RawBuilder<unknown>[] =>
  words.fields.map((name) => sql`lower(coalesce(${sql.raw(spec.searchable[name] as string)}, ''))`)

/** Whether the words are found: each (AND) or one of them (OR), as a part of a text; fuzzy also takes what is spelled alike. */
function matchesTerms(words: SearchTerms, spec: SearchSpec): Expression<SqlBool> {
  const matchWord = (word: string) =>
    sql`(${sql.join(
      columns(words, spec).map((column) =>
        words.fuzzy ? sql`(${column} like ${toLikePattern(word)} or ${word.toLowerCase()} <% ${column})` : sql`${column} like ${toLikePattern(word)}`,
      ),
      sql` or `,
    )})`
  return sql<SqlBool>`(${sql.join(splitTerms(words).map(matchWord), words.mode === 'AND' ? sql` and ` : sql` or `)})`
}

/** The first field weighs more than the next; whole phrases and beginnings weigh more than parts. */
function toRelevance(words: SearchTerms, spec: SearchSpec): RawBuilder<unknown> {
  const whole = words.expression.toLowerCase()
  const parts = columns(words, spec).map((column, at) => {
    const weight = sql.raw(String(words.fields.length - at))
    const hits = sql.join(
      splitTerms(words).map((word) => sql`(case when ${column} like ${toLikePattern(word)} then 2 else 0 end)`),
      sql` + `,
    )
    return sql`${weight} * (${hits} + case when ${column} = ${whole} then 8 when ${column} like ${toLikePattern(whole).slice(1)} then 4 else 0 end)`
  })
  return sql`(${sql.join(parts, sql` + `)})::numeric`
}

type Select<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>

export const searchPage = <DB, TB extends keyof DB, O>(base: Select<DB, TB, O>, { query, condition }: Search): Promise<{ rows: O[]; meta: CursorMeta }> =>
  cursorPage(base.where(condition), query)
