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
const rules = fc
  .record({
    frequency: fc.oneof(
      fc.constant('DAILY'),
      some(days).map((list) => `WEEKLY;BYDAY=${list.join(',')}`),
      monthly.map((by) => `MONTHLY${by}`),
      fc.tuple(upTo(12), upTo(28)).map(([months, list]) => `YEARLY;BYMONTH=${months.join(',')};BYMONTHDAY=${list.join(',')}`),
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
      const expected = rrulestr(`DTSTART:${stamp(start)}\nRRULE:${rule}`).between(new Date(start), new Date(start + 800 * 86_400_000 - 1), true)
      expect({ rule, at: expandRule(rule, start, start, start + 800 * 86_400_000).map(stamp) }).toEqual({
        rule,
        at: expected.map((one) => stamp(one.getTime())),
      })
    }),
    { numRuns, ...(process.env.RANDOM_SEED ? { seed: Number(process.env.RANDOM_SEED) } : {}) },
  )
})
