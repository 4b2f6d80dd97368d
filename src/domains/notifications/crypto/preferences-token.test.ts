import { expect, test } from 'vitest'
import { createPreferencesToken, verifyPreferencesToken } from './preferences-token.ts'

const site = '0c9dd6ba-5f8a-4f56-9d5a-0b4f2f3f7a11'
const link = '7c3bd1f0-3c7f-4a53-9a3b-6a6f0a5f1234'
const token = createPreferencesToken('key', site, link)

test('a token names its link', () => {
  expect(token).toMatch(/^[\w-]{44}$/)
  expect(verifyPreferencesToken('key', site, token)).toBe(link)
})

test.each([
  ['another key', 'other', site, token],
  ['another site', 'key', link, token],
  ['another link', 'key', site, createPreferencesToken('key', site, site).slice(0, 22) + token.slice(22)],
  ['one character too many', 'key', site, `${token}x`],
  ['a part of it', 'key', site, token.slice(0, 30)],
  ['nothing', 'key', site, ''],
])('%s opens nothing', (_why, key, siteId, text) => expect(verifyPreferencesToken(key, siteId, text)).toBeUndefined())
