/** Which fields of a calendar event a masked update changes. Source: contract query-language §8. */

/** What an event can be without: absent though the mask names it, it is cleared. The other fields stay as they are then. */
const clearable = ['notes', 'location', 'totalCapacity', 'recurrenceRule'] as const

/**
 * The fields that the mask names by themselves or by a path within them (`start.localDate`), with null for what is to be cleared.
 * Without a mask those that are present. The revision is no change: it is kept either way.
 */
export function applyEventMask<T extends { revision?: string | null | undefined }>(event: T, mask: readonly string[] | undefined): Partial<T> {
  if (!mask) return event
  const named = new Set(mask.map((path) => path.split('.')[0] as string))
  const kept = Object.entries(event).filter(([name]) => named.has(name) || name === 'revision')
  const cleared = clearable.filter((name) => named.has(name) && (event as Record<string, unknown>)[name] === undefined)
  return Object.fromEntries([...kept, ...cleared.map((name) => [name, null])]) as Partial<T>
}
