import { expect, test } from 'vitest'
import { checkAddress } from './redirect-check.ts'

const list = { redirectUris: ['https://shop.example/cb?x=1', 'myapp://cb'], redirectDomains: ['www.shop.example'], allowLocalhost: false }

test.each([
  ['https://shop.example/cb?x=1', true, true, []],
  ['myapp://cb', true, true, []],
  ['https://shop.example/cb?x=1/', false, true, ['DIFFERS_BY_TRAILING_SLASH']],
  ['https://shop.example/CB?x=1', false, true, ['DIFFERS_BY_CASE']],
  ['https://shop.example/cb', false, true, ['DIFFERS_BY_QUERY']],
  ['http://shop.example/cb', false, false, ['DIFFERS_BY_SCHEME']],
  ['https://shop.example/other', false, true, ['DIFFERS_BY_PATH']],
  ['https://www.shop.example/cb', false, true, ['NOT_LISTED']],
  ['https://a.www.shop.example/', false, false, ['SUBDOMAIN_NOT_LISTED']],
  ['http://www.shop.example/', false, false, ['DIFFERS_BY_SCHEME']],
  ['http://localhost:5173/cb', false, false, ['LOCALHOST_SWITCHED_OFF']],
  ['https://evil.example/', false, false, ['NOT_LISTED']],
  ['javascript:alert(1)', false, false, ['FORBIDDEN_SCHEME']],
  ['https://me@shop.example/cb', false, false, ['HAS_USER_NAME']],
  ['/cb', false, false, ['NOT_AN_ADDRESS']],
] as const)('%s: uri %s, domain %s, because %j', (address, asRedirectUri, asRedirectDomain, reasons) => {
  const verdict = checkAddress(address, list)
  expect([verdict.asRedirectUri, verdict.asRedirectDomain, verdict.reasons]).toEqual([asRedirectUri, asRedirectDomain, reasons])
})

test('what would help is suggested, ready to be put on the list', () => {
  expect(checkAddress('https://new.example/cb#x', list)).toMatchObject({
    reasons: ['HAS_FRAGMENT'],
    suggestions: [
      { list: 'allowedRedirectUris', entry: 'https://new.example/cb' },
      { list: 'allowedRedirectDomains', entry: 'new.example' },
    ],
  })
})
