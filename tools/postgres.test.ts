import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

test('a server of our own has the extensions we use and folds case by Unicode', async () => {
  const server = await startPostgres()
  try {
    const client = new pg.Client(server.url)
    await client.connect()
    const { rows } = await client.query<{ low: string; found: number }>(
      "select lower('ÉA') low, count(*)::int found from pg_available_extensions where name in ('btree_gist', 'pg_trgm', 'citext')",
    )
    await client.end()
    expect(rows).toEqual([{ low: 'éa', found: 3 }])
  } finally {
    await server.stop()
  }
}, 60_000)
