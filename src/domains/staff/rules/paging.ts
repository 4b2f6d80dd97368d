/** Where a page of a list begins and what its metadata says. Source: contract query-language, paging. */
import type { Violation } from '#kit/refusal.ts'

export interface WireQuery {
  filter?: unknown
  sort?: { fieldName: string; order?: string | undefined }[] | undefined
  paging?: { limit?: number | undefined; offset?: number | undefined } | undefined
  cursorPaging?: { limit?: number | undefined; cursor?: string | undefined } | undefined
}
export interface PageAsk {
  kind: 'offset' | 'cursor'
  filter: unknown
  sort: { fieldName: string; order: 'ASC' | 'DESC' }[]
  limit: number
  offset: number
}
export interface PageLimits {
  byDefault: number
  max: number
  kind: 'offset' | 'cursor'
}

/** Reads the paging part of a query. A cursor carries filter, sort and position; what stands beside it is ignored. */
export function pageAsk(query: WireQuery | undefined, { byDefault, max, kind }: PageLimits, violate: (violation: Violation) => never): PageAsk {
  const cursorPaging = query?.cursorPaging
  const wanted = cursorPaging?.limit ?? query?.paging?.limit ?? byDefault
  const path = cursorPaging ? 'query.cursorPaging' : 'query.paging'
  if (!Number.isInteger(wanted) || wanted < 0)
    violate({ field: `${path}.limit`, description: 'must not be negative', violatedRule: 'MIN', data: { threshold: 0 } })
  if (wanted > max) violate({ field: `${path}.limit`, description: `must be at most ${max}`, violatedRule: 'MAX', data: { threshold: max } })
  if (cursorPaging?.cursor) {
    const known = readCursor(cursorPaging.cursor)
    if (!known) return violate({ field: 'query.cursorPaging.cursor', description: 'is not a cursor of this list', violatedRule: 'FORMAT' })
    return { ...known, kind: 'cursor', limit: wanted }
  }
  const offset = query?.paging?.offset ?? 0
  if (!Number.isInteger(offset) || offset < 0)
    violate({ field: 'query.paging.offset', description: 'must not be negative', violatedRule: 'MIN', data: { threshold: 0 } })
  const sort = (query?.sort ?? []).map(({ fieldName, order }) => ({ fieldName, order: order === 'DESC' ? ('DESC' as const) : ('ASC' as const) }))
  return { kind: query?.paging && !cursorPaging ? 'offset' : cursorPaging ? 'cursor' : kind, filter: query?.filter ?? {}, sort, limit: wanted, offset }
}

/** Metadata of a page; a cursor page leaves `next` out when it is the last. */
export function pageMetadata(ask: PageAsk, count: number, total: number) {
  if (ask.kind === 'offset') return { count, offset: ask.offset, total, tooManyToCount: false }
  const end = ask.offset + count
  const hasNext = ask.limit > 0 && end < total
  const prev = ask.offset > 0 ? writeCursor({ ...ask, offset: Math.max(0, ask.offset - ask.limit) }) : undefined
  return { count, total, cursors: { ...(hasNext ? { next: writeCursor({ ...ask, offset: end }) } : {}), ...(prev ? { prev } : {}) }, hasNext }
}

const writeCursor = ({ filter, sort, offset }: PageAsk): string => Buffer.from(JSON.stringify([filter, sort, offset])).toString('base64url')
function readCursor(cursor: string): Pick<PageAsk, 'filter' | 'sort' | 'offset'> | undefined {
  try {
    const [filter, sort, offset] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, PageAsk['sort'], number]
    return Array.isArray(sort) && Number.isInteger(offset) && offset >= 0 ? { filter, sort, offset } : undefined
  } catch {
    return undefined
  }
}
