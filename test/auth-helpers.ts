/** What tests about people and how they come in say again and again. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { SentEmail, TestReply, TestServer, TestSite } from './test-server.ts'

/** The password of everyone whom tests sign up. */
export const PASSWORD = 'a calm long evening'
/** An address without an account. */
export const randomEmail = (): string => `p-${randomUUID().slice(0, 8)}@shop.example`

/** The code of the refusal that a reply carries. */
export const errorCode = ({ body }: TestReply): string | undefined => body?.details?.applicationError?.code
export const errorData = ({ body }: TestReply): Record<string, unknown> | undefined => body?.details?.applicationError?.data
/** The first field that was refused, and why. */
export const firstViolation = (answer: TestReply): Record<string, unknown> | undefined => answer.body.details?.validationError?.fieldViolations[0]

/** The secret that a link in an email carries. */
export const tokenFromLink = (link: unknown): string => new URL(String(link)).searchParams.get('token') ?? ''
/** `name=value` of a cookie that an answer sets; empty when it sets none. */
export function cookieFrom(headers: TestReply['headers'], name: string): string {
  const lines = ([] as unknown[]).concat(headers['set-cookie'] ?? []).map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}
/** What an authenticator app shows now. */
export const authenticatorCode = (server: TestServer, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clocks.authNow().epochMilliseconds })
/** Six digits that are not these. */
export const differentCode = (code: unknown): string => (code === '000000' ? '111111' : '000000')

/** Signs a member in by email and password, as a visitor with this token or as a new visitor of this site. The reply is the caller's to judge. */
export async function login(
  server: TestServer,
  visitor: string | TestSite,
  email: unknown,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TestReply> {
  const token = typeof visitor === 'string' ? visitor : await server.visitorToken(visitor)
  return server.call('POST', '/v2/login', { token, headers, body: { loginId: { email }, password: PASSWORD, ...body } })
}

/** Signs an address up with the password of everyone, as a visitor with this token or as a new visitor of this site. The reply is the caller's to judge. */
export async function register(
  server: TestServer,
  visitor: string | TestSite,
  email: unknown = randomEmail(),
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TestReply> {
  const token = typeof visitor === 'string' ? visitor : await server.visitorToken(visitor)
  return server.call('POST', '/v2/register', { token, headers, body: { loginId: { email }, password: PASSWORD, ...body } })
}
/** Who signed up: `stateToken` while something is asked of them, `sessionToken` when nothing is. */
export interface SignUp {
  id: string
  email: string
  token: string
  sessionToken: string
  stateToken: string
}
/** A sign-up that must succeed, as `register`: by itself, or in place of an earlier one of the same address that was never verified. */
export async function signUp(server: TestServer, visitor: string | TestSite, email = randomEmail(), body: Record<string, unknown> = {}): Promise<SignUp> {
  const token = typeof visitor === 'string' ? visitor : await server.visitorToken(visitor)
  const reply = await register(server, token, email, body)
  if (reply.status !== 200) throw new Error(`the sign-up answered ${reply.status}: ${reply.text}`)
  const { identity, sessionToken, stateToken } = reply.body
  return { id: identity.id, email, token, sessionToken, stateToken }
}
/** The code in the newest email to this address: the one that verifies it, or the one of another template. Waited for. */
export const emailedCode = async (server: TestServer, site: TestSite, email: string, template = 'VERIFY_EMAIL_CODE'): Promise<string> =>
  (await server.emailVariables(site, email, template)).code as string
/** Sends a code back for what the state token waits for. The reply is the caller's to judge. */
export const verifyCode = (server: TestServer, { token, stateToken }: Pick<SignUp, 'token' | 'stateToken'>, code: unknown): Promise<TestReply> =>
  server.call('POST', '/v1/auth/verify', { token, body: { code, stateToken } })

/** The newest email of a template to this address; undefined when there is none. */
export const findEmail = async (server: TestServer, site: TestSite, email: string, template: string): Promise<SentEmail | undefined> =>
  (await server.sentEmails(site, email)).findLast((sent) => sent.template === template)

/** A browser at the dashboard: its session cookie, the CSRF header, and the site it works on. */
export interface OwnerSession {
  headers: Record<string, string>
}
/** Signs a dashboard user in by password alone: the owner of the site unless another is named. */
export async function signInOwner(server: TestServer, site: TestSite, email = site.ownerEmail, password = site.ownerPassword): Promise<OwnerSession> {
  const reply = await server.call('POST', '/api/owner/sign-in', { body: { email, password } })
  if (reply.status !== 200) throw new Error(`the owner cannot sign in: ${reply.status} ${reply.text}`)
  return { headers: { cookie: cookieFrom(reply.headers, 'ms_owner'), 'x-csrf': reply.body.csrfToken, 'x-site-id': site.metaSiteId } }
}
export const callAs = (server: TestServer, session: OwnerSession, method: string, path: string, body?: unknown): Promise<TestReply> =>
  server.call(method, path, { headers: session.headers, ...(body === undefined ? {} : { body }) })
