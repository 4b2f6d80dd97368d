import { expect, test } from 'vitest'
import { isSignedWebhook, signWebhook } from './webhook-signature.ts'

/** The published example of the provider. */
const url = 'https://example.com/myapp.php?foo=1&bar=2'
const fields = { CallSid: 'CA1234567890ABCDE', Caller: '+14158675310', Digits: '1234', From: '+14158675310', To: '+18005551212' }

test('the published example is signed as its provider signs it', () => expect(signWebhook('12345', url, fields)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU='))

test('another secret, address or field has another signature', () => {
  const signature = signWebhook('12345', url, fields)
  expect(isSignedWebhook(signature, '12345', url, fields)).toBe(true)
  expect(isSignedWebhook(signature, '12346', url, fields)).toBe(false)
  expect(isSignedWebhook(signature, '12345', `${url}&x=1`, fields)).toBe(false)
  expect(isSignedWebhook(signature, '12345', url, { ...fields, Digits: '1235' })).toBe(false)
  expect(isSignedWebhook(undefined, '12345', url, fields)).toBe(false)
})
