import { expect, test } from 'vitest'
import { decideMarkPaid, decidePayByPlan, type OnSiteInput } from './on-site.ts'

const open = { ok: { isPaid: false } }
const done = { ok: { isPaid: true } }
const refused = { refused: 'INVALID_BOOKING_STATUS' }
test.each([
  ['PENDING', 'NOT_PAID', open, open],
  ['CONFIRMED', 'NOT_PAID', open, open],
  ['CONFIRMED', 'PARTIALLY_PAID', open, refused],
  ['CONFIRMED', 'PAID', done, done],
  ['CANCELED', 'PAID', done, done],
  ['CREATED', 'NOT_PAID', refused, refused],
  ['CANCELED', 'NOT_PAID', refused, refused],
  ['DECLINED', 'PARTIALLY_PAID', refused, refused],
] as const)('a %s booking that is %s, on site and by a plan', (status, paymentStatus, onSite, byPlan) => {
  const input: OnSiteInput = { status, paymentStatus }
  expect([decideMarkPaid(input), decidePayByPlan(input)]).toEqual([onSite, byPlan])
})
