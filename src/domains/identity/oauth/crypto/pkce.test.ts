import { expect, test } from 'vitest'
import { computeChallenge, isChallenge, matchesChallenge } from './pkce.ts'

test('the example of the standard fits', () => {
  expect(computeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(matchesChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBe(true)
})

test.each([
  ['another verifier', 'a'.repeat(43)],
  ['too short', 'a'.repeat(42)],
  ['too long', 'a'.repeat(129)],
  ['a sign that is not allowed', `${'a'.repeat(42)}+`],
  ['nothing', ''],
])('%s is refused', (_, verifier) => {
  expect(matchesChallenge(verifier, computeChallenge(verifier === 'a'.repeat(43) ? 'b'.repeat(43) : verifier))).toBe(false)
})

test('only S256 is a method', () => {
  const challenge = computeChallenge('x'.repeat(43))
  expect(isChallenge(challenge, 'S256')).toBe(true)
  for (const method of ['plain', 'S512', undefined]) expect(isChallenge(challenge, method)).toBe(false)
  expect(isChallenge('short', 'S256')).toBe(false)
})
