/** Pages of a chronological list: each continues after the start at which the last one ended. Source: guide services-and-availability §16.7. */
export interface PagePosition {
  /** Start of the last delivered entry, and how many entries with that start were delivered. */
  start: number
  delivered: number
}

/** One page of entries sorted by start, and the position of the next page. A start that was passed never comes again. */
export function paginate<E extends { start: number }>(
  entries: readonly E[],
  limit: number,
  { from, descending = false }: { from?: PagePosition | undefined; descending?: boolean } = {},
): { page: E[]; next: PagePosition | undefined } {
  const way = descending ? -1 : 1
  const at = from === undefined ? 0 : entries.findIndex((entry) => way * (entry.start - from.start) >= 0)
  const begin = from === undefined ? 0 : at < 0 ? entries.length : entries[at]?.start === from.start ? skipDelivered(entries, at, from) : at
  const page = entries.slice(begin, begin + limit)
  const last = page.at(-1)
  if (!last || begin + page.length >= entries.length) return { page, next: undefined }
  const first = entries.findIndex((entry) => entry.start === last.start)
  return { page, next: { start: last.start, delivered: begin + page.length - first } }
}
const skipDelivered = <E extends { start: number }>(entries: readonly E[], at: number, from: PagePosition): number => {
  let n = at
  while (n < entries.length && n - at < from.delivered && entries[n]?.start === from.start) n++
  return n
}
