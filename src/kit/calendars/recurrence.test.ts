/** Repetition, against an engine that shares no code with ours. `npm run soak -- --only properties` tries 2,000 rules. */
import fc from 'fast-check'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { expandRule } from './recurrence.ts'

// Its ES modules cannot be loaded by Node.
const { rrulestr } = createRequire(import.meta.url)('rrule') as typeof import('rrule')
const numRuns = Number(process.env.RULES ?? 200)
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const upTo = (last: number) => fc.uniqueArray(fc.integer({ min: 1, max: last }), { minLength: 1, maxLength: 3 })

const monthly = fc.oneof(
  upTo(31).map((list) => `;BYMONTHDAY=${list.join(',')}`),
  fc.tuple(fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom(...days)).map(([nth, day]) => `;BYDAY=${nth}${day}`),
  fc.tuple(some(days), fc.constantFrom(1, -1)).map(([list, position]) => `;BYDAY=${list.join(',')};BYSETPOS=${position}`),
)
// Sorted: the other engine answers them in the order of the list.
const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 3 }).map((list) => list.toSorted((a, b) => a - b))
const months = upTo(12).map((list) => `;BYMONTH=${list.join(',')}`)
const daily = fc.oneof(
  fc.constant(''),
  months,
  hours.map((list) => `;BYHOUR=${list.join(',')}`),
  some(days).map((list) => `;BYDAY=${list.join(',')}`),
)
// Of weeks that lie in two years the engines take other ones with an interval: the year of the week here, that of the day there.
const weeks = fc.uniqueArray(fc.integer({ min: 2, max: 51 }), { minLength: 1, maxLength: 3 })
const yearly = fc.oneof(
  fc.tuple(months, upTo(28)).map(([inMonths, list]) => `${inMonths};BYMONTHDAY=${list.join(',')}`),
  fc.tuple(months, fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom(...days)).map(([inMonths, nth, day]) => `${inMonths};BYDAY=${nth}${day}`),
  fc.tuple(fc.constantFrom(1, 20, 50, -1, -10), fc.constantFrom(...days)).map(([nth, day]) => `;BYDAY=${nth}${day}`),
  fc.tuple(weeks, some(days)).map(([numbers, list]) => `;BYWEEKNO=${numbers.join(',')};BYDAY=${list.join(',')}`),
  fc.uniqueArray(fc.constantFrom(1, 60, 100, 200, 365, -1, -100), { minLength: 1, maxLength: 3 }).map((list) => `;BYYEARDAY=${list.join(',')}`),
)
const rules = fc
  .record({
    frequency: fc.oneof(
      fc.oneof(fc.constant(''), months).map((by) => `HOURLY${by}`),
      daily.map((by) => `DAILY${by}`),
      some(days).map((list) => `WEEKLY;BYDAY=${list.join(',')}`),
      monthly.map((by) => `MONTHLY${by}`),
      yearly.map((by) => `YEARLY${by}`),
    ),
    interval: fc.integer({ min: 1, max: 4 }),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
      fc.constant(';UNTIL=20281231T235959Z'),
    ),
  })
  .map(({ frequency, interval, end }) => `FREQ=${frequency};INTERVAL=${interval}${end}`)

test('random rules have the occurrences that an independent engine finds', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 700 }), (rule, offset) => {
      const base = Date.parse('2026-01-01T09:30Z') + offset * 86_400_000
      const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
      const other = rrulestr(`DTSTART:${stamp(base)}\nRRULE:${rule}`)
      // Where the rule does not name the first day the engines differ by design: begin on one that it names.
      const first = other.after(new Date(base - 1), true)
      if (!first) return
      const start = first.getTime()
      const end = start + (rule.startsWith('FREQ=HOURLY') ? 60 : 800) * 86_400_000
      const expected = rrulestr(`DTSTART:${stamp(start)}\nRRULE:${rule}`).between(new Date(start), new Date(end - 1), true)
      expect({ rule, at: expandRule(rule, start, start, end).map(stamp) }).toEqual({
        rule,
        at: expected.map((one) => stamp(one.getTime())),
      })
    }),
    { numRuns, ...(process.env.RANDOM_SEED ? { seed: Number(process.env.RANDOM_SEED) } : {}) },
  )
})

test.each(['FREQ=HOURLY;INTERVAL=4;BYHOUR=3', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])(
  'a rule that names no time ends, with its first occurrence alone or as one that cannot be read: %s',
  (rule) => {
    const start = Date.parse('2026-01-01T09:30Z')
    const expand = () => {
      try {
        return expandRule(rule, start, start, start + 800 * 86_400_000)
      } catch (error) {
        return (error as Error).name
      }
    }
    expect([[start], 'UnreadableRule']).toContainEqual(expand())
  },
)

test('a rule of every hour is read for as long as a calendar is', () => {
  const start = Date.parse('2026-01-01T09:30Z')
  expect(expandRule('FREQ=HOURLY', start, start, start + 800 * 86_400_000)).toHaveLength(19_200)
})
