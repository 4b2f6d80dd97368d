/** What a database says of itself, as `atrium doctor` asks. */
import { sql } from 'kysely'
import { listAppliedMigrations } from './backup/verify-backup.ts'
import { migrations } from './migrations/index.ts'
import type { OpenDatabase } from './open.ts'

export interface DatabaseFacts {
  /** As PostgreSQL counts: 150000 is 15.0. */
  version: number
  encoding: string
  bytes: number
  /** Extensions that the tables need and the server does not offer. */
  missingExtensions: string[]
  /** Migrations that the next start applies. */
  pending: string[]
  /** Migrations of a newer version. */
  unknown: string[]
  /** The clock of the database, in milliseconds since 1970. */
  nowMs: number
  /** When the newest migration was applied, in milliseconds since 1970; 0 when none was. */
  newestMs: number
}

const EXTENSIONS = ['btree_gist', 'pg_trgm']

/** Reads all facts. Throws what the database said. */
export async function readDatabaseFacts(open: OpenDatabase): Promise<DatabaseFacts> {
  const { rows } = await sql<{ encoding: string; bytes: number; nowMs: number }>`
    select current_setting('server_encoding') as encoding, pg_database_size(current_database())::float8 as bytes,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`.execute(open.db)
  const offered = await sql<{ name: string }>`select name::text as name from pg_available_extensions where name in (${sql.join(EXTENSIONS)})`.execute(open.db)
  const applied = await listAppliedMigrations(open.db)
  const newest =
    applied.length > 0 ? await sql<{ ms: number }>`select (extract(epoch from max(run_at)) * 1000)::float8 as ms from migration`.execute(open.db) : undefined
  const known = migrations.map(({ name }) => name)
  const [facts] = rows as [(typeof rows)[number]]
  return {
    ...facts,
    version: await open.version(),
    // The embedded database brings its own.
    missingExtensions: open.kind === 'embedded' ? [] : EXTENSIONS.filter((name) => !offered.rows.some((row) => row.name === name)),
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    newestMs: newest?.rows[0]?.ms ?? 0,
  }
}
