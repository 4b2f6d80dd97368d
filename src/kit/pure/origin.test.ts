import { expect, test } from 'vitest'
import { toHost, normalizeHost, parseOrigin } from './origin.ts'

test.each([
  ['https://studio.example', 'https://studio.example'],
  [' HTTPS://Studio.Example/ ', 'https://studio.example'],
  ['https://studio.example:8443', 'https://studio.example:8443'],
  ['https://studio.example:443', 'https://studio.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://müller.example', 'https://xn--mller-kva.example'],
  ['studio.example', undefined],
  ['ftp://studio.example', undefined],
  ['javascript:alert(1)', undefined],
  ['https://studio.example/shop', undefined],
  ['https://studio.example/?a=1', undefined],
  ['https://studio.example/#x', undefined],
  ['https://owner:pass@studio.example', undefined],
  ['https://', undefined],
  ['', undefined],
  [`https://${'a'.repeat(300)}.example`, undefined],
])('the typed address %s reads as %s', (typed, origin) => expect(parseOrigin(typed)).toBe(origin))

test.each([
  ['Studio.Example', 'studio.example'],
  ['studio.example:443', 'studio.example'],
  ['localhost:80', 'localhost'],
  ['localhost:3000', 'localhost:3000'],
])('the host %s is compared as %s', (host, normal) => expect(normalizeHost(host)).toBe(normal))

test('the host of an origin has the same form', () => {
  expect(toHost('https://studio.example')).toBe('studio.example')
  expect(toHost('http://studio.example:443')).toBe('studio.example')
})
