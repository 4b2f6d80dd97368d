/** A server on PostgreSQL comes back as it was at a second, by the steps of docs/operators.md: an archived log, a copy made while it runs, a time to stop at. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, recoverPostgres, startPostgres } from '../../tools/postgres.ts'
import { ensureBuilt, type ServerProcess, serverProcess } from './server.ts'

const home = mkdtempSync(join(tmpdir(), 'atrium-point-'))
const archive = join(home, 'archive')
let postgres: Postgres
let recovered: Postgres | undefined

beforeAll(async () => {
  ensureBuilt()
  mkdirSync(archive)
  // The server runs as a user of its own.
  for (const folder of [home, archive]) chmodSync(folder, 0o777)
  const settings = ['wal_level=replica', 'archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`]
  postgres = await startPostgres({ durable: true, settings })
}, 600_000)
afterAll(async () => {
  await recovered?.stop()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})

async function ask<T>(url: string, query: string): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows[0] as T
  } finally {
    await client.end()
  }
}

/** Starts the app on a database, and ends it when the work is done. */
async function withApp<T>(url: string, work: (app: ServerProcess) => Promise<T>): Promise<T> {
  const app = await serverProcess({ DATABASE_URL: url, DATA_DIR: join(home, 'data') })
  await app.start()
  try {
    return await work(app)
  } finally {
    expect(await app.end()).toBe(0)
  }
}
const createSite = async ({ base }: ServerProcess, name: string): Promise<string> => {
  const reply = await fetch(`${base}/_test/site`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, webhookKey: false }),
  })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { metaSiteId: string }).metaSiteId
}

test('what was there at the second is there, what came after is not, and the server goes on', { timeout: 600_000 }, async () => {
  const { before, at } = await withApp(postgres.url, async (app) => {
    await createSite(app, 'In the copy')
    await postgres.copyTo(join(home, 'base'))
    const site = await createSite(app, 'In the log')
    const { now } = await ask<{ now: string }>(postgres.url, 'select clock_timestamp()::text as now')
    await new Promise((done) => setTimeout(done, 1100))
    await createSite(app, 'A mistake')
    return { before: site, at: now }
  })
  await ask(postgres.url, 'select pg_switch_wal()')
  await expect.poll(() => ask<{ last: string | null }>(postgres.url, 'select last_archived_wal as last from pg_stat_archiver')).not.toEqual({ last: null })
  await postgres.restart()

  recovered = await recoverPostgres(join(home, 'base'), archive, at)
  const names = await ask<{ names: string[] }>(recovered.url, 'select array_agg(name order by name) as names from site')
  expect(names.names).toEqual(['In the copy', 'In the log'])
  await withApp(recovered.url, async (app) => {
    expect((await fetch(`${app.base}/readyz`)).status).toBe(200)
    expect(await createSite(app, 'Afterwards')).not.toBe(before)
  })
})

test('the settings are those of the page for operators', () => {
  const page = readFileSync('docs/operators.md', 'utf8')
  for (const line of ['archive_mode = on', "restore_command = 'cp /srv/archive/%f %p'", 'recovery_target_action = promote']) expect(page).toContain(line)
})
