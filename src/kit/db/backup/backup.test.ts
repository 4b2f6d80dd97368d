/** Backups of the embedded database: made while it is written to, opened before they count, restored into another folder. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { migrate } from '../migrate.ts'
import { type OpenDatabase, openDatabase } from '../open.ts'
import { UnusableBackup } from './backup-file.ts'
import { type BackupTarget, makeBackup } from './make-backup.ts'
import { restoreFolder } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'

const PASSPHRASE = 'correct horse battery staple'
let home: string
let open: OpenDatabase
const at = (...steps: string[]) => join(home, ...steps)
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'atrium-backup-'))
  mkdirSync(at('data'))
  open = await openDatabase({ dataDir: at('data', 'pglite') })
  await migrate(open, migrations.slice(0, 1))
  await open.script('create table probe (id int primary key, text text not null); create table mirror (id int primary key)')
})
afterEach(async () => {
  await open.close()
  rmSync(home, { recursive: true, force: true })
})

const back = (more: Partial<BackupTarget> = {}) =>
  makeBackup({ open, url: undefined, program: 'test', keyFile: at('data', 'secrets.key') }, { folder: at('backups'), passphrase: undefined, ...more })
const restore = (file: string, { passphrase = undefined as string | undefined, force = false, to = at('restored') } = {}) =>
  restoreFolder(to, { file, passphrase, force })
const insert = (id: number) =>
  open.db.transaction().execute(async (tx) => {
    await sql`insert into probe values (${id}, ${'x'.repeat(2000)})`.execute(tx)
    await sql`insert into mirror values (${id})`.execute(tx)
  })

/** Ids in both tables of a restored folder. */
async function readRestored(dataDir: string): Promise<{ probe: number[]; mirror: number[] }> {
  const restored = await openDatabase({ dataDir: join(dataDir, 'pglite') })
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
    while (isWriting) await insert(++last)
  })()
  const before = last
  const made = await back()
  isWriting = false
  await writing
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

describe('what is encrypted', () => {
  test('opens with its passphrase alone, and brings the key of stored credentials along', async () => {
    writeFileSync(at('data', 'secrets.key'), 'the key of this server')
    const { file } = await back({ passphrase: PASSPHRASE })
    expect(file).toMatch(/\.tar\.gz\.enc$/)
    await expect(restore(file)).rejects.toThrow(new UnusableBackup('The backup is encrypted: set BACKUP_KEY to the passphrase that it was made with.'))
    await expect(restore(file, { passphrase: 'another passphrase' })).rejects.toThrow(new UnusableBackup('The file was encrypted with another BACKUP_KEY.'))
    expect(existsSync(at('restored', 'pglite'))).toBe(false)
    expect(await restore(file, { passphrase: PASSPHRASE })).toMatchObject({ hasKey: true })
    expect(readFileSync(at('restored', 'secrets.key'), 'utf8')).toBe('the key of this server')
  })

  test('the key is never in a backup that anyone can read', async () => {
    writeFileSync(at('data', 'secrets.key'), 'the key of this server')
    expect(await restore((await back()).file)).toMatchObject({ hasKey: false })
    expect(existsSync(at('restored', 'secrets.key'))).toBe(false)
  })
})

test('a damaged or foreign file restores nothing', async () => {
  const { file } = await back()
  const bytes = readFileSync(file)
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
  await insert(1)
  const { file } = await back()
  await insert(2)
  await open.close()
  await expect(restore(file, { to: at('data') })).rejects.toThrow(/has data already\. Nothing was changed\. Restore with --force to replace it\.$/)
  const { formerData } = await restore(file, { to: at('data'), force: true })
  expect((await readRestored(at('data'))).probe).toEqual([1])
  open = await openDatabase({ dataDir: formerData as string })
  expect((await sql<{ id: number }>`select id from probe order by id`.execute(open.db)).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('the newest backups stay, and what a killed process left goes', async () => {
  mkdirSync(at('backups', '.parts-left'), { recursive: true })
  const names = ['atrium-20200101T000000Z.tar.gz', 'atrium-20200102T000000Z.tar.gz', 'notes.txt', 'atrium-20200103T000000Z.tar.gz.part']
  for (const name of names) writeFileSync(at('backups', name), '')
  for (const name of ['.parts-left', 'atrium-20200103T000000Z.tar.gz.part']) utimesSync(at('backups', name), 1, 1)
  const { file } = await back({ keep: 2 })
  expect(readdirSync(at('backups')).toSorted()).toEqual(['atrium-20200102T000000Z.tar.gz', file.slice(at('backups').length + 1), 'notes.txt'].toSorted())
})

test('a backup that does not open is none, and nothing of it is left', async () => {
  // The worker that would open it is not there.
  const source = { open, url: undefined, program: 'test', keyFile: at('data', 'secrets.key'), workerFile: at('none.js') }
  await expect(makeBackup(source, { folder: at('backups'), passphrase: undefined })).rejects.toThrow(/^The database in the backup does not open: /)
  expect(readdirSync(at('backups'))).toEqual([])
})

test('a backup is made when one is due, and a failure is reported', async () => {
  const problems: string[] = []
  const schedule = { folder: at('backups'), everyHours: 24, keep: 2, passphrase: undefined }
  const made: string[] = []
  const running = scheduleBackups(
    schedule,
    async (target) => {
      const backup = await back(target)
      made.push(backup.file)
      return backup
    },
    (problem) => problems.push(problem),
    10,
  )
  await expect.poll(() => made.length).toBe(1)
  await new Promise((done) => setTimeout(done, 100))
  await running.stop()
  expect(made).toHaveLength(1)
  expect(problems).toEqual([])

  const failing = scheduleBackups(
    { ...schedule, folder: at('elsewhere') },
    () => Promise.reject(new Error('the disk is full')),
    (problem, error) => problems.push(`${problem}: ${(error as Error).message}`),
    10,
  )
  await expect.poll(() => problems.length).toBe(1)
  await failing.stop()
  expect(problems).toEqual(['no backup could be made: the disk is full'])
})
