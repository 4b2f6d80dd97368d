/** Second factors: types, availability, masked destinations, request fields. Source: guide identity §5.8. */
import type { FactorStatus } from './factor-machine.ts'

export const factorTypes = ['PASSWORD', 'TOTP', 'EMAIL', 'SMS', 'CALL', 'PUSH', 'WEBAUTHN', 'RECOVERY_CODE'] as const
export type FactorType = (typeof factorTypes)[number]
/** Types that a member can enroll. */
export const enrollableFactors = ['TOTP', 'EMAIL', 'SMS', 'CALL'] as const
export type EnrollableFactor = (typeof enrollableFactors)[number]

export const isFactorType = (text: string): text is FactorType => (factorTypes as readonly string[]).includes(text)
export const isEnrollableFactor = (type: string): type is EnrollableFactor => (enrollableFactors as readonly string[]).includes(type)
/** A type of the public API that is not supported here, because there is no app to push to. */
export const isUnsupported = (type: FactorType): boolean => type === 'PUSH'

export interface Factor {
  type: EnrollableFactor
  status: FactorStatus
}

/** Whether a sign-in requires a second step. A factor that requires re-enrollment does not count: the business vouched for the person. */
export const needsSecondStep = (factors: readonly Factor[]): boolean => factors.some((factor) => factor.status === 'ACTIVE')

/** How a sign-in began: the first credential is not accepted again as the second. */
export type FirstStep = 'password' | 'provider'

/**
 * Factors available for the second step, in the form of the public API; recovery codes while any is left.
 * decision: passkeys and the password do not require a second step by themselves; where one is due, a passkey is accepted, and
 * the password is accepted after sign-in by an identity provider.
 */
export function availableFactors(
  factors: readonly Factor[],
  options: { recoveryCodesLeft: number; passkeys: boolean; password: boolean; first: FirstStep },
): { factorType: FactorType; factorStatus: 'ENABLED' }[] {
  const types: FactorType[] = factors.filter((factor) => factor.status === 'ACTIVE').map((factor) => factor.type)
  if (types.length === 0) return []
  if (options.passkeys) types.push('WEBAUTHN')
  if (options.password && options.first === 'provider') types.push('PASSWORD')
  if (options.recoveryCodesLeft > 0) types.push('RECOVERY_CODE')
  return types.map((factorType) => ({ factorType, factorStatus: 'ENABLED' as const }))
}

/** Masks a destination: `an•••@shop.example`, `•••• 4567`. */
export function maskDestination(type: EnrollableFactor, of: { email: string; phone: string | null }): string {
  if (type === 'TOTP') return ''
  if (type === 'EMAIL') {
    const [local = '', domain = ''] = of.email.split('@')
    return `${local.slice(0, local.length > 3 ? 2 : 1)}•••@${domain}`
  }
  return `•••• ${(of.phone ?? '').slice(-4)}`
}

type CodeInput = { code?: string | null | undefined } | null | undefined
/** What a request for the second step brings, each kind of proof in a field of its own. */
export interface FactorInput {
  smsData?: CodeInput
  callData?: CodeInput
  emailData?: CodeInput
  totpData?: CodeInput
  recoveryCodeData?: CodeInput
  passwordData?: { password?: string | null | undefined } | null | undefined
  webauthnData?: { challengeId?: string | null | undefined; credential?: string | null | undefined } | null | undefined
}
const codeFields = { SMS: 'smsData', CALL: 'callData', EMAIL: 'emailData', TOTP: 'totpData', RECOVERY_CODE: 'recoveryCodeData' } as const

/** The password that a request brings; undefined when it brings none. */
export const readPassword = ({ passwordData }: FactorInput): string | undefined => passwordData?.password || undefined

/** The challenge that a passkey signed; undefined when the request brings none. */
export const readPasskeyCredential = ({ webauthnData }: FactorInput): { challengeId: string; credential: string } | undefined =>
  webauthnData?.credential ? { challengeId: webauthnData.challengeId ?? '', credential: webauthnData.credential } : undefined

/** The code a request brings for a factor; undefined when it brings none and a challenge is asked for. */
export const readCode = (type: FactorType, input: FactorInput): string | undefined =>
  type in codeFields ? input[codeFields[type as keyof typeof codeFields]]?.code?.slice(0, 100) || undefined : undefined

/** Recovery codes are typed from paper: case, spaces and dashes do not matter. */
export const normalizeRecoveryCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
