/** An import whose server is killed in the middle goes on after the next start: every row comes once. KILLS sets how often. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { newRandom } from './random.ts'
import { ensureBuilt, serverProcess } from './server.ts'

const kills = Number(process.env.KILLS ?? 2)
const rows = 600 + 200 * kills
const minute = 60_000

beforeAll(ensureBuilt, 3 * minute)

test(
  `${rows} members come once each, although the server is killed while they are brought in`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-kill-import-'))
    try {
      const random = newRandom('kill, import')
      const server = await serverProcess({ DATA_DIR: folder })
      await server.start()
      const send = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
        const reply = await fetch(`${server.base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
        if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
        return (await reply.json()) as never
      }
      const json = { 'content-type': 'application/json' }
      const site: { apiKey: string; metaSiteId: string } = await send('POST', '/_test/site', '{"webhookKey":false}', json)
      const owner = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
      const file = `Email,First name\n${Array.from({ length: rows }, (_, index) => `row${index}@rows.example,Row ${index}`).join('\n')}\n`
      const uploaded: { import: { id: string } } = await send('POST', '/api/imports?kind=MEMBERS', file, { ...owner, 'content-type': 'text/csv' })
      const path = `/api/imports/${uploaded.import.id}`
      const read = async (): Promise<{ status: string; created: number; failed: number; skipped: number }> =>
        ((await send('GET', path, undefined, owner)) as { import: never }).import
      await send('POST', `${path}/start`, '{}', { ...owner, ...json })

      let interrupted = 0
      for (let created = 0; interrupted < kills; interrupted += 1) {
        // Somewhere behind what the last life brought in.
        const next = created + random.between(20, 100)
        await expect.poll(async () => (await read()).created, { timeout: 3 * minute, interval: 5 }).toBeGreaterThan(next)
        await server.kill()
        await server.start()
        const left = await read()
        // On a busy machine it may have ended before the kill.
        if (left.status === 'FINISHED') break
        created = left.created
      }
      expect(interrupted).toBeGreaterThan(0)
      await expect.poll(async () => (await read()).status, { timeout: 3 * minute }).toBe('FINISHED')
      expect(await read()).toMatchObject({ created: rows, failed: 0, skipped: 0 })
      await server.end()

      const open = await openDatabase({ dataDir: join(folder, 'pglite') })
      try {
        const members = await open.db.selectFrom('member').where('loginEmail', 'like', '%@rows.example').select('loginEmail').execute()
        expect([members.length, new Set(members.map(({ loginEmail }) => loginEmail)).size]).toEqual([rows, rows])
      } finally {
        await open.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  (4 + kills) * minute,
)
