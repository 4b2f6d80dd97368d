/** What a screen keeps in the address: tab, search words, page, open side panel. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Value = string | number | undefined
const paging = new Set(['page', 'after', 'nr'])
const panels = new Set(['open', 'job', 'import', 'new', 'edit', 'move', 'sessions'])
/** Reads the search part of the address; `change` merges, empty values disappear, and a new filter starts at page one. */
export function useSearchState<T extends object>(): [T, (change: Partial<Record<keyof T, Value>>, options?: { push?: boolean }) => void] {
  const found = useSearch({ strict: false } as never) as T
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Partial<Record<keyof T, Value>>, options?: { push?: boolean }) => {
      const search = (old: Record<string, Value>) => {
        const merged: Record<string, Value> = { ...old, ...(patch as Record<string, Value>) }
        // A new filter starts at the first page; opening a panel does not.
        if (!Object.keys(patch).some((key) => paging.has(key) || panels.has(key))) for (const key of paging) delete merged[key]
        return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''))
      }
      void navigate({ to: '.', search, replace: !options?.push, resetScroll: false } as never)
    },
    [navigate],
  )
  return [found, change]
}

/** Keeps only words and whole numbers from an address, so that a hand-typed one cannot break a screen. */
export const parseSearch = (raw: Record<string, unknown>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(raw)
      .filter((pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number')
      .map(([key, value]) =>
        key === 'page' ? [key, Math.max(1, Math.trunc(Number(value)) || 1)] : [key, key === 'nr' ? Math.max(1, Math.trunc(Number(value)) || 1) : String(value)],
      ),
  )
