import { expect, test } from 'vitest'
import { createAnswerUrl, findAuthorizeError, escapeHtml, decidePostTargets, readAuthorizeRequest, toScriptJson } from './authorize.ts'

const fine = {
  clientId: 'c',
  responseType: 'code',
  redirectUri: 'https://shop.example/cb',
  state: 's',
  responseMode: 'query',
  codeChallenge: 'x'.repeat(43),
  codeChallengeMethod: 'S256',
}
const known = { challengeFits: true, providerExists: false }

test.each([
  [{}, undefined],
  [{ responseType: 'token' }, 'unsupported_response_type'],
  [{ responseMode: 'form_post' }, 'invalid_request'],
  [{ state: '' }, 'invalid_request'],
  [{ state: 's'.repeat(512) }, undefined],
  [{ state: 's'.repeat(513) }, 'invalid_request'],
  [{ idp: 'unknown' }, 'invalid_request'],
])('%j is %s', (change, error) => expect(findAuthorizeError(readAuthorizeRequest({ ...fine, ...change }), known)?.error).toBe(error))

test('a challenge of another kind and a provider of the site', () => {
  expect(findAuthorizeError(readAuthorizeRequest(fine), { ...known, challengeFits: false })?.error).toBe('invalid_request')
  expect(findAuthorizeError(readAuthorizeRequest({ ...fine, idp: 'p' }), { ...known, providerExists: true })).toBeUndefined()
})

test('both spellings are read, and every prompt but none asks again', () => {
  const snake = readAuthorizeRequest({ client_id: 'c', redirect_uri: 'u', code_challenge: 'x', response_mode: 'fragment', prompt: 'select_account' })
  expect(snake).toMatchObject({ clientId: 'c', redirectUri: 'u', codeChallenge: 'x', responseMode: 'fragment', prompt: 'login' })
  expect(readAuthorizeRequest({ prompt: 'none' }).prompt).toBe('none')
})

test.each([
  ['https://a.example/cb', 'query', 'https://a.example/cb?code=1&state=2'],
  ['https://a.example/cb?x=1', 'query', 'https://a.example/cb?x=1&code=1&state=2'],
  ['https://a.example/cb#', 'fragment', 'https://a.example/cb#code=1&state=2'],
  ['myapp://cb', 'query', 'myapp://cb?code=1&state=2'],
])('%s in mode %s is answered at %s', (uri, mode, address) => expect(createAnswerUrl(uri, mode, { code: '1', state: '2' })).toBe(address))

const list = { allowed: (origin: string) => origin === 'https://shop.example', origins: ['https://shop.example', 'https://www.shop.example'] }
test.each([
  [['https://shop.example', undefined], { to: ['https://shop.example'] }],
  [['https://evil.example', 'https://shop.example/page'], { to: ['https://shop.example'] }],
  [[undefined, 'https://shop.example/page'], { to: ['https://shop.example'] }],
  [['null', undefined], { to: list.origins }],
  [[undefined, undefined], { to: list.origins }],
  [['https://evil.example', undefined], { rejected: 'https://evil.example' }],
  [[undefined, 'https://evil.example/x'], { rejected: 'https://evil.example' }],
] as const)('asked by %j it posts %j', (candidates, posting) => expect(decidePostTargets(candidates, list)).toEqual(posting))
test('an app without any origin gets an error instead of being left to wait', () => {
  expect(decidePostTargets([undefined], { allowed: () => false, origins: [] })).toEqual({ rejected: '' })
})

test('nothing in an answer can leave its script or its page', () => {
  expect(toScriptJson({ state: '</script><script>alert(1)//' })).not.toContain('<')
  expect(toScriptJson('\u2028')).toBe('"\\u2028"')
  expect(escapeHtml('"><img src=x onerror=alert(1)>')).not.toMatch(/[<>"]/)
})
