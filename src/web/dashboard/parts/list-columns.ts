/** Which columns a list shows, in which order: what its reader chose, else what everyone sees. Pure. */

export interface ListColumn {
  key: string
  label: string
  /** Shown unless the reader chose otherwise. */
  isDefault?: boolean
}
/** Columns that are not there any more, or that the reader may not see, are left out. */
export function pickColumns<C extends ListColumn>(all: readonly C[], chosen: readonly string[] | undefined): C[] {
  if (!chosen) return all.filter(({ isDefault }) => isDefault)
  return chosen.flatMap((key) => all.find((column) => column.key === key) ?? [])
}
/** All of them as the menu lists them: those that are shown in their order, then the others. */
export function orderColumns<C extends ListColumn>(all: readonly C[], chosen: readonly string[] | undefined): C[] {
  const shown = pickColumns(all, chosen)
  return [...shown, ...all.filter((column) => !shown.includes(column))]
}
