import { expect, test } from 'vitest'
import { toRows } from './values.ts'

test('rows carry the values of their columns under the names that the code has for them', () => {
  expect(
    toRows(
      [
        [1, 'a', null],
        [2, 'b', { inner_name: 1 }],
      ],
      ['id', 'first_name', 'custom_fields'],
    ),
  ).toEqual([
    { id: 1, firstName: 'a', customFields: null },
    { id: 2, firstName: 'b', customFields: { inner_name: 1 } },
  ])
  expect(toRows([], ['id'])).toEqual([])
})

test('columns of any name stay values: they reach no prototype and run nothing', () => {
  const names = ['?column?', '__proto__', "it's", '"quoted"', 'a\nb', '] : 1, x']
  const [row] = toRows([names.map((_, at) => at)], names)
  expect(Object.values(row as object)).toEqual([0, 1, 2, 3, 4, 5])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

test('the same columns in another order make other rows', () => {
  expect(toRows([[1, 2]], ['a', 'b'])).toEqual([{ a: 1, b: 2 }])
  expect(toRows([[1, 2]], ['b', 'a'])).toEqual([{ b: 1, a: 2 }])
})

test('of two columns of one name the later one counts', () => {
  expect(toRows([[1, 2]], ['id', 'id'])).toEqual([{ id: 2 }])
})
