/** Some generated client functions wrap a whole HTTP request into the body and expect a wrapped reply. Source: contract wire §6. */
import { jsonReply, type RawReply } from '#kit/api/raw-reply.ts'
import { readJson } from '#kit/api/read-json.ts'

type Fields = Record<string, unknown>

/** Decodes a wrapped body: base64 of JSON or of a form. */
function decodeBody(encoded: string): Fields {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  try {
    const value: unknown = readJson(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

const isWrapped = (body: Fields): body is Fields & { body: string } =>
  typeof body.body === 'string' && body.grantType === undefined && body.grant_type === undefined && body.token === undefined

/** The fields of a plain or a wrapped request whose reply is plain in both forms. */
export const readFields = (body: Fields): Fields => (isWrapped(body) ? decodeBody(body.body) : body)

/** Handles the fields of a plain or a wrapped request and replies in the same form. */
export async function handleWrappedRequest(body: Fields, work: (fields: Fields) => Promise<RawReply>): Promise<RawReply> {
  if (!isWrapped(body)) return work(body)
  const { status, headers, body: text } = await work(decodeBody(body.body))
  return jsonReply(200, {
    statusCode: status,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: String(value) })),
    body: Buffer.from(text).toString('base64'),
  })
}
