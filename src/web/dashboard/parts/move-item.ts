/** The list with the entry at `from` at `to`; places outside the list mean its ends, and an entry that is not there moves nothing. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const item = list.slice(from, from + 1)
  const place = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, place), ...item, ...rest.slice(place)]
}
