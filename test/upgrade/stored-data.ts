/**
 * The data of an earlier version as a file: every row, the names of the migrations that made its tables, and what the people in
 * it know. Migrations are frozen, so the tables can be made again as they were.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import type { Db, OpenDatabase } from '#kit/db/open.ts'
import type { AcknowledgedWrite, Studio } from '../kill/clients.ts'

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

const getFile = (version: string) => new URL(`./data/${version}.json.gz`, import.meta.url)

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

/** Makes the tables of that version in an empty database and fills them; today's migrations are not run. */
export async function loadData(open: OpenDatabase, version: string): Promise<StoredFacts> {
  const stored = JSON.parse(gunzipSync(readFileSync(getFile(version))).toString('utf8')) as Stored
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
