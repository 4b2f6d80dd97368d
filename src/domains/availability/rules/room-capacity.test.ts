import { expect, test } from 'vitest'
import { findRoomShortage } from './room-capacity.ts'

const hall = { name: 'Hall', capacity: 20 }
const loft = { name: 'Loft', capacity: 8 }
const attic = { name: 'Attic' }

test.each([
  ['as many as fit', 20, [hall], undefined],
  ['one more than fits', 21, [hall], 20],
  ['two rooms together', 28, [hall, loft], undefined],
  ['more than two rooms hold', 30, [hall, loft], 28],
  ['a room whose capacity is not known', 500, [attic], undefined],
  ['one of two is not known', 500, [hall, attic], undefined],
  ['no room', 500, [], undefined],
  ['no number of spots', undefined, [loft], undefined],
])('%s', (_, spots, rooms, capacity) => {
  expect(findRoomShortage(spots, rooms)?.capacity).toBe(capacity)
})

test('the rooms are named', () => {
  expect(findRoomShortage(9, [loft])).toEqual({ rooms: ['Loft'], capacity: 8, spots: 9 })
})
