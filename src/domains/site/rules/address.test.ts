import { describe, expect, test } from 'vitest'
import { findAnswerProblem, isServerHost, resolveOrigins } from './address.ts'

describe('which hosts are the server itself', () => {
  const local = 'http://localhost:3000'
  test.each([
    ['localhost:3000', undefined, true],
    ['127.0.0.1:3000', undefined, true],
    ['[::1]:3000', undefined, true],
    ['localhost:3001', undefined, false],
    ['localhost.evil.example:3000', undefined, false],
    ['evil.example', undefined, false],
    ['studio.example', 'https://studio.example', true],
    ['localhost:3000', 'https://studio.example', false],
  ])('%s with PUBLIC_URL %s: %s', (host, publicUrl, own) => expect(isServerHost(host, { publicUrl, local })).toBe(own))
})

describe('where links of a site lead', () => {
  const stored = [
    { origin: 'https://old.example', isMain: false, state: 'CHECKED' as const },
    { origin: 'https://studio.example', isMain: true, state: 'CHECKED' as const },
  ]
  const unproved = (['WAITING', 'FAILED'] as const).map((state) => ({ origin: `https://${state.toLowerCase()}.example`, isMain: false, state }))
  const local = 'http://localhost:3000'
  test.each([
    ['the stored main address', stored, { publicUrl: undefined, isFirst: true }, 'https://studio.example'],
    ['PUBLIC_URL on the first site', stored, { publicUrl: 'https://public.example', isFirst: true }, 'https://public.example'],
    ['its own on any other', stored, { publicUrl: 'https://public.example', isFirst: false }, 'https://studio.example'],
    ['PUBLIC_URL where nothing is stored', [], { publicUrl: 'https://public.example', isFirst: false }, 'https://public.example'],
    ['this machine where nothing is known', [], { publicUrl: undefined, isFirst: true }, local],
  ])('%s', (_, addresses, { publicUrl, isFirst }, origin) => {
    const found = resolveOrigins([...addresses, ...unproved], { server: { publicUrl, local }, isFirst })
    expect(found.origin).toBe(origin)
    expect(new Set(found.origins)).toEqual(new Set([origin, ...addresses.map((one) => one.origin)]))
  })
})

describe('what the answer of a host proves', () => {
  test.each([
    ['the one that was expected', { status: 200, body: 'abc' }, undefined],
    ['the same with a line end', { status: 200, body: 'abc\n' }, undefined],
    ['another', { status: 200, body: 'abd' }, 'OTHER_SERVER'],
    ['an empty one', { status: 200, body: '' }, 'OTHER_SERVER'],
    ['the right one with another status', { status: 404, body: 'abc' }, 'OTHER_SERVER'],
    ['a redirect', { status: 301, body: '' }, 'OTHER_SERVER'],
    ['none', undefined, 'UNREACHABLE'],
  ])('%s: %j → %s', (_, answer, problem) => expect(findAnswerProblem('abc', answer)).toBe(problem))
})
