/**
 * Whole queries: read them from the wire, run them, and say where the next page begins. Source: contract query-language.
 *
 *   const query = readQuery(body.query, { name: 'plans.query', fields, paging: 'offset', defaultSort: [{ field: 'createdDate', order: 'DESC' }] })
 *   const { rows, meta } = await offsetPage(base, query)          // base: kysely select with its columns, already narrowed to what may be seen
 *   const { rows, meta } = await cursorPage(base, query)          // same, for `paging: 'cursor'`; rows come without the position
 *   query.options.withBookingAllowedActions                       // as sent, or as the cursor carries them
 */
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { Violations, type Violation } from '../api/refusal.ts'
import { readCursor, writeCursor, type CursorState } from './cursor.ts'
import { parseFilter, type Fields, type Filter, type FilterLimits } from './filter.ts'
import { toAfterSql, toOrderSql, parseSort, toPositionSql, reverseSort, withTieBreaker, type Position, type SortKey } from './sort.ts'
import { toSql } from './to-sql.ts'

export interface QuerySpec {
  /** Name of the operation; cursors are bound to it. */
  name: string
  fields: Fields
  /** What the operation answers with; `both` follows what the request asks for and falls back to offset. */
  paging: 'offset' | 'cursor' | 'both'
  defaultSort?: readonly SortKey[]
  /** The unique field at the end of every sort. Default `id`. */
  tieBreaker?: string
  defaultLimit?: number
  maxLimit?: number
  /** 0 answers with metadata only, except where this is 1. */
  minLimit?: number
  maxOffset?: number
  /** Rule name of paging violations where the contract gives one. */
  pagingRule?: string
  maxSortKeys?: number
  filterLimits?: FilterLimits
  /** Wire path of the query in the request; '' for flat lists. Default `query`. */
  path?: string
  /** Options beside the query that go on with a cursor. Those sent win over those carried. */
  options?: Record<string, unknown>
}

/** The query message, as lenient as clients are. */
export interface WireQuery {
  filter?: unknown
  sort?: unknown
  sorting?: unknown
  paging?: { limit?: number | null; offset?: number | null } | null
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null
}

export interface Query {
  spec: QuerySpec
  /** The filter in both forms: parsed, and as it was sent. */
  filter: Filter
  wireFilter: unknown
  /** Total order: ends with the tie-breaker. */
  sort: SortKey[]
  kind: 'offset' | 'cursor'
  limit: number
  offset: number
  /** Where a cursor left off. */
  from?: { position: Position; direction: 'next' | 'prev' }
  options: Record<string, unknown>
}

export function readQuery(wire: WireQuery | null | undefined, spec: QuerySpec): Query {
  const path = spec.path ?? 'query'
  const toPath = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const received = wire ?? {}
  const kind = spec.paging === 'both' ? (received.cursorPaging ? 'cursor' : 'offset') : spec.paging
  const text = kind === 'cursor' ? received.cursorPaging?.cursor : undefined
  const cursorState = text ? assertOwnCursor(readCursor(spec.name, text), toPath('cursorPaging.cursor')) : undefined
  const wireFilter = cursorState ? cursorState.filter : received.filter
  const filter = parseFilter(wireFilter, spec.fields, { path: toPath('filter'), ...spec.filterLimits })
  const requestedSort = cursorState
    ? readCursorSort(cursorState, spec, toPath)
    : parseSort(received, spec.fields, { path: toPath('sort'), ...(spec.maxSortKeys !== undefined && { maxKeys: spec.maxSortKeys }) })
  const sort = withTieBreaker(requestedSort.length > 0 ? requestedSort : (spec.defaultSort ?? []), spec.tieBreaker ?? 'id')
  if (cursorState && cursorState.position.length !== sort.length) assertOwnCursor(undefined, toPath('cursorPaging.cursor'))
  // Every list takes either form of paging: an offset call with `cursorPaging.limit` means the limit.
  const limitPath = received.paging?.limit === undefined && received.cursorPaging?.limit !== undefined ? 'cursorPaging.limit' : 'paging.limit'
  const limit = readBoundedInteger(
    (limitPath === 'paging.limit' ? received.paging?.limit : received.cursorPaging?.limit) ?? cursorState?.limit ?? spec.defaultLimit ?? 50,
    toPath(limitPath),
    spec.minLimit ?? 0,
    spec.maxLimit ?? 100,
    spec.pagingRule,
  )
  const offset = readBoundedInteger(received.paging?.offset ?? 0, toPath('paging.offset'), 0, spec.maxOffset ?? 1_000_000_000, spec.pagingRule)
  const options = { ...cursorState?.options, ...Object.fromEntries(Object.entries(spec.options ?? {}).filter(([, value]) => value !== undefined)) }
  return {
    spec,
    filter,
    wireFilter,
    sort,
    kind,
    limit,
    offset,
    options,
    ...(cursorState && { from: { position: cursorState.position, direction: cursorState.direction } }),
  }
}

function assertOwnCursor(state: CursorState | undefined, field: string): CursorState {
  if (!state) throw new Violations([{ field, description: 'is no cursor of this query', violatedRule: 'VALIDATION', data: {} }])
  return state
}
/** An option that is a text, as sent or as the cursor carries it: which is what its caller wrote. */
export function readTextOption({ options, spec }: Query, name: string): string | undefined {
  const value = options[name]
  if (value !== undefined && typeof value !== 'string') assertOwnCursor(undefined, `${spec.path ?? 'query'}.cursorPaging.cursor`)
  return value as string | undefined
}
/** The sort of a cursor is read again like one that was sent: what may be sorted by can depend on the caller. */
const readCursorSort = (cursorState: CursorState, spec: QuerySpec, at: (name: string) => string): SortKey[] => {
  const tie = spec.tieBreaker ?? 'id'
  const defaults = new Set((spec.defaultSort ?? []).map((key) => key.field))
  const free = cursorState.sort.filter((key) => key.field !== tie && !defaults.has(key.field)).map((key) => ({ fieldName: key.field, order: key.order }))
  parseSort({ sort: free }, spec.fields, { path: at('sort') })
  return cursorState.sort
}

function readBoundedInteger(value: unknown, field: string, min: number, max: number, ruleName: string | undefined): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  const violation = (description: string, violatedRule: Violation['violatedRule'], threshold?: number): never => {
    throw new Violations([
      {
        field,
        description,
        ...(ruleName === undefined ? { violatedRule } : { violatedRule: 'OTHER', ruleName }),
        data: threshold === undefined ? {} : { threshold },
      },
    ])
  }
  if (typeof number !== 'number' || !Number.isInteger(number)) return violation('must be a whole number', 'FORMAT')
  if (number < min) return violation(`must be at least ${min}`, 'MIN', min)
  if (number > max) return violation(`must be at most ${max}`, 'MAX', max)
  return number
}

type Select<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>

export interface OffsetMeta {
  count: number
  offset: number
  total: number
  tooManyToCount: boolean
}
/** Of a list that is not counted to its end. */
export type BoundedMeta = Omit<OffsetMeta, 'total'> & { total?: number }
export interface CursorMeta {
  count: number
  cursors: { next?: string; prev?: string }
  hasNext: boolean
}

/** One page by offset and the exact total. `base` has its columns selected and is narrowed to what the caller may see. */
export async function offsetPage<DB, TB extends keyof DB, O>(base: Select<DB, TB, O>, query: Query): Promise<{ rows: O[]; meta: OffsetMeta }> {
  const narrowed = base.where(toSql(query.filter, query.spec.fields))
  const count = narrowed.clearSelect().select(sql<number>`count(*)`.as('total'))
  const { rows, total } = await fetchWithTotal(narrowed, query, {
    asColumn: count,
    countOnly: async () => ((await count.executeTakeFirstOrThrow()) as { total: number }).total,
  })
  return { rows, meta: { count: rows.length, offset: query.offset, total, tooManyToCount: false } }
}

/** A list whose total is counted up to a bound. */
export interface BoundedList<DB, TB extends keyof DB, All extends keyof DB, O> {
  /** The rows that the caller may see, with nothing selected and joined to nothing that filter and order do not need: counting stays in an index. */
  candidates: SelectQueryBuilder<DB, TB, object>
  /** Selects the columns of the page's rows, and joins what they are of. */
  selectRows(rows: SelectQueryBuilder<DB, TB, object>): SelectQueryBuilder<DB, All, O>
  query: Query
  /** A condition beside the filter, for instance the words of a search. */
  condition?: Expression<SqlBool> | undefined
  /** The total is exact up to here and absent above. */
  maxCounted: number
}

/** The same for lists that may be very long: the total is exact up to a bound and absent above it. */
export async function boundedPage<DB, TB extends keyof DB, All extends keyof DB, O>({
  candidates,
  selectRows,
  query,
  condition,
  maxCounted,
}: BoundedList<DB, TB, All, O>): Promise<{ rows: O[]; meta: BoundedMeta }> {
  const matching = candidates.where(toSql(query.filter, query.spec.fields))
  const foundRows = condition ? matching.where(condition) : matching
  const boundedRows = foundRows.select(sql<number>`1`.as('one')).limit(maxCounted + 1)
  const { rows, total } = await fetchWithTotal(selectRows(foundRows), query, {
    asColumn: sql`(select count(*) from ${boundedRows} as bounded)`,
    countOnly: async () => (await boundedRows.execute()).length,
  })
  const meta = { count: rows.length, offset: query.offset }
  return { rows, meta: total > maxCounted ? { ...meta, tooManyToCount: true } : { ...meta, total, tooManyToCount: false } }
}

/** The rows of a page and how many there are in all. The count rides along with the rows; only a page without rows cannot carry it. */
async function fetchWithTotal<DB, TB extends keyof DB, O>(
  narrowed: Select<DB, TB, O>,
  query: Query,
  count: { asColumn: { as(alias: 'pageTotal'): unknown }; countOnly(): Promise<number> },
): Promise<{ rows: O[]; total: number }> {
  const foundRows =
    query.limit > 0
      ? // Rows of any shape get one more column: kysely knows the columns of a statement only where its tables are known.
        ((await applyOrder(narrowed, query.sort, query.spec.fields)
          .select(count.asColumn.as('pageTotal') as never)
          .limit(query.limit)
          .offset(query.offset)
          .execute()) as (O & { pageTotal: number })[])
      : []
  const carriedTotal = foundRows[0]?.pageTotal
  // The last column of a row; taking it away so is much cheaper than copying the others.
  for (const row of foundRows as { pageTotal?: number }[]) delete row.pageTotal
  const rows = foundRows as O[]
  if (carriedTotal !== undefined) return { rows, total: carriedTotal }
  if (query.limit > 0 && query.offset === 0) return { rows, total: 0 }
  return { rows, total: await count.countOnly() }
}

/** One page by cursor. One row more than asked for tells whether there is a further page. */
export async function cursorPage<DB, TB extends keyof DB, O>(base: Select<DB, TB, O>, query: Query): Promise<{ rows: O[]; meta: CursorMeta }> {
  const { from, limit, spec } = query
  const isBackwards = from?.direction === 'prev'
  const sort = isBackwards ? reverseSort(query.sort) : query.sort
  let narrowed = base.where(toSql(query.filter, spec.fields))
  if (from) narrowed = narrowed.where(toAfterSql(from.position, sort, spec.fields))
  if (limit === 0) return { rows: [], meta: { count: 0, cursors: {}, hasNext: false } }
  const foundRows = (await applyOrder(narrowed, sort, spec.fields)
    .select(toPositionSql(query.sort, spec.fields).as('cursorPosition'))
    .limit(limit + 1)
    .execute()) as (O & { cursorPosition: Position })[]
  return toCursorPage(foundRows, query)
}

/** The page among the rows that were found, at most one more than asked for and in the direction of the cursor, and the cursors to both sides. */
export function toCursorPage<O>(foundRows: readonly (O & { cursorPosition: Position })[], query: Query): { rows: O[]; meta: CursorMeta } {
  const { from, limit, spec } = query
  const isBackwards = from?.direction === 'prev'
  const hasMore = foundRows.length > limit
  const page = isBackwards ? foundRows.slice(0, limit).toReversed() : foundRows.slice(0, limit)
  const cursor = (row: { cursorPosition: Position } | undefined, direction: 'next' | 'prev'): string | undefined =>
    row && writeCursor(spec.name, { filter: query.wireFilter, sort: query.sort, position: row.cursorPosition, direction, limit, options: query.options })
  const next = (isBackwards ? page.length > 0 : hasMore) ? cursor(page.at(-1), 'next') : undefined
  const prev = (isBackwards ? hasMore : from !== undefined) ? cursor(page[0], 'prev') : undefined
  const rows = page.map(({ cursorPosition: _, ...row }) => row) as O[]
  return { rows, meta: { count: rows.length, cursors: { ...(next && { next }), ...(prev && { prev }) }, hasNext: next !== undefined } }
}

/** In a total order. */
export const applyOrder = <DB, TB extends keyof DB, O>(base: Select<DB, TB, O>, sort: readonly SortKey[], fields: Fields): Select<DB, TB, O> => {
  let ordered = base
  for (const key of toOrderSql(sort, fields)) ordered = ordered.orderBy(key)
  return ordered
}
