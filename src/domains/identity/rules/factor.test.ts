import { expect, test } from 'vitest'
import { toE164 } from '#kit/pure/phone.ts'
import { availableFactors, readCode, maskDestination, needsSecondStep, normalizeRecoveryCode, type Factor } from './factor.ts'

const factor = (type: Factor['type'], status: Factor['status'] = 'ACTIVE'): Factor => ({ type, status })

test.each([
  [[], false],
  [[factor('TOTP', 'PENDING')], false],
  [[factor('TOTP', 'REQUIRE_REENROLL')], false],
  [[factor('TOTP', 'REQUIRE_REENROLL'), factor('EMAIL')], true],
  [[factor('TOTP')], true],
])('%j stops a sign-in: %s', (factors, stops) => expect(needsSecondStep(factors)).toBe(stops))

test('recovery codes are offered while any is left and there is something to recover', () => {
  const none = { passkeys: false, password: true, first: 'password' as const }
  const types = (factors: Factor[], recoveryCodesLeft: number) => availableFactors(factors, { ...none, recoveryCodesLeft }).map((entry) => entry.factorType)
  expect(types([factor('TOTP'), factor('SMS', 'PENDING')], 3)).toEqual(['TOTP', 'RECOVERY_CODE'])
  expect(types([factor('TOTP')], 0)).toEqual(['TOTP'])
  expect(types([], 3)).toEqual([])
})

test.each([
  ['a passkey is always another proof', { passkeys: true, first: 'password' }, ['TOTP', 'WEBAUTHN']],
  ['the password is one after the word of a provider', { passkeys: false, first: 'provider' }, ['TOTP', 'PASSWORD']],
  ['both', { passkeys: true, first: 'provider' }, ['TOTP', 'WEBAUTHN', 'PASSWORD']],
] as const)('%s', (_case, also, expected) => {
  const listOffered = (factors: Factor[]) => availableFactors(factors, { ...also, password: true, recoveryCodesLeft: 0 }).map((entry) => entry.factorType)
  expect(listOffered([factor('TOTP')])).toEqual(expected)
  // By themselves they ask for nothing.
  expect(listOffered([])).toEqual([])
})

test.each([
  ['EMAIL', 'ann.lee@shop.example', null, 'an•••@shop.example'],
  ['EMAIL', 'al@shop.example', null, 'a•••@shop.example'],
  ['SMS', 'x@y.example', '+4915112345678', '•••• 5678'],
  ['TOTP', 'x@y.example', null, ''],
] as const)('%s of %s is shown as %s', (type, email, phone, hint) => expect(maskDestination(type, { email, phone })).toBe(hint))

test.each([
  ['+49 151 1234-5678', '+4915112345678'],
  ['0049 (151) 12345678', '+4915112345678'],
  ['0151 12345678', undefined],
  ['+1', undefined],
  [7, undefined],
])('%s is the number %s', (text, phone) => expect(toE164(text)).toBe(phone))

test('a code stands in the field of its factor only', () => {
  expect(readCode('TOTP', { totpData: { code: '123456' } })).toBe('123456')
  expect(readCode('TOTP', { smsData: { code: '123456' } })).toBeUndefined()
  expect(readCode('EMAIL', { emailData: {} })).toBeUndefined()
  expect(normalizeRecoveryCode('ab12-cd 34')).toBe('AB12CD34')
})
