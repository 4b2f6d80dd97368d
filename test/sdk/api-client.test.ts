/**
 * What the first client package of the public platform sends, `@wix/api-client`. Every version of it is UNLICENSED, so it is no dependency: the
 * requests below are made as its published code makes them (1.1.55 and 1.1.64), around the unmodified functions of the oldest `@wix/bookings`.
 * Source: contract wire §2, §6.
 */
import { createHash, randomBytes } from 'node:crypto'
import { redirects } from '@wix/redirects'
import * as old from 'wix-bookings-old'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSdkServer, type SdkServer } from './clients.ts'

let sdk: SdkServer
beforeAll(async () => {
  sdk = await startSdkServer()
})
afterAll(() => sdk.close())

interface Sent {
  method: string
  url: string
  params?: URLSearchParams
  data?: unknown
  methodFqn?: string
}
/** It names no content type for its JSON, takes no status but 200, and reads tokens in camel case. */
const send = async (url: string, init: RequestInit): Promise<Record<string, unknown>> => {
  const response = await fetch(url, init)
  const body = (await response.json()) as { details?: object; message?: string }
  if (response.status !== 200) throw Object.assign(new Error(body.message), { details: body.details, status: response.status })
  return body as Record<string, unknown>
}
interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
}
const fetchTokens = async (body: object): Promise<Tokens> => {
  const { accessToken, refreshToken, expiresIn } = await send('https://www.wixapis.com/oauth2/token', { method: 'POST', body: JSON.stringify(body) })
  return { accessToken, refreshToken, expiresIn } as unknown as Tokens
}
const askForVisitor = () => fetchTokens({ clientId: sdk.site.clientId, grantType: 'anonymous' })

/** The function that a package exports, bound to a caller: `headers` are those of its strategies. */
const bind = <Result>(wrapped: unknown, headers: Record<string, string>): Result =>
  (wrapped as (client: object) => Result)({
    request: async (describe: (to: { host: string }) => Sent) => {
      const { method, url, params, data, methodFqn } = describe({ host: 'www.wixapis.com' })
      const query = params?.toString() ? `?${params}` : ''
      const gateway = `environment=js-sdk,package-name=@wix/bookings,method-fqn=${methodFqn}`
      const init = { method, headers: { ...headers, 'x-wix-bi-gateway': gateway }, ...(data ? { body: JSON.stringify(data) } : {}) }
      return { data: await send(`https://www.wixapis.com${url}${query}`, init) }
    },
  })
interface FoundServices {
  items: { _id?: string; name?: string }[]
}
const queryServices = (headers: Record<string, string>) =>
  bind<() => { limit: (n: number) => { find: () => Promise<FoundServices> } }>(old.services.queryServices, headers)().limit(2).find()

test('a visitor gets tokens, renews them without naming the client, and reads services and times', async () => {
  const visitor = await askForVisitor()
  expect(visitor).toEqual({ accessToken: expect.stringMatching(/./), refreshToken: expect.stringMatching(/./), expiresIn: expect.any(Number) })
  const renewed = await fetchTokens({ refreshToken: visitor.refreshToken, grantType: 'refresh_token' })
  const { items } = await queryServices({ Authorization: renewed.accessToken })
  expect(items).toHaveLength(2)
  const range = { startDate: '2099-01-01T00:00:00Z', endDate: '2099-01-08T00:00:00Z' }
  const query = bind<(query: object, options: object) => Promise<{ availabilityEntries: unknown[] }>>(old.availabilityCalendar.queryAvailability, {
    Authorization: renewed.accessToken,
  })
  expect((await query({ filter: { serviceId: [items[0]?._id], ...range } }, { timezone: 'Europe/Berlin' })).availabilityEntries).toBeInstanceOf(Array)
})

test('a member signs in through the hosted page, and the code is exchanged without a content type', async () => {
  const visitor = await askForVisitor()
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = 'http://localhost:5173/callback'
  const createSession = bind<(body: object) => Promise<{ redirectSession: { fullUrl: string } }>>(redirects.createRedirectSession, {
    Authorization: visitor.accessToken,
  })
  const authRequest = {
    redirectUri,
    clientId: sdk.site.clientId,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    codeChallengeMethod: 'S256',
    responseMode: 'fragment',
    responseType: 'code',
    scope: 'offline_access',
    state: 'as-it-was',
  }
  const { fullUrl } = (await createSession({ auth: { authRequest } })).redirectSession
  expect(fullUrl).toContain('/oauth2/authorize')
  const loginId = { email: `first-${randomBytes(4).toString('hex')}@example.org` }
  const register = await send('https://www.wixapis.com/_api/iam/authentication/v2/register', {
    method: 'POST',
    headers: { Authorization: visitor.accessToken },
    body: JSON.stringify({ loginId, password: 'a calm long evening' }),
  })
  expect(register.state).toBe('SUCCESS')
  const withSession = (await createSession({ auth: { authRequest: { ...authRequest, sessionToken: register.sessionToken } } })).redirectSession.fullUrl
  const answered = await fetch(withSession, { redirect: 'manual' })
  const target = new URL(answered.headers.get('location') ?? '')
  expect(target.origin + target.pathname).toBe(redirectUri)
  const code = new URLSearchParams(target.hash.slice(1)).get('code')
  const member = await fetchTokens({ clientId: sdk.site.clientId, grantType: 'authorization_code', redirectUri, code, codeVerifier: verifier })
  const { member: me } = await send('https://www.wixapis.com/members/v1/members/my?fieldsets=FULL', { headers: { Authorization: member.accessToken } })
  expect(me).toMatchObject({ loginEmail: loginId.email })
})

test('a script with an API key reads services, and a wrong key is refused with details', async () => {
  const { apiKey, metaSiteId } = sdk.site
  expect((await queryServices({ Authorization: apiKey, 'wix-site-id': metaSiteId })).items).toHaveLength(2)
  await expect(queryServices({ Authorization: `${apiKey}x`, 'wix-site-id': metaSiteId })).rejects.toMatchObject({
    runtimeError: { status: 401, details: { applicationError: { code: 'UNAUTHENTICATED' } } },
  })
})

test('packages that name the type of their JSON get the reply as it stands in the contract', async () => {
  const reply = await send('https://www.wixapis.com/oauth2/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: sdk.site.clientId, grantType: 'anonymous' }),
  })
  expect(Object.keys(reply).toSorted()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type'])
})
