import { siteHeaders } from './auth.ts'
import { pageLanguage } from './language.ts'

/** Reads what anyone may read, without a token. */
export async function callPublic<R>(url: string): Promise<R> {
  const answer = await fetch(url, { headers: { 'accept-language': pageLanguage(), ...siteHeaders() }, credentials: 'same-origin' })
  const body = (await answer.json().catch(() => ({}))) as R & { message?: string; details?: { applicationError?: { code?: string } } }
  if (!answer.ok) throw Object.assign(new Error(body.message ?? 'Not available'), { status: answer.status, code: body.details?.applicationError?.code })
  return body
}
