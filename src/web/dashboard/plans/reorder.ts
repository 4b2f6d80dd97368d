/** Manual ordering of plans: by dragging a card, or by the arrow keys on its handle. */

/** The list with one item moved to an index; indexes outside the list mean its ends. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const item = list.slice(from, from + 1)
  const place = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, place), ...item, ...rest.slice(place)]
}
/** How far an arrow key moves a card in a grid of so many columns; 0 for every other key. */
export function arrowStep(key: string, columns: number): number {
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return -columns
    case 'ArrowDown':
      return columns
    default:
      return 0
  }
}
