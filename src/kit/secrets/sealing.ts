/** Seals and opens with the keys of this process. */
import { randomBytes } from 'node:crypto'
import { openWithKeys, type SealingKeys, sealText } from './seal.ts'

let keys: SealingKeys = { current: randomBytes(32), former: [] }
/** Called once at start, with the keys of the server. */
export const configureSealing = (given: SealingKeys): void => void (keys = given)

/** `about` says what is sealed and for which site: what was sealed for another does not open. */
export const seal = (about: string, text: string): string => sealText(keys.current, about, text)
/** The text; undefined when it was sealed with another key or for something else. */
export const unseal = (about: string, sealed: string): string | undefined => openWithKeys(keys, about, sealed)

const MARK = 'sealed:'
/** Whether a value is sealed, of those that versions before sealing stored as they were. */
export const isMarkedAsSealed = (stored: string): boolean => stored.startsWith(MARK)
export const addSealedMark = (sealed: string): string => MARK + sealed
export const removeSealedMark = (stored: string): string => stored.slice(MARK.length)

/** A secret as it is stored; no secret stays none. */
export const sealSecret = (about: string, secret: string): string => (secret === '' ? '' : addSealedMark(seal(about, secret)))
/** A stored secret, also one that a version before sealing stored; undefined when it was sealed with another key. */
export const findSecret = (about: string, stored: string): string | undefined => (isMarkedAsSealed(stored) ? unseal(about, removeSealedMark(stored)) : stored)
/** The same for secrets of the server itself: the start makes sure that they open. */
export function openSecret(about: string, stored: string): string {
  const secret = findSecret(about, stored)
  if (secret === undefined) throw new Error(`${about} was sealed with another key than this process has`)
  return secret
}
