import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { createEnrollment, newRecoveryCodes, newTotpSecret, totpStep } from './totp.ts'

/** The published vectors, cut to six digits: secret "12345678901234567890". */
const secret = Secret.fromLatin1('12345678901234567890').base32
test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
])('at %i s the code is %s', (seconds, code, step) => expect(totpStep(secret, code, 0, seconds * 1000)).toBe(step))

test('one step early or late is fine, two are not, and no code works twice', () => {
  expect(totpStep(secret, '287082', 0, (59 + 30) * 1000)).toBe(1)
  expect(totpStep(secret, '287082', 0, (59 - 30) * 1000)).toBe(1)
  expect(totpStep(secret, '287082', 0, (59 + 61) * 1000)).toBeUndefined()
  expect(totpStep(secret, '287082', 1, 59_000)).toBeUndefined()
  for (const code of ['', '28708', '2870822', 'abcdef']) expect(totpStep(secret, code, 0, 59_000)).toBeUndefined()
})

test('enrolment names the site and the person, and can be scanned', () => {
  const { uri, qrSvg } = createEnrollment(newTotpSecret(), { person: 'ann@shop.example', site: 'Green: Studio' })
  expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/)
  expect(decodeURIComponent(uri)).toContain('ann@shop.example')
  expect(qrSvg).toMatch(/^<svg/)
})

test('recovery codes are ten different ones', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
})
