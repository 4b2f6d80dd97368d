import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Cell, toCsv } from '../pure/csv.ts'
import { csvReply, readPages } from './csv-reply.ts'

const rows: Cell[][] = [
  ['Berg, Ava', 'said "yes"\nand came', 'a;b', '=1+1', -5],
  ["'=2", '+49 30 1', '', null, undefined],
  ['one\rtwo', 'one\r\ntwo', ' ', true, false],
]
/** Pages of two rows. */
const readTwo = (all: readonly Cell[][]) => (last: readonly Cell[] | undefined) => {
  const start = last ? all.indexOf(last as Cell[]) + 1 : 0
  return Promise.resolve(all.slice(start, start + 2))
}
const toTable = (pages: AsyncGenerator<readonly (readonly Cell[])[]>, readBy: 'spreadsheets' | 'programs' = 'spreadsheets') => ({
  head: ['=A', 'B', 'C', 'D', 'E'],
  pages,
  toCells: (row: readonly Cell[]) => row,
  readBy,
})

test('a table for spreadsheets reads as one that is made at once, in every cell', async () => {
  const reply = await csvReply('a.csv', toTable(readPages(readTwo(rows))))
  expect(reply.headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="a.csv"',
    'cache-control': 'no-store',
  })
  const bytes = Buffer.concat(await reply.body.toArray())
  expect(bytes.toString('utf8')).toBe(toCsv(['=A', 'B', 'C', 'D', 'E'], rows))
})
test('many pages come whole and in their order; no page at all leaves the head', async () => {
  const many = Array.from({ length: 2345 }, (_, n): Cell[] => [n, `row ${n}`])
  const lines = (await text((await csvReply('a.csv', toTable(readPages(readTwo(many)), 'programs'))).body)).split('\n')
  expect(lines).toEqual(["'=A,B,C,D,E", ...many.map((row) => row.join(',')), ''])
  expect(await text((await csvReply('a.csv', toTable(readPages(readTwo([])), 'programs'))).body)).toBe("'=A,B,C,D,E\n")
})
test('a failure of the first read is one of the call, a later one of the file', async () => {
  const failAt = (bad: number) => {
    let read = 0
    return readPages<Cell[]>(() => (++read === bad ? Promise.reject(new Error('away')) : Promise.resolve([[read]])))
  }
  await expect(csvReply('a.csv', toTable(failAt(1)))).rejects.toThrow('away')
  const { body } = await csvReply('a.csv', toTable(failAt(3)))
  await expect(text(body)).rejects.toThrow('away')
})
test('a reader who leaves ends the reading of pages', async () => {
  let read = 0
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve([[++read]])
    } finally {
      end()
    }
  }
  const { body } = await csvReply('a.csv', toTable(endless()))
  body.once('data', () => body.destroy())
  await ended
  const before = read
  await new Promise((done) => setImmediate(done))
  expect(read).toBe(before)
})
