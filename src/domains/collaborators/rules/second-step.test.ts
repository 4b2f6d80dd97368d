import { expect, test } from 'vitest'
import { type FactorStatus, ownerSecondSteps } from './second-step.ts'

test.each([
  [[], 0, 3, []],
  [['TOTP PENDING', 'EMAIL REQUIRE_REENROLL'], 0, 3, []],
  [['EMAIL ACTIVE', 'TOTP ACTIVE'], 0, 0, ['TOTP', 'EMAIL']],
  [['TOTP ACTIVE'], 1, 3, ['WEBAUTHN', 'TOTP', 'RECOVERY_CODE']],
  [[], 2, 3, ['WEBAUTHN', 'RECOVERY_CODE']],
])('at the dashboard %j with %i passkeys and %i recovery codes open by %j', (factors, passkeys, recoveryCodesLeft, ways) => {
  const known = factors.map((one) => one.split(' ') as ['TOTP' | 'EMAIL', FactorStatus]).map(([type, status]) => ({ type, status }))
  expect(ownerSecondSteps(known, { passkeys, recoveryCodesLeft })).toEqual(ways)
})
