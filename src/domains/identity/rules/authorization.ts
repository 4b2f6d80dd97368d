/** Parses the Authorization header: a token, an API key, or both. Source: guide identity §1, W7 and W8. */

export interface Credentials {
  accessToken?: string
  apiKey?: string
  /** The key came in the compound form `<token>,<key>`. */
  joined?: true
}

const looksLikeKey = (value: string) => /^msk_[A-Za-z0-9_-]{43}$/.test(value)

/** `Bearer ` is optional; `<token>,<key>` may have an empty first part. */
export function readAuthorization(header: string | undefined): Credentials {
  const value = (header ?? '')
    .trim()
    .replace(/^Bearer(\s+|$)/i, '')
    .trim()
  if (value === '' || value === 'undefined' || value === 'null') return {}
  const comma = value.lastIndexOf(',')
  if (comma < 0) return looksLikeKey(value) ? { apiKey: value } : { accessToken: value }
  const token = value
    .slice(0, comma)
    .trim()
    .replace(/^Bearer(\s+|$)/i, '')
    .trim()
  const key = value.slice(comma + 1).trim()
  return { ...(token === '' || token === 'undefined' ? {} : { accessToken: token }), apiKey: key, joined: true }
}
