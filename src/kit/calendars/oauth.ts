/** Consent, tokens and calls of providers that are connected with OAuth 2. Source: RFC 6749. */
import { callCalendar, type CalendarRequest } from './call-calendar.ts'
import { CalendarProblem, type OAuthApp } from './port.ts'

export const toConsentUrl = (app: OAuthApp, scope: string, { redirectUri, state }: { redirectUri: string; state: string }): string =>
  `${app.authorizeUrl}?${new URLSearchParams({ client_id: app.clientId, response_type: 'code', redirect_uri: redirectUri, scope, state, access_type: 'offline', prompt: 'consent' })}`

type Json = Record<string, unknown>
async function readJson(response: Response): Promise<Json> {
  try {
    return (await response.json()) as Json
  } catch {
    throw new CalendarProblem('NOT_A_CALENDAR', 'the provider did not answer in JSON')
  }
}

/** The consent was withdrawn, has ended, or has to be given anew. The last two are Microsoft's. */
const consentErrors = ['invalid_grant', 'access_denied', 'interaction_required', 'consent_required']
const passingErrors = ['temporarily_unavailable', 'server_error']

/**
 * Why there is no token, by the word of the answer: providers send the same word with different statuses (`invalid_client` comes with 401 from Google
 * and Microsoft, and may come with 400). Source: RFC 6749 §5.2.
 */
function toTokenProblem(status: number, error: unknown): CalendarProblem {
  if (typeof error === 'string' && consentErrors.includes(error)) return new CalendarProblem('UNAUTHORIZED')
  // An answer without a word is one of something between, as those of an overloaded provider: about neither the consent nor the keys.
  if (typeof error !== 'string' || passingErrors.includes(error) || status === 429 || status >= 500)
    return new CalendarProblem('UNREACHABLE', `the provider answered ${status}`)
  // `invalid_client`, `unauthorized_client`, and any other word about what this server sends.
  return new CalendarProblem('NOT_CONFIGURED', 'the provider refuses the keys of this server')
}

async function askForToken(app: OAuthApp, form: Record<string, string>): Promise<Json> {
  const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...form })
  const response = await callCalendar(app.tokenUrl, { method: 'POST', body, accepts: 'any' })
  if (response.ok) return readJson(response)
  const reply: unknown = await response.json().catch(() => undefined)
  throw toTokenProblem(response.status, (reply as Json | null | undefined)?.error)
}

/** The refresh token of a consent. */
export async function redeemCode(app: OAuthApp, { code, redirectUri }: { code: string; redirectUri: string }): Promise<string> {
  const { refresh_token: token } = await askForToken(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  if (typeof token !== 'string') throw new CalendarProblem('UNAUTHORIZED')
  return token
}

export type CallApi = (path: string, request?: CalendarRequest & { json?: unknown }) => Promise<Json>
/** Calls of the API with a fresh access token. */
export async function openApi(app: OAuthApp, refreshToken: string): Promise<CallApi> {
  const { access_token: token } = await askForToken(app, { grant_type: 'refresh_token', refresh_token: refreshToken })
  if (typeof token !== 'string') throw new CalendarProblem('UNAUTHORIZED')
  return async (path, { json, ...request } = {}) => {
    const response = await callCalendar(path.startsWith('http') ? path : `${app.apiUrl}${path}`, {
      ...request,
      headers: { authorization: `Bearer ${token}`, ...(json !== undefined && { 'content-type': 'application/json' }), ...request.headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return response.status === 204 || !response.ok ? { status: response.status } : readJson(response)
  }
}
