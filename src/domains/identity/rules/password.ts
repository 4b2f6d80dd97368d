/** Password policy: minimum length and no common passwords, no composition rules. Source: guide identity §9.4. */
import type { Violation } from '#kit/api/refusal.ts'
import { isCommonOrLeaked } from './common-passwords.ts'

export const MIN_LENGTH = 8
export const MAX_LENGTH = 128

/** Normalizes a password for measuring, comparing and hashing. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const isSequence = (text: string) => sequences.some((sequence) => sequence.includes(text) || [...sequence].reverse().join('').includes(text))
/** Repetition of one or two characters: aaaaaaaa, abababab. */
const isRepetition = (text: string) => /^(.{1,2})\1+.?$/su.test(text)

/** Whether a password is common: members who still have such a password must set a new one at sign-in. */
export const isCommonPassword = (password: string): boolean => isCommonOrLeaked(normalizePassword(password).toLowerCase())

/** Violations of a new password. `personal` holds what it must not equal: email, site name. */
export function passwordViolations(password: unknown, personal: { email?: string; siteName?: string }, field = 'password'): Violation[] {
  if (typeof password !== 'string' || password === '') return [{ field, description: 'must not be empty', violatedRule: 'REQUIRED_FIELD', data: {} }]
  const normal = normalizePassword(password)
  const length = [...normal].length
  if (length < MIN_LENGTH)
    return [
      {
        field,
        description: `must have at least ${MIN_LENGTH} characters`,
        violatedRule: 'MIN_LENGTH',
        ruleName: 'VALUE_TOO_SHORT',
        data: { threshold: MIN_LENGTH },
      },
    ]
  if (length > MAX_LENGTH)
    return [
      {
        field,
        description: `must have at most ${MAX_LENGTH} characters`,
        violatedRule: 'MAX_LENGTH',
        ruleName: 'VALUE_TOO_LONG',
        data: { threshold: MAX_LENGTH },
      },
    ]
  const plain = normal.toLowerCase()
  const email = personal.email?.trim().toLowerCase()
  const known = [email, email?.split('@')[0], personal.siteName?.toLowerCase(), personal.siteName?.toLowerCase().replaceAll(' ', '')]
  if (isCommonOrLeaked(plain) || isSequence(plain) || isRepetition(plain) || known.includes(plain))
    return [{ field, description: 'is too easy to guess', violatedRule: 'OTHER', ruleName: 'PASSWORD_TOO_COMMON', data: {} }]
  return []
}

/** The violation of an unchanged password. */
export const passwordUnchangedViolation: Violation = {
  field: 'newPassword',
  description: 'must differ from the current one',
  violatedRule: 'OTHER',
  ruleName: 'PASSWORD_UNCHANGED',
  data: {},
}
