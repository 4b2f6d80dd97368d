import { expect, test } from 'vitest'
import { toCsv } from '#kit/pure/csv.ts'
import { createRowCounter } from './csv-rows.ts'

const table = new TextEncoder().encode(
  toCsv(
    ['Name', 'Note'],
    [
      ['Ava', 'said "yes"\r\nand came'],
      ['Ben', '"'],
      ['Cy', 'müde; "x"\n'],
    ],
  ),
)

test.each([1, 2, 3, 7, 1000])('rows are counted as they come, in pieces of %i bytes', (size) => {
  const countRows = createRowCounter()
  let rows = 0
  for (let at = 0; at < table.length; at += size) rows = countRows(table.subarray(at, at + size))
  expect(rows).toBe(4)
})
test('a line counts once it has ended', () => {
  expect(createRowCounter()(table.subarray(0, table.length - 1))).toBe(3)
})
