import { expect, test } from 'vitest'
import { getCallback, readCallbacks, readIntent, createReturnParams, getTarget } from './intent.ts'

const planId = '0c9dd6ba-5f8a-4f56-9d5a-0b4f2f3f7a11'

test.each([
  [{}, 'REQUIRED_FIELD'],
  [{ login: {}, logout: {} }, 'VALIDATION'],
  [{ paidPlansCheckout: { planId: 'x' } }, 'FORMAT'],
  [{ paidPlansCheckout: {} }, 'REQUIRED_FIELD'],
  [{ paidPlansCheckout: { planId, checkoutData: 'x'.repeat(2049) } }, 'MAX_LENGTH'],
  [{ bookingsCheckout: {} }, 'REQUIRED_FIELD'],
  [{ bookingsCheckout: { slotAvailability: { slot: {} } } }, 'REQUIRED_FIELD'],
  [{ bookingsCheckout: { slotAvailability: { slot: { serviceId: 's' } }, timezone: 'x'.repeat(41) } }, 'MAX_LENGTH'],
  [{ bookingsBook: { resourceId: 'x' } }, 'FORMAT'],
  [{ ecomCheckout: { checkoutId: 'x' } }, 'FORMAT'],
  [{ ecomCheckout: {} }, 'REQUIRED_FIELD'],
  [{ auth: {} }, 'REQUIRED_FIELD'],
])('%j → %s', (request, rule) => expect(readIntent(request)).toMatchObject({ violations: [{ violatedRule: rule, data: expect.anything() }] }))

test('an intent of a page we do not have is named', () => expect(readIntent({ eventsCheckout: {} })).toEqual({ foreign: 'eventsCheckout' }))

test('empty checkout data is fine', () =>
  expect(readIntent({ paidPlansCheckout: { planId, checkoutData: null } })).toMatchObject({ intent: 'paidPlansCheckout' }))

test.each([
  ['login', {}, '/hosted/login', {}],
  ['logout', { clientId: 'c' }, '/_api/iam/authentication/v1/logout', { clientId: 'c' }],
  ['paidPlansCheckout', { planId }, '/hosted/plans/checkout', { planId }],
  ['bookingsCheckout', { slotAvailability: {}, timezone: 'UTC' }, '/hosted/booking-form', { timezone: 'UTC' }],
  ['bookingsBook', { resourceId: planId }, '/hosted/services', { resourceId: planId }],
  ['ecomCheckout', { checkoutId: planId }, '/hosted/checkout', { checkoutId: planId }],
] as const)('%s with %j leads to %s', (intent, payload, path, params) =>
  expect(getTarget(intent, payload, 'r')).toEqual({ path, params: { ...params, rs: 'r' } }),
)

test('a callback has at most 2048 characters', () => {
  const fits = `https://a.example/${'x'.repeat(2030)}`
  expect(readCallbacks({ loginUrl: fits, postFlowUrl: `${fits}x` })).toMatchObject({
    callbacks: { loginUrl: fits },
    violations: [{ field: 'callbacks.postFlowUrl', violatedRule: 'MAX_LENGTH', data: { threshold: 2048 } }],
  })
})

test('a sign-in token never stands in the address', () => {
  const target = getTarget('auth', { authRequest: { clientId: 'c', sessionToken: 'secret', state: 's' }, prompt: 'none' }, 'rs1')
  expect(target).toEqual({ path: '/_api/oauth2/authorize', params: { clientId: 'c', state: 's', prompt: 'none', rs: 'rs1' } })
})

test('the way back: thank-you page, else where the flow began', () => {
  expect(getCallback('success', { thankYouPageUrl: 't', postFlowUrl: 'p' })).toBe('t')
  expect(getCallback('success', { postFlowUrl: 'p' })).toBe('p')
  expect(getCallback('cancel', { thankYouPageUrl: 't' })).toBeUndefined()
  expect(createReturnParams('success', { planOrderId: 'o', evil: 'x' }, true)).toEqual({ planOrderId: 'o', wixMemberLoggedIn: 'true' })
  expect(createReturnParams('cancel', { planOrderId: 'o' }, false)).toEqual({ wixMemberLoggedIn: 'false' })
})
