/**
 * Brings the tables up to date. A database notes every migration that it applied with the checksum of its text: a database of
 * another history is refused at the start, instead of answering with errors later.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isDistributed } from './cluster/distribute.ts'
import type { OpenDatabase } from './open.ts'
import { formerNames } from './migrations/former.ts'
import { migrations } from './migrations/index.ts'
import { countSchemaDifferences } from './schema-shape.ts'
import { splitStatements } from './split-statements.ts'

export interface Migration {
  name: string
  up: string
  /** The same change in statements that a cluster takes, where it refuses those of `up`. Run on spread tables instead of them; the checksum is of `up`. */
  upWhenSpread?: string
}

/** The database has a migration history that this version does not know. The message says what to do; nothing was changed. */
export class UnknownHistory extends Error {
  override name = 'UnknownHistory'
}

/** What is noted beside an applied migration, and in checksums.json. */
export const toChecksum = ({ up }: Migration): string => createHash('sha256').update(up).digest('hex').slice(0, 16)

/** The file with the data folder of a first start. Its name says which migrations it has: one of another version is not taken for it. */
export const toFirstDataName = (known: readonly Migration[] = migrations): string =>
  `first-data-${createHash('sha256').update(known.map(toChecksum).join()).digest('hex').slice(0, 12)}.tar.gz`

/**
 * Runs the migrations that the database does not have yet, each in one transaction. Safe when several processes start at once.
 * Throws UnknownHistory.
 */
export async function migrate(open: OpenDatabase, known: readonly Migration[] = migrations): Promise<void> {
  await adoptLegacyHistory(open, known)
  await open.script('create table if not exists migration (name text primary key, checksum text not null, run_at timestamptz not null default now())')
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration order by run_at, name`.execute(open.db)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const unknown = [...applied.keys()].filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new UnknownHistory(
      `The data was written by a newer version of Atrium (its tables have ${unknown.join(', ')}, which this version does not know). Start that version or a newer one, or restore a backup from before the update.`,
    )
  const changed = known.filter((migration) => applied.has(migration.name) && applied.get(migration.name) !== toChecksum(migration))
  if (changed.length > 0)
    throw new UnknownHistory(
      `The data was written by a changed copy of Atrium (${changed.map(({ name }) => name).join(', ')} differs from what was applied). Start the copy that wrote it, or restore the migrations of the release.`,
    )
  const waiting = known.filter(({ name }) => !applied.has(name))
  const isSpread = waiting.some(({ upWhenSpread }) => upWhenSpread !== undefined) && (await isDistributed(open))
  for (const migration of waiting) await apply(open, migration, isSpread)
}

/** Whether every migration of this version was applied. False for tables of an earlier version, such as those of a restored backup. */
export async function areTablesCurrent(open: Pick<OpenDatabase, 'db'>, known: readonly Migration[] = migrations): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(open.db)
  const applied = new Set(rows.map(({ name }) => name))
  return known.every(({ name }) => applied.has(name))
}

async function apply(open: OpenDatabase, migration: Migration, isSpread: boolean): Promise<void> {
  const { name, up, upWhenSpread } = migration
  // One statement, so that all of it happens or nothing. What it runs it runs one by one: a cluster hands no list of statements to its nodes,
  // and changes tables of sites and those that it copies in one transaction only part by part. The lock makes a second process wait; it then finds the name and skips the script.
  await open.script(`
    do $migrate$ begin
      perform pg_advisory_xact_lock(7164201);
      perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
      if not exists (select 1 from migration where name = '${name}') then
        insert into migration (name, checksum) values ('${name}', '${toChecksum(migration)}');
        ${splitStatements(isSpread ? (upWhenSpread ?? up) : up)
          .map((statement) => `execute $script$${statement}$script$;`)
          .join('\n')}
      end if;
    end $migrate$`)
}

/** Databases from before version 0.2.0: those whose tables equal the baseline's go on, others are refused. */
async function adoptLegacyHistory(open: OpenDatabase, known: readonly Migration[]): Promise<void> {
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = 'migration'`.execute(open.db)
  if (columns.rows.length === 0 || columns.rows.some(({ name }) => name === 'checksum')) return
  const [baseline] = known as [Migration]
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(open.db)
  const names = rows.map(({ name }) => name).toSorted()
  // Killed before its first table was made.
  const isEmpty = names.length === 0
  const isLegacy = names.join() === formerNames.join() && (await countSchemaDifferences(open.db, baseline.up)) === 0
  if (!isEmpty && !isLegacy)
    throw new UnknownHistory(
      'The data was written by a development version of Atrium from before 0.2.0, whose tables no later version can read. Start the version that wrote it, or begin anew with an empty database (DATA_DIR or DATABASE_URL).',
    )
  await open.script(`
    do $migrate$ begin
      perform pg_advisory_xact_lock(7164201);
      if not exists (select 1 from information_schema.columns where table_schema = current_schema() and table_name = 'migration' and column_name = 'checksum') then
        delete from migration;
        alter table migration add column checksum text not null;
        ${isEmpty ? '' : `insert into migration (name, checksum) values ('${baseline.name}', '${toChecksum(baseline)}');`}
      end if;
    end $migrate$`)
}
