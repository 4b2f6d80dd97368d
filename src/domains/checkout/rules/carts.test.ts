import { expect, test } from 'vitest'
import { removeLines, updateLines, type CartLine } from './carts.ts'

const lines: CartLine[] = [{ bookingId: 'a' }, { bookingId: 'b', setId: 'visit' }, { bookingId: 'c', setId: 'visit' }, { bookingId: 'd' }]

test.each([
  [['a'], ['b', 'c', 'd']],
  [['b'], ['a', 'd']],
  [['a', 'c', 'd'], []],
  [[], ['a', 'b', 'c', 'd']],
])('without %j a cart keeps %j: parts of one visit leave together', (removed, bookingIds) => {
  expect(removeLines(lines, removed)).toEqual({ ok: true, bookingIds })
})

test('what is not in the cart cannot be taken out of it', () => {
  expect(removeLines(lines, ['a', 'x'])).toEqual({ refused: 'LINE_ITEM_NOT_FOUND_IN_CART', data: { lineItemIds: ['x'] } })
})

const to = (lineItemId: string, newQuantity?: number | null) => ({ lineItemId, newQuantity })
test.each([
  ['1 keeps, 0 takes out', [to('a', 1), to('d', 0)], { ok: true, bookingIds: ['a', 'b', 'c'] }],
  ['nothing to update', [], { refused: 'EMPTY_LINE_ITEM_UPDATES', data: { lineItemIds: [] } }],
  ['an update of nothing', [to('a', 1), to('d', null)], { refused: 'EMPTY_LINE_ITEM_UPDATES', data: { lineItemIds: ['d'] } }],
  ['a line twice', [to('a', 1), to('a', 0)], { refused: 'DUPLICATE_LINE_ITEM_UPDATES', data: { duplicateLineItemIds: ['a'] } }],
  ['an unknown line that would stay', [to('x', 1)], { refused: 'LINE_ITEM_NOT_FOUND_IN_CART', data: { lineItemIds: ['x'] } }],
])('updating quantities: %s', (_case, updates, result) => {
  expect(updateLines(lines, updates)).toEqual(result)
})
