import { expect, test } from 'vitest'
import { arrangeServices } from './arrange-services.ts'

const list = (...places: number[]) => places.map((sortOrder, index) => ({ id: 'abcdef'[index] ?? '', revision: '1', sortOrder }))
const order = (services: ReturnType<typeof list>, changes: ReturnType<typeof list>) =>
  services
    .map((one) => changes.find(({ id }) => id === one.id) ?? one)
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ id }) => id)
    .join('')

test.each([
  ['to the front', list(0, 4, 9), 'c', 0, 'cab', 3],
  ['one on', list(0, 4, 9), 'a', 1, 'bac', 2],
  ['to the end', list(0, 4, 9, 10), 'b', 3, 'acdb', 3],
  ['beyond the end', list(0, 4), 'a', 9, 'ba', 2],
  ['where it is', list(0, 4, 9), 'b', 1, 'abc', 0],
  ['among shared places', list(0, 0, 0), 'c', 0, 'cab', 2],
])('%s', (_what, services, id, to, wanted, changed) => {
  const changes = arrangeServices(services, id, to)
  expect(order(services, changes)).toBe(wanted)
  expect(changes).toHaveLength(changed)
})

test('places of other categories are kept, and an unknown service moves nothing', () => {
  expect(arrangeServices(list(2, 7), 'b', 0).map(({ sortOrder }) => sortOrder)).toEqual([2, 7])
  expect(arrangeServices(list(2, 7), 'x', 0)).toEqual([])
})
