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

async function askForToken(app: OAuthApp, form: Record<string, string>): Promise<Json> {
  const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...form })
  const response = await callCalendar(app.tokenUrl, { method: 'POST', body, accepts: [400] })
  const reply = await readJson(response)
  if (response.ok) return reply
  // The consent was withdrawn or has ended; any other 400 is about our own keys.
  throw reply.error === 'invalid_grant'
    ? new CalendarProblem('UNAUTHORIZED')
    : new CalendarProblem('NOT_CONFIGURED', 'the provider refuses the keys of this server')
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
