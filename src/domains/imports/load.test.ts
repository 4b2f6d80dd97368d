/** A file of ten thousand members is taken in while the server goes on answering, and judged. Source: guide members §7.6. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportCalls } from '../../../test/factories/imports.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const ROWS = 10_000
/** How many other requests are answered while some work is done. */
async function countAnswersDuring<T>(work: Promise<T>): Promise<{ result: T; answers: number }> {
  let isOver = false
  let answers = 0
  const asking = (async () => {
    while (!isOver) {
      await server.ok('GET', '/api/imports', { as: site })
      answers += 1
      // Requests in the same process are answered without a turn of the event loop: without one the file would never be read.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const result = await work.finally(() => (isOver = true))
  await asking
  return { result, answers }
}

test('ten thousand rows are received in small pieces, between which others get their answers, and judged', async () => {
  const calls = createImportCalls(server, site)
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `person${n}@rows.example,Name ${n},Family ${n},+49 30 ${100_000 + n},1990-04-${String((n % 28) + 1).padStart(2, '0')}`,
  )
  const received = await countAnswersDuring(calls.uploaded('MEMBERS', `Email,First name,Last name,Phone,Birthday\n${rows.join('\n')}\n`))
  expect(received.result).toMatchObject({ rows: ROWS })
  const judged = await calls.preview(received.result.id)
  expect(judged.counts).toEqual({ created: ROWS, updated: 0, skipped: 0, failed: 0 })
  // Work in one piece would let at most two requests through: the one before it and the one after.
  expect(received.answers).toBeGreaterThan(10)
})
