import { expect, test } from 'vitest'
import { toE164 } from './phone.ts'

test.each([
  ['+49 151 1234567', '+491511234567'],
  ['0049 (151) 123-45.67', '+491511234567'],
  ['+1/555/0100123', '+15550100123'],
  ['0151 1234567', undefined],
  ['+0 151 1234567', undefined],
  ['+49 12', undefined],
  ['+1234567890123456', undefined],
  ['+49 151 CALL', undefined],
  [undefined, undefined],
])('%s becomes %s', (text, number) => expect(toE164(text)).toBe(number))
