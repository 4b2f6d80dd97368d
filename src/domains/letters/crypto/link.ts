/** The address in the foot of a letter: it names a reader, and a seal says that we wrote it. It opens the page on which letters are chosen, nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_LETTERS = 22
const SEAL_BYTES = 16

const sealOf = (key: string, siteId: string, id: string): Buffer => createHmac('sha256', key).update(`${siteId} ${id}`).digest().subarray(0, SEAL_BYTES)

/** 44 letters for the address of a reader's link. `key` is a secret of the server. */
export const letterToken = (key: string, siteId: string, linkId: string): string =>
  Buffer.from(linkId.replaceAll('-', ''), 'hex').toString('base64url') + sealOf(key, siteId, linkId).toString('base64url')

/** The link that a token names; undefined when its seal is not ours, or of another site. */
export function linkIdIn(key: string, siteId: string, token: string): string | undefined {
  const [id, seal] = [token.slice(0, ID_LETTERS), token.slice(ID_LETTERS)].map((part) => Buffer.from(part, 'base64url'))
  if (id?.length !== 16 || seal?.length !== SEAL_BYTES) return undefined
  const linkId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return timingSafeEqual(seal, sealOf(key, siteId, linkId)) ? linkId : undefined
}
