/** Lenient request schemas of queries: what is inside a filter is judged by the engine, with better words. */
import { Type } from 'typebox'
import { Maybe } from '../api/wire.ts'

export const filterSchema = Type.Optional(Type.Unknown())
export const PagingWire = Type.Object({ limit: Maybe(Type.Number()), offset: Maybe(Type.Number()) })
export const CursorPagingWire = Type.Object({ limit: Maybe(Type.Number()), cursor: Maybe(Type.String()) })
/** The query message of every query call. */
export const QueryWire = Type.Object({
  filter: filterSchema,
  sort: Type.Optional(Type.Unknown()),
  sorting: Type.Optional(Type.Unknown()),
  paging: Maybe(PagingWire),
  cursorPaging: Maybe(CursorPagingWire),
})
/** `{query: {…}}` with the options that stand beside it. */
export const queryBody = <P extends Record<string, Parameters<typeof Type.Optional>[0]>>(options: P) => Type.Object({ query: Maybe(QueryWire), ...options })

export const OffsetMetaWire = Type.Object({ count: Type.Integer(), offset: Type.Integer(), total: Type.Integer(), tooManyToCount: Type.Boolean() })
/** Of lists that may be too long to be counted; then there is no total. By cursor there is neither offset nor total. */
export const BoundedMetaWire = Type.Object({
  count: Type.Integer(),
  offset: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  tooManyToCount: Type.Optional(Type.Boolean()),
  cursors: Type.Optional(Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) })),
  hasNext: Type.Optional(Type.Boolean()),
})
export const CursorMetaWire = Type.Object({
  count: Type.Integer(),
  cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
  hasNext: Type.Boolean(),
})

/** The message of every search call. */
export const SearchWire = Type.Object({
  filter: filterSchema,
  sort: Type.Optional(Type.Unknown()),
  cursorPaging: Maybe(CursorPagingWire),
  paging: Maybe(PagingWire),
  search: Maybe(
    Type.Object({
      mode: Maybe(Type.String()),
      expression: Maybe(Type.String()),
      fields: Maybe(Type.Array(Type.String(), { maxItems: 10 })),
      fuzzy: Maybe(Type.Boolean()),
    }),
  ),
  aggregations: Type.Optional(Type.Unknown()),
  timeZone: Maybe(Type.String({ maxLength: 50 })),
})
/** Sums of a search; each result holds the kind it was asked for. */
export const AggregationWire = Type.Object({ results: Type.Array(Type.Record(Type.String(), Type.Unknown())) })
