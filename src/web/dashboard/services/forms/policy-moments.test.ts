import { expect, test } from 'vitest'
import { newPolicyForm, type PolicyForm } from './policy-form.ts'
import { policyMoments } from './policy-sentences.ts'

const hour = 3_600_000
const start = 1_000 * hour
const rows: [string, PolicyForm, [string, number][]][] = [
  [
    'new rules',
    newPolicyForm,
    [
      ['Last moment to cancel online', -24],
      ['Last moment to reschedule online', -24],
      ['Booking closes', 0],
      ['Start', 0],
    ],
  ],
  [
    'a window, a fee, no rescheduling',
    {
      ...newPolicyForm,
      early: { on: true, minutes: 60 * 100 },
      late: { on: true, minutes: 120 },
      move: { ...newPolicyForm.move, allowed: false },
      fee: {
        on: true,
        byItself: false,
        windows: [
          { kind: 'PERCENT', value: '50', minutes: 60 * 12 },
          { kind: 'AMOUNT', value: '20', minutes: undefined },
        ],
      },
    },
    [
      ['Booking opens', -100],
      ['Last moment to cancel online', -24],
      ['Cancelling costs 50% of the price from', -12],
      ['Booking closes', -2],
      ['Start', 0],
    ],
  ],
  [
    'until and after the start',
    { ...newPolicyForm, afterStart: true, cancel: { ...newPolicyForm.cancel, limited: false }, move: { ...newPolicyForm.move, limited: false } },
    [
      ['Last moment to cancel online', 0],
      ['Last moment to reschedule online', 0],
      ['Start', 0],
    ],
  ],
]
test.each(rows)('%s', (_what, form, moments) =>
  expect(policyMoments(form, start, (value) => `€${value}`).map(({ what, at }) => [what, (at - start) / hour])).toEqual(moments),
)
