/** Every row of a whole server goes into a backup and comes back: rows of every table on both databases, and a dump where pg_dump is new enough. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup, type MadeBackup } from '#kit/db/backup/make-backup.ts'
import { restoreFolder, restoreServer } from '#kit/db/backup/restore-backup.ts'
import { UnusableBackup } from '#kit/db/backup/backup-file.ts'
import { canDump } from '#kit/db/backup/pg-dump.ts'
import { type OpenDatabase, openDatabase } from '#kit/db/open.ts'
import { readDigests } from '../../test/fingerprint.ts'
import { brokenInvariants } from '../../test/invariants.ts'
import { emptyDatabase } from '../../test/test-databases.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const isServer = Boolean(process.env.TEST_DATABASE_URL)
let home: string
let server: TestServer
let made: MadeBackup
let before: Record<string, string>

async function findUrl({ db }: OpenDatabase): Promise<string | undefined> {
  if (!isServer) return undefined
  const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(db)
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

/** Restores into an empty database, and gives it to the work. */
async function inRestored(work: (open: OpenDatabase) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(home, 'restored-'))
  const input = { file: made.file, passphrase: undefined, force: false, keyFile: join(dataDir, 'secrets.key') }
  if (!isServer) await restoreFolder(dataDir, input)
  const open = isServer ? await emptyDatabase() : await openDatabase({ dataDir: join(dataDir, 'pglite') })
  if (isServer) await restoreServer(open, (await findUrl(open)) as string, dataDir, input)
  try {
    await work(open)
  } finally {
    await open.close()
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'atrium-backup-'))
  server = await startTestServer()
  const first = await server.createSite({ name: 'Riverside', sample: true })
  await server.registerMember(first, 'waiting@riverside.example')
  await server.createSite({ name: 'Second' })
  // Values that are easily lost: a JSON null, characters that readers of lines stop at, more digits than a number holds.
  await sql`insert into site_setting (site_id, key, value) values (${first.metaSiteId}, 'test.null', 'null'),
    (${first.metaSiteId}, 'test.text', ${JSON.stringify({ text: 'one\u2028two\r\nthree\u0085' })}),
    (${first.metaSiteId}, 'test.number', '{"much": 12345678901234567890.1200}')`.execute(server.open.db)
  before = await readDigests(server.open.db)
  made = await makeBackup(
    { open: server.open, url: await findUrl(server.open), program: 'test', keyFile: join(home, 'none') },
    { folder: join(home, 'backups'), passphrase: undefined },
  )
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

test('every row of every table comes back, and the server goes on with them', async () => {
  expect(made.kind).toBe(isServer && (await canDump(await server.open.version())) ? 'DUMP' : 'ROWS')
  await inRestored(async (open) => {
    expect(await readDigests(open.db)).toEqual(before)
    const next = await startTestServer(undefined, open)
    expect(await brokenInvariants(open.db)).toEqual([])
    // Numbers of sequences go on behind those of the rows.
    await next.createSite({ name: 'Third' })
  })
})

test.skipIf(!isServer)('a database with data, or in use, is left alone; with force its data is replaced', async () => {
  const dataDir = mkdtempSync(join(home, 'over-'))
  const target = await emptyDatabase()
  const url = (await findUrl(target)) as string
  const input = { file: made.file, passphrase: undefined, force: false, keyFile: join(dataDir, 'secrets.key') }
  await target.script('create table site (id int)')
  await expect(restoreServer(target, url, dataDir, input)).rejects.toThrow(/^The database of DATABASE_URL has data already\./)
  const other = await openDatabase({ url })
  await other.version()
  await expect(restoreServer(target, url, dataDir, { ...input, force: true })).rejects.toThrow(
    new UnusableBackup('The database is in use by 1 other connection. End every server on it first.'),
  )
  await other.close()
  await target.script("insert into site values (7); create function count_sites() returns bigint language sql as 'select count(*) from site'")
  const readSites = async () => (await sql<{ id: number; count: string }>`select id, count_sites() as count from site`.execute(target.db)).rows
  const kept = [{ id: 7, count: expect.anything() }]
  // A server that breaks down in the middle.
  await target.script(`create schema elsewhere;
    create function elsewhere.refuse() returns event_trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create event trigger refuse on ddl_command_end when tag in ('CREATE TABLE') execute function elsewhere.refuse()`)
  await expect(restoreServer(target, url, dataDir, { ...input, force: true })).rejects.toThrow('the disk is full')
  expect(await readSites()).toEqual(kept)
  await target.script('drop schema elsewhere cascade')
  // A restore that was killed in the middle.
  await target.script(`create schema atrium_former; alter table site set schema atrium_former; alter function count_sites set schema atrium_former;
    create table half (id int)`)
  await expect(restoreServer(target, url, dataDir, input)).rejects.toThrow(/^The database of DATABASE_URL has data already\./)
  expect(await readSites()).toEqual(kept)
  await restoreServer(target, url, dataDir, { ...input, force: true })
  expect(await readDigests(target.db)).toEqual(before)
  await target.close()
})
