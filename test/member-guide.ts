/** What the tests of the guide's tables about members share: calls as people of a site, answers in short, and a test for every row of a table. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { allMatched, unmatchedRows } from './guide-tables.ts'
import type { CallOptions, TestReply, TestServer, TestSite } from './test-server.ts'

/** Status and code of a refusal. */
export const refused = (answer: TestReply) => [answer.status, answer.body.details?.applicationError?.code]
export const withData = (answer: TestReply) => [...refused(answer), answer.body.details?.applicationError?.data]
/** Status, field and rule of the first violation. */
export const violated = (answer: TestReply) => {
  const [first] = answer.body.details?.validationError?.fieldViolations ?? []
  return [answer.status, first?.field, first?.ruleName || first?.violatedRule]
}
export type Person = Awaited<ReturnType<TestServer['registerMember']>>

/** Calls on the server and the site that `where` answers when they are made. */
export function createMemberCalls(where: () => { server: TestServer; site: TestSite }) {
  const owner = (method: string, path: string, body?: unknown, of = where().site): Promise<TestReply> =>
    where().server.call(method, path, { as: of, ...(body === undefined ? {} : { body }) })
  const as = ({ token }: Person, method: string, path: string, body?: unknown): Promise<TestReply> =>
    where().server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  /** A member who is signed in and whom other members see. */
  async function person(of = where().site): Promise<Person> {
    const one = await where().server.registerMember(of)
    await where().server.ok('POST', '/v1/members/join-community', { token: one.token, body: {} })
    return one
  }
  const make = async (member: object = {}) => {
    const body = { member: { loginEmail: `r-${randomUUID().slice(0, 12)}@shop.example`, ...member } }
    return (await where().server.ok('POST', '/v1/members', { as: where().site, body })).member
  }
  /** A member whom other members see, and who never signs in. */
  const open = (): Promise<{ id: string; profile: { slug: string } }> => make({ privacyStatus: 'PUBLIC' })
  return { owner, as, person, make, open }
}

/** The session of the owner at the dashboard. */
export async function signInOwner(server: TestServer, site: TestSite): Promise<CallOptions> {
  const entered = await server.call('POST', '/api/owner/sign-in', { body: { email: site.ownerEmail, password: site.ownerPassword } })
  const cookies = ([] as unknown[]).concat(entered.headers['set-cookie'] ?? []).map((line) => String(line).split(';')[0])
  return { headers: { cookie: cookies.join('; '), 'x-csrf': entered.body.csrfToken, 'x-site-id': site.metaSiteId } }
}

/** Every row has a case and every case a row; then each case. */
export function testRows(rows: string[][], cases: Record<string, () => Promise<void>>): void {
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(Object.keys(cases))('%s', async (row) => cases[row]?.())
}
