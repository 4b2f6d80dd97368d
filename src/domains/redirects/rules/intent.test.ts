import { expect, test } from 'vitest'
import { answerAddress, authorizeProblem, readAuthorize, scriptJson } from './authorize.ts'
import { callbackFor, readIntent, returnParams, targetOf } from './intent.ts'

const planId = '0c9dd6ba-5f8a-4f56-9d5a-0b4f2f3f7a11'

test.each([
  [{}, 'REQUIRED_FIELD'],
  [{ login: {}, logout: {} }, 'VALIDATION'],
  [{ paidPlansCheckout: { planId: 'x' } }, 'FORMAT'],
  [{ paidPlansCheckout: {} }, 'REQUIRED_FIELD'],
  [{ paidPlansCheckout: { planId, checkoutData: 'x'.repeat(2049) } }, 'MAX_LENGTH'],
  [{ bookingsCheckout: {} }, 'REQUIRED_FIELD'],
  [{ auth: {} }, 'REQUIRED_FIELD'],
])('%j → %s', (request, rule) => expect(readIntent(request)).toMatchObject({ violations: [{ violatedRule: rule, data: expect.anything() }] }))

test('an intent of a page we do not have is named', () => expect(readIntent({ eventsCheckout: {} })).toEqual({ foreign: 'eventsCheckout' }))

test('empty checkout data is fine', () =>
  expect(readIntent({ paidPlansCheckout: { planId, checkoutData: null } })).toMatchObject({ intent: 'paidPlansCheckout' }))

test('a sign-in token never stands in the address', () => {
  const target = targetOf('auth', { authRequest: { clientId: 'c', sessionToken: 'secret', state: 's' }, prompt: 'none' }, 'rs1')
  expect(target).toEqual({ path: '/_api/oauth2/authorize', params: { clientId: 'c', state: 's', prompt: 'none', rs: 'rs1' } })
})

test('the way back: thank-you page, else where the flow began', () => {
  expect(callbackFor('success', { thankYouPageUrl: 't', postFlowUrl: 'p' })).toBe('t')
  expect(callbackFor('success', { postFlowUrl: 'p' })).toBe('p')
  expect(callbackFor('cancel', { thankYouPageUrl: 't' })).toBeUndefined()
  expect(returnParams('success', { planOrderId: 'o', evil: 'x' }, true)).toEqual({ planOrderId: 'o', wixMemberLoggedIn: 'true' })
  expect(returnParams('cancel', { planOrderId: 'o' }, false)).toEqual({ wixMemberLoggedIn: 'false' })
})

const fine = { clientId: 'c', responseType: 'code', state: 's', responseMode: 'fragment', codeChallenge: 'x', codeChallengeMethod: 'S256' }
test.each([
  [{}, true, undefined],
  [{ responseType: 'token' }, true, 'unsupported_response_type'],
  [{ responseMode: 'post' }, true, 'invalid_request'],
  [{ state: '' }, true, 'invalid_request'],
  [{ state: 'x'.repeat(513) }, true, 'invalid_request'],
  [{}, false, 'invalid_request'],
  [{ idp: 'google' }, true, 'invalid_request'],
])('authorize with %j and challenge %s → %s', (change, challenge, error) =>
  expect(authorizeProblem(readAuthorize({ ...fine, ...change }), { challengeFits: challenge, providerExists: false })?.error).toBe(error),
)

test('either spelling is read', () => expect(readAuthorize({ client_id: 'c', response_mode: 'query' })).toMatchObject({ clientId: 'c', responseMode: 'query' }))

test('answers keep what the address had', () => {
  expect(answerAddress('https://a.example/cb?x=1', 'query', { code: 'c', state: 's' })).toBe('https://a.example/cb?x=1&code=c&state=s')
  expect(answerAddress('https://a.example/cb#', 'fragment', { code: 'c' })).toBe('https://a.example/cb#code=c')
})

test('script data cannot leave its element', () => expect(scriptJson({ state: '</script><b>' })).not.toContain('<'))
