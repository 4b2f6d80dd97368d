import { expect, test } from 'vitest'
import { passwordViolations } from './password.ts'

const about = { email: 'annika.lee@shop.example', siteName: 'Green Studio' }
const problem = (password: unknown) => passwordViolations(password, about).map((violation) => violation.ruleName ?? violation.violatedRule)[0]

test.each([
  ['short', 'VALUE_TOO_SHORT'],
  ['x'.repeat(129), 'VALUE_TOO_LONG'],
  ['Password123', 'PASSWORD_TOO_COMMON'],
  ['annika.lee@shop.example', 'PASSWORD_TOO_COMMON'],
  ['Annika.Lee', 'PASSWORD_TOO_COMMON'],
  ['green studio', 'PASSWORD_TOO_COMMON'],
  ['greenstudio', 'PASSWORD_TOO_COMMON'],
  ['kkkkkkkkkkk', 'PASSWORD_TOO_COMMON'],
  ['ababababab', 'PASSWORD_TOO_COMMON'],
  ['hijklmnop', 'PASSWORD_TOO_COMMON'],
  ['876543210', 'PASSWORD_TOO_COMMON'],
  ['asdfghjkl', 'PASSWORD_TOO_COMMON'],
  ['', 'REQUIRED_FIELD'],
  [undefined, 'REQUIRED_FIELD'],
])('%s → %s', (password, rule) => expect(problem(password)).toBe(rule))

test.each(['correct horse', 'ÄÖÜäöüßé', '🐙🐙🐢🐢🦑🦑🐳🐬', 'tulip-window-84', '        x         '])('%s is fine', (password) =>
  expect(problem(password)).toBeUndefined(),
)

test('characters are counted as people see code points, after normalisation', () => {
  expect(problem('🐙🐢🦑🐳🐬🐠🐡')).toBe('VALUE_TOO_SHORT')
  expect(problem('ﬀabcdxy')).toBeUndefined() // the ligature counts as two letters
})
