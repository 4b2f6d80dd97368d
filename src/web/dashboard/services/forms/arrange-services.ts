/** Moves a service within its category: which services get another place. Pure. */

export interface PlacedService {
  id: string
  revision: string
  sortOrder: number
}

/**
 * `list` is one category in its order; the service `id` goes to the index `to`. The places that the category has are dealt out anew, so that
 * services of other categories keep theirs; where two share a place, they are counted on from the first. Only what changes is returned.
 */
export function arrangeServices(list: readonly PlacedService[], id: string, to: number): PlacedService[] {
  const moved = list.find((one) => one.id === id)
  if (!moved) return []
  const rest = list.filter((one) => one.id !== id)
  const arranged = [...rest.slice(0, Math.max(0, to)), moved, ...rest.slice(Math.max(0, to))]
  const held = list.map(({ sortOrder }) => sortOrder).toSorted((a, b) => a - b)
  const places = new Set(held).size === held.length ? held : held.map((_, index) => (held[0] ?? 0) + index)
  return arranged.flatMap((one, index) => {
    const sortOrder = places[index] ?? index
    return sortOrder === one.sortOrder ? [] : [{ id: one.id, revision: one.revision, sortOrder }]
  })
}
