import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'

test('tidying the embedded database loses nothing, and waits for an open transaction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-tidy-'))
  try {
    const open = await openDatabase({ dataDir: join(folder, 'pglite') })
    await open.script('create table probe (n int); insert into probe select generate_series(1, 1000); delete from probe where n > 10')
    let tidied: Promise<void> | undefined
    await open.db.transaction().execute(async (tx) => {
      tidied = open.runMaintenance?.()
      await sql`insert into probe values (0)`.execute(tx)
    })
    await tidied
    await open.close()
    const again = await openDatabase({ dataDir: join(folder, 'pglite') })
    expect((await sql<{ count: number }>`select count(*) from probe`.execute(again.db)).rows).toEqual([{ count: 11 }])
    await again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
