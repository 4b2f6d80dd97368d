/** The listed members: filter, order, page and selection, and what is exported. */
import { useEffect, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { todayIn } from '#web/kit/days.ts'
import type { ChangeSearch } from '../parts/search-state.ts'
import { searchMembersFor } from '../parts/people.ts'
import type { membersSearch } from '../search-params.ts'
import { type BulkAction, useMemberActions } from './actions.tsx'
import { toMemberFilter, type MemberSearch, sorts } from './list-filter.ts'
import { useMemberFigures } from './figures.ts'

export const size = 25
/** A list that is too long to be counted can be leafed through as far as this. */
const MAX_LISTED = 10_000

export interface MemberListProps {
  url: MemberSearch
  setUrl: ChangeSearch<typeof membersSearch>
  change: ReturnType<typeof useMemberActions>
  onAdd: () => void
}
const FULL: 'FULL'[] = ['FULL']
export function useMemberList({ url, setUrl, change }: Omit<MemberListProps, 'onAdd'>) {
  const tab = url.tab ?? 'all'
  const page = url.page ?? 1
  const { timeZone } = useSite()
  const filter = toMemberFilter(url, { today: todayIn(timeZone), timeZone })
  const search = url.q ? searchMembersFor(url.q) : undefined
  const sort = sorts.find(({ value }) => value === url.sort) ?? sorts[0]
  const toQueryInput = (paging: { limit: number; offset: number }) => ({
    body: { query: { filter, sort: [sort.sort], paging }, fieldsets: FULL, ...(search ? { search } : {}) },
  })
  const found = useApiQuery('members.queryMembers', toQueryInput({ limit: size, offset: (page - 1) * size }), keepPrevious)
  const getFigures = useMemberFigures(found.data?.members ?? [])
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const clear = () => {
    setPicked(new Set())
    setAll(false)
  }
  // The selection belongs to the rows on screen.
  useEffect(clear, [tab, page, url.q, url.only])
  const shown = found.data?.members ?? []
  const total = found.data ? (found.data.metadata.total ?? MAX_LISTED) : 0
  const chosen = shown.filter(({ id }) => picked.has(id))
  const isFiltered = Boolean(url.q || url.only)
  const runBulkAction = (name: BulkAction) => {
    const target = all ? { count: total, filter, search } : { count: chosen.length, filter: { id: { $in: chosen.map(({ id }) => id) } } }
    change.runBulk(name, target, (job) => {
      clear()
      setUrl({ job })
    })
  }
  return {
    tab,
    page,
    sort,
    found,
    getFigures,
    total,
    picked,
    setPicked,
    all,
    setAll,
    chosen,
    clear,
    isFiltered,
    runBulkAction,
    exportInput: { body: { filter, ...(search ? { search } : {}) } },
  }
}
export type MemberListState = ReturnType<typeof useMemberList>
