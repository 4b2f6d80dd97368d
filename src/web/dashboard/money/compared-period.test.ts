import { expect, test } from 'vitest'
import { toComparedPeriod } from './compared-period.ts'

const compare = (url: object, today = '2026-11-24') => {
  const found = toComparedPeriod(url, today, 'en')
  return found && [found.label, found.range.from, found.range.to, found.before?.label, found.before?.range.from, found.before?.range.to]
}
test.each([
  [{}, ['November 2026 so far', '2026-11-01', '2026-11-25', 'the same days of October 2026', '2026-10-01', '2026-10-25']],
  [{ period: 'month' }, ['November 2026 so far', '2026-11-01', '2026-11-25', 'the same days of October 2026', '2026-10-01', '2026-10-25']],
  [{ period: 'last-month' }, ['October 2026', '2026-10-01', '2026-11-01', 'September 2026', '2026-09-01', '2026-10-01']],
  [{ period: 'year' }, ['2026 so far', '2026-01-01', '2026-11-25', 'the same days of 2025', '2025-01-01', '2025-11-25']],
  [{ period: 'last-year' }, ['2025', '2025-01-01', '2026-01-01', '2024', '2024-01-01', '2025-01-01']],
  [{ period: 'days', from: '2026-03-01', to: '2026-03-31' }, ['2026-03-01 to 2026-03-31', '2026-03-01', '2026-04-01', undefined, undefined, undefined]],
])('%o', (url, expected) => expect(compare(url)).toEqual(expected))

test('the last days of a long month are compared with the whole of a shorter one', () =>
  expect(compare({}, '2026-03-31')).toEqual(['March 2026 so far', '2026-03-01', '2026-04-01', 'the same days of February 2026', '2026-02-01', '2026-03-01']))

test.each([{ from: '2026-03-01' }, { to: '2026-03-01' }, { from: '2026-03-02', to: '2026-03-01' }, { from: '2020-01-01', to: '2026-03-01' }])(
  'the range %o has no totals',
  (range) => expect(compare({ period: 'days', ...range })).toBeUndefined(),
)
