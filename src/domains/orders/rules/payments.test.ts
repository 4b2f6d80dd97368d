import { expect, test } from 'vitest'
import { paysOfflineOrder, type InvoiceState } from './payments.ts'

test.each<[string, paid: number, running: number, states: InvoiceState[], boolean]>([
  ['the only invoice', 1, 1, ['OPEN'], true],
  ['the first one, in the trial before it', 1, 0, ['OPEN'], true],
  ['the running cycle, while an older one is still owed', 2, 2, ['OPEN', 'OPEN'], true],
  ['an older one, while the running cycle is still owed', 1, 2, ['OPEN', 'OPEN'], false],
  ['an older one, after the running cycle', 1, 2, ['OPEN', 'PAID'], true],
  ['the only one of an order that was sold with a start in the past', 1, 3, ['OPEN'], true],
])('whether an offline order is paid: %s', (_name, paid, running, states, isPaid) => {
  const invoices = states.map((state, at) => ({ cycleIndex: at + 1, state }))
  expect(paysOfflineOrder({ cycleIndex: paid, state: 'OPEN' }, invoices, running)).toBe(isPaid)
})
