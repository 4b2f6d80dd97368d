/**
 * Secrets of services that sign-in uses (providers, captcha, text messages), sealed before they are stored: a copy of the database shows none.
 * Source: guide identity §9.3.
 */
import { randomBytes } from 'node:crypto'
import { openText, sealText } from '#kit/secrets/seal.ts'

const MARK = 'sealed:'
let key: Buffer = randomBytes(32)
/** Called once at start, with the key of sealed credentials. */
export const configureSignInSecrets = (given: Buffer): void => void (key = given)

const describePurpose = (of: string, siteId: string): string => `sign-in ${of} of ${siteId}`

/** Whether it is stored as it should be; versions before sealing stored the secret itself. */
export const isSealed = (stored: string): boolean => stored === '' || stored.startsWith(MARK)

/** `of` names what it is the secret of: what was sealed for another purpose or site does not open. */
export const sealSecret = (siteId: string, of: string, secret: string): string =>
  secret === '' ? '' : MARK + sealText(key, describePurpose(of, siteId), secret)

/** Empty when it was sealed with another key: it has to be entered again. */
export const openSecret = (siteId: string, of: string, stored: string): string =>
  stored.startsWith(MARK) ? (openText(key, describePurpose(of, siteId), stored.slice(MARK.length)) ?? '') : stored
