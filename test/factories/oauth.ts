/** The calls of the sign-in flow with codes, as tests of tokens and grants make them. */
import { createHash } from 'node:crypto'
import { randomEmail, PASSWORD } from '../auth-helpers.ts'
import type { TestServer, TestSite } from '../test-server.ts'

const VERIFIER = 'v'.repeat(50)
export const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

/** Calls of `server` for one site whose redirect URIs name `https://shop.example/cb`. */
export function createOauthCalls(server: TestServer, site: TestSite) {
  const grant = (body: Record<string, unknown>, headers: Record<string, string> = {}) => server.call('POST', '/oauth2/token', { body, headers })
  const info = (token: string) => server.ok('POST', '/oauth2/token-info', { body: { token } })
  const isSignedIn = async (token: string) => (await server.call('GET', '/oauth2/user-info', { token })).status === 200

  /** A fresh person with a session token, as register gives it. */
  async function registerPerson(own = site) {
    const visitor = await server.visitorToken(own)
    const email = randomEmail()
    const { sessionToken, identity } = await server.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
    return { email, visitor, sessionToken: sessionToken as string, memberId: identity.id as string }
  }
  const authorize = (sessionToken: string, more: Record<string, string> = {}, cookie = '') =>
    server.call('GET', '/_api/oauth2/authorize', {
      headers: { accept: 'text/html', cookie },
      query: {
        clientId: site.clientId,
        responseType: 'code',
        redirectUri: 'https://shop.example/cb',
        state: 'st',
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
        sessionToken,
        ...more,
      },
    })
  async function codeFor(sessionToken: string): Promise<string> {
    const reply = await authorize(sessionToken)
    return new URL(String(reply.headers.location)).searchParams.get('code') ?? ''
  }
  const exchange = (code: string, more: Record<string, unknown> = {}) =>
    grant({ clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: VERIFIER, redirectUri: 'https://shop.example/cb', ...more })
  return { grant, info, isSignedIn, registerPerson, authorize, codeFor, exchange }
}
