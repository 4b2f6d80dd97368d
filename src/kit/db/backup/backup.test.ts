/** Backups of the embedded database: made while it is written to, opened before they count, restored into another folder. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { migrate } from '../migrate.ts'
import { type OpenDatabase, openDatabase } from '../open.ts'
import { startStorage } from '../../../../test/storage.ts'
import { UnusableBackup } from './backup-file.ts'
import { openBucket } from './bucket.ts'
import { type BackupTarget, makeBackup } from './make-backup.ts'
import { restoreFolder } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'

const PASSPHRASE = 'correct horse battery staple'
/** Of all tests: making an engine is what takes long here. */
let root: string
let home: string
let open: OpenDatabase
/** A plain backup, made by the first test. */
let plain: string
/** A path of the test that runs. */
const at = (...steps: string[]) => join(home, ...steps)
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-backup-'))
  open = await openDatabase({ dataDir: join(root, 'pglite') })
  await migrate(open, migrations.slice(0, 1))
  await open.script('create table probe (id int primary key, text text not null); create table mirror (id int primary key)')
})
beforeEach(() => {
  home = mkdtempSync(join(root, 'test-'))
  mkdirSync(at('data'))
})
afterAll(async () => {
  await open.close()
  rmSync(root, { recursive: true, force: true })
})

const back = (more: Partial<BackupTarget> = {}) =>
  makeBackup({ open, url: undefined, program: 'test', keyFile: at('data', 'secrets.key') }, { folder: at('backups'), passphrase: undefined, ...more })
const restore = (file: string, { passphrase = undefined as string | undefined, force = false, to = at('restored') } = {}) =>
  restoreFolder(to, { file, passphrase, force, keyFile: join(to, 'secrets.key') })
const insert = (id: number) =>
  open.db.transaction().execute(async (tx) => {
    await sql`insert into probe values (${id}, ${'x'.repeat(2000)})`.execute(tx)
    await sql`insert into mirror values (${id})`.execute(tx)
  })

/** Ids in both tables of a restored folder. */
async function readRestored(dataDir: string, within = 'pglite'): Promise<{ probe: number[]; mirror: number[] }> {
  const restored = await openDatabase({ dataDir: join(dataDir, within) })
  try {
    const read = async (table: string) =>
      (await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(restored.db)).rows.map(({ id }) => id)
    return { probe: await read('probe'), mirror: await read('mirror') }
  } finally {
    await restored.close()
  }
}

test('a backup holds one moment of a database that is written to meanwhile', async () => {
  for (let id = 1; id <= 50; id++) await insert(id)
  let last = 50
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      await insert(++last)
      // The engine works on this thread: the backup has its turn.
      await new Promise((done) => setTimeout(done, 25))
    }
  })()
  const before = last
  const made = await back().finally(async () => {
    isWriting = false
    await writing
  })
  plain = made.file
  expect(last).toBeGreaterThan(before)
  expect(made).toMatchObject({ kind: 'FOLDER', bytes: statSync(made.file).size })
  expect(statSync(made.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(at('backups'))).toHaveLength(1)

  const restored = await restore(made.file)
  expect(restored).toMatchObject({ formerData: undefined, hasKey: false, contents: { program: 'test', migrations: [migrations[0]?.name] } })
  const { probe, mirror } = await readRestored(at('restored'))
  expect(mirror).toEqual(probe)
  expect(probe.length).toBeGreaterThanOrEqual(before)
  expect(probe.length).toBeLessThan(last)
  expect(probe).toEqual(Array.from(probe, (_, n) => n + 1))
  // The database that was copied goes on.
  await insert(last + 1)
})

test('an encrypted backup opens with its passphrase alone, and brings the key of stored credentials along; a plain one never holds it', async () => {
  writeFileSync(at('data', 'secrets.key'), 'the key of this server')
  const { file } = await back({ passphrase: PASSPHRASE })
  expect(file).toMatch(/\.tar\.gz\.enc$/)
  await expect(restore(file)).rejects.toThrow(new UnusableBackup('The backup is encrypted: set BACKUP_KEY to the passphrase that it was made with.'))
  await expect(restore(file, { passphrase: 'another passphrase' })).rejects.toThrow(new UnusableBackup('The file was encrypted with another BACKUP_KEY.'))
  expect(existsSync(at('restored', 'pglite'))).toBe(false)
  expect(await restore(file, { passphrase: PASSPHRASE })).toMatchObject({ hasKey: true })
  expect(readFileSync(at('restored', 'secrets.key'), 'utf8')).toBe('the key of this server')
  const entries = gunzipSync(readFileSync(plain))
  expect(entries.includes('pglite/global/pg_control')).toBe(true)
  expect(entries.includes('secrets.key')).toBe(false)
})

test('a damaged or foreign file restores nothing', async () => {
  const bytes = readFileSync(plain)
  const changed = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  changed.fill(changed[middle] === 0 ? 1 : 0, middle, middle + 1)
  for (const damaged of [changed, bytes.subarray(0, middle)]) {
    writeFileSync(at('damaged.tar.gz'), damaged)
    await expect(restore(at('damaged.tar.gz'))).rejects.toThrow(/^The backup is damaged or incomplete \(/)
  }
  writeFileSync(at('foreign.tar.gz'), 'hello')
  await expect(restore(at('foreign.tar.gz'))).rejects.toThrow(new UnusableBackup('This file is no backup of Atrium.'))
  expect(readdirSync(at('restored'))).toEqual([])
})

test('data is replaced only when that is asked for, and kept beside the new one', async () => {
  mkdirSync(at('restored', 'pglite'), { recursive: true })
  writeFileSync(at('restored', 'pglite', 'former'), 'data')
  await expect(restore(plain)).rejects.toThrow(/has data already\. Nothing was changed\. Restore with --force to replace it\.$/)
  const { formerData } = await restore(plain, { force: true })
  expect(readFileSync(join(formerData as string, 'former'), 'utf8')).toBe('data')
  expect(existsSync(at('restored', 'pglite', 'PG_VERSION'))).toBe(true)
  expect(existsSync(at('restored', 'pglite', 'former'))).toBe(false)
})

test('a backup that does not open is none, and nothing of it is left', async () => {
  // The worker that would open it is not there.
  const source = { open, url: undefined, program: 'test', keyFile: at('data', 'secrets.key'), workerFile: at('none.js') }
  await expect(makeBackup(source, { folder: at('backups'), passphrase: undefined })).rejects.toThrow(/^The database in the backup does not open: /)
  expect(readdirSync(at('backups'))).toEqual([])
})

test('a backup is made when one is due; the newest stay, and what a killed process left goes', async () => {
  mkdirSync(at('backups', '.parts-left'), { recursive: true })
  const names = ['atrium-20200101T000000Z.tar.gz', 'atrium-20200102T000000Z.tar.gz', 'notes.txt', 'atrium-20200103T000000Z.tar.gz.part']
  for (const name of names) writeFileSync(at('backups', name), '')
  for (const name of ['.parts-left', 'atrium-20200103T000000Z.tar.gz.part']) utimesSync(at('backups', name), 1, 1)
  const problems: string[] = []
  const report = (problem: string, error: unknown) => void problems.push(`${problem}: ${(error as Error).message}`)
  const schedule = { folder: at('backups'), everyHours: 24, keep: 2, passphrase: undefined }
  let calls = 0
  const running = scheduleBackups(schedule, (target) => (calls++, back(target)), report, 10)
  await expect
    .poll(() => readdirSync(at('backups')).toSorted())
    .toEqual(['atrium-20200102T000000Z.tar.gz', expect.stringMatching(/^atrium-2.*\.tar\.gz$/), 'notes.txt'])
  await new Promise((done) => setTimeout(done, 100))
  await running.stop()
  expect(calls).toBe(1)
  expect(problems).toEqual([])
})

test('a backup that could not be made is reported, and not tried again at once', async () => {
  const problems: string[] = []
  const schedule = { folder: at('elsewhere'), everyHours: 24, keep: 2, passphrase: undefined }
  const failing = scheduleBackups(
    schedule,
    () => Promise.reject(new Error('the disk is full')),
    (problem, error) => void problems.push(`${problem}: ${(error as Error).message}`),
    10,
  )
  await expect.poll(() => problems.length).toBe(1)
  await new Promise((done) => setTimeout(done, 100))
  await failing.stop()
  expect(problems).toEqual(['no backup could be made: the disk is full'])
})

test('what the server makes by itself is copied to the bucket; while that is away it stays here, and is copied later', async () => {
  const storage = await startStorage()
  const problems: string[] = []
  const report = (problem: string, error: unknown) => void problems.push(`${problem}: ${(error as Error).message}`)
  const schedule = (secret: string) => {
    const copies = { bucket: openBucket({ ...storage.settings, secret }, { retries: 0 }), keep: 2 }
    return scheduleBackups({ folder: at('here'), everyHours: 24, keep: 1, passphrase: PASSPHRASE, copies }, (target) => back(target), report, 10)
  }
  try {
    const refused = schedule('another')
    await expect.poll(() => problems.length).toBe(1)
    await refused.stop()
    expect(problems[0]).toMatch(/^a backup could not be copied: .*\(403 SignatureDoesNotMatch\)\.$/)
    const made = readdirSync(at('here'))
    expect(made).toHaveLength(1)
    const again = schedule(storage.settings.secret)
    await expect.poll(() => [...storage.files.keys()]).toEqual([`backups/studio/${made[0]}`])
    await again.stop()
    // A folder that is empty after a start is not taken for one without backups.
    rmSync(at('here'), { recursive: true })
    storage.calls.length = 0
    const empty = schedule(storage.settings.secret)
    await expect.poll(() => storage.calls).toHaveLength(1)
    await new Promise((done) => setTimeout(done, 100))
    await empty.stop()
    expect(storage.calls).toHaveLength(1)
    expect(existsSync(at('here'))).toBe(false)
    const fetched = at('fetched')
    await openBucket(storage.settings).get(made[0] as string, fetched)
    expect(await restore(fetched, { passphrase: PASSPHRASE })).toMatchObject({ contents: { kind: 'FOLDER' } })
  } finally {
    await storage.close()
  }
})
