/** Half-open intervals of epoch milliseconds: small algebra for opening windows and busy time. Every list in an answer is sorted and disjoint. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** Sorts, drops empty intervals and joins those that overlap or touch. */
export function mergeIntervals(list: readonly Interval[]): Interval[] {
  const sorted = list.filter((i) => i.end > i.start).sort((a, b) => a.start - b.start)
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of sorted) {
    const last = merged[merged.length - 1]
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** What lies in both lists; each list is merged first. */
export function intersectIntervals(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const [a, b] = [mergeIntervals(left), mergeIntervals(right)]
  const both: Interval[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] as Interval, b[j] as Interval]
    const start = Math.max(x.start, y.start)
    const end = Math.min(x.end, y.end)
    if (start < end) both.push({ start, end })
    if (x.end < y.end) i++
    else j++
  }
  return both
}

/** Whether two half-open intervals share a moment; intervals that only touch do not. */
export const overlaps = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end

/** Whether `inner` lies wholly in `outer`. */
export const contains = (outer: Interval, inner: Interval): boolean => outer.start <= inner.start && inner.end <= outer.end
