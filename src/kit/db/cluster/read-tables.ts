/** What the catalog says of our tables and their keys. Answers the same on one server and on the coordinator of a cluster. */
import { sql } from 'kysely'
import type { Db } from '../handles.ts'
import type { TableKey } from './placement.ts'

export interface StoredTable {
  name: string
  hasSite: boolean
}

export const readTables = async (db: Db): Promise<StoredTable[]> =>
  (
    await sql<StoredTable>`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped) as has_site
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db)
  ).rows

/** Unique keys, exclusions and foreign keys. */
export const readKeys = async (db: Db): Promise<TableKey[]> =>
  (
    await sql<TableKey & { refersTo: string | null }>`
    select t.relname as table, i.relname as name, null as refers_to,
      array(select coalesce(a.attname, '') from unnest(x.indkey::int[]) with ordinality k(attnum, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.place)::text[] as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where (x.indisunique or x.indisexclusion) and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    union all
    select t.relname, f.conname, r.relname,
      array(select a.attname from unnest(f.conkey) with ordinality k(attnum, place) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.place)::text[]
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
    where f.contype = 'f' and f.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by 1, 2`.execute(db)
  ).rows.map(({ table, name, columns, refersTo }) => ({ table, name, columns, ...(refersTo !== null && { refersTo }) }))
