/** The first client packages of the public platform read the reply of the token endpoint in camel case alone. Source: contract wire §6, published code of `@wix/api-client` 1.1.55 and 1.1.64. */
import type { RawReply } from '#kit/api/raw-reply.ts'

/** Those packages send JSON without naming its type, and later ones name it. */
export const isFormerClient = (headers: Readonly<Record<string, string | undefined>>): boolean => /^text\/plain\b/i.test(headers['content-type'] ?? '')

/** Tokens in both spellings; any other reply as it is. */
export function addFormerSpelling(reply: RawReply): RawReply {
  const tokens = JSON.parse(String(reply.body)) as { access_token?: string; refresh_token?: string; expires_in?: number }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = tokens
  return accessToken === undefined ? reply : { ...reply, body: JSON.stringify({ ...tokens, accessToken, refreshToken, expiresIn }) }
}
