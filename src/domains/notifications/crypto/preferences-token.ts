/** The token in the footer of an email: recipient id and signature. It opens the email preferences, nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_LENGTH = 22
const SIGNATURE_BYTES = 16

const sign = (key: string, siteId: string, id: string): Buffer => createHmac('sha256', key).update(`${siteId} ${id}`).digest().subarray(0, SIGNATURE_BYTES)

/** A token of 44 characters. `key` is a secret of the server. */
export const createPreferencesToken = (key: string, siteId: string, linkId: string): string =>
  Buffer.from(linkId.replaceAll('-', ''), 'hex').toString('base64url') + sign(key, siteId, linkId).toString('base64url')

/** The link id of a token; undefined when the signature is wrong or of another site. */
export function verifyPreferencesToken(key: string, siteId: string, token: string): string | undefined {
  const [id, signature] = [token.slice(0, ID_LENGTH), token.slice(ID_LENGTH)].map((part) => Buffer.from(part, 'base64url'))
  if (id?.length !== 16 || signature?.length !== SIGNATURE_BYTES) return undefined
  const linkId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return timingSafeEqual(signature, sign(key, siteId, linkId)) ? linkId : undefined
}
