/**
 * Databases for tests: PGlite in memory, or new databases on the server of TEST_DATABASE_URL. Both come from a template
 * that is migrated once per state of the migrations.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '#kit/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
import { openClusterDatabase } from './cluster-databases.ts'
import { migratedTemplate, migrationsHash, openEmptyEngine } from './embedded-templates.ts'

/** Whether the server of TEST_DATABASE_URL is the coordinator of a cluster. */
export const isCluster = process.env.TEST_CLUSTER === '1'

const openDatabaseNamed = (server: string, name: string, isPipelined = process.env.DB_PIPELINE !== '0'): Promise<OpenDatabase> => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return openDatabase({ url: url.href, isPipelined })
}

/** Makes the template of this name by `fill` when there is none, and does something with the server while no other process makes or copies it. */
async function withTemplate(
  server: string,
  template: string,
  fill: (open: OpenDatabase) => Promise<unknown>,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    // One test process makes the template; while it is copied no connection to it may be open.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const known = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount === 0) {
      await admin.query(`drop database if exists ${template}_part`)
      await admin.query(`create database ${template}_part`)
      const open = await openDatabaseNamed(server, `${template}_part`)
      await fill(open).finally(() => open.close())
      await admin.query(`alter database ${template}_part rename to ${template}`)
    }
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** A new database on the server: a copy of the template of this name, which `fill` makes when there is none. */
export async function copyTemplate(server: string, template: string, fill: (open: OpenDatabase) => Promise<unknown>): Promise<OpenDatabase> {
  const name = `atrium_${randomUUID().replaceAll('-', '')}`
  // Its files are copied instead of written through the log: a third less.
  await withTemplate(server, template, fill, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  return openDatabaseNamed(server, name)
}

const migratedName = (): string => `atrium_template_${migrationsHash()}`
/** Makes the template that is migrated once per state of the migrations. */
export const makeMigratedTemplate = (server: string): Promise<void> => withTemplate(server, migratedName(), migrate, async () => undefined)
/** A new database on the server: a copy of the migrated template. */
const databaseFromTemplate = (server: string): Promise<OpenDatabase> => copyTemplate(server, migratedName(), migrate)

async function runOnServer(server: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

/** A new database on a server, without any table; its address, and what removes it once it is closed. */
export async function emptyServerDatabase(server: string, isPipelined?: boolean): Promise<{ open: OpenDatabase; url: string; drop: () => Promise<void> }> {
  const name = `atrium_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { open: await openDatabaseNamed(server, name, isPipelined), url: url.href, drop: () => runOnServer(server, `drop database ${name}`) }
}

/** A database without any table: PGlite in memory, or a new database on the server. */
export async function emptyDatabase({ isPipelined }: { isPipelined?: boolean } = {}): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  return server ? (await emptyServerDatabase(server, isPipelined)).open : openEmptyEngine()
}

/** A migrated database without data beside the one of the tests: embedded when they run on a server, and the other way round as far as there is one. */
export const openOtherDatabase = async (): Promise<OpenDatabase> => openDatabase({ template: await migratedTemplate() })

/** What stays: the migrations, and the secrets of the server, which processes keep in memory (of the signing keys, the one that signs). */
const kept = ['migration', 'system_clock', 'system_secret']

/** What a few files of tests leave behind in a table; more is given back to the engine. */
const LARGE_TABLE_BYTES = 262_144

/**
 * Makes a database as it was after the migrations. Rows are deleted, triggers and foreign keys asleep: a thirtieth of the work of `truncate`,
 * which gives every table and index a new file.
 */
export async function emptyTables({ db, script }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string; size: number }>`
    select relname as name, pg_relation_size(oid) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  const used = rows.filter(({ name }) => !kept.includes(name))
  // A test before may have advanced the clock by years: its keys would be younger than this one's now.
  await script(`begin; set local session_replication_role = replica;
    ${used.map(({ name }) => `delete from "${name}";`).join('')}
    select setval(seqrelid::regclass, seqstart, false) from pg_sequence;
    delete from system_clock; insert into system_clock (id) values (1);
    delete from system_secret where name = 'sealing-mark' or name like '%signing-key:%' and name <> (
      select name from system_secret where name like '%signing-key:%' order by created_at desc, name desc limit 1);
    update system_secret set created_at = now(); commit`)
  const large = used.filter(({ size }) => size > LARGE_TABLE_BYTES)
  if (large.length > 0) await script(`vacuum ${large.map(({ name }) => `"${name}"`).join()}`)
}

/** The database that this process opened last and that is not in use now. */
let idle: OpenDatabase | undefined

/** A new embedded database from a dump. */
export const openFromDump = (file: string): Promise<OpenDatabase> => openDatabase({ template: file })

/** A migrated database without data that no other file gets: for tests that change what processes keep of it, as the keys that sign tokens. */
export async function openOwnDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openDatabase({ template: await migratedTemplate() })
  return isCluster ? openClusterDatabase(server, migrationsHash()) : databaseFromTemplate(server)
}

/** Whether each file of tests gets a database that no other had: on a cluster, and where what many do at once is looked at. */
const isAlwaysNew = isCluster || process.env.NEW_DATABASES === '1'

/** A migrated database without data, and what gives it back. The files of one worker use one after the other: connections, plans and pages stay warm. */
export async function borrowDatabase(): Promise<{ open: OpenDatabase; release: () => Promise<void> }> {
  if (isAlwaysNew) {
    const open = await openOwnDatabase()
    return { open, release: () => open.close() }
  }
  const reused = idle
  idle = undefined
  if (reused) await emptyTables(reused)
  const open = reused ?? (await openOwnDatabase())
  let isReleased = false
  return {
    open,
    release: async () => {
      // The next file would find it closed.
      if (isReleased) throw new Error('The database was given back before.')
      isReleased = true
      if (idle) await open.close()
      else idle = open
    },
  }
}
