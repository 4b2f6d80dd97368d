/** Reads and changes what a screen keeps in its address. */
import { useCallback } from 'react'
import { type SearchChange, useChangeSearch } from '../../navigation.tsx'
import { type SearchOf, type SearchShape, useSearchParams } from '../../search-params.ts'

type Search = Record<string, string | number | boolean | undefined>
const paging = new Set(['page', 'after', 'nr'])
const panels = new Set(['open', 'job', 'import', 'new', 'edit', 'move', 'sessions', 'why'])
export type ChangeSearch<S extends SearchShape> = (change: SearchChange<S>, options?: { push?: boolean }) => void

/** A new filter starts at the first page; opening a panel does not. */
function mergeSearch(old: Search, change: Search): Search {
  const merged = { ...old, ...change }
  if (!Object.keys(change).some((key) => paging.has(key) || panels.has(key))) for (const key of paging) delete merged[key]
  return merged
}

/** The search params of `shape`; the second value merges a change into the address, drops what is empty, and starts a new filter at page one. */
export function useSearchState<S extends SearchShape>(shape: S): [SearchOf<S>, ChangeSearch<S>] {
  const move = useChangeSearch<S>(mergeSearch)
  const change: ChangeSearch<S> = useCallback((patch, options) => move(patch, { replace: !options?.push, resetScroll: false }), [move])
  return [useSearchParams(shape), change]
}
