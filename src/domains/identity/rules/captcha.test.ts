import { expect, test } from 'vitest'
import { isCaptchaRequired, readCaptchaToken } from './captcha.ts'

const quiet = { accountFailures: 0, addressFailures: 0, addressSignUps: 0 }
test.each([
  ['OFF', { accountFailures: 99 }, false],
  ['ALWAYS', {}, true],
  ['SUSPICIOUS', {}, false],
  ['SUSPICIOUS', { accountFailures: 2, addressFailures: 9 }, false],
  ['SUSPICIOUS', { accountFailures: 3 }, true],
  ['SUSPICIOUS', { addressFailures: 10 }, true],
  ['SUSPICIOUS', { addressSignUps: 5 }, true],
] as const)('%s with %j asks: %s', (mode, seen, due) => expect(isCaptchaRequired(mode, { ...quiet, ...seen })).toBe(due))

test.each([
  [undefined, undefined],
  [[], undefined],
  [[{}], undefined],
  [[{ Recaptcha: undefined, InvisibleRecaptcha: 'b' }], 'b'],
  [[{ Recaptcha: 'a', InvisibleRecaptcha: 'b' }], 'a'],
  [[{ NoCaptcha: '' }, { NoCaptcha: 'c' }], 'c'],
  [[{ recaptchaForClientSiteKey: { token: 'd', siteKeyId: 'k' } }], 'd'],
  [[{ Recaptcha: 'x'.repeat(5001) }], undefined],
  ['nonsense', undefined],
])('the token in %j is %s', (tokens, token) => expect(readCaptchaToken(tokens)).toBe(token))
