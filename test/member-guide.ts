/** What the tests of the guide's tables about members share: the first violation in short, and a test for every row of a table. */
import { expect, test } from 'vitest'
import { allMatched, unmatchedRows } from './guide-tables.ts'
import type { CallOptions, TestReply, TestServer, TestSite } from './test-server.ts'

/** Status, field and rule of the first violation. */
export const readViolation = (answer: TestReply) => {
  const [first] = answer.body.details?.validationError?.fieldViolations ?? []
  return [answer.status, first?.field, first?.ruleName || first?.violatedRule]
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
