import { expect, test } from 'vitest'
import { parseCheckInCode, toCheckInCode } from './check-in-code.ts'

test.each([
  ['00000000-0000-4000-8000-000000000000', '0000-0000'],
  ['00000000-0000-4000-8000-00ffffffffff', 'ZZZZ-ZZZZ'],
  ['6f1c2a9e-3b7d-4e21-9a55-000000000020', '0000-0010'],
])('the code of %s is %s', (id, code) => {
  expect(toCheckInCode(id)).toBe(code)
  expect(parseCheckInCode(code)).toBe(code)
})

test.each([
  ['7k3m 9qxr', '7K3M-9QXR'],
  ['7K3M9QXR', '7K3M-9QXR'],
  ['  oil0-0000 ', '0110-0000'],
  ['7K3M-9QX', undefined],
  ['7K3M-9QXRA', undefined],
  ['UUUU-UUUU', undefined],
  ['Mia W.', undefined],
  // Eight letters of a name may be read as a code: it is looked up among known bookings.
  ['Mia Weber', 'M1AW-EBER'],
  ['', undefined],
])('%j is read as %s', (typed, code) => {
  expect(parseCheckInCode(typed)).toBe(code)
})
