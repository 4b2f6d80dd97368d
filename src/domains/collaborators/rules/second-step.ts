/** Second steps of a dashboard sign-in. Source: guide identity §5.8, §9.8. */

/** Factor types that dashboard users can enroll, beside passkeys. */
export const ownerFactorTypes = ['TOTP', 'EMAIL'] as const
export type OwnerFactorType = (typeof ownerFactorTypes)[number]
export type FactorStatus = 'PENDING' | 'ACTIVE' | 'REQUIRE_REENROLL'

/** Methods of the second step of a dashboard sign-in. */
export type OwnerSecondStep = OwnerFactorType | 'WEBAUTHN' | 'RECOVERY_CODE'
/**
 * Methods accepted for the second step; empty when none is due.
 * decision: at the dashboard a passkey requires a second step like the other factors; recovery codes come with the first of them.
 */
export function ownerSecondSteps(
  factors: readonly { type: OwnerFactorType; status: FactorStatus }[],
  options: { passkeys: number; recoveryCodesLeft: number },
): OwnerSecondStep[] {
  const steps: OwnerSecondStep[] = options.passkeys > 0 ? ['WEBAUTHN'] : []
  for (const type of ownerFactorTypes) if (factors.some((factor) => factor.type === type && factor.status === 'ACTIVE')) steps.push(type)
  if (steps.length > 0 && options.recoveryCodesLeft > 0) steps.push('RECOVERY_CODE')
  return steps
}
