import { describe, expect, test } from 'vitest'
import { allowedOrigins, findListEntryProblem, isRedirectDomainAllowed, isRedirectUriAllowed, addQueryParams } from './redirect-match.ts'

const list = {
  redirectUris: ['https://shop.example/cb?x=1', 'myapp://cb', 'https://trail.example/cb#'],
  redirectDomains: ['www.shop.example', '*.preview.example', 'http://dev.example:8080'],
  allowLocalhost: false,
}

describe('redirect URIs', () => {
  test.each([
    ['https://shop.example/cb?x=1', true],
    ['https://shop.example/cb?x=1#', true],
    ['https://trail.example/cb', true],
    ['myapp://cb', true],
    ['https://shop.example/cb', false],
    ['https://SHOP.example/cb?x=1', false],
    ['https://shop.example/cb?x=1#token', false],
    ['https://www.shop.example/cb', false],
    ['https://me@shop.example/cb?x=1', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['http://localhost:3000/cb', false],
    ['', false],
  ])('%s → %s', (uri, allowed) => expect(isRedirectUriAllowed(uri, list)).toBe(allowed))

  test('this machine is allowed while the switch is on, on any port', () => {
    const open = { ...list, allowLocalhost: true }
    for (const uri of ['http://localhost:3000/cb', 'https://127.0.0.1/x', 'http://[::1]:9/']) expect(isRedirectUriAllowed(uri, open)).toBe(true)
    expect(isRedirectUriAllowed('http://localhost.evil.example/', open)).toBe(false)
    expect(isRedirectUriAllowed('http://me@localhost/', open)).toBe(false)
  })

  test('a forbidden scheme does not become allowed by listing it', () => {
    expect(isRedirectUriAllowed('javascript:alert(1)', { ...list, redirectUris: ['javascript:alert(1)'] })).toBe(false)
  })
})

describe('redirect domains', () => {
  test.each([
    ['https://www.shop.example/thanks', true],
    ['http://www.shop.example/thanks', false],
    ['https://shop.example/anything', true],
    ['https://a.preview.example/', true],
    ['https://a.b.preview.example/', true],
    ['https://preview.example/', false],
    ['https://evilpreview.example/', false],
    ['http://dev.example:8080/x', true],
    ['http://dev.example/x', false],
    ['https://www.shop.example.evil.example/', false],
    ['https://www.shop.example@evil.example/', false],
    ['https://evil.example\\@www.shop.example/', false],
    ['/relative', false],
    ['myapp://cb', true],
    ['myapp://other', false],
  ])('%s → %s', (url, allowed) => expect(isRedirectDomainAllowed(url, list)).toBe(allowed))
})

test('origins for a silent sign-in leave patterns and app schemes out', () => {
  expect(allowedOrigins(list)).toEqual(['https://shop.example', 'https://trail.example', 'https://www.shop.example', 'http://dev.example:8080'])
})

test('parameters join an existing query, replace a present value and keep the fragment', () => {
  expect(addQueryParams('https://shop.example/t?a=1&planOrderId=old#top', { planOrderId: 'new', wixMemberLoggedIn: 'true' })).toBe(
    'https://shop.example/t?a=1&planOrderId=new&wixMemberLoggedIn=true#top',
  )
})

test.each([
  ['https://shop.example/cb', 'uri', true],
  ['https://shop.example/cb#x', 'uri', false],
  ['javascript:alert(1)', 'uri', false],
  ['shop.example', 'domain', true],
  ['*.shop.example', 'domain', true],
  ['localhost:4321', 'domain', true],
  ['shop.example/path', 'domain', false],
] as const)('%s may be listed as %s: %s', (entry, kind, fine) => expect(findListEntryProblem(entry, kind) === undefined).toBe(fine))
