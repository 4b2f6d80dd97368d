/** An operation has one name, and the web calls it by that name: addresses stand in contracts alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from '../src/contracts.ts'

/** Addresses of the API in a source text; those of other websites are none of ours. */
const findAddresses = (text: string): string[] =>
  [...text.matchAll(/["'`](\/(?:_api|api|v\d|oauth2|ecom|bookings\/v\d|calendar\/v\d|_test)\/[^"'`]*)/g)].map(([, path]) => path ?? '')

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))

test('no page of the web writes an address of the API by hand', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((name) => findAddresses(readFileSync(join('src/web', name), 'utf8')).map((path) => `${name}: ${path}`))).toEqual([])
})
test.each([
  ['fetch(`/_api/iam/authentication/v1/provider?${query}`)', 1],
  ["call('GET', '/v1/members')", 1],
  ["to: '/members/$slug'", 0],
])('in %s there are %d addresses', (text, count) => expect(findAddresses(text)).toHaveLength(count))

test('no two operations are one call', () => {
  const calls = Object.entries(contracts).flatMap(([group, registry]) =>
    Object.entries(registry).map(([name, { method, path }]) => [`${method} ${path}`, `${group}.${name}`] as const),
  )
  const seen = new Map<string, string[]>()
  for (const [call, name] of calls) seen.set(call, [...(seen.get(call) ?? []), name])
  expect([...seen.values()].filter((names) => names.length > 1)).toEqual([])
  expect(calls.length).toBeGreaterThan(400)
})
