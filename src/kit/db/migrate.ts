import { sql } from 'kysely'
import type { OpenDatabase } from './open.ts'
import { migrations } from './migrations/index.ts'

/** Runs the migrations that the database does not have yet, each in one transaction. Safe when several processes start at once. */
export async function migrate(open: OpenDatabase): Promise<void> {
  await open.script('create table if not exists migration (name text primary key, run_at timestamptz not null default now())')
  const done = await sql<{ name: string }>`select name from migration`.execute(open.db)
  const names = new Set(done.rows.map((row) => row.name))
  for (const { name, up } of migrations) {
    if (names.has(name)) continue
    // The lock makes a second process wait; it then finds the name and skips the script.
    await open.script(`begin;
      select pg_advisory_xact_lock(7164201);
      do $migrate$ begin
        if not exists (select 1 from migration where name = '${name}') then
          insert into migration (name) values ('${name}');
          execute $script$${up}$script$;
        end if;
      end $migrate$;
      commit;`)
  }
}
