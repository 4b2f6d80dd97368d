/** What becomes of a cart's bookings when its lines are edited. Source: guide bookings §12.5. */

export interface CartLine {
  bookingId: string
  /** The visit of several services that the booking is part of. */
  setId?: string | undefined
}
export interface LineUpdate {
  lineItemId: string
  /** Absent: as it is. */
  newQuantity?: number | null | undefined
}
type Edit = { ok: true; bookingIds: string[] } | { refused: EditRefusal; data: Record<string, unknown> }
type EditRefusal = 'LINE_ITEM_NOT_FOUND_IN_CART' | 'EMPTY_LINE_ITEM_UPDATES' | 'DUPLICATE_LINE_ITEM_UPDATES'

/** The bookings that stay. Parts of one visit are booked and paid together, so they leave together. */
export function removeLines(lines: readonly CartLine[], lineItemIds: readonly string[]): Edit {
  const missing = lineItemIds.filter((id) => !lines.some((line) => line.bookingId === id))
  if (missing.length > 0) return { refused: 'LINE_ITEM_NOT_FOUND_IN_CART', data: { lineItemIds: missing } }
  const leavingSets = new Set(lines.filter((line) => lineItemIds.includes(line.bookingId)).map((line) => line.setId))
  const isLeaving = (line: CartLine) => lineItemIds.includes(line.bookingId) || (line.setId !== undefined && leavingSets.has(line.setId))
  return { ok: true, bookingIds: lines.filter((line) => !isLeaving(line)).map((line) => line.bookingId) }
}

/** Each line at most once, and each update with something in it. Quantities above 1 are refused as violations before. */
export function updateLines(lines: readonly CartLine[], updates: readonly LineUpdate[]): Edit {
  const ids = updates.map((update) => update.lineItemId)
  const repeated = ids.filter((id, n) => ids.indexOf(id) !== n)
  if (repeated.length > 0) return { refused: 'DUPLICATE_LINE_ITEM_UPDATES', data: { duplicateLineItemIds: [...new Set(repeated)] } }
  const empty = updates.filter((update) => typeof update.newQuantity !== 'number').map((update) => update.lineItemId)
  if (updates.length === 0 || empty.length > 0) return { refused: 'EMPTY_LINE_ITEM_UPDATES', data: { lineItemIds: empty } }
  const known = removeLines(lines, ids)
  if (!('ok' in known)) return known
  return removeLines(
    lines,
    updates.filter((update) => update.newQuantity === 0).map((update) => update.lineItemId),
  )
}
