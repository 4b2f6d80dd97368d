/** Links and moves within the site, with search params that their page knows. The router itself takes any. */
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useCallback } from 'react'
import type { SearchOf, SearchShape } from './search-params.ts'
import type { SitePath, SiteSearch } from './site-search.ts'

/** A page of the site together with search params that it knows. */
type SiteTarget = { [P in SitePath]: { to: P; search?: SearchOf<SiteSearch[P]> } }[SitePath]

/** A link to a page of the site. */
export const SiteLink = ({ to, search, ...rest }: SiteTarget & Omit<ComponentProps<'a'>, 'href'>) => (
  <Link {...(rest as object)} to={to as string} search={search} />
)

interface MoveOptions {
  /** Takes the place of the current entry in the history. */
  replace?: boolean
  /** Leaves the page where it is scrolled to. */
  resetScroll?: boolean
}
/** Goes to a page of the site. */
export function useGoTo(): (target: SiteTarget & MoveOptions) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((target) => navigate(target), [navigate])
}

/** Search params with `undefined` or an empty text for those that leave the address. */
export type SearchChange<S extends SearchShape> = { [K in keyof SearchOf<S>]?: SearchOf<S>[K] | '' | undefined }
type Search = Record<string, string | number | boolean | undefined>

/** Changes search params of the current page; the others stay. `merge` may put the two together in another way. */
export function useChangeSearch<S extends SearchShape>(merge: (old: Search, change: Search) => Search = (old, change) => ({ ...old, ...change })) {
  const navigate = useNavigate()
  return useCallback(
    (change: SearchChange<S>, options: MoveOptions = {}): void => {
      const search = (old: Search) =>
        Object.fromEntries(Object.entries(merge(old, change as Search)).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search, ...options })
    },
    [navigate, merge],
  )
}
