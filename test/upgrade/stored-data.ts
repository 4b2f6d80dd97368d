/**
 * The data of an earlier version, in three forms. `rows`: every row, the names of the migrations that made its tables, and what the people in
 * it know; migrations are frozen, so the tables can be made again as they were. `folder`: a backup of the embedded database. `dump`: a backup of a
 * PostgreSQL server by `pg_dump`. The backups hold the same rows, in files that the database of that day wrote.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { makeBackup } from '#kit/db/backup/make-backup.ts'
import { restoreFolder, restoreServer } from '#kit/db/backup/restore-backup.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { openDatabase, type Db, type OpenDatabase } from '#kit/db/open.ts'
import type { AcknowledgedWrite, Studio } from '../kill/clients.ts'
import { emptyDatabase, emptyServerDatabase } from '../test-databases.ts'

export interface StoredFacts {
  /** Where both clocks stood. */
  now: string
  studio: Omit<Studio, 'base'>
  people: { name: string; memberId: string; promises: (Omit<AcknowledgedWrite, 'may'> & { may: string[] })[] }[]
  /** The dashboard's first page of the owner of the sample studio. */
  sampleOwner: { email: string; password: string }
}

interface Stored {
  migrations: string[]
  known: StoredFacts
  /** Table → its rows as PostgreSQL spells them in JSON. */
  rows: Record<string, unknown[]>
}

const endings = { rows: '.json.gz', folder: '.folder.tar.br', dump: '.dump.tar.gz' } as const
export type StoredForm = keyof typeof endings
const dataFolder = fileURLToPath(new URL('./data/', import.meta.url))
const getFile = (version: string, form: StoredForm = 'rows'): string => join(dataFolder, `${version}${endings[form]}`)

/** What is kept, by version and form. */
export const listStored = (): { version: string; form: StoredForm }[] =>
  readdirSync(dataFolder).map((name) => {
    const form = (Object.keys(endings) as StoredForm[]).find((one) => name.endsWith(endings[one]))
    if (!form) throw new Error(`test/upgrade/data/${name} is of no known form`)
    return { version: name.slice(0, -endings[form].length), form }
  })
export const isStored = (version: string, form: StoredForm): boolean => existsSync(getFile(version, form))

const getTables = async (db: Db): Promise<{ table: string; columns: string[] }[]> => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name::text as "table", array_agg(quote_ident(c.column_name) order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.table_name <> 'migration'
    group by c.table_name order by c.table_name`.execute(db)
  return rows
}

/** Writes all rows of a database that is at rest. */
export async function storeData(db: Db, version: string, known: StoredFacts): Promise<void> {
  const stored: Stored = { migrations: migrations.map(({ name }) => name), known, rows: {} }
  for (const { table, columns } of await getTables(db)) {
    const { rows } = await sql<{
      row: unknown
    }>`select row_to_json(r)::jsonb as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) r`.execute(db)
    if (rows.length > 0) stored.rows[table] = rows.map(({ row }) => row)
  }
  writeFileSync(getFile(version), gzipSync(JSON.stringify(stored), { level: 9 }))
}

const readStored = (version: string): Stored => JSON.parse(gunzipSync(readFileSync(getFile(version))).toString('utf8')) as Stored

/** Makes the tables of that version in an empty database and fills them; today's migrations are not run. */
export async function loadData(open: OpenDatabase, version: string): Promise<StoredFacts> {
  const stored = readStored(version)
  await migrate(
    open,
    stored.migrations.map((name) => {
      const migration = migrations.find((one) => one.name === name)
      if (!migration) throw new Error(`the migration ${name} of ${version} is gone`)
      return migration
    }),
  )
  const tables = new Map((await getTables(open.db)).map(({ table, columns }) => [table, columns]))
  await open.db.transaction().execute(async (tx) => {
    // Rows come in any order, and nothing reacts to them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from system_clock`.execute(tx)
    for (const [table, rows] of Object.entries(stored.rows)) {
      const columns = sql.raw((tables.get(table) as string[]).join(', '))
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
        tx,
      )
    }
  })
  return stored.known
}

/** The three databases of a folder hold the same catalogs, megabytes apart: a large window packs them once. */
const WINDOW = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 26, [constants.BROTLI_PARAM_QUALITY]: 9 }
const unpackWindow = { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } }

/** Works in a folder that is removed afterwards. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'))
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}
const noKey = (folder: string): string => join(folder, 'secrets.key')

/** Keeps the rows of a version as a backup of the embedded database. */
export const storeFolder = (version: string): Promise<void> =>
  inTemporaryFolder(async (folder) => {
    const open = await openDatabase({ dataDir: join(folder, 'pglite') })
    try {
      await loadData(open, version)
      await open.runMaintenance?.()
      const source = { open, url: undefined, program: version, keyFile: noKey(folder) }
      const { file } = await makeBackup(source, { folder: join(folder, 'backups'), passphrase: undefined })
      writeFileSync(getFile(version, 'folder'), brotliCompressSync(gunzipSync(readFileSync(file)), { params: WINDOW }))
    } finally {
      await open.close()
    }
  })

/** Keeps the rows of a version as a backup of a PostgreSQL server, whose `pg_dump` has to be there. `server`: a database of it, from which others can be made. */
export const storeDump = (version: string, server: string): Promise<void> =>
  inTemporaryFolder(async (folder) => {
    const { open, url, drop } = await emptyServerDatabase(server)
    try {
      await loadData(open, version)
      const source = { open, url, program: version, keyFile: noKey(folder) }
      const { file, kind } = await makeBackup(source, { folder: join(folder, 'backups'), passphrase: undefined })
      if (kind !== 'DUMP') throw new Error('pg_dump and pg_restore are missing, or older than the server')
      writeFileSync(getFile(version, 'dump'), readFileSync(file))
    } finally {
      await open.close()
      await drop()
    }
  })

/** Restores a folder into a temporary one and opens it. */
async function openFolder(version: string): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'))
  const file = join(dataDir, 'backup.tar.gz')
  writeFileSync(file, gzipSync(brotliDecompressSync(readFileSync(getFile(version, 'folder')), unpackWindow), { level: 1 }))
  await restoreFolder(dataDir, { file, passphrase: undefined, force: false, keyFile: noKey(dataDir) })
  const open = await openDatabase({ dataDir: join(dataDir, 'pglite') })
  return { ...open, close: () => open.close().finally(() => rmSync(dataDir, { recursive: true, force: true })) }
}

const restoreDumpInto = (version: string, { open, url }: { open: OpenDatabase; url: string }) =>
  inTemporaryFolder((folder) =>
    restoreServer(open, url, folder, { file: getFile(version, 'dump'), passphrase: undefined, force: false, keyFile: noKey(folder) }),
  )

/** Opens the data of a version in one form, as it was kept: today's migrations are not run. `server`: where a dump is restored. */
export async function openStored(version: string, form: StoredForm, server?: string): Promise<{ open: OpenDatabase; known: StoredFacts }> {
  if (form === 'folder') return { open: await openFolder(version), known: readStored(version).known }
  if (form === 'dump') {
    if (server === undefined) throw new Error('a dump needs a server')
    const made = await emptyServerDatabase(server)
    await restoreDumpInto(version, made)
    return { open: made.open, known: readStored(version).known }
  }
  const open = await emptyDatabase()
  return { open, known: await loadData(open, version) }
}
