/** Where a key moves the entry at `at` of `count` that stand in so many columns, within the list; undefined for keys that move nothing. */
export function findKeyTarget(key: string, { at, count, columns }: { at: number; count: number; columns: number }): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}
