import * as languageCommon from '@zxcvbn-ts/language-common'
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

test.each([
  ['Welcome2026', 1],
  ['summer2025', 1],
  ['Liverpool!!', 1],
  ['michael123456', 1],
  ['PASSWORD1!', 1],
  ['12password', 1],
  ['P4$$w0rd1987', 1],
  ['h3ll0h3ll0', 1],
  ['Anna.1987!', 1],
  ['annaanna', 1],
  ['1etmein2024', 1],
  ['$unshine', 1],
  ['yoga2026x', 0],
  ['anna1234567', 0],
  ['annapeter', 0],
  ['summer in the old mill', 0],
])('what people make of a simple word: %s', (password, violations) => expect(passwordViolations(password, {})).toHaveLength(violations))

test('leaked passwords are refused in upper and lower case, others are not', () => {
  const long = languageCommon.dictionary['passwords-common'].filter((password) => [...password].length >= 8)
  expect(long.length).toBeGreaterThan(17_000)
  expect(long.filter((password) => passwordViolations(password.toUpperCase(), {}).length === 0)).toEqual([])
})
