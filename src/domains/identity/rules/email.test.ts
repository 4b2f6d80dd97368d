import { expect, test } from 'vitest'
import { readEmail } from './email.ts'

test.each([
  [' Ann@Shop.Example ', 'ann@shop.example'],
  ['a.b+c@sub.shop.example', 'a.b+c@sub.shop.example'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
])('%s is compared as %s', (text, key) => expect(readEmail(text)?.key).toBe(key))

test.each([
  '',
  'ann',
  'ann@',
  '@shop.example',
  'ann@shop',
  'a b@shop.example',
  'a..b@shop.example',
  `${'x'.repeat(65)}@shop.example`,
  undefined,
  7,
  'ann@-x.example',
  'ann@1.2.3.4',
])('%s is not an address', (text) => expect(readEmail(text)).toBeUndefined())
