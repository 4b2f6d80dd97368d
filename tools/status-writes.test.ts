import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches, statusColumns } from './status-writes.ts'

const store = 'src/domains/payments/store/receipts.ts'

test('a status that is written around its machine is reported, and nothing else', () => {
  expect(findBreaches('tools/planted-violations/statuses')).toEqual([
    `${store}:17 writes refund.state to something that is no transition`,
    `${store}:18 writes dispute.state to something that is no transition`,
    `${store}:19 writes refund.state by raw SQL`,
    `${store}:20 writes coupon_use.state outside src/domains/orders/store/coupons.ts`,
    `${store}:24 writes refund.state to something that is no transition`,
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

test('the tree goes along its machines, each of which exists', () => {
  expect(findBreaches('.')).toEqual([])
  for (const { machine, store: file } of statusColumns) expect([machine, file].filter((path) => !existsSync(path))).toEqual([])
})
