/** Worked numbers: recurring revenue, its movement, cohorts and trials. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  retentionCohorts,
  lastMonths,
  revenueMovements,
  perMonth,
  trialMonths,
  trialOutcome,
  monthlyRevenuePeriods,
  type Month,
  type RevenueOrder,
  type RevenuePeriod,
} from './insights.ts'
import { expectedRetention } from '../../../../test/retention-model.ts'
import { priceSpans } from './price.ts'

const at = (text: string) => Temporal.Instant.from(text.length === 10 ? `${text}T00:00:00Z` : text)
const ms = (text: string) => at(text).epochMilliseconds
const months = (now: string, count: number): Month[] => lastMonths(at(now), 'UTC', count)

test.each([
  [4000n, 'MONTH', 1, 4000n],
  [12000n, 'MONTH', 3, 4000n],
  [9999n, 'YEAR', 1, 833n],
  [24000n, 'YEAR', 2, 1000n],
  [1000n, 'WEEK', 1, 4348n],
  [1000n, 'WEEK', 2, 2174n],
  [1000n, 'DAY', 10, 3044n],
  [3000n, 'DAY', 30, 3044n],
] as const)('%s every %s × %s is %s a month', (amount, unit, count, expected) => {
  expect(perMonth(amount, unit, count)).toBe(expected)
})

const sellOrder = (
  change: Partial<RevenueOrder> & { trialDays?: number; pauses?: RevenueOrder['schedule']['pauses'] } = {},
  price = '40',
  more: object = {},
): RevenueOrder => ({
  memberId: 'ada',
  planId: 'pass',
  currency: 'EUR',
  endAt: null,
  spans: priceSpans({ price, currency: 'EUR', fees: [], cycleCount: 0, ...more }),
  schedule: {
    start: at('2030-01-10'),
    timeZone: 'UTC',
    model: { kind: 'recurring', unit: 'MONTH', count: 1, cycleCount: 0 },
    trialDays: change.trialDays ?? 0,
    pauses: change.pauses ?? [],
  },
  ...change,
})
const pieces = (order: RevenueOrder) =>
  monthlyRevenuePeriods(order).map(
    ({ from, to, perMonth: worth }) =>
      `${Temporal.Instant.fromEpochMilliseconds(from).toString().slice(0, 10)} ${to === Infinity ? '–' : Temporal.Instant.fromEpochMilliseconds(to).toString().slice(0, 10)} ${worth}`,
  )
describe('what an order is worth when', () => {
  test.each<[string, RevenueOrder, string[]]>([
    ['until cancelled', sellOrder(), ['2030-01-10 – 4000']],
    ['a trial is worth nothing', sellOrder({ trialDays: 14 }), ['2030-01-24 – 4000']],
    ['up to its end', sellOrder({ endAt: at('2030-04-10') }), ['2030-01-10 2030-04-10 4000']],
    ['cancelled in the trial', sellOrder({ trialDays: 14, endAt: at('2030-01-20') }), []],
    ['a pause is a hole', sellOrder({ pauses: [{ from: at('2030-02-01'), to: at('2030-02-11') }] }), ['2030-01-10 2030-02-01 4000', '2030-02-11 – 4000']],
    ['an open pause has no end', sellOrder({ pauses: [{ from: at('2030-02-01') }] }), ['2030-01-10 2030-02-01 4000']],
    [
      'a coupon runs out',
      sellOrder({}, '40', { coupon: { id: 'c', code: 'C', off: { percent: '25' }, cycles: 3 } }),
      ['2030-01-10 2030-04-10 3000', '2030-04-10 – 4000'],
    ],
    [
      'fees and tax on top do not recur',
      sellOrder({}, '40', { fees: [{ name: 'Join', amount: '10' }], tax: { name: 'T', rate: '25', includedInPrice: false } }),
      ['2030-01-10 2030-02-10 4000', '2030-02-10 – 4000'],
    ],
    ['included tax is taken out', sellOrder({}, '99.99', { tax: { name: 'T', rate: '21', includedInPrice: true } }), ['2030-01-10 – 8264']],
    ['free by coupon', sellOrder({}, '12', { coupon: { id: 'c', code: 'C', off: { amount: '15' } } }), []],
    ['bought once', { ...sellOrder(), schedule: { ...sellOrder().schedule, model: { kind: 'unlimited' } } }, []],
  ])('%s', (_, order, expected) => {
    expect(pieces(order)).toEqual(expected)
  })
})

test('months follow the wall of the site, the last one only up to now', () => {
  const [feb, mar] = lastMonths(at('2030-03-05T12:00:00Z'), 'America/New_York', 2)
  expect([feb?.month, feb?.from, feb?.to, feb?.isOpen]).toEqual(['2030-02', ms('2030-02-01T05:00:00Z'), ms('2030-03-01T05:00:00Z'), false])
  expect([mar?.month, mar?.from, mar?.to, mar?.isOpen]).toEqual(['2030-03', ms('2030-03-01T05:00:00Z'), ms('2030-03-05T12:00:00.001Z'), true])
})

const worth = (memberId: string, from: string, to: string, value: bigint, planId = 'pass'): RevenuePeriod => ({
  memberId,
  planId,
  currency: 'EUR',
  from: ms(from),
  to: to === '–' ? Infinity : ms(to),
  perMonth: value,
})
/** Ada stays; Ben leaves in February and is back in April; Cleo doubles in March and halves in April; Dan comes and goes within March. */
const story = [
  worth('ada', '2030-01-05', '–', 4000n),
  worth('ben', '2030-01-20', '2030-02-20', 4000n),
  worth('ben', '2030-04-02', '–', 5000n),
  worth('cleo', '2030-02-10', '–', 3000n),
  worth('cleo', '2030-03-10', '2030-04-10', 3000n, 'second'),
  worth('dan', '2030-03-02', '2030-03-20', 9900n),
]
test('new, returned, expansion, contraction and churn of a worked story', () => {
  const seen = revenueMovements(expectedRetention(story, months('2030-04-30T12:00:00Z', 4)), months('2030-04-30T12:00:00Z', 4)).map((m) =>
    [m.month, m.start, m.added, m.returned, m.expansion, m.contraction, m.churned, m.end, m.membersStart, m.gained, m.lost, m.membersEnd].join(' '),
  )
  expect(seen).toEqual([
    '2030-01 0 8000 0 0 0 0 8000 0 2 0 2',
    '2030-02 8000 3000 0 0 0 4000 7000 2 1 1 2',
    '2030-03 7000 0 0 3000 0 0 10000 2 0 0 2',
    '2030-04 10000 0 5000 0 3000 0 12000 2 1 0 3',
  ])
})
test('who starts exactly at a month belongs to it; who ends exactly at a month leaves in it', () => {
  const exact = [worth('ada', '2030-02-01', '2030-03-01', 4000n)]
  expect(
    revenueMovements(expectedRetention(exact, months('2030-03-31', 3)), months('2030-03-31', 3)).map(({ start, added: fresh, churned, end }) => [
      start,
      fresh,
      churned,
      end,
    ]),
  ).toEqual([
    [0n, 0n, 0n, 0n],
    [0n, 4000n, 0n, 4000n],
    [4000n, 0n, 4000n, 0n],
  ])
})
test('cohorts count who still pays at the end of each month', () => {
  expect(retentionCohorts(expectedRetention(story, months('2030-04-30T12:00:00Z', 4)), months('2030-04-30T12:00:00Z', 4))).toEqual([
    { month: '2030-01', size: 2, kept: [2, 1, 1, 2] },
    { month: '2030-02', size: 1, kept: [1, 1, 1] },
    { month: '2030-03', size: 1, kept: [0, 0] },
  ])
})

test('whatever happens, the movement adds up and each month begins as the last one ended', () => {
  const piece = fc.record({
    memberId: fc.constantFrom('ada', 'ben', 'cleo'),
    from: fc.integer({ min: ms('2029-11-01'), max: ms('2030-06-01') }),
    length: fc.integer({ min: 1, max: 120 * 86_400_000 }),
    perMonth: fc.bigInt({ min: 1n, max: 10_000n }),
  })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (list) => {
      const all = list.map(({ length, ...one }): RevenuePeriod => ({ ...one, planId: 'pass', currency: 'EUR', to: one.from + length }))
      const list6 = months('2030-05-20T10:00:00Z', 6)
      const seen = revenueMovements(expectedRetention(all, list6), list6)
      seen.forEach((m, i) => {
        expect(m.start + m.added + m.returned + m.expansion - m.contraction - m.churned).toBe(m.end)
        expect(m.membersStart + m.gained - m.lost).toBe(m.membersEnd)
        if (i > 0) expect(m.start).toBe(seen[i - 1]?.end)
      })
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['still in the trial', '2030-01-20', null, false, 'RUNNING'],
  ['will leave, but still tries', '2030-01-20', '2030-01-24', false, 'RUNNING'],
  ['cancelled at once', '2030-01-22', '2030-01-20', false, 'LEFT'],
  ['left at the end of the trial', '2030-01-24', '2030-01-24', false, 'LEFT'],
  ['paid', '2030-01-24', null, true, 'CONVERTED'],
  ['paid and left later', '2030-06-01', '2030-03-24', true, 'CONVERTED'],
  ['the first payment is being tried', '2030-01-26', null, false, 'UNDECIDED'],
  ['never paid', '2030-02-02', '2030-01-31', false, 'LEFT'],
] as const)('a trial: %s', (_, now, end, isPaid, outcome) => {
  const trialEnd = ms('2030-01-24')
  const endAt = end === null ? Infinity : ms(end)
  expect(trialOutcome({ isOver: endAt <= ms(now), hasLeftInTrial: endAt <= trialEnd, isRunning: ms(now) < trialEnd, isPaid })).toBe(outcome)
})
test('trials are counted by month', () => {
  const one = { isOver: false, hasLeftInTrial: false, isRunning: false, isPaid: false }
  const counted = trialMonths(
    [
      { ...one, month: 0, isPaid: true, count: 3 },
      { ...one, month: 0, isOver: true, hasLeftInTrial: true, count: 2 },
      { ...one, month: 1, isRunning: true, count: 4 },
      { ...one, month: 1, count: 1 },
    ],
    months('2030-02-20', 2),
  )
  expect(counted).toEqual([
    { month: '2030-01', started: 5, running: 0, converted: 3, left: 2, undecided: 0 },
    { month: '2030-02', started: 5, running: 4, converted: 0, left: 0, undecided: 1 },
  ])
})
