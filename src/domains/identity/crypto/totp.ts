/** TOTP: SHA-1, six digits, 30 s, one step of tolerance either way. Source: guide identity §5.8, RFC 6238. */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
const createTotp = (secret: string, label = '', issuer = '') =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret), label, issuer })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth URI of an enrollment, and its QR code. */
export function createEnrollment(secret: string, shown: { person: string; site: string }): { uri: string; qrSvg: string } {
  const uri = createTotp(secret, shown.person, shown.site.replaceAll(':', ' ')).toString()
  return { uri, qrSvg: renderSVG(uri, { border: 2 }) }
}

/** The time step of a right code that is newer than the last one used; undefined otherwise. */
export function totpStep(secret: string, code: string, lastStep: number, epochMilliseconds: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = createTotp(secret).validate({ token: code, timestamp: epochMilliseconds, window: 1 })
  if (delta === null) return undefined
  const step = Math.floor(epochMilliseconds / 1000 / PERIOD_SECONDS) + delta
  return step > lastStep ? step : undefined
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Ten recovery codes: two groups of five, no ambiguous characters (49 bits each). */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const characters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return `${characters.slice(0, 5)}-${characters.slice(5)}`
  })
