import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBreaches, statusColumns } from './status-writes.ts'

const store = 'src/domains/payments/store/receipts.ts'

test('a status that is written around its machine is reported, and nothing else', () => {
  expect(findBreaches('tools/planted-violations/statuses')).toEqual([
    `${store}:11 writes refund.state to something that is no transition`,
    `${store}:12 writes dispute.state to something that is no transition`,
    `${store}:13 writes refund.state by raw SQL`,
    `${store}:14 writes coupon_use.state outside src/domains/orders/store/coupons.ts`,
  ])
})

test('the tree goes along its machines, each of which exists', () => {
  expect(findBreaches('.')).toEqual([])
  for (const { machine, store: file } of statusColumns) expect([machine, file].filter((path) => !existsSync(path))).toEqual([])
})
