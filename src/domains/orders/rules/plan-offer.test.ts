import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { Model } from './cycles.ts'
import { isOffered, type OfferedPlan } from './plan-offer.ts'

const now = Temporal.Instant.from('2027-01-31T10:00:00Z')
const month: Model = { kind: 'duration', unit: 'MONTH', count: 1 }
const pass: OfferedPlan = { model: month, trialDays: 0, credits: 10, maxPurchases: 0 }
const offered = (plan: Partial<OfferedPlan>, { start = '2027-02-10T10:00:00Z', people = 1, purchases = 0 } = {}) =>
  isOffered({ ...pass, ...plan }, { start: Temporal.Instant.from(start), people }, { now, timeZone: 'Europe/Berlin', purchases })

test.each<[string, Partial<OfferedPlan>, Parameters<typeof offered>[1], boolean]>([
  ['a pass with enough sessions', {}, {}, true],
  ['one session for one person', { credits: 1 }, {}, true],
  ['one session for two people', { credits: 1 }, { people: 2 }, false],
  ['an unlimited plan for many', { credits: null }, { people: 9 }, true],
  ['a month that is over before the session', {}, { start: '2027-02-28T10:00:00Z' }, false],
  ['a month that just reaches the session', {}, { start: '2027-02-28T09:59:59Z' }, true],
  ['a month after a week of trial', { trialDays: 7 }, { start: '2027-03-05T10:00:00Z' }, true],
  ['a subscription until it is cancelled', { model: { kind: 'recurring', unit: 'MONTH', count: 1, cycleCount: 0 } }, { start: '2028-01-01T10:00:00Z' }, true],
  ['two months of a subscription', { model: { kind: 'recurring', unit: 'MONTH', count: 1, cycleCount: 2 } }, { start: '2027-04-01T10:00:00Z' }, false],
  ['a plan that never ends', { model: { kind: 'unlimited' } }, { start: '2030-01-01T10:00:00Z' }, true],
  ['a course that has begun', {}, { start: '2027-01-31T09:59:59Z' }, false],
  ['a plan that was bought as often as it may be', { maxPurchases: 1 }, { purchases: 1 }, false],
  ['a plan that may be bought once more', { maxPurchases: 2 }, { purchases: 1 }, true],
])('%s', (_, plan, how, expected) => expect(offered(plan, how)).toBe(expected))
