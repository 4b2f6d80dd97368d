/** Some generated client functions wrap a whole HTTP request into the body and expect a wrapped answer. Source: wire 6. */
import { json, type Answer } from '#kit/answer.ts'
import { readJson } from '#kit/edge/read-json.ts'

type Fields = Record<string, unknown>

/** Undoes the wrapping: a `body` of base64 holds JSON or a form. */
function unwrap(encoded: string): Fields {
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

/** The fields of a plain or a wrapped request whose answer is plain in both forms. */
export const fieldsOf = (body: Fields): Fields => (isWrapped(body) ? unwrap(body.body) : body)

/** Runs the work on the fields of a plain or a wrapped request and answers in the same form. */
export async function wrapped(body: Fields, work: (fields: Fields) => Promise<Answer>): Promise<Answer> {
  if (!isWrapped(body)) return work(body)
  const { status, headers, body: text } = await work(unwrap(body.body))
  return json(200, {
    statusCode: status,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: String(value) })),
    body: Buffer.from(text).toString('base64'),
  })
}
