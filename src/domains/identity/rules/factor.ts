/** Second steps of a sign-in: which there are, which may be used, what is shown of them. Source: guide identity 5.8. */

export const factorTypes = ['PASSWORD', 'TOTP', 'EMAIL', 'SMS', 'CALL', 'PUSH', 'WEBAUTHN', 'RECOVERY_CODE'] as const
export type FactorType = (typeof factorTypes)[number]
/** What a member can set up. */
export const enrollable = ['TOTP', 'EMAIL', 'SMS', 'CALL'] as const
export type Enrollable = (typeof enrollable)[number]
export type FactorStatus = 'PENDING' | 'ACTIVE' | 'REQUIRE_REENROLL'

export const isFactorType = (text: string): text is FactorType => (factorTypes as readonly string[]).includes(text)
export const isEnrollable = (type: string): type is Enrollable => (enrollable as readonly string[]).includes(type)
/** Kinds that exist in the public words and not here: they are refused clearly. */
export const isUnavailable = (type: FactorType): boolean => type === 'PUSH' || type === 'WEBAUTHN'

export interface Factor {
  type: Enrollable
  status: FactorStatus
}

/** Whether a sign-in stops for a second step. A factor the business wants set up anew does not count: it vouched for the person. */
export const needsSecondStep = (factors: readonly Factor[]): boolean => factors.some((factor) => factor.status === 'ACTIVE')

/** What may be used for the second step, in the words of the public call; recovery codes while any is left. */
export function availableFactors(factors: readonly Factor[], recoveryCodesLeft: number): { factorType: FactorType; factorStatus: 'ENABLED' }[] {
  const types: FactorType[] = factors.filter((factor) => factor.status === 'ACTIVE').map((factor) => factor.type)
  if (types.length > 0 && recoveryCodesLeft > 0) types.push('RECOVERY_CODE')
  return types.map((factorType) => ({ factorType, factorStatus: 'ENABLED' as const }))
}

/** `an•••@shop.example`, `•••• 4567`: enough to know one's own, too little to learn it. */
export function hintOf(type: Enrollable, of: { email: string; phone: string | null }): string {
  if (type === 'TOTP') return ''
  if (type === 'EMAIL') {
    const [local = '', domain = ''] = of.email.split('@')
    return `${local.slice(0, local.length > 3 ? 2 : 1)}•••@${domain}`
  }
  return `•••• ${(of.phone ?? '').slice(-4)}`
}

/** A phone number as networks write it: plus, country, number. Undefined when it cannot be one. */
export function readPhone(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.replace(/[\s().-]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined
}

const dataNames = {
  SMS: 'smsData',
  CALL: 'callData',
  EMAIL: 'emailData',
  TOTP: 'totpData',
  RECOVERY_CODE: 'recoveryCodeData',
} as const
/** The code a request brings for a factor; undefined when it brings none and a challenge is asked for. */
export function codeIn(type: FactorType, body: Record<string, unknown>): string | undefined {
  if (!(type in dataNames)) return undefined
  const data = body[dataNames[type as keyof typeof dataNames]]
  const code = typeof data === 'object' && data !== null ? (data as Record<string, unknown>).code : undefined
  return typeof code === 'string' && code !== '' ? code.slice(0, 100) : undefined
}

/** Recovery codes are read off paper: case, spaces and dashes do not matter. */
export const normalRecoveryCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
