import { siteHeaders } from './auth.ts'
import { pageLanguage } from './language.ts'
import { resolveOperation } from './operation-url.ts'
import type { InputOf, OperationName, ReplyOf } from './operations.ts'

/** Reads what anyone may read, without a token. */
export async function callPublic<N extends OperationName>(name: N, input?: InputOf<N>): Promise<ReplyOf<N>> {
  const operation = resolveOperation(name, input)
  if (!operation) throw new Error(`unknown operation ${name}`)
  const response = await fetch(operation.url, { headers: { 'accept-language': pageLanguage(), ...siteHeaders() }, credentials: 'same-origin' })
  const body = (await response.json().catch(() => ({}))) as ReplyOf<N> & { message?: string; details?: { applicationError?: { code?: string } } }
  if (!response.ok) throw Object.assign(new Error(body.message ?? 'Not available'), { status: response.status, code: body.details?.applicationError?.code })
  return body
}
