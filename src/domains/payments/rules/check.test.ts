import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { comparePayment, isCheckDue } from './check.ts'

test.each([
  ['at three at night, a day after the last', '2026-03-02T08:10Z', '2026-03-01T08:10Z', true],
  ['not twice in one night', '2026-03-02T09:40Z', '2026-03-02T08:10Z', false],
  ['not by day', '2026-03-02T15:00Z', '2026-03-01T18:00Z', false],
  ['by day when the server was off at night', '2026-03-02T15:00Z', '2026-03-01T08:00Z', true],
])('%s', (_, now, last, due) =>
  expect(isCheckDue({ now: Temporal.Instant.from(now), last: Temporal.Instant.from(last), timeZone: 'America/New_York' })).toBe(due),
)

const ours = (more: object = {}) => ({ id: 'r1', amount: '10.00', reason: 'OWNER', state: 'SUCCEEDED', ref: 're_1', ...more })
const theirs = (more: object = {}) => ({ ref: 're_1', amount: '10.00', state: 'succeeded', ...more })
const moved = { amount: '40.00', currency: 'USD' }
test.each([
  ['a payment that agrees', [], { refunds: [] }, []],
  ['a refund that agrees', [ours()], { refunds: [theirs()] }, []],
  ['a refund that agrees by our id, before its name is known', [ours({ ref: null, state: 'SENDING' })], { refunds: [theirs({ refundId: 'r1' })] }, []],
  ['one of theirs over two lines', [ours({ amount: '4.00' }), ours({ id: 'r2', amount: '6.00' })], { refunds: [theirs()] }, []],
  ['one that is on its way there', [], { refunds: [theirs({ state: 'processing' })] }, []],
  ['one that failed on both sides', [ours({ state: 'FAILED' })], { refunds: [theirs({ state: 'failed' })] }, []],
  ['a lost dispute', [ours({ reason: 'DISPUTE', ref: 'dp_1' })], { refunds: [] }, []],
  ['a refund of the provider without a record', [], { refunds: [theirs()] }, ['The provider gave back 10.00 USD; 0.00 of it is noted.']],
  ['one of theirs that is noted in part', [ours({ amount: '4.00' })], { refunds: [theirs()] }, ['The provider gave back 10.00 USD; 4.00 of it is noted.']],
  ['one of ours that was never made', [ours()], { refunds: [] }, ['A refund of 10.00 USD is noted as done; the provider did not make it.']],
  [
    'one of ours that the bank sent back',
    [ours()],
    { refunds: [theirs({ state: 'failed' })] },
    ['A refund of 10.00 USD is noted as done; the provider did not make it.'],
  ],
  ['a payment that did not happen', [], { outcome: 'declined', refunds: [] }, ['A payment of 40.00 USD is noted; for the provider it is declined.']],
  ['another amount', [], { moved: { ...moved, amount: '4.00' }, refunds: [] }, ['A payment of 40.00 USD is noted; the provider took 4.00 USD.']],
  ['a provider that names no amount', [], { moved: undefined, refunds: [] }, []],
])('%s', (_title, refunds, reported, findings) => {
  expect(comparePayment({ amount: '40.00', currency: 'USD', refunds }, { outcome: 'succeeded', moved, ...reported })).toEqual(findings)
})
