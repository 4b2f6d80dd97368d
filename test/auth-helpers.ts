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
