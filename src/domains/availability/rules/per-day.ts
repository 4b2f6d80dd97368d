/** Tells of entries in chronological order whether `limitPerDay` may keep them, so that those it drops need not be made. */
export function createDayLimit(perDay: number | undefined): (entry: { day: number; bookable: boolean }) => boolean {
  if (perDay === undefined) return () => true
  const counts = new Map<number, { bookable: number; others: number }>()
  return ({ day, bookable }) => {
    const known = counts.get(day) ?? { bookable: 0, others: 0 }
    counts.set(day, known)
    if (known.bookable >= perDay) return false
    return bookable ? (known.bookable += 1) <= perDay : (known.others += 1) <= perDay
  }
}

/** Limits entries per day: prefers bookable ones, and keeps the chronological order. Source: guide services-and-availability §16.1. */
export function limitPerDay<E extends { day: number; bookable: boolean }>(entries: readonly E[], perDay: number): E[] {
  const days = new Map<number, E[]>()
  for (const entry of entries) days.set(entry.day, [...(days.get(entry.day) ?? []), entry])
  const kept = new Set([...days.values()].flatMap((day) => [...day].sort((a, b) => Number(b.bookable) - Number(a.bookable)).slice(0, perDay)))
  return entries.filter((entry) => kept.has(entry))
}
