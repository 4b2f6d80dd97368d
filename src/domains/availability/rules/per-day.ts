/** Limits entries per day: prefers bookable ones, and keeps the chronological order. Source: guide services-and-availability §16.1. */
export function limitPerDay<E extends { day: number; bookable: boolean }>(entries: readonly E[], perDay: number): E[] {
  const days = new Map<number, E[]>()
  for (const entry of entries) days.set(entry.day, [...(days.get(entry.day) ?? []), entry])
  const kept = new Set([...days.values()].flatMap((day) => [...day].sort((a, b) => Number(b.bookable) - Number(a.bookable)).slice(0, perDay)))
  return entries.filter((entry) => kept.has(entry))
}
