/** Reads and changes what a screen keeps in its address. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type SearchOf, type SearchShape, useSearchParams } from '../../search-params.ts'

type Value = string | number | boolean | undefined
const paging = new Set(['page', 'after', 'nr'])
const panels = new Set(['open', 'job', 'import', 'new', 'edit', 'move', 'sessions'])
export type SearchChange<S extends SearchShape> = { [K in keyof SearchOf<S>]?: SearchOf<S>[K] | '' | undefined }
export type ChangeSearch<S extends SearchShape> = (change: SearchChange<S>, options?: { push?: boolean }) => void

/** The search params of `shape`; the second value merges a change into the address, drops what is empty, and starts a new filter at page one. */
export function useSearchState<S extends SearchShape>(shape: S): [SearchOf<S>, ChangeSearch<S>] {
  const navigate = useNavigate()
  const change: ChangeSearch<S> = useCallback(
    (patch, options) => {
      const search = (old: Record<string, Value>) => {
        const merged: Record<string, Value> = { ...old, ...patch }
        // A new filter starts at the first page; opening a panel does not.
        if (!Object.keys(patch).some((key) => paging.has(key) || panels.has(key))) for (const key of paging) delete merged[key]
        return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''))
      }
      void navigate({ to: '.', search, replace: !options?.push, resetScroll: false } as never)
    },
    [navigate],
  )
  return [useSearchParams(shape), change]
}
