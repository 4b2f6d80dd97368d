/** Every index is written with every row: none is there twice. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { borrowDatabase } from './test-databases.ts'

interface Pair {
  double: string
  servedBy: string
}
/** Indexes whose columns another of the table begins with, in the same order, of the same rows or of all. */
const findDoubles = sql<Pair>`
  with key as (
    select i.indexrelid, i.indrelid, i.indisunique, c.relname, c.relam, pg_get_expr(i.indpred, i.indrelid) rows_of,
      array(select pg_get_indexdef(i.indexrelid, n, true) || ' ' || i.indcollation[n - 1] || ' ' || i.indclass[n - 1] || ' ' || i.indoption[n - 1]
        from generate_series(1, i.indnkeyatts) n order by n) columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace))
  select a.relname as double, b.relname as "servedBy" from key a join key b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid and b.relam = a.relam
  where not a.indisunique and b.columns[1:cardinality(a.columns)] = a.columns
    and (b.rows_of is not distinct from a.rows_of)
    and (cardinality(b.columns) > cardinality(a.columns) or b.indisunique or b.indexrelid < a.indexrelid)`

test('no index is the beginning of another', async () => {
  const { open, release } = await borrowDatabase()
  try {
    expect((await findDoubles.execute(open.db)).rows).toEqual([])
    await open.script('create index planted_double on booking (site_id, service_id)')
    expect((await findDoubles.execute(open.db)).rows.map((pair) => pair.double)).toEqual(['planted_double', 'planted_double'])
    await open.script('drop index planted_double')
  } finally {
    await release()
  }
})
