/** Which passwords are good enough: long and not easily guessed, nothing else. Source: guide identity 9.4. */
import type { Violation } from '#kit/refusal.ts'
import { isWidelyUsed } from './common-passwords.ts'

export const SHORTEST = 8
export const LONGEST = 128

/** The form in which passwords are measured, compared and hashed. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const isSequence = (text: string) => sequences.some((sequence) => sequence.includes(text) || [...sequence].reverse().join('').includes(text))
/** One short piece again and again: aaaaaaaa, abababab. */
const isRepetition = (text: string) => /^(.{1,2})\1+.?$/su.test(text)

/** Whether everybody would try it: people who still have such a password are asked for a new one when they sign in. */
export const isCommonPassword = (password: string): boolean => isWidelyUsed(normalPassword(password).toLowerCase())

/** What is wrong with a new password; empty when nothing is. `about` holds what the person is known by: e-mail, site name. */
export function passwordViolations(password: unknown, about: { email?: string; siteName?: string }, field = 'password'): Violation[] {
  if (typeof password !== 'string' || password === '') return [{ field, description: 'must not be empty', violatedRule: 'REQUIRED_FIELD', data: {} }]
  const normal = normalPassword(password)
  const length = [...normal].length
  if (length < SHORTEST)
    return [
      {
        field,
        description: `must have at least ${SHORTEST} characters`,
        violatedRule: 'MIN_LENGTH',
        ruleName: 'VALUE_TOO_SHORT',
        data: { threshold: SHORTEST },
      },
    ]
  if (length > LONGEST)
    return [
      { field, description: `must have at most ${LONGEST} characters`, violatedRule: 'MAX_LENGTH', ruleName: 'VALUE_TOO_LONG', data: { threshold: LONGEST } },
    ]
  const plain = normal.toLowerCase()
  const email = about.email?.trim().toLowerCase()
  const known = [email, email?.split('@')[0], about.siteName?.toLowerCase(), about.siteName?.toLowerCase().replaceAll(' ', '')]
  if (isWidelyUsed(plain) || isSequence(plain) || isRepetition(plain) || known.includes(plain))
    return [{ field, description: 'is too easy to guess', violatedRule: 'OTHER', ruleName: 'PASSWORD_TOO_COMMON', data: {} }]
  return []
}

/** The new password is the old one. */
export const unchangedPassword: Violation = {
  field: 'newPassword',
  description: 'must differ from the current one',
  violatedRule: 'OTHER',
  ruleName: 'PASSWORD_UNCHANGED',
  data: {},
}
