/** Where the rows of a table lie in a cluster: by its columns, and by what `tables.ts` of its domain says. decision 0038. */
import type { TableName } from '../tables.gen.ts'

/** SPREAD by the site · COPIED to every node · CENTRAL: on the coordinator alone. */
export type Placement = 'SPREAD' | 'COPIED' | 'CENTRAL'

/** What a `tables.ts` says of tables that are not spread by their site, each with its reason. */
export type Unspread = Partial<Record<TableName, { at: 'COPIED' | 'CENTRAL'; why: string }>>

/** Every table that is declared. */
export type Placements = Readonly<Record<string, Exclude<Placement, 'SPREAD'>>>

export const collectPlacements = (lists: readonly { unspread?: Unspread }[]): Placements =>
  Object.fromEntries(lists.flatMap(({ unspread = {} }) => Object.entries(unspread).map(([table, { at }]) => [table, at])))

/** Tables with a site are spread unless they are declared; those without one are the coordinator's. */
export const toPlacement = (placements: Placements, table: string, hasSite: boolean): Placement => placements[table] ?? (hasSite ? 'SPREAD' : 'CENTRAL')

/** A unique key, an exclusion, or a foreign key (then with the table that it refers to) as the catalog knows it. */
export interface TableKey {
  table: string
  name: string
  columns: readonly string[]
  refersTo?: string
}

/**
 * What keeps tables from lying as they are placed, one sentence each: a key of a spread table without the site holds for one node only; a
 * foreign key needs the other row on the same node.
 */
export function findPlacementProblems(placementOf: (table: string) => Placement, keys: readonly TableKey[]): string[] {
  const problems: string[] = []
  for (const { table, name, columns, refersTo } of keys) {
    const [here, there] = [placementOf(table), refersTo === undefined ? undefined : placementOf(refersTo)]
    if (there === undefined) {
      if (here === 'SPREAD' && !columns.includes('site_id')) problems.push(`${table}.${name} is unique on ${columns.join(', ')}, without the site`)
    } else if (here === 'SPREAD' && there === 'SPREAD') {
      if (!columns.includes('site_id')) problems.push(`${table}.${name} refers to ${refersTo} without the site`)
    } else if (there === 'SPREAD' || (there === 'CENTRAL' && here !== 'CENTRAL'))
      problems.push(`${table}.${name} refers to ${refersTo}, whose rows may lie on another node`)
  }
  return problems
}
