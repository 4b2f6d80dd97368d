/** What of the tables goes into the archive of a site. Domains say it beside their tables; everything that they do not name goes in. */
import type { Unspread } from '../cluster/placement.ts'
import type { SealedValue } from '../sealed-values.ts'
import type { TableName } from '../tables.gen.ts'

export interface ArchiveRule {
  table: TableName
  /** SQL on the row `r`, where `:site` is the id of the site: which rows go in. Without it those whose `site_id` is the site. */
  where?: string
  /** Column → SQL on `r`: what is written instead. */
  set?: Readonly<Record<string, string>>
  /** What in its rows only the key of the server opens: an archive holds it open, because another server has another key. */
  sealed?: readonly SealedValue[]
}

/** Tables that stay out, each with the reason that people read. */
export type LeftOut = Partial<Record<TableName, string>>

/** What a `tables.ts` says of its tables. */
export interface TableList {
  owns: readonly TableName[]
  leftOut?: LeftOut
  archived?: readonly ArchiveRule[]
  unspread?: Unspread
  sealed?: readonly SealedValue[]
}

/** All tables of an archive, and those that stay out. */
export interface ArchiveTables {
  rules: readonly ArchiveRule[]
  leftOut: Readonly<Record<string, string>>
}

/** One rule for each table that is not left out, in the order of their names. */
export function collectArchiveTables(lists: readonly TableList[]): ArchiveTables {
  const leftOut: Record<string, string> = Object.assign({}, ...lists.map((list) => list.leftOut ?? {}))
  const rules = lists.flatMap(({ owns, archived = [], sealed = [] }) =>
    owns
      .filter((table) => !(table in leftOut))
      .map((table): ArchiveRule => {
        const rule = archived.find((one) => one.table === table) ?? { table }
        const ownSealed = sealed.filter((one) => one.table === table && one.path === undefined && !(one.column in (rule.set ?? {})))
        return ownSealed.length > 0 ? { ...rule, sealed: ownSealed } : rule
      }),
  )
  const byName = (a: string, b: string) => (a < b ? -1 : 1)
  return {
    rules: rules.toSorted((a, b) => byName(a.table, b.table)),
    leftOut: Object.fromEntries(Object.entries(leftOut).toSorted(([a], [b]) => byName(a, b))),
  }
}
