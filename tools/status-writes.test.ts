import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches, fixedColumns, freeColumns, statusColumns } from './status-writes.ts'

const store = 'src/domains/payments/store/receipts.ts'

test('a status that is written around its machine is reported, and nothing else', () => {
  expect(findBreaches('tools/planted-violations/statuses')).toEqual([
    `${store}:17 writes refund.state to something that is no transition`,
    `${store}:18 writes dispute.state to something that is no transition`,
    `${store}:19 writes refund.state by raw SQL`,
    `${store}:20 writes coupon_use.state outside src/domains/orders/store/coupons.ts`,
    `${store}:24 writes refund.state to something that is no transition`,
    `${store}:25 writes receipt.state which never moves`,
    `${store}:26 writes receipt.state by raw SQL`,
  ])
})

test.each(statusColumns)('$table.$column is found when its store, or any other file, writes it by hand', ({ table, column, store: owner, comesWithRow }) => {
  const root = mkdtempSync(join(tmpdir(), 'statuses-'))
  const byHand = `export const byHand = () => tx.updateTable('${table}').set({ ${column}: 'ANY' })\n`
  try {
    for (const file of [owner, 'src/domains/site/handlers.ts']) {
      mkdirSync(join(root, dirname(file)), { recursive: true })
      writeFileSync(join(root, file), byHand)
    }
    // Where the status comes with a row that the machine has moved, the store may set what it is given.
    expect(findBreaches(root)).toHaveLength(comesWithRow ? 1 : 2)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('every status of the schema has its machine, never moves, or is no process', () => {
  const constraints = readFileSync('src/kit/db/schema.sql', 'utf8').matchAll(/^alter table (\w+) add constraint \w+ CHECK \(\((\w*(?:status|state)) = ANY/gm)
  const toCamelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const inSchema = [...constraints].map(([, table = '', column = '']) => `${toCamelCase(table)}.${toCamelCase(column)}`)
  const listed = [...statusColumns, ...fixedColumns, ...freeColumns].map(({ table, column }) => `${table}.${column}`)
  expect(inSchema.toSorted()).toEqual(listed.toSorted())
})

test('the tree goes along its machines, each of which exists', () => {
  expect(findBreaches('.')).toEqual([])
  for (const { machine, store: file } of statusColumns) expect([machine, file].filter((path) => !existsSync(path))).toEqual([])
})
