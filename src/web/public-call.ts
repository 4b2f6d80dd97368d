import { siteHeaders } from './auth.ts'
import { pageLanguage } from './language.ts'

/** Reads what anyone may read, without a token. */
export async function callPublic<R>(url: string): Promise<R> {
  const response = await fetch(url, { headers: { 'accept-language': pageLanguage(), ...siteHeaders() }, credentials: 'same-origin' })
  const body = (await response.json().catch(() => ({}))) as R & { message?: string; details?: { applicationError?: { code?: string } } }
  if (!response.ok) throw Object.assign(new Error(body.message ?? 'Not available'), { status: response.status, code: body.details?.applicationError?.code })
  return body
}
