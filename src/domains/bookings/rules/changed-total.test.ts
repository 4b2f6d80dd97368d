import { expect, test } from 'vitest'
import { getStatusAfterChange } from './changed-total.ts'
import type { PaymentStatus } from './machine.ts'

// Amounts in minor units. Source: guide bookings §10.1, §12.6.
test.each<[PaymentStatus, number, number, number, PaymentStatus, string]>([
  ['PAID', 2000, 6000, 2000, 'PARTIALLY_PAID', 'more people'],
  ['PAID', 6000, 4000, 6000, 'PAID', 'fewer people'],
  ['PAID', 6000, 4000, 3000, 'PAID', 'fewer people, after a part went back'],
  ['PAID', 2000, 3000, 6000, 'PAID', 'more people, of whom more was paid before'],
  ['PAID', 500, 500, 500, 'PAID', 'more people on a plan, with the add-on that was paid'],
  ['PARTIALLY_PAID', 4000, 1000, 1000, 'PAID', 'a deposit that is all of it now'],
  ['PARTIALLY_PAID', 4000, 8000, 1000, 'PARTIALLY_PAID', 'a deposit of more'],
  ['NOT_PAID', 2000, 6000, 0, 'NOT_PAID', 'nothing was paid'],
  ['EXEMPT', 2000, 6000, 0, 'EXEMPT', 'the business let them off'],
  ['REFUNDED', 2000, 6000, 2000, 'REFUNDED', 'all went back'],
])('%s from %i to %i with %i received: %s (%s)', (before, from, to, received, after) => {
  expect(getStatusAfterChange({ before, from, to, received })).toBe(after)
})
