/** The calls of the sign-in flow with codes, as tests of tokens and grants make them. */
import { createHash } from 'node:crypto'
import { signUp } from '../auth-helpers.ts'
import type { TestReply, TestServer, TestSite } from '../test-server.ts'

export const VERIFIER = 'v'.repeat(50)
export const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
/** Where the site of these calls takes people back to. */
export const CALLBACK = 'https://shop.example/cb'

/** Calls of `server` for one site whose redirect URIs name `CALLBACK`. */
export function createOauthCalls(server: TestServer, site: TestSite) {
  const grant = (body: Record<string, unknown>, headers: Record<string, string> = {}) => server.call('POST', '/oauth2/token', { body, headers })
  const info = (token: string) => server.ok('POST', '/oauth2/token-info', { body: { token } })
  const isSignedIn = async (token: string) => (await server.call('GET', '/oauth2/user-info', { token })).status === 200

  /** A fresh person with a session token, as register gives it. */
  async function registerPerson(own = site) {
    const { id, email, token, sessionToken } = await signUp(server, own)
    return { email, visitor: token, sessionToken, memberId: id }
  }
  /** What an app asks for, with whatever a test asks in its place. */
  const request = (more: Record<string, string> = {}) => ({
    clientId: site.clientId,
    responseType: 'code',
    redirectUri: CALLBACK,
    state: 'st',
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
    ...more,
  })
  const ask = (more: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<TestReply> =>
    server.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html', ...headers }, query: request(more) })
  const authorize = (sessionToken: string, more: Record<string, string> = {}, cookie = '') => ask({ sessionToken, ...more }, { cookie })
  async function codeFor(sessionToken: string): Promise<string> {
    const reply = await authorize(sessionToken)
    return new URL(String(reply.headers.location)).searchParams.get('code') ?? ''
  }
  const exchange = (code: string, more: Record<string, unknown> = {}) =>
    grant({ clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: VERIFIER, redirectUri: CALLBACK, ...more })
  return { grant, info, isSignedIn, registerPerson, request, ask, authorize, codeFor, exchange }
}
